"""Answering machines that do not say that they are one: the same words again and again, never an order."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlmodel import Session, col, select

from pbem.mail.letter import Letter, read_letter
from pbem.store.tables import LetterRow, SeatRow

IN_VAIN = "in vain"
"""The verdict on a letter in which nothing could be done."""
WITHIN = timedelta(hours=1)
MOST = 4
"""So many such letters with the same words are answered in that time."""


def is_an_echo(session: Session, seat: SeatRow, letter: Letter, now: datetime) -> bool:
    """Whether a seat's last letters all said the same as this one, all in vain."""
    latest = (
        select(LetterRow)
        .where(
            LetterRow.seat_id == seat.id,
            LetterRow.status == "done",
            col(LetterRow.handled_at) > now - WITHIN,
        )
        .order_by(col(LetterRow.id).desc())
        .limit(MOST)
    )
    rows = session.exec(latest).all()
    return len(rows) == MOST and all(
        row.verdict == IN_VAIN and read_letter(row.raw).lines == letter.lines for row in rows
    )
