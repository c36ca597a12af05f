"""What stops a letter before it is read as orders: a table of small named checks.

A robot is never answered and never obeyed, or two programs would write to each other for ever.  A stranger
is told nothing.  Whatever is held can be seen by the moderator and let through.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from pbem.domain.seats import Seat
from pbem.mail.auth import is_authentic
from pbem.mail.bounces import is_from_a_server
from pbem.mail.letter import Letter

OUR_HEADER = "x-pbem"


class Outcome(StrEnum):
    """What happens to a letter that a check has stopped."""

    DROP = "dropped"
    HOLD = "held"
    REFUSE = "refused"
    """Nothing is done, and the player is told why."""


@dataclass(frozen=True, slots=True)
class Arrived:
    """A letter and what the checks may compare it with."""

    letter: Letter
    size: int
    largest: int
    seat: Seat | None
    """Whose token it carries."""
    our_address: str
    trusted_checker: str = ""
    """The server whose word about senders is believed; empty: nobody is asked."""


@dataclass(frozen=True, slots=True)
class Check:
    """A named reason to stop a letter."""

    name: str
    stops: Callable[[Arrived], bool]
    outcome: Outcome


def check_letter(arrived: Arrived) -> Check | None:
    """The first check that stops the letter, or None."""
    return next((check for check in CHECKS if check.stops(arrived)), None)


def has_our_own_header(arrived: Arrived) -> bool:
    return bool(arrived.letter.header(OUR_HEADER)) or arrived.letter.sender == arrived.our_address


def is_a_bounce(arrived: Arrived) -> bool:
    """A mail server's report; or a letter that nobody wants an answer to, unless a machine signs for it."""
    letter = arrived.letter
    if is_from_a_server(letter) or letter.header("x-failed-recipients"):
        return True
    return letter.header("return-path").replace(" ", "") == "<>" and not is_automatic(arrived)


AUTOMATIC_HEADERS = (
    "x-autoreply",
    "x-autorespond",
    "x-autoresponse",
    "x-auto-reply",
    "auto-reply",
    "x-vacation",
)
AUTOMATIC_SUBJECTS = (
    "automatic reply:",
    "autoreply:",
    "auto-reply:",
    "auto reply:",
    "auto:",
    "out of office",
    "out of the office",
    "automatische antwort:",
    "abwesenheitsnotiz",
    "abwesend:",
    "réponse automatique",
    "absence du bureau",
    "respuesta automática",
    "risposta automatica",
    "automatisch antwoord",
    "automaattinen vastaus",
    "automatikus válasz",
    "odpowiedź automatyczna",
)


def is_automatic(arrived: Arrived) -> bool:
    """An answering machine's letter (RFC 3834 and what programs did before it)."""
    letter = arrived.letter
    submitted = letter.header("auto-submitted").lower().strip()
    return (
        letter.content_type == "multipart/report"  # of having been read: a server's report is a bounce
        or (bool(submitted) and not submitted.startswith("no"))
        or letter.header("precedence").lower().strip() in ("auto_reply", "auto-reply", "junk")
        or any(letter.header(name) for name in AUTOMATIC_HEADERS)
        or letter.subject.lower().startswith(AUTOMATIC_SUBJECTS)
    )


def is_bulk(arrived: Arrived) -> bool:
    """A mailing list's or an advertiser's letter."""
    letter = arrived.letter
    return letter.header("precedence").lower().strip() in ("bulk", "list") or any(
        letter.header(name) for name in ("list-id", "list-post", "list-unsubscribe", "mailing-list")
    )


def has_no_seat(arrived: Arrived) -> bool:
    return arrived.seat is None


def sender_is_not_the_seat(arrived: Arrived) -> bool:
    return arrived.seat is None or arrived.letter.sender != arrived.seat.address


def is_not_authentic(arrived: Arrived) -> bool:
    checker = arrived.trusted_checker
    return bool(checker) and not is_authentic(arrived.letter, checker)


def is_too_large(arrived: Arrived) -> bool:
    return arrived.size > arrived.largest


def has_too_many_lines(arrived: Arrived) -> bool:
    return arrived.letter.too_many_lines


BOUNCE = Check("bounce", is_a_bounce, Outcome.DROP)
"""What it says is taken note of before it is dropped."""
CHECKS = (
    # Answering a robot starts a loop, so these go first.
    Check("loop", has_our_own_header, Outcome.DROP),
    BOUNCE,
    Check("auto-reply", is_automatic, Outcome.DROP),
    Check("bulk", is_bulk, Outcome.DROP),
    # Strangers learn nothing; the moderator sees the letter.
    Check("unknown-token", has_no_seat, Outcome.HOLD),
    Check("wrong-sender", sender_is_not_the_seat, Outcome.HOLD),
    Check("not-authentic", is_not_authentic, Outcome.HOLD),
    # From here on we know whom we would answer.
    Check("size", is_too_large, Outcome.REFUSE),
    Check("lines", has_too_many_lines, Outcome.REFUSE),
)
