"""War where this game differs, computed from the procedures (15.1, 16, 20.10, 23.2, 24.6)."""

from __future__ import annotations

import pytest

from rules.core.errors import Illegal
from rules.vq.diplomacy.league import league_is_due
from rules.vq.diplomacy.minors import contest
from rules.vq.faith.actions import SuppressHeresy
from rules.vq.game import VqGame
from rules.vq.powers import ENGLAND, FRANCE, OTTOMAN, PROTESTANT, SCOTLAND, SPAIN
from rules.vq.victory import religious_winner
from rules.vq.war.naval_actions import PirateAtSea, SailEverywhere
from rules.war.assault import check_assault
from rules.war.control import has_loc
from rules.war.fleets import combat_dice
from rules.war.forces import Formation
from rules.war.movement import check_move
from rules.war.naval_combat import casualties
from rules.war.state import WAR
from rules.war.transport import check_transport
from tests.vq.driver import answer, clear_map, in_impulse, position, start


@pytest.fixture
def game() -> VqGame:
    found = position()
    clear_map(found)
    return found


def test_16_2_race_built_galleons_ignore_fives(game: VqGame) -> None:
    """D1: England loses the battle 2:3, ignores both fives, and loses one ship instead of two."""
    game.set_relation(ENGLAND, SPAIN, WAR)
    game.add_units("portsmouth", ENGLAND, race_built=2)
    game.add_units("english_channel", SPAIN, galleons=2)
    game.leaders["howard"].place = "portsmouth"
    engine = in_impulse(game, ENGLAND, 1)
    moves = [option for option in SailEverywhere.options(engine.game, ENGLAND) if len(option.leaders) == 1]
    move = next(o for o in moves if o.ships[0].to == "english_channel" and o.ships[0].count == 2)
    answer(engine, ENGLAND, move, dice=(5, 6, 2, 1, 3, 5, 5, 6, 1))
    while engine.open and "none" in getattr(next(iter(engine.open.values())), "options", ()):
        power = next(iter(engine.open))
        answer(engine, power, "none")
    after = engine.game
    assert not after.dice.given_dice
    assert sum(units.race_built for _place, units in after.places_of(ENGLAND)) == 1
    assert after.at("english_channel", SPAIN).galleons == 1


def test_16_2_corsairs_die_after_galleys(game: VqGame) -> None:
    """D2: three hits on a galley and two corsairs: the galley and one corsair; one hit: one corsair."""
    game.add_units("ionian_sea", OTTOMAN, galleys=1, corsairs=2)
    won = casualties(game, "ionian_sea", OTTOMAN, 3, lost=False)
    assert (won.warships, won.corsairs) == (1, 1)
    lost = casualties(game, "ionian_sea", OTTOMAN, 1, lost=True)
    assert (lost.warships, lost.corsairs) == (0, 1)


@pytest.mark.parametrize(("place", "dice"), [("gulf_of_lyon", 2), ("corunna", 2), ("bay_of_biscay", 1)])
def test_16_2_galleys_are_weak_in_the_atlantic(game: VqGame, place: str, dice: int) -> None:
    """D3: a galley has one die in an Atlantic sea zone, else two."""
    game.add_units(place, OTTOMAN, galleys=1)
    assert combat_dice(game, place, OTTOMAN) == dice


@pytest.mark.parametrize(("hits", "lost", "steps", "aboard"), [(3, True, 1, 2), (3, False, 2, 4)])
def test_23_2_the_armada_loses_steps(game: VqGame, hits: int, lost: bool, steps: int, aboard: int) -> None:
    """D4: three hits cost a loser two steps, a winner one; who finds no room aboard drowns."""
    game.add_units("english_channel", SPAIN, armada=3)
    game.lasting.aboard.regulars = 5
    found = casualties(game, "english_channel", SPAIN, hits, lost=lost)
    game.lose_ships("english_channel", SPAIN, armada=found.warships)
    assert game.at("english_channel", SPAIN).armada == steps
    assert game.lasting.aboard.size == aboard


def test_16_4_pirates_without_war_use_corsairs_alone(game: VqGame) -> None:
    """D5: three dice against two corsairs; both die, and Dragut waits for the next turn."""
    game.add_units("gulf_of_lyon", OTTOMAN, corsairs=2)
    game.leaders["dragut"].place = "gulf_of_lyon"
    game.add_units("gulf_of_lyon", FRANCE, galleys=1)
    game.add_units("marseille", FRANCE, galleys=1)
    engine = in_impulse(game, OTTOMAN, 2)
    answer(engine, OTTOMAN, PirateAtSea("gulf_of_lyon", FRANCE), dice=(6, 1, 5))
    assert not engine.game.at("gulf_of_lyon", OTTOMAN).ships
    assert engine.game.leaders["dragut"].returns == 2
    assert not engine.game.dice.given_dice


def test_24_6_ties_go_to_the_earlier_power() -> None:
    """D7: England 1 + 6, France 2 + 2 + 3 for the faith of Scotland, the Protestant 2."""
    game = position()
    game.influence.steps[SCOTLAND] = {ENGLAND: 1, FRANCE: 2}
    for space in game.home_spaces(SCOTLAND):
        game.spaces[space].religion = "protestant" if space == "edinburgh" else "catholic"
    game.dice.given_dice = [6, 3, 2]
    assert contest(game, SCOTLAND, [ENGLAND, FRANCE, PROTESTANT]) == [ENGLAND, FRANCE, PROTESTANT]


def test_20_10_the_league_forms_at_twelve() -> None:
    """D8: two keys, seven French home spaces, and a five."""
    game = position("tournament")
    homes = [s for s in game.in_area("france") if game.home_power(s) == FRANCE]
    for space in homes:
        game.spaces[space].control = FRANCE
    keys = [space for space in homes if game.board.spaces[space].is_key][:2]
    others = [space for space in homes if not game.board.spaces[space].is_key][:5]
    for space in (*keys, *others):
        game.spaces[space].control = PROTESTANT
    game.dice.given_dice = [5]
    assert league_is_due(game)
    game.dice.given_dice = [4]
    assert not league_is_due(game)


def test_16_7_antwerp_is_supplied_by_flushing(game: VqGame) -> None:
    """D10: no assault while the besieged hold Flushing, unless the besieger has ships in the North Sea."""
    game.set_relation(SPAIN, PROTESTANT, WAR)
    game.spaces["antwerp"].control = game.spaces["flushing"].control = PROTESTANT
    game.add_units("antwerp", SPAIN, regulars=3)
    game.add_units("antwerp", "dutch", regulars=1)
    game.impulse_number = 5
    game.spaces["antwerp"].sieges[SPAIN] = 1
    formation = Formation((), ((SPAIN, "regulars", 3),))
    assert has_loc(game, SPAIN, "antwerp")
    with pytest.raises(Illegal, match=r"assault\.inland_port"):
        check_assault(game, SPAIN, "antwerp", formation)
    game.add_units("north_sea", SPAIN, galleons=1)
    check_assault(game, SPAIN, "antwerp", formation)


def test_2_5_waterways_are_for_who_holds_the_port(game: VqGame) -> None:
    game.set_relation(SPAIN, PROTESTANT, WAR)
    game.spaces["flushing"].control = PROTESTANT
    game.add_units("antwerp", SPAIN, regulars=1)
    game.add_units("flushing", "dutch", regulars=1)
    with pytest.raises(Illegal, match=r"movement\.waterway"):
        check_move(game, SPAIN, "antwerp", "flushing", Formation((), ((SPAIN, "regulars", 1),)))
    check_move(game, PROTESTANT, "flushing", "antwerp", Formation((), (("dutch", "regulars", 1),)))


def test_16_7_transport_from_antwerp_needs_flushing(game: VqGame) -> None:
    game.add_units("antwerp", SPAIN, regulars=2)
    game.add_units("north_sea", SPAIN, galleons=1)
    formation = Formation((), ((SPAIN, "regulars", 2),))
    game.impulse.power, game.impulse.cp = SPAIN, 3
    check_transport(game, SPAIN, "antwerp", "north_sea", formation)
    assert "rotterdam" in game.landing_ports(SPAIN, "north_sea")
    game.spaces["flushing"].control = PROTESTANT
    with pytest.raises(Illegal, match=r"transport\.no_port"):
        check_transport(game, SPAIN, "antwerp", "north_sea", formation)


def test_18_1_the_last_space_of_a_faith_stays() -> None:
    """D11: with one Protestant space left in Scotland France may not suppress heresy there."""
    game = position()
    for space in game.in_area("scotland"):
        game.spaces[space].religion = "protestant" if space == "edinburgh" else "catholic"
    with pytest.raises(Illegal, match=r"faith\.core_presence"):
        SuppressHeresy("scotland").check(game, FRANCE)


def test_25_1_unrest_counts_towards_the_catholic_victory() -> None:
    """D13: of ten Protestant spaces one falls into unrest: nine are left."""
    game = position()
    areas = [space for space in game.spaces if game.printed(space).area]
    for space in areas:
        game.spaces[space].religion = "catholic"
    chosen = [s for s in areas if game.printed(s).area == "england"][:6]
    chosen += [s for s in areas if game.printed(s).area == "france"][:4]
    for space in chosen:
        game.spaces[space].religion = "protestant"
    assert religious_winner(game) is None
    game.spaces[chosen[0]].unrest = True
    assert religious_winner(game) == SPAIN


def test_20_2_and_20_7_treasures_in_winter() -> None:
    """D14: what Spain holds is lost, then its row comes to its hand."""
    game = position()
    clear_map(game)
    game.phase = "winter"
    game.treasures.hands[SPAIN] = [game.treasures.pool.pop()]
    game.treasures.spain = [game.treasures.pool.pop() for _ in range(3)]
    row = sorted(game.treasures.spain)
    engine = start(game)
    while engine.game.phase == "winter" and engine.open:
        power = next(iter(engine.waiting()))
        answer(engine, power, engine.question(power).default(engine.game))
    assert sorted(engine.game.treasures.hands[SPAIN]) == row
