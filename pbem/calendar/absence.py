"""Vacations: when a player is away, and who answers meanwhile.

With a delegate, letters go to the delegate and the delegate's orders count.  Without one, standing orders and
defaults answer, and nobody waits for the seat.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime

from pbem.calendar.calendar import BadCalendar, Calendar, date_of
from pbem.language.plain import plain
from pbem.language.words import is_address

LONGEST = 70
"""Days of one vacation; for more a substitute is better."""
FARTHEST = 366
"""Days ahead that a vacation may begin."""

_VACATION = re.compile(
    r"(?:from\s+)?(?P<first>[^<>@]{6,25}?)\s*(?:\bto\b|\buntil\b|\btill\b|\bthrough\b|-{1,2}|–)\s+"
    r"(?P<last>[^<>@]{6,25}?)"
    r"(?:[,;]?\s+(?:with|delegate|by|substitute)\s*:?\s*(?P<who>\S.{2,150}))?",
    re.IGNORECASE,
)
_MAILBOX = re.compile(r"(?:(?P<name>[^<>@]{0,80}?)\s*<(?P<angled>[^<>\s]+)>|(?P<bare>[^<>\s]+@[^<>\s]+))")


@dataclass(frozen=True, slots=True)
class Vacation:
    """From the beginning of one day to the beginning of another; `address` is the delegate's, or empty."""

    begins: datetime
    ends: datetime
    name: str = ""
    address: str = ""


def read_vacation(text: str, calendar: Calendar, now: datetime) -> Vacation:
    """`2026-12-20 to 2027-01-02 with Anna <anna@example.org>`; both days belong to it.

    :raises BadCalendar: it cannot be understood, or cannot be.
    """
    found = _VACATION.fullmatch(" ".join(text.split()))
    if found is None:
        raise BadCalendar("calendar.vacation")
    first, last = date_of(found["first"]), date_of(found["last"])
    begins, ends = calendar.start_of(first), calendar.start_of(last.next_day())
    if ends <= begins:
        raise BadCalendar("calendar.ends_first")
    if ends <= now:
        raise BadCalendar("calendar.over")
    if (ends - begins).days > LONGEST:
        raise BadCalendar("calendar.longest", days=LONGEST)
    if (begins - now).days > FARTHEST:
        raise BadCalendar("calendar.far_away")
    name, address = mailbox_of(found["who"]) if found["who"] else ("", "")
    return Vacation(begins, ends, name, address)


def mailbox_of(text: str) -> tuple[str, str]:
    """Name and address: `Anna <anna@example.org>` or the address alone.

    :raises BadCalendar: it is no address.
    """
    found = _MAILBOX.fullmatch(text.strip().strip(".,;"))
    address = (found["angled"] or found["bare"]).lower() if found else ""
    if found is None or not is_address(address):
        raise BadCalendar("calendar.address", text=text)
    name = plain(found["name"] or "").strip(" \"'")
    return name or address.partition("@")[0], address
