"""Letters in the database: whose they are, which wait, what they answer; and simple answers."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlmodel import Session

from pbem.channels.mail.write import NO_THREAD, Thread, headers_for, message_id
from pbem.config import MailSettings
from pbem.language.plain import plain_text
from pbem.language.voice import Message
from pbem.letters.render import wrap
from pbem.play.seats import Seat
from pbem.play.sitting import BY_DEADLINE
from pbem.play.windows import BY_PROVISIONAL, BY_STANDING
from pbem.store import clocks, games
from pbem.store import statements as sql
from pbem.store.claims import GAME, worker_of
from pbem.store.tables import GameRow, SeatRow
from rules import Answered

MOST_TOKENS = 20
MOST_ANSWERED = 10
AS_USUAL = {
    "game_id": None,
    "seat_id": None,
    "answers_id": None,
    "seq": 0,
    "asked": None,
    "html": "",
    "status": "queued",
    "attempts": 0,
    "sent_at": None,
    "error": "",
}


def waiting(session: Session) -> list[int]:
    """Letters that are stored and not handled, oldest first; their games are claimed for this process.

    Those on which another process works are left out.
    """
    found = session.exec(sql.WAITING).all()
    lanes = {lane for _, lane in found}
    mine = worker_of(session.get_bind()).take(session, GAME, lanes)
    return [id for id, lane in found if id is not None and lane in mine]


def lane_of(session: Session, tokens: Sequence[str]) -> int:
    """The number of the game in whose turn a letter is handled; 0 if it carries no player's token."""
    seat = seat_of(session, tokens)
    return seat.game_id if seat else 0


def raw(session: Session, id: int) -> bytes:
    """A letter as it came."""
    return session.exec(sql.BYTES, params={"letter": id}).one()


def seat_of(session: Session, tokens: Sequence[str]) -> SeatRow | None:
    """The seat whose token a letter was sent to; of several, the one that it was delivered to."""
    wanted = list(tokens[:MOST_TOKENS])
    found = {row.token: row for row in session.exec(sql.BY_TOKEN, params={"tokens": wanted})}
    return next((found[token] for token in wanted if token in found), None)


def overtaken(session: Session, game: GameRow, seat: Seat, answers: Sequence[str]) -> Message | None:
    """Why a letter comes too late for the question that it answers; None if it does not.

    It does when that question is closed, and since then somebody else has acted or a deadline has passed.
    """
    asked = _asked_by_letter(session, seat, answers)
    if asked is None:
        return None
    still_open = any(
        row.power in seat.powers and row.opened == asked for row in clocks.open_questions(session, game)
    )
    if still_open:
        return None
    log = games.load_log(session, game, after=asked)
    if not all(isinstance(entry, Answered) for entry in log):
        return late("set_back")
    for entry in log:
        if isinstance(entry, Answered) and entry.source == BY_DEADLINE and entry.power in seat.powers:
            return late("deadline")
        if not isinstance(entry, Answered):
            return late("set_back")
        if entry.power not in seat.powers and entry.source not in (BY_STANDING, BY_PROVISIONAL):
            return late("settled")
    return None


def late(why: str, /, **fields: Any) -> Message:
    """Why none of a letter's orders is carried out."""
    return Message("letter", f"late.{why}", fields)


def _asked_by_letter(session: Session, seat: Seat, answers: Sequence[str]) -> int | None:
    """After which log entry our letter that this one answers has asked; None if it has asked nothing."""
    ids = list(answers[:MOST_ANSWERED])
    ours = (
        {id: (owner, asked) for id, owner, asked in session.exec(sql.OURS, params={"ids": ids})}
        if ids
        else {}
    )
    for id in ids:
        owner, asked = ours.get(id, (None, None))
        if owner == seat.id:
            return asked
    return None


def put_into_outbox(session: Session, now: datetime, **letter: Any) -> None:
    """A letter to be sent: the columns of `OutgoingRow` that are not as usual."""
    row = {**AS_USUAL, **letter, "created_at": now, "next_try": now}
    words = {name: plain_text(row[name]) for name in ("subject", "text", "html")}
    session.execute(sql.NEW_OUTGOING, {**row, **words})


def queue_plain(
    session: Session,
    settings: MailSettings,
    game: GameRow,
    seat_row: SeatRow,
    words: Message,
    thread: Thread | None,
    letter_id: int | None,
    now: datetime,
    about: str = "your_letter",
) -> None:
    """Put a letter of one sentence into the outbox; `about` is the key of its subject."""
    seat = games.as_seat(seat_row)
    queue_to(session, settings, game, seat_row, seat, words, thread or NO_THREAD, letter_id, now, about)


def queue_to(
    session: Session,
    settings: MailSettings,
    game: GameRow,
    seat_row: SeatRow,
    seat: Seat,
    words: Message,
    thread: Thread,
    letter_id: int | None,
    now: datetime,
    about: str = "your_letter",
) -> None:
    """The same to somebody who does not have the seat just now: a player on vacation."""
    voice = games.title_of(game).voice(seat.language)
    seat_row.letters += 1
    session.add(seat_row)
    put_into_outbox(
        session,
        now,
        message_id=message_id(game.name, seat, seat_row.letters, settings.host),
        game_id=game.id,
        seat_id=seat.id,
        answers_id=letter_id,
        kind="plain",
        recipient=seat.address,
        subject=f"[{game.name}] {voice.say('subject', about)}",
        headers=headers_for(settings, game.name, seat, seat_row.letters, thread),
        text=f"{voice.say('letter', 'write_above')}\n\n{seat.name},\n\n{wrap(voice.tell(words))}\n",
    )
