"""Our own words in a player's letter: a letter that we have sent, found again row by row in an answer.

Programs break lines anew, put marks before them, make tables into lines and signs into other signs.  What
stays are the words and their order.  So our letter is one long string of words here; a row of the answer is
ours if its words stand there one after the other, and if the rows around it fit: of all ways to find rows
the heaviest chain that never goes back is taken.  What the player has written stands between its links,
even if it is word for word one of the choices that we have listed.
"""

from __future__ import annotations

import itertools
import re
from bisect import bisect_right
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from pbem.channels.mail.reply import lines_of
from pbem.channels.mail.rows import MOST_ROWS, Row, html_rows
from pbem.channels.written import Place, SentText

WORD = re.compile(r"[a-z0-9]+|[\u3400-\u9fff]")
LETTERS = re.compile(r"[^\W\d_]")
LINK = re.compile(r"<?\(?(?:https?://|mailto:)[^\s>)]{1,500}>?\)?", re.IGNORECASE)
CAPITALS_AND_RULE = re.compile(r"^(\S.{0,70}?) -{4,}$")
"""A heading in our plain text."""
RULE = re.compile(r"^-{30,}$")
COPIED_HEADING = re.compile(r"^ {4,}(\S.*[:：])$", re.MULTILINE)
"""In our plain text what can be copied is set in deeper than sentences are."""
ORDINAL = re.compile(r"\b(?:[IVX]+|\d+)\.$")
"""How the name of a ruler ends in German, `Rudolf II.`: an order that ends with it is no sentence."""
SENTENCE_ENDS = (".", "?", ":", "-", "。", "？", "：")
RULE_OF_ANY_SIGN = re.compile(r"^(?:([-=\u2013\u2014])\1{19,}|\^)$")
"""Or the mark below the place in a line at which reading stopped: rows without a word."""
USUAL_ROW = 200
"""The words of longer rows are not kept."""
OUR_WIDTH = 72
"""Our plain text is broken here."""
LONG = 4
"""A row of so many words can be found in the middle of a line of ours."""
MOST_PLACES = 40
"""Places at which one row is looked for."""
BESIDE = 0.5
"""What it weighs more, in words, if a row goes on exactly where the one before it ended."""


class OurLine(NamedTuple):
    start: int
    text: str
    heading: str
    question: str


@dataclass(frozen=True, slots=True)
class Document:
    """A letter of ours as one string of words."""

    words: str
    lines: tuple[OurLine, ...]
    starts: tuple[int, ...]
    begins: frozenset[int]
    """Where lines and cells begin; the end of one is the beginning of the next."""
    by_word: dict[str, list[int]]
    """The same by their first word."""

    def places(self, words: str, continues: Collection[int], near: int) -> list[tuple[int, int]]:
        """Where a row of words may stand in it, from and to; of very many places those `near` to one."""
        if words.count(" ") > LONG:
            starts = self._anywhere(words)
        else:
            begins = self.by_word.get(words[1 : words.index(" ", 1)], ())
            first = max(bisect_right(begins, near) - MOST_PLACES // 2, 0)
            starts = [*begins[first : first + MOST_PLACES], *continues]
        found = {at for at in starts if self.words.startswith(words, at)}
        return [(at, at + len(words) - 1) for at in sorted(found)]

    def _anywhere(self, words: str) -> list[int]:
        found: list[int] = []
        at = self.words.find(words)
        while at >= 0 and len(found) < MOST_PLACES:
            found.append(at)
            at = self.words.find(words, at + 1)
        return found

    headings: frozenset[str]
    """The words of those lines to be copied that end like a sentence: `next impulse:`."""

    def is_a_choice(self, start: int) -> bool:
        """Whether the line of ours that begins here could be written by a player: it is no sentence."""
        line = self.place(start + 1).line.rstrip()
        ends = line.endswith(SENTENCE_ENDS) and not ORDINAL.search(line)
        return not ends or words_of(line) in self.headings

    def place(self, end: int, *, certain: bool = True) -> Place:
        """The place of what was written below the word that ends here."""
        number = max(bisect_right(self.starts, end - 1) - 1, 0)
        line = self.lines[number]
        return Place(line.heading, line.question, line.text, certain)


def documents(sent: SentText) -> Iterator[Document]:
    """Our letter as its HTML reads and as its text reads: programs quote one or the other.

    The second is made only for whoever does not find enough in the first.
    """
    for read in (_as_html_reads, _as_text_reads):
        document = read(sent)
        if document.lines:
            yield document


@lru_cache(maxsize=64)
def _as_html_reads(sent: SentText) -> Document:
    return _document(html_rows(sent.html) if sent.html else (), sent)


@lru_cache(maxsize=64)
def _as_text_reads(sent: SentText) -> Document:
    return _document(_unbroken(sent.text) if sent.text else (), sent)


def _unbroken(text: str) -> list[Row]:
    """The rows of our plain text: sentences that were broken are one row again.

    Headings stand in capitals before a rule; a rule alone ends the last section.
    """
    rows: list[Row] = []
    above = ""
    for line in lines_of(text)[:MOST_ROWS]:
        stripped = line.strip()
        word = stripped.split(" ", 1)[0]
        if heading := CAPITALS_AND_RULE.match(stripped):
            rows.append(Row(heading.group(1), heading=True))
        elif RULE.match(stripped):
            rows.append(Row("", heading=True))
        elif stripped and above.strip() and len(above.rstrip()) + 1 + len(word) > OUR_WIDTH:
            rows[-1] = rows[-1]._replace(text=f"{rows[-1].text} {stripped}")
        else:
            rows.append(Row(stripped))
        above = line
    return rows


def _document(rows: Sequence[Row], sent: SentText) -> Document:
    pieces: list[str] = []
    lines: list[OurLine] = []
    begins: set[int] = set()
    by_word: dict[str, list[int]] = {}
    length = 0
    heading = question = ""
    for row in rows:
        if row.heading:
            heading, question = row.text, ""
        bounds = (0, *row.cells, len(row.text))
        if "?" in row.text:
            question = row.text
        first = True
        for start, end in itertools.pairwise(bounds):
            words = words_of(row.text[start:end])
            if not words:
                continue
            begins.add(length)
            by_word.setdefault(words[1 : words.index(" ", 1)], []).append(length)
            if first:
                lines.append(OurLine(length, row.text, heading, question))
                first = False
            pieces.append(words[:-1])
            length += len(words) - 1
    begins.add(length)
    starts = tuple(line.start for line in lines)
    headings = frozenset(map(words_of, COPIED_HEADING.findall(sent.text)))
    whole = "".join(pieces) + " "
    return Document(whole, tuple(lines), starts, frozenset(begins), by_word, headings)


def words_of(text: str) -> str:
    """The words of a row, each between spaces: without marks, and without letters that get lost on the way.

    A row that is mostly written in another alphabet has none.
    """
    return _known_words(text) if len(text) <= USUAL_ROW else _words_of(text)


@lru_cache(maxsize=4096)  # our letter has the rows that an answer quotes, in its text and in its HTML
def _known_words(text: str) -> str:
    return _words_of(text)


def _words_of(text: str) -> str:
    if "://" in text or "mailto:" in text:
        text = LINK.sub(" ", text)
    words = WORD.findall(text.lower())
    if not words:
        return ""
    if not text.isascii() and sum(map(len, words)) < len(LETTERS.findall(text)) / 2:
        return ""
    return f" {' '.join(words)} "


class Found(NamedTuple):
    """A row of the answer that is ours: from which word to which."""

    document: Document
    start: int
    end: int


def find_ours(rows: Sequence[Row], answered: Sequence[SentText]) -> list[Found | None]:
    """Which rows of an answer are ours."""
    words = [words_of(row.text) if not row.hidden else "" for row in rows]
    found: list[Found | None] = [None] * len(rows)
    for sent in answered:
        open_rows = [at for at, here in enumerate(words) if here and found[at] is None]
        if not open_rows:
            break
        best = None
        for document in documents(sent):
            if not any(words[at] in document.words for at in open_rows):  # as in most of our older letters
                continue
            chain = _Chain(document, rows, words, open_rows)
            if best is None or chain.weight > best.weight:
                best = chain
            if best.is_whole:  # the other reading cannot hold more of it
                break
        if best is not None:
            for at, (start, end) in best.links.items():
                found[at] = Found(best.document, start, end)
    _add_rules(rows, found)
    return found


def _add_rules(rows: Sequence[Row], found: list[Found | None]) -> None:
    """A rule right above or below a row of ours is ours, too."""
    written = [at for at, row in enumerate(rows) if row.text]
    for above, at in pairwise(written):
        if found[at] is None and (ours := found[above]) is not None and RULE_OF_ANY_SIGN.match(rows[at].text):
            found[at] = Found(ours.document, ours.end, ours.end)
    for at, below in reversed(list(pairwise(written))):
        if found[at] is None and (ours := found[below]) is not None and RULE_OF_ANY_SIGN.match(rows[at].text):
            found[at] = Found(ours.document, ours.start, ours.start)


def rows_at_one_place(found: Sequence[Found | None]) -> set[int]:
    """The rows of ours that can stand nowhere else in our letter, as it was quoted.

    If a player leaves but a question of a letter that asks two of his powers the same, nobody can tell which
    of the two it is; if he leaves both, one after the other, or the heading above it, we can.
    """
    rows = [at for at, ours in enumerate(found) if ours is not None]
    stretches: list[list[int]] = []
    for at in rows:
        above = found[stretches[-1][-1]] if stretches else None
        here = found[at]
        if above and here and above.document is here.document and above.end == here.start:
            stretches[-1].append(at)
        else:
            stretches.append([at])
    sure: set[int] = set()
    for number, stretch in enumerate(stretches):
        first, last = found[stretch[0]], found[stretch[-1]]
        above = found[stretches[number - 1][-1]] if number else None
        below = found[stretches[number + 1][0]] if number + 1 < len(stretches) else None
        assert first is not None
        assert last is not None
        document = first.document
        begin = above.end if above and above.document is document else 0
        end = below.start if below and below.document is document else len(document.words)
        words = document.words[first.start : last.end + 1]
        places = [document.words.find(words, begin, end + 1), document.words.rfind(words, begin, end + 1)]
        headings = {document.place(place + len(words) - 1).heading for place in places if place >= 0}
        if len(headings) <= 1:
            sure.update(stretch)
    return sure


def with_cells_apart(
    rows: Sequence[Row], found: Sequence[Found | None], answered: Sequence[SentText]
) -> list[Row] | None:
    """The rows, those in which a cell of a table is ours and another is not taken apart; None if none is."""
    apart: list[Row] = []
    for row, ours in zip(rows, found, strict=True):
        cells = _cells(row) if row.cells and ours is None else [row.text]
        if len(cells) > 1 and any(_is_ours(cell, answered) for cell in cells):
            apart += [row._replace(text=cell, cells=()) for cell in cells]
        else:
            apart.append(row)
    return apart if len(apart) > len(rows) else None


def _cells(row: Row) -> list[str]:
    bounds = (0, *row.cells, len(row.text))
    cells = [row.text[start:end].strip() for start, end in pairwise(bounds)]
    return [cell for cell in cells if cell]


def _is_ours(cell: str, answered: Sequence[SentText]) -> bool:
    words = words_of(cell)
    return words.count(" ") > LONG and any(
        words in document.words for sent in answered for document in documents(sent)
    )


class _Chain:
    """The rows of one of our letters, as an answer holds them."""

    def __init__(
        self, document: Document, rows: Sequence[Row], words: Sequence[str], open_rows: Sequence[int]
    ) -> None:
        self.document = document
        self._rows, self._words = rows, words
        deep = [at for at in open_rows if rows[at].depth]
        spoken = self._speak(deep)
        self.marked = spoken > 0 and spoken >= self._speak([at for at in open_rows if not rows[at].depth])
        """Whether the program has marked what it quotes."""
        some = deep if self.marked else open_rows
        self.links, self.weight = self._in_one_piece(some) or self._heaviest(some)
        self.is_whole = self.marked and self.weight >= self._most(deep)
        """Whether all that is marked is ours, one row after the other: nothing could be more so."""
        if self.marked:
            self._add_broken_rows()
            self._add_rows_without_marks()
        else:
            self._drop_what_stands_alone()

    def _speak(self, some: Sequence[int]) -> int:
        """How many rows stand in our letter for certain."""
        return sum(
            self._words[at].count(" ") > LONG and self._words[at] in self.document.words for at in some
        )

    def _most(self, some: Sequence[int]) -> float:
        """What rows weigh that all stand in one letter of ours beside each other."""
        return sum(self._words[at].count(" ") - 1 for at in some) + BESIDE * (len(some) - 1)

    def _in_one_piece(self, some: Sequence[int]) -> tuple[dict[int, tuple[int, int]], float] | None:
        """The same as `_heaviest`, if all rows stand in our letter one after the other, and only once."""
        piece = "".join([self._words[at][:-1] for at in some]) + " "
        start = self.document.words.find(piece)
        if start not in self.document.begins or self.document.words.find(piece, start + 1) >= 0:
            return None
        links: dict[int, tuple[int, int]] = {}
        for at in some:
            end = start + len(self._words[at]) - 1
            links[at] = (start, end)
            start = end
        return links, self._most(some)

    def _heaviest(self, some: Sequence[int]) -> tuple[dict[int, tuple[int, int]], float]:
        """The heaviest chain of rows of which none goes back; what it weighs."""
        ends: list[int] = [-1]
        weights: list[float] = [0.0]
        tips: list[_Link | None] = [None]
        last: dict[int, _Link] = {}
        before: dict[int, _Link] = {}
        """Where the two rows above may end; the player may have written one of them, or others in between."""
        for at in some:
            words = self._words[at]
            weight = words.count(" ") - 1
            links: list[_Link] = []
            for start, end in self.document.places(words, before, ends[-1]):
                number = bisect_right(ends, start) - 1
                total, tip = weights[number], tips[number]
                beside = before.get(start)
                if beside is not None and beside.weight + BESIDE > total:
                    total, tip = beside.weight + BESIDE, beside
                links.append(_Link(at, start, end, total + weight, tip))
            for link in links:
                number = bisect_right(ends, link.end) - 1
                if weights[number] >= link.weight:
                    continue
                stop = number + 1
                while stop < len(ends) and weights[stop] <= link.weight:
                    stop += 1
                begin = number if ends[number] == link.end else number + 1
                ends[begin:stop] = [link.end]
                weights[begin:stop] = [link.weight]
                tips[begin:stop] = [link]
            if links:
                last, before = {link.end: link for link in links}, dict(last)
                before |= last
        chosen: dict[int, tuple[int, int]] = {}
        tip = tips[-1]
        while tip is not None:
            chosen[tip.row] = (tip.start, tip.end)
            tip = tip.before
        return dict(reversed(chosen.items())), weights[-1]

    def _add_broken_rows(self) -> None:
        """Old programs break a quoted line, and leave the rest of it without a mark."""
        for at in list(self.links):
            row, (_, end) = at + 1, self.links[at]
            while row < len(self._rows) and row not in self.links:
                if words := self._words[row]:
                    if end in self.document.begins or not self.document.words.startswith(words, end):
                        break
                    self.links[row] = (end, end + len(words) - 1)
                    end += len(words) - 1
                elif self._rows[row].text or not self._rows[row].depth:
                    break
                row += 1

    def _add_rows_without_marks(self) -> None:
        """Others mark only the first line of a paragraph: what fills a gap of our letter exactly is ours."""
        for (above, (_, at)), (below, (end, _)) in pairwise(sorted(self.links.items())):
            if at == end or below == above + 1:
                continue
            filling: dict[int, tuple[int, int]] = {}
            for row in range(above + 1, below):
                words = self._words[row]
                if words and self.document.words.startswith(words, at):
                    filling[row] = (at, at + len(words) - 1)
                    at += len(words) - 1
            if at == end:
                self.links |= filling

    def _drop_what_stands_alone(self) -> None:
        """Without marks, a row that does not fit to its neighbours may as well be the player's.

        So it is if it is one of our choices, or short; a longer line stays ours if more than that is quoted.
        """
        numbers = list(self.links)
        spans = list(self.links.values())
        kept: dict[int, tuple[int, int]] = {}
        for number, at in enumerate(numbers):
            start, end = spans[number]
            after = number > 0 and spans[number - 1][1] == start
            goes_on = number + 1 < len(spans) and spans[number + 1][0] == end
            whole = start in self.document.begins and end in self.document.begins
            long = self._words[at].count(" ") > LONG + 1
            if (
                (after and (end in self.document.begins or goes_on))
                or (goes_on and (whole or long))
                or (after and long)
                or (long and whole and not self.document.is_a_choice(start))
            ):
                kept[at] = spans[number]
        if not any(not self.document.is_a_choice(start) for start, _ in kept.values()):
            kept = {}
        self.links = kept
        self.weight = sum(self._words[at].count(" ") - 1 for at in kept)


class _Link(NamedTuple):
    row: int
    start: int
    end: int
    weight: float
    before: _Link | None
