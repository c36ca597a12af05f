"""What must be true of the cards in every position: each is in one place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from rules.core.cards import CardNumber, Cards


def each_in_one_place(
    cards: Cards, printed: Iterable[CardNumber], *besides: Iterable[CardNumber]
) -> Iterator[str]:
    """Every printed card is in one pile, or in one of those that a title has besides."""
    piles = [
        *cards.hands.values(),
        cards.deck,
        cards.discards,
        cards.removed,
        cards.unborn,
        cards.laid,
        cards.in_play,
        *besides,
    ]
    counts = Counter(card for pile in piles for card in pile)
    for card in printed:
        if counts[card] != 1:
            yield f"card {card} is in {counts[card]} places"
