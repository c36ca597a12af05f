"""What stands around a quoted letter: the lines that say who wrote it, in whatever language.

We know the letter that is quoted: who sent it to whom, when, under what subject.  A line right above it that
names one of these belongs to the mail program.  Above somebody else's letter the words and shapes of
`pbem.channels.mail.heads` must do.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from email.utils import parseaddr
from functools import lru_cache

from pbem.channels.mail.heads import (
    BETWEEN_DASHES,
    DATE,
    FIELD,
    FORWARDED,
    HEADER,
    ORIGINAL,
    PRESS,
    WROTE,
    OldLetters,
    attribution,
    head_of,
    is_between_dashes,
)
from pbem.channels.mail.ours import Found, words_of
from pbem.channels.mail.rows import Row
from pbem.channels.written import SentText

MOST_ROWS_OF_A_HEAD = 10
MOST_BLANKS = 3
DASHES = re.compile(r"^[-_=\s]{5,}$|^-{3,}\s?[^-].{1,60}?\s?-{3,}$")
END = (":", "：", ">", "-", "：")
YEAR = re.compile(r"(?<!\d)20\d\d(?!\d)|(?<!\d)\d{1,2}[./]\d{1,2}[./]\d\d(?!\d)|\d年")
CHAT = re.compile(r"^\[?\d{1,4}[:./-]\d{1,2}[^\]\n]{0,30}\]?\s?[-–]?\s?[^\W\d_][^:\n]{0,40}:\s", re.UNICODE)
"""`[20:01, 16.11.2026] Paula: ...`: copied from a chat."""
SPEAKER = re.compile(
    r"^[^\W\d_][\w .'’-]{0,40}[\s,—–|-]{1,3}\[?"
    r"(?:\d{1,4}[./-]\d{1,2}[./-]\d{1,4}|[^\W\d_]{3,12}(?: [^\W\d_]{2,3})?)"
    r"[\s,]{1,3}\d{1,2}:\d{2}(?: ?[ap]m)?\]?:?$",
    re.IGNORECASE,
)
"""`Paula, [16.11.2026 20:01]`, `Paula — Today at 8:01 PM`: the same, with the words below it."""


@dataclass(frozen=True, slots=True)
class Facts:
    """What a mail program can say of one of our letters."""

    address: str
    name: str
    subject: str
    recipient: str
    minute: re.Pattern[str] | None

    @staticmethod
    @lru_cache(maxsize=64)
    def of(sent: SentText) -> Facts:
        name, address = parseaddr(sent.sender)
        minute = None
        if sent.sent_at is not None:
            minute = re.compile(rf"(?<!\d)\d{{1,2}}\s?[:.h時时点]\s?{sent.sent_at.minute:02}(?!\d)")
        recipient = parseaddr(sent.recipient)[1].lower()
        return Facts(address.lower(), words_of(name), words_of(sent.subject), recipient, minute)

    def names_us(self, text: str, words: str) -> bool:
        return bool((self.address and self.address in text.lower()) or (self.name and self.name in words))

    def names_the_player(self, text: str) -> bool:
        """`To: Fran <fran@example.org>`, in whatever language."""
        return bool(self.recipient and self.recipient in text.lower() and FIELD.match(text))

    def tells(self, text: str, words: str) -> bool:
        """Whether a line tells when the letter was sent, or its subject."""
        return bool(
            (self.minute and self.minute.search(text)) or (words.count(" ") > 3 and self.subject in words)
        )


def rows_of_heads(
    rows: Sequence[Row], ours: Sequence[Found | None], facts: Sequence[Facts]
) -> tuple[set[int], int]:
    """The rows that stand above what is quoted of ours; and the first of them."""
    heads: set[int] = set()
    for at, found in enumerate(ours):
        if found is not None and not _ours_right_above(rows, ours, at):
            heads |= _head_above(rows, ours, at, facts)
    return heads, min(heads, default=-1)


def _ours_right_above(rows: Sequence[Row], ours: Sequence[Found | None], at: int) -> bool:
    above = next((n for n in range(at - 1, -1, -1) if rows[n].text), None)
    return above is not None and ours[above] is not None


def _head_above(
    rows: Sequence[Row], ours: Sequence[Found | None], at: int, facts: Sequence[Facts]
) -> set[int]:
    taken: list[int] = []
    named = dated = False
    blanks = 0
    for number in range(at - 1, max(at - 1 - MOST_ROWS_OF_A_HEAD - MOST_BLANKS, -1), -1):
        row = rows[number]
        text = head_of(row.text)
        if not text:
            blanks += 1
            if blanks > MOST_BLANKS or ((named or dated) and not _rule_above(rows, number)):
                break
            continue
        if ours[number] is not None or row.hidden or row.struck:
            break
        if PRESS.match(text) or FORWARDED.match(text):
            break
        words = words_of(text)
        names = any(fact.names_us(text, words) for fact in facts)
        tells = any(fact.tells(text, words) for fact in facts)
        complete = named and dated
        if (
            DASHES.match(text)
            or HEADER.match(text + " ")
            or any(fact.names_the_player(text) for fact in facts)
            or ((names or tells) and not complete)
            or (names and tells)
            or (not (named or dated) and text.endswith(END) and (len(text) < 30 or WROTE.search(text)))
        ):
            taken.append(number)
            named |= names
            dated |= tells or bool(names and YEAR.search(text))
        elif text.startswith(("<", "(")) and not complete and taken:
            taken.append(number)
        else:
            break
    return set(taken) if named or dated else set()


def _rule_above(rows: Sequence[Row], blank: int) -> bool:
    above = next((rows[n].text for n in range(blank - 1, max(blank - 3, -1), -1) if rows[n].text), "")
    return bool(DASHES.match(head_of(above)))


@dataclass(frozen=True, slots=True)
class OtherHead:
    """Where a letter begins that is not the one we know: its rows, and whether all below is somebody's."""

    rows: int
    forwarded: bool = False
    is_words: bool = False
    """The row itself has somebody's words."""


def other_head(lines: list[str], at: int, old: OldLetters) -> OtherHead | None:
    """The head of another letter, if one begins here; `lines` have marks of quotation."""
    line = head_of(lines[at])
    if FORWARDED.match(line):
        return OtherHead(1, forwarded=True)
    if SPEAKER.match(line) and not PRESS.match(line):
        return OtherHead(1, forwarded=True)
    if CHAT.match(line):
        return OtherHead(1, is_words=True)
    if ORIGINAL.match(line) or is_between_dashes(line):
        below = next((n for n in range(at + 1, min(at + 3, len(lines))) if lines[n].strip()), at)
        return OtherHead(below - at + old.fields(lines, below) if below > at else 1)
    if BETWEEN_DASHES.match(line) and (fields := _some_fields(lines, at + 1)):
        return OtherHead(1 + fields, forwarded=True)
    if fields := old.fields(lines, at):
        return OtherHead(fields)
    if not PRESS.match(line) and (taken := attribution(lines, at)):
        return OtherHead(taken)
    return None


def _some_fields(lines: list[str], at: int) -> int:
    """How many lines, from two on, look like a head below words between dashes: with a day or an address."""
    values: list[str] = []
    for line in lines[at : at + MOST_ROWS_OF_A_HEAD]:
        found = FIELD.match(head_of(line))
        if found is None:
            break
        values.append(found.group(1))
    told = any("@" in value or DATE.search(value) for value in values)
    return len(values) if len(values) >= 2 and told else 0


def unknown_attribution(rows: Sequence[Row], at: int) -> list[int]:
    """The rows right above an old letter that seem to say who wrote it, in a language that we do not know."""
    last = next((n for n in range(at - 1, max(at - 3, -1), -1) if rows[n].text), None)
    if last is None or not rows[last].text.endswith(("\uff1a", ":", ">")) or rows[last].depth:
        return []
    taken: list[int] = []
    for number in range(last, max(last - 3, -1), -1):
        if not rows[number].text or PRESS.match(head_of(rows[number].text)):
            return []
        taken.append(number)
        joined = " ".join(head_of(rows[n].text) for n in taken)
        if "@" in joined or DATE.search(joined):
            return taken
    return []
