"""One line being read: its words, what was expected where, and how much work it has been.

Parsers (`grammar`) share a `Reading`; when none of them fits the whole line, what was expected at
the farthest place that any of them reached makes the error.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, TypeVar

from pbem.language.names import Names
from pbem.language.words import Token

T = TypeVar("T")

MOST_STEPS = 20_000
"""A line that needs more is no order."""


class Reject(Exception):
    """Raised in a `to(...)` function: the words fit, what they say does not.

    A code of the table `problem`, with what its sentence speaks of.
    """

    def __init__(self, code: str, **fields: Any) -> None:
        super().__init__(code)
        self.code = code
        self.fields = fields


class TooLong(Exception):
    """The line would take too much work to read."""


class Found(NamedTuple, Generic[T]):
    """One way to read words: the value, where the next words begin, how far it was stretched."""

    value: T
    end: int
    cost: int = 0


@dataclass(frozen=True, slots=True)
class Missed:
    """A name that was expected at a place and not found, for proposals."""

    kind: str
    among: Collection[str] | None
    unsure: tuple[str, ...] = ()


@dataclass(slots=True)
class Reading:
    """One line being read: its words, and what was expected at the farthest place reached."""

    words: list[Token]
    names: Names
    farthest: int = 0
    expected: dict[str, None] = field(default_factory=dict)
    missed: list[Missed] = field(default_factory=list)
    rejected: list[Reject] = field(default_factory=list)
    muted: int = -1
    """A place where nothing is noted: a form that is not offered begins there."""
    steps: int = 0

    def text(self, at: int) -> str:
        return self.words[at].text if at < len(self.words) else ""

    def step(self) -> None:
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise TooLong

    def expect(self, at: int, what: str, missed: Missed | None = None) -> None:
        """Note what was expected; only the farthest place counts."""
        self.step()
        if at == self.muted:
            return
        if at > self.farthest:
            self.farthest = at
            self.expected.clear()
            self.missed.clear()
            self.rejected.clear()
        if at == self.farthest:
            self.expected[what] = None
            if missed is not None:
                self.missed.append(missed)

    def reject(self, at: int, why: Reject) -> None:
        """Note why well-formed words were not taken."""
        self.expect(at, "")
        if at == self.farthest:
            self.rejected.append(why)
