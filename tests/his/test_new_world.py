"""Voyages, colonies and riches: the functions that cards call (20)."""

from __future__ import annotations

import pytest

from rules import load_rules
from rules.core.errors import Illegal
from rules.core.log import Setup
from rules.his.game import HisGame
from rules.his.new_world import voyages
from rules.his.new_world.phase import first_unclaimed, numbered_discoveries
from rules.his.powers import ENGLAND, FRANCE, HAPSBURG, OTTOMAN


@pytest.fixture
def game() -> HisGame:
    new: HisGame = load_rules("his").new_game(Setup("his", "1517"), "new world")
    new.turn, new.phase = 2, "action"
    new.new_world.crossing.clear()
    return new


def test_the_next_discovery_is_the_one_below(game: HisGame) -> None:
    numbered = numbered_discoveries(game)
    assert numbered == ["st_lawrence", "great_lakes", "mississippi"]
    assert first_unclaimed(game, numbered, "mississippi") == "mississippi"
    game.new_world.claimed = {"mississippi": FRANCE, "great_lakes": FRANCE}
    assert first_unclaimed(game, numbered, "mississippi") == "st_lawrence"
    assert first_unclaimed(game, numbered, "great_lakes") == "st_lawrence"
    game.new_world.claimed = {"st_lawrence": FRANCE}
    assert first_unclaimed(game, numbered, "st_lawrence") is None


def test_only_three_powers_sail(game: HisGame) -> None:
    for check in (
        voyages.check_colony,
        voyages.check_exploration,
        voyages.check_conquest,
        voyages.check_cabot,
    ):
        with pytest.raises(Illegal, match=r"voyage\.three_powers"):
            check(game, OTTOMAN)


def test_a_voyage_called_off_is_used_up_but_the_explorers_stay(game: HisGame) -> None:
    voyages.launch_exploration(game, FRANCE)
    (voyage,) = voyages.voyages_underway(game, voyages.EXPLORATION)
    voyages.call_off(game, voyage)
    assert voyages.voyages_underway(game, voyages.EXPLORATION) == []
    with pytest.raises(Illegal, match=r"voyage\.explored_already"):
        voyages.check_exploration(game, FRANCE)
    assert len(game.new_world.explorers[FRANCE]) == 3
    voyages.check_conquest(game, FRANCE)


def test_cabot_sails_once_for_each_power(game: HisGame) -> None:
    game.cards.deck.remove(voyages.CABOT_CARD)
    game.cards.in_play.append(voyages.CABOT_CARD)
    voyages.launch_cabot(game, ENGLAND)
    assert game.stays_on_table(voyages.CABOT_CARD)
    with pytest.raises(Illegal, match=r"voyage\.cabot_before"):
        voyages.check_cabot(game, ENGLAND)
    voyages.check_cabot(game, FRANCE)
    voyages.check_exploration(game, ENGLAND)


def test_a_cabot_called_off_may_sail_later(game: HisGame) -> None:
    game.cards.deck.remove(voyages.CABOT_CARD)
    game.cards.in_play.append(voyages.CABOT_CARD)
    voyages.launch_cabot(game, ENGLAND)
    voyages.call_off(game, game.new_world.crossing[0])
    voyages.check_cabot(game, ENGLAND)
    voyages.check_exploration(game, ENGLAND)
    assert voyages.CABOT_CARD in game.cards.discards
    assert not game.stays_on_table(voyages.CABOT_CARD)


def test_potosi_takes_a_box_and_a_marker(game: HisGame) -> None:
    voyages.send_colony(game, ENGLAND)
    (colony,) = [voyage.figure for voyage in game.new_world.crossing]
    assert colony is not None
    assert voyages.has_free_colony_box(game, ENGLAND)
    voyages.place_potosi(game, ENGLAND, colony)
    assert game.new_world.crossing == []
    assert game.new_world.colonies[ENGLAND] == ["potosi"]
    with pytest.raises(Illegal, match=r"voyage\.colonized_already"):
        voyages.check_colony(game, ENGLAND)
    assert len(voyages.colonies_left(game, ENGLAND)) == 1


def test_potosi_instead_of_a_colony_that_stands(game: HisGame) -> None:
    game.new_world.colonies[HAPSBURG] = ["cuba", "hispaniola"]
    voyages.place_potosi(game, HAPSBURG, "cuba")
    assert game.new_world.colonies[HAPSBURG] == ["hispaniola", "potosi"]
    assert voyages.colonies_left(game, HAPSBURG) == ["puerto_rico"]
    voyages.send_colony(game, HAPSBURG)
    assert not voyages.colonies_left(game, HAPSBURG)


def test_governor_and_uprising_are_one_marker(game: HisGame) -> None:
    voyages.place_governor(game, FRANCE)
    voyages.place_uprising(game, ENGLAND)
    assert (game.new_world.governor, game.new_world.uprising) == (None, ENGLAND)
    voyages.place_governor(game, ENGLAND)
    assert (game.new_world.governor, game.new_world.uprising) == (ENGLAND, None)


def test_the_fountain_takes_an_explorer(game: HisGame) -> None:
    lost = voyages.lose_random_explorer(game, ENGLAND)
    assert lost is not None
    assert len(game.new_world.explorers[ENGLAND]) == 2
    assert lost not in game.new_world.explorers[ENGLAND]
    game.new_world.explorers[ENGLAND].clear()
    assert voyages.lose_random_explorer(game, ENGLAND) is None


@pytest.mark.parametrize(
    ("column", "letters"),
    [
        ("inca", "DDDDCGCCCCC"),
        ("aztec", "DDDDNGCCCCC"),
        ("maya", "DDDDDGCCCCC"),
        ("potosi", "EENNNGCCCCC"),
        ("colony", "EEENNNGCCCC"),
    ],
)
def test_every_entry_of_the_riches_table(game: HisGame, column: str, letters: str) -> None:
    table = game.data.tables.new_world
    assert "".join(table.riches_result(column, total) for total in range(2, 13)) == letters
    assert table.riches_result(column, 13) == letters[-1]
