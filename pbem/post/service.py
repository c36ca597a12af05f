"""The moderator's work: create and start games, receive letters, keep the clock.

Each letter is stored before it is read, and handled in one transaction: orders, events, snapshot,
questions, and the letters that answer.  A letter on which the program fails is put aside with nothing
done; it can be tried again.
"""

from __future__ import annotations

import logging
import traceback
from collections.abc import Collection, Mapping, Sequence
from datetime import timedelta
from time import monotonic

from sqlalchemy import Engine
from sqlalchemy.exc import IntegrityError, OperationalError
from sqlmodel import Session

from pbem.calendar.clock import Clock, SystemClock
from pbem.channels import LIST, MAIL, channel_of
from pbem.channels.channel import Channel, Inbox, Incoming, Letter
from pbem.clock.timekeeper import Timekeeper
from pbem.config import Settings
from pbem.errors import GameMoved, MailboxProblem, ModeratorProblem, NotLocked, WrongMoment
from pbem.moderator.by_mail import is_a_command_letter
from pbem.play.plan import GamePlan, Player, new_seed
from pbem.post import warned
from pbem.post.arrival import Arrival
from pbem.post.leftovers import put_aside
from pbem.post.read import Read, head_alone, read_for, read_letters
from pbem.store import games, seats
from pbem.store import statements as sql
from pbem.store.claims import GAME, worker_of
from pbem.store.tables import LetterRow, SeatRow
from pbem.store.unit_of_work import Transaction, UnitOfWork, lock
from pbem.work import outgoing as letters
from pbem.work import strangers
from pbem.work.beginning import create_game, start_game

log = logging.getLogger(__name__)

TOGETHER = 20
"""So many letters are handled in one transaction: nobody else can write meanwhile."""
MOST_TRIALS = 3
"""So often a letter is worked on while others may write; if its game moves each time, then with the lock."""
LONGEST_LOCK = 1.0
"""Seconds after which a transaction takes no other letter."""


class Moderator:
    """Everything that can be asked of the moderator, each in a transaction of its own."""

    def __init__(self, database: Engine, settings: Settings, clock: Clock | None = None) -> None:
        self._database = database
        self._settings = settings
        self._clock = clock or SystemClock()

    # ---- Games

    def create_game(self, plan: GamePlan, *, seed: str | None = None) -> None:
        """A new game with everybody seated; nothing is dealt yet."""
        with UnitOfWork(self._database) as work:
            create_game(self._in(work.session), plan, seed or new_seed())
            work.commit()

    def start_game(
        self, name: str, *, anyway: bool = False, rulings: Mapping[str, bool] | None = None
    ) -> set[str]:
        """Deal, publish the commitment, and ask the first question; by which channels its seats are reached.

        If players were invited, all must have confirmed, unless it shall begin anyway.
        """
        with UnitOfWork(self._database) as work:
            start_game(self._in(work.session), name, anyway=anyway, rulings=rulings)
            channels = {
                row.channel for row in games.seat_rows(work.session, games.find_game(work.session, name))
            }
            work.commit()
        return channels

    # ---- Receive

    def poll(self, inbox: Inbox, channel: str = MAIL) -> int:
        """Store what has come in, then handle everything that is stored and not handled; how many."""
        try:
            for incoming in inbox.fetch():
                self.store_letter(incoming, channel)
                inbox.mark(incoming.key)
        except MailboxProblem:
            self.handle_letters()  # what came in before the mailbox failed
            raise
        return self.handle_letters()

    def store_letter(self, incoming: Incoming, channel: str = MAIL) -> int | None:
        """Keep a letter as it came; None if the same is here already, or too many came from strangers.

        Of the letter itself only the head is read before it is stored.
        """
        way_in = self._channel(channel)
        letter = way_in.read_head(incoming.raw)
        with UnitOfWork(self._database) as work:
            if (named := way_in.list_of(letter)) and seats.list_named(work.session, named) is not None:
                channel, way_in = LIST, self._channel(LIST)
                letter = way_in.read_head(incoming.raw)
            tx, seat = self._in(work.session), letters.sender_of(work.session, letter)
            if letter.place:
                if not strangers.admit_post(tx, letter.place, len(incoming.raw)):
                    work.commit()
                    return None
            elif (
                self._is_stranger(work.session, letter, seat)
                and not strangers.has_signed_up(tx, letter)
                and not strangers.admit(tx, len(incoming.raw))
            ):
                work.commit()
                return None
            received_at = way_in.arrived(letter, incoming.received_at, tx.now)
            try:
                id = letters.enter(work.session, incoming, channel, letter, received_at, seat)
            except IntegrityError:
                log.info("this letter came before: %s", letter.message_id)
            else:
                work.commit()
                return id
        if letter.place:
            self._tell_of_post_again(letter, incoming.raw)
        return None

    def _tell_of_post_again(self, letter: Letter, raw: bytes) -> None:
        """A post came before: a copy of it is nothing new, but of another one its writer hears."""
        with UnitOfWork(self._database) as work:
            earlier = letters.stored_as(work.session, letter.identity)
            seat = letters.writer_of(work.session, letter)
            if seat is not None and earlier is not None and not _is_a_copy(earlier, letter, raw):
                warned.of_a_post_again(self._in(work.session), seat, letter)
                work.commit()

    def _in(self, session: Session) -> Transaction:
        return Transaction(session, self._settings, self._clock.now())

    def _is_stranger(self, session: Session, letter: Letter, seat: letters.Writer | None) -> bool:
        return strangers.is_stranger(session, letter, seat) and not is_a_command_letter(
            letter, self._settings
        )

    # ---- Handle

    def handle_letters(self) -> int:
        """Handle all letters that are waiting, in the order in which they came."""
        handled, more = 0, True
        while more and (waiting := self._waiting()):
            done = at = 0
            while at < len(waiting):
                passed, handled_now, more = self._handle_together(
                    waiting[at : at + TOGETHER], after=len(waiting) - at
                )
                at, done = at + passed, done + handled_now
            handled += done
            if not done:  # another worker has them
                break
        worker_of(self._database).finish(GAME)
        return handled

    def waiting(self) -> frozenset[int]:
        """Letters that are stored and not handled, whoever is about to."""
        with UnitOfWork(self._database) as work:
            return letters.all_waiting(work.session)

    def _waiting(self) -> list[int]:
        with UnitOfWork(self._database) as work:
            waiting = letters.waiting(work.session)
            work.commit()
        return waiting

    def _handle_together(self, ids: Sequence[int], *, after: int) -> tuple[int, int, bool]:
        """Handle some letters in one transaction: what takes longest is that the disk has written it.

        If the program fails on one of them, nothing was done, and each is handled by itself.  How many are
        done with, and how many of them were handled, not by another worker: the rest must wait if these took
        long, for nobody else can write meanwhile.  Then whether any letter waits when these are done with.
        With the last of the `after` letters that are left their games are given back.
        """
        try:
            with UnitOfWork(self._database, locks=False) as work:
                read = read_letters(work.session, self._settings, ids)
                mine = letters.still_mine(work.session, ids)
                here = [id for id in ids if id in mine]
                arrivals = self._prepared(work.session, {id: read[id] for id in here})
                lock(work.session)
                began, handled = monotonic(), 0
                for arrival in arrivals:
                    arrival.handle(self)
                    work.session.flush()
                    handled += 1
                    if monotonic() - began > LONGEST_LOCK:
                        break
                done = len(ids) if handled == len(here) else ids.index(here[handled])
                if done == after:
                    worker_of(self._database).give_back(work.session, GAME)
                more = letters.any_waiting(work.session)
                work.commit()
            return done, handled, more
        except Exception:
            log.warning("letters %s are handled one by one: together they failed", list(ids), exc_info=True)
        for id in ids:
            self.handle_letter(id)
        return len(ids), len(ids), True

    def _prepared(self, session: Session, read: Mapping[int, Read]) -> list[Arrival]:
        """The first of some letters, worked on as far as nobody must be locked out for it.

        They are of different games, so that none finds another position than it was worked out for; one that
        is no player's comes last, for it may change any game.
        """
        arrivals: list[Arrival] = []
        for id, letter in read.items():
            arrival = self._arrival(session, id, letter)
            if any(arrival.lane == other.lane for other in arrivals):
                break
            arrivals.append(arrival)
            if not arrival.lane:
                break
            arrival.prepare()
        return arrivals

    def handle_letter(self, id: int) -> None:
        """Do what a stored letter says; if the program fails, nothing is done and the letter is put aside."""
        try:
            with UnitOfWork(self._database, locks=False) as work:
                letter = read_letters(work.session, self._settings, [id])[id]
            if not any(self._handle_unlocked(id, letter) for _ in range(MOST_TRIALS)):
                self._handle(id, letter)
        except OperationalError:  # the database is locked, or its disk full: no fault of the letter
            raise
        except Exception:
            log.exception("letter %s was put aside", id)
            put_aside(self._database, id, traceback.format_exc(limit=-8), self._clock.now())
            self._tell_of_failure(id)

    def _handle_unlocked(self, id: int, letter: Read) -> bool:
        """Handle a letter and lock only at the end; False if somebody else was quicker, or it cannot be."""
        try:
            self._handle(id, letter, locks=False)
        except GameMoved:
            return False
        except NotLocked:
            log.warning("letter %s writes before it has locked the database", id, exc_info=True)
            return False
        return True

    def _handle(self, id: int, letter: Read, *, locks: bool = True) -> None:
        with UnitOfWork(self._database, locks=locks) as work:
            if letters.still_mine(work.session, [id]):
                arrival = self._arrival(work.session, id, letter)
                arrival.prepare()
                arrival.handle(self)
            work.commit()

    def _arrival(self, session: Session, id: int, letter: Read) -> Arrival:
        row = sql.ARRIVED.first(session, letter=id)
        assert row is not None, f"letter {id} is gone"
        return Arrival(self._in(session), row, letter)

    def _channel(self, name: str) -> Channel:
        return channel_of(name, self._settings)

    def _tell_of_failure(self, id: int) -> None:
        """Only the head of the letter is read again; if that fails too, the letter is aside all the same."""
        try:
            with UnitOfWork(self._database) as work:
                channel, raw = letters.raw(work.session, id)
                head = head_alone(self._channel(channel).read_head(raw))
                self._arrival(work.session, id, head).tell_of_failure()
                work.commit()
        except OperationalError:
            raise
        except Exception:
            log.exception("nobody could be told of letter %s", id)

    # ---- Letters that wait for the moderator

    def try_again(self, id: int) -> None:
        """Handle a letter that was held or put aside as if it had just come."""
        with UnitOfWork(self._database) as work:
            row = _waits_for_the_moderator(work.session, id)
            row.status, row.verdict = "new", ""
            work.session.add(row)
            work.commit()
        with worker_of(self._database).holding(GAME, [row.lane]) as mine:
            if mine:  # otherwise it is handled by whoever works on the game
                self.handle_letter(id)

    def release(self, id: int, seat: int | None = None) -> str:
        """Handle a held letter although a check has stopped it; `seat` says whose it is, if no token does."""
        with UnitOfWork(self._database) as work:
            told = self.release_in(work.session, id, seat)
            work.commit()
        return told

    def release_in(self, session: Session, id: int, seat: int | None = None) -> str:
        """The same in a transaction that is under way."""
        row = _waits_for_the_moderator(session, id)
        head = self._channel(row.channel).read_head(row.raw)
        seat_row = session.get_one(SeatRow, seat) if seat else letters.writer_of(session, head)
        if seat_row is None:
            raise ModeratorProblem(f"whose is letter {id}? Name the game and the power")
        game = games.locked(session, seat_row.game_id)
        if game.status not in ("running", "over"):
            raise WrongMoment(f"{game.name} takes no letters now")
        row.status, row.verdict, row.handled_at = "done", "released by the moderator", self._clock.now()
        row.seat_id = seat_row.id
        session.add(row)
        letter = read_for(session, self._settings, row, seat_row)
        self._arrival(session, id, letter).take(game, seat_row)
        return f"letter {id} is handled as {seat_row.name}'s"

    # ---- Time

    def tick(self, without: Collection[str] = ()) -> int:
        """Do everything that has come due; how many answers were given for somebody.

        Games in which somebody plays by one of the channels `without` have to wait.
        """
        return Timekeeper(self._database, self._settings, self._clock).tick(without)

    def asleep(self, channel: str = MAIL) -> bool:
        """Whether the last sign of life is too long ago for deadlines to count."""
        return Timekeeper(self._database, self._settings, self._clock).asleep(channel)

    def alive(self, channel: str = MAIL) -> timedelta:
        """A sign of life; if the last one is too long ago, deadlines move by the time in between."""
        return Timekeeper(self._database, self._settings, self._clock).alive(channel)


def _is_a_copy(earlier: LetterRow, letter: Letter, raw: bytes) -> bool:
    """Whether two letters are the same to the last word, whatever servers have written on top of them."""
    bodies = {data.replace(b"\r\n", b"\n").partition(b"\n\n")[2] for data in (earlier.raw, raw)}
    return earlier.message_id == letter.message_id and len(bodies) == 1


def _waits_for_the_moderator(session: Session, id: int) -> LetterRow:
    row = session.get(LetterRow, id)
    if row is None or row.status not in ("held", "shunted"):
        raise WrongMoment(f"letter {id} is not one that waits for the moderator")
    return row


__all__ = ["GamePlan", "Moderator", "Player"]
