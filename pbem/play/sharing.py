"""Who gets which power when people have signed up: to the greatest satisfaction, by looking at every way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import permutations

from pbem.games.game import Seating
from rules import Power


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who gets a hand: one power, or several."""

    number: int
    """Of the sign-up."""
    prefer: tuple[Power, ...] = ()
    avoid: tuple[Power, ...] = ()

    def points(self, hand: Sequence[Power], most: int) -> int:
        """The first choice counts most, each further one less; a hand counts by its dearest power."""
        ranks = [self.prefer.index(power) for power in hand if power in self.prefer]
        return most - min(ranks) if ranks else 0

    def refuses(self, hand: Sequence[Power]) -> bool:
        return any(power in self.avoid for power in hand)


@dataclass(frozen=True, slots=True)
class Shared:
    """How the powers are shared out."""

    hands: Seating
    """Of each person, in their order."""
    points: int
    refused: int
    """How many have a power that they did not want."""
    ways: int
    """How many ways there are."""
    equal: int
    """How many of them are as good as this one."""


def share_out(people: Sequence[Person], seating: Seating, seed: str) -> Shared:
    """The best of all ways to give each person one hand of a seating.

    First as few as possible get a power that they do not want; then the points together are as many as
    possible; then whoever has fewest has as many as possible, then the next.  What is still equal, the seed
    decides: the way whose text has the smallest SHA-256 behind it (`drawn_by`).  Six people have 720 ways.
    """
    most = sum(map(len, seating))
    table = [[(one.refuses(hand), one.points(hand, most)) for hand in seating] for one in people]
    best: list[tuple[int, ...]] = []
    best_worth: tuple[int, int, list[int]] | None = None
    ways = 0
    for way in permutations(range(len(seating)), len(people)):
        ways += 1
        got = [table[at][hand] for at, hand in enumerate(way)]
        points = sorted(point for _, point in got)
        worth = (-sum(refused for refused, _ in got), sum(points), points)
        if best_worth is None or worth > best_worth:
            best_worth, best = worth, [way]
        elif worth == best_worth:
            best.append(way)
    assert best_worth is not None
    hands = [tuple(seating[hand] for hand in way) for way in best]
    chosen = min(hands, key=lambda given: drawn_by(people, given, seed))
    return Shared(chosen, best_worth[1], -best_worth[0], ways, len(best))


def drawn_by(people: Sequence[Person], hands: Seating, seed: str) -> str:
    """What decides between equal ways: the smallest is taken."""
    way = " ".join(f"{one.number}:{'+'.join(hand)}" for one, hand in zip(people, hands, strict=True))
    return sha256(f"{seed} {way}".encode()).hexdigest()
