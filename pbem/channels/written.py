"""What a channel says of the lines of a letter: whose they are, and where they stand in what they answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


@dataclass(frozen=True, slots=True)
class SentText:
    """A letter that we have sent, as far as an answer can quote it."""

    text: str
    html: str = ""
    subject: str = ""
    sender: str = ""
    """`Moderator <gm@example.org>`, as in its head."""
    recipient: str = ""
    sent_at: datetime | None = None
    message_id: str = ""


@dataclass(frozen=True, slots=True)
class Place:
    """Where in our letter something stands."""

    heading: str
    """Of the section; empty above the first and below the last."""
    question: str
    """The last line of the section, up to here, that asks something."""
    line: str
    """The line of ours right above."""
    certain: bool = True
    """If not: what is left of our letter may as well stand under another heading."""


class Kind(StrEnum):
    """What a line of a letter is, that is not ours.  Only the first two can act."""

    OWN = "own"
    AFTER_CLOSING = "after-closing"
    """Below "Kind regards": a name, or an afterthought.  Furniture, unless it is an order by itself."""
    SIGNATURE = "signature"
    """Below two dashes or a long rule.  It never acts; it is told if it is an order by itself."""
    GREETING = "greeting"
    """At the top: Dear Francis.  Furniture, unless the letter is press."""
    CLOSING = "closing"
    """Kind regards.  Furniture, unless the letter is press."""
    FURNITURE = "furniture"
    """A rule, a name at the end, what telephones, servers and mail programs add.  It needs no word."""
    STRUCK = "struck"
    HIDDEN = "hidden"
    QUOTED = "quoted"
    """Among quoted lines of ours, or in the place of one, and yet not ours: changed, or written there."""
    APART = "apart"
    """In another text beside the body, such as below a picture."""
    FOREIGN = "foreign"
    """Somebody else's words, or an older letter: below a head, or quoted."""


ACTING = (Kind.OWN, Kind.AFTER_CLOSING)
"""Kinds that can act, if it is certain where they stand."""
SILENT = frozenset({Kind.GREETING, Kind.CLOSING, Kind.AFTER_CLOSING, Kind.SIGNATURE, Kind.FURNITURE})
"""Kinds of which nobody needs to hear, unless a line is an order by itself."""


class Caution(StrEnum):
    """What the writer of a letter must hear of it."""

    STRUCK = "struck"
    HIDDEN = "hidden"
    PARTS_DIFFER = "parts-differ"
    """Text and HTML do not say the same: nothing of the letter may act."""
    ENCRYPTED = "unreadable"
    EMPTY = "empty"
    """There is no line of the player's in it."""
    TOO_LONG = "too-long"


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a letter that is not ours."""

    number: int
    """Among these lines, from 0 on."""
    text: str
    """Without the marks of lists and of bold letters."""
    kind: Kind
    paragraph: int
    """Lines next to each other in one paragraph have the same number."""
    under: Place | None = None
    """What of ours stands above it, if it was written between our lines."""
    certain: bool = True
    """If not: it must not act before its writer was asked."""
    only_in: str = ""
    """`text` or `html`, if the other part does not have it."""
    continues: bool = False
    """It may be the rest of the line above, which a mail program has broken."""
    as_written: str = ""
    """With all its marks."""


@dataclass(frozen=True, slots=True)
class Aligned:
    """All lines of a letter that are not ours, in the order in which they stand."""

    lines: tuple[Line, ...]
    warnings: tuple[Caution, ...] = ()
    ours: int = 0
    """How many rows of our letters were found in it."""

    @property
    def own_lines(self) -> list[str]:
        """What its writer says, where it can act."""
        return [line.text for line in self.lines if line.kind in ACTING and line.certain]


def all_own(lines: Sequence[str]) -> Aligned:
    """Lines of which nothing is ours."""
    found: list[Line] = []
    paragraph = 0
    for text in lines:
        if not text.strip():
            paragraph += 1
            continue
        found.append(Line(len(found), text, Kind.OWN, paragraph, as_written=text))
    return Aligned(tuple(found))
