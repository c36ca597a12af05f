"""What the last letter to a seat said, so that the next one does not say it again.

Kept with the seat, as plain data.  Whatever is left out can be had by a word, which the letter's end names.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from pbem.games.advice import Points, Score
from pbem.games.views import Hand
from pbem.letters.choices import news_in
from pbem.letters.content import Asked, PrivateLetter
from pbem.letters.impulses import Before
from pbem.letters.questions import ACTION, IMPULSE

HAND, STATUS, ORDERS, NEAR = "hand", "status", "orders", "near"
"""The words that bring back what is left out."""
DEALS, HELP_DEALS = "deals", "help deals"
KEPT_IN_TALKS = 2
"""So many of the words for talks are short enough to be told each time: `deals` and `ready`."""
FEW = 3
"""So many orders are rather told again than left out."""
WHOLE = ("start", "welcome", "reminder")
"""Kinds of letters that stand alone: who reads them may have nothing else."""


@dataclass(frozen=True, slots=True)
class Suggested:
    """What was suggested for a question, by the log entry after which that was asked; no order: nothing."""

    opened: int
    order: str = ""
    why: str = ""


@dataclass(slots=True)
class Memory:
    """What was said."""

    turn: int = 0
    hands: dict[str, list[int]] = field(default_factory=dict)
    relations: list[str] = field(default_factory=list)
    counts: str = ""
    score: Score = field(default_factory=dict)
    near: list[str] = field(default_factory=list)
    choices: list[str] = field(default_factory=list)
    noted: dict[str, str] = field(default_factory=dict)
    """Actions with what stood beside them, in this impulse."""
    missing: list[str] = field(default_factory=list)
    """Actions that one would expect, and why there are none, in this impulse."""
    explained: list[str] = field(default_factory=list)
    """Kinds of questions whose forms were told."""
    impulses: list[int] = field(default_factory=list)
    """A turn, and how many impulses came before it."""
    seq: int = -1
    """The last log entry when it was written; -1: not known."""
    suggested: dict[str, Suggested] = field(default_factory=dict)
    """By power: what is suggested for its open question, the same in every letter."""
    ahead: dict[str, int] = field(default_factory=dict)
    """By power: the log entry after which its next impulse was suggested, until that is asked for."""

    @classmethod
    def of(cls, stored: Mapping[str, Any]) -> Memory:
        """From what is kept with a seat; empty before its first letter."""
        score = {
            power: tuple(Points(source, vp, tuple(things), count) for source, vp, things, count in points)
            for power, points in stored.get("score", {}).items()
        }
        suggested = {power: Suggested(*one) for power, one in stored.get("suggested", {}).items()}
        plain = [name for name in cls.__slots__ if name in stored and name not in ("score", "suggested")]
        return cls(**{name: stored[name] for name in plain}, score=score, suggested=suggested)

    def stored(self) -> dict[str, Any]:
        score = {
            power: [[one.source, one.vp, list(one.things), one.count] for one in points]
            for power, points in self.score.items()
        }
        suggested = {power: [one.opened, one.order, one.why] for power, one in self.suggested.items()}
        plain = {name: getattr(self, name) for name in self.__slots__}
        return {**plain, "score": score, "suggested": suggested}


def impulses_before(memories: Iterable[Mapping[str, Any]]) -> dict[int, int]:
    """What the seats of a game remember of how many impulses came before a turn."""
    pairs = [memory["impulses"] for memory in memories if memory.get("impulses")]
    return dict(pairs)


def leave_out_known(
    letter: PrivateLetter,
    memory: Memory,
    score: Score,
    before: Before,
    *,
    kind: str,
    wanted: Collection[str],
) -> Memory:
    """Take out of a letter what the last one said, but for what is `wanted`; what is known from now on."""
    turn = letter.view.turn
    after = Memory(turn, dict(memory.hands), memory.relations, memory.counts, score)
    after.near = list(letter.near) or memory.near
    after.explained, after.suggested = list(memory.explained), memory.suggested
    begun = [one.power for one in letter.asked if one.kind == IMPULSE]
    after.ahead = {power: seq for power, seq in memory.ahead.items() if power not in begun}
    after.impulses = [turn, before[turn]] if turn in before else memory.impulses
    if begun:  # what was told of another impulse is far above
        memory = replace(memory, choices=[], noted={}, missing=[])
    _Shortened(letter, memory, after, kind in WHOLE, wanted).leave_out()
    return after


@dataclass(slots=True)
class _Shortened:
    """A letter from which parts are taken out, one after the other."""

    letter: PrivateLetter
    memory: Memory
    after: Memory
    whole: bool
    wanted: Collection[str]
    left_out: dict[str, None] = field(default_factory=dict)
    """The words with which the player can ask for what is not there."""

    def leave_out(self) -> None:
        self._hands(every=self.whole or HAND in self.wanted)
        self._powers(every=self.whole or STATUS in self.wanted)
        self._talks(every=self.whole, listed=DEALS in self.wanted)
        self._near()
        self._remember_actions()
        every = self.whole or ORDERS in self.wanted
        self.letter.asked = [self._question(one, every=every) for one in self.letter.asked]
        self.letter.left_out = tuple(self.left_out)

    def _hands(self, *, every: bool) -> None:
        """The whole hand once it is mostly new, single new cards else."""
        shown: list[Hand] = []
        for hand in self.letter.hands:
            known = self.memory.hands.get(hand.power, [])
            numbers = [card.number for card in hand.cards]
            self.after.hands[hand.power] = numbers
            new = tuple(card for card in hand.cards if card.number not in known)
            if every or (hand.power not in self.memory.hands) or 2 * len(new) > len(numbers):
                shown.append(hand)
                continue
            self.left_out[HAND] = None
            if new:
                shown.append(replace(hand, cards=new, news_only=True))
        self.letter.hands = shown

    def _powers(self, *, every: bool) -> None:
        """The table of powers once a turn; wars, alliances and windows whenever they change."""
        letter, memory, after = self.letter, self.memory, self.after
        view = letter.view
        after.relations = [*view.wars, *view.alliances, view.windows]
        after.counts = letter.counts
        if every or memory.turn != view.turn:
            letter.show_powers = True
            letter.counts = ""
            return
        self.left_out[STATUS] = None
        letter.show_powers = after.relations != memory.relations
        windows = "" if view.windows in memory.relations else view.windows
        letter.view = replace(view, powers=(), windows=windows)
        if letter.counts == memory.counts or not letter.asked or letter.receipt is not None:
            letter.counts = ""
            after.counts = memory.counts

    def _talks(self, *, every: bool, listed: bool) -> None:
        """What can be written in the talks of a turn, told once, and what was proposed, unless `listed`."""
        letter, after, talks = self.letter, self.after, self.letter.talks
        if talks is None or talks.plan or not talks.takes_part:
            return
        if listed:
            letter.talks = talks = replace(talks, drafts=())
        told = f"talks {letter.view.turn}"
        if told in after.explained and not every:
            self.left_out[HELP_DEALS] = None
            letter.talks = replace(talks, lines=talks.lines[-KEPT_IN_TALKS:])
        after.explained = [*(one for one in after.explained if not one.startswith("talks ")), told]

    def _near(self) -> None:
        """What is near the player's units, as far as it has changed."""
        letter = self.letter
        if NEAR in self.wanted:
            letter.near = []  # the answer to the word says all of it
        elif not self.whole and letter.near:
            fresh = [line for line in letter.near if line not in self.memory.near]
            if len(fresh) < len(letter.near):
                self.left_out[NEAR] = None
                letter.near_partly = True
            letter.near = fresh

    def _remember_actions(self) -> None:
        """What the letter says of choices, of their odds, and of what is missing among them."""
        memory, after, asked = self.memory, self.after, self.letter.asked
        told = [choice.order for one in asked for choice in one.choices]
        after.choices = list(dict.fromkeys([*memory.choices, *told]))
        actions = [one for one in asked if one.kind == ACTION]
        noted = {order.text: order.note for one in actions for order in one.orders if order.note}
        after.noted = {**memory.noted, **noted}
        missing = [line for one in actions for line in one.missing]
        after.missing = list(dict.fromkeys([*memory.missing, *missing]))

    def _question(self, one: Asked, *, every: bool) -> Asked:
        """A question without the choices that are known, and without the forms of its orders."""
        memory, after, receipt = self.memory, self.after, self.letter.receipt
        choices = one.choices if every else news_in(one.choices, memory.choices)
        forms = one.forms if every or one.kind not in memory.explained else ()
        partly = choices != one.choices
        if partly or len(forms) < len(one.forms):
            self.left_out[ORDERS] = None
        if one.forms and one.kind not in after.explained:
            after.explained.append(one.kind)
        one = replace(one, choices=choices, forms=forms, partly=partly)
        if not every and receipt is not None and receipt.done and one.kind == ACTION:
            one = _without_known_odds(one, memory)
        if one.as_before:
            self.left_out[ORDERS] = None
        for gone in one.no_longer:
            after.noted.pop(gone)
        return one


def _without_known_odds(one: Asked, memory: Memory) -> Asked:
    """A question of the same impulse without the odds that the letter which was just answered has told.

    Of what can be done no longer only whole deeds are named: a part of an army may still go where all of it
    cannot.
    """
    orders = tuple(
        order for order in one.orders if memory.noted.get(order.text) != order.note or not order.note
    )
    known = len(one.orders) - len(orders)
    one = replace(one, missing=tuple(line for line in one.missing if line not in memory.missing))
    if known < FEW:
        return one
    verbs = [text.partition(" ")[0] for text in one.every]
    gone = tuple(text for text in memory.noted if not one.cut and text.partition(" ")[0] not in verbs)
    return replace(one, orders=orders, as_before=known, no_longer=gone)
