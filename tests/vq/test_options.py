"""Each point on which a group may differ, read in both ways (docs/rulings-vq.md)."""

from __future__ import annotations

import re
from collections.abc import Generator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rules.core.errors import Illegal, ThrownElsewhere
from rules.core.reasons import Reason
from rules.vq import VqGame
from rules.vq.cards.home import grand_vizier_suez
from rules.vq.diplomacy.deal_items import DrawCards, DrawTreasures
from rules.vq.faith.rebellion import rebel
from rules.vq.new_world.captains import pool_of
from rules.vq.new_world.piracy import row_robbed
from rules.vq.options import CHOICES, RULING_SHEET
from rules.vq.powers import CATHOLIC, FRANCE, OTTOMAN, PROTESTANT, PROTESTANT_FAITH, SPAIN
from rules.vq.sequence.weddings import wedding_total
from rules.vq.state import Betrothal
from rules.vq.victory import award_paris
from rules.war.deals import Deal, Prospect
from rules.war.naval_retreat import retreats_at_sea
from tests.vq.driver import clear_map, position
from tests.vq.test_phases import drive

VALUES = {choice.name: choice.value for choice in CHOICES}


def game_with(option: str, *, chosen: bool, scenario: str = "tournament") -> VqGame:
    game = position(scenario)
    if chosen:
        game.setup = replace(game.setup, options=((option, VALUES[option]),))
    return game


def result_of(procedure: Generator[Any, Any, Any] | Any) -> Any:
    """What a procedure answers that asks nobody."""
    with pytest.raises(StopIteration) as stop:
        procedure.send(None)
    return stop.value.value


def throw(game: VqGame, *dice: int) -> None:
    game.dice.given_dice.extend(dice)


def test_the_document_names_every_option() -> None:
    told = Path("docs/rulings-vq.md").read_text(encoding="utf-8")
    named = dict(re.findall(r"[Oo]ption `(\w+) = (\w+)`", told))
    assert named == {choice.name: choice.value for _rule, choice in RULING_SHEET}


@pytest.mark.parametrize("chosen", [False, True])
def test_shared_captains(chosen: bool) -> None:
    game = game_with("shared_captains", chosen=chosen)
    sores = game.world.captains["de_sores"]
    sores.entered, sores.power = True, FRANCE
    assert "de_sores" in pool_of(game, FRANCE)
    assert ("de_sores" in pool_of(game, PROTESTANT)) == chosen


@pytest.mark.parametrize("chosen", [False, True])
def test_gifts(chosen: bool) -> None:
    game = game_with("gifts", chosen=chosen)
    game.cards.hands[FRANCE] = [31]
    game.treasures.hands["england"] = ["cp_4"]
    deal = Deal("england", FRANCE, (DrawCards(FRANCE, 1), DrawTreasures("england", 1)))
    prospect = Prospect(game)
    deal.items[0].agree(deal, prospect)
    if chosen:
        with pytest.raises(Illegal, match=r"deal\.one_way"):
            deal.items[1].agree(deal, prospect)
    else:
        deal.items[1].agree(deal, prospect)


@pytest.mark.parametrize(("chosen", "cost"), [(False, -3), (True, -5)])
def test_mary_executed(chosen: bool, cost: int) -> None:
    game = game_with("mary_executed", chosen=chosen)
    table = game.data.england_spain
    game.lasting.mary, game.lasting.excommunicated = "executed", False
    assert game.english_war_cost() == max(table.least, table.start + cost)


@pytest.mark.parametrize("chosen", [False, True])
def test_spring_way(chosen: bool) -> None:
    assert game_with("spring_way", chosen=chosen).strangers_bar_deployment() == chosen


@pytest.mark.parametrize("chosen", [False, True])
def test_sea_retreat(chosen: bool) -> None:
    game = game_with("sea_retreat", chosen=chosen)
    clear_map(game)
    game.add_units("bay_of_biscay", SPAIN, galleons=1)
    places = retreats_at_sea(game, SPAIN, "bay_of_biscay")
    assert "corunna" in places
    assert any(place in game.board.zones for place in places) != chosen


@pytest.mark.parametrize(("chosen", "ignored"), [(False, 2), (True, 0)])
def test_race_built(chosen: bool, ignored: int) -> None:
    game = game_with("race_built", chosen=chosen)
    for zone in ("gulf_of_lyon", "english_channel"):
        game.add_units(zone, "england", race_built=2)
    assert result_of(game.hits_ignored("england", "english_channel", (5, 5, 6))) == 2
    assert result_of(game.hits_ignored("england", "gulf_of_lyon", (5, 5, 6))) == ignored


@pytest.mark.parametrize("chosen", [False, True])
def test_portuguese_prize(chosen: bool) -> None:
    game = game_with("portuguese_prize", chosen=chosen)
    game.treasures.spain, game.treasures.portugal = ["cp_4"], ["cp_1"]
    assert row_robbed(game, SPAIN) == ["cp_4"]
    assert row_robbed(game, "portugal") == (["cp_4"] if chosen else ["cp_1"])


def lyon_rebels(option: str, *, chosen: bool) -> VqGame:
    """Lyon and three spaces around it are Protestant and empty; three CP."""
    game = game_with(option, chosen=chosen)
    clear_map(game)
    for space in ("lyon", "dijon", "clermont", "grenoble"):
        game.spaces[space].religion = PROTESTANT_FAITH
        game.spaces[space].control = FRANCE
    game.arriving = ["coligny", "henry_navarre"]
    drive(game, rebel(game, "lyon", 3))
    return game


@pytest.mark.parametrize(("chosen", "taken"), [(False, 3), (True, 4)])
def test_rebellion_reach(chosen: bool, taken: int) -> None:
    game = lyon_rebels("rebellion_reach", chosen=chosen)
    around = ("lyon", "dijon", "clermont", "grenoble")
    assert sum(game.controller(space) == PROTESTANT for space in around) == taken


@pytest.mark.parametrize(("chosen", "there"), [(False, 1), (True, 2)])
def test_rebellion_leaders(chosen: bool, there: int) -> None:
    game = lyon_rebels("rebellion_leaders", chosen=chosen)
    assert len(game.leaders_at("lyon", PROTESTANT)) == there


@pytest.mark.parametrize(("chosen", "total"), [(False, 2 + 3), (True, 2 + 5)])
def test_own_wedding(chosen: bool, total: int) -> None:
    game = game_with("own_wedding", chosen=chosen)
    bride, groom = "anna_of_saxony", "charles_ii"  # both of the Empire
    game.nobles[bride].suitability, game.nobles[groom].suitability = 3, 2
    throw(game, 1, 1)
    assert result_of(wedding_total(game, Betrothal(bride, groom))) == total


@pytest.mark.parametrize(("chosen", "box", "needed"), [(False, 2, 6), (True, 1, 5)])
def test_excavation(chosen: bool, box: int, needed: int) -> None:
    for die, opened in ((needed - 1, False), (needed, True)):
        game = game_with("excavation", chosen=chosen)
        game.patronage.bonuses["excavation"] = OTTOMAN
        throw(game, die)
        drive(game, grand_vizier_suez(game, OTTOMAN))
        assert game.lasting.suez_open == opened
        assert game.lasting.suez == (0 if opened else box)


@pytest.mark.parametrize(("chosen", "points"), [(False, 1), (True, 0)])
def test_paris_faith(chosen: bool, points: int) -> None:
    for faith, expected in ((CATHOLIC, 1), (PROTESTANT_FAITH, points)):
        game = game_with("paris_faith", chosen=chosen)
        game.bonus_vp[FRANCE] = {}
        game.spaces["paris"].religion = faith
        award_paris(game)
        assert game.bonus_vp[FRANCE].get("paris", 0) == expected


def test_dice_thrown_elsewhere() -> None:
    game = game_with("dice", chosen=True)
    with pytest.raises(ThrownElsewhere):
        game.roll(FRANCE, 2, Reason("status"))
    throw(game, 3, 4)
    assert game.roll(FRANCE, 2, Reason("status")) == (3, 4)
