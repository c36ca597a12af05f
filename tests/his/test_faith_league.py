"""The Schmalkaldic League (21.6), without the card that brings it."""

from __future__ import annotations

from rules.his.diplomacy.league import form_league, may_form, place_waiting_regulars
from rules.his.game import HisGame
from rules.his.powers import CATHOLIC, PROTESTANT_FAITH
from rules.war.state import ALLIED, WAR
from tests.his.faith_tools import drive, luther_in_wittenberg, turn

TWELVE = (
    *("wittenberg", "brandenburg", "leipzig", "magdeburg", "lubeck", "stettin"),
    *("hamburg", "bremen", "brunswick", "erfurt", "kassel", "zurich"),
)


def ready() -> HisGame:
    game = luther_in_wittenberg()
    game.turn = 2
    game.add_units("wittenberg", "protestant", regulars=2)
    turn(game, PROTESTANT_FAITH, *TWELVE)
    return game


def test_it_needs_turn_2_and_twelve_spaces_unrest_included() -> None:
    game = ready()
    game.spaces["leipzig"].unrest = True
    assert may_form(game)
    game.turn = 1
    assert not may_form(game)
    game.turn = 2
    turn(game, CATHOLIC, "zurich")
    assert not may_form(game)


def test_it_forms_once() -> None:
    game = ready()
    drive(form_league(game))
    assert game.faith.league
    assert not may_form(game)


def test_leaders_control_and_wars() -> None:
    game = ready()
    game.set_relation("papacy", "protestant", ALLIED)
    drive(form_league(game))
    assert game.leaders_at("wittenberg", "protestant") == ["john_frederick", "philip_of_hesse"]
    assert [space for space in TWELVE if game.controller(space) != "protestant"] == ["zurich"]
    assert game.controller("worms") == "hapsburg"
    assert game.relation("hapsburg", "protestant") == WAR
    assert game.relation("papacy", "protestant") == WAR


def test_without_regulars_on_the_map_the_leaders_go_to_an_electorate() -> None:
    game = ready()
    game.units.pop("wittenberg")
    turn(game, CATHOLIC, "brandenburg")
    drive(form_league(game))
    assert game.leaders["philip_of_hesse"].place == "wittenberg"


def test_removed_leaders_do_not_come() -> None:
    game = ready()
    game.leaders["philip_of_hesse"].removed = True
    drive(form_league(game))
    assert game.leaders["philip_of_hesse"].place is None


def test_waiting_regulars_need_faith_and_rule_afterwards() -> None:
    game = ready()
    game.faith.electorate_display = {"mainz": 1, "cologne": 1}
    turn(game, PROTESTANT_FAITH, "mainz", "cologne")
    game.faith.league = True
    game.spaces["mainz"].control = "protestant"
    place_waiting_regulars(game)
    assert game.at("mainz", "protestant").regulars == 1
    assert game.faith.electorate_display == {"cologne": 1}
