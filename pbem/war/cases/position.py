"""Lines of a position about time, cards and points, in all war games."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from pbem.cases.pieces import before_colon, cards, number_of, one, read
from pbem.errors import CaseMalformed
from pbem.games.cases import Position, Verb, Words
from pbem.language.grammar import name, number, optional, phrase, seq, word
from pbem.language.names import MAJOR
from rules.core.flow import checkpoint
from rules.core.sequence import OVER

UNSEEN = re.compile(r"(?P<count>\d+) (?:cards? )?unknown$", re.IGNORECASE)


@dataclass
class WarPosition(Position[Any]):
    """A position of a war game."""

    after_the_deal: ClassVar[tuple[str, ...]] = ("diplomacy", "spring", "action")
    """Phases in which powers hold their home cards unless the case says otherwise."""
    hands_given: list[str] = field(default_factory=list)
    unseen: dict[str, int] = field(default_factory=dict)
    """How many cards in a hand nobody has told."""

    def finish(self) -> None:
        """After the deal, home cards to their powers, but for hands that the case gives; then put cards in
        the places of those that nobody has seen."""
        game = self.game
        for card in list(game.cards.laid) if game.phase in self.after_the_deal else ():
            home = game.card(card).home
            if home is not None and home not in self.hands_given:
                move_cards(self, [card], game.cards.hands[home])
        self.unknown.may_stand = lambda card: not card.isdecimal() or may_stand(game, int(card))
        for power, count in self.unseen.items():
            for place in range(1, count + 1):
                card = self.unknown.card(f"hand {power} {place}", game.cards.deck)
                move_cards(self, [card], game.cards.hands[power])

    def hand(self, game: Any, power: str) -> Sequence[int]:
        hand: Sequence[int] = game.cards.hands.get(power, ())
        return hand

    def lies(self, game: Any, card: int) -> str:
        for power, hand in game.cards.hands.items():
            if card in hand:
                return f"in the hand of {power}"
        return next((f"among the {pile}" for pile, there in card_piles(game).items() if card in there), "")


def may_stand(game: Any, card: int) -> bool:
    """Whether a card can stand for one that nobody has seen: mandatory ones must be played."""
    return game.card(card).kind not in ("home", "mandatory")


VERBS: Words[Verb] = Words()


def phase_verb(phases: Mapping[str, Callable[[Any], Awaitable[None]]], won: type[Exception]) -> Verb:
    """The line `phase winter`, for a title with these phases; `won` ends a game in the middle of one."""

    async def play_one_phase(game: Any) -> None:
        """The sequence of play up to the end of the phase that the case begins in."""
        phase = game.phase
        while game.phase == phase:
            await checkpoint()
            try:
                await phases[phase](game)
            except won:
                game.phase = OVER

    def put(position: WarPosition, text: str) -> None:
        """`phase winter`; `phase winter only`: the game stops when the phase is over.

        Without this line and without an impulse the case begins with the scenario's first phase.
        """
        position.plays = play_one_phase if text.endswith(" only") else None
        phase = text.removesuffix(" only").replace(" ", "_")
        if phase not in phases:
            raise CaseMalformed(f"there is no phase {text}: {', '.join(phases)}")
        position.game.phase = phase

    return put


# ---- Time, cards, points


@VERBS.add("turn")
def _turn(position: WarPosition, text: str) -> None:
    position.game.turn = number_of(text, "the turn")


@VERBS.add("impulse")
def _impulse(position: WarPosition, text: str) -> None:
    """`impulse france 5 cp`: France spends 5 CP; `impulse france`: France is to play a card."""
    game = position.game
    power, cp = read(
        text.lstrip(": "), seq(name(MAJOR), optional(phrase(number(), word("cp")), None)), position.names
    )
    game.phase, game.passes = "action", 0
    game.turn_power = power
    game.impulse_number = max(game.impulse_number, 1)
    if cp is not None:
        game.impulse = type(game.impulse)(power, cp=cp)


def move_cards(position: WarPosition, wanted: list[int], pile: list[int]) -> None:
    game = position.game
    places = [*game.cards.hands.values(), *card_piles(game).values()]
    for card in wanted:
        if card not in game.data.cards:
            raise CaseMalformed(f"there is no card {card}")
        for place in places:
            if card in place:
                place.remove(card)
        pile.append(card)


def card_piles(game: Any) -> dict[str, list[int]]:
    """Where cards lie outside the hands."""
    piles = game.cards
    return {
        "deck": piles.deck,
        "discards": piles.discards,
        "removed": piles.removed,
        "unborn": piles.unborn,
        "laid": piles.laid,
        "table": piles.in_play,
    }


@VERBS.add("hand")
def _hand(position: WarPosition, text: str) -> None:
    """Exactly these cards; the others go back to the deck, home cards to their place.

    `hand france: 4 92, 3 cards unknown`: and three that come to light when they are played.
    """
    game = position.game
    who, what = before_colon(text, "hand <power>: <cards>")
    power = one(MAJOR, who, position.names)
    if unseen := UNSEEN.search(what):
        position.unseen[power] = int(unseen["count"])
        what = what[: unseen.start()].rstrip(", ")
    position.hands_given.append(power)
    hand = game.cards.hands[power]
    for card in list(hand):
        pile = game.cards.laid if game.card(card).kind == "home" else game.cards.deck
        move_cards(position, [card], pile)
    move_cards(position, cards(what, position.names), hand)
    game.cards.deck.sort()


@VERBS.add("deck")
def _deck(position: WarPosition, text: str) -> None:
    """`deck: 31 44`: the deck is exactly these, other cards of it leave the game; `deck + 31` adds."""
    game = position.game
    if text.startswith("+"):
        move_cards(position, cards(text[1:], position.names), game.cards.deck)
    else:
        wanted = cards(text.lstrip(": "), position.names)
        others = [card for card in game.cards.deck if card not in wanted]
        move_cards(position, others, game.cards.removed)
        move_cards(position, wanted, game.cards.deck)
    game.cards.deck.sort()


def _pile_verb(word_: str) -> Verb:
    def put(position: WarPosition, text: str) -> None:
        pile = card_piles(position.game)[word_]
        move_cards(position, cards(text.lstrip(": +"), position.names), pile)

    return put


for _word in ("discards", "removed", "unborn", "laid", "table"):
    VERBS[_word] = _pile_verb(_word)


@VERBS.add("bonus")
def _bonus(position: WarPosition, text: str) -> None:
    """`bonus france war_winner 2`: VP in the Bonus VP box."""
    who, reason, points = (*text.split(), "", "")[:3]
    box = position.game.bonus_vp.setdefault(one(MAJOR, who, position.names), {})
    box[reason] = number_of(points, "the bonus")
