"""Letters that say again what another has said: by a machine, or by a player who sends one a second time."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlmodel import Session, col, select

from pbem.domain.seats import Seat
from pbem.mail.letter import Letter, read_letter
from pbem.store.tables import HeldRow, LetterRow, OrderRow, SeatRow

IN_VAIN = "in vain"
"""The verdict on a letter in which nothing could be done."""
WITHIN = timedelta(hours=1)
MOST = 4
"""So many such letters with the same words are answered in that time."""
LOOK_BACK = 20
"""How many of a seat's last letters may be the one that is sent again."""


def is_an_echo(session: Session, seat: SeatRow, letter: Letter, now: datetime) -> bool:
    """Whether a seat's last letters all said the same as this one, all in vain: a machine answers us."""
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


def sent_before(session: Session, seat: Seat, letter: Letter) -> datetime | None:
    """When the same orders came in another letter that answers the same one of ours, and were taken.

    A letter that is written anew answers a newer one of ours, or none: that is no repetition.
    """
    if not letter.answers:
        return None
    answers = letter.answers[0]
    latest = (
        select(LetterRow)
        .where(
            LetterRow.seat_id == seat.id,
            LetterRow.status == "done",
            LetterRow.message_id != letter.message_id,
        )
        .order_by(col(LetterRow.id).desc())
        .limit(LOOK_BACK)
    )
    for row in session.exec(latest):
        if answers.encode() in row.raw and _was_taken(session, row):
            earlier = read_letter(row.raw)
            if earlier.answers[:1] == (answers,) and earlier.lines == letter.lines:
                return row.received_at
    return None


def _was_taken(session: Session, row: LetterRow) -> bool:
    """Whether anything in a letter was carried out, or is held."""
    done = session.exec(select(OrderRow.seq).where(OrderRow.letter_id == row.id).limit(1)).first()
    held = session.exec(select(HeldRow.id).where(HeldRow.letter_id == row.id).limit(1)).first()
    return done is not None or held is not None
