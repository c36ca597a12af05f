"""Barbary Pirates and pirate havens: what cards 9 and 89 call (21.1)."""

from __future__ import annotations

import pytest

from rules.his.game import HisGame
from rules.his.invariants import problems
from rules.his.powers import OTHER_FAITH
from rules.his.war.havens import barbary_pirates, found_haven, haven_sites
from rules.war.state import WAR
from tests.war.driver import bare_game


@pytest.fixture
def game() -> HisGame:
    return bare_game()


def test_algiers_comes_into_play(game: HisGame) -> None:
    assert not game.in_play("algiers")
    assert game.closed_to("ottoman", "algiers")
    keys = len(game.keys_of("ottoman"))
    barbary_pirates(game)
    assert game.controller("algiers") == "ottoman"
    assert game.home_power("algiers") == "ottoman"
    assert game.spaces["algiers"].religion == OTHER_FAITH
    assert game.fortified("algiers")
    assert len(game.keys_of("ottoman")) == keys + 1
    assert game.at("algiers", "ottoman").regulars == 2
    assert game.at("algiers", "ottoman").corsairs == 2
    assert game.leaders["barbarossa"].place == "algiers"
    assert game.pirates
    assert not problems(game)


def test_units_for_want_of_counters_are_forfeited(game: HisGame) -> None:
    game.lost_ships["ottoman"] = {"squadrons": 8}
    barbary_pirates(game)
    assert game.at("algiers", "ottoman").corsairs == 1


def test_where_a_haven_may_be(game: HisGame) -> None:
    """Empty, of an enemy, after Barbary Pirates, with a fortified Ottoman port on the same sea."""
    game.set_relation("ottoman", "hapsburg", WAR)
    assert haven_sites(game) == []
    barbary_pirates(game)
    # Algiers lies on the Barbary Coast like Oran; Tripoli on the North African Coast.
    assert haven_sites(game) == ["oran"]
    game.spaces["rhodes"].control = "ottoman"
    assert haven_sites(game) == ["oran", "tripoli"]
    game.add_units("oran", "hapsburg", regulars=1)
    assert haven_sites(game) == ["tripoli"]
    game.set_relation("ottoman", "hapsburg", None)
    assert haven_sites(game) == []


def test_a_haven_is_an_ottoman_home_space_with_a_fortress(game: HisGame) -> None:
    game.set_relation("ottoman", "hapsburg", WAR)
    barbary_pirates(game)
    assert game.home_power("oran") == "hapsburg"
    found_haven(game, "oran")
    assert game.home_power("oran") == "ottoman"
    assert game.controller("oran") == "ottoman"
    assert game.fortified("oran")
    assert game.at("oran", "ottoman").regulars == 1
    assert game.at("oran", "ottoman").corsairs == 2
    assert not game.may_be_built("ottoman", "regulars", "oran")
    assert game.may_be_built("ottoman", "corsairs", "oran")
    assert not problems(game)


def test_a_lost_haven_may_be_won_back(game: HisGame) -> None:
    game.set_relation("ottoman", "hapsburg", WAR)
    barbary_pirates(game)
    found_haven(game, "oran")
    game.remove_units("oran", "ottoman", regulars=1, corsairs=2)
    game.spaces["oran"].control = "hapsburg"
    assert haven_sites(game) == ["oran"]
    found_haven(game, "oran")
    assert game.havens.count("oran") == 1
