"""What the condition of a line may look at, and the smallest tests; a title adds its own.

A condition looks at what everybody knows: the open position, and public events.  Nobody's hand counts, the
own one neither: whether a line was carried out would then show what is in it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import field
from typing import Any

from pbem.language.voice import Voice
from rules import Event, Power
from rules.core import codec
from rules.core.records import Record


class Situation(Record):
    """What a condition may look at."""

    power: Power
    events: tuple[Event, ...]
    """Public ones since the power's last action."""
    game: Any
    finished: bool
    """Nothing more can come of that action: the power is asked for the next one."""
    since: tuple[Event, ...] | None = None
    """Public ones since the line was written, if it was written before it was asked for."""

    @property
    def known(self) -> tuple[Event, ...]:
        """All that may have happened since the power has last decided anything."""
        return self.events if self.since is None else self.since


Test = Callable[[Situation], "bool | None"]
"""True, False, or None while it cannot be decided."""


def last(situation: Situation, kinds: tuple[type[Event], ...]) -> Event | None:
    return next((event for event in reversed(situation.events) if isinstance(event, kinds)), None)


def happened(*kinds: type[Event]) -> Test:
    """Whether such a thing happened; undecided while it still may."""

    def test(situation: Situation) -> bool | None:
        if last(situation, kinds) is not None:
            return True
        return False if situation.finished else None

    return test


def opposite_of(test: Test) -> Test:
    if isinstance(test, Not):
        return test.fact
    if isinstance(test, Fact):
        return Not(test)

    def opposite(situation: Situation) -> bool | None:
        answer = test(situation)
        return None if answer is None else not answer

    return opposite


FACTS: dict[str, type[Fact]] = {}


class Fact(Record, ABC):
    """A condition that can be stored and told: what stops an order, and what a standing order looks at."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        FACTS[cls.__name__] = cls

    @abstractmethod
    def __call__(self, situation: Situation) -> bool:
        """Whether it is so; a fact can always be decided."""

    @abstractmethod
    def words(self, voice: Voice) -> str:
        """`the Ottoman enters Vienna`."""


class Not(Fact):
    """Whether another fact is not so."""

    fact: Fact

    def __call__(self, situation: Situation) -> bool:
        return not self.fact(situation)

    def words(self, voice: Voice) -> str:
        if isinstance(self.fact, Not):  # `if nobody has intercepted` is stopped if somebody has
            return self.fact.fact.words(voice)
        return voice.word("fact.not", text=self.fact.words(voice))


codec.family(Fact, lambda: FACTS)


# ---- What has touched somebody

LOST, MET, TAKEN, BESIEGED, UNREST = "lost", "met", "taken", "besieged", "unrest"
WAR, CAPTURED, PEOPLE, NEAR, CARD = "war", "captured", "people", "near", "card"
TOUCHES = (LOST, MET, TAKEN, BESIEGED, UNREST, WAR, CAPTURED, PEOPLE, NEAR, CARD)
"""In what ways something can touch a power: by these an order written before is stopped."""


class Touched(Record):
    """Something public that has touched a power; told as `touched.<kind>`."""

    kind: str
    fields: Mapping[str, Any] = field(default_factory=dict)

    def words(self, voice: Voice) -> str:
        return voice.word(f"touched.{self.kind}", **self.fields)
