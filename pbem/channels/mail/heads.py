"""Where an old letter begins in the text of an answer: its head, or the line that says who wrote it.

Words of known languages are one sign, and shape is the other: a date, an address, a colon, and what follows
below.  Every pattern looks at a few lines of at most 300 characters each.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pbem.channels.mail import phrases
from pbem.channels.mail.phrases import words
from pbem.language.catalog import ordered_in_any_language

LONGEST_LINE = 300
"""Characters of a line at which patterns look."""
MOST_FIELDS = 8
"""Lines of a head."""
QUOTE_SIGNS = (">", "＞", "|", "¦", "│", "┃", "▏", "▎", "»", "›")


def any_of(phrases: str) -> str:
    """A pattern for any phrase of a list."""
    return "(?:" + "|".join(re.escape(phrase) for phrase in words(phrases)) + ")"


def pattern(text: str) -> re.Pattern[str]:
    return re.compile(text, re.IGNORECASE)


WROTE = pattern(rf"(?<![^\W\d_]){any_of(phrases.WROTE)}(?:.{{0,120}}[:：]|\s?-{{3,20}})\s*$")
NAMED = re.compile(r"[\w.+-]{1,64}@[\w.-]{1,100}[^\n]{0,80}[:：]\s*$")
"""In a language that we do not know: it names an address, and ends in a colon."""
ENDS_WITH_WROTE = pattern(rf"(?<![^\W\d_]){any_of(phrases.WROTE)}$")
DATE = re.compile(r"\d{1,2}[:.h]\d{2}|(?<!\d)20\d\d(?!\d)")
ORIGINAL = pattern(rf"^[-_*\s]{{2,40}}{any_of(phrases.ORIGINAL)}[-_*\s]{{2,40}}$")
FORWARDED = pattern(
    rf"^(?:[-_*\s]{{2,40}}{any_of(phrases.FORWARDED)}[-_*\s]{{2}}|{any_of(phrases.FORWARDED)}\s?[:：]$)"
)
FORWARDED_SUBJECT = pattern(rf"^{any_of(phrases.FORWARDED_SUBJECTS)}\s?[:：]")
SENDER = pattern(rf"^\*?{any_of(phrases.SENDERS)}\s?[:：]")
HEADER = pattern(rf"^\*?({any_of(phrases.HEADERS)})\s?[:：]\*?\s")
FIELD = re.compile(r"^\*{0,2}[^\W\d_][^:：<>@\d]{0,29}[:：]\*{0,2}(?:\s+|(?<=：))(\S.*)$")
"""A line of a head in a language that we do not know."""
BETWEEN_DASHES = re.compile(r"^-{3,40} ?[^-\s][^-]{2,60}-{3,40}$")
ANSWER_MARKS = re.compile(r"^(?:\s*[^\W\d_]{1,4}(?:\[\d{1,3}\])?\s?[:：])+\s*")
"""`Re:`, `AW:`, `回复：` before a subject, several of them."""
PRESS = pattern(
    r"^(?:[^\W\d_]{2,20}\s?[:：]\s{0,3})?"
    rf"(?:press\b|{ordered_in_any_language('press to', 'press to all')}(?![a-z]))[^:：]{{0,200}}[:：]"
)
INITIALS = re.compile(r"^[A-Z][A-Za-z]{0,3}>")


def head_of(line: str) -> str:
    """As much of a line as patterns look at."""
    return line.strip()[:LONGEST_LINE]


def is_quoted(lines: Sequence[str], at: int) -> bool:
    """Whether a line is marked as a quotation: by a sign, or by initials as in the line above or below."""
    line = head_of(lines[at])
    if line.startswith(QUOTE_SIGNS):
        return not (line.startswith("|") and line.endswith("|") and len(line) > 1)  # a table's row
    if initials := INITIALS.match(line):
        beside = [head_of(lines[n]) for n in (at - 1, at + 1) if 0 <= n < len(lines)]
        return any(line.startswith(initials.group()) for line in beside)
    return False


@dataclass(frozen=True, slots=True)
class OldLetters:
    """Finds where an old letter begins, and whether the player may have written inside it."""

    ours: Sequence[str]
    subject: str

    def head(self, lines: list[str], at: int, *, something_above: bool) -> int:
        """How many lines of an old letter's head to pass over; -1 when nothing below is the player's."""
        line = head_of(lines[at])
        if ORIGINAL.match(line) or is_between_dashes(line) or self._dashes_above_head(lines, at):
            # With nothing above, the answer may stand inside the old letter.
            return -1 if something_above else 1
        if fields := self.fields(lines, at):
            return -1 if something_above or not self.by_us(lines[at : at + fields]) else fields
        taken = attribution(lines, at) if line else 0
        if taken:
            if _quote_follows(lines, at + taken):
                return taken
            # The old letter follows without marks, or the player has written below where it was.
            return -1 if something_above or not self.by_us(lines[at : at + taken]) else taken
        return 0

    def begins(self, lines: list[str], at: int) -> bool:
        """Whether an old letter begins here."""
        line = head_of(lines[at])
        return bool(
            ORIGINAL.match(line)
            or FORWARDED.match(line)
            or is_between_dashes(line)
            or self.fields(lines, at)
            or attribution(lines, at)
        )

    def _dashes_above_head(self, lines: list[str], at: int) -> bool:
        """`----- some words -----` in a language that we do not know, right above a head."""
        if not BETWEEN_DASHES.match(head_of(lines[at])):
            return False
        below = next((n for n in range(at + 1, min(at + 3, len(lines))) if lines[n].strip()), None)
        return below is not None and self.fields(lines, below) > 0

    def fields(self, lines: list[str], at: int) -> int:
        """How many lines, from three on, make up a head of `From: ...`, `Sent: ...` and so on; 0 if none."""
        line = head_of(lines[at])
        if HEADER.match(line + " "):
            kinds = {found.group(1).lower() for found in map(_header, lines[at : at + 6]) if found}
            if len(kinds) >= 3:  # the head of a letter, not the word "From:" in somebody's press
                return next((n for n in range(at, len(lines)) if not _header(lines[n])), len(lines)) - at
        return self._unknown_fields(lines, at) if FIELD.match(line) else 0

    def _unknown_fields(self, lines: list[str], at: int) -> int:
        """The same by its shape: three or more lines, with a date, and an address or our subject."""
        values: list[str] = []
        for line in lines[at : at + MOST_FIELDS]:
            found = FIELD.match(head_of(line))
            if found is None:
                break
            values.append(found.group(1))
        told = [self._tells(value) for value in values]
        if len(values) < 3 or not any(map(DATE.search, values)) or not any(told):
            return 0
        # An order with a colon may stand right above: it tells nothing that a head would.
        alone = at == 0 or not any(character.isalnum() for character in lines[at - 1])
        return len(values) if alone or told[0] or DATE.search(values[0]) else 0

    def _tells(self, value: str) -> bool:
        """Whether the value of a field is an address, or the subject of this letter."""
        subject = ANSWER_MARKS.sub("", self.subject[:LONGEST_LINE])
        return "@" in value or (len(subject) > 3 and ANSWER_MARKS.sub("", value).startswith(subject))

    def by_us(self, head: list[str]) -> bool:
        """Whether the old letter is the moderator's, as far as its head tells."""
        if FORWARDED_SUBJECT.match(self.subject):
            return False
        short = [head_of(line) for line in head]
        senders = [line for line in short if SENDER.match(line)] or [line for line in short if "@" in line]
        named = " ".join(senders[:1] or short).lower()
        return any(address in named for address in self.ours)


def is_between_dashes(line: str) -> bool:
    """`-----The Moderator wrote: -----`"""
    return line.startswith("--") and line.endswith("--") and bool(ENDS_WITH_WROTE.search(line.strip("- :")))


def _header(line: str) -> re.Match[str] | None:
    return HEADER.match(head_of(line) + " ")


def attribution(lines: list[str], at: int) -> int:
    """How many lines, from one to four, make up "On ... wrote:"."""
    part: list[str] = []
    for number, line in enumerate(lines[at : at + 4], at):
        if part and (not line.strip() or is_quoted(lines, number) or PRESS.match(head_of(line))):
            return 0
        part.append(head_of(line))
        if not part[-1].endswith((":", "：", "-")):
            continue
        quoted = _quote_follows(lines, number + 1)
        if _is_attribution(part, quoted=quoted):
            # An order may stand right above: then the lines below it are enough for themselves.
            alone = any(_is_attribution(part[skip:], quoted=quoted) for skip in range(1, len(part)))
            return 0 if alone and not _belongs_to_attribution(part[0]) else len(part)
    return 0


def _is_attribution(part: list[str], *, quoted: bool) -> bool:
    """Whether lines say who wrote what follows; `quoted` if that is marked as a quotation."""
    joined = " ".join(part).replace("< ", "<")
    if len(joined) > LONGEST_LINE:
        return False
    wrote, named, dated = WROTE.search(joined), NAMED.search(joined), DATE.search(joined)
    if quoted and len(part) == 1:
        # Above a quotation one sign is enough, in whatever language.
        return bool(wrote or named or (dated and joined.endswith((":", "："))))
    return bool((wrote or named or (quoted and joined.endswith((":", "：")))) and dated)


def _quote_follows(lines: list[str], at: int) -> bool:
    for number in range(at, min(at + 5, len(lines))):
        if lines[number].strip():
            return is_quoted(lines, number)
    return False


def _belongs_to_attribution(line: str) -> bool:
    return "@" in line or bool(DATE.search(line))
