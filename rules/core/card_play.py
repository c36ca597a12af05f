"""Drawing, discarding and playing cards: where they go, and what is remembered of them.

Rule numbers are those of Here I Stand; Virgin Queen has the same rules.
"""

from __future__ import annotations

from typing import Any

from rules.core.cards import CardGame, CardNumber, CardUse, Use
from rules.core.events import Event
from rules.core.flow import Power
from rules.core.reasons import Reason
from rules.core.story import EventCancelled, EventHadNoEffect


class CardPlayed(Event):
    """A power played a card; `how` is cp, or the use as an event."""

    power: Power
    card: CardNumber
    how: CardUse


class CardsDrawn(Event):
    """What a power drew: for itself alone."""

    power: Power
    cards: tuple[CardNumber, ...]


class CardCountChanged(Event):
    """That a power drew cards, for everybody."""

    power: Power
    count: int
    reason: Reason


class CardTaken(Event):
    """That a random card went from one hand to another."""

    giver: Power
    taker: Power
    reason: Reason


class CardSeen(Event):
    """Which card went: only giver and taker know."""

    giver: Power
    taker: Power
    card: CardNumber


class CardGiven(Event):
    """That a power gave a card of its choice to another."""

    giver: Power
    taker: Power
    reason: Reason


class GivenCardSeen(Event):
    """Which card was given: only giver and taker know."""

    giver: Power
    taker: Power
    card: CardNumber


class CardDiscarded(Event):
    """A card went to the discard pile, which is public (6.2)."""

    power: Power
    card: CardNumber
    reason: Reason


class CardRetrieved(Event):
    """A card came back out of the discard pile, before everybody's eyes (6.2)."""

    power: Power
    card: CardNumber
    reason: Reason


class CardLeftGame(Event):
    card: CardNumber


class HandLookedAt(Event):
    """That a power sees another's hand, for everybody."""

    viewer: Power
    owner: Power
    reason: Reason


class HandSeen(Event):
    """What is in that hand: only who looks is told."""

    owner: Power
    cards: tuple[CardNumber, ...]


# ---- drawing


def draw_cards(game: CardGame, power: Power, count: int, reason: Reason) -> list[CardNumber]:
    """Draw cards from the deck to a hand; an empty deck gives no more."""
    cards = game.cards
    drawn: list[CardNumber] = []
    for _ in range(min(count, len(cards.deck))):
        card = game.dice.draw(cards.deck, Reason("draws_card", power=power))
        cards.deck.remove(card)
        cards.hands[power].append(card)
        drawn.append(card)
    if drawn:
        game.emit(CardCountChanged(power, len(drawn), reason))
        game.emit(CardsDrawn(power, tuple(drawn), audience=(power,)))
    return drawn


def take_random_card(game: CardGame, *, giver: Power, taker: Power, reason: Reason) -> CardNumber | None:
    """A random card from one hand to another; home cards are never drawn (6.1)."""
    drawable = sorted(game.drawable(giver))
    if not drawable:
        return None
    card = game.dice.draw(drawable, Reason("draws_from", power=taker, other_power=giver))
    game.hand(giver).remove(card)
    game.hand(taker).append(card)
    game.emit(CardTaken(giver, taker, reason))
    game.emit(CardSeen(giver, taker, card, audience=(giver, taker)))
    return card


def give_card(game: CardGame, *, giver: Power, taker: Power, card: CardNumber, reason: Reason) -> None:
    """A chosen card from one hand to another; who names himself keeps it."""
    game.hand(giver).remove(card)
    game.hand(taker).append(card)
    game.emit(CardGiven(giver, taker, reason))
    game.emit(GivenCardSeen(giver, taker, card, audience=(giver, taker)))


def discard_random_card(game: CardGame, power: Power, reason: Reason) -> CardNumber | None:
    """A random card from a hand to the discard pile; home cards are never drawn (6.1)."""
    drawable = sorted(game.drawable(power))
    if not drawable:
        return None
    card = game.dice.draw(drawable, Reason("discards_at_random", power=power))
    discard(game, power, card, reason)
    return card


def discard(game: CardGame, power: Power, card: CardNumber, reason: Reason) -> None:
    """A card from a hand to the discard pile; a home card to its power card instead."""
    game.hand(power).remove(card)
    put_away(game, card, as_event=False)
    game.emit(CardDiscarded(power, card, reason))


def may_be_chosen_for_discard(game: CardGame, card: CardNumber) -> bool:
    """A chosen discard is never a home card or a mandatory event (6.1)."""
    return game.card(card).kind not in ("home", "mandatory")


def least_card(game: CardGame, power: Power) -> CardNumber | None:
    """The card that silence gives up: lowest CP, ties lowest number, no home or mandatory card."""
    choices = [card for card in game.hand(power) if may_be_chosen_for_discard(game, card)]
    return min(choices, key=lambda card: (game.card(card).cp, card), default=None)


def show_hand(game: CardGame, *, owner: Power, viewer: Power, reason: Reason) -> None:
    """Let a power see another's whole hand."""
    game.emit(HandLookedAt(viewer, owner, reason))
    game.emit(HandSeen(owner, tuple(sorted(game.hand(owner))), audience=(viewer,)))


def discard_from_deck(game: CardGame, power: Power) -> CardNumber | None:
    """Turn up a card of the deck for a power, and discard it; None if the deck is empty."""
    cards = game.cards
    if not cards.deck:
        return None
    card = game.dice.draw(cards.deck, Reason("draws_card", power=power))
    cards.deck.remove(card)
    cards.discards.append(card)
    return card


# ---- the discard pile


def may_retrieve(game: CardGame, power: Power, card: CardNumber) -> bool:
    """Whether a discarded card may go to a power's hand (6.2).

    Never a mandatory event, nor what the same power has used as event, response or combat card this turn.
    """
    return (
        card in game.cards.discards
        and game.card(card).kind != "mandatory"
        and card not in game.cards.used_as_event.get(power, ())
    )


def retrievable(game: CardGame, power: Power) -> list[CardNumber]:
    """The discarded cards that may go to a power's hand, by number (6.2)."""
    return sorted(card for card in game.cards.discards if may_retrieve(game, power, card))


def retrieve(game: CardGame, power: Power, card: CardNumber, reason: Reason) -> None:
    """A card from the discard pile to a hand; everybody sees which (6.2)."""
    game.cards.discards.remove(card)
    game.hand(power).append(card)
    game.emit(CardRetrieved(power, card, reason))


# ---- playing


def put_away(game: CardGame, card: CardNumber, *, as_event: bool) -> None:
    """Home cards to the power card; events marked so leave the game; the rest is discarded (6.2)."""
    data = game.card(card)
    if data.kind == "home":
        game.cards.laid.append(card)
    elif as_event and data.removed == "yes":
        game.cards.removed.append(card)
    else:
        game.cards.discards.append(card)


def begin_play(game: CardGame, power: Power, card: CardNumber, how: str) -> None:
    """The card leaves the hand and lies on the table while it is resolved."""
    game.hand(power).remove(card)
    game.cards.in_play.append(card)
    game.emit(CardPlayed(power, card, how))


def end_play(game: CardGame, card: CardNumber, *, as_event: bool) -> None:
    """The card leaves the table, unless its own effect already put it somewhere."""
    if card in game.cards.in_play and not game.stays_on_table(card):
        game.cards.in_play.remove(card)
        put_away(game, card, as_event=as_event)


def discard_for_cp(game: CardGame, power: Power, card: CardNumber) -> int:
    """A card is played for its command points, and lies on the discard pile before they are spent (11)."""
    begin_play(game, power, card, "cp")
    end_play(game, card, as_event=False)
    return game.card(card).cp


async def resolve_event(game: CardGame, power: Power, use: Use[Any], *, cancelled: bool) -> None:
    """An event that was declared happens, unless it was cancelled; a mandatory one may be idle (6.1, 11)."""
    if cancelled:
        game.emit(EventCancelled(use.card))
    elif use.playable(game, power):
        await use.effect(game, power)
        await game.settle()
    elif game.card(use.card).kind == "mandatory":
        game.emit(EventHadNoEffect(use.card))
    end_play(game, use.card, as_event=not cancelled)


def remove_from_game(game: CardGame, card: CardNumber) -> None:
    """A card being resolved leaves the game, where only its effect can say so (6.2)."""
    game.cards.in_play.remove(card)
    game.cards.removed.append(card)
    game.emit(CardLeftGame(card))


def remember_event(game: CardGame, power: Power, card: CardNumber) -> None:
    """A card is an event only once a turn, and its player may not fetch it back (6.2, 11)."""
    game.cards.used_as_event.setdefault(power, []).append(card)


async def play_out_of_turn(game: CardGame, power: Power, use: Use[Any], moment: Any) -> None:
    """Play a response or combat card (or a home card's use in a window) as an event."""
    begin_play(game, power, use.card, use.use)
    remember_event(game, power, use.card)
    await use.effect(game, power, moment)
    await game.settle()
    end_play(game, use.card, as_event=True)
