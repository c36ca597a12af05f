"""The text and the HTML of one letter laid side by side: they should say the same.

The HTML knows which line breaks its writer made, and what is struck out; the text is what older programs
show.  Where one has words to the moderator that the other has not, somebody sees another letter than we do.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

from pbem.channels.mail.heads import PRESS, head_of
from pbem.channels.mail.reply import WIDE, without_ornament
from pbem.channels.written import SILENT, Kind, Line

WORD = re.compile(r"[^\W_]+")
LINK = re.compile(r"[<(\[]?(?:https?://|mailto:)[^\s>)\]]{1,500}[>)\]]?", re.IGNORECASE)
ARROWS = re.compile(r"-+>|=+>|[→⇒➔➜]")
STROKE = "\u0336"
WORDS = (Kind.OWN, Kind.AFTER_CLOSING, Kind.SIGNATURE, Kind.STRUCK)
"""What can be compared: furniture may well stand in one part alone."""
OTHERS = (Kind.FOREIGN, Kind.HIDDEN, Kind.QUOTED)
BROKEN_AT = 50
"""Programs break lines of plain text that are longer than some number beyond this."""


class Read(Protocol):
    """One part of a letter, read."""

    @property
    def lines(self) -> Sequence[Line]: ...

    @property
    def ours(self) -> int: ...


def in_both_parts(text: Read | None, html: Read | None) -> tuple[list[Line], bool]:
    """The lines of a letter, out of its parts; and whether the parts differ in what matters."""
    if text is None or html is None:
        one = text or html
        return _numbered(one.lines if one else ()), False
    if _is_empty(html):
        return _numbered(text.lines), False
    if _is_empty(text) or _is_an_excuse(text):
        return _numbered(html.lines), _partly(html)
    said = _but_for_hidden(text.lines, html.lines)
    if _words(said) == _words(html.lines):
        return _numbered(_as_written(html.lines, said)), _partly(html)
    return _differing(said, html.lines)


def _but_for_hidden(text: Sequence[Line], html: Sequence[Line]) -> list[Line]:
    """The lines of the text without those that the HTML hides: there they are told, as what they are.

    A mail program that makes the text out of the HTML does not look at colours.
    """
    seen = {_key(line) for line in html if line.kind in WORDS}
    hidden = {_key(line) for line in html if line.kind is Kind.HIDDEN} - seen
    return [line for line in text if line.kind not in WORDS or _key(line) not in hidden]


def _partly(html: Read | None) -> bool:
    return html is not None and any(line.kind is Kind.STRUCK and not line.certain for line in html.lines)


def _is_empty(part: Read) -> bool:
    """Neither a word to the moderator nor one of ours: what is there was added by a server."""
    return not part.ours and all(line.kind in SILENT for line in part.lines)


def _is_an_excuse(text: Read) -> bool:
    """The text part says only that there is an HTML part."""
    said = [line for line in text.lines if line.kind not in SILENT]
    return not text.ours and len(said) <= 3 and "html" in said[0].text.lower()


def _key(line: Line) -> str:
    """The words of a line, each between spaces."""
    text = ARROWS.sub(" ", LINK.sub(" ", line.text.replace(STROKE, "")))
    words = WORD.findall(without_ornament(text).casefold())
    return f" {' '.join(words)} " if words else f" {text} "


def _words(lines: Sequence[Line]) -> str:
    """The words of all lines that matter, one after the other."""
    return "".join(_key(line)[:-1] for line in lines if line.kind in WORDS) + " "


def _as_written(html: Sequence[Line], text: Sequence[Line]) -> list[Line]:
    """The lines of the HTML, each with the marks that the text has; both parts have the same words.

    Where the HTML has several short lines of the text in one, those of the text are taken: a program that
    breaks lines breaks long ones.
    """
    spans = _spans(text)
    starts, stops = [start for start, _, _ in spans], [stop for _, stop, _ in spans]
    lines: list[Line] = []
    at = 0
    for line in html:
        if line.kind not in WORDS:
            lines.append(line)
            continue
        end = at + len(_key(line)) - 1
        inside = [one for _, _, one in spans[bisect_left(starts, at) : bisect_right(stops, end)]]
        whole = sum(len(_key(one)) - 1 for one in inside) == end - at
        if not inside or not whole:
            lines.append(line)
        elif all(len(one.text) >= BROKEN_AT for one in inside[:-1]) or line.kind is not Kind.OWN:
            lines.append(replace(line, as_written=" ".join(one.as_written for one in inside)))
        else:
            lines += [replace(one, under=one.under or line.under) for one in inside]
        at = end
    return lines


def _spans(lines: Sequence[Line]) -> list[tuple[int, int, Line]]:
    """From where to where each line goes in the words of all."""
    found = []
    at = 0
    for line in lines:
        if line.kind in WORDS:
            end = at + len(_key(line)) - 1
            found.append((at, end, line))
            at = end
    return found


def _differing(text: Sequence[Line], html: Sequence[Line]) -> tuple[list[Line], bool]:
    """Lines of both parts, those marked that the other part does not have."""
    in_text, in_html = _Side(text), _Side(html)
    lines = []
    differ = any(line.kind is Kind.STRUCK and not line.certain for line in html)
    for line in html:
        alone = line.kind in WORDS and not in_text.has(line)
        differ |= alone and line.kind is Kind.OWN
        lines.append(replace(line, only_in="html") if alone else line)
    for line in text:
        if line.kind in WORDS and not in_html.has(line):
            differ |= line.kind is Kind.OWN
            lines.append(replace(line, only_in="text"))
    differ |= any(in_text.count(key) != in_html.count(key) for key in in_text.keys & in_html.keys)
    if differ:
        lines = [replace(line, certain=False) for line in lines]
    return _numbered(lines), differ


class _Side:
    """All that one part says, the words of others apart."""

    def __init__(self, lines: Sequence[Line]) -> None:
        said = [line for line in lines if line.kind not in OTHERS]
        self._keys = Counter(_key(line) for line in said if line.kind is Kind.OWN)
        self._bounds = {0}
        pieces = []
        length = 0
        for line in said:
            piece = _key(line)[:-1]
            length += len(piece)
            self._bounds.add(length)
            pieces.append(piece)
        self._words = "".join(pieces) + " "

    @property
    def keys(self) -> set[str]:
        return set(self._keys)

    def count(self, key: str) -> int:
        return self._keys[key]

    def has(self, line: Line) -> bool:
        """Whether this part has the words of a line: as one line, or as some.

        A part of a line will do, if the other part has broken it.
        """
        key = _key(line)
        at = self._words.find(key)
        while at >= 0:
            begins, ends = at in self._bounds, at + len(key) - 1 in self._bounds
            if (begins and ends) or ((begins or ends or line.continues) and len(line.text) >= BROKEN_AT - 20):
                return True
            at = self._words.find(key, at + 1)
        return False


def _numbered(lines: Sequence[Line]) -> list[Line]:
    return [replace(line, number=number, text=_bare(line.text)) for number, line in enumerate(lines)]


def _bare(text: str) -> str:
    """A line without its ornament; wide signs become plain ones, but for press, which others read."""
    bare = without_ornament(text)
    return bare if bare.isascii() or PRESS.match(head_of(bare)) else bare.translate(WIDE)
