"""Absence notices that do not say so in their headers: known by their subject, and by their shape.

They are not obeyed, and whoever runs the game may put the player on vacation.
"""

from __future__ import annotations

import re

from pbem.channels.mail import phrases
from pbem.channels.mail.heads import any_of, head_of, pattern
from pbem.channels.mail.letter import MailLetter

SUBJECT = pattern(rf"^(?:\W{{0,3}}(?:re|aw|sv|vs|antw|odp|ynt|r)\s?:\s?)?{any_of(phrases.AWAY_SUBJECTS)}")
AWAY = pattern(rf"(?<![^\W\d_]){any_of(phrases.AWAY)}")
MARK = re.compile(r"^(?P<mark>[^:：\[\]]{8,60})\s?[:：]\s?(?P<rest>.{8,})$")
"""A subject with some words and a colon before ours: programs put shorter marks before an answer."""
DATE = re.compile(r"\d{1,2}\s?[./-]\s?\d{1,2}|\d{1,2}\.? [^\W\d_]{3,12}|[^\W\d_]{3,12} \d{1,2}|\d{1,2}月")
MOST_LINES = 15


def is_absence_notice(letter: MailLetter) -> bool:
    """Whether an answering machine wrote this."""
    subject = head_of(letter.subject)
    if SUBJECT.match(subject):
        return True
    rows = [row for row in (letter.text or letter.html) if row.text]
    if any(row.depth for row in rows) or not 0 < len(rows) <= MOST_LINES:
        return False  # machines quote nothing, and are brief
    said = " ".join(head_of(row.text) for row in rows)
    if not AWAY.search(said):
        return False
    # Two signs: it speaks of being away, and names a day or has a machine's subject.
    return (bool(DATE.search(said)) and not any(_is_bare(row.text) for row in rows)) or bool(
        MARK.match(subject)
    )


def _is_bare(line: str) -> bool:
    """A line of one word or two: an order rather than a notice."""
    return len(line.split()) < 3 and not line.endswith((",", "!", "."))
