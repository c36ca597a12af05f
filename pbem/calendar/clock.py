"""The time: asked here and nowhere else, so that tests and the demo can set it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Protocol


class Clock(Protocol):
    """Tells the time, always with its zone."""

    def now(self) -> datetime: ...


class SystemClock:
    """The time of this machine, in UTC."""

    def now(self) -> datetime:
        return datetime.now(UTC)


class SetClock:
    """A clock that stands still until it is told to go on."""

    def __init__(self, start: datetime) -> None:
        if start.tzinfo is None:
            raise ValueError("a time without a zone")
        self._now = start.astimezone(UTC)

    def now(self) -> datetime:
        return self._now

    def advance(self, by: timedelta) -> None:
        if by < timedelta(0):
            raise ValueError("time does not go back")
        self._now += by


def say_span(span: timedelta) -> str:
    """`26 hours`, `90 minutes`, `3 days`."""
    minutes = round(span.total_seconds() / 60)
    for size, word in ((24 * 60, "day"), (60, "hour"), (1, "minute")):
        count = round(minutes / size)
        if minutes >= 2 * size or size == 1:
            return f"{count} {word}{'' if count == 1 else 's'}"
    raise AssertionError(span)
