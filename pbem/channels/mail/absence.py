"""Absence notices that do not say so in their headers: known by their subject, and by their shape.

They are not obeyed, and whoever runs the game may put the player on vacation.
"""

from __future__ import annotations

import re

from pbem.channels.mail import phrases
from pbem.channels.mail.heads import PRESS, any_of, head_of, pattern
from pbem.channels.mail.letter import MailLetter
from pbem.channels.mail.reply import CLOSING, GREETING

SUBJECT = pattern(rf"^(?:\W{{0,3}}(?:re|aw|sv|vs|antw|odp|ynt|r)\s?:\s?)?{any_of(phrases.AWAY_SUBJECTS)}")
AWAY = pattern(rf"(?<![^\W\d_]){any_of(phrases.AWAY)}")
MARK = re.compile(r"^(?P<mark>[^:：\[\]]{8,60})\s?[:：]\s?(?P<rest>.{8,})$")
"""A subject with some words and a colon before ours: programs put shorter marks before an answer."""
DATE = re.compile(r"\d{1,2}\s?[./-]\s?\d{1,2}|\d{1,2}\.? [^\W\d_]{3,12}|[^\W\d_]{3,12} \d{1,2}|\d{1,2}月")
CLAUSE = re.compile(r"^\W{0,3}[a-z0-9]\w{0,14}(?: \w{1,15})?(?:[,;:.]|$)")
"""`none`, `pass.`, `yes, ...`: in small letters, as orders are written and notices are not."""
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
    if not AWAY.search(said) or any(_is_bare(row.text) for row in rows):
        return False
    # Two signs: it speaks of being away, and names a day; or it has a machine's subject.
    return bool(DATE.search(said)) or bool(MARK.match(subject))


def _is_bare(line: str) -> bool:
    """Whether a line begins with an answer rather than a notice: one word or two, alone or before a comma."""
    clause = CLAUSE.match(line)
    if PRESS.match(head_of(line)):
        return True
    return clause is not None and not GREETING.match(line) and not CLOSING.match(line)
