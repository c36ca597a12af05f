"""How much of something there is, counted by what becomes of it."""

from __future__ import annotations

from typing import TypeAlias

from sqlalchemy import func
from sqlmodel import Session, col, select

from pbem.channels import BY_HAND
from pbem.store.tables import GameRow, LetterRow, OutgoingRow

Counted: TypeAlias = LetterRow | OutgoingRow | GameRow


def counts(session: Session, table: type[Counted], *statuses: str) -> dict[str, int]:
    """How many rows have these statuses; those that are done with are not counted, for they grow."""
    query = select(table.status, func.count()).where(col(table.status).in_(statuses))
    return dict.fromkeys(statuses, 0) | dict(session.exec(query.group_by(table.status)).all())


def in_outbox(session: Session) -> dict[str, int]:
    """Letters of ours that wait to be sent, and those that nobody would take.

    What a person carries by hand is not sent; what we kept back ourselves, as for a seat with another
    player now, has failed without a try.
    """
    count = select(func.count())
    waits = count.where(OutgoingRow.status == "queued", col(OutgoingRow.channel).not_in(BY_HAND))
    tried = count.where(OutgoingRow.status == "failed", col(OutgoingRow.attempts) > 0)
    return {"queued": session.exec(waits).one(), "failed": session.exec(tried).one()}
