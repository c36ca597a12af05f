"""The clock: vacations, talks, votes, reminders, deadlines, silence; and the time that the program was away.

Each thing that has come due is done in a transaction of its own.  A game on which that fails is put on hold,
and the moderator is told.
"""

from __future__ import annotations

import logging
import traceback
from collections.abc import Callable, Collection
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Engine
from sqlalchemy.exc import OperationalError
from sqlmodel import Session, col, select

from pbem.calendar.clock import Clock, say_span
from pbem.calendar.deadlines import (
    FAILED,
    PASSED,
    UNDECIDED,
    Pace,
    outcome_of,
    reminders_due,
)
from pbem.channels import MAIL
from pbem.config import Settings
from pbem.games.deals import PLAN, Deals
from pbem.games.suggestion import Level, level_of
from pbem.language import say
from pbem.language.voice import Message, note, subject
from pbem.play.late_responses import nobody_waited
from pbem.play.lines import BY_DEADLINE
from pbem.play.windows import is_window
from pbem.store import clocks, games, seats
from pbem.store.claims import GAME, worker_of
from pbem.store.due import games_with_something_due, reminder_level
from pbem.store.office_tables import AbsenceRow, HeartbeatRow
from pbem.store.tables import GameRow, QuestionRow, SeatRow
from pbem.store.talk_tables import TalksRow
from pbem.store.unit_of_work import Transaction, UnitOfWork
from pbem.work import outgoing as letters
from pbem.work.game_work import GameWork, meanwhile
from pbem.work.moderator_notices import tell_moderator, tell_of_dice
from rules import Question
from rules.core.errors import ThrownElsewhere

log = logging.getLogger(__name__)

BY_BOT = "bot"


class Timekeeper:
    """Does what the time has come for."""

    def __init__(self, database: Engine, settings: Settings, clock: Clock) -> None:
        self._database = database
        self._settings = settings
        self._clock = clock

    def tick(self, without: Collection[str] = ()) -> int:
        """Do everything that is due; how many answers were given for somebody.

        `without` are channels whose letters cannot be fetched: whoever plays by them may have answered.
        """
        with UnitOfWork(self._database) as work:
            waiting = [clocks.games_by(work.session, channel) for channel in without]
            due = games_with_something_due(work.session, self._clock.now())
            due = [id for id in due if not any(id in games for games in waiting)]
        with worker_of(self._database).holding(GAME, due) as games_here:
            return sum(self._keep_game(id) for id in games_here)

    def _keep_game(self, id: int) -> int:
        """Do one thing after the other until nothing is due; a game that fails is put on hold."""
        answered = 0
        for step in (self._absences, self._talks, self._vote, self._reminders, self._deadline):
            try:
                while self._in_transaction(id, step):
                    answered += step == self._deadline
            except OperationalError:  # the database is locked, or its disk full: no fault of the game
                raise
            except ThrownElsewhere as stop:
                self._wait_for_dice(id, stop)
                return answered
            except Exception:
                log.exception("game %s is put on hold", id)
                self._hold(id, traceback.format_exc(limit=-4))
                return answered
        return answered

    def _in_transaction(self, id: int, step: Callable[[Session, GameRow], bool]) -> bool:
        with UnitOfWork(self._database) as work:
            if not worker_of(self._database).lock(work.session, [id]):
                return False  # another worker has it
            game = work.session.get_one(GameRow, id)
            if game.status != "running" or letters.waits_in(work.session, game):
                return False
            if not step(work.session, game):
                return False
            work.commit()
            return True

    def _wait_for_dice(self, id: int, stop: ThrownElsewhere) -> None:
        """Silence would throw dice that fall elsewhere: the clock stands still until they are entered."""
        with UnitOfWork(self._database) as work:
            game = games.locked(work.session, id)
            game.paused_at = self._clock.now()
            work.session.add(game)
            needed = [(stop, f"; the clock stands still: resume {game.name}")]
            tell_of_dice(self._in(work.session), game, needed)
            work.commit()

    def _hold(self, id: int, trace: str) -> None:
        with UnitOfWork(self._database) as work:
            game = games.locked(work.session, id)
            game.status, game.paused_at = "held", game.paused_at or self._clock.now()
            work.session.add(game)
            words = f"The program failed on game {game.name} and has put it on hold.\n\n{trace}"
            tell_moderator(self._in(work.session), "on hold", words, game=game)
            work.commit()

    def _in(self, session: Session) -> Transaction:
        return Transaction(session, self._settings, self._clock.now())

    def _work(self, session: Session, game: GameRow) -> GameWork:
        return GameWork.on(self._in(session), game)

    # ---- Vacations

    def _absences(self, session: Session, game: GameRow) -> bool:
        now = self._clock.now()
        for absence in session.exec(
            select(AbsenceRow)
            .where(AbsenceRow.game_id == game.id, col(AbsenceRow.status).in_(("planned", "running")))
            .order_by(col(AbsenceRow.begins))
        ):
            if absence.status == "running" and absence.ends <= now:
                end_vacation(self._work(session, game), absence)
                return True
            if absence.status == "planned" and absence.begins <= now:
                if absence.ends <= now:
                    absence.status = "over"
                    session.add(absence)
                else:
                    begin_vacation(self._work(session, game), absence)
                return True
        return False

    # ---- Talks and votes

    def _talks(self, session: Session, game: GameRow) -> bool:
        row = clocks.open_talks(session, game)
        if row is None or game.paused_at is not None:
            return False
        now = self._clock.now()
        work = self._work(session, game)
        if row.closes_at > now and not work.everybody_is_ready():
            return self._remind_of_talks(work, row)
        talks = work.talks
        if talks is None:
            raise AssertionError(f"talks of turn {row.turn} are open, but the game is elsewhere")
        words = "talks_closed_ready" if work.everybody_is_ready() else "talks_closed"
        work.close_talks(talks, note("plan_closed" if talks.is_plan else words))
        work.finish()
        return True

    def _remind_of_talks(self, work: GameWork, row: TalksRow) -> bool:
        pace = clocks.pace_of(work.game)
        wanted = reminders_due(row.opened_at, row.closes_at, work.now, pace)
        if wanted == row.reminded:
            return False
        fewer, row.reminded = wanted < row.reminded, wanted  # there is more time now: they come again
        work.session.add(row)
        if fewer:
            return True
        writer = work.writer()
        absent = clocks.absent_powers(work.session, work.game)
        for seat in work.rows():
            late = [p for p in seat.powers if p in row.powers and p not in row.ready and p not in absent]
            if late:
                key = "plan_reminder" if row.part == PLAN else "talks_reminder"
                writer.private(seat, "reminder", notes=[note(key, until=work.local(row.closes_at))])
        return True

    def _vote(self, session: Session, game: GameRow) -> bool:
        """Decide a vote when its time is over, or when those who have left decide it."""
        vote = clocks.open_vote(session, game)
        if vote is None or game.paused_at is not None:
            return False
        voters = [
            row.number for row in games.seat_rows(session, game) if row.powers and row.status == "playing"
        ]
        status = outcome_of(vote.agreed, vote.refused, voters)
        nothing_open = not clocks.open_questions(session, game) and clocks.open_talks(session, game) is None
        if status == UNDECIDED and vote.ends > self._clock.now() and not nothing_open:
            return False
        vote.status = PASSED if status == PASSED and not nothing_open else FAILED
        session.add(vote)
        work = self._work(session, game)
        if vote.status == PASSED:
            work.move_deadlines(vote.hours, "extension_passed")
        else:
            work.tell_all("deadlines", note("extension_failed", hours=vote.hours))
        work.tell(work.writer())
        return True

    # ---- Reminders

    def _reminders(self, session: Session, game: GameRow) -> bool:
        if game.paused_at is not None:
            return False
        pace, now = clocks.pace_of(game), self._clock.now()
        absent = clocks.absent_powers(session, game)
        wanted = [
            (row, level)
            for row in clocks.open_questions(session, game)
            if (level := reminder_level(row, pace, now)) != row.reminded
        ]
        if not wanted:
            return False
        work = self._work(session, game)
        writer = work.writer()
        words: dict[int, list[Message]] = {}
        for row, level in wanted:
            # Fewer than there were: the deadline has moved, and the reminders come again.
            more, row.reminded = level > row.reminded, level
            session.add(row)
            if more and row.power not in absent and row.due_at is not None:
                over = level > len(pace.reminders)
                said = self._last_words(work, row) if over else note("reminder", due=work.local(row.due_at))
                own = words.setdefault(seats.seat_of_power(session, game, row.power).number, [])
                own += [] if said in own else [said]
        for seat in work.rows():
            if seat.number in words:  # one letter, also to whoever owes two answers
                writer.private(seat, "reminder", notes=words[seat.number])
        return True

    def _last_words(self, work: GameWork, row: QuestionRow) -> Message:
        question = work.sitting.engine.question(row.power)
        silence = say(question, question.default(work.sitting.engine.game), work.names)
        assert row.due_at is not None
        return note(
            "last_reminder",
            due=work.local(row.due_at),
            default=work.local(row.default_at or row.due_at),
            order=silence,
        )

    # ---- Deadlines

    def _deadline(self, session: Session, game: GameRow) -> bool:
        """Answer for the power whose time has been over for longest."""
        if game.paused_at is not None:
            return False
        now = self._clock.now()
        late = session.exec(
            select(QuestionRow)
            .where(
                QuestionRow.game_id == game.id,
                QuestionRow.status == "open",
                col(QuestionRow.default_at) <= now,
            )
            .order_by(col(QuestionRow.default_at), col(QuestionRow.id))
            .limit(1)
        ).first()
        if late is None:
            return False
        work = self._work(session, game)
        seat = seats.seat_of_power(session, game, late.power)
        question = work.sitting.engine.question(late.power)
        unmanned = late.power in clocks.absent_powers(session, game)
        if unmanned:
            nobody_waited(work.sitting, late.power)
        if self._has_caretaker(seat, clocks.pace_of(game)):
            answer = self._bots_answer(game, seat, work.sitting.engine.game, question)
            work.sitting.take_answer(late.power, answer, BY_BOT)
        else:
            work.sitting.take_default(late.power)
            words = next(step.words for step in work.sitting.steps if step.source == BY_DEADLINE)
            if not unmanned:
                work.note_for(seat, note("deadline_passed", order=words))
        if not unmanned and not is_window(question):
            self._count_silence(work, seat)
        work.finish()
        return True

    def _bots_answer(self, game: GameRow, seat: SeatRow, position: Any, question: Question[Any]) -> Any:
        """What the title's bot would do; for somebody who may come back it makes no deals."""
        title = games.title_of(game)
        level = None if seat.address else level_of(seat.name)
        if level is None and _is_about_deals(title.deals, question):
            return question.default(position)
        return title.suggest(position, question.power, question, level or Level.USUAL).answer

    def _has_caretaker(self, seat: SeatRow, pace: Pace) -> bool:
        return seat.status == "caretaker" or (seat.status == "vacant" and pace.caretaker_after > 0)

    def _count_silence(self, work: GameWork, seat: SeatRow) -> None:
        """Repeated silence: the moderator is told, then a substitute is sought, then a caretaker plays."""
        pace = clocks.pace_of(work.game)
        seat.missed += 1
        work.session.add(seat)
        who = work.seat_words(seat)
        if seat.missed == pace.tell_after:
            self._tell_of_silence(work, seat, f"{who} has missed {seat.missed} deadlines in a row")
        if seat.missed == pace.offer_after:
            work.offer_seat(seat)
            self._tell_of_silence(work, seat, f"{who} is silent: the seat is offered to the observers")
        if seat.missed == pace.caretaker_after:
            begin_caretaker(work, seat)
            self._tell_of_silence(work, seat, f"{who} is silent: a caretaker plays")

    def _tell_of_silence(self, work: GameWork, seat: SeatRow, subject: str) -> None:
        text = (
            f"{subject}.\n\nTo hand the seat over:\n\n"
            f'    substitute {work.game.name} {seat.powers[0]} "Name <address>"\n\n'
            f"To write to the player:\n\n    nudge {work.game.name} {seat.powers[0]}\n"
        )
        tell_moderator(work, subject, text, game=work.game)

    # ---- The program itself

    def alive(self, channel: str = MAIL) -> timedelta:
        """A sign of life.  If the last one is too long ago, the program was down, and deadlines move.

        Called when letters could be fetched: what players sent in time must never come too late.  Of another
        channel than mail it concerns only the games in which somebody plays by it.
        """
        now = self._clock.now()
        with UnitOfWork(self._database) as work:
            row = work.session.get(HeartbeatRow, clocks.heartbeat(channel))
            last = row.at if row else now
            if row is None:
                row = HeartbeatRow(id=clocks.heartbeat(channel), at=now)
            longest, away = timedelta(minutes=self._settings.down_minutes), now - last
            # A clock that is a little behind changes nothing; one that was far ahead is believed no longer.
            row.at = now if last - now > longest else max(now, last)
            work.session.add(row)
            if away <= longest:
                away = timedelta(0)
            else:
                self._make_up(work.session, channel, last, now)
            work.commit()
        return away

    def asleep(self, channel: str = MAIL) -> bool:
        """Whether there was a sign of life once, but none for too long."""
        with UnitOfWork(self._database) as work:
            return clocks.asleep(work.session, self._settings.down_minutes, self._clock.now(), channel)

    def _make_up(self, session: Session, channel: str, last: datetime, now: datetime) -> None:
        log.warning(
            "letters by %s could not be fetched for %s: deadlines move", channel, say_span(now - last)
        )
        concerned = None if channel == MAIL else clocks.games_by(session, channel)
        for game in games.running_games(session):
            if concerned is None or game.id in concerned:
                self._make_up_for(session, game, last, now)
        if channel == MAIL:  # for the others this time is made up for as well
            for other in session.exec(select(HeartbeatRow).where(HeartbeatRow.id != clocks.heartbeat(MAIL))):
                other.at = max(other.at, now)
                session.add(other)

    def _make_up_for(self, session: Session, game: GameRow, last: datetime, now: datetime) -> None:
        """Move the deadlines of a game; that its players cannot be told stops no other game."""
        if not clocks.move_all(session, game, clocks.by_standstill(game, last, now)):
            return
        session.flush()
        nested = session.begin_nested()
        try:
            work = self._work(session, game)
            work.tell_players("deadlines", note("server_down", span=now - last))
            work.tell(work.writer())
        except Exception:
            log.exception("the players of game %s cannot be told", game.id)
            nested.rollback()
        else:
            nested.commit()


# ---- Used by the desk and by players too


def begin_vacation(work: GameWork, absence: AbsenceRow) -> None:
    """A player goes: the delegate gets the seat's letters, or nobody waits for the seat."""
    row = work.session.get_one(SeatRow, absence.seat_id)
    if absence.address and seats.plays(work.session, work.game, absence.address, but_for=row):
        absence.name = absence.address = ""  # the delegate has got a seat meanwhile, and hands are secret
    others = work.absence_words("vacation_begun", absence, row)
    mine = note("vacation_yours", ends=work.local(absence.ends), meanwhile_note=meanwhile(absence))
    writer = work.writer()
    writer.notice(row, "vacation", subject("your_vacation"), [mine])
    work.session.flush()
    seats.begin_absence(work.session, absence, work.now)
    if absence.address:
        words = work.absence_words("vacation_delegated", absence, row)
        writer.private(row, "welcome", notes=[words])
    writer.to_all(subject("vacation"), [others], but_for=[row.number])


def end_vacation(work: GameWork, absence: AbsenceRow) -> None:
    """A player is back, and has the seat again."""
    row = work.session.get_one(SeatRow, absence.seat_id)
    writer = work.writer()
    who = absence.home_name or row.name
    farewell: int | None = None
    if absence.address:
        writer.notice(row, "vacation", subject("thanks"), [note("vacation_delegate_done", player=who)])
        farewell = seats.last_letter(work.session, row)
    seats.end_absence(work.session, absence)
    seats.send_after_all(work.session, farewell)
    if not absence.address:
        work.wait_again_for(row)
        writer = work.writer()
    writer.private(row, "welcome", notes=[note("vacation_yours_over")])
    words = note("vacation_over", player=who, powers=row.powers)
    writer.to_all(subject("vacation"), [words], but_for=[row.number])


def _is_about_deals(deals: Deals | None, question: Question[Any]) -> bool:
    return deals is not None and (
        deals.announces(question) is not None or deals.confirms(question) is not None
    )


def begin_caretaker(work: GameWork, seat: SeatRow) -> None:
    """A bot plays for a seat until its player writes again."""
    seat.status = "caretaker"
    work.session.add(seat)
    seats.nobody_waits_for(work.session, seat, work.now)
    work.tell_all("caretaker", note("caretaker_begun", player=seat.name, powers=seat.powers))
