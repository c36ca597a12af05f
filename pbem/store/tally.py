"""How often something was done on a day, by UTC: so that nobody can fill everybody's mailbox, or ours."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import delete
from sqlmodel import Session, col, select

from pbem.store.dialect import unless_there
from pbem.store.tables import TallyRow, table_of
from pbem.store.unit_of_work import Transaction

KEPT = timedelta(days=30)
CUT = "cut"
"""Added to the name of what was counted: how much of it was not let through."""
STRANGERS = "strangers"


def may(tx: Transaction, who: str, what: str, most: int, *, amount: int = 1) -> bool:
    """Count some more, if the day has not had its most; what is not let through is counted too."""
    row = _row(tx, who, what)
    if row.count + amount <= most:
        row.count += amount
        tx.session.add(row)
        return True
    cut = _row(tx, who, f"{what} {CUT}")
    cut.count += amount
    tx.session.add(cut)
    return False


def count(tx: Transaction, who: str, what: str) -> int:
    """How much of it there was today."""
    row = tx.session.get(TallyRow, (_day(tx.now), who, what))
    return row.count if row else 0


def is_first_cut(tx: Transaction, who: str, what: str, *, amount: int = 1) -> bool:
    """Whether what was just not let through is the first of its kind today."""
    return count(tx, who, f"{what} {CUT}") == amount


def cut_today(session: Session, now: datetime) -> list[str]:
    """What was not let through today: `strangers: letters 12`."""
    rows = session.exec(select(TallyRow).where(TallyRow.day == _day(now)).order_by(col(TallyRow.who)))
    return [
        f"{row.who}: {row.what.removesuffix(f' {CUT}')} {row.count}"
        for row in rows
        if row.what.endswith(f" {CUT}")
    ]


def _day(now: datetime) -> str:
    return f"{now:%Y-%m-%d}"


def _row(tx: Transaction, who: str, what: str) -> TallyRow:
    """The row, which nobody else changes until the transaction ends."""
    session, key = tx.session, (_day(tx.now), who, what)
    found = session.get(TallyRow, key, with_for_update=True)
    if found is None:
        session.exec(delete(TallyRow).where(col(TallyRow.day) < _day(tx.now - KEPT)))
        new = {"day": key[0], "who": who, "what": what, "count": 0}
        session.execute(unless_there(session, table_of(TallyRow)), [new])  # somebody else may do so just now
        found = session.get_one(TallyRow, key, with_for_update=True)
    return found
