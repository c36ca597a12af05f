"""The chances of war that players are told are those of the procedures: every fall of the dice is tried."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rules.core.chances import altogether, chance_that, evenly, expected, hits, mixed, sum_at_least, sum_of
from rules.his.game import HisGame
from rules.his.powers import FRANCE, HAPSBURG, OTTOMAN
from rules.war import assault as assaults
from rules.war.advance import Advance
from rules.war.avoid_battle import Avoidance, attempt_to_avoid
from rules.war.battle import FieldBattle
from rules.war.displacement import ships_at
from rules.war.field_battle import field_battle
from rules.war.fleets import fleet_at
from rules.war.forces import Formation, army_at
from rules.war.interception import Interception, attempt_interception
from rules.war.land_combat import prepare
from rules.war.naval_combat import add_up_dice, roll_dice, take_casualties
from rules.war.naval_interception import Interception as InterceptionAtSea
from rules.war.naval_interception import interception
from rules.war.odds import (
    FightOdds,
    attack_on,
    avoidance_odds,
    battle_after_interception,
    field_battle_odds,
    interception_odds,
    naval_combat_odds,
    naval_interception_odds,
    piracy_odds,
    storming,
)
from rules.war.piracy import piracy
from rules.war.state import WAR
from tests.chance_tree import SUM, every_way, to_the_end
from tests.war.driver import bare_game

ONE = Fraction(1)


@pytest.fixture
def game() -> HisGame:
    """France and the Hapsburgs, and the Ottoman and the Hapsburgs, at war on an empty map."""
    game = bare_game("1532")
    game.set_relation(FRANCE, HAPSBURG, WAR)
    game.set_relation(OTTOMAN, HAPSBURG, WAR)
    return game


# ---- Dice alone


def test_dice() -> None:
    assert hits(3, 5) == (Fraction(8, 27), Fraction(12, 27), Fraction(6, 27), Fraction(1, 27))
    assert hits(0, 5) == hits(-1, 5) == (ONE,)
    assert hits(2, 7) == (ONE, 0, 0)
    assert sum_of(2)[7] == Fraction(6, 36)
    assert sum_at_least(9) == Fraction(10, 36)
    assert sum_at_least(2) == sum_at_least(-3) == ONE
    assert sum_at_least(13) == 0
    assert expected(hits(6, 5)) == 2
    assert altogether([hits(2, 5), hits(1, 5)]) == hits(3, 5)
    assert chance_that(hits(1, 5), hits(1, 5), lambda a, b: a > b) == Fraction(2, 9)
    assert mixed([(Fraction(1, 2), {"a": ONE}), (Fraction(1, 2), {"a": Fraction(1, 2)})]) == {
        "a": Fraction(3, 4)
    }
    assert evenly("ab") == [(Fraction(1, 2), "a"), (Fraction(1, 2), "b")]


# ---- Two dice


@pytest.mark.parametrize(("leader", "cavalry"), [("", 0), ("charles_v", 0), ("", 1)])
def test_13_2_interception(game: HisGame, leader: str, cavalry: int) -> None:
    game.add_units("graz", HAPSBURG, regulars=3)
    game.add_units("mohacs", OTTOMAN, regulars=4, cavalry=cavalry)
    if leader:
        game.leaders[leader].place = "graz"
    own, moving = army_at(game, "graz", HAPSBURG), army_at(game, "mohacs", OTTOMAN)
    move = Advance(OTTOMAN, "mohacs", "vienna", moving, (), False)
    found = Fraction(0)
    for chance, copy, done in every_way(
        game,
        lambda copy: to_the_end(copy, attempt_interception(copy, HAPSBURG, move, Interception("graz", own))),
        count=SUM,
    ):
        assert done == bool(copy.land_strength("vienna", HAPSBURG))
        found += chance * done
    assert interception_odds(game, HAPSBURG, own, moving).chance == found


@pytest.mark.parametrize("beaten", [False, True])
def test_13_3_avoiding_battle(game: HisGame, beaten: bool) -> None:
    game.add_units("mohacs", HAPSBURG, regulars=3)
    game.add_units("buda", OTTOMAN, regulars=4)
    if beaten:
        game.campaign.beaten["mohacs"] = {HAPSBURG: {"regulars": 3}}
    own, moving = army_at(game, "mohacs", HAPSBURG), army_at(game, "buda", OTTOMAN)
    move = Advance(OTTOMAN, "buda", "mohacs", moving, (HAPSBURG,), False)
    found = sum(
        chance * bool(copy.land_strength("graz", HAPSBURG))
        for chance, copy, _ in every_way(
            game,
            lambda copy: to_the_end(copy, attempt_to_avoid(copy, HAPSBURG, move, Avoidance("graz", own))),
            count=SUM,
        )
    )
    assert avoidance_odds(game, HAPSBURG, "mohacs", own, moving).chance == found


def test_16_1_interception_at_sea(game: HisGame) -> None:
    game.add_units("genoa", HAPSBURG, squadrons=2)
    game.leaders["andrea_doria"].place = "genoa"
    game.leaders["andrea_doria"].loaned_to = HAPSBURG
    fleet = fleet_at(game, "genoa", HAPSBURG)
    attempt = InterceptionAtSea("gulf_of_lyon", "genoa", fleet)
    found = sum(
        chance * done
        for chance, _, done in every_way(
            game, lambda copy: to_the_end(copy, interception(copy, HAPSBURG, attempt)), count=SUM
        )
    )
    assert naval_interception_odds(game, HAPSBURG, "gulf_of_lyon", fleet).chance == found


# ---- Fights


def seen(outcomes: list[tuple[Fraction, bool, int, int]], attackers: int, defenders: int) -> FightOdds:
    """Odds as the outcomes show them: won, attackers left, defenders left; without the dice."""
    return FightOdds(
        0,
        0,
        sum((chance for chance, won, _, _ in outcomes if won), Fraction(0)),
        sum((chance * (attackers - left) for chance, _, left, _ in outcomes), Fraction(0)),
        sum((chance * (defenders - left) for chance, _, _, left in outcomes), Fraction(0)),
        sum((chance for chance, _, left, _ in outcomes if not left), Fraction(0)),
        sum((chance for chance, _, _, left in outcomes if not left), Fraction(0)),
    )


def assert_same(told: FightOdds, found: FightOdds) -> None:
    for name in ("wins", "attack_loses", "defence_loses", "attack_gone", "defence_gone"):
        assert getattr(told, name) == getattr(found, name), name


@pytest.mark.parametrize(
    ("own", "leader", "theirs", "surprise"),
    [
        (4, "", 2, ""),
        (4, "suleiman", 3, ""),
        (1, "", 1, ""),
        (2, "", 4, ""),
        (4, "", 3, "a"),
        (3, "", 4, "d"),
    ],
)
def test_14_field_battle(game: HisGame, own: int, leader: str, theirs: int, surprise: str) -> None:
    game.add_units("buda", OTTOMAN, regulars=own)
    game.add_units("mohacs", HAPSBURG, regulars=theirs)
    if leader:
        game.leaders[leader].place = "buda"
    formation = army_at(game, "buda", OTTOMAN)

    def battle_in(copy: HisGame) -> FieldBattle:
        move = Advance(OTTOMAN, "buda", "mohacs", formation, (HAPSBURG,), False)
        copy.remove_units("buda", OTTOMAN, regulars=own)
        copy.add_units("mohacs", OTTOMAN, regulars=own)
        if leader:
            copy.leaders[leader].place = "mohacs"
        battle = prepare(copy, move, [HAPSBURG], Formation())
        battle.surprise = {"a": battle.attack, "d": battle.defence}.get(surprise)
        return battle

    def run(copy: HisGame) -> bool:
        battle = battle_in(copy)
        to_the_end(copy, field_battle(copy, battle))
        return battle.winner is battle.attack

    outcomes = [
        (chance, won, copy.land_strength("mohacs", OTTOMAN), copy.land_strength("mohacs", HAPSBURG))
        for chance, copy, won in every_way(game, run)
    ]
    battle = attack_on(game, OTTOMAN, "mohacs", formation)
    battle.surprise = {"a": battle.attack, "d": battle.defence}.get(surprise)
    odds = field_battle_odds(game, battle)
    assert_same(odds, seen(outcomes, own, theirs))
    assert odds.attack_dice == own + (2 if leader else 0)
    assert odds.defence_dice == theirs + 1


def test_13_2_the_battle_after_an_interception(game: HisGame) -> None:
    """Who comes first defends: with the other's friends there, and with the die of the defender."""
    game.add_units("graz", HAPSBURG, regulars=3)
    game.add_units("vienna", HAPSBURG, regulars=1)
    game.add_units("mohacs", OTTOMAN, regulars=5)
    battle = battle_after_interception(
        game,
        HAPSBURG,
        army_at(game, "graz", HAPSBURG),
        OTTOMAN,
        army_at(game, "mohacs", OTTOMAN),
        "vienna",
    )
    odds = field_battle_odds(game, battle)
    assert (odds.attack_dice, odds.defence_dice) == (4, 5)  # no more than four without a leader (5.1)


@pytest.mark.parametrize(
    ("own", "inside", "leader"), [(6, 2, ""), (5, 0, ""), (3, 1, "suleiman"), (4, 3, "")]
)
def test_15_1_assault(game: HisGame, own: int, inside: int, leader: str) -> None:
    game.spaces["vienna"].sieges = {OTTOMAN: 0}
    game.add_units("vienna", OTTOMAN, regulars=own)
    game.add_units("vienna", HAPSBURG, regulars=inside)
    if leader:
        game.leaders[leader].place = "vienna"
    whole = army_at(game, "vienna", OTTOMAN)
    formation = Formation(whole.leaders, ((OTTOMAN, "regulars", min(own, 4)),))

    def run(copy: HisGame) -> bool:
        to_the_end(copy, assaults.storm(copy, assaults.prepare(copy, OTTOMAN, "vienna", formation)))
        return copy.controller("vienna") == OTTOMAN

    taken = sum(chance * won for chance, _, won in every_way(game, run))
    odds = storming(game, OTTOMAN, "vienna", formation)
    assert odds.wins == taken
    assert bool(taken) == (inside < 3)  # two dice do not kill three


@pytest.mark.parametrize("place", ["ionian_sea", "taranto"])
@pytest.mark.parametrize(("squadrons", "corsairs", "theirs"), [(1, 1, 1), (2, 0, 1), (0, 3, 2)])
def test_16_2_naval_combat(game: HisGame, place: str, squadrons: int, corsairs: int, theirs: int) -> None:
    """Up to the losses: a beaten fleet without a port may lose the rest in its retreat."""
    game.add_units(place, OTTOMAN, squadrons=squadrons, corsairs=corsairs)
    game.add_units(place, HAPSBURG, squadrons=theirs)

    def run(copy: HisGame) -> bool:
        combat = add_up_dice(copy, place, OTTOMAN, HAPSBURG)
        roll_dice(copy, combat)
        to_the_end(copy, take_casualties(copy, combat))
        return combat.winner == OTTOMAN

    outcomes = [
        (chance, won, ships_at(copy, place, OTTOMAN), ships_at(copy, place, HAPSBURG))
        for chance, copy, won in every_way(game, run)
    ]
    fleets = (fleet_at(game, place, power) for power in (OTTOMAN, HAPSBURG))
    odds = naval_combat_odds(game, place, *fleets)
    assert_same(odds, seen(outcomes, squadrons + corsairs, theirs))
    assert odds.defence_dice == 2 * theirs + (place == "taranto")


@pytest.mark.parametrize(("corsairs", "squadrons"), [(1, 0), (2, 1), (3, 2)])
def test_16_4_piracy(game: HisGame, corsairs: int, squadrons: int) -> None:
    game.add_units("tyrrhenian_sea", OTTOMAN, corsairs=corsairs)
    game.leaders["barbarossa"].place = "tyrrhenian_sea"
    game.add_units("naples", HAPSBURG, squadrons=squadrons)
    odds = piracy_odds(game, OTTOMAN, "tyrrhenian_sea", HAPSBURG)
    found: dict[int, Fraction] = {}
    lost = Fraction(0)
    for chance, copy, hit in every_way(
        game, lambda copy: to_the_end(copy, piracy(copy, OTTOMAN, "tyrrhenian_sea", HAPSBURG))
    ):
        found[hit] = found.get(hit, Fraction(0)) + chance
        lost += chance * (corsairs - copy.at("tyrrhenian_sea", OTTOMAN).corsairs)
    assert {n: chance for n, chance in enumerate(odds.hits) if chance} == found
    assert odds.corsairs_lost == lost
