"""War at sea: the figures of combat and piracy, orders as convoys, and battles that a new war starts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from rules import Setup, load_rules
from rules.core import codec
from rules.core.errors import Illegal
from rules.core.flow import Procedure
from rules.his.game import HisGame
from rules.war.fleets import Fleet, combat_dice, fleet_at, fresh, near_by_sea
from rules.war.forces import Formation, mark
from rules.war.naval_combat import casualties, naval_combat, war_at_sea_breaks_out
from rules.war.naval_invariants import naval_problems
from rules.war.naval_moments import NavalCombat
from rules.war.naval_movement import AdmiralMove, Convoy, NavalOrders, ShipMove, check_naval_move
from rules.war.naval_options import naval_move_options
from rules.war.naval_questions import LoseShips
from rules.war.piracy import CARD, SQUADRON, VP, awards_open
from rules.war.state import WAR
from rules.war.transport import landing_in_reach


@pytest.fixture
def game() -> HisGame:
    """The map of 1532 without a unit, a leader, a card or a war."""
    game = load_rules("his").new_game(Setup("his", "1532"), "naval")
    game.units.clear()
    game.relations.clear()
    game.minor_allies.clear()
    for leader in game.leaders.values():
        leader.place = None
    game.phase = "action"
    game.impulse.power = "ottoman"
    return game


def play(procedure: Procedure[Any], *answers: Any) -> Iterator[str]:
    """Drive a procedure with these answers; yields the topics or kinds asked."""
    left = list(answers)
    try:
        asked = procedure.send(None)
        while True:
            assert isinstance(asked, tuple)
            yield getattr(asked[0], "topic", asked[0].kind)
            asked = procedure.send((left.pop(0),))
    except StopIteration:
        assert not left, f"answers too many: {left}"


def lay_dice(game: HisGame, *dice: int) -> None:
    game.dice.given_dice.extend(dice)
    game.dice.external = True


# ---- 16.2 figures


@pytest.mark.parametrize(
    ("squadrons", "corsairs", "hits", "lost", "squadrons_lost", "corsairs_lost"),
    [
        (3, 0, 0, True, 0, 0),
        (3, 0, 1, True, 1, 0),
        (3, 0, 1, False, 0, 0),
        (3, 0, 2, True, 1, 0),
        (3, 0, 3, True, 2, 0),
        (3, 0, 3, False, 1, 0),
        (1, 0, 9, True, 1, 0),
        (2, 1, 3, True, 1, 1),
        (2, 1, 3, False, 1, 1),
        (1, 3, 4, False, 1, 2),
        (0, 2, 1, True, 0, 1),
        (0, 2, 5, False, 0, 2),
        (2, 2, 4, True, 2, 0),
        (2, 1, 6, True, 2, 1),
    ],
)
def test_casualties(
    game: HisGame,
    squadrons: int,
    corsairs: int,
    hits: int,
    lost: bool,
    squadrons_lost: int,
    corsairs_lost: int,
) -> None:
    game.add_units("ionian_sea", "ottoman", squadrons=squadrons, corsairs=corsairs)
    found = casualties(game, "ionian_sea", "ottoman", hits, lost=lost)
    assert (found.warships, found.corsairs) == (squadrons_lost, corsairs_lost)


def test_combat_dice_count_all_ships_under_one_command_and_the_best_leader(game: HisGame) -> None:
    game.minor_allies["genoa"] = "hapsburg"
    game.add_units("ionian_sea", "hapsburg", squadrons=1)
    game.add_units("ionian_sea", "genoa", squadrons=1)
    game.add_units("ionian_sea", "france>hapsburg", squadrons=1)
    game.add_units("ionian_sea", "france", squadrons=2)
    game.leaders["andrea_doria"].place = "ionian_sea"
    assert combat_dice(game, "ionian_sea", "hapsburg") == 6 + 2
    assert combat_dice(game, "ionian_sea", "france") == 4
    assert fleet_at(game, "ionian_sea", "hapsburg") == Fleet(
        (("hapsburg", "squadrons", 1), ("genoa", "squadrons", 1), ("france>hapsburg", "squadrons", 1)),
        ("andrea_doria",),
    )


def test_more_dice_before_the_roll_wait_for_it_and_after_it_fall_at_once(game: HisGame) -> None:
    combat = NavalCombat("ionian_sea", "ottoman", "hapsburg", 4, 2)
    combat.more_dice(game, "defender", 2)
    assert (combat.defender_dice, combat.defender_hits) == (4, 0)
    combat.rolled = True
    lay_dice(game, 5, 6, 1, 2)
    combat.more_dice(game, "attacker", 4)
    assert (combat.attacker_dice, combat.attacker_hits) == (8, 2)
    assert combat.winner == "ottoman"
    assert combat.side("hapsburg") == "defender"
    assert combat.side("france") is None


def test_ways_to_lose_ships_begin_with_the_silent_one() -> None:
    question = LoseShips(
        "hapsburg", "ionian_sea", (("genoa", "squadrons", 1), ("hapsburg", "squadrons", 2)), 2
    )
    assert list(question.legal(None)) == [
        (("genoa", "squadrons", 1), ("hapsburg", "squadrons", 1)),
        (("hapsburg", "squadrons", 2),),
    ]
    assert question.default(None) == (("genoa", "squadrons", 1), ("hapsburg", "squadrons", 1))
    for answer in question.legal(None):
        question.check(None, answer)
        stored = codec.dump(answer, question.answer_type())
        assert codec.load(stored, question.answer_type()) == answer
    with pytest.raises(Illegal):
        question.check(None, (("genoa", "squadrons", 2),))


# ---- 16.1


def test_orders_by_routes() -> None:
    orders = NavalOrders(
        (
            ShipMove("tunis", "ottoman", "squadrons", 2, "barbary_coast"),
            ShipMove("athens", "ottoman", "squadrons", 1, "aegean_sea"),
            ShipMove("tunis", "ottoman", "corsairs", 1, "barbary_coast"),
        ),
        (AdmiralMove("barbarossa", "tunis", "barbary_coast"),),
    )
    both = Fleet((("ottoman", "squadrons", 2), ("ottoman", "corsairs", 1)), ("barbarossa",))
    assert orders.convoys() == [
        Convoy("tunis", "barbary_coast", both),
        Convoy("athens", "aegean_sea", Fleet((("ottoman", "squadrons", 1),))),
    ]


def test_beaten_ships_are_not_fresh(game: HisGame) -> None:
    game.add_units("ionian_sea", "ottoman", squadrons=3)
    mark(game.campaign.beaten_ships, "ionian_sea", [("ottoman", "squadrons", 2)])
    assert fresh(game, "ionian_sea", "ottoman", "squadrons") == 1
    assert fresh(game, "ionian_sea", "ottoman", "corsairs") == 0


def test_adjacency_goes_both_ways(game: HisGame) -> None:
    board = game.board
    places = [*board.zones, *(space.id for space in board.spaces.values() if space.is_port)]
    for place in places:
        for near in near_by_sea(game, place):
            assert place in near_by_sea(game, near), (place, near)
    assert near_by_sea(game, "black_sea") == ("istanbul", "varna")


def test_options_pass_their_own_check(game: HisGame) -> None:
    game.set_relation("ottoman", "hapsburg", WAR)
    game.add_units("algiers", "ottoman", squadrons=1, corsairs=2)
    game.add_units("ionian_sea", "ottoman", squadrons=2)
    game.add_units("messina", "hapsburg", squadrons=1)
    game.leaders["barbarossa"].place = "algiers"
    found = list(naval_move_options(game, "ottoman"))
    assert len(found) > 5
    for orders in found:
        check_naval_move(game, "ottoman", orders)
    attacks = [orders for orders in found if any(move.to == "messina" for move in orders.ships)]
    assert attacks


# ---- 9.6 war breaks out


def new_war(game: HisGame, ottoman: int, hapsburg: int) -> None:
    game.set_relation("ottoman", "hapsburg", WAR)
    game.add_units("ionian_sea", "ottoman", squadrons=ottoman)
    game.add_units("ionian_sea", "hapsburg", squadrons=hapsburg)


def test_new_enemies_fight_at_once_and_the_loser_retreats(game: HisGame) -> None:
    new_war(game, 2, 2)
    lay_dice(game, 5, 5, 1, 1, 1, 1, 1, 1)
    asked = list(play(war_at_sea_breaks_out(game, "hapsburg", "ottoman"), "messina"))
    assert asked == ["naval_retreat"]
    assert game.at("ionian_sea", "ottoman").squadrons == 2
    assert game.at("messina", "hapsburg").squadrons == 1


def test_equal_hits_make_both_retreat(game: HisGame) -> None:
    new_war(game, 2, 2)
    lay_dice(game, 5, 1, 1, 1, 5, 1, 1, 1)
    procedure = war_at_sea_breaks_out(game, "hapsburg", "ottoman")
    # The active power attacks, though named second; it loses the tie and its odd hit, and leaves first.
    assert list(play(procedure, "adriatic_sea", "messina")) == ["naval_retreat", "naval_retreat"]
    assert game.at("adriatic_sea", "ottoman").squadrons == 1
    assert game.at("messina", "hapsburg").squadrons == 2
    assert not game.units.get("ionian_sea")


def test_after_equal_hits_the_second_does_not_follow_the_first(game: HisGame) -> None:
    new_war(game, 2, 2)
    lay_dice(game, 1, 1, 1, 1, 1, 1, 1, 1)
    procedure = war_at_sea_breaks_out(game, "ottoman", "hapsburg")
    asked = procedure.send(None)
    assert "adriatic_sea" in asked[0].options
    asked = procedure.send(("adriatic_sea",))
    assert asked[0].power == "hapsburg"
    assert "adriatic_sea" not in asked[0].options
    procedure.close()


def test_an_ordinary_tie_moves_the_attacker_only(game: HisGame) -> None:
    new_war(game, 2, 2)
    lay_dice(game, 1, 1, 1, 1, 1, 1, 1, 1)
    assert list(play(naval_combat(game, "ionian_sea", "ottoman", "hapsburg"), "coron")) == ["naval_retreat"]
    assert game.at("coron", "ottoman").squadrons == 2
    assert game.at("ionian_sea", "hapsburg").squadrons == 2


def test_several_zones_in_the_order_that_the_active_power_likes(game: HisGame) -> None:
    new_war(game, 1, 1)
    game.add_units("tyrrhenian_sea", "ottoman", squadrons=1)
    game.add_units("tyrrhenian_sea", "hapsburg", squadrons=1)
    lay_dice(game, 5, 5, 1, 1, 5, 5, 1, 1)
    asked = list(play(war_at_sea_breaks_out(game, "ottoman", "hapsburg"), "tyrrhenian_sea"))
    assert asked == ["naval_combat_place"]
    assert not game.count_on_map("hapsburg", "squadrons")


def test_peaceful_neighbours_and_ports_stay_out_of_it(game: HisGame) -> None:
    game.set_relation("ottoman", "hapsburg", WAR)
    game.add_units("ionian_sea", "ottoman", squadrons=1)
    game.add_units("messina", "hapsburg", squadrons=1)
    assert list(play(war_at_sea_breaks_out(game, "ottoman", "hapsburg"))) == []


# ---- 16.3 and 16.4


def test_a_landing_must_stay_in_reach(game: HisGame) -> None:
    troops = Formation((), (("hapsburg", "regulars", 2),))
    game.add_units("barcelona", "hapsburg", regulars=2)
    game.add_units("tyrrhenian_sea", "hapsburg", squadrons=1)
    assert not landing_in_reach(game, "hapsburg", "barcelona", "gulf_of_lyon", troops, 0)
    assert landing_in_reach(game, "hapsburg", "barcelona", "gulf_of_lyon", troops, 1)
    for port in game.board.ports_of("gulf_of_lyon"):
        game.spaces[port].control = "france"
    assert not landing_in_reach(game, "hapsburg", "barcelona", "gulf_of_lyon", troops, 1)
    assert landing_in_reach(game, "hapsburg", "barcelona", "gulf_of_lyon", troops, 2)


def test_awards_are_spread_evenly(game: HisGame) -> None:
    game.cards.hands["hapsburg"] = [31, 32]
    game.add_units("messina", "hapsburg", squadrons=1)
    nothing = {VP: 0, CARD: 0, SQUADRON: 0}
    assert awards_open(game, "ottoman", "ionian_sea", "hapsburg", nothing) == (VP, CARD, SQUADRON)
    assert awards_open(game, "ottoman", "ionian_sea", "hapsburg", {**nothing, VP: 1}) == (CARD, SQUADRON)
    assert awards_open(game, "ottoman", "ionian_sea", "hapsburg", {VP: 1, CARD: 1, SQUADRON: 0}) == (
        SQUADRON,
    )
    assert awards_open(game, "ottoman", "ionian_sea", "hapsburg", {VP: 1, CARD: 1, SQUADRON: 1}) == (
        VP,
        CARD,
        SQUADRON,
    )
    game.piracy_vp = 10
    assert awards_open(game, "ottoman", "ionian_sea", "hapsburg", nothing) == (CARD, SQUADRON)
    game.cards.hands["hapsburg"] = [2]
    assert awards_open(game, "ottoman", "ionian_sea", "hapsburg", nothing) == (SQUADRON,)
    game.units.clear()
    assert awards_open(game, "ottoman", "ionian_sea", "hapsburg", nothing) == ()


def test_a_card_won_by_piracy_waits_for_a_future_impulse(game: HisGame) -> None:
    game.hold_back(34)
    assert game.held_back() == [34]


def test_invariants_can_fail(game: HisGame) -> None:
    assert not list(naval_problems(game))
    game.add_units("paris", "france", squadrons=1)
    game.add_units("atlantic_ocean", "genoa", squadrons=1)
    game.leaders["barbarossa"].place = "ionian_sea"
    assert len(list(naval_problems(game))) == 3
