"""The letter of ours that a letter answers: by the names that it gives, or by what it quotes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlmodel import Session, col, select

from pbem.channels.channel import Channel, Letter
from pbem.channels.written import SentText
from pbem.play.about import About, load_about
from pbem.store import statements as sql
from pbem.store.tables import OutgoingRow, SeatRow
from pbem.work.outgoing import Writer

MOST_NAMED = 10
SIGN_UP = "sign-up"
"""The kind of all letters to people who have no seat yet."""
MOST_COMPARED = 20
"""So many of the last letters to a seat are looked at, if a letter names none of ours but quotes one."""


@dataclass(slots=True)
class OurLetter:
    """A letter of ours that an answer names: what is stored of it, but for what only sending needs."""

    message_id: str
    kind: str
    seq: int
    asked: int | None
    about: dict[str, Any] | None
    recipient: str
    subject: str
    text: str
    html: str
    created_at: datetime
    label: dict[str, str]


@dataclass(frozen=True, slots=True)
class Answered:
    """What a letter answers; without a name: nothing that we know of."""

    message_id: str = ""
    asked: int | None = None
    """If it asks its seat something: the log entry after which that was asked."""
    about: About | None = None
    seq: int = 0
    """Where the game stood when it was written."""
    of_another_game: str = ""
    """It answers a letter of another game than the one whose token it carries."""
    texts: tuple[SentText, ...] = ()
    """Letters that it may quote, nearest first."""

    @property
    def known(self) -> bool:
        return bool(self.message_id)


NOTHING = Answered()


def answered_by(session: Session, channel: Channel, seat: SeatRow | Writer, letter: Letter) -> Answered:
    """What a seat's letter answers."""
    rows: Sequence[OurLetter | OutgoingRow] = _named(session, seat, letter.answers[:MOST_NAMED])
    if not rows and (other := _other_game(session, seat, letter.answers[:1])):
        return Answered(of_another_game=other)
    if not rows:
        latest = session.exec(sql.LATEST_TO_SEAT, params={"seat": seat.id, "most": MOST_COMPARED}).all()
        by_id = {row.message_id: row for row in latest}
        quoted = channel.quoted(letter, [channel.as_sent(row) for row in latest])
        rows = [by_id[sent.message_id] for sent in quoted]
    if not rows:
        return NOTHING
    nearest = rows[0]
    texts = tuple(channel.as_sent(row) for row in rows)
    about = load_about(nearest.about)
    return Answered(nearest.message_id, nearest.asked, about, nearest.seq, texts=texts)


def answered_without_seat(session: Session, channel: Channel, letter: Letter) -> list[SentText]:
    """Letters of ours to somebody who has no seat, which a letter of theirs names and may quote."""
    ids = list(letter.answers[:MOST_NAMED])
    if not ids:
        return []
    query = select(OutgoingRow).where(
        col(OutgoingRow.message_id).in_(ids),
        col(OutgoingRow.seat_id).is_(None),
        OutgoingRow.recipient == letter.sender,
        OutgoingRow.kind == SIGN_UP,
    )
    by_id = {row.message_id: row for row in session.exec(query)}
    return [channel.as_sent(by_id[id]) for id in ids if id in by_id]


def _other_game(session: Session, seat: SeatRow | Writer, ids: Sequence[str]) -> str:
    """The game of another seat of the same player, if that is the letter that is answered."""
    if not ids:
        return ""
    wanted = {"ids": list(ids), "but_for": seat.game_id, "address": seat.address}
    return session.exec(sql.GAME_OF_OURS, params=wanted).first() or ""


def _named(session: Session, seat: SeatRow | Writer, ids: Sequence[str]) -> list[OurLetter]:
    found = (sql.OURS.first(session, message=id, seat=seat.id) for id in dict.fromkeys(ids))
    return [OurLetter(*row) for row in found if row is not None]
