"""Deadlines: how long a power has for an answer, when it is reminded, and what repeated silence leads to."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from pbem.calendar.calendar import BadCalendar, Calendar, problems_of
from rules import Question
from rules.core.flow import DECISION, IMPULSE, NEGOTIATION, WINDOW

KINDS = (NEGOTIATION, IMPULSE, DECISION, WINDOW)
HOURS: Mapping[str, int] = {NEGOTIATION: 48, IMPULSE: 72, DECISION: 48, WINDOW: 24}

EARLIEST_REMINDER = 0.25
"""Nobody is reminded before this part of the time is over."""
LONGEST_EXTENSION = 24 * 14
LONGEST_REMINDER = 96
"""Nobody is reminded more hours before a deadline."""

PASSED, FAILED, UNDECIDED = "passed", "failed", "open"
"""What may become of a vote for more time."""

_SPAN = re.compile(r"(\d{1,3})\s*(h|hours?|d|days?|w|weeks?)?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Pace:
    """How a game keeps time.  With 0 hours for negotiation there is no window: deals are just asked for."""

    hours: Mapping[str, int] = field(default_factory=lambda: HOURS)
    calendar: Calendar = field(default_factory=Calendar)
    reminders: tuple[int, ...] = (24, 6)
    """Hours before the deadline."""
    grace: int = 6
    """Hours after the deadline in which an answer is still taken."""
    tell_after: int = 2
    """After so many deadlines missed in a row the moderator is told."""
    offer_after: int = 3
    """After so many the seat is offered to a substitute; 0: never."""
    caretaker_after: int = 0
    """After so many a bot plays for the seat; 0: never."""
    longest_extension: int = 72
    """Hours that the players may vote themselves at a time."""

    def hours_for(self, kind: str) -> int:
        """The hours of a kind; for deals without a window those of a decision."""
        return self.hours.get(kind, HOURS[kind]) or self.hours.get(DECISION, HOURS[DECISION])

    @property
    def talks(self) -> int:
        """The hours of the negotiation window; 0 if there is none."""
        return self.hours.get(NEGOTIATION, HOURS[NEGOTIATION])


@dataclass(frozen=True, slots=True)
class Times:
    """When an answer is due, and when it is given for the power."""

    due: datetime
    default: datetime


def times(question: Question[Any], asked_at: datetime, pace: Pace, *, nobody_there: bool = False) -> Times:
    """Until when an answer must be here; at once if nobody is there to give it."""
    if nobody_there:
        return Times(asked_at, asked_at)
    due = pace.calendar.after(asked_at, pace.hours_for(question.pace))
    return Times(due, with_grace(due, pace))


def with_grace(due: datetime, pace: Pace) -> datetime:
    return pace.calendar.after(due, pace.grace) if pace.grace else due


def reminders_due(asked_at: datetime, due: datetime, now: datetime, pace: Pace) -> int:
    """How many reminders a power should have had by now."""
    earliest = asked_at + (due - asked_at) * EARLIEST_REMINDER
    moments = [due - timedelta(hours=hours) for hours in pace.reminders]
    return sum(earliest <= moment <= now for moment in moments)


def outcome_of(agreed: Sequence[int], refused: Sequence[int], voters: Sequence[int]) -> str:
    """A vote passes when more than half of those who may vote agree, and fails when they no longer can."""
    if sum(number in voters for number in agreed) * 2 > len(voters):
        return PASSED
    return FAILED if sum(number in voters for number in refused) * 2 >= len(voters) else UNDECIDED


def hours_in(text: str) -> int:
    """`24h`, `24`, `2 days`, `1 week`.

    :raises BadCalendar: it is no length of time, or more than two weeks.
    """
    found = _SPAN.fullmatch(text.strip())
    if found is None:
        raise BadCalendar("calendar.span", text=text)
    unit = (found[2] or "h").lower()[0]
    hours = int(found[1]) * {"h": 1, "d": 24, "w": 24 * 7}[unit]
    if not 1 <= hours <= LONGEST_EXTENSION:
        raise BadCalendar("calendar.two_weeks")
    return hours


# ---- As it is stored with a game


def dump_pace(pace: Pace) -> dict[str, Any]:
    """Everything but the hours, which a game stores by themselves."""
    calendar = pace.calendar
    return {
        "zone": calendar.zone,
        "quiet_days": list(calendar.quiet_days),
        "quiet_dates": list(calendar.quiet_dates),
        "quiet_hours": calendar.quiet_hours,
        "reminders": list(pace.reminders),
        "grace": pace.grace,
        "tell_after": pace.tell_after,
        "offer_after": pace.offer_after,
        "caretaker_after": pace.caretaker_after,
        "longest_extension": pace.longest_extension,
    }


def load_pace(hours: Mapping[str, int], data: Mapping[str, Any]) -> Pace:
    """A stored pace; what is missing is as usual."""
    usual = Pace()
    known = {**dump_pace(usual), **data}
    calendar = Calendar(
        known["zone"], tuple(known["quiet_days"]), tuple(known["quiet_dates"]), known["quiet_hours"]
    )
    return Pace(
        {**HOURS, NEGOTIATION: 0, **hours},
        calendar,
        tuple(known["reminders"]),
        known["grace"],
        known["tell_after"],
        known["offer_after"],
        known["caretaker_after"],
        known["longest_extension"],
    )


def pace_problems(pace: Pace) -> Iterator[str]:
    """What is wrong with a pace, in sentences."""
    yield from problems_of(pace.calendar)
    for kind, hours in pace.hours.items():
        if kind not in KINDS:
            yield f'no question is of the kind "{kind}"; there is {", ".join(KINDS)}'
        elif hours < (0 if kind == NEGOTIATION else 1) or hours > LONGEST_EXTENSION * 2:
            yield f"{hours} hours for {kind} are too few or too many"
    if len(pace.reminders) > 2 or any(not 1 <= hours <= LONGEST_REMINDER for hours in pace.reminders):
        yield f"there are at most two reminders, 1 to {LONGEST_REMINDER} hours before the deadline"
    if not 0 <= pace.grace <= 72:
        yield "grace is at most 72 hours"
