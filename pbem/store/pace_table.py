"""How fast a game goes: rounds, days a turn, what was waited for, how fast who answers; and when it may end.

Only what was asked openly counts: whose response a game has waited for is nobody's business.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise
from math import sqrt
from statistics import median, stdev
from typing import Any

from sqlmodel import Session, col, func, select

from pbem.store import games
from pbem.store.tables import EventRow, GameRow, OrderRow, QuestionRow
from pbem.store.talk_tables import TalksRow
from rules import Power
from rules.core.flow import WINDOW

OPEN, RESPOND = "open", "respond"
TALKS = "talks"
IMPULSE, AGAIN, OTHER = "impulse", "action", "other"
SPREAD = 0.35
"""By how much of the time that is left the end may come earlier or later, while few turns are known."""
ENOUGH = 3
"""So many turns tell by themselves how different turns are."""
NINETY = 1.28
"""Standard deviations from the middle to the ninetieth of a hundred."""


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
    """How many rounds were for impulses, more letters in an impulse, other choices, windows, talks."""
    hours: dict[Power, float]
    """In the middle, how long each power took to answer what it was openly asked."""


def pace_table(session: Session, game: GameRow, now: datetime) -> PaceTable:
    """The pace of a game that has begun."""
    asked = session.exec(select(QuestionRow).where(QuestionRow.game_id == game.id)).all()
    talks = session.exec(select(TalksRow).where(TalksRow.game_id == game.id)).all()
    waits: Counter[str] = Counter()
    for kinds in _rounds(asked).values():
        waits[_cause(kinds)] += 1
    waits[TALKS] += len(talks)
    begun = _turns(session, game)
    spans = [later - earlier for earlier, later in pairwise(begun)]
    mean = sum(spans, timedelta()) / len(spans) if spans else timedelta()
    return PaceTable(
        rounds=sum(waits.values()),
        turns=len(spans),
        days_a_turn=mean / timedelta(days=1),
        ends=expected_end(begun[-1], spans, _turns_left(game, len(spans)), now) if spans else None,
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


def _cause(kinds: set[str]) -> str:
    if RESPOND in kinds:
        return WINDOW
    return next((kind for kind in (IMPULSE, AGAIN) if kind in kinds), OTHER)


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


def _turns_left(game: GameRow, over: int) -> int:
    scenario = games.title_of(game).scenarios[games.setup_of(game).scenario]
    return scenario.last_turn - scenario.first_turn + 1 - over


def expected_end(
    last_began: datetime, spans: Sequence[timedelta], left: int, now: datetime
) -> tuple[datetime, datetime, datetime]:
    """When a game with so many turns left is over: early, expected, late."""
    end = max(now, last_began + left * sum(spans, timedelta()) / len(spans))
    either = (end - now) * SPREAD
    if len(spans) >= ENOUGH:
        # Turns differ, and so may their mean from that of the turns to come.
        days = stdev(span / timedelta(days=1) for span in spans)
        either = timedelta(days=NINETY * days * sqrt(left + left * left / len(spans)))
    return max(now, end - either), end, end + either


def _hours(session: Session, game: GameRow, asked: Sequence[QuestionRow]) -> dict[Power, float]:
    """The first order of a power after it was asked is its answer; others may have answered before it."""
    answers = _answers(session, game)
    taken: dict[Power, list[float]] = {}
    for row in asked:
        if row.kind == RESPOND or row.due_at is None or row.status == OPEN:
            continue
        given = answers.get(row.power, [])
        at = bisect_right(given, row.opened, key=lambda answer: answer[0])
        if at < len(given) and given[at][1] >= row.asked_at:
            taken.setdefault(row.power, []).append((given[at][1] - row.asked_at) / timedelta(hours=1))
    return {power: round(median(hours), 1) for power, hours in taken.items()}


def _answers(session: Session, game: GameRow) -> dict[Power, list[tuple[int, datetime]]]:
    """When each power has answered what, by the entries of the log."""
    rows: Sequence[tuple[int, Any, datetime]] = session.exec(
        select(OrderRow.seq, OrderRow.entry, OrderRow.at)
        .where(OrderRow.game_id == game.id)
        .order_by(col(OrderRow.seq))
    ).all()
    found: dict[Power, list[tuple[int, datetime]]] = {}
    for seq, entry, at in rows:
        found.setdefault(entry.get("power", ""), []).append((seq, at))
    return found
