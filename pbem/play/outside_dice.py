"""Dice thrown and cards drawn elsewhere, on a table or a forum: used up by the answers that need them.

Each answer is first played on a copy, to see how many it needs; the log then keeps exactly those with it.
What is missing is found out all at once: orders are played on copies, several times, with dice that are made
up, since what must be thrown later may depend on what fell before.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from random import Random
from typing import Any, TypeVar

from pbem.language.names import CARD, CONQUISTADOR, DEBATER, EXPLORER, POWER
from pbem.language.voice import Voice
from rules import Engine, Power
from rules.core.dice import Dice
from rules.core.errors import Illegal, RandomNeeded
from rules.core.reasons import Reason

T = TypeVar("T")

DRAWN = (CARD, DEBATER, EXPLORER, CONQUISTADOR, POWER)
"""What is ever drawn at random, as names know it."""
MOST_LISTED = 12
MADE_UP = 400
"""So many dice are made up for a look ahead: more than any order needs."""
SAME, MIXED = (6, 1, 5, 2), 6
"""Orders are played with dice that all show the same, and so often with mixed ones."""


@dataclass(frozen=True, slots=True)
class Need:
    """Dice or draws that are missing, and what they are for."""

    what: str
    """`dice` or `draw`."""
    count: int
    reason: Reason


@dataclass(frozen=True, slots=True)
class Needs:
    """Everything that orders need from elsewhere, in the order in which it is used."""

    certain: tuple[Need, ...] = ()
    perhaps: tuple[Need, ...] = ()
    """What may come after that: it depends on how the first ones fall."""

    @property
    def dice(self) -> int:
        """How many dice are needed in any case."""
        return sum(need.count for need in self.certain if need.what == "dice")

    @property
    def draws(self) -> int:
        return sum(need.count for need in self.certain if need.what == "draw")

    def __bool__(self) -> bool:
        return bool(self.certain or self.perhaps)


def look_ahead(play: Callable[[MakeUp], None]) -> Needs:
    """What is missing when something is played, on a copy each time, with dice that are made up."""
    found: list[tuple[Need, ...]] = []
    for number, same in enumerate([*SAME, *[0] * MIXED]):
        made_up = MakeUp(Random(number), same)
        play(made_up)
        found.append(tuple(made_up.missing))
    first = found[0]
    alike = [all(needs[at : at + 1] == (need,) for needs in found) for at, need in enumerate(first)]
    certain = first[: sum(1 for _ in takewhile(bool, alike))]
    longest = max(found, key=lambda needs: (sum(need.count for need in needs), len(needs)))
    return Needs(certain, longest[len(certain) :])


@dataclass(slots=True)
class MakeUp:
    """Makes up dice and draws for a look ahead, and remembers which were missing."""

    chance: Random
    same: int = 0
    """What all dice show; 0: they are mixed."""
    missing: list[Need] = field(default_factory=list)

    def dice(self) -> list[int]:
        return [self.same or self.chance.randint(1, 6) for _ in range(MADE_UP)]


@dataclass(slots=True)
class Elsewhere:
    """What fell elsewhere and is not used yet; None: not given at all, so it comes from the seed."""

    voice: Voice
    dice: list[int] | None = None
    draws: list[str] | None = None
    used: list[str] = field(default_factory=list)
    """What the dice and draws were for."""
    make_up: MakeUp | None = None
    """If not None: this is a look ahead, and what is missing is made up."""

    def submit(self, engine: Engine[Any], power: Power, answer: Any, source: str) -> None:
        """Give an answer together with the dice and draws that it needs.

        :raises RandomNeeded: there are too few of them; nothing has changed.
        """
        trial = engine.fork()
        hand = trial.game.dice = _Hand(trial.game.dice, self)
        trial.submit(power, answer, source=source)
        engine.submit(power, answer, source=source, dice=hand.rolled, draws=hand.drawn)
        self.used += hand.reasons
        if self.dice is not None:
            del self.dice[: len(hand.rolled)]
        if self.draws is not None:
            del self.draws[: len(hand.drawn)]


class _Hand(Dice):
    """Dice of the copy: only what was given falls, where anything was."""

    __slots__ = ("_given", "_left", "drawn", "reasons", "rolled")

    def __init__(self, dice: Dice, given: Elsewhere) -> None:
        rolls, draws = list(given.dice or ()), list(given.draws or ())
        self._left = len(rolls)
        if given.make_up and given.dice is not None:
            rolls += given.make_up.dice()
        super().__init__(dice.seed, dice.used, rolls, draws, external=dice.external)
        self._given = given
        self.rolled: list[int] = []
        self.drawn: list[str] = []
        self.reasons: list[str] = []

    def roll(self, count: int, reason: Reason) -> tuple[int, ...]:
        if self._given.dice is None:
            return Dice.roll(self, count, reason)
        if len(self.given_dice) < count:
            raise RandomNeeded("dice", count - len(self.given_dice), reason)
        if self._given.make_up and self._left < count:
            self._given.make_up.missing.append(Need("dice", count - self._left, reason))
        self._left = max(0, self._left - count)
        dice = Dice.roll(self, count, reason)
        self.rolled += dice
        self.reasons.append(f"{self._given.voice.reason(reason)}: {' '.join(map(str, dice))}")
        return dice

    def draw(self, items: Sequence[T], reason: Reason) -> T:
        if self._given.draws is None:
            return Dice.draw(self, items, reason)
        if not self.given_draws and self._given.make_up:
            self._given.make_up.missing.append(Need("draw", 1, reason))
            self.given_draws.append(str(self._given.make_up.chance.choice(items)))
        if not self.given_draws:
            raise RandomNeeded("draw", 1, reason)
        self.given_draws[0] = self._find(self.given_draws[0], [str(item) for item in items])
        self.drawn.append(self.given_draws[0])
        self.reasons.append(f"{self._given.voice.reason(reason)}: {self.given_draws[0]}")
        return Dice.draw(self, items, reason)

    def _find(self, words: str, ids: list[str]) -> str:
        if words in ids:
            return words
        names = self._given.voice.names
        for kind in DRAWN:
            if kind in names.tables and (found := names.find(kind, words, ids)):
                return found
        if len(ids) > MOST_LISTED:
            raise Illegal("dice.cannot_be_drawn", thing=words)
        raise Illegal("dice.not_among", text=words, things=tuple(ids))
