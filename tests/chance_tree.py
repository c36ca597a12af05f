"""Every way that the dice of a real procedure can fall, each with its exact chance.

A procedure is run again and again, each time with another fall of the dice and another draw, until all have
been seen.  Dice are told apart by how many hit, added dice by their sum, and where the best counts by it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import comb
from typing import Any, TypeVar

from rules import load_rules
from rules.core.dice import Dice
from rules.core.flow import Procedure
from rules.core.reasons import Reason

T = TypeVar("T")
R = TypeVar("R")
RULES = load_rules("his")
HIT, MISS = 6, 1
HITS, SUM, BEST, FAITH, FIVES = "hits", "sum", "best", "faith", "fives"


@dataclass(slots=True)
class Path:
    """One way through the tree: which branch at each fork, and how many there are."""

    taken: list[int] = field(default_factory=list)
    branches: list[int] = field(default_factory=list)
    at: int = 0
    chance: Fraction = Fraction(1)

    def fork(self, ways: Sequence[tuple[Fraction, T]]) -> T:
        if self.at == len(self.taken):
            self.taken.append(0)
            self.branches.append(len(ways))
        chance, way = ways[self.taken[self.at]]
        self.at += 1
        self.chance *= chance
        return way

    def next(self) -> Path | None:
        """The next way; None after the last."""
        taken = list(self.taken)
        while taken and taken[-1] + 1 == self.branches[len(taken) - 1]:
            taken.pop()
        if not taken:
            return None
        taken[-1] += 1
        return Path(taken, self.branches[: len(taken)])


@dataclass(slots=True)
class TreeDice(Dice):
    """Dice that fall as a path says."""

    path: Path = field(default_factory=Path)
    count: str = HITS
    draws: bool = True
    """Whether it matters what is drawn."""

    def roll(self, count: int, reason: Reason) -> tuple[int, ...]:
        self.used += count
        return self.path.fork(self._ways(count))

    def _ways(self, count: int) -> list[tuple[Fraction, tuple[int, ...]]]:
        if count == 1:
            return [(Fraction(1, 6), (face,)) for face in range(1, 7)]
        if self.count == SUM and count == 2:
            return [
                (Fraction(6 - abs(7 - total), 36), (max(1, total - 6), total - max(1, total - 6)))
                for total in range(2, 13)
            ]
        if self.count == BEST:
            return [
                (Fraction(face, 6) ** count - Fraction(face - 1, 6) ** count, (face,) * count)
                for face in range(1, 7)
            ]
        if self.count == FAITH:
            return [
                (
                    Fraction(
                        comb(count, a) * comb(count - a, b) * comb(count - a - b, c) * 2**b * 2**rest,
                        6**count,
                    ),
                    (6,) * a + (4,) * b + (1,) * c + (2,) * rest,
                )
                for a in range(count + 1)
                for b in range(count + 1 - a)
                for c in range(count + 1 - a - b)
                for rest in [count - a - b - c]
            ]
        if self.count == FIVES:
            return [
                (
                    Fraction(comb(count, a) * comb(count - a, b) * 4**rest, 6**count),
                    (6,) * a + (5,) * b + (1,) * rest,
                )
                for a in range(count + 1)
                for b in range(count + 1 - a)
                for rest in [count - a - b]
            ]
        hit, miss = Fraction(1, 3), Fraction(2, 3)
        return [
            (comb(count, n) * hit**n * miss ** (count - n), (HIT,) * n + (MISS,) * (count - n))
            for n in range(count + 1)
        ]

    def draw(self, items: Sequence[T], reason: Reason) -> T:
        self.used += 1
        if not self.draws:
            return items[0]
        return self.path.fork([(Fraction(1, len(items)), item) for item in items])


def every_way(
    game: Any, run: Callable[[Any], R], *, count: str = HITS, draws: bool = True, rules: Any = RULES
) -> Iterator[tuple[Fraction, Any, R]]:
    """All outcomes of something that rolls, with their chances; each in a game of its own."""
    stored = rules.dump(game)
    path: Path | None = Path()
    while path is not None:
        copy = rules.load(stored)
        copy.dice = TreeDice("", path=path, count=count, draws=draws)
        result = run(copy)
        yield path.chance, copy, result
        path = path.next()


def to_the_end(game: Any, procedure: Procedure[R], answer: Callable[[Any], Any] | None = None) -> R:
    """Run a procedure; silence answers all questions, unless `answer` has another answer than None."""
    try:
        asked = procedure.send(None)
        while True:
            given = []
            for question in asked:  # type: ignore[union-attr]
                said = answer(question) if answer is not None else None
                given.append(question.default(game) if said is None else said)
            asked = procedure.send(tuple(given))
    except StopIteration as end:
        result: R = end.value
        return result
