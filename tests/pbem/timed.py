"""Helpers for tests of talks, time and the desk: looking at rows and letters."""

from __future__ import annotations

from typing import Any

from sqlmodel import select

from pbem.store.tables import GameRow, OutgoingRow, SeatRow
from pbem.store.talk_tables import TalksRow
from pbem.store.unit_of_work import UnitOfWork
from tests.pbem.office import Office

POWERS = ("ottoman", "hapsburg", "england", "france", "papacy", "protestant")
MODERATOR = {"moderator": "boss@example.test", "desk_token": "abcdefgh23456789"}


def everybody_ready(office: Office) -> None:
    for power in POWERS:
        office.write(power, "ready")


def letters_since(office: Office, count: int, power: str | None = None) -> list[OutgoingRow]:
    """Letters written after the first `count`."""
    rows = office.outbox(since=count)
    return [row for row in rows if power is None or row.recipient.startswith(power)]


def seat_row(office: Office, power: str) -> SeatRow:
    with UnitOfWork(office.database) as work:
        return next(row for row in work.session.exec(select(SeatRow)) if power in row.powers)


def game_row(office: Office) -> GameRow:
    with UnitOfWork(office.database) as work:
        return work.session.exec(select(GameRow)).one()


def talks_row(office: Office) -> TalksRow:
    with UnitOfWork(office.database) as work:
        return work.session.exec(select(TalksRow)).one()


def rows(office: Office, table: Any) -> list[Any]:
    with UnitOfWork(office.database) as work:
        return list(work.session.exec(select(table)))
