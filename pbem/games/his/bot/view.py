"""What a power may know of a position, as a position: other hands and the deck are dealt anew.

The view shares the open board with the game and is only looked at.  Its hidden cards and its dice follow from
open facts alone, so that two games which a power cannot tell apart give it the same view.
"""

from __future__ import annotations

from copy import copy
from dataclasses import replace
from random import Random

from rules import Power
from rules.core import codec
from rules.core.cards import Cards
from rules.core.dice import Dice
from rules.his.game import HisGame


def view_for(game: HisGame, power: Power, *, salt: str = "") -> HisGame:
    """The position as a power may know it; another salt deals the unknown cards in another way."""
    seen = copy(game)
    open_facts = f"{power}/{game.turn}/{game.phase}/{game.impulse_number}/{salt}"
    seen.cards = _dealt_anew(game, power, Random(open_facts))
    seen.dice = Dice(open_facts)
    own = game.hand(power)
    seen.impulse = replace(game.impulse, held_back=[card for card in game.impulse.held_back if card in own])
    seen.events = []
    seen.moments = game.moments
    return seen


def _dealt_anew(game: HisGame, power: Power, rng: Random) -> Cards:
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


def fork_of(view: HisGame) -> codec.Json:
    """The view as data from which any number of games can be begun."""
    return codec.dump(view, HisGame)
