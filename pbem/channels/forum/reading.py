"""What a post says: which of its lines are orders, and which are a quotation, struck out or talk.

Orders stand in a code block, or below the word `orders`.  A private thread is with the moderator alone, so
there a post without either is read as a whole.  In a topic people talk to each other: nothing else is read.

The source is Markdown with some BBCode, as the forums have it.  It is read line by line, in one pass.  In a
post to a mailing list the same marks count; which of its lines are its writer's own, mail knows better.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from pbem.channels.forum.forum import Form
from pbem.channels.forum.markdown import markdown_of
from pbem.channels.mail.furniture import Purpose, purposes
from pbem.channels.written import ACTING, Aligned, Caution, Kind, Line

FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})(.*)$")
TAG = re.compile(r"\[/?(?:code|quote|spoiler)(?:=[^\]]{0,200})?\]", re.IGNORECASE)
STRUCK = re.compile(r"~~[^~]+~~|\[(?:s|del|strike)\]|<(?:s|del|strike)>", re.IGNORECASE)
SAID = re.compile(r"^@\S.{0,80}\b(?:said|wrote|has written)\b.{0,200}:$", re.IGNORECASE)
"""What NodeBB writes above a quotation."""
EMPHASIS = re.compile(r"(?<!\w)(\*\*|__|\*|_)(?=\S)(.{1,300}?)(?<=\S)\1(?!\w)")
BBCODE = re.compile(r"\[/?(?:b|i|u|size|color|font|list|\*)(?:=[^\]]{0,40})?\]", re.IGNORECASE)
ESCAPE = re.compile(r"\\([\\`*_{}\[\]()#+.!>~|<-])")
HEADING = re.compile(r"^\s{0,3}#{1,6}\s*(?=[^\W\d])")
"""Not before a card: `#31` is a card."""
BREAK = re.compile(r"(?:\s{2,}|\\)$")
ORDERS = re.compile(
    r"^(?:my\s+)?(?:orders?|befehle|käskyt|parancsok|命令|指令)(?:\s+(?:turn\s+)?\d{1,5})?\s*[.]?(?:[:：]\s*(.*))?$",
    re.IGNORECASE,
)
END = re.compile(r"^\W*end(?:\s+of)?\s+orders\W*$", re.IGNORECASE)
MOST_LINES = 400
LONGEST_LINE = 2000


class Look(StrEnum):
    """Where a row of a post stands."""

    PLAIN = "plain"
    CODE = "code"
    QUOTE = "quote"
    HIDDEN = "hidden"
    STRUCK = "struck"
    SAID = "said"
    """Who is quoted."""


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a post; blank ones too."""

    text: str
    look: Look
    written: str
    is_word: bool = False
    """It is the word `orders`, alone in its line."""
    after_word: bool = False
    """The word stood before it in its line."""


def is_for_us(form: Form, text: str) -> bool:
    """Whether a post in a topic holds orders."""
    rows = rows_of(form, text)
    return any(row.look is Look.CODE and row.text for row in rows) or _word_at(rows) is not None


def rows_of(form: Form, text: str) -> list[Row]:
    """All lines of a post."""
    source = markdown_of(text) if form is Form.HTML else text
    lines = source.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return [row for _, row in _scan(lines)]


def has_too_many(rows: Sequence[Row]) -> bool:
    return len(rows) > MOST_LINES or any(len(row.text) > LONGEST_LINE for row in rows)


def own_lines(rows: Sequence[Row], author: str, *, public: bool) -> Aligned:
    """The lines of a post, each with what it is."""
    kinds = _kinds(rows, author, public=public)
    lines: list[Line] = []
    paragraph = 0
    before: Look | None = None
    for row, kind in zip(rows, kinds, strict=True):
        if not row.text or row.look is not before:
            paragraph += 1
        before = row.look
        if row.text:
            lines.append(Line(len(lines), row.text, kind, paragraph, as_written=row.written))
    warnings = []
    if any(line.kind is Kind.STRUCK for line in lines):
        warnings.append(Caution.STRUCK)
    if any(line.kind is Kind.HIDDEN for line in lines):
        warnings.append(Caution.HIDDEN)
    silent = (Kind.FOREIGN, Kind.FURNITURE, Kind.GREETING, Kind.CLOSING, Kind.SIGNATURE)
    if all(line.kind in silent for line in lines):
        warnings.append(Caution.EMPTY)
    return Aligned(tuple(lines), tuple(warnings))


def marked_in_public(written: Aligned) -> Aligned:
    """Lines of which it is known whose they are: those act that are marked as orders, the rest is talk."""
    shut = {at: Look.QUOTE for at, line in enumerate(written.lines) if line.kind not in OPEN}
    found = list(_scan([line.as_written or line.text for line in written.lines], shut))
    marked = _marked([row for _, row in found])
    lines: list[Line] = []
    for number, (at, row) in enumerate(found):
        line = written.lines[at]
        kind = line.kind if at in shut or (number in marked and row.look is Look.PLAIN) else Kind.FURNITURE
        if number in marked and row.look is Look.CODE:
            kind = Kind.OWN
        elif row.look in (Look.HIDDEN, Look.STRUCK):
            kind = SHUT[row.look]
        lines.append(replace(line, number=number, text=row.text, kind=kind))
    acts = any(line.kind in ACTING for line in lines)
    warnings = [caution for caution in written.warnings if caution is not Caution.EMPTY]
    return Aligned(tuple(lines), tuple(warnings if acts else [*warnings, Caution.EMPTY]), written.ours)


# ---- What a line is


def _kinds(rows: Sequence[Row], author: str, *, public: bool) -> list[Kind]:
    marked = _marked(rows)
    words = [row.text if row.look is Look.PLAIN else "" for row in rows]
    told = purposes(words, author, first=True, top=True)
    return [
        _kind(row, purpose, marked=marked, inside=at in marked, public=public)
        for at, (row, purpose) in enumerate(zip(rows, told, strict=True))
    ]


def _kind(row: Row, purpose: Purpose, *, marked: set[int], inside: bool, public: bool) -> Kind:
    if row.look in SHUT:
        return SHUT[row.look]
    if inside:
        return Kind.OWN
    if public or (marked and row.is_word):
        return Kind.FURNITURE  # talk, which is for others; or the word itself
    if purpose is not Purpose.WORDS:
        return BY_PURPOSE[purpose]
    # Beside a block of orders the rest is not read; that is told, so that nothing is lost.
    return Kind.APART if marked else Kind.OWN


OPEN = (*ACTING, Kind.GREETING, Kind.CLOSING, Kind.FURNITURE)
"""Kinds of lines that may stand in a block of orders; furniture, for where a block ends looks like it."""
SHUT = {
    Look.QUOTE: Kind.FOREIGN,
    Look.SAID: Kind.FURNITURE,
    Look.HIDDEN: Kind.HIDDEN,
    Look.STRUCK: Kind.STRUCK,
}
BY_PURPOSE = {
    Purpose.GREETING: Kind.GREETING,
    Purpose.CLOSING: Kind.CLOSING,
    Purpose.FURNITURE: Kind.FURNITURE,
    Purpose.AFTER_CLOSING: Kind.AFTER_CLOSING,
    Purpose.SIGNATURE: Kind.SIGNATURE,
}


def _marked(rows: Sequence[Row]) -> set[int]:
    """The rows that are marked as orders: in code blocks, and below the word."""
    found = {at for at, row in enumerate(rows) if row.look is Look.CODE and row.text}
    word = _word_at(rows)
    if word is None:
        return found
    for at in range(word if rows[word].after_word else word + 1, len(rows)):
        if rows[at].look is Look.PLAIN and END.match(rows[at].text):
            break
        if rows[at].look is Look.PLAIN and rows[at].text:
            found.add(at)
    return found


def _word_at(rows: Sequence[Row]) -> int | None:
    """Where the word `orders` stands that begins them: with something behind it or below.

    Alone in a post it asks for the orders that are kept.
    """
    for at, row in enumerate(rows):
        if row.after_word:
            return at
        if row.is_word:
            below = any(later.look in (Look.PLAIN, Look.CODE) and later.text for later in rows[at + 1 :])
            return at if below else None
    return None


# ---- The source, line by line


class _Scanner:
    def __init__(self) -> None:
        self.fence = ""
        self.code = self.quotes = self.spoilers = 0
        self.lazy = False
        """The last line was quoted with `>`: what follows without a blank line belongs to it."""

    def look(self) -> Look:
        if self.quotes:
            return Look.QUOTE
        if self.spoilers:
            return Look.HIDDEN
        return Look.CODE if self.fence or self.code else Look.PLAIN


def _scan(lines: Sequence[str], shut: Mapping[int, Look] | None = None) -> Iterator[tuple[int, Row]]:
    """The rows that lines are, each with the number of its line; of `shut` ones the look is known."""
    state = _Scanner()
    for at, line in enumerate(lines):
        if shut and at in shut:
            yield at, Row(line.strip(), shut[at], line)
            continue
        if state.fence:
            if _ends(line, state.fence):
                state.fence = ""
            else:
                yield at, Row(line.strip(), state.look(), line)
            continue
        opening = FENCE.match(line)
        if opening and not state.code and "`" not in opening[2]:
            state.fence, state.lazy = opening[1], False
            continue
        if not state.code and line.lstrip().startswith(">"):
            state.lazy = True
            yield at, Row(line.lstrip("> \t"), Look.QUOTE, line)
            continue
        if not line.strip():
            state.lazy = False
        elif state.lazy:
            yield at, Row(line.strip(), Look.QUOTE, line)
            continue
        following = next((later for later in lines[at + 1 : at + 4] if later.strip()), "")
        if SAID.match(line.strip()) and following.lstrip().startswith(">"):
            yield at, Row(line.strip(), Look.SAID, line)
            continue
        yield from ((at, row) for row in _tagged(line, state))


def _ends(line: str, fence: str) -> bool:
    bare = line.strip()
    return len(bare) >= len(fence) and not bare.strip(fence[0])


def _tagged(line: str, state: _Scanner) -> Iterator[Row]:
    """A line that may hold tags of BBCode; what stands between them looks as they say."""
    parts: list[tuple[str, Look]] = []
    place = 0
    for tag in TAG.finditer(line):
        parts.append((line[place : tag.start()], state.look()))
        _turn(tag[0], state)
        place = tag.end()
    parts.append((line[place:], state.look()))
    written = [(text, look) for text, look in parts if text.strip()]
    if not written:
        if len(parts) == 1:
            yield Row("", state.look(), line)
        return
    for text, look in written:
        yield _row(text, look, line)


def _turn(tag: str, state: _Scanner) -> None:
    closes = tag.startswith("[/")
    name = tag.strip("[/]").partition("=")[0].lower()
    if name == "code":
        state.code = 0 if closes else 1
    elif state.code:
        return
    elif name == "quote":
        state.quotes = max(0, state.quotes - 1) if closes else state.quotes + 1
    else:
        state.spoilers = max(0, state.spoilers - 1) if closes else state.spoilers + 1


def _row(text: str, look: Look, line: str) -> Row:
    if look is not Look.PLAIN:
        return Row(text.strip(), look, line)
    if STRUCK.search(text):
        return Row(text.strip(), Look.STRUCK, line)
    plain = BREAK.sub("", HEADING.sub("", BBCODE.sub("", text)))
    plain = ESCAPE.sub(r"\1", EMPHASIS.sub(r"\2", EMPHASIS.sub(r"\2", plain))).strip()
    if plain.startswith("`") and plain.endswith("`"):
        plain = plain.strip("`").strip()
    word = ORDERS.match(plain)
    if word and word[1]:
        return Row(word[1].strip(), Look.PLAIN, line.strip(), after_word=True)
    return Row(plain, Look.PLAIN, line.strip(), is_word=word is not None)
