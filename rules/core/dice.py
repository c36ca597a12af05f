"""Dice and draws that can be audited.

The whole random state is a secret seed and a counter.  Number n is a keyed hash of n, so it does not
matter when it is asked for, a replay finds the same numbers, and whoever is given the seed can check
every roll.  The SHA-256 of the seed is published before the game.  Decks are not shuffled: a card is
drawn from the undrawn ones at the moment it is dealt, which is the same to the players and leaves no
order in the stored state that could leak.

Dice thrown and cards drawn elsewhere (a game on a table, a printed example) are `given`; they are used
before the seed's.  A game that is played wholly with dice from elsewhere sets `external`, and stops
with `RandomNeeded` when they run out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import blake2b, sha256
from typing import TypeVar

from rules.core.errors import Illegal, RandomNeeded
from rules.core.reasons import Reason

T = TypeVar("T")


def commitment(seed: str) -> str:
    """What is published at the start: nobody can change the seed later, nobody can read it yet."""
    return sha256(seed.encode()).hexdigest()


def number(seed: str, n: int) -> int:
    """The n-th random number of a seed, 64 bits."""
    return int.from_bytes(blake2b(str(n).encode(), key=seed.encode()[:64], digest_size=8).digest(), "big")


def die(seed: str, n: int) -> int:
    """The n-th number as a six-sided die."""
    return number(seed, n) % 6 + 1


@dataclass(slots=True)
class Dice:
    """The random source of one game."""

    seed: str
    used: int = 0
    given_dice: list[int] = field(default_factory=list)
    given_draws: list[str] = field(default_factory=list)
    external: bool = False

    def roll(self, count: int, reason: Reason) -> tuple[int, ...]:
        """The next dice."""
        first = self.used
        self.used += count
        if not self.given_dice and not self.external:
            seed = self.seed
            return tuple(die(seed, n) for n in range(first, first + count))
        return tuple(self._one(n, reason, first + count - n) for n in range(first, first + count))

    def _one(self, n: int, reason: Reason, missing: int) -> int:
        if self.given_dice:
            return self.given_dice.pop(0)
        if self.external:
            raise RandomNeeded("dice", missing, reason)
        return die(self.seed, n)

    def draw(self, items: Sequence[T], reason: Reason) -> T:
        """One of the items at random.  The caller gives them in a fixed order."""
        n = self.used
        self.used += 1
        if self.given_draws:
            name = self.given_draws.pop(0)
            for item in items:
                if str(item) == name:
                    return item
            raise Illegal("dice.cannot_be_drawn", thing=name)
        if self.external:
            raise RandomNeeded("draw", 1, reason)
        return items[number(self.seed, n) % len(items)]
