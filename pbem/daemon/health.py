"""Whether the moderator is at work, in a line."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import func
from sqlmodel import Session, select

from pbem.calendar.clock import say_span
from pbem.config import Settings
from pbem.store.desk_tables import HeartbeatRow
from pbem.store.tables import GameRow, LetterRow, OutgoingRow


@dataclass(frozen=True, slots=True)
class Health:
    """A line for a person or a program that watches."""

    well: bool
    line: str


def health_of(session: Session, settings: Settings, now: datetime) -> Health:
    """How the moderator is: at work, or not seen for too long; what waits, and what wants looking at."""
    heartbeat = session.get(HeartbeatRow, 1)
    last = heartbeat.at if heartbeat else None
    letters = dict(session.exec(select(LetterRow.status, func.count()).group_by(LetterRow.status)).all())
    outgoing = dict(session.exec(select(OutgoingRow.status, func.count()).group_by(OutgoingRow.status)).all())
    playing = dict(session.exec(select(GameRow.status, func.count()).group_by(GameRow.status)).all())
    well = last is not None and now - last <= timedelta(minutes=settings.down_minutes)
    seen = "never seen at work" if last is None else f"last seen {say_span(now - last)} ago"
    return Health(
        well,
        f"{'well' if well else 'NOT WELL'}: {seen}; games {playing.get('running', 0)} running, "
        f"{playing.get('held', 0)} on hold; letters {letters.get('new', 0)} new, "
        f"{letters.get('held', 0)} held, {letters.get('shunted', 0)} put aside; "
        f"outbox {outgoing.get('queued', 0)} waiting, {outgoing.get('failed', 0)} failed",
    )
