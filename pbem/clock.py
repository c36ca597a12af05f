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
