"""Whether the moderator is at work, in a line."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TypeAlias

from sqlalchemy import func
from sqlmodel import Session, col, select

from pbem.clock import say_span
from pbem.config import Settings
from pbem.store.desk_tables import HeartbeatRow
from pbem.store.tables import GameRow, LetterRow, OutgoingRow

Counted: TypeAlias = LetterRow | OutgoingRow | GameRow


@dataclass(frozen=True, slots=True)
class Health:
    """A line for a person or a program that watches."""

    well: bool
    line: str


def health_of(session: Session, settings: Settings, now: datetime) -> Health:
    """How the moderator is: at work, or not seen for too long; what waits, and what wants looking at."""
    heartbeat = session.get(HeartbeatRow, 1)
    last = heartbeat.at if heartbeat else None
    letters = _counts(session, LetterRow, "new", "held", "shunted")
    outgoing = _counts(session, OutgoingRow, "queued", "failed")
    playing = _counts(session, GameRow, "running", "held")
    well = last is not None and now - last <= timedelta(minutes=settings.down_minutes)
    seen = "never seen at work" if last is None else f"last seen {say_span(now - last)} ago"
    return Health(
        well,
        f"{'well' if well else 'NOT WELL'}: {seen}; games {playing['running']} running, "
        f"{playing['held']} on hold; letters {letters['new']} new, "
        f"{letters['held']} held, {letters['shunted']} put aside; "
        f"outbox {outgoing['queued']} waiting, {outgoing['failed']} failed",
    )


def _counts(session: Session, table: type[Counted], *statuses: str) -> dict[str, int]:
    """How many rows have these statuses; those that are done with are not counted, for they grow."""
    query = select(table.status, func.count()).where(col(table.status).in_(statuses))
    return dict.fromkeys(statuses, 0) | dict(session.exec(query.group_by(table.status)).all())
