"""What a power may not know, dealt anew: the hands of others and the deck."""

from __future__ import annotations

from random import Random
from typing import Any

from rules import Power
from rules.core.cards import Cards


def dealt_anew(game: Any, power: Power, rng: Random) -> Cards:
    """The same cards with unknown ones dealt at random; who has how many, and home cards, everybody sees."""
    cards = game.cards
    unknown = list(cards.deck)
    for other, hand in cards.hands.items():
        if other != power:
            unknown += [card for card in hand if game.card(card).kind != "home"]
    unknown.sort()
    rng.shuffle(unknown)
    hands = {}
    for other, hand in cards.hands.items():
        if other == power:
            hands[other] = list(hand)
            continue
        home = sorted(card for card in hand if game.card(card).kind == "home")
        count = len(hand) - len(home)
        hands[other] = [*home, *unknown[:count]]
        del unknown[:count]
    return Cards(
        hands,
        sorted(unknown),
        sorted(cards.discards),
        sorted(cards.removed),
        sorted(cards.unborn),
        list(cards.laid),
        list(cards.in_play),
        cards.used_as_event,
    )
