"""Exact chances of dice: hits of several, sums of two, the best of some; knows no game.

A distribution is a tuple of chances, the chance of `n` at place `n`.

>>> sum_at_least(9)
Fraction(5, 18)
>>> hits(2, 5)
(Fraction(4, 9), Fraction(4, 9), Fraction(1, 9))
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cache, reduce
from math import comb
from typing import TypeAlias, TypeVar

T = TypeVar("T")

Distribution: TypeAlias = tuple[Fraction, ...]
FACES = 6
NEVER, SURE = Fraction(0), Fraction(1)


@cache
def hits(dice: int, hit_on: int) -> Distribution:
    """How many of some dice show a number or more."""
    hit = Fraction(min(max(FACES + 1 - hit_on, 0), FACES), FACES)
    dice = max(dice, 0)
    return tuple(comb(dice, n) * hit**n * (1 - hit) ** (dice - n) for n in range(dice + 1))


@cache
def both(one: Distribution, other: Distribution) -> Distribution:
    """The sum of two independent counts."""
    total = [NEVER] * (len(one) + len(other) - 1)
    for n, chance in enumerate(one):
        for m, with_chance in enumerate(other):
            total[n + m] += chance * with_chance
    return tuple(total)


def altogether(counts: Iterable[Distribution]) -> Distribution:
    """The sum of independent counts; of none, nothing."""
    return reduce(both, counts, (SURE,))


@cache
def sum_of(dice: int) -> Distribution:
    """The sum of some dice."""
    one = (NEVER, *[Fraction(1, FACES)] * FACES)
    return altogether([one] * dice)


@cache
def sum_at_least(need: int, dice: int = 2) -> Fraction:
    """The chance that some dice show so much together."""
    return sum(sum_of(dice)[max(need, 0) :], NEVER)


def expected(counts: Distribution) -> Fraction:
    """The mean of a count."""
    return sum((n * chance for n, chance in enumerate(counts)), NEVER)


def pairs(one: Distribution, other: Distribution) -> Iterator[tuple[int, int, Fraction]]:
    """Every two independent counts with the chance of both; what cannot be is left out."""
    for n, chance in enumerate(one):
        for m, with_chance in enumerate(other):
            if together := chance * with_chance:
                yield n, m, together


def chance_that(one: Distribution, other: Distribution, happens: Callable[[int, int], bool]) -> Fraction:
    """The chance that two independent counts are as wished."""
    return sum((chance for n, m, chance in pairs(one, other) if happens(n, m)), NEVER)


def add(to: dict[T, Fraction], what: T, chance: Fraction) -> None:
    """One more way to an outcome."""
    if chance:
        to[what] = to.get(what, NEVER) + chance


def mixed(parts: Iterable[tuple[Fraction, Mapping[T, Fraction]]]) -> dict[T, Fraction]:
    """Outcomes of one of several ways, each with its chance."""
    total: dict[T, Fraction] = {}
    for weight, outcomes in parts:
        for what, chance in outcomes.items():
            add(total, what, weight * chance)
    return total


def evenly(things: Iterable[T]) -> list[tuple[Fraction, T]]:
    """Things of which one is drawn, each with its chance."""
    known = list(things)
    return [(Fraction(1, len(known)), thing) for thing in known]
