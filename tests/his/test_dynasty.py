"""Rulers, heirs and excommunications: the functions that cards call (3.3, 21)."""

from __future__ import annotations

import pytest

from rules import load_rules
from rules.core.errors import Illegal
from rules.core.log import Setup
from rules.core.rows import row_for
from rules.his.dynasty import chateaux, emperor, tudors
from rules.his.dynasty import excommunication as papacy
from rules.his.dynasty.rulers import is_besieged, successor_spaces
from rules.his.game import HisGame
from rules.his.powers import ENGLAND, FRANCE, HAPSBURG, OTTOMAN, PAPACY, PROTESTANT_FAITH
from rules.war.state import ALLIED, WAR


@pytest.fixture
def game() -> HisGame:
    new: HisGame = load_rules("his").new_game(Setup("his", "1517"), "dynasty")
    new.turn, new.phase = 3, "action"
    return new


# ---- Marriages


def test_every_reason_against_a_marriage(game: HisGame) -> None:
    tudors.check_marriage(game)
    game.turn = 1
    with pytest.raises(Illegal, match=r"marriage\.too_early"):
        tudors.check_marriage(game)
    game.turn = 3
    game.leaders["henry_viii"].place, game.leaders["henry_viii"].captor = None, FRANCE
    with pytest.raises(Illegal, match=r"leader\.captive"):
        tudors.check_marriage(game)
    game.leaders["henry_viii"].captor, game.leaders["henry_viii"].place = None, "london"
    game.spaces["london"].sieges[FRANCE] = 1
    with pytest.raises(Illegal, match=r"leader\.besieged"):
        tudors.check_marriage(game)
    game.spaces["london"].sieges.clear()
    game.rulers[ENGLAND] = "edward_vi"
    with pytest.raises(Illegal, match=r"ruler\.rules_no_more"):
        tudors.check_marriage(game)
    game.rulers[ENGLAND] = "henry_viii"
    game.tudors.children = {4: "anne_boleyn", 5: "jane_seymour"}
    with pytest.raises(Illegal, match=r"marriage\.both_heirs_born"):
        tudors.check_marriage(game)
    game.tudors.children = {6: "anne_boleyn"}
    with pytest.raises(Illegal, match=r"marriage\.edward_healthy"):
        tudors.check_marriage(game)
    game.tudors.children, game.tudors.status = {}, "katherine_parr"
    with pytest.raises(Illegal, match=r"marriage\.last_wife"):
        tudors.check_marriage(game)


@pytest.mark.parametrize(
    ("children", "acceded", "due"),
    [
        ({}, None, True),
        ({4: "a"}, None, True),
        ({5: "a"}, None, False),
        ({5: "a"}, 7, False),
        ({5: "a"}, 6, True),
    ],
)
def test_when_mary_is_due(game: HisGame, children: dict[int, str], acceded: int | None, due: bool) -> None:
    game.turn = 7
    game.tudors.children = children
    if acceded is not None:
        game.accessions["edward_vi"] = acceded
    assert tudors.mary_due(game) is due


def test_the_succession_table_agrees_with_the_conditions(game: HisGame) -> None:
    """The table of heirs in people.toml is a second telling of what the conditions say."""
    game.turn = 6
    for highest, children in ((3, {3: "a"}), (4, {4: "a"}), (5, {5: "a"}), (6, {6: "a"})):
        game.tudors.children = dict(children)
        first = row_for(game.data.marriage.succession, highest).order[0]
        assert (first == "edward_vi") == tudors.edward_born(game)
        assert (first == "mary_i") == tudors.mary_due(game)


def test_mary_is_opposed_by_an_english_space_of_the_english_zone(game: HisGame) -> None:
    game.spaces["york"].religion = PROTESTANT_FAITH
    assert not tudors.mary_is_opposed(game)
    game.rulers[ENGLAND] = "mary_i"
    assert tudors.mary_is_opposed(game)
    game.spaces["york"].religion = "catholic"
    game.spaces["calais"].religion = game.spaces["stirling"].religion = PROTESTANT_FAITH
    assert not tudors.mary_is_opposed(game)


# ---- Leaders of rulers


def test_besiegers_and_their_allies_are_not_besieged(game: HisGame) -> None:
    game.leaders["henry_viii"].place = "edinburgh"
    assert not is_besieged(game, "henry_viii")
    game.spaces["edinburgh"].sieges[ENGLAND] = 1
    assert not is_besieged(game, "henry_viii")
    game.spaces["edinburgh"].sieges = {HAPSBURG: 1}
    assert is_besieged(game, "henry_viii")
    game.set_relation(ENGLAND, HAPSBURG, ALLIED)
    assert not is_besieged(game, "henry_viii")


def test_a_successor_without_any_place_waits(game: HisGame) -> None:
    assert successor_spaces(game, ENGLAND, "calais") == ["calais", "london"]
    assert successor_spaces(game, ENGLAND, None) == ["london"]
    for key in game.keys_of(ENGLAND):
        game.spaces[key].control = FRANCE
    assert successor_spaces(game, ENGLAND, None) == []


# ---- The Pope's bulls


def test_grounds_against_each_ruler(game: HisGame) -> None:
    assert papacy.rulers_to_excommunicate(game) == [FRANCE]  # at war in 1517
    game.set_relation(HAPSBURG, OTTOMAN, ALLIED)
    game.set_relation(ENGLAND, PAPACY, WAR)
    assert papacy.rulers_to_excommunicate(game) == [HAPSBURG, ENGLAND, FRANCE]
    game.set_relation(ENGLAND, PAPACY, None)
    assert not papacy.has_grounds(game, ENGLAND)
    game.spaces["calais"].religion = PROTESTANT_FAITH
    assert papacy.has_grounds(game, ENGLAND)
    game.rulers[ENGLAND] = "elizabeth_i"
    with pytest.raises(Illegal, match=r"excommunication\.heirs_of_henry"):
        papacy.check_ruler(game, ENGLAND)
    with pytest.raises(Illegal, match=r"excommunication\.only_three_powers"):
        papacy.check_ruler(game, OTTOMAN)


def test_the_french_share_a_box(game: HisGame) -> None:
    game.faith.excommunicated.append("francis_i")
    game.rulers[FRANCE] = "henry_ii"
    assert papacy.box_is_full(game, "henry_ii")
    assert not papacy.box_is_full(game, "charles_v")


def test_reformers_must_be_on_the_map(game: HisGame) -> None:
    with pytest.raises(Illegal, match=r"reformer\.not_on_map"):
        papacy.check_reformer(game, "calvin")
    with pytest.raises(Illegal, match=r"reformer\.none"):
        papacy.check_reformer(game, "eck")
    game.faith.reformers["luther"].entered = True
    assert papacy.reformers_to_excommunicate(game) == ["luther"]
    game.faith.reformers["luther"].away = True
    assert papacy.reformers_to_excommunicate(game) == []


# ---- Chateaux and the Emperor


def test_chateau_modifiers_add_up(game: HisGame) -> None:
    assert chateaux.modifiers(game) == {"milan_french": 2}
    game.spaces["florence"].control = game.spaces["naples"].control = FRANCE
    game.spaces["tours"].control = ENGLAND
    game.add_units("tours", HAPSBURG, regulars=1)
    assert chateaux.modifiers(game) == {
        "milan_french": 2,
        "florence_french": 1,
        "three_italian_keys_french": 2,
        "home_space_lost": -1,
        "enemy_units_at_home": -2,
    }


def test_journey_destinations_are_quiet_home_spaces(game: HisGame) -> None:
    spaces = emperor.journey_destinations(game)
    assert spaces[0] == "vienna"
    assert "valladolid" not in spaces
    assert "wittenberg" not in spaces
    assert "tunis" not in spaces or game.home_power("tunis") == HAPSBURG
    game.spaces["innsbruck"].unrest = True
    assert "innsbruck" not in emperor.journey_destinations(game)
