"""Dice and odds of Reformation and Counter Reformation attempts (18.2 to 18.4)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rules.his.faith.odds import (
    LANGUAGE_ZONES,
    Grant,
    Terms,
    attacker_dice,
    best_target,
    chance,
    connected,
    defender_dice,
    faith_of_troops,
    odds,
    targets,
    terms,
)
from rules.his.game import HisGame
from rules.his.powers import CATHOLIC, OTHER_FAITH, PROTESTANT_FAITH
from tests.his.faith_tools import position, turn

THESES = Grant(PROTESTANT_FAITH, ("german",), "theses", extra_dice=1)
EVERYWHERE = Grant(CATHOLIC, LANGUAGE_ZONES, "card_11")


@pytest.fixture
def after_brandenburg() -> HisGame:
    """The printed example of 18.3: Wittenberg and Brandenburg are Protestant, with their regulars."""
    game = position()
    game.faith.reformers["luther"].entered = True
    turn(game, PROTESTANT_FAITH, "wittenberg", "brandenburg")
    game.add_units("wittenberg", "protestant", regulars=2)
    game.add_units("brandenburg", "protestant", regulars=1)
    return game


@pytest.mark.parametrize(
    ("space", "protestant", "papal", "ties"),
    [
        ("lubeck", 3, 3, True),
        ("stettin", 3, 1, True),
        ("breslau", 6, 1, False),
        ("prague", 4, 5, False),
        ("leipzig", 4, 4, True),
        ("magdeburg", 6, 3, True),
    ],
)
def test_18_3_example(
    after_brandenburg: HisGame, space: str, protestant: int, papal: int, ties: bool
) -> None:
    assert attacker_dice(after_brandenburg, THESES, space) == protestant
    assert defender_dice(after_brandenburg, PROTESTANT_FAITH, space) == papal
    conditions = terms(after_brandenburg, THESES, space)
    assert conditions == Terms(0, 6 if ties else None, ties)


def test_18_3_example_names_all_targets(after_brandenburg: HisGame) -> None:
    found = targets(after_brandenburg, PROTESTANT_FAITH)
    assert found == ["breslau", "leipzig", "lubeck", "magdeburg", "prague", "stettin"]
    assert best_target(after_brandenburg, THESES, found) == "magdeburg"


def test_chance_is_exact() -> None:
    even = Terms(0, None, False)
    assert chance(1, 1, even) == Fraction(15, 36)
    assert chance(1, 1, Terms(0, None, True)) == Fraction(21, 36)
    assert chance(1, 1, Terms(0, 6, True)) == Fraction(21, 36)
    assert chance(1, 2, Terms(0, 6, False)) == Fraction(1, 6) + Fraction(1 + 4 + 9 + 16, 36 * 6)
    assert chance(1, 1, Terms(1, 6, True)) == Fraction(2, 6) + Fraction(2 + 3 + 4 + 5, 36)
    assert chance(1, 1, Terms(-1, 6, True)) == Fraction(0 + 1 + 2 + 3 + 4 + 5, 36)


def test_chance_agrees_with_counting_every_roll() -> None:
    for conditions in (Terms(0, 6, True), Terms(0, None, False), Terms(1, 6, True), Terms(-1, None, False)):
        won = 0
        for a in range(1, 7):
            for b in range(1, 7):
                for c in range(1, 7):
                    best = max(a, b) + conditions.modifier
                    outright = conditions.automatic is not None and best >= conditions.automatic
                    won += outright or best > c or (best == c and conditions.wins_ties)
        assert chance(2, 1, conditions) == Fraction(won, 216)


# ---- what counts, and what does not


def test_passes_connect_but_give_no_dice() -> None:
    game = position()
    turn(game, PROTESTANT_FAITH, "innsbruck")
    assert connected(game, PROTESTANT_FAITH, "trent")
    assert attacker_dice(game, Grant(PROTESTANT_FAITH, ("german",), "treatise"), "trent") == 1
    game.add_units("innsbruck", "protestant", regulars=3)
    assert attacker_dice(game, Grant(PROTESTANT_FAITH, ("german",), "treatise"), "trent") == 1


def test_unrest_next_door_counts_for_nobody(after_brandenburg: HisGame) -> None:
    after_brandenburg.spaces["wittenberg"].unrest = True
    assert attacker_dice(after_brandenburg, THESES, "magdeburg") == 3  # Brandenburg, its stack, the Theses
    after_brandenburg.spaces["lubeck"].unrest = True
    assert defender_dice(after_brandenburg, PROTESTANT_FAITH, "magdeburg") == 2
    assert targets(after_brandenburg, PROTESTANT_FAITH) == ["breslau", "lubeck", "magdeburg", "stettin"]


def test_a_space_in_unrest_may_be_tried(after_brandenburg: HisGame) -> None:
    after_brandenburg.spaces["magdeburg"].unrest = True
    assert "magdeburg" in targets(after_brandenburg, PROTESTANT_FAITH)
    assert attacker_dice(after_brandenburg, THESES, "magdeburg") == 6


def test_ports_connect_across_a_sea() -> None:
    game = position()
    turn(game, PROTESTANT_FAITH, "hamburg")
    found = targets(game, PROTESTANT_FAITH)
    by_land = {"bremen", "brunswick", "lubeck"}
    by_sea = {"amsterdam", "antwerp", "berwick", "bremen", "calais", "edinburgh", "london", "norwich"}
    assert found == sorted(by_land | by_sea)
    game.spaces["hamburg"].unrest = True  # unrest cuts the roads, not the sea
    assert "brunswick" not in targets(game, PROTESTANT_FAITH)
    assert "london" in targets(game, PROTESTANT_FAITH)


def test_a_reformer_or_a_university_makes_a_space_a_target() -> None:
    game = position()
    assert "geneva" not in targets(game, PROTESTANT_FAITH)
    game.faith.reformers["calvin"].entered = True
    assert "geneva" in targets(game, PROTESTANT_FAITH)
    game.faith.reformers["calvin"].away = True
    assert "geneva" not in targets(game, PROTESTANT_FAITH)
    turn(game, PROTESTANT_FAITH, *game.spaces)
    assert not targets(game, CATHOLIC)
    game.spaces["trier"].university = True
    assert targets(game, CATHOLIC) == ["trier"]


def test_ottoman_homes_and_algiers_are_no_targets() -> None:
    game = position()
    turn(game, PROTESTANT_FAITH, "belgrade", "oran")
    found = targets(game, PROTESTANT_FAITH)
    assert "nezh" not in found
    assert game.spaces["nezh"].religion == OTHER_FAITH
    assert "algiers" not in found
    assert "cartagena" in found


@pytest.mark.parametrize(
    ("ruler", "camp"),
    [
        ("henry_viii", None),
        ("edward_vi", PROTESTANT_FAITH),
        ("mary_i", CATHOLIC),
        ("elizabeth_i", PROTESTANT_FAITH),
    ],
)
def test_18_2_english_and_scottish_troops(ruler: str, camp: str | None) -> None:
    game = position()
    game.rulers["england"] = ruler
    assert faith_of_troops(game, "england") == camp
    assert faith_of_troops(game, "scotland") == CATHOLIC
    game.minor_allies["scotland"] = "france"
    assert faith_of_troops(game, "scotland") == CATHOLIC
    game.minor_allies["scotland"] = "england"
    assert faith_of_troops(game, "scotland") == camp


def test_18_2_other_troops() -> None:
    game = position()
    assert faith_of_troops(game, "ottoman") is None
    assert faith_of_troops(game, "protestant") == PROTESTANT_FAITH
    for nation in (
        *("papacy", "hapsburg", "france", "genoa", "hungary", "venice", "scotland"),
        *("independent", "knights_of_st_john"),
    ):
        assert faith_of_troops(game, nation) == CATHOLIC


def test_a_stack_counts_once_however_large() -> None:
    game = position()
    turn(game, PROTESTANT_FAITH, "nuremberg")
    before = defender_dice(game, PROTESTANT_FAITH, "regensburg")
    game.add_units("regensburg", "hapsburg", regulars=1)
    assert defender_dice(game, PROTESTANT_FAITH, "regensburg") == before + 2
    game.add_units("regensburg", "hapsburg", regulars=5, mercenaries=4)
    game.add_units("regensburg", "papacy", regulars=2)
    assert defender_dice(game, PROTESTANT_FAITH, "regensburg") == before + 2


def test_ships_are_no_stack() -> None:
    game = position()
    turn(game, PROTESTANT_FAITH, "hamburg")
    before = defender_dice(game, PROTESTANT_FAITH, "bremen")
    game.add_units("bremen", "hapsburg", squadrons=2)
    assert defender_dice(game, PROTESTANT_FAITH, "bremen") == before


def test_universities_help_the_papacy() -> None:
    game = position()
    turn(game, PROTESTANT_FAITH, "nuremberg")
    assert defender_dice(game, PROTESTANT_FAITH, "regensburg") == 3
    game.spaces["linz"].university = True
    assert defender_dice(game, PROTESTANT_FAITH, "regensburg") == 4
    game.spaces["regensburg"].university = True
    assert defender_dice(game, PROTESTANT_FAITH, "regensburg") == 6
    assert attacker_dice(game, EVERYWHERE, "nuremberg") == 7  # six Catholic neighbours, one university


def test_at_least_one_die_on_both_sides() -> None:
    game = position()
    turn(game, PROTESTANT_FAITH, *game.spaces)
    turn(game, CATHOLIC, "norwich")
    turn(game, OTHER_FAITH, "london")
    assert attacker_dice(game, Grant(PROTESTANT_FAITH, (), "x"), "norwich") == 1
    assert defender_dice(game, PROTESTANT_FAITH, "norwich") == 1


@pytest.mark.parametrize("pope", ["leo_x", "clement_vii", "paul_iii", "julius_iii"])
def test_18_4_two_popes_win_ties_and_sixes_in_the_zone(pope: str) -> None:
    game = position()
    game.rulers["papacy"] = pope
    favoured = pope in ("paul_iii", "julius_iii")
    german = Grant(CATHOLIC, ("german",), "burn_books")
    assert terms(game, german, "worms") == Terms(0, 6 if favoured else None, favoured)
    assert terms(game, german, "metz") == Terms(0, None, False)
    game.this_turn.append("augsburg_confession")
    assert terms(game, german, "worms").modifier == -1
    assert terms(game, german, "metz").modifier == -1


def test_18_3_modifier_only_in_the_target_zone() -> None:
    game = position()
    bible = Grant(PROTESTANT_FAITH, ("french",), "full_bible", modifier=1)
    assert terms(game, bible, "metz") == Terms(1, 6, True)
    assert terms(game, bible, "trier") == Terms(0, None, False)
    everywhere = Grant(PROTESTANT_FAITH, LANGUAGE_ZONES, "card_90")
    assert terms(game, everywhere, "breslau") == Terms(0, None, False)  # outside all zones


def test_printing_press_gives_a_die_to_the_reformation_only(after_brandenburg: HisGame) -> None:
    after_brandenburg.this_turn.append("printing_press")
    assert attacker_dice(after_brandenburg, THESES, "magdeburg") == 7
    assert attacker_dice(after_brandenburg, EVERYWHERE, "brandenburg") == 4
    assert odds(after_brandenburg, THESES, "magdeburg") > Fraction(5, 6)
