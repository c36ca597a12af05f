"""Which games have something due.  Found by time and by what is open: games that merely wait cost nothing."""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from functools import lru_cache
from typing import NamedTuple

from sqlalchemy import Text, bindparam, cast, exists
from sqlalchemy import select as select_all
from sqlmodel import Session, and_, col, or_, select

from pbem.calendar.deadlines import LONGEST_REMINDER, Pace, load_pace, reminders_due
from pbem.store.bare import Bare
from pbem.store.clocks import pace_of
from pbem.store.office_tables import AbsenceRow, VoteRow
from pbem.store.statements import AWAY, UNMANNED_STATUSES
from pbem.store.tables import GameRow, QuestionRow, SeatRow, table_of
from pbem.store.talk_tables import TalksRow

RUNS = and_(col(GameRow.status) == "running", col(GameRow.paused_at).is_(None))


def games_with_something_due(session: Session, now: datetime) -> list[int]:
    """Games in which somebody must be answered for, reminded, sent on vacation or fetched back from it."""
    return sorted(
        _questions(session, now)
        | _talks(session, now)
        | _talks_that_all_have_ended(session)
        | _votes(session, now)
        | _absences(session, now)
    )


class Waiting(NamedTuple):
    """An open question, as far as its time is concerned."""

    asked_at: datetime
    due_at: datetime | None
    default_at: datetime | None
    reminded: int


_OPEN = Bare(
    select_all(
        table_of(QuestionRow).c.game_id,
        cast(table_of(GameRow).c.hours, Text),
        cast(table_of(GameRow).c.pace, Text),
        *(table_of(QuestionRow).c[name] for name in Waiting._fields),
    )
    .join(table_of(GameRow), col(GameRow.id) == QuestionRow.game_id)
    .where(col(QuestionRow.status) == "open", RUNS)
    .where(col(QuestionRow.due_at) <= bindparam("soon"))
)
"""All running games with a question that waits: its columns alone, for there may be a thousand."""


def reminder_level(row: QuestionRow | Waiting, pace: Pace, now: datetime) -> int:
    """How many reminders there should have been; the last one when the time is over and grace begins."""
    if row.due_at is None or (row.default_at or row.due_at) <= now:
        return row.reminded
    if row.due_at <= now:
        return len(pace.reminders) + 1
    return reminders_due(row.asked_at, row.due_at, now, pace)


def _questions(session: Session, now: datetime) -> set[int]:
    """An answer or a reminder is due."""
    found = _OPEN.rows(session, soon=now + timedelta(hours=LONGEST_REMINDER))
    return {
        game
        for game, hours, pace, *row in found
        if ((asked := Waiting(*row)).default_at or now) <= now
        or reminder_level(asked, _pace(hours, pace), now) != asked.reminded
    }


@lru_cache
def _pace(hours: str, pace: str) -> Pace:
    """How a game keeps time, as it is stored; most games keep it in the same way."""
    return load_pace(json.loads(hours), json.loads(pace))


def _talks(session: Session, now: datetime) -> set[int]:
    """Their time is over, or a reminder is due."""
    found = session.exec(
        select(TalksRow, GameRow)
        .join(GameRow, col(GameRow.id) == TalksRow.game_id)
        .where(col(TalksRow.closed_at).is_(None), RUNS)
        .where(col(TalksRow.closes_at) <= now + timedelta(hours=LONGEST_REMINDER))
    )
    return {
        talks.game_id
        for talks, game in found
        if talks.closes_at <= now
        or reminders_due(talks.opened_at, talks.closes_at, now, pace_of(game)) != talks.reminded
    }


def _talks_that_all_have_ended(session: Session) -> set[int]:
    """All who are there are ready.  Where everybody is, the last one to be ready has ended the talks."""
    found = session.exec(
        select(TalksRow, SeatRow.powers)
        .join(GameRow, col(GameRow.id) == TalksRow.game_id)
        .join(SeatRow, col(SeatRow.game_id) == TalksRow.game_id)
        .outerjoin(AbsenceRow, AWAY)
        .where(col(TalksRow.closed_at).is_(None), RUNS)
        .where(or_(col(SeatRow.status).in_(UNMANNED_STATUSES), col(AbsenceRow.id).is_not(None)))
    )
    missing: dict[int, set[str]] = {}
    for talks, absent in found:
        missing.setdefault(talks.game_id, set(talks.powers) - set(talks.ready)).difference_update(absent)
    return {game for game, powers in missing.items() if not powers}


def _votes(session: Session, now: datetime) -> set[int]:
    """The time to vote is over; or somebody has left, which may decide it; or nothing is open any more."""
    left = exists().where(col(SeatRow.game_id) == VoteRow.game_id, col(SeatRow.status).in_(UNMANNED_STATUSES))
    asked = exists().where(col(QuestionRow.game_id) == VoteRow.game_id, col(QuestionRow.status) == "open")
    talking = exists().where(col(TalksRow.game_id) == VoteRow.game_id, col(TalksRow.closed_at).is_(None))
    return set(
        session.exec(
            select(VoteRow.game_id)
            .join(GameRow, col(GameRow.id) == VoteRow.game_id)
            .where(VoteRow.status == "open", RUNS)
            .where(or_(col(VoteRow.ends) <= now, left, and_(~asked, ~talking)))
        )
    )


def _absences(session: Session, now: datetime) -> set[int]:
    """A vacation begins or ends, also while the clock of the game stands still."""
    begins = and_(col(AbsenceRow.status) == "planned", col(AbsenceRow.begins) <= now)
    ends = and_(col(AbsenceRow.status) == "running", col(AbsenceRow.ends) <= now)
    return set(
        session.exec(
            select(AbsenceRow.game_id)
            .join(GameRow, col(GameRow.id) == AbsenceRow.game_id)
            .where(or_(begins, ends), GameRow.status == "running")
        )
    )
