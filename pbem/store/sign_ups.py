"""Games that are announced, and who has signed up for them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import func
from sqlmodel import Session, col, select

from pbem.errors import ModeratorProblem
from pbem.store.office_tables import OpeningRow, SignUpRow

MOST_TOKENS = 20


def find_opening(session: Session, name: str) -> OpeningRow:
    """The newest announcement of this name; nobody else changes it until the transaction ends."""
    query = select(OpeningRow).where(OpeningRow.name == name).order_by(col(OpeningRow.id).desc())
    if (row := session.exec(query.limit(1).with_for_update()).first()) is None:
        raise ModeratorProblem(f'no game "{name}" was opened for sign-up')
    return row


def open_ones(session: Session) -> list[OpeningRow]:
    """Those for which people can sign up now, the newest first."""
    query = select(OpeningRow).where(OpeningRow.status == "open")
    return list(session.exec(query.order_by(col(OpeningRow.id).desc())))


def is_open(session: Session, name: str) -> bool:
    query = select(OpeningRow.id).where(OpeningRow.name == name, OpeningRow.status == "open")
    return session.exec(query).first() is not None


def of(session: Session, opening: OpeningRow, *statuses: str) -> list[SignUpRow]:
    """Who has signed up, in the order in which they came; with some statuses only."""
    query = select(SignUpRow).where(SignUpRow.opening_id == opening.id)
    if statuses:
        query = query.where(col(SignUpRow.status).in_(statuses))
    rows = session.exec(query).all()
    return sorted(rows, key=lambda row: (row.joined_at is None, row.joined_at or row.created_at, row.number))


def at_address(session: Session, opening: OpeningRow, address: str) -> SignUpRow | None:
    query = select(SignUpRow).where(SignUpRow.opening_id == opening.id, SignUpRow.address == address)
    return session.exec(query).first()


def of_letter(session: Session, tokens: Sequence[str], sender: str) -> SignUpRow | None:
    """Whose token a letter carries, if it comes from the address to which that was sent."""
    wanted = list(tokens[:MOST_TOKENS])
    query = select(SignUpRow).where(col(SignUpRow.token).in_(wanted), SignUpRow.address == sender)
    return session.exec(query).first() if wanted else None


def next_number(session: Session, opening: OpeningRow) -> int:
    last = session.exec(select(func.max(SignUpRow.number)).where(SignUpRow.opening_id == opening.id)).one()
    return (last or 0) + 1


def forget_unconfirmed(session: Session, before: datetime) -> None:
    """Who was asked before a moment and has never answered."""
    query = select(SignUpRow).where(SignUpRow.status == "asked", col(SignUpRow.created_at) < before)
    for row in session.exec(query):
        session.delete(row)
    session.flush()
