"""Mandatory events that are due in winter (19.8), and loans that end there (19.1)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.core.flow import Power
from rules.his.game import HisGame
from rules.his.sequence.winter import remove_renegade, resolve_due_events
from rules.his.windows import CARDS
from rules.war.winter_steps import end_loans
from tests.war.driver import bare_game, run


@pytest.fixture
def game() -> HisGame:
    return bare_game()


@pytest.fixture
def happened(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, Power]]:
    """Replaces the effects of the five events by a note of card and power."""
    notes: list[tuple[int, Power]] = []
    for card in (9, 10, 13, 14, 15):

        async def effect(game: HisGame, power: Power, card: int = card) -> None:
            assert card in game.cards.in_play
            notes.append((card, power))

        use = CARDS.events[card]["event"]
        monkeypatch.setitem(CARDS.events[card], "event", replace(use, effect=effect))
    return notes


@pytest.mark.parametrize(
    ("turn", "cards"),
    [(1, []), (2, [10]), (3, [10, 9]), (4, [10, 9, 13, 14]), (6, [10, 9, 13, 14, 15])],
)
def test_events_happen_by_their_turn(
    game: HisGame, happened: list[tuple[int, Power]], turn: int, cards: list[int]
) -> None:
    game.turn = turn
    run(game, resolve_due_events(game))
    assert [card for card, _power in happened] == cards
    assert [card for card in game.cards.removed if card in (9, 10, 13, 14, 15)] == cards


def test_a_card_comes_out_of_a_hand(game: HisGame, happened: list[tuple[int, Power]]) -> None:
    game.cards.deck.remove(10)
    game.cards.hands["france"].append(10)
    game.turn = 2
    run(game, resolve_due_events(game))
    assert happened == [(10, "papacy")]
    assert 10 not in game.hand("france")
    assert 10 in game.cards.removed


def test_what_has_happened_does_not_happen_again(game: HisGame, happened: list[tuple[int, Power]]) -> None:
    game.cards.deck.remove(10)
    game.cards.removed.append(10)
    game.turn = 2
    run(game, resolve_due_events(game))
    assert happened == []


def test_loans_end_wherever_the_ships_are(game: HisGame) -> None:
    game.add_units("ionian_sea", "france>hapsburg", squadrons=2)
    game.add_units("ionian_sea", "france", squadrons=1)
    end_loans(game)
    assert game.at("ionian_sea", "france").squadrons == 3
    assert game.nations_at("ionian_sea") == ["france"]


def test_the_renegade_leaves_even_a_captor(game: HisGame) -> None:
    game.leaders["renegade"].captor = "france"
    remove_renegade(game)
    assert game.leaders["renegade"].captor is None
