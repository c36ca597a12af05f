"""Minor powers: what cards call to activate and deactivate them (22.2, 22.4)."""

from __future__ import annotations

import pytest

from rules.core.errors import Illegal
from rules.his.diplomacy.minors import activate, deactivate, hungary_is_beaten, may_activate, may_deactivate
from rules.his.game import HisGame
from rules.war.state import ALLIED, WAR
from tests.war.driver import bare_game, run


@pytest.fixture
def game() -> HisGame:
    return bare_game()


@pytest.mark.parametrize(
    ("minor", "powers"),
    [
        ("genoa", ["france", "hapsburg", "papacy"]),
        ("hungary", ["hapsburg"]),
        ("scotland", ["england", "france"]),
        ("venice", ["france", "hapsburg", "papacy"]),
    ],
)
def test_the_activation_table(game: HisGame, minor: str, powers: list[str]) -> None:
    """22.2: who may activate whom."""
    found = []
    for power in game.majors:
        try:
            may_activate(game, minor, power)
        except Illegal:
            continue
        found.append(power)
    assert sorted(found) == powers


def test_nobody_activates_a_minor_that_has_an_ally(game: HisGame) -> None:
    game.minor_allies["genoa"] = "france"
    with pytest.raises(Illegal, match=r"minor\.allied_already"):
        may_activate(game, "genoa", "hapsburg")


def test_hungary_is_never_deactivated(game: HisGame) -> None:
    """22.4: all minor powers but Hungary-Bohemia."""
    game.minor_allies.update({"hungary": "hapsburg", "venice": "papacy"})
    may_deactivate(game, "venice")
    with pytest.raises(Illegal, match=r"minor\.never_deactivated"):
        may_deactivate(game, "hungary")
    with pytest.raises(Illegal, match=r"minor\.no_ally"):
        may_deactivate(game, "genoa")


def test_activation_by_marriage_lets_the_ottoman_choose(game: HisGame) -> None:
    """22.2 step 2: at war with Hungary, he declares war on the Hapsburgs or leaves its spaces."""
    game.set_relation("ottoman", "hungary", WAR)
    game.spaces["belgrade"].control = "ottoman"
    game.add_units("szegedin", "ottoman", regulars=2)
    game.add_units("belgrade", "ottoman", regulars=1)
    asked = run(game, activate(game, "hungary", "hapsburg"), False, "istanbul")
    assert asked == ["ottoman war_on_activation", "ottoman displaced_army"]
    assert game.at("istanbul", "ottoman").regulars == 2
    assert game.at("belgrade", "ottoman").regulars == 1, "his own space he need not leave"
    assert game.controller("buda") == "hapsburg"
    assert game.controller("belgrade") == "ottoman"
    assert game.relation("ottoman", "hungary") is None
    assert game.relation("ottoman", "hapsburg") is None


def test_two_enemies_of_the_minor_decide_one_after_the_other(game: HisGame) -> None:
    game.set_relation("ottoman", "genoa", WAR)
    game.set_relation("england", "genoa", WAR)
    asked = run(game, activate(game, "genoa", "france"), True, False)
    assert asked == ["ottoman war_on_activation", "england war_on_activation"]
    assert game.relation("ottoman", "france") == WAR
    assert game.relation("england", "france") is None


# ---- 22.4 Deactivation


@pytest.fixture
def venetian(game: HisGame) -> HisGame:
    """Venice is a Papal ally."""
    run(game, activate(game, "venice", "papacy"))
    return game


def test_home_spaces_are_free_again_and_others_stay(venetian: HisGame) -> None:
    game = venetian
    game.spaces["ragusa"].control = "papacy"
    game.spaces["corfu"].control = "ottoman"
    run(game, deactivate(game, "venice"))
    assert "venice" not in game.minor_allies
    assert [game.controller(space) for space in ("venice", "candia", "zara")] == ["venice"] * 3
    assert game.controller("ragusa") == "papacy", "no home space of Venice"
    assert game.controller("corfu") == "ottoman", "not a marker of the former ally"


def test_units_of_all_others_leave_the_freed_spaces(venetian: HisGame) -> None:
    """22.4: to the nearest friendly fortified space; the capital is no further choice."""
    game = venetian
    game.add_units("venice", "papacy", regulars=2)
    game.add_units("venice", "venice", regulars=1)
    game.add_units("corfu", "ottoman", regulars=3)
    game.spaces["corfu"].sieges["ottoman"] = 1
    asked = run(game, deactivate(game, "venice"))
    assert asked == [], "Ravenna is nearer to Venice than Rome, Scutari nearest to Corfu"
    assert game.at("ravenna", "papacy").regulars == 2
    assert game.at("scutari", "ottoman").regulars == 3
    assert not game.spaces["corfu"].sieges
    assert game.at("venice", "venice").regulars == 1


def test_ships_choose_between_equally_near_ports(venetian: HisGame) -> None:
    game = venetian
    game.add_units("venice", "papacy", squadrons=1)
    asked = run(game, deactivate(game, "venice"), "ancona")
    assert asked == ["papacy displaced_fleet"]
    assert game.at("ancona", "papacy").squadrons == 1


def test_an_allied_fortress_is_friendly(venetian: HisGame) -> None:
    game = venetian
    game.set_relation("papacy", "hapsburg", ALLIED)
    game.spaces["ravenna"].control = "hapsburg"
    game.add_units("venice", "papacy", regulars=2)
    run(game, deactivate(game, "venice"))
    assert game.at("ravenna", "papacy").regulars == 2


def test_its_own_land_units_return_to_the_nearest_fortified_home(venetian: HisGame) -> None:
    game = venetian
    game.add_units("ragusa", "venice", regulars=2)
    game.add_units("rhodes", "venice", regulars=1)
    run(game, deactivate(game, "venice"))
    # Ragusa to Corfu over the Adriatic is 2 steps, to Venice 2 as well: the key wins the tie.
    assert game.at("venice", "venice").regulars == 2
    assert game.at("candia", "venice").regulars == 1


def test_without_a_fortified_home_they_take_an_unfortified_one(venetian: HisGame) -> None:
    game = venetian
    for space in ("venice", "corfu", "candia"):
        game.spaces[space].control = "ottoman"
    game.add_units("ragusa", "venice", regulars=2)
    run(game, deactivate(game, "venice"))
    assert game.at("zara", "venice").regulars == 2


def test_without_any_home_they_are_lost(venetian: HisGame) -> None:
    game = venetian
    for space in ("venice", "corfu", "candia", "zara"):
        game.spaces[space].control = "ottoman"
    game.add_units("ragusa", "venice", regulars=2)
    game.add_units("adriatic_sea", "venice", squadrons=2)
    run(game, deactivate(game, "venice"))
    assert not game.count_on_map("venice", "regulars")
    assert game.lost_ships["venice"] == {"squadrons": 2}


def test_ships_and_admirals_return_even_from_a_loan(game: HisGame) -> None:
    run(game, activate(game, "genoa", "hapsburg"))
    game.add_units("gulf_of_lyon", "genoa>france", squadrons=1)
    game.leaders["andrea_doria"].place = "gulf_of_lyon"
    game.leaders["andrea_doria"].loaned_to = "france"
    run(game, deactivate(game, "genoa"))
    assert game.at("genoa", "genoa").squadrons == 1
    assert game.leaders["andrea_doria"].place == "genoa"
    assert game.leaders["andrea_doria"].loaned_to is None


def test_an_admiral_without_a_port_waits_a_turn(game: HisGame) -> None:
    run(game, activate(game, "genoa", "hapsburg"))
    for space in ("genoa", "bastia"):
        game.spaces[space].control = "france"
    game.add_units("gulf_of_lyon", "genoa", squadrons=1)
    game.leaders["andrea_doria"].place = "gulf_of_lyon"
    run(game, deactivate(game, "genoa"))
    assert game.leaders["andrea_doria"].place is None
    assert game.leaders["andrea_doria"].returns == game.turn + 1
    assert game.lost_ships["genoa"] == {"squadrons": 1}


# ---- 22.5


@pytest.mark.parametrize(
    ("ally", "keys", "regulars", "beaten"),
    [
        (None, 0, 0, False),
        (None, 1, 5, False),
        (None, 1, 4, True),
        ("hapsburg", 1, 0, False),
        ("hapsburg", 2, 7, True),
    ],
)
def test_when_hungary_is_beaten(
    game: HisGame, ally: str | None, keys: int, regulars: int, beaten: bool
) -> None:
    for key in ("belgrade", "buda")[:keys]:
        game.spaces[key].control = "ottoman"
    if ally:
        game.minor_allies["hungary"] = ally
    if regulars:
        game.add_units("prague", "hungary", regulars=regulars)
    assert hungary_is_beaten(game) == beaten
