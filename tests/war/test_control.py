"""Lines of communication with limits, displacement and routes (12.1, 12.5)."""

from __future__ import annotations

import pytest

from rules.core.reasons import Reason
from rules.his.game import HisGame
from rules.war.control import change_control, has_loc, may_be_stirred
from rules.war.displacement import displace, refuges
from rules.war.routes import nearest_by_sea, sea_steps_from, steps_from
from rules.war.state import WAR
from tests.war.driver import bare_game, run


@pytest.fixture
def game() -> HisGame:
    return bare_game()


def test_a_line_may_be_asked_to_be_short_and_by_land(game: HisGame) -> None:
    """What Siege Artillery needs (#35)."""
    game.spaces["avignon"].control = "france"
    assert has_loc(game, "france", "barcelona", at_most=2, own_homes=True, by_sea=False)
    assert not has_loc(game, "france", "barcelona", at_most=1, own_homes=True, by_sea=False)
    game.add_units("gulf_of_lyon", "france", squadrons=1)
    assert has_loc(game, "france", "palma")
    assert not has_loc(game, "france", "palma", by_sea=False)


def test_home_spaces_of_allies_do_not_count_for_an_own_line(game: HisGame) -> None:
    game.minor_allies["genoa"] = "france"
    for space in ("genoa", "pavia"):
        game.spaces[space].control = "france"
    for space in ("turin", "milan", "marseille"):
        game.spaces[space].control = "independent"
    assert has_loc(game, "france", "milan")
    assert not has_loc(game, "france", "milan", own_homes=True)


def test_two_zone_ports_join_seas_for_steps_over_any_way_only(game: HisGame) -> None:
    """Fleets sail from zone to zone and pass no port (2.5)."""
    assert steps_from(game, "ionian_sea")["naples"] == 2  # Messina is joined to Naples by land
    assert sea_steps_from(game, "ionian_sea")["naples"] == 3  # Barbary Coast, Tyrrhenian Sea, Naples
    assert "aegean_sea" not in sea_steps_from(game, "black_sea")
    assert nearest_by_sea(game, "black_sea", ["athens"]) == ["athens"]


def test_algiers_is_nowhere_before_barbary_pirates(game: HisGame) -> None:
    assert "algiers" not in steps_from(game, "tunis")
    assert "algiers" not in sea_steps_from(game, "tunis")
    assert game.closed_to("ottoman", "algiers")
    assert not refuges(game, "ottoman", "tunis").count("algiers")


def test_unrest_is_placed_on_empty_quiet_spaces_in_play(game: HisGame) -> None:
    assert may_be_stirred(game, "lyon")
    game.leaders["francis_i"].place = "lyon"
    assert not may_be_stirred(game, "lyon")
    game.add_units("marseille", "france", squadrons=1)
    assert not may_be_stirred(game, "marseille")
    game.spaces["rouen"].unrest = True
    assert not may_be_stirred(game, "rouen")
    assert not may_be_stirred(game, "algiers")


def test_control_ends_sieges_unless_they_go_on(game: HisGame) -> None:
    game.spaces["lyon"].sieges["hapsburg"] = 1
    game.spaces["rouen"].sieges["england"] = 1
    change_control(game, "lyon", "hapsburg", Reason("treaty"))
    change_control(game, "rouen", "papacy", Reason("treaty"), keep_sieges=True)
    assert not game.spaces["lyon"].sieges
    assert game.spaces["rouen"].sieges


# ---- 12.5


def test_ships_and_armies_go_different_ways(game: HisGame) -> None:
    game.add_units("marseille", "hapsburg", regulars=2, squadrons=1)
    game.leaders["charles_v"].place = "marseille"
    asked = run(game, displace(game, "hapsburg", "marseille"), "barcelona", "valencia")
    assert asked == ["hapsburg displaced_army", "hapsburg displaced_fleet"]
    assert game.at("barcelona", "hapsburg").regulars == 2
    assert game.leaders["charles_v"].place == "barcelona"
    assert game.at("valencia", "hapsburg").squadrons == 1


def test_minor_allies_go_with_their_power(game: HisGame) -> None:
    game.minor_allies["genoa"] = "hapsburg"
    game.add_units("modena", "hapsburg", regulars=1)
    game.add_units("modena", "genoa", regulars=1)
    run(game, displace(game, "hapsburg", "modena"), "vienna")
    assert game.at("vienna", "hapsburg").regulars == 1
    assert game.at("vienna", "genoa").regulars == 1


def test_nobody_to_displace_asks_nothing(game: HisGame) -> None:
    assert run(game, displace(game, "hapsburg", "modena")) == []


def test_without_a_refuge_units_are_lost_and_leaders_wait(game: HisGame) -> None:
    game.faith.league = True
    game.set_relation("hapsburg", "protestant", WAR)
    game.add_units("leipzig", "protestant", regulars=2)
    game.leaders["john_frederick"].place = "leipzig"
    run(game, displace(game, "protestant", "leipzig"))
    assert not game.count_on_map("protestant", "regulars")
    assert game.leaders["john_frederick"].returns == game.turn + 1
