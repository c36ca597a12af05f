"""What the condition of a line may look at, and the smallest tests; a title adds its own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rules import Event, Power


@dataclass(frozen=True, slots=True)
class Situation:
    """What a condition may look at."""

    power: Power
    events: tuple[Event, ...]
    """Public ones since the power's last action."""
    game: Any
    finished: bool
    """Nothing more can come of that action: the power is asked for the next one."""


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
    def opposite(situation: Situation) -> bool | None:
        answer = test(situation)
        return None if answer is None else not answer

    return opposite
