"""The lines of a letter as they were meant, each with its place and with the moment that it is for.

Mail programs break lines and players make lists, so lines are first put together.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from pbem.channels.written import ACTING, Kind
from pbem.channels.written import Line as WrittenLine
from pbem.games.moments import TALKS
from pbem.language.words import unmarked
from pbem.play.moments import NOW, below_plan, for_talks, mark_blocks, marked, moment_in
from pbem.post.commands import word_in
from pbem.post.commands.for_talks import said_in_talks
from pbem.post.commands.notes import is_note
from pbem.post.commands.press import begins_press, ends_press, with_own_text
from pbem.post.commands.word import Moment

_GOES_ON = re.compile(r"(?:,|(?<![^\s=–—-])>|\+|&|\s(?:and|with|from|to|in|for))\s*$", re.IGNORECASE)
_NEXT_SENTENCE = re.compile(r"(?<=[^\s.][.!;。；])\s+")
_NO_TALKS = Moment(asked=True)
"""Inside a block `pass` is an order, whatever goes on."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A line as it was meant, with the numbers of the lines of the letter that it is made of."""

    numbers: tuple[int, ...]
    text: str
    """Order words are in English."""
    written: str
    kind: Kind
    begins_paragraph: bool
    certain: bool = True
    under: str = ""
    """The heading of ours below which it was written."""
    above: str = ""
    """The line of ours right above it."""

    @property
    def acts(self) -> bool:
        return self.kind in ACTING and self.certain

    @property
    def doubtful(self) -> bool:
        """It stands below a closing, and may be no more than a name."""
        return self.kind is Kind.AFTER_CLOSING

    @property
    def foreign(self) -> str:
        """As the player wrote it, if its order words are in another language than English."""
        plain = unmarked(self.written)
        return "" if plain.split() == self.text.split() else plain


def pieces_of(lines: Sequence[WrittenLine], in_english: Callable[[str], str] = str) -> list[Piece]:
    """The lines of a letter without the marks of lists, and broken ones put together."""
    pieces: list[Piece] = []
    inside_press = goes_on = False
    last: WrittenLine | None = None
    for number, line in enumerate(lines, 1):
        begins_paragraph = last is None or last.paragraph != line.paragraph
        plain = unmarked(line.text)
        text = in_english(plain)
        ahead = for_talks(text)
        if begins_press(text if ahead is None else ahead[1]):
            text, inside_press, goes_on = _press_as_written(text, plain), True, False
        elif begins_paragraph or ends_press(text):
            inside_press = False
        if is_note(text):
            text = "note: " + re.split("[:：]", line.as_written or plain, maxsplit=1)[-1].strip()
        joins = goes_on and not begins_paragraph and last is not None and last.kind is line.kind
        if joins and not inside_press:
            # Mail programs break long lines: an order that cannot end here goes on in the next line.
            before = pieces.pop()
            pieces.append(
                replace(
                    before,
                    numbers=(*before.numbers, number),
                    text=f"{before.text} {text.strip()}",
                    written=f"{before.written} {plain.strip()}",
                    certain=before.certain and line.certain,
                )
            )
        else:
            # Where two of our questions may be meant, none is: their player is asked for which power it is.
            under = line.under.heading if line.under and line.under.certain else ""
            written = line.as_written or line.text
            above = line.under.line if line.under else ""
            piece = Piece((number,), text, written, line.kind, begins_paragraph, line.certain, under, above)
            pieces.append(piece)
        goes_on = not inside_press and _GOES_ON.search(pieces[-1].text) is not None
        last = line
    return pieces


def _press_as_written(read: str, written: str) -> str:
    """A line with which press begins: its order words in English, its text as it was written."""
    if (ahead := for_talks(read)) is None:
        return with_own_text(read, written)
    said = with_own_text(ahead[1], re.split("[:：]", written, maxsplit=1)[1].strip())
    return marked(TALKS, said, ahead[0])


def _by_moments(piece: Piece, *, planning: bool) -> list[Piece]:
    """The sentences of a line that are for different moments: `No wars. Spring: ...`."""
    if planning and (text := below_plan(piece.text)) != piece.text:
        piece = replace(piece, text=text)
    if not piece.acts or begins_press(piece.text) or not _NEXT_SENTENCE.search(piece.text):
        return [piece]
    parts: list[str] = []
    for sentence in _NEXT_SENTENCE.split(piece.text):
        ahead = moment_in(sentence)
        if parts and not (ahead and ahead[2] and ahead[0] != NOW):
            parts[-1] += f" {sentence}"
        else:
            parts.append(sentence)
    if len(parts) == 1:
        return [piece]
    own = piece.text == unmarked(piece.written)
    return [
        replace(
            piece,
            text=part,
            written=part if own else piece.written,
            begins_paragraph=piece.begins_paragraph and not at,
        )
        for at, part in enumerate(parts)
    ]


def with_moments(pieces: Sequence[Piece], *, planning: bool = False) -> list[Piece]:
    """The pieces with the words of their moments in front (`pbem.play.moments`); headings are left empty."""
    pieces = [part for piece in pieces for part in _by_moments(piece, planning=planning)]
    texts: list[str] = []
    places: list[int] = []
    for piece in pieces:
        if piece.begins_paragraph and texts:
            texts.append("")
        places.append(len(texts))
        texts.append(piece.text)
    with_words = mark_blocks(
        texts,
        lambda line: word_in(line, _NO_TALKS) is not None,
        ends=begins_press,
        said_in_talks=said_in_talks,
        planning=planning,
    )
    return [replace(piece, text=with_words[at]) for piece, at in zip(pieces, places, strict=True)]
