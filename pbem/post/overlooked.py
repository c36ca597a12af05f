"""Lines that a player may have written where nothing is read: inside our old letter, or in another part."""

from __future__ import annotations

import re

from sqlmodel import Session, col, select

from pbem.channels.channel import Letter
from pbem.channels.mail.html_text import html_to_text
from pbem.play.seats import Seat
from pbem.store.tables import OutgoingRow

WORD = re.compile(r"\w+")
MOST = 12
"""Lines that are told."""
MOST_LETTERS = 10


def overlooked(session: Session, seat: Seat, letter: Letter) -> list[str]:
    """What was not read of a letter, as far as it is not our own old letter."""
    found = list(letter.apart)
    if letter.below:
        found = [*_foreign(letter.below, _our_words(session, seat, letter)), *found]
    return found[:MOST]


def _our_words(session: Session, seat: Seat, letter: Letter) -> str:
    """The words of our letters that this one answers, one after the other."""
    wanted = letter.answers[:MOST_LETTERS]
    rows = session.exec(
        select(OutgoingRow).where(col(OutgoingRow.message_id).in_(wanted), OutgoingRow.seat_id == seat.id)
    )
    return " ".join(_words(text) for row in rows for text in (row.text, html_to_text(row.html)))


def _foreign(below: tuple[str, ...], ours: str) -> list[str]:
    """The lines that are not ours; none if what stands there is not our letter at all."""
    written = [line for line in below if (words := _words(line)) and words not in ours]
    return written if 2 * len(written) < len(below) else []


def _words(text: str) -> str:
    return f" {' '.join(WORD.findall(text.lower()))} " if WORD.search(text) else ""
