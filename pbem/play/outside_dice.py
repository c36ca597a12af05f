"""Dice thrown and cards drawn elsewhere, on a table or a forum: used up by the answers that need them.

Each answer is first played on a copy, to see how many it needs; the log then keeps exactly those with it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
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


@dataclass(slots=True)
class Elsewhere:
    """What fell elsewhere and is not used yet; None: not given at all, so it comes from the seed."""

    voice: Voice
    dice: list[int] | None = None
    draws: list[str] | None = None
    used: list[str] = field(default_factory=list)
    """What the dice and draws were for."""

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

    __slots__ = ("_given", "drawn", "reasons", "rolled")

    def __init__(self, dice: Dice, given: Elsewhere) -> None:
        left = list(given.dice or ()), list(given.draws or ())
        super().__init__(dice.seed, dice.used, *left, external=dice.external)
        self._given = given
        self.rolled: list[int] = []
        self.drawn: list[str] = []
        self.reasons: list[str] = []

    def roll(self, count: int, reason: Reason) -> tuple[int, ...]:
        if self._given.dice is None:
            return Dice.roll(self, count, reason)
        if len(self.given_dice) < count:
            raise RandomNeeded("dice", count - len(self.given_dice), reason)
        dice = Dice.roll(self, count, reason)
        self.rolled += dice
        self.reasons.append(f"{self._given.voice.reason(reason)}: {' '.join(map(str, dice))}")
        return dice

    def draw(self, items: Sequence[T], reason: Reason) -> T:
        if self._given.draws is None:
            return Dice.draw(self, items, reason)
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
