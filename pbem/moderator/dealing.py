"""Cards that were dealt elsewhere: hands and deck are set by name, and the rest is balanced.

Whoever gets a card that lies elsewhere gives one of those that were not named for it, so that everybody has
as many cards as before.  What cannot be is named, all of it at once, and then nothing is changed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sqlmodel import col, select

from pbem.channels import BY_HAND
from pbem.errors import ModeratorProblem
from pbem.games import Game
from pbem.language.names import CARD
from pbem.language.voice import note
from pbem.moderator.rewind import correct_position
from pbem.store.tables import OutgoingRow
from pbem.work.game_work import GameWork
from rules import Power
from rules.core.cards import CardNumber, Cards

DECK = "deck"
BECAUSE = "the cards were dealt elsewhere"
PILES = {
    "discards": "discarded",
    "removed": "out of the game",
    "unborn": "not in the game yet",
    "laid": "used",
}
_NAMED = re.compile(r"([^\W\d_][\w ]*?)\s*[:=]\s*([^:=]*?)(?=(?:[,;\s]+[^\W\d_][\w ]*?\s*[:=])|$)")

Deal = Mapping[str, Sequence[CardNumber]]
"""Which cards each power has, or the deck."""


def read_deal(text: str, title: Game) -> dict[str, list[CardNumber]]:
    """`france: 4 31 45; england: 12, Foul Weather; deck: 7`."""
    found: dict[str, list[CardNumber]] = {}
    for whose, words in _NAMED.findall(text):
        place = DECK if whose.strip().lower() == DECK else title.power_named(whose)
        if place in found:
            raise ModeratorProblem(f'"{whose.strip()}" is named twice')
        found[place] = [title.card_named(word) for word in _cards_in(words)]
    if not any(found.values()):
        raise ModeratorProblem('nothing is dealt: write "france: 4 31 45"')
    return found


def _cards_in(words: str) -> Iterator[str]:
    """Numbers stand apart from each other anyhow; names have commas between them."""
    for part in re.split(r"[,;]", words):
        numbers = part.replace("#", " ").split()
        if all(number.isdecimal() for number in numbers):
            yield from numbers
        else:
            yield part.strip()


def deal(work: GameWork, named: Deal, reason: str = "", *, go_back: bool = False) -> str:
    """Set hands and deck; the players whose cards are others now get a letter with their hand."""
    game = work.sitting.engine.game
    cards: Cards | None = getattr(game, "cards", None)
    if cards is None:
        raise ModeratorProblem(f"{work.sitting.title.title} has no cards")
    before = {power: list(hand) for power, hand in cards.hands.items()}
    hands, deck = balanced(game, named, work)
    changed = [power for power in hands if sorted(hands[power]) != sorted(before[power])]
    if not changed:
        return "everybody has these cards already"
    changes: list[tuple[str, Any]] = [(f"cards.hands.{power}", hands[power]) for power in changed]
    if sorted(deck) != sorted(cards.deck):
        changes.append(("cards.deck", deck))
    correct_position(work, changes, reason or BECAUSE, go_back=go_back)
    told = [f"{work.voice.power_name(power)}: {_listed(hands[power], work)}" for power in changed]
    work.deed("deal", "\n".join(told), reason)
    _forget_old_hands(work)
    for row in work.rows():
        if any(power in changed for power in row.powers):
            row.memory = {**row.memory, "hands": {}}
            work.note_for(row, note("corrected", text=reason or BECAUSE))
    work.finish()
    return "\n".join(told)


def balanced(
    game: Any, named: Deal, work: GameWork
) -> tuple[dict[Power, list[CardNumber]], list[CardNumber]]:
    """Hands and deck in which everything that is named is true, and everybody has as many cards as before.

    :raises ModeratorProblem: that cannot be; says why.
    """
    cards: Cards = game.cards
    if wrong := list(_contradictions(game, named, work)):
        raise ModeratorProblem("\n".join(wrong))
    places: dict[str, list[CardNumber]] = {power: list(hand) for power, hand in cards.hands.items()}
    places[DECK] = list(cards.deck)
    loose = {power: set(game.drawable(power)) for power in cards.hands}
    loose[DECK] = set(cards.deck)
    for place, wanted in named.items():
        for card in wanted:
            if card in places[place]:
                continue
            source = next(other for other, held in places.items() if card in held)
            free = [one for one in places[place] if one in loose[place] and one not in wanted]
            # The other side may want one of them: it goes there first.
            free.sort(key=lambda one: (one not in named.get(source, ()), one))
            given = free[0]
            for held, out, into in ((places[place], given, card), (places[source], card, given)):
                held[held.index(out)] = into
            loose[place] = (loose[place] - {given}) | {card}
            loose[source] = (loose[source] - {card}) | {given}
    deck = places.pop(DECK)
    return places, deck


def _contradictions(game: Any, named: Deal, work: GameWork) -> Iterator[str]:
    """What cannot be in a deal, in sentences."""
    cards: Cards = game.cards
    every = [card for wanted in named.values() for card in wanted]
    for card in dict.fromkeys(every):
        if every.count(card) > 1:
            yield f"{_name(card, work)} is named {every.count(card)} times"
        for pile, told in PILES.items():
            if card in getattr(cards, pile):
                yield f"{_name(card, work)} is {told}"
        if card in cards.in_play:
            yield f"{_name(card, work)} is being played"
        for power, hand in cards.hands.items():
            if card in hand and card not in game.drawable(power) and card not in named.get(power, ()):
                yield f"{_name(card, work)} is the home card of {work.voice.power_name(power)}"
    for place, wanted in named.items():
        if place != DECK and place not in cards.hands:
            yield f"{place} has no hand"
            continue
        has = len(cards.deck) if place == DECK else len(game.drawable(place))
        own = [card for card in wanted if place != DECK and card in cards.hands[place]]
        drawn = [card for card in wanted if card not in own or card in game.drawable(place)]
        if len(drawn) > has:
            who = "the deck" if place == DECK else work.voice.power_name(place)
            yield f"{who} has {has} cards, and {len(drawn)} are named"


def _forget_old_hands(work: GameWork) -> None:
    """Letters that nobody has taken along yet tell of cards that were never dealt: they are not needed."""
    rows = work.session.exec(
        select(OutgoingRow)
        .where(OutgoingRow.game_id == work.game.id, OutgoingRow.status == "queued")
        .where(col(OutgoingRow.channel).in_(BY_HAND))
    )
    for row in rows:
        row.status, row.error = "failed", "the cards were dealt anew"
        work.session.add(row)


def _name(card: CardNumber, work: GameWork) -> str:
    return work.voice.name(CARD, card)


def _listed(hand: Sequence[CardNumber], work: GameWork) -> str:
    return ", ".join(_name(card, work) for card in sorted(hand))
