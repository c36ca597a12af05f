"""How fast a game goes: rounds, days a turn, what was waited for, how fast who answers; and when it may end.

Only what was asked openly counts: whose response a game has waited for is nobody's business.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise
from statistics import median
from typing import Any

from sqlmodel import Session, col, func, select

from pbem.store import games
from pbem.store.desk_tables import TalksRow
from pbem.store.tables import EventRow, GameRow, OrderRow, QuestionRow
from rules import Power
from rules.core.flow import WINDOW

RESPOND = "respond"
TALKS = "talks"
SPREAD = 0.35
"""By how much of the time that is left the end may come earlier or later, while few turns are known."""


@dataclass(frozen=True, slots=True)
class PaceTable:
    """The pace of a game so far."""

    rounds: int
    """How often the game has stood still for somebody; what was asked at the same time counts once."""
    turns: int
    """How many are over."""
    days_a_turn: float
    ends: tuple[datetime, datetime, datetime] | None
    """When it is over at this pace: early, expected, late; None while no turn is over."""
    waits: dict[str, int]
    """How many rounds were for talks, windows, and each kind of question."""
    hours: dict[Power, float]
    """In the middle, how long each power took to answer what it was openly asked."""


def pace_table(session: Session, game: GameRow, now: datetime) -> PaceTable:
    """The pace of a game that has begun."""
    asked = session.exec(select(QuestionRow).where(QuestionRow.game_id == game.id)).all()
    talks = session.exec(select(TalksRow).where(TalksRow.game_id == game.id)).all()
    waits: Counter[str] = Counter()
    for kinds in _rounds(asked).values():
        waits[WINDOW if RESPOND in kinds else min(kinds)] += 1
    waits[TALKS] += len(talks)
    begun = _turns(session, game)
    spans = [later - earlier for earlier, later in pairwise(begun)]
    mean = sum(spans, timedelta()) / len(spans) if spans else timedelta()
    return PaceTable(
        rounds=sum(waits.values()),
        turns=len(spans),
        days_a_turn=mean / timedelta(days=1),
        ends=_end(game, begun, spans, mean, now) if spans else None,
        waits=dict(waits),
        hours=_hours(session, game, asked),
    )


def _rounds(asked: Sequence[QuestionRow]) -> dict[tuple[int, datetime], set[str]]:
    """What was asked at the same time, by the log entry and the time at which it was."""
    found: dict[tuple[int, datetime], set[str]] = {}
    for row in asked:
        if row.due_at is not None:  # else nobody was waited for
            found.setdefault((row.opened, row.asked_at), set()).add(row.kind)
    return found


def _turns(session: Session, game: GameRow) -> list[datetime]:
    """When each turn began."""
    first = (
        select(EventRow.turn, func.min(EventRow.seq))
        .where(EventRow.game_id == game.id, col(EventRow.void).is_(False))
        .group_by(col(EventRow.turn))
        .order_by(col(EventRow.turn))
    )
    times: list[datetime] = [game.started_at] if game.started_at else []
    for _, seq in session.exec(first).all()[1:]:
        row = session.get(OrderRow, (game.id, seq))
        times += [row.at] if row is not None else []
    return times


def _end(
    game: GameRow, begun: Sequence[datetime], spans: Sequence[timedelta], mean: timedelta, now: datetime
) -> tuple[datetime, datetime, datetime]:
    setup = games.setup_of(game)
    scenario = games.title_of(game).scenarios[setup.scenario]
    left = scenario.last_turn - scenario.first_turn + 1 - len(spans)
    end = max(now, begun[-1] + left * mean)
    either = (end - now) * SPREAD
    return end - either, end, end + either


def _hours(session: Session, game: GameRow, asked: Sequence[QuestionRow]) -> dict[Power, float]:
    open_kinds = [row for row in asked if row.kind != RESPOND and row.due_at is not None]
    taken: dict[Power, list[float]] = {}
    answers: dict[tuple[int, str], datetime] = _answers(session, game)
    for row in open_kinds:
        if (at := answers.get((row.opened, row.power))) is not None:
            taken.setdefault(row.power, []).append((at - row.asked_at) / timedelta(hours=1))
    return {power: round(median(hours), 1) for power, hours in taken.items()}


def _answers(session: Session, game: GameRow) -> dict[tuple[int, str], datetime]:
    """For what was asked after a log entry, when its power answered."""
    rows: Sequence[tuple[int, Any, datetime]] = session.exec(
        select(OrderRow.seq, OrderRow.entry, OrderRow.at).where(OrderRow.game_id == game.id)
    ).all()
    return {(seq - 1, entry.get("power", "")): at for seq, entry, at in rows}
