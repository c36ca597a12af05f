"""When a letter arrived: deadlines judge by it, not by when we found the time to look.

Only those are believed whom a sender cannot speak for: the `Received` header that our own mail server has put
on top of all others, or the day and hour that the mailbox itself has noted.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

BY = re.compile(r"^\s*(?:from\s+\S+\s+)?by\s+\[?([\w.:-]{1,253})\]?(?=\s|$)", re.IGNORECASE)
COMMENT = re.compile(r"\([^()]*\)")
"""What stands in brackets the sender may have said."""
LONGEST = 4_000


def arrived_at(
    headers: Sequence[tuple[str, str]], server: str, noted: datetime | None, looked: datetime
) -> datetime:
    """When a letter arrived; never later than when we looked into the mailbox.

    `headers` are those of the letter from the top, names in lower case.  `server` is the name by which our
    own mail server signs its `Received` headers.  If it is empty, or has not signed the topmost, the time
    counts that the mailbox has `noted` (IMAP's INTERNALDATE, the age of a file in a Maildir).
    """
    told = _told_by(server, headers) or noted or looked
    return min(told.astimezone(UTC), looked)


def _told_by(server: str, headers: Sequence[tuple[str, str]]) -> datetime | None:
    """What our server says in the topmost `Received`; those below it anybody could have written."""
    topmost = next((value[:LONGEST] for name, value in headers if name == "received"), "")
    if not server or not topmost:
        return None
    clauses, _, date = topmost.rpartition(";")
    by = BY.match(COMMENT.sub(" ", clauses))
    if by is None or not is_the_server(by.group(1), server):
        return None
    try:
        told = parsedate_to_datetime(date.strip())
    except (ValueError, TypeError, OverflowError):
        return None
    return told if told.tzinfo is not None else told.replace(tzinfo=UTC)


def is_the_server(named: str, server: str) -> bool:
    """Whether this is the server, or one of its machines: `mx3.example.org` for `example.org`."""
    named, server = named.lower().rstrip("."), server.lower().strip().rstrip(".")
    return named == server or named.endswith(f".{server}")
