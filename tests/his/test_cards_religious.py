"""Religious events: what cases cannot show (who is told what, all uses registered)."""

from __future__ import annotations

from collections.abc import Awaitable

import pytest

from rules.core.card_play import HandLookedAt, HandSeen, may_retrieve, retrievable
from rules.his.cards.inquisitions import (
    half_protestant_at_home,
    inquisition_sentence,
    papal_inquisition,
    spanish_inquisition,
)
from rules.his.cards.reformers import catholic_units_near_zurich
from rules.his.cards.religious import spaces_of_frederick
from rules.his.game import HisGame
from rules.his.powers import (
    CATHOLIC,
    ENGLAND,
    FRANCE,
    HAPSBURG,
    OTTOMAN,
    PAPACY,
    PROTESTANT,
    PROTESTANT_FAITH,
)
from rules.his.sequence.impulse import end_impulse
from rules.his.windows import CARDS
from tests.his.faith_tools import drive, luther_in_wittenberg, position, turn

RELIGIOUS = (
    39, 41, 43, 44, 45, 46, 47, 51, 52, 55, 56, 57, 58, 60, 61, 62, 63, 65, 67, 75, 78, 81, 85, 90, 112, 115,
)  # fmt: skip


@pytest.fixture
def game() -> HisGame:
    """Turn 5 with a few cards in hands and Caraffa at work."""
    new = luther_in_wittenberg()
    new.turn = 5
    new.faith.debaters["caraffa"].entered = True
    for power, cards in {ENGLAND: [3, 32], PROTESTANT: [7, 33, 10], PAPACY: [5]}.items():
        for card in cards:
            for place in (new.cards.deck, new.cards.unborn, *new.cards.hands.values()):
                if card in place:
                    place.remove(card)
        new.cards.hands[power] = cards
    return new


async def carry_out(event: Awaitable[None]) -> None:
    """An event as a procedure that can be driven."""
    await event


@pytest.mark.parametrize("card", RELIGIOUS)
def test_every_use_in_the_data_is_written(card: int) -> None:
    data = position().card(card)
    assert sorted(use.id for use in data.uses) == sorted(use.use for use in CARDS.uses(card))


def test_only_the_papacy_is_told_what_the_inquisition_sees(game: HisGame) -> None:
    game.dice.external = False
    drive(carry_out(papal_inquisition(game, FRANCE)), [ENGLAND, "draw"], game=game)
    (seen,) = [event for event in game.events if isinstance(event, HandSeen)]
    assert seen.cards == (3, 32)
    assert [power for power in game.majors if seen.visible_to(power)] == [PAPACY]
    assert not seen.visible_to(None)
    (looked,) = [event for event in game.events if isinstance(event, HandLookedAt)]
    assert looked.visible_to(None)


def test_only_the_hapsburgs_are_told_what_the_spanish_inquisition_sees(game: HisGame) -> None:
    game.dice.external = False
    for name in ("eck", "tetzel", "cajetan", "campeggio", "aleander", "caraffa"):
        game.faith.debaters[name].committed = True  # no debate
    drive(carry_out(spanish_inquisition(game, OTTOMAN)), ["33"], game=game)
    seen = [event for event in game.events if isinstance(event, HandSeen)]
    assert [(event.owner, event.cards) for event in seen] == [(ENGLAND, (3, 32)), (PROTESTANT, (7, 10, 33))]
    assert all(event.audience == (HAPSBURG,) for event in seen)


def test_a_card_taken_by_the_inquisition_waits_for_a_later_impulse(game: HisGame) -> None:
    game.dice.external = False
    drive(inquisition_sentence(game, ENGLAND), ["draw"])
    assert game.held_back() == [32]
    end_impulse(game)
    assert game.held_back() == [32], "not between the impulses either"


def test_what_may_come_back_from_the_discards(game: HisGame) -> None:
    game.cards.discards += [90, 34, 31, 11]
    game.cards.used_as_event = {PAPACY: [90], FRANCE: [34]}
    assert retrievable(game, PAPACY) == [31, 34]  # 11 is mandatory
    assert retrievable(game, FRANCE) == [31, 90]
    assert not may_retrieve(game, FRANCE, 65), "not among the discards"


def test_half_of_the_home_spaces(game: HisGame) -> None:
    english = sorted(game.home_spaces(ENGLAND))
    half = (len(english) + 1) // 2
    turn(game, PROTESTANT_FAITH, *english[: half - 1])
    assert not half_protestant_at_home(game, ENGLAND)
    turn(game, PROTESTANT_FAITH, english[half - 1])
    assert half_protestant_at_home(game, ENGLAND)
    assert not half_protestant_at_home(game, OTTOMAN)


def test_zwinglis_reach(game: HisGame) -> None:
    game.units.clear()
    game.add_units("venice", "venice", regulars=1)  # three connections
    game.add_units("vienna", HAPSBURG, regulars=1)  # four
    game.add_units("milan", OTTOMAN, cavalry=1)  # no Christians
    game.add_units("basel", HAPSBURG, mercenaries=1)
    assert list(catholic_units_near_zurich(game)) == [
        "hapsburg mercenaries in basel",
        "venice regulars in venice",
    ]


def test_frederick_looks_further_when_all_near_him_are_protestant(game: HisGame) -> None:
    assert spaces_of_frederick(game) == ["brandenburg", "leipzig", "magdeburg"]
    turn(game, PROTESTANT_FAITH, "brandenburg", "leipzig", "magdeburg")
    assert spaces_of_frederick(game) == ["brunswick", "erfurt", "linz", "lubeck", "nuremberg", "stettin"]
    turn(game, CATHOLIC, "wittenberg")
    assert spaces_of_frederick(game) == ["wittenberg"]
