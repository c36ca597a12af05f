"""A player's own words out of the text of a reply.

One pass over at most 64 KB; every pattern looks at one line of at most 300 characters, so that no letter
can keep the program busy.  What is cut away: quoted lines, attributions ("On Monday ... wrote:") in the
languages of the common mail programs, an old letter below, signatures, greetings.  Answers between quoted
lines are kept.  When in doubt a line is kept: a line too many is answered with a question, but nothing
below the line that our own letters begin with is ever read.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pbem.mail import phrases
from pbem.mail.phrases import words

LONGEST = 64_000
LONGEST_LINE = 300

WRITE_ABOVE = "---- write above this line ----"
"""The first line of every letter that we send."""


def _any_of(phrases: str) -> str:
    return "(?:" + "|".join(re.escape(phrase) for phrase in words(phrases)) + ")"


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(text, re.IGNORECASE)


_WRITE_ABOVE = _pattern(r"^[\s>|*_]{0,40}-{2,}\s{0,3}write above this line\s{0,3}-{2,}")
WROTE = _pattern(rf"(?<![^\W\d_]){_any_of(phrases.WROTE)}(?:.{{0,120}}[:：]|\s?-{{3,20}})\s*$")
NAMED = re.compile(r"(?:[\w.+-]{1,64}@[\w.-]{1,100}.{0,5}|<[^<>\s@]{1,64}@[^<>\s@]{1,100}>.{0,80})[:：]\s*$")
"""In a language that we do not know: it names an address, and ends in a colon."""
ENDS_WITH_WROTE = _pattern(rf"(?<![^\W\d_]){_any_of(phrases.WROTE)}$")
DATE = re.compile(r"\d{1,2}[:.h]\d{2}|(?<!\d)20\d\d(?!\d)")
ORIGINAL = _pattern(rf"^[-_*\s]{{2,40}}{_any_of(phrases.ORIGINAL)}[-_*\s]{{2,40}}$")
FORWARDED = _pattern(
    rf"^(?:[-_*\s]{{2,40}}{_any_of(phrases.FORWARDED)}[-_*\s]{{2}}|{_any_of(phrases.FORWARDED)}\s?[:：]$)"
)
FORWARDED_SUBJECT = _pattern(rf"^{_any_of(phrases.FORWARDED_SUBJECTS)}\s?[:：]")
SENDER = _pattern(rf"^\*?{_any_of(phrases.SENDERS)}\s?[:：]")
PGP = re.compile(r"^-----BEGIN PGP (SIGNED MESSAGE|SIGNATURE)-----$")
HEADER = _pattern(rf"^\*?({_any_of(phrases.HEADERS)})\s?[:：]\*?\s")
DEVICE = _pattern(rf"^{_any_of(phrases.DEVICES)}(?:\b|(?<=[^\x00-\u024f]))")
GREETING = _pattern(rf"^{_any_of(phrases.GREETINGS)}(?:\s+[\w.'-]{{1,30}}){{0,3}}\s*[,!:.，！。：]?$")
PRESS = _pattern(r"^(?:[^\W\d_]{2,20}\s?[:：]\s{0,3})?press\b[^:：]{0,200}[:：]")
END_OF_PRESS = _pattern(r"^end\s?(?:of\s)?press[.!]?$")
CLOSING = _pattern(rf"^{_any_of(phrases.CLOSINGS)}\s*[,!.，！。]*$")


@dataclass(frozen=True, slots=True)
class OwnWords:
    """The lines that a player wrote, without empty ones.

    Lines from number `certain` on stand below "Kind regards" or the like: a name, or an afterthought.
    """

    lines: tuple[str, ...]
    certain: int


def own_words(text: str, subject: str = "", ours: Sequence[str] = ()) -> OwnWords:
    """What a player wrote, out of the text of a letter.

    `ours` are the moderator's addresses.  An answer may be written into the moderator's old letter; a letter
    of somebody else is never the player's own words.
    """
    lines = _without_pgp(_lines(text))
    old = OldLetters(ours, forwarded=bool(FORWARDED_SUBJECT.match(subject)))
    kept: list[str] = []
    certain: int | None = None
    at = 0
    while at < len(lines):
        line = lines[at].strip()[:LONGEST_LINE]
        if end := _end_of_press(lines, at):
            kept += [text.strip() for text in lines[at : end + 1]]  # other players read it: as it stands
            at = end + 1
        elif line.startswith((">", "＞")):
            at += 1
        elif _WRITE_ABOVE.match(line):
            _drop_unknown_attribution(kept)
            break
        elif FORWARDED.match(line):
            break  # somebody else's words, even if nothing stands above
        elif skip := old.head(lines, at, something_above=bool(kept)):
            if skip < 0:
                break
            at += skip
        elif line == "--":
            at = _next_quote(lines, at)  # the signature, up to the next quoted line
        else:
            if kept and certain is None and CLOSING.match(line):
                certain = len(kept)
            if line and not _small_talk(line, first=not kept):
                kept.append(lines[at].strip() if PRESS.match(line) else line)
            at += 1
    return OwnWords(tuple(kept), len(kept) if certain is None else min(certain, len(kept)))


def _lines(text: str) -> list[str]:
    text = text[:LONGEST].replace("\r\n", "\n").replace("\r", "\n")
    return text.translate(CHARACTERS).split("\n")


def _characters() -> dict[int, str | None]:
    """What nobody sees is taken away, every kind of space becomes one; bidirectional marks go too."""
    unseen = [*range(0x20), 0x7F, *range(0x80, 0xA0), 0xAD, 0x61C, 0x180E, *range(0x200B, 0x2010)]
    unseen += [*range(0x202A, 0x202F), *range(0x2060, 0x2070), 0xFEFF, *range(0xFE00, 0xFE10)]
    unseen += [*range(0xFFF9, 0xFFFC), *range(0xE0000, 0xE0080)]
    spaces = "\t\v\f\x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    spaces += "\u2028\u2029\u202f\u205f\u3000"
    table: dict[int, str | None] = dict.fromkeys(unseen)
    table.update({ord(character): " " for character in spaces})
    del table[ord("\n")]
    return table


CHARACTERS = _characters()


def _without_pgp(lines: list[str]) -> list[str]:
    """Take away the frame of a signed letter; it is not checked."""
    if not any(PGP.match(line.strip()[:LONGEST_LINE]) for line in lines):
        return lines
    kept: list[str] = []
    frame = ""
    for line in lines:
        found = PGP.match(line.strip()[:LONGEST_LINE])
        if found:
            frame = found.group(1)
        elif frame == "SIGNED MESSAGE":
            frame = frame if line.strip() else ""  # "Hash: ..." up to the first empty line
        elif frame == "SIGNATURE":
            frame = "" if line.startswith("-----END PGP") else frame
        else:
            kept.append(line.removeprefix("- "))
    return kept


def _end_of_press(lines: list[str], at: int) -> int:
    """The last line of a block of press that begins here; 0 if none does."""
    if not PRESS.match(lines[at].strip()[:LONGEST_LINE]):
        return 0
    for end in range(at + 1, len(lines)):
        line = lines[end].strip()[:LONGEST_LINE]
        if END_OF_PRESS.match(line):
            return end
        if PRESS.match(line) or _WRITE_ABOVE.match(line):
            return 0
    return 0


def _small_talk(line: str, *, first: bool) -> bool:
    if DEVICE.match(line) or CLOSING.match(line):
        return True
    if not any(character.isalnum() for character in line):
        return True  # a rule of dashes or stars
    return first and bool(GREETING.match(line))


@dataclass(frozen=True, slots=True)
class OldLetters:
    """Finds where an old letter begins, and whether the player may have written inside it."""

    ours: Sequence[str]
    forwarded: bool

    def head(self, lines: list[str], at: int, *, something_above: bool) -> int:
        """How many lines of an old letter's head to pass over; -1 when nothing below is the player's."""
        line = lines[at].strip()[:LONGEST_LINE]
        if ORIGINAL.match(line) or _is_between_dashes(line):
            # With nothing above, the answer may stand inside the old letter.
            return -1 if something_above else 1
        if len(line) >= 10 and set(line) == {"_"}:
            return 1
        if HEADER.match(line):
            kinds = {found.group(1).lower() for found in map(_header, lines[at : at + 6]) if found}
            if len(kinds) >= 3:  # the head of a letter, not the word "From:" in somebody's press
                end = next((n for n in range(at, len(lines)) if not _header(lines[n])), len(lines))
                return -1 if something_above or not self._by_us(lines[at:end]) else end - at
        taken = _attribution(lines, at) if line else 0
        if taken:
            below = next((x.strip() for x in lines[at + taken : at + taken + 5] if x.strip()), "")
            if below.startswith(">"):
                return taken
            # The old letter follows without marks, or the player has written below where it was.
            return -1 if something_above or not self._by_us(lines[at : at + taken]) else taken
        return 0

    def _by_us(self, head: list[str]) -> bool:
        """Whether the old letter is the moderator's, as far as its head tells."""
        if self.forwarded:
            return False
        senders = [line for line in head if SENDER.match(line.strip()[:LONGEST_LINE])] or head
        named = " ".join(senders)[: 4 * LONGEST_LINE].lower()
        return "@" not in named or not self.ours or any(address in named for address in self.ours)


def _is_between_dashes(line: str) -> bool:
    """`-----The Moderator wrote: -----`"""
    return line.startswith("--") and line.endswith("--") and bool(ENDS_WITH_WROTE.search(line.strip("- :")))


def _header(line: str) -> re.Match[str] | None:
    return HEADER.match(line.strip()[:LONGEST_LINE] + " ")


def _attribution(lines: list[str], at: int) -> int:
    """How many lines, from one to four, make up "On ... wrote:"."""
    part: list[str] = []
    for line in lines[at : at + 4]:
        line = line.strip()[:LONGEST_LINE]
        if part and (not line or line.startswith(">") or PRESS.match(line)):
            return 0
        part.append(line)
        if _is_attribution(part):
            # An order may stand right above: then the lines below it are enough for themselves.
            alone = any(_is_attribution(part[skip:]) for skip in range(1, len(part)))
            return 0 if alone and not _belongs_to_attribution(part[0]) else len(part)
    return 0


def _is_attribution(part: list[str]) -> bool:
    joined = " ".join(part)
    return (
        len(joined) <= LONGEST_LINE
        and bool(WROTE.search(joined) or NAMED.search(joined))
        and bool(DATE.search(joined))
    )


def _belongs_to_attribution(line: str) -> bool:
    return "@" in line or bool(DATE.search(line))


def _next_quote(lines: list[str], at: int) -> int:
    """The next line that is quoted, or that begins an old letter."""
    while at < len(lines):
        line = lines[at].strip()[:LONGEST_LINE]
        if (
            line.startswith(">")
            or _WRITE_ABOVE.match(line)
            or ORIGINAL.match(line)
            or _attribution(lines, at)
        ):
            return at
        at += 1
    return at


def _drop_unknown_attribution(kept: list[str]) -> None:
    """Take away an attribution in a language that we do not know: it stands right above our own line."""
    for count in (1, 2, 3):
        if len(kept) >= count and "@" in " ".join(kept[-count:]) and kept[-1].endswith((":", "：", ">")):
            del kept[-count:]
            return
