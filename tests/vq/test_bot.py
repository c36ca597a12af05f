"""The bot of Virgin Queen is not blind: what it does in positions where the right thing is plain."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.games.vq.bot.evaluation import evaluate
from pbem.games.vq.bot.land import of_move
from pbem.games.vq.bot.mind import Mind
from pbem.games.vq.bot.player import suggest
from pbem.games.vq.bot.replies import item_worth, wedding_worth
from pbem.games.vq.bot.view import view_for
from pbem.games.vq.bot.weights import usual_weights
from rules.core.actions import ChooseAction
from rules.core.impulse import PlayEvent, PlayForCP, TakeImpulse
from rules.core.questions import Choose
from rules.vq.diplomacy.deal_items import Betroth
from rules.vq.game import VqGame
from rules.vq.powers import IMPULSE_ORDER
from rules.war.land_actions import MoveFormation
from rules.war.state import WAR
from tests.vq.driver import data, position


def action(game: VqGame, power: str, cp: int) -> Any:
    game.impulse.power, game.impulse.cp = power, cp
    return suggest(game, power, ChooseAction(power, cp)).answer


def mind(game: VqGame, power: str) -> Mind:
    return Mind(view_for(game, power), power, usual_weights())


@pytest.mark.parametrize("scenario", ["campaign", "tournament"])
@pytest.mark.parametrize("power", IMPULSE_ORDER)
def test_it_always_finds_something_to_do(scenario: str, power: str) -> None:
    game = position(scenario)
    assert type(action(game, power, 4)).__name__ != "Stop"


def test_catholics_do_not_win_the_game_for_each_other() -> None:
    """Near nine Protestant spaces, Spain goes on only where Spain would win (25.1)."""
    game = position()
    kept = ["london", "edinburgh", "la_rochelle", "antwerp", "dover", "norwich", "bristol", "plymouth"]
    kept += ["chester", "lincoln", "portsmouth", "flushing"]
    for space in game.spaces:
        if game.printed(space).area:
            game.spaces[space].religion = "protestant" if space in kept else "catholic"
    assert game.protestant_spaces() == len(kept)
    assert mind(game, "france").faith_worth("france", -1) > 0.5
    assert mind(game, "spain").slope > 0
    assert mind(game, "protestant").faith_worth("netherlands", 1) > 0.5


def test_elizabeth_is_not_married_off() -> None:
    game = position()
    assert wedding_worth(mind(game, "england"), "elizabeth_i", "philip_ii", "spain") < 0
    assert wedding_worth(mind(game, "france"), "elizabeth_de_valois", "philip_ii", "spain") > 0
    assert item_worth(mind(game, "england"), Betroth("elizabeth_i", "leicester"), "spain") < 0


def test_home_cards_are_played_for_what_they_do() -> None:
    game = position()
    game.hand("protestant")[:] = [12]
    chosen = suggest(game, "protestant", TakeImpulse("protestant")).answer
    assert chosen == PlayEvent(12, "event")
    game.hand("spain")[:] = [105, 46, 40]
    chosen = suggest(game, "spain", TakeImpulse("spain")).answer
    assert isinstance(chosen, PlayForCP) or chosen.card == 40


def test_more_is_better() -> None:
    game, weights = position(), usual_weights()
    for power in IMPULSE_ORDER:
        before = evaluate(game, power, weights)
        game.bonus_vp.setdefault(power, {})["patronage"] = 3
        assert evaluate(game, power, weights) > before
        game.bonus_vp[power].pop("patronage")


def test_every_event_that_has_a_worth_exists() -> None:
    cards = data().cards
    for power, table in usual_weights().event.items():
        assert power == "any" or power in IMPULSE_ORDER
        for name in table:
            number, _, use = name.partition(".")
            card = cards[int(number)]
            assert any(one.id == use for one in card.uses), name
            by = next(one.by for one in card.uses if one.id == use)
            assert power == "any" or any(
                who in (power, "any") or who.startswith(("any", "ally")) for who in by
            ), name


def before_lyon() -> VqGame:
    """Four Spanish units before Lyon, which one holds; Paris stands empty beyond."""
    game = position("campaign")
    game.set_relation("spain", "france", WAR)
    for space in ("lyon", "dijon", "paris"):
        game.units[space] = {}
    game.spaces["dijon"].control = "spain"
    game.add_units("lyon", "france", regulars=1)
    game.add_units("lyon", "spain", regulars=4)
    game.spaces["lyon"].sieges = {"spain": -1}
    return game


def test_besiegers_stay_to_storm() -> None:
    """They went from one city to the next and back, and laid siege to each, without a single assault."""
    game = before_lyon()
    away = [move for move in MoveFormation.options(game, "spain") if move.origin == "lyon"]
    assert away
    view = mind(game, "spain")
    assert all(of_move(view, move) < 0 for move in away if move.formation.size > 2)
    assert view.siege_worth("lyon", 4) > 0.5


def test_ships_in_a_port_keep_besiegers_away() -> None:
    """Bordeaux has a galleon: without a blockade nobody storms it (15.1)."""
    game = position("campaign")
    game.set_relation("spain", "france", WAR)
    supplied = mind(game, "spain").siege_worth("bordeaux", 5)
    for power in list(game.units["bordeaux"]):
        game.units["bordeaux"][power].galleons = 0
    assert mind(game, "spain").siege_worth("bordeaux", 5) > 3 * supplied > 0


def test_pirates_close_to_victory_get_no_point() -> None:
    """Spain always gave a point, and never a treasure or a patrol (16.5)."""
    game = position("campaign")
    game.turn_power = game.impulse.power = "france"
    hit: Choose = Choose("spain", "ocean_award", "option", ("vp", "treasure"), "vp", rule="16.5")
    game.bonus_vp["ottoman"] = {"piracy": 5}
    assert suggest(game, "spain", hit).answer == "vp"
    game.bonus_vp["france"] = {"patronage": 10}
    assert suggest(game, "spain", hit).answer == "treasure"
