"""Cards that were dealt elsewhere: what is named is true, the rest is balanced, what cannot be is told."""

from __future__ import annotations

import pytest

from pbem.errors import ModeratorProblem
from pbem.games import game_of
from pbem.moderator.dealing import DECK, deal, read_deal
from pbem.moderator.overview import Overview
from pbem.store import games
from pbem.store.unit_of_work import UnitOfWork
from pbem.work.game_work import GameWork
from tests.pbem.office import GAME, Office

TITLE = game_of("his")


def dealt(office: Office, text: str) -> str:
    with UnitOfWork(office.database) as work:
        on = GameWork.on(work.at(office.settings, office.clock.now()), games.find_game(work.session, GAME))
        told = deal(on, read_deal(text, TITLE))
        work.commit()
    return told


def hands(office: Office) -> dict[str, list[int]]:
    return {power: sorted(hand) for power, hand in office.engine().game.cards.hands.items()}


def test_a_deal_is_read_by_numbers_and_names() -> None:
    found = read_deal("france: 4 31, 45; england: Foul Weather, #66 deck: 12", TITLE)
    assert found == {"france": [4, 31, 45], "england": [31, 66], DECK: [12]}


@pytest.mark.parametrize("text", ["", "31 45", "atlantis: 3", "france: 999", "france: 31 france: 45"])
def test_what_is_no_deal(text: str) -> None:
    with pytest.raises(ModeratorProblem):
        read_deal(text, TITLE)


def test_what_is_named_is_true_and_the_rest_is_balanced(game: Office) -> None:
    before, cards = hands(game), game.engine().game.cards
    wanted = [before["england"][-1], before["papacy"][-1], cards.deck[0]]
    keeps = next(card for card in before["france"] if card in game.engine().game.drawable("france"))
    dealt(game, f"france: {' '.join(map(str, wanted))}; {DECK}: {keeps}")
    after = hands(game)
    assert set(wanted) <= set(after["france"])
    assert keeps in game.engine().game.cards.deck
    assert {power: len(hand) for power, hand in after.items()} == {
        power: len(hand) for power, hand in before.items()
    }
    everything = sorted(card for hand in after.values() for card in hand) + sorted(
        game.engine().game.cards.deck
    )
    assert len(everything) == len(set(everything))
    assert Overview(game.database).verify(GAME).rewinds == 1
    letters = game.outbox(game.seat("france").address)
    assert any(all(f"#{card}" in letter.text for card in wanted) for letter in letters)
    assert dealt(game, f"france: {' '.join(map(str, wanted))}") == "everybody has these cards already"


def test_contradictions_are_named_all_at_once_and_change_nothing(game: Office) -> None:
    before, cards = hands(game), game.engine().game.cards
    home = next(card for card in before["ottoman"] if card not in game.engine().game.drawable("ottoman"))
    many = " ".join(map(str, cards.deck[:20]))
    with pytest.raises(ModeratorProblem) as refused:
        dealt(game, f"france: {home} {many}; england: {cards.deck[0]} {cards.removed[0]}")
    told = str(refused.value)
    assert "is named 2 times" in told
    assert "is the home card of Ottoman" in told
    assert "is out of the game" in told
    assert "cards, and 21 are named" in told
    assert hands(game) == before


def test_nobody_else_hears_of_the_cards(game: Office) -> None:
    card = game.engine().game.cards.deck[0]
    before = game.letters_out()
    dealt(game, f"france: {card}")
    name = TITLE.voice().name("card", card)
    told = {
        letter.recipient
        for letter in game.outbox(since=before)
        if name in letter.text or f"#{card} " in letter.text
    }
    assert told == {game.seat("france").address}
