"""Where a piece of press ends in a letter, and whether nobody can know that.

It goes on to the end of its paragraph, and over blank lines up to an order or a word that stands by itself.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from pbem.channels.written import Kind
from pbem.language.words import is_no_order
from pbem.play.moments import moment_in
from pbem.post.commands import word_in
from pbem.post.commands.press import begins_press, ends_press
from pbem.post.meaning import Meaning
from pbem.post.pieces import Piece
from rules import Power

_SENTENCE_ENDS = re.compile(r"[.!?。！？…)\"”’»]\s*$")
_LEFT_OPEN = re.compile(
    r"(?:[,:;]|\b(?:that|to|and|or|but|if|when|because|than|the|an?|my|your|our|their|of|by|from|into|i"
    r"|shall|"
    r"should|must|would|could|might|dass|und|oder|ob|wenn|weil|der|die|den|dem|eine?n?|mein|dein|zu|für|ich|"
    r"soll|muss|werde|että|ja|tai|jos|koska|minä|hogy|és|vagy|ha|mert|az?|én))\W*$",
    re.IGNORECASE,
)
"""With such words no sentence ends: what follows may belong to it."""
WRAPPED = 50
"""No mail program breaks a line that is shorter."""
SHORTEST_PROSE = 3
"""Words: fewer below the orders are a farewell or a name."""


@dataclass(frozen=True, slots=True)
class InDoubt:
    """A piece of press that may end before one of its lines: nothing is done.

    That line would be an order, or it speaks to powers for whom the press is not.
    """

    press: tuple[str, ...]
    order: str = ""
    speaks_to: tuple[Power, ...] = ()


def ends_as_written(line: str) -> bool:
    """Whether no mail program has broken a line where it ends."""
    return len(line) < WRAPPED or _SENTENCE_ENDS.search(line) is not None


def end_of_press(meaning: Meaning, pieces: Sequence[Piece], at: int) -> tuple[int, bool]:
    """Where a piece of press ends, and whether `end press` stands there."""
    following = range(at + 1, len(pieces))
    end = next((n for n in following if begins_press(pieces[n].text) or ends_press(pieces[n].text)), None)
    if end is not None and ends_press(pieces[end].text):
        return end, True
    for n in following:
        if n == end or pieces[n].kind is not Kind.OWN or not pieces[n].certain:
            return n, False
        before, line = pieces[n - 1].written, pieces[n].text
        if pieces[n].begins_paragraph:  # without words it was a heading
            if (
                not line
                or moment_in(line)
                or meaning.would_act(line, in_press=True)
                or meaning.is_offer(line)
            ):
                return n, False
        elif word_in(line, replace(meaning.moment, in_press=True)) and ends_as_written(before):
            return n, False
        elif _SENTENCE_ENDS.search(before) and meaning.is_offer(line):
            return n, False  # what is offered to one power is no press to another
    return len(pieces), False


def is_cut(meaning: Meaning, pieces: Sequence[Piece], end: int) -> bool:
    """Whether a piece of press stops before an order in the middle of a sentence, or of its talk.

    It does if its last words want more, or if it has no full stop and plain words follow the orders.
    """
    if end == len(pieces) or not pieces[end].acts or not meaning.is_order(pieces[end].text):
        return False
    last = pieces[end - 1].written
    return _LEFT_OPEN.search(last) is not None or (
        _SENTENCE_ENDS.search(last) is None and any(_is_prose(meaning, piece) for piece in pieces[end:])
    )


def _is_prose(meaning: Meaning, piece: Piece) -> bool:
    """Whether a paragraph says neither to us nor to the game what is to be done."""
    line = piece.text
    return (
        piece.begins_paragraph
        and piece.kind is Kind.OWN
        and len(line.split()) > SHORTEST_PROSE
        and not (begins_press(line) or moment_in(line) or is_no_order(line) or meaning.would_act(line))
    )


def doubt_about(meaning: Meaning, press: Sequence[Piece], body: Sequence[Piece], to: str) -> InDoubt | None:
    """Why nobody can know that all of a piece of press is for `to`; None if it plainly is."""
    order = _order_inside(meaning, press)
    beginnings = (piece.written for piece in body if piece.begins_paragraph or piece.kind is Kind.GREETING)
    others = next(filter(None, (meaning.speaks_past(to, line) for line in beginnings)), ())
    return InDoubt(tuple(piece.written for piece in press), order, others) if order or others else None


def _order_inside(meaning: Meaning, pieces: Sequence[Piece]) -> str:
    """The first line behind the end of a sentence that would be an order; empty if there is none."""
    for before, piece in pairwise(pieces):
        if _SENTENCE_ENDS.search(before.written) and meaning.is_order(piece.text):
            return piece.text
    return ""


def as_text(head: Piece, first: str, body: Sequence[Piece]) -> str:
    """Press as it was written, with its paragraphs; lines that a mail program has broken are put together."""
    lines = [first.strip()] if first.strip() else []
    for before, piece in zip([head, *body], body, strict=False):
        if lines and len(before.written) >= WRAPPED and not piece.begins_paragraph:
            lines[-1] += f" {piece.written}"
            continue
        if lines and piece.begins_paragraph:
            lines.append("")
        lines.append(piece.written)
    return "\n".join(lines).strip("\n")
