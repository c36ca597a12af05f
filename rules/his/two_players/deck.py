"""The Diplomacy deck: drawing, playing, discarding, shuffling, and looking into a hand.

It is shuffled only when the cards of the League join it and after Machiavelli (#215).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules.core.cards import CardNumber, Registry
from rules.core.flow import Power, ask
from rules.core.questions import Choose
from rules.core.reasons import Reason
from rules.his.duel import OPPONENT, Duel
from rules.his.game import HisGame
from rules.his.two_players import events as told

DIPLOMACY: Registry[Any] = Registry()
"""The effects of the Diplomacy cards, by number."""
EVENT = "event"


def duel_of(game: HisGame) -> Duel:
    """The part of the state that only the two-player game has."""
    assert game.duel is not None, "this is no two-player game"
    return game.duel


def anything(game: HisGame, power: Power) -> bool:
    """For cards that can always do something."""
    return True


# ---- Drawing and discarding


def draw_diplomacy_card(game: HisGame, power: Power) -> None:
    """One card to a player's Diplomacy hand; an empty deck is made anew of the discards."""
    duel = duel_of(game)
    if not duel.deck:
        shuffle_discards(game)
    if not duel.deck:
        return
    card = game.dice.draw(duel.deck, Reason("draws_diplomacy_card", power=power))
    duel.deck.remove(card)
    duel.hands[power].append(card)
    game.emit(told.DiplomacyCardDrawn(power))
    game.emit(told.DiplomacyCardSeen(power, card, audience=(power,)))


def discard_diplomacy_card(game: HisGame, power: Power, card: CardNumber) -> None:
    """A card goes from a hand to the discard pile."""
    duel = duel_of(game)
    duel.hands[power].remove(card)
    duel.discards.append(card)
    game.emit(told.DiplomacyCardDiscarded(power, card))


def shuffle_discards(game: HisGame) -> None:
    """All discards are in the deck again; a deck has no order, so nothing else is to be done."""
    duel = duel_of(game)
    if duel.discards:
        duel.deck = sorted([*duel.deck, *duel.discards])
        duel.discards.clear()
        game.emit(told.DiplomacyDeckShuffled())


def add_league_cards(game: HisGame) -> None:
    """One turn after the League has formed its cards join, and deck and discards are shuffled together."""
    duel = duel_of(game)
    if not duel.unborn or duel.league_turn is None or duel.league_turn >= game.turn:
        return
    game.emit(told.DiplomacyDeckGrew(len(duel.unborn)))
    duel.deck = sorted([*duel.deck, *duel.unborn])
    duel.unborn.clear()
    shuffle_discards(game)


# ---- Looking


def look_at_diplomacy_hand(game: HisGame, viewer: Power) -> list[CardNumber]:
    """A player sees the Diplomacy cards of the other."""
    owner = OPPONENT[viewer]
    cards = sorted(duel_of(game).hands[owner])
    game.emit(told.DiplomacyHandLookedAt(viewer, owner))
    game.emit(told.DiplomacyHandSeen(owner, tuple(cards), audience=(viewer,)))
    return cards


async def choose_card(power: Power, topic: str, cards: Sequence[CardNumber]) -> CardNumber:
    """One of some hidden cards; the player is asked even about a single one.  Silence takes the first."""
    options = tuple(str(card) for card in cards)
    chosen: str = await ask(Choose(power, topic, "card", options, options[0], "9"))
    return int(chosen)


# ---- Playing


async def play_diplomacy_card(game: HisGame, power: Power, card: CardNumber) -> None:
    """A card is played from the hand, carried out, and discarded."""
    duel = duel_of(game)
    duel.hands[power].remove(card)
    duel.in_play.append(card)
    duel.played.append(card)
    game.emit(told.DiplomacyCardPlayed(power, card))
    await carry_out(game, power, card)
    if card in duel.in_play:  # Machiavelli shuffles itself back (#215)
        duel.in_play.remove(card)
        pile = duel.removed if game.card(card).removed == "yes" else duel.discards
        pile.append(card)


async def carry_out(game: HisGame, power: Power, card: CardNumber) -> None:
    """What a card does for who plays it; one that can do nothing is played all the same."""
    use = DIPLOMACY.events[card][EVENT]
    if use.playable(game, power):
        await use.effect(game, power)
        await game.settle()
    else:
        game.emit(told.DiplomacyCardIdle(card))
