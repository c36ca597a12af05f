"""How long a game takes on the calendar, when its rounds are known: people who answer when they can.

All that is assumed about people is in `People`.  A round is over when the last of those who are asked has
answered; talks take their hours whoever is quick.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from math import exp, log
from statistics import mean

NINETY = 1.2816
"""Standard deviations from the middle to the ninetieth of a hundred."""


@dataclass(frozen=True, slots=True)
class People:
    """How people answer their mail."""

    median: float = 10.0
    """Hours within which half of all letters are answered."""
    ninety: float = 36.0
    """Hours within which nine of ten are."""
    weekend: float = 1.5
    """How many times slower a letter is answered that comes on a Saturday or Sunday."""
    talks: float = 48.0
    """Hours of the negotiation window."""
    longest: float = 96.0
    """Hours after which the deadline answers."""
    begins: datetime = datetime(2026, 11, 16, 9, tzinfo=UTC)

    def hours(self, asked: datetime, rng: random.Random) -> float:
        """How long one person takes to answer a letter that comes at this moment."""
        spread = log(self.ninety / self.median) / NINETY
        slower = self.weekend if asked.weekday() >= 5 else 1.0
        return min(self.longest, slower * self.median * exp(rng.gauss(0, spread)))


PEOPLE = People()


@dataclass(frozen=True, slots=True)
class Days:
    """How long a game takes: mean, and the ranks of ten and ninety of a hundred."""

    mean: float
    p10: float
    p90: float


TALKS = 0
"""A round of talks, in a list of how many were asked in each round."""


def days(rounds: Sequence[int], people: People, rng: random.Random) -> float:
    """One course of a game whose rounds asked so many people each."""
    now = people.begins
    for asked in rounds:
        hours = max((people.hours(now, rng) for _ in range(asked)), default=people.talks)
        now += timedelta(hours=hours)
    return (now - people.begins) / timedelta(days=1)


def spread(games: Sequence[Sequence[int]], *, people: People = PEOPLE, times: int = 40) -> Days:
    """Several games, each lived through so many times."""
    rng = random.Random("calendar")
    found = sorted(days(rounds, people, rng) for rounds in games for _ in range(times))
    return Days(mean(found), found[len(found) // 10], found[len(found) * 9 // 10])
