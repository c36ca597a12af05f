"""Cards in the windows of war at sea: weather, rowers, combat cards; cards won by piracy wait."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from rules import Setup, load_rules
from rules.core.cards import CardPlay, Registry
from rules.core.flow import Power, Procedure
from rules.core.windows import Respond, playable_uses
from rules.his.game import HisGame
from rules.war.fleets import Fleet
from rules.war.forces import Formation
from rules.war.moments import Announced
from rules.war.naval_combat import naval_combat
from rules.war.naval_interception import InterceptAtSea, Interception, conduct_interceptions
from rules.war.naval_moments import NavalCombat, NavalRoll
from rules.war.naval_movement import AdmiralMove, NavalOrders, ShipMove, naval_move
from rules.war.piracy import piracy_disrupted
from rules.war.state import WAR
from rules.war.transport import naval_transport
from rules.war.windows import WarWindow

CARD = 34
Effect = Callable[[HisGame, Power, Any], Awaitable[None]]


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch) -> HisGame:
    """Ottoman and Hapsburgs at war on an empty map; the Hapsburgs hold one card, which does nothing yet."""
    monkeypatch.setattr(HisGame, "registry", Registry())
    game = load_rules("his").new_game(Setup("his", "1532"), "windows")
    game.units.clear()
    game.relations.clear()
    for leader in game.leaders.values():
        leader.place = None
    game.set_relation("ottoman", "hapsburg", WAR)
    for hand in game.cards.hands.values():
        hand.clear()
    for place in (game.cards.deck, game.cards.unborn, game.cards.discards):
        if CARD in place:
            place.remove(CARD)
    game.cards.hands["hapsburg"].append(CARD)
    game.impulse.power, game.impulse.cp = "ottoman", 5
    return game


def let_the_card(game: HisGame, window: WarWindow, effect: Effect) -> None:
    """What the card of the Hapsburgs does in a window."""
    game.registry.response(CARD, "dice", window, playable=lambda *_: True)(effect)


def finish(procedure: Procedure[Any], *, play: bool = True, answers: tuple[Any, ...] = ()) -> Any:
    """Drive a procedure: the card is played in its window, other questions get these answers in turn."""
    left = list(answers)
    try:
        asked: Any = procedure.send(None)
        while True:
            question = asked[0]
            if isinstance(question, Respond):
                asked = procedure.send(((CardPlay(CARD, "dice"),) if play else (),))
            else:
                asked = procedure.send((left.pop(0),))
    except StopIteration as end:
        return end.value


async def cancel(game: HisGame, power: Power, moment: Announced) -> None:
    moment.cancelled = True


ORDERS = NavalOrders(
    (ShipMove("algiers", "ottoman", "corsairs", 2, "barbary_coast"),),
    (AdmiralMove("barbarossa", "algiers", "barbary_coast"),),
)


def test_16_1_weather_after_the_shift_puts_the_pieces_back(game: HisGame) -> None:
    game.add_units("algiers", "ottoman", corsairs=2)
    game.leaders["barbarossa"].place = "algiers"
    seen: list[Any] = []

    async def storm(game: HisGame, power: Power, moment: Announced) -> None:
        seen.append((moment.kind, game.at("barbary_coast", "ottoman").corsairs))
        moment.cancelled = True

    let_the_card(game, WarWindow.ACTION_ANNOUNCED, storm)
    finish(naval_move(game, "ottoman", ORDERS))
    assert seen == [("naval_move", 2)]
    assert game.at("algiers", "ottoman").corsairs == 2
    assert game.leaders["barbarossa"].place == "algiers"
    assert "barbary_coast" not in game.units


def test_16_1_without_the_card_they_stay(game: HisGame) -> None:
    game.add_units("algiers", "ottoman", corsairs=2)
    game.leaders["barbarossa"].place = "algiers"
    let_the_card(game, WarWindow.ACTION_ANNOUNCED, cancel)
    finish(naval_move(game, "ottoman", ORDERS), play=False)
    assert game.at("barbary_coast", "ottoman").corsairs == 2
    assert game.leaders["barbarossa"].place == "barbary_coast"


def test_16_3_weather_stops_a_transport_before_it_embarks(game: HisGame) -> None:
    game.add_units("algiers", "ottoman", regulars=2)
    game.add_units("barbary_coast", "ottoman", corsairs=1)
    game.spaces["tunis"].control = "ottoman"
    let_the_card(game, WarWindow.ACTION_ANNOUNCED, cancel)
    troops = Formation((), (("ottoman", "regulars", 2),))
    finish(naval_transport(game, "ottoman", "algiers", "barbary_coast", troops))
    assert game.at("algiers", "ottoman").regulars == 2
    assert game.impulse.cp == 5


def test_16_4_weather_stops_piracy(game: HisGame) -> None:
    let_the_card(game, WarWindow.ACTION_ANNOUNCED, cancel)
    assert finish(piracy_disrupted(game, "ottoman", "ionian_sea", 2))
    game.hand("hapsburg").clear()
    assert not finish(piracy_disrupted(game, "ottoman", "ionian_sea", 2))


@pytest.mark.parametrize(("dice", "shift", "success"), [((3, 4), 2, True), ((5, 4), -2, False)])
def test_16_1_rowers_change_an_interception(
    game: HisGame, dice: tuple[int, int], shift: int, success: bool
) -> None:
    game.add_units("ionian_sea", "ottoman", squadrons=1)
    game.add_units("messina", "hapsburg", squadrons=1)

    async def row(game: HisGame, power: Power, roll: NavalRoll) -> None:
        assert (roll.kind, roll.power, roll.total) == ("intercept", "hapsburg", sum(dice))
        roll.total += shift

    let_the_card(game, WarWindow.NAVAL_ROLL, row)
    game.dice.given_dice.extend(dice)
    attempt = Interception("ionian_sea", "messina", Fleet((("hapsburg", "squadrons", 1),)))
    found = finish(conduct_interceptions(game, "ottoman", ["ionian_sea"]), answers=(attempt,))
    assert found == (["ionian_sea"] if success else [])
    assert bool(game.at("ionian_sea", "hapsburg").squadrons) == success


def test_16_2_cards_before_and_after_the_dice(game: HisGame) -> None:
    game.add_units("ionian_sea", "ottoman", squadrons=1)
    game.add_units("ionian_sea", "hapsburg", squadrons=1)

    async def more(game: HisGame, power: Power, combat: NavalCombat) -> None:
        assert combat.rolled is False
        combat.more_dice(game, "defender", 2)

    let_the_card(game, WarWindow.NAVAL_COMBAT_CARDS, more)
    # 2 Ottoman dice, 2 + 2 Hapsburg dice
    game.dice.given_dice.extend([5, 1, 1, 1, 1, 5])
    winner = finish(naval_combat(game, "ionian_sea", "ottoman", "hapsburg"))
    assert winner == "hapsburg"
    assert game.dice.used == 6
    # The odd hit takes the loser's squadron, not the winner's.
    assert not game.at("ionian_sea", "ottoman").squadrons
    assert game.at("ionian_sea", "hapsburg").squadrons == 1


def test_16_2_dice_after_the_roll_count_before_the_winner_is_declared(game: HisGame) -> None:
    game.add_units("ionian_sea", "ottoman", squadrons=2)
    game.add_units("ionian_sea", "hapsburg", squadrons=1)

    async def more(game: HisGame, power: Power, combat: NavalCombat) -> None:
        assert combat.rolled is True
        combat.more_dice(game, "attacker", 3)

    let_the_card(game, WarWindow.NAVAL_COMBAT_ROLLED, more)
    game.dice.given_dice.extend([1, 1, 1, 1, 1, 1, 6, 5, 2])
    assert finish(naval_combat(game, "ionian_sea", "ottoman", "hapsburg")) == "ottoman"
    assert not game.at("ionian_sea", "hapsburg").squadrons


def test_16_4_a_card_won_by_piracy_is_not_played_in_this_impulse(game: HisGame) -> None:
    let_the_card(game, WarWindow.NAVAL_ROLL, cancel)
    game.moments.append(None)
    assert playable_uses(game, "hapsburg", WarWindow.NAVAL_ROLL)
    game.hold_back(CARD)
    assert not playable_uses(game, "hapsburg", WarWindow.NAVAL_ROLL)
    # The question is asked all the same: nobody learns from it which card was drawn.
    assert Respond("hapsburg", WarWindow.NAVAL_ROLL).default(game) == ()


def test_interceptions_ask_nothing_of_powers_without_ships_near(game: HisGame) -> None:
    game.add_units("ionian_sea", "ottoman", squadrons=1)
    game.add_units("barcelona", "hapsburg", squadrons=1)
    assert finish(conduct_interceptions(game, "ottoman", ["ionian_sea"])) == []


def test_the_question_of_interception_is_never_empty(game: HisGame) -> None:
    game.add_units("messina", "hapsburg", squadrons=2)
    question = InterceptAtSea("hapsburg", "ottoman", (("ionian_sea", "messina"),))
    answers = list(question.legal(game))
    assert answers[0] is None
    assert len(answers) == 3
    for answer in answers:
        question.check(game, answer)
