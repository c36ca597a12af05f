"""How often something was done on a day, by UTC: so that nobody can fill everybody's mailbox, or ours."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import delete
from sqlmodel import Session, col, select

from pbem.store.dialect import unless_there
from pbem.store.tables import TallyRow, table_of

KEPT = timedelta(days=30)
CUT = "cut"
"""Added to the name of what was counted: how much of it was not let through."""
STRANGERS = "strangers"


def may(session: Session, who: str, what: str, most: int, now: datetime, *, amount: int = 1) -> bool:
    """Count some more, if the day has not had its most; what is not let through is counted too."""
    row = _row(session, who, what, now)
    if row.count + amount <= most:
        row.count += amount
        session.add(row)
        return True
    cut = _row(session, who, f"{what} {CUT}", now)
    cut.count += amount
    session.add(cut)
    return False


def count(session: Session, who: str, what: str, now: datetime) -> int:
    """How much of it there was today."""
    row = session.get(TallyRow, (_day(now), who, what))
    return row.count if row else 0


def is_first_cut(session: Session, who: str, what: str, now: datetime, *, amount: int = 1) -> bool:
    """Whether what was just not let through is the first of its kind today."""
    return count(session, who, f"{what} {CUT}", now) == amount


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


def _row(session: Session, who: str, what: str, now: datetime) -> TallyRow:
    """The row, which nobody else changes until the transaction ends."""
    key = _day(now), who, what
    found = session.get(TallyRow, key, with_for_update=True)
    if found is None:
        session.exec(delete(TallyRow).where(col(TallyRow.day) < _day(now - KEPT)))
        new = {"day": key[0], "who": who, "what": what, "count": 0}
        session.execute(unless_there(session, table_of(TallyRow)), [new])  # somebody else may do so just now
        found = session.get_one(TallyRow, key, with_for_update=True)
    return found
