"""Letters in the database: whose they are, which wait, what they answer; and simple answers."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlmodel import Session, col, select

from pbem.config import MailSettings
from pbem.domain.seats import Seat
from pbem.domain.table import BY_DEADLINE
from pbem.domain.windows import BY_PROVISIONAL, BY_STANDING
from pbem.mail.reply import WRITE_ABOVE
from pbem.mail.write import NO_THREAD, Thread, headers_for, message_id
from pbem.reports.render import wrap
from pbem.store import games
from pbem.store.tables import GameRow, LetterRow, OutgoingRow, SeatRow
from rules import Answered

MOST_TOKENS = 20


def waiting(session: Session) -> list[int]:
    """Letters that are stored and not handled, oldest first."""
    found = session.exec(select(LetterRow.id).where(LetterRow.status == "new").order_by(col(LetterRow.id)))
    return [id for id in found if id is not None]


def seat_of(session: Session, tokens: Sequence[str]) -> SeatRow | None:
    """The seat whose token a letter was sent to; of several, the one that it was delivered to."""
    wanted = tokens[:MOST_TOKENS]
    found = {row.token: row for row in session.exec(select(SeatRow).where(col(SeatRow.token).in_(wanted)))}
    return next((found[token] for token in wanted if token in found), None)


def overtaken(session: Session, game: GameRow, seat: Seat, answers: Sequence[str]) -> str:
    """Why a letter comes too late for the question that it answers; empty if it does not.

    It does when that question is closed, and since then somebody else has acted or a deadline has passed.
    """
    asked = _letter_answered(session, seat, answers)
    if asked is None:
        return ""
    still_open = any(
        row.power in seat.powers and row.opened == asked.asked for row in games.open_questions(session, game)
    )
    if still_open:
        return ""
    log = games.load_log(session, game, after=asked.asked or 0)
    if not all(isinstance(entry, Answered) for entry in log):
        return "the game was set back or corrected"
    for entry in log:
        if isinstance(entry, Answered) and entry.source == BY_DEADLINE and entry.power in seat.powers:
            return "the time for it was over, and it was answered for you"
        if not isinstance(entry, Answered):
            return "the game was set back or corrected"
        if entry.power not in seat.powers and entry.source not in (BY_STANDING, BY_PROVISIONAL):
            return "it is settled, and others have acted since"
    return ""


def _letter_answered(session: Session, seat: Seat, answers: Sequence[str]) -> OutgoingRow | None:
    """Our letter with a question that this one answers."""
    for id in answers[:10]:
        row = session.exec(select(OutgoingRow).where(OutgoingRow.message_id == id)).first()
        if row is not None and row.seat_id == seat.id:
            return row if row.asked is not None else None
    return None


def queue_plain(
    session: Session,
    settings: MailSettings,
    game: GameRow,
    seat_row: SeatRow,
    text: str,
    thread: Thread | None,
    letter_id: int | None,
    now: datetime,
    title: str = "Your letter",
) -> None:
    """Put a letter of one sentence into the outbox."""
    seat = games.as_seat(seat_row)
    queue_to(session, settings, game, seat_row, seat, text, thread or NO_THREAD, letter_id, now, title)


def queue_to(
    session: Session,
    settings: MailSettings,
    game: GameRow,
    seat_row: SeatRow,
    seat: Seat,
    text: str,
    thread: Thread,
    letter_id: int | None,
    now: datetime,
    title: str = "Your letter",
) -> None:
    """The same to somebody who does not have the seat just now: a player on vacation."""
    seat_row.letters += 1
    session.add(seat_row)
    session.add(
        OutgoingRow(
            message_id=message_id(game.name, seat, seat_row.letters, settings.host),
            game_id=games.game_id(game),
            seat_id=seat.id,
            answers_id=letter_id,
            kind="plain",
            recipient=seat.address,
            subject=f"[{game.name}] {title}",
            headers=headers_for(settings, game.name, seat, seat_row.letters, thread),
            text=f"{WRITE_ABOVE}\n\n{seat.name},\n\n{wrap(text)}\n",
            created_at=now,
            next_try=now,
        )
    )
