"""What a player wrote, out of an answer to a letter of ours: by laying the one over the other.

The moderator has the letters that it has sent.  What stands in an answer and is ours is found row by row
(`pbem.channels.mail.ours`), in the text and in the HTML alike.  Heads and signatures are set aside.  The rest
is the player's, wherever it stands, with the question of ours above it.  Nothing is thrown away in silence:
what must not act is handed on with its kind.  Where no letter of ours is known, two signs must do
(`pbem.channels.mail.reply`).

A pure function: `align(letter, answered)`.  Its time grows with the rows of the letter, of which there are
`MOST_ROWS` at the most.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from pbem.channels.mail.around import Facts, other_head, rows_of_heads, unknown_attribution
from pbem.channels.mail.furniture import Purpose, purposes
from pbem.channels.mail.heads import PRESS, OldLetters, head_of
from pbem.channels.mail.letter import MailLetter, our_addresses
from pbem.channels.mail.ours import Found, find_ours, rows_at_one_place, with_cells_apart, words_of
from pbem.channels.mail.reply import END_OF_PRESS, OURS, WRITE_ABOVE_LINE
from pbem.channels.mail.rows import MOST_ROWS, Row
from pbem.channels.mail.two_parts import in_both_parts
from pbem.channels.written import SILENT, Aligned, Caution, Kind, Line, Place, SentText

ARMOUR = re.compile(r"^-----(BEGIN|END) PGP (SIGNED MESSAGE|SIGNATURE|MESSAGE|PUBLIC KEY BLOCK)-----$")
MOST_ANSWERED = 6
MOST_COMPARED = 20
FEWEST_ROWS = 3
"""So many rows of a letter must be found, or it may be by chance."""
MOST_WORDS_OF_A_NAME = 6
MOST_ROWS_OF_A_TITLE = 12
MOST_ROWS_INSIDE = 6
"""So many rows a player may write between lines of ours, even if those are fewer."""
NEAR = 4
"""Rows: so near to lines of ours a quoted line belongs to our letter."""
NOTHING = SILENT | {Kind.FOREIGN, Kind.APART}
KIND_OF = {
    Purpose.WORDS: Kind.OWN,
    Purpose.GREETING: Kind.GREETING,
    Purpose.CLOSING: Kind.CLOSING,
    Purpose.FURNITURE: Kind.FURNITURE,
    Purpose.AFTER_CLOSING: Kind.AFTER_CLOSING,
    Purpose.SIGNATURE: Kind.SIGNATURE,
}


def align(letter: MailLetter, answered: Sequence[SentText]) -> Aligned:
    """The lines of a letter that are not ours; `answered` are letters that it may quote, nearest first."""
    old = OldLetters(our_addresses(letter), letter.subject)
    sender = f"{letter.header('from')} {letter.sender}"
    parts = {
        name: _Part(rows, answered[:MOST_ANSWERED], old, sender).read()
        for name, rows in (("text", letter.text), ("html", letter.html))
        if any(row.text for row in rows)
    }
    lines, differ = in_both_parts(parts.get("text"), parts.get("html"))
    for text in letter.apart:
        lines.append(Line(len(lines), text, Kind.APART, -1, as_written=text))
    warnings = [
        warning
        for warning, found in (
            (Caution.STRUCK, any(line.kind is Kind.STRUCK for line in lines)),
            (Caution.HIDDEN, any(line.kind is Kind.HIDDEN for line in lines)),
            (Caution.PARTS_DIFFER, differ),
            (Caution.ENCRYPTED, any(_is_encrypted(row) for row in letter.text)),
            (Caution.TOO_LONG, max(len(letter.text), len(letter.html)) >= MOST_ROWS),
            (Caution.EMPTY, all(line.kind in NOTHING for line in lines)),
        )
        if found
    ]
    ours = max((part.ours for part in parts.values()), default=0)
    return Aligned(tuple(lines), tuple(warnings), ours)


def answered_by_text(letter: MailLetter, sent: Sequence[SentText]) -> list[SentText]:
    """Those of our letters that this one quotes, the one first of which it has most; by their text alone."""
    found = [
        (max(sum(map(bool, find_ours(rows, [one]))) for rows in (letter.text, letter.html)), one)
        for one in sent[:MOST_COMPARED]
    ]
    return [one for rows, one in sorted(found, key=lambda pair: -pair[0]) if rows >= FEWEST_ROWS]


def _is_encrypted(row: Row) -> bool:
    return row.text == "-----BEGIN PGP MESSAGE-----"


@dataclass(frozen=True, slots=True)
class ReadPart:
    """One part of a letter, read."""

    lines: tuple[Line, ...]
    ours: int
    """How many rows of our letters it quotes."""


class _Part:
    """One part of a letter and what it quotes."""

    def __init__(
        self, rows: Sequence[Row], answered: Sequence[SentText], old: OldLetters, sender: str
    ) -> None:
        self._ours = find_ours(rows, answered)
        if apart := with_cells_apart(rows, self._ours, answered):
            rows, self._ours = apart, find_ours(apart, answered)
        self._rows = rows
        self._sender = sender
        self._old = old
        self._marked = [f"{'> ' * row.depth}{row.text}" for row in rows]
        self._facts = [Facts.of(sent) for sent in answered]
        self._heads, self._first_head = rows_of_heads(rows, self._ours, self._facts)
        if self._first_head >= 0:
            self._give_back_what_stands_above()
        self._unknown = self._begin_of_an_unknown_letter()
        if self._unknown < len(rows):
            self._heads.update(unknown_attribution(rows, self._unknown))
        self._press = self._blocks_of_press()
        self._above = _last_before(self._ours)
        self._below = _last_before(self._ours[::-1])[::-1]
        self._kinds: list[Kind | None] = [None] * len(rows)

    def read(self) -> ReadPart:
        """Each row that is not ours, as a line with its kind."""
        self._sort_rows()
        self._sort_furniture()
        return ReadPart(tuple(self._lines()), sum(found is not None for found in self._ours))

    def _give_back_what_stands_above(self) -> None:
        """Without marks, what stands above the head of our letter is the player's, even in our words.

        If there is more than some of our choices, it is quoted, and the head is that of an older letter.
        """
        above = [at for at in range(self._first_head) if not self._rows[at].depth]
        found = [ours for at in above if (ours := self._ours[at]) is not None]
        if all(ours.document.is_a_choice(ours.start) for ours in found):
            for at in above:
                self._ours[at] = None

    def _blocks_of_press(self) -> set[int]:
        """The rows from `press to ...:` to `end press`: the player's, whatever they look like."""
        inside: set[int] = set()
        begin = None
        for at, row in enumerate(self._rows):
            if self._ours[at] is not None or at >= self._unknown:
                begin = None
            elif row.depth == 0 and PRESS.match(head_of(row.text)):
                begin = at
            elif begin is not None and END_OF_PRESS.match(row.text):
                inside.update(range(begin, at + 1))
                begin = None
        return inside

    def _begin_of_an_unknown_letter(self) -> int:
        """Where a letter of ours begins, without marks, that is not among those we know; else the end.

        All our letters have some lines in common.  So it has such lines, but most of it is not found.
        """
        open_rows = [at for at, row in enumerate(self._rows) if row.text and not row.depth and not row.hidden]
        found = [at for at in open_rows if self._ours[at] is not None]
        if not any(self._ours):
            begin = next(
                (at for at in open_rows if self._rows[at].old and not self._quoted_follows(at + 1)), None
            )
            if begin is not None:
                return begin
        for at in open_rows:
            text = head_of(self._rows[at].text)
            if self._ours[at] is None and (
                self._rows[at].heading or OURS.match(text) or WRITE_ABOVE_LINE.match(text)
            ):
                return self._top_of_our_letter(at)
        if found:
            inside = sum(found[0] < at < found[-1] and at not in self._heads for at in open_rows)
            others = inside + 2 - len(found)
            if others > max(MOST_ROWS_INSIDE, len(found)):
                return found[0]
        return len(self._rows)

    def _top_of_our_letter(self, at: int) -> int:
        """The row above with which every letter of ours begins, if it is there."""
        for number in range(at - 1, max(at - MOST_ROWS_OF_A_TITLE, -1), -1):
            if WRITE_ABOVE_LINE.match(head_of(self._rows[number].text)):
                return number
        return at

    def _sort_rows(self) -> None:
        """First by what stands where: ours, a head, quoted, somebody else's; the rest is the player's own."""
        foreign = False
        skip = 0
        armoured = ""
        for at, row in enumerate(self._rows):
            if found := ARMOUR.match(row.text):
                armoured = found.group(2) if found.group(1) == "BEGIN" else ""
                self._kinds[at] = Kind.FURNITURE
                continue
            if armoured:
                self._kinds[at] = Kind.FURNITURE
                if armoured == "SIGNED MESSAGE" and not row.text:
                    armoured = ""
                continue
            if not row.text or self._ours[at] is not None:
                continue
            if at < skip or at in self._heads:
                self._kinds[at] = Kind.FURNITURE
            elif at in self._press and not (row.hidden or row.struck):
                self._kinds[at] = Kind.OWN
            elif row.depth:
                self._kinds[at] = Kind.QUOTED if self._is_among_ours(at) else Kind.FOREIGN
            elif foreign or at >= self._unknown:
                self._kinds[at] = Kind.FOREIGN
            elif (head := other_head(self._marked, at, self._old)) and not self._heads.intersection(
                range(at, at + head.rows)  # the head of our letter is known: it has no more rows than that
            ):
                self._kinds[at] = Kind.FURNITURE
                skip = at + head.rows
                foreign = head.forwarded or not (
                    self._quoted_follows(skip)
                    or self._is_ours(at, skip)
                    or self._may_be_answered_below(at, skip)
                )
                if head.is_words:
                    self._kinds[at], foreign = Kind.FOREIGN, False
            elif self._names_somebody(at):
                self._kinds[at] = Kind.FOREIGN
            elif row.hidden:
                self._kinds[at] = Kind.HIDDEN
            elif row.struck:
                self._kinds[at] = Kind.STRUCK
            else:
                self._kinds[at] = Kind.QUOTED if self._is_changed(at) else Kind.OWN

    def _is_ours(self, at: int, end: int) -> bool:
        """Whether rows name us as the writer of what follows, and our letter does follow."""
        text = " ".join(row.text for row in self._rows[at:end])
        words = words_of(text)
        return any(fact.names_us(text, words) for fact in self._facts) and (
            end < len(self._rows) and (self._ours[end] or self._below[end]) is not None
        )

    def _may_be_answered_below(self, at: int, end: int) -> bool:
        """Whether the head of a letter of ours stands above all that the player wrote.

        If we know our letter, we see what of it is left; if we do not, the head must do.
        """
        if self._facts or not self._old.by_us(self._marked[at:end]):
            return False
        return not any(kind is Kind.OWN for kind in self._kinds[:at])

    def _is_among_ours(self, at: int) -> bool:
        near = range(max(at - NEAR, 0), min(at + NEAR + 1, len(self._rows)))
        return any(self._ours[n] is not None for n in near)

    def _quoted_follows(self, at: int) -> bool:
        """Whether marks show how far an old letter goes, or it is ours."""
        for number in range(at, min(at + 5, len(self._rows))):
            if self._rows[number].text:
                return self._rows[number].depth > 0 or self._ours[number] is not None
        return at >= len(self._rows)

    def _names_somebody(self, at: int) -> bool:
        """`Paula schreibt:` right above a quotation that is not ours."""
        text = self._rows[at].text
        if not text.endswith((":", "：")) or len(text.split()) > MOST_WORDS_OF_A_NAME or PRESS.match(text):
            return False
        below = next((n for n in range(at + 1, min(at + 3, len(self._rows))) if self._rows[n].text), None)
        return below is not None and self._rows[below].depth > 0 and self._ours[below] is None

    def _is_changed(self, at: int) -> bool:
        """Whether a row without a mark stands in the place of a line of ours, and is like it."""
        before, after = self._above[at], self._below[at]
        if before is None or after is None or before.document is not after.document:
            return False
        gap = f"{before.document.words[before.end : after.start]} "
        words = set(words_of(self._rows[at].text).split())
        missing = set(gap.split())
        return len(words) > 1 and 3 * len(words & missing) >= 2 * len(words)

    def _sort_furniture(self) -> None:
        """Then what the player has written, between one line that is not his and the next."""
        segment: list[int] = []
        first = True
        for at, row in enumerate(self._rows):
            kind = self._kinds[at]
            if kind is Kind.OWN or (not row.text and kind is None) or kind in (Kind.STRUCK, Kind.HIDDEN):
                segment.append(at)
            elif segment:
                first = self._sort_segment(segment, first=first)
                segment = []
        self._sort_segment(segment, first=first)

    def _sort_segment(self, segment: Sequence[int], *, first: bool) -> bool:
        """Sort the lines of a segment; whether none of the player's was in it, nor above it."""
        written = any(self._kinds[at] is not None for at in segment)
        if written:
            texts = [self._rows[at].text if self._kinds[at] is Kind.OWN else "" for at in segment]
            texts = ["" if at in self._press else text for at, text in zip(segment, texts, strict=True)]
            told = purposes(texts, self._sender, first=first, top=segment[0] == 0)
            for at, purpose in zip(segment, told, strict=True):
                if self._kinds[at] is Kind.OWN:
                    self._kinds[at] = KIND_OF[purpose]
        return first and not written

    def _lines(self) -> list[Line]:
        lines: list[Line] = []
        sure = rows_at_one_place(self._ours)
        ours_above = -1
        paragraph = 0
        above: Row | None = None
        for at, row in enumerate(self._rows):
            kind = self._kinds[at]
            if self._ours[at] is not None:
                ours_above = at
            if kind is None or at in self._heads:
                paragraph += above is not None
                above = None
                continue
            if kind is Kind.FURNITURE and not head_of(row.text):
                continue
            continues = above is not None and _may_be_broken(above.text, row.text)
            text = row.text
            if row.depth and at in self._press:
                text = f"{'> ' * row.depth}{text}"  # others read it: as it stands
            lines.append(
                Line(
                    len(lines),
                    text,
                    kind,
                    paragraph,
                    self._place_below(ours_above, sure),
                    certain=not row.partly,
                    continues=continues,
                    as_written=text,
                )
            )
            above = row
        return lines

    def _place_below(self, at: int, sure: Collection[int]) -> Place | None:
        """Where in our letter something stands that was written below a row of ours; None without one."""
        ours = self._ours[at] if at >= 0 else None
        return ours.document.place(ours.end, certain=at in sure) if ours else None


def _last_before(found: Sequence[Found | None]) -> list[Found | None]:
    """For each row, the last before it that is ours."""
    told: list[Found | None] = []
    last: Found | None = None
    for one in found:
        told.append(last)
        last = one or last
    return told


def _may_be_broken(above: str, here: str) -> bool:
    """Whether a mail program may have broken a line here: the next word did not fit."""
    word = here.split(" ", 1)[0]
    return 50 <= len(above) <= 80 and len(above) + 1 + len(word) > 66
