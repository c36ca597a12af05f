"""Deadlines in the database: when what is asked falls due, who is away, and moving all of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Any

from sqlmodel import Session, col, select

from pbem.calendar.deadlines import Pace, Times, load_pace, times, with_grace
from pbem.channels import FORUM, MAIL
from pbem.store import statements as sql
from pbem.store.office_tables import HeartbeatRow, VoteRow
from pbem.store.tables import GameRow, QuestionRow, SeatRow
from pbem.store.talk_tables import TalksRow
from rules import Power, Question


def pace_of(game: GameRow) -> Pace:
    """How a game keeps time."""
    return load_pace(game.hours, game.pace)


def question_times(
    game: GameRow, question: Question[Any], now: datetime, absent: Sequence[Power] = ()
) -> Times:
    """Until when a question that is asked now can be answered; nobody waits for the absent."""
    return times(question, now, pace_of(game), nobody_there=question.power in absent)


def absent_powers(session: Session, game: GameRow) -> list[Power]:
    """Powers for which nobody would answer: a vacant seat, a caretaker's, or a vacation without delegate."""
    seats = (powers for (powers,) in sql.UNMANNED.rows(session, game=game.id))
    return [power for powers in seats for power in powers]


def heartbeat(channel: str) -> int:
    """The number of a channel's sign of life: that its letters could be fetched."""
    return 2 if channel == FORUM else 1


def asleep(session: Session, longest: float, now: datetime, channel: str = MAIL) -> bool:
    """Whether there was a sign of life of a channel once, but none for more than `longest` minutes."""
    row = session.get(HeartbeatRow, heartbeat(channel))
    return row is not None and now - row.at > timedelta(minutes=longest)


def games_by(session: Session, channel: str) -> set[int]:
    """The games that are not over in which somebody plays by a channel."""
    seats = select(SeatRow).join(GameRow, col(GameRow.id) == SeatRow.game_id)
    running = seats.where(SeatRow.channel == channel, GameRow.status != "over")
    return {row.game_id for row in session.exec(running) if row.powers}


def open_questions(session: Session, game: GameRow) -> Sequence[QuestionRow]:
    return sql.OPEN_QUESTIONS.all(session, game=game.id)


def asked_since(session: Session, game: GameRow) -> dict[Power, tuple[int, datetime | None]]:
    """Who is asked: the log entry after which they were, and until when they may answer."""
    return {power: (opened, due) for power, opened, due in sql.ASKED.rows(session, game=game.id)}


def open_talks(session: Session, game: GameRow) -> TalksRow | None:
    """The negotiation window that is open."""
    return sql.OPEN_TALKS.first(session, game=game.id)


def open_vote(session: Session, game: GameRow) -> VoteRow | None:
    return sql.OPEN_VOTE.first(session, game=game.id)


def move_all(
    session: Session,
    game: GameRow,
    later: Callable[[datetime, datetime], datetime],
    *,
    only: Sequence[Power] = (),
) -> list[str]:
    """Move everything that falls due in a game, or what some powers are asked; whose it is.

    `later` gets the time since which somebody waits and the time when that is due, and gives the new one.
    Nobody waits for the absent, so nothing is moved for them.
    """
    pace, absent = pace_of(game), absent_powers(session, game)
    moved: list[str] = []
    for question in open_questions(session, game):
        if question.due_at is None or question.power in absent or (only and question.power not in only):
            continue
        due = later(question.asked_at, question.due_at)
        if due > question.due_at:
            question.due_at, question.default_at = due, with_grace(due, pace)
            moved.append(question.power)
            session.add(question)
    if only:
        return moved
    talks = open_talks(session, game)
    if talks is not None:
        closes = later(talks.opened_at, talks.closes_at)
        if closes > talks.closes_at:
            talks.closes_at = closes
            moved += talks.powers
            session.add(talks)
    vote = open_vote(session, game)
    if vote is not None:
        vote.ends = later(vote.at, vote.ends)
        session.add(vote)
    return list(dict.fromkeys(moved))


def by_hours(game: GameRow, hours: float) -> Callable[[datetime, datetime], datetime]:
    """Later by so many hours of the game's calendar."""
    calendar = pace_of(game).calendar
    return lambda since, due: calendar.after(due, hours)


def by_standstill(game: GameRow, begin: datetime, end: datetime) -> Callable[[datetime, datetime], datetime]:
    """Later by the time from `begin` to `end` in which the clock stood still, as far as somebody waited."""
    calendar = pace_of(game).calendar

    def later(since: datetime, due: datetime) -> datetime:
        lost = end - max(begin, since)
        return calendar.next_waking(due + lost) if lost > timedelta(0) else due

    return later
