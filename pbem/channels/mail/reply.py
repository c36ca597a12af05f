"""A player's own words out of the text of a reply.

One pass, and every pattern looks at one line of at most 300 characters, so that no letter can keep the
program busy.  What is cut away: quoted lines, attributions ("On Monday ... wrote:") in the languages of the
common mail programs, an old letter below, signatures, greetings.  Answers between quoted lines are kept.
When in doubt a line is kept: a line too many is answered with a question.  But nothing below the line that
our own letters begin with is ever read, nor below anything else that only our letters say.  What stands there
without a mark of quotation is handed on as unread, so that the player can be told.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from pbem.channels.mail import phrases
from pbem.channels.mail.heads import DATE, FORWARDED, PRESS, OldLetters, any_of, head_of, is_quoted, pattern
from pbem.language.catalog import in_any_language, ordered_in_any_language, told_in_letters

LONGEST = 256_000
MOST_LINES = 200
"""More than so many lines are no orders: nothing after them is looked at."""

WRITE_ABOVE = "---- write above this line ----"
"""The first line of every letter that we send, in English."""


def _titles() -> str:
    """A pattern for the title of our letters in any language, up to the name of the game."""
    titles = (title.partition("{game_text}")[0] for title in told_in_letters("game"))
    return "|".join(re.escape(title.replace("{title_text}", "Here I Stand")) for title in titles)


_ABOVE = " | ".join(line.strip("- ") for line in told_in_letters("write_above"))
WRITE_ABOVE_LINE = pattern(rf"^\W{{0,60}}{any_of(_ABOVE)}\W{{0,60}}$")
OURS = re.compile(
    rf"^(?:(?:{_titles()})\S|{in_any_language('question.orders')}$"
    r"|[^\W\d_a-z](?:[^\W\d_a-z]|[ ,'’]){2,60} -{5,80}$)"
)
"""What our letters say if their first line was lost: their title, a heading, the list of orders."""
PGP = re.compile(r"^-----BEGIN PGP (SIGNED MESSAGE|SIGNATURE)-----$")
DEVICE = pattern(rf"^{any_of(phrases.DEVICES)}(?:\b|(?<=[^\x00-\u024f]))")
PRODUCT = pattern(rf"(?<![^\W\d_]){any_of(phrases.PRODUCTS)}(?![^\W\d_])")
GREETING = pattern(rf"^{any_of(phrases.GREETINGS)}(?:\s+[\w.'-]{{1,30}}){{0,3}}\s*[,!:.，！。：]?$")
END_OF_PRESS = pattern(rf"^(?:end\s?(?:of\s)?press|{ordered_in_any_language('end press')})[.!。！]?$")
CLOSING = pattern(rf"^{any_of(phrases.CLOSINGS)}\s*[,!.，！。]*$")
CONTACT = pattern(r"https?://|(?<!\w)www\.")
"""No order holds a web address: lines that do are a signature or an advertisement."""
RULER = re.compile(r"^([-_=*~#])\1{19,}$")
MOST_RULERS = 5
PROSE = re.compile(r"^(?:[^\s>]{1,30}\s+){8}")
"""So many words are a sentence rather than an order."""
BULLET = re.compile(r"^(?:[-–—*+•·▪▫◦‣⁃∙●○■□◆◇➢➤]|\(?\d{1,2}[.)])\s+(?=\S)")
EMPHASIS = "*_`~"
LONGEST_DEVICE = 100


@dataclass(frozen=True, slots=True)
class OwnWords:
    """The lines that a player wrote, without empty ones.

    Lines from number `certain` on stand below "Kind regards" or the like: a name, or an afterthought.
    """

    lines: tuple[str, ...]
    certain: int
    to_the_end: bool = True
    """The last line of the text is the player's as far as we know: not quoted, nor in an old letter."""


@dataclass(slots=True)
class _Kept:
    """What was read so far: each line with the number of its paragraph."""

    lines: list[str] = field(default_factory=list)
    paragraphs: list[int] = field(default_factory=list)
    press: set[int] = field(default_factory=set)
    rulers: list[int] = field(default_factory=list)
    """Before which line a long ruler stands."""
    certain: int | None = None
    paragraph: int = 0

    def add(self, line: str, *, press: bool = False) -> None:
        if press:
            self.press.add(len(self.lines))
        self.lines.append(line)
        self.paragraphs.append(self.paragraph)

    def drop_attribution(self) -> None:
        """Take away an attribution in a language that we do not know: it stands right above our own line."""
        for count in (1, 2, 3):
            last = self.lines[-count:]
            if len(last) < count or len(set(self.paragraphs[-count:])) > 1:
                return
            if not last[-1].endswith((":", "：", ">")):
                return
            joined = " ".join(last)
            if "@" in joined or DATE.search(joined):
                del self.lines[-count:], self.paragraphs[-count:]
                return

    def sure(self) -> int:
        """How many lines are no part of a signature without a sign above it."""
        certain = len(self.lines) if self.certain is None else self.certain
        for ruler in self.rulers:  # below it stands what a company or a scanner has to say
            if 0 < ruler < certain and any(map(PROSE.match, self.lines[ruler:])):
                certain = ruler
        for at, line in enumerate(self.lines[:certain]):
            if at and at not in self.press and CONTACT.search(line[:1000]):
                first = self.paragraphs.index(self.paragraphs[at])
                return min(certain, first or at)
        return min(certain, len(self.lines))


def own_words(text: str, subject: str = "", ours: Sequence[str] = ()) -> OwnWords:
    """What a player wrote, out of the text of a letter.

    `ours` are the moderator's addresses.  An answer may be written into the moderator's old letter; a letter
    of somebody else is never the player's own words.
    """
    lines = _without_pgp(lines_of(text))
    old = OldLetters(ours, subject)
    kept = _Kept()
    at = 0
    while at < len(lines) and len(kept.lines) <= MOST_LINES:
        line = head_of(lines[at])
        if end := _end_of_press(lines, at):
            for words in lines[at : end + 1]:
                kept.add(words.strip(), press=True)  # other players read it: as it stands
            at = end + 1
        elif is_quoted(lines, at):
            at += 1
        elif WRITE_ABOVE_LINE.match(line) or OURS.match(line):
            kept.drop_attribution()
            break
        elif FORWARDED.match(line):
            break  # somebody else's words, even if nothing stands above
        elif skip := old.head(lines, at, something_above=bool(kept.lines)):
            if skip < 0:
                break
            at += skip
        elif line == "--":
            at = _next_quote(lines, at, old)  # the signature, up to the next quoted line
        else:
            _take(kept, lines[at].strip())
            at += 1
    to_the_end = at >= len(lines) and not (lines and is_quoted(lines, len(lines) - 1))
    return OwnWords(tuple(kept.lines), kept.sure(), to_the_end)


def _take(kept: _Kept, line: str) -> None:
    """Keep a line, unless it is empty, a ruler, a greeting or the like."""
    short = head_of(line)
    if not short:
        kept.paragraph += 1
        return
    if kept.lines and kept.certain is None and CLOSING.match(short):
        kept.certain = len(kept.lines)
    if _small_talk(short, first=not kept.lines):
        if RULER.match(short) and len(kept.rulers) < MOST_RULERS:
            kept.rulers.append(len(kept.lines))
        return
    bare = without_ornament(line)
    press = bool(PRESS.match(head_of(bare)))
    kept.add(bare if press else bare.translate(WIDE), press=press)


def without_ornament(line: str) -> str:
    """A line without the bullet or number of a list and without `*stars*` for bold letters."""
    for _ in range(3):
        plain = BULLET.sub("", line.lstrip("_`~ "), count=1)
        if plain[:1] in EMPHASIS:
            plain = plain.strip(EMPHASIS).strip()
        if not any(character.isalnum() for character in plain):
            return line
        if plain == line:
            break
        line = plain
    return line.rstrip("*_`~ ") or line


def lines_of(text: str) -> list[str]:
    """The lines of a text, without signs that nobody sees."""
    if text.isascii() and text.isprintable():  # most rows of a page: there is nothing to take away
        return [text[:LONGEST]]
    text = text[:LONGEST].replace("\r\n", "\n").replace("\r", "\n")
    return text.translate(CHARACTERS).split("\n")


def _characters() -> dict[int, str | None]:
    """What nobody sees is taken away, every kind of space becomes one; bidirectional marks go too."""
    unseen = [*range(0x20), 0x7F, *range(0x80, 0xA0), 0xAD, 0x61C, 0x180E, *range(0x200B, 0x2010)]
    unseen += [*range(0x202A, 0x202F), *range(0x2060, 0x2070), 0xFEFF, *range(0xFE00, 0xFE10)]
    unseen += [*range(0xFFF9, 0xFFFC), *range(0xE0000, 0xE0080)]
    spaces = "\t\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    spaces += "\u202f\u205f\u3000"
    table: dict[int, str | None] = dict.fromkeys(unseen)
    table.update({ord(character): " " for character in spaces})
    table.update({ord(character): "\n" for character in "\n\v\f\x85\u2028\u2029"})
    return table


CHARACTERS = _characters()
# Marks and numbers as keyboards for Chinese and Japanese write them; press stays as it is written.
WIDE = {0xFEE0 + plain: plain for plain in range(0x21, 0x7F)} | {ord("、"): ord(","), ord("。"): ord(".")}


def _without_pgp(lines: list[str]) -> list[str]:
    """Take away the frame of a signed letter; it is not checked."""
    if not any(PGP.match(head_of(line)) for line in lines):
        return lines
    kept: list[str] = []
    frame = ""
    for line in lines:
        found = PGP.match(head_of(line))
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
    if not PRESS.match(head_of(lines[at])):
        return 0
    for end in range(at + 1, len(lines)):
        line = head_of(lines[end])
        if END_OF_PRESS.match(line):
            return end
        if PRESS.match(line) or WRITE_ABOVE_LINE.match(line):
            return 0
    return 0


def _small_talk(line: str, *, first: bool) -> bool:
    if DEVICE.match(line) or CLOSING.match(line):
        return True
    if len(line) <= LONGEST_DEVICE and PRODUCT.search(line) and not PRESS.match(line):
        return True
    if not any(character.isalnum() for character in line):
        return True  # a rule of dashes or stars
    return first and bool(GREETING.match(line))


def _next_quote(lines: list[str], at: int, old: OldLetters) -> int:
    """The next line that is quoted, or that begins an old letter."""
    for number in range(at, len(lines)):
        line = head_of(lines[number])
        if is_quoted(lines, number) or WRITE_ABOVE_LINE.match(line) or old.begins(lines, number):
            return number
    return len(lines)
