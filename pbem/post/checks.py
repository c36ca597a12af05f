"""What stops a letter before it is read as orders: a table of small named checks.

A stranger is told nothing.  Whatever is held can be seen by the moderator and let through.  What is forged or
a robot's, its channel knows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from pbem.channels.channel import Channel, Letter, Outcome
from pbem.play.seats import Seat


@dataclass(frozen=True, slots=True)
class Arrived:
    """A letter and what the checks may compare it with."""

    letter: Letter
    size: int
    largest: int
    seat: Seat | None
    """Whose token it carries."""
    channel: Channel
    usual_checker: str = ""
    """The server that vouches for nearly all letters: while none is trusted, its word against one counts."""


@dataclass(frozen=True, slots=True)
class Stopped:
    """The check that has stopped a letter."""

    name: str
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Check:
    """A named reason to stop a letter."""

    name: str
    stops: Callable[[Arrived], bool]
    outcome: Outcome


def check_letter(arrived: Arrived) -> Stopped | None:
    """The first check that stops the letter, or None."""
    return next(_stopping(arrived), None)


def _stopping(arrived: Arrived) -> Iterator[Stopped]:
    letter, channel, usual = arrived.letter, arrived.channel, arrived.usual_checker
    # Answering a robot starts a loop, so these go first.
    yield from (Stopped(c.name, c.outcome) for c in channel.robots if c.stops(letter, usual))
    # Strangers learn nothing; the moderator sees the letter.
    yield from (Stopped(c.name, c.outcome) for c in OF_NO_SEAT if c.stops(arrived))
    yield from (Stopped(c.name, c.outcome) for c in channel.forgeries if c.stops(letter, usual))
    # From here on we know whom we would answer.
    yield from (Stopped(c.name, c.outcome) for c in CANNOT_BE_TAKEN if c.stops(arrived))


def has_no_seat(arrived: Arrived) -> bool:
    return arrived.seat is None


def sender_is_not_the_seat(arrived: Arrived) -> bool:
    return arrived.seat is None or arrived.letter.sender != arrived.seat.address


def is_too_large(arrived: Arrived) -> bool:
    return arrived.size > arrived.largest


def cannot_be_read(arrived: Arrived) -> bool:
    return arrived.letter.unreadable


def has_too_many_lines(arrived: Arrived) -> bool:
    return arrived.letter.too_many_lines


UNKNOWN_TOKEN = "unknown-token"
WRONG_SENDER = "wrong-sender"
OF_NO_SEAT = (
    Check(UNKNOWN_TOKEN, has_no_seat, Outcome.HOLD),
    Check(WRONG_SENDER, sender_is_not_the_seat, Outcome.HOLD),
)
CANNOT_BE_TAKEN = (
    Check("size", is_too_large, Outcome.REFUSE),
    Check("unreadable", cannot_be_read, Outcome.REFUSE),
    Check("lines", has_too_many_lines, Outcome.REFUSE),
)
