"""The moderator's work: create and start games, receive letters, keep the clock.

Each letter is stored before it is read, and handled in one transaction: orders, events, snapshot,
questions, and the letters that answer.  A letter on which the program fails is put aside with nothing
done; it can be tried again.
"""

from __future__ import annotations

import logging
import traceback
from collections.abc import Sequence
from contextlib import suppress
from datetime import timedelta
from time import monotonic

from sqlalchemy import Engine
from sqlalchemy.exc import IntegrityError, OperationalError
from sqlmodel import Session

from pbem.calendar.clock import Clock, SystemClock
from pbem.channels.mail.auth import is_doubted
from pbem.channels.mail.bounces import read_bounce
from pbem.channels.mail.inbox import Inbox, Incoming
from pbem.channels.mail.letter import Letter, read_envelope, read_letter
from pbem.channels.mail.write import Thread
from pbem.clock.timekeeper import Timekeeper, end_vacation
from pbem.config import Settings
from pbem.errors import MailboxProblem, ModeratorProblem, WrongMoment
from pbem.language.voice import Message, note
from pbem.letters import content as build
from pbem.letters.notices import local
from pbem.letters.preorders import kept_orders
from pbem.moderator.by_mail import DeskMail, is_for_the_desk
from pbem.play.budget import Budget
from pbem.play.late_responses import is_late_response
from pbem.play.lines import Line
from pbem.play.moments import mark_blocks
from pbem.play.plan import GamePlan, Player, new_seed
from pbem.play.seats import Seat
from pbem.play.sitting import Sitting
from pbem.post.checks import BOUNCE, UNKNOWN_TOKEN, Arrived, Check, Outcome, check_letter
from pbem.post.commands.answers import answer_all
from pbem.post.commands.commands import DROP_HELD, Command, command_in, sort_out
from pbem.post.commands.desk import PlayerDesk
from pbem.post.commands.requests import Moment, sort_requests, unlisted, wished_language
from pbem.post.commands.standing import StandingDesk, instruction_in, is_preview, sort_instructions
from pbem.post.leftovers import put_aside
from pbem.post.overlooked import overlooked
from pbem.post.sent_twice import IN_VAIN, is_an_echo, sent_before
from pbem.store import clocks, games, seats
from pbem.store.claims import GAME, worker_of
from pbem.store.desk_tables import AbsenceRow
from pbem.store.tables import GameRow, LetterRow, SeatRow
from pbem.store.unit_of_work import UnitOfWork
from pbem.work import checkers, strangers
from pbem.work import outgoing as letters
from pbem.work import undeliverable as reach
from pbem.work.beginning import create_game, start_game
from pbem.work.correspondence import Correspondence
from pbem.work.game_work import GameWork
from pbem.work.moderator_notices import tell_moderator, tell_of_dice
from rules.core.errors import BrokenInvariant

log = logging.getLogger(__name__)

TOGETHER = 20
"""So many letters are handled in one transaction: nobody else can write meanwhile."""
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
            create_game(work.session, self._settings, plan, seed or new_seed(), self._clock.now())
            work.commit()

    def start_game(self, name: str, *, anyway: bool = False) -> None:
        """Deal, publish the commitment, and ask the first question.

        If players were invited, all must have confirmed, unless it shall begin anyway.
        """
        with UnitOfWork(self._database) as work:
            start_game(work.session, self._settings.mail, name, self._clock.now(), anyway=anyway)
            work.commit()

    # ---- Letters in

    def poll(self, inbox: Inbox) -> int:
        """Store what has come in, then handle everything that is stored and not handled; how many."""
        try:
            for incoming in inbox.fetch():
                self.store_letter(incoming)
                inbox.mark(incoming.key)
        except MailboxProblem:
            self.handle_letters()  # what came in before the mailbox failed
            raise
        return self.handle_letters()

    def store_letter(self, incoming: Incoming) -> int | None:
        """Keep a letter as it came; None if the same is here already, or too many came from strangers.

        Of the letter itself only the head is read before it is stored.
        """
        letter, now = read_envelope(incoming.raw), self._clock.now()
        with UnitOfWork(self._database) as work:
            if self._is_stranger(work.session, letter) and not strangers.admit(
                work.session, self._settings, len(incoming.raw), now
            ):
                work.commit()
                return None
            lane = letters.lane_of(work.session, letter.tokens)
            # Whoever stores a letter handles it next: no clock of another process runs out meanwhile.
            worker_of(self._database).take(work.session, GAME, [lane])
            row = LetterRow(
                identity=letter.identity,
                message_id=letter.message_id,
                raw=incoming.raw,
                size=incoming.size,
                received_at=now,
                lane=lane,
            )
            work.session.add(row)
            try:
                work.commit()
            except IntegrityError:
                log.info("this letter came before: %s", letter.message_id)
                return None
            return row.id

    def _is_stranger(self, session: Session, letter: Letter) -> bool:
        return strangers.is_stranger(session, letter) and not is_for_the_desk(letter, self._settings)

    def handle_letters(self) -> int:
        """Handle all letters that are waiting, in the order in which they came."""
        handled = 0
        while waiting := self._waiting():
            done = 0
            while done < len(waiting):
                done += self._handle_together(waiting[done : done + TOGETHER], after=len(waiting) - done)
            handled += len(waiting)
        worker_of(self._database).finish(GAME)
        return handled

    def _waiting(self) -> list[int]:
        with UnitOfWork(self._database) as work:
            waiting = letters.waiting(work.session)
            work.commit()
        return waiting

    def _handle_together(self, ids: Sequence[int], *, after: int) -> int:
        """Handle some letters in one transaction: what takes longest is that the disk has written it.

        If the program fails on one of them, nothing was done, and each is handled by itself.  How many were
        handled: the rest must wait if these took long, for nobody else can write meanwhile.  With the last of
        the `after` letters that are left their games are given back.
        """
        with suppress(Exception):
            read = self._read(ids)
            began, done = monotonic(), 0
            with UnitOfWork(self._database) as work:
                for id, letter in read.items():
                    self._handle(work.session, work.session.get_one(LetterRow, id), letter)
                    work.session.flush()
                    done += 1
                    if monotonic() - began > LONGEST_LOCK:
                        break
                if done == after:
                    worker_of(self._database).give_back(work.session, GAME)
                work.commit()
            return done
        for id in ids:
            self.handle_letter(id)
        return len(ids)

    def handle_letter(self, id: int) -> None:
        """Do what a stored letter says; if the program fails, nothing is done and the letter is put aside."""
        try:
            letter = self._read([id])[id]
            with UnitOfWork(self._database) as work:
                self._handle(work.session, work.session.get_one(LetterRow, id), letter)
                work.commit()
        except OperationalError:  # the database is locked, or its disk full: no fault of the letter
            raise
        except Exception:
            log.exception("letter %s was put aside", id)
            put_aside(self._database, id, traceback.format_exc(limit=-8), self._clock.now())
            self._tell_of_failure(id)

    def _read(self, ids: Sequence[int]) -> dict[int, Letter]:
        """Stored letters, read before anything is locked: one of an odd shape may take seconds."""
        with UnitOfWork(self._database) as work:
            stored = {id: letters.raw(work.session, id) for id in ids}
        return {id: read_letter(raw) for id, raw in stored.items()}

    def try_again(self, id: int) -> None:
        """Handle a letter that was held or put aside as if it had just come."""
        with UnitOfWork(self._database) as work:
            row = work.session.get(LetterRow, id)
            if row is None or row.status not in ("held", "shunted"):
                raise WrongMoment(f"letter {id} is not one that waits for the moderator")
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
        row = session.get(LetterRow, id)
        if row is None or row.status not in ("held", "shunted"):
            raise WrongMoment(f"letter {id} is not one that waits for the moderator")
        letter = read_letter(row.raw)
        seat_row = session.get_one(SeatRow, seat) if seat else letters.seat_of(session, letter.tokens)
        if seat_row is None:
            raise ModeratorProblem(f"whose is letter {id}? Name the game and the power")
        game = session.get_one(GameRow, seat_row.game_id)
        if game.status not in ("running", "over"):
            raise WrongMoment(f"{game.name} takes no letters now")
        row.status, row.verdict, row.handled_at = "done", "released by the moderator", self._clock.now()
        row.seat_id = seat_row.id
        session.add(row)
        self._take(session, game, seat_row, letter, row)
        return f"letter {id} is handled as {seat_row.name}'s"

    def _handle(self, session: Session, row: LetterRow, letter: Letter) -> None:
        if row.status != "new":
            return
        seat_row = letters.seat_of(session, letter.tokens)
        row.handled_at = self._clock.now()
        row.seat_id = seat_row.id if seat_row else None
        session.add(row)
        stopped = self._check(session, letter, row, seat_row)
        if stopped is not None and stopped.outcome is not Outcome.REFUSE:
            row.status, row.verdict = stopped.outcome.value, stopped.name
            if stopped is UNKNOWN_TOKEN and self._known_otherwise(session, row, letter):
                row.status, row.verdict = "done", ""
            if stopped is BOUNCE and not self._take_bounce(session, row, letter, seat_row):
                row.status = Outcome.HOLD.value
            if row.status == Outcome.HOLD.value and seat_row is not None:
                self._tell_of_letter(session, seat_row, row, f"held: {stopped.name}")
            return
        assert seat_row is not None
        if stopped is None and is_an_echo(session, seat_row, letter, self._clock.now()):
            row.status, row.verdict = Outcome.HOLD.value, "echo"
            return
        reach.has_written(session, seat_row)
        checkers.take_note(session, self._settings.mail, seat_row, letter, self._clock.now())
        game = session.get_one(GameRow, seat_row.game_id)
        row.status = "done"
        if stopped is not None:
            row.verdict = stopped.name
            self._say(session, game, seat_row, letter, row, _refused(stopped.name))
        elif game.status == "seating":
            requests, _ = sort_requests(letter.lines, Moment(seating=True))
            joins = any(request.word == "join" for request in requests)
            if joins:
                seat_row.confirmed_at = self._clock.now()
            seat_row.language = wished_language(requests) or seat_row.language
            session.add(seat_row)
            self._say(
                session, game, seat_row, letter, row, note("joined") if joins else _refused("not_begun")
            )
        elif game.status == "held":
            row.status, row.verdict = "held", "game-held"
            self._say(session, game, seat_row, letter, row, _refused("on_hold"))
        else:
            self._take(session, game, seat_row, letter, row)

    def _check(
        self, session: Session, letter: Letter, row: LetterRow, seat_row: SeatRow | None
    ) -> Check | None:
        mail = self._settings.mail
        seat = games.as_seat(seat_row) if seat_row else None
        trusted, usual = mail.trusted_checker, checkers.usual_checker(session)
        return check_letter(
            Arrived(letter, row.size, mail.largest_letter, seat, mail.address, trusted, usual)
        )

    def _known_otherwise(self, session: Session, row: LetterRow, letter: Letter) -> bool:
        """A letter without a seat's token may be a player's who is away, or the moderator's own."""
        if is_doubted(letter, self._settings.mail.trusted_checker, checkers.usual_checker(session)):
            return False
        if is_for_the_desk(letter, self._settings):
            told = DeskMail(session, self._settings, self._clock.now(), self).take(letter)
            thread = Thread(letter.message_id, letter.answers[:1])
            now, mail = self._clock.now(), self._settings.mail
            tell_moderator(session, mail, "the desk answers", told, now, thread=thread, letter_id=row.id)
            return True
        if absence := seats.away_player(session, letter.tokens, letter.sender):
            self._is_away(session, absence, row, letter)
            return True
        return False

    def _is_away(self, session: Session, absence: AbsenceRow, row: LetterRow, letter: Letter) -> None:
        """A player writes although a delegate has the seat: `back` ends the vacation."""
        game = session.get_one(GameRow, absence.game_id)
        requests, _ = sort_requests(letter.lines, Moment())
        if any(request.word == "back" for request in requests):
            end_vacation(GameWork.on(session, self._settings, game, self._clock.now()), absence)
            return
        ends = local(absence.ends, clocks.pace_of(game).calendar.zone)
        words = note("away_now", ends=ends, player=absence.name)
        seat_row = session.get_one(SeatRow, absence.seat_id)
        home = seats.at_home(seat_row, absence)
        thread = Thread(letter.message_id, letter.answers[:1])
        letters.queue_to(
            session, self._settings.mail, game, seat_row, home, words, thread, row.id, self._clock.now()
        )

    def _take_bounce(
        self, session: Session, row: LetterRow, letter: Letter, seat_row: SeatRow | None
    ) -> bool:
        """Mark the player whose letter came back; False if the moderator has to look at it."""
        bounce = read_bounce(row.raw, letter)
        return reach.take_bounce(session, self._settings.mail, bounce, seat_row, self._clock.now())

    def _take(
        self, session: Session, game: GameRow, seat_row: SeatRow, letter: Letter, row: LetterRow
    ) -> None:
        """Carry out a seat's letter and answer it."""
        now, budget = self._clock.now(), Budget()
        assert row.id is not None
        sitting = games.load_sitting(session, game)
        player = PlayerDesk(session, self._settings, game, sitting, seat_row, now, row.id, budget)
        plain = mark_blocks(unlisted(letter.lines, sitting.title.in_english), _is_no_order)
        instructions, rest = sort_instructions(plain, letter.certain)
        requests, rest = player.sort(rest, letter.subject)
        if not is_preview(instructions):
            seat_row.language = wished_language(requests) or seat_row.language
        seat = games.as_seat(seat_row)
        voice = sitting.title.voice(seat.language)
        commands, lines = sort_out(rest, letter.certain)
        forget = Command(DROP_HELD) in commands and not is_preview(instructions)
        dropped = sitting.drop_held(seat.powers) if forget else []
        hand = sitting.cards_in_hand(seat.powers)
        late = self._not_now(session, game, seat, letter, lines) if lines else None
        desk = StandingDesk(sitting, seat, row.id, voice, budget)
        if is_preview(instructions):
            answers, lines, late = [*player.not_now(requests), desk.preview(lines)], [], None
        else:
            answers = [*player.take(requests), *desk.take(instructions)]
        player.is_here()
        if lines and not late:
            sitting.take_lines(seat.powers, lines, row.id, budget)
        before = self._store(session, game, sitting)
        tell_of_dice(session, self._settings.mail, game, sitting.unthrown, now)
        writer = Correspondence(session, self._settings.mail, game, sitting, now, before=before)
        receipt, told = build.receipt(sitting, seat.powers, voice)
        receipt.held = writer.held(seat) if sitting.held_from(row.id) else []
        receipt.held_why = build.why_held(sitting, seat.powers, voice) if receipt.held else ""
        receipt.nothing = not letter.lines and not requests
        if late:
            receipt.late = voice.tell(late)
            receipt.unread = [line.text for line in lines if not line.doubtful]
        receipt.taken_back = dropped or [order.marked for _, order in sitting.preorders.taken_back]
        if later := kept_orders(sitting, seat.powers, voice, row.id):
            answers.append((voice.say("letter", "preorder.title"), later))
        receipt.overlooked = overlooked(session, seat, letter)
        asks = [command for command in commands if command.word != DROP_HELD]
        if sitting.skipped:
            skipped = "\n".join(f"    {line}" for line in sitting.skipped)
            answers.append((voice.say("letter", "receipt.not_needed"), skipped))
        receipt.answers = [*answers, *answer_all(asks, writer, seat, budget)]
        if not (receipt.done or receipt.held or receipt.taken_back or receipt.answers):
            row.verdict = IN_VAIN
        words = [command.word for command in commands]
        writer.reports_and_questions(but_for=seat_row, notes=player.notes)
        writer.private(
            seat_row,
            "receipt",
            notes=player.notes.get(seat_row.number, ()),
            receipt=receipt,
            told=told,
            thread=Thread(letter.message_id, letter.answers[:1]),
            letter_id=row.id,
            with_hand="hand" in words or not sitting.cards_in_hand(seat.powers) <= hand,
            with_powers="status" in words,
        )
        player.tell_others(writer)

    def _not_now(
        self, session: Session, game: GameRow, seat: Seat, letter: Letter, lines: Sequence[Line]
    ) -> Message | None:
        """Why none of a letter's orders can be taken; None if they can."""
        if seat.observer:
            return letters.late("observer")
        if all(is_late_response(line.text) for line in lines):
            return None  # a response may be what takes the game back
        if reason := letters.overtaken(session, game, seat, letter.answers):
            return reason
        before = sent_before(session, seat, letter)
        if before is None:
            return None
        return letters.late("sent_twice", moment=local(before, clocks.pace_of(game).calendar.zone))

    def _say(
        self,
        session: Session,
        game: GameRow,
        seat_row: SeatRow,
        letter: Letter,
        row: LetterRow,
        words: Message,
    ) -> None:
        """Answer a letter with a sentence, without touching the game."""
        thread = Thread(letter.message_id, letter.answers[:1])
        letters.queue_plain(
            session, self._settings.mail, game, seat_row, words, thread, row.id, self._clock.now()
        )

    def _tell_of_letter(self, session: Session, seat: SeatRow | None, row: LetterRow, why: str) -> None:
        """Tell the moderator of a letter that wants looking at; of strangers' letters only the lists tell."""
        game = session.get_one(GameRow, seat.game_id) if seat is not None else None
        text = (
            f"Letter {row.id} is {why}.\n\nTo look at it: letter {row.id}\n"
            f"To have it handled: release {row.id}\nTo forget it: drop {row.id}\n"
        )
        now, mail = self._clock.now(), self._settings.mail
        tell_moderator(session, mail, f"letter {row.id} is {why}", text, now, game=game)

    def _tell_of_failure(self, id: int) -> None:
        """Tell the moderator and the player of a letter that was put aside.

        Only its head is read again.  If the program fails at this too, the letter is aside all the same.
        """
        try:
            with UnitOfWork(self._database) as work:
                row = work.session.get_one(LetterRow, id)
                letter = read_envelope(row.raw)
                seat_row = letters.seat_of(work.session, letter.tokens)
                self._tell_of_letter(work.session, seat_row, row, "put aside: the program failed on it")
                if seat_row is not None and self._check(work.session, letter, row, seat_row) is None:
                    game = work.session.get_one(GameRow, seat_row.game_id)
                    self._say(work.session, game, seat_row, letter, row, _refused("failed"))
                work.commit()
        except OperationalError:
            raise
        except Exception:
            log.exception("nobody could be told of letter %s", id)

    def _store(self, session: Session, game: GameRow, sitting: Sitting) -> int:
        """Store a sitting, unless it has led to a position that cannot be."""
        if wrong := sitting.title.problems(sitting.engine.game):
            raise BrokenInvariant(wrong)
        return games.store_sitting(session, game, sitting, self._clock.now())

    # ---- Time

    def tick(self) -> int:
        """Do everything that has come due; how many answers were given for somebody."""
        return Timekeeper(self._database, self._settings, self._clock).tick()

    def asleep(self) -> bool:
        """Whether the last sign of life is too long ago for deadlines to count."""
        return Timekeeper(self._database, self._settings, self._clock).asleep()

    def alive(self) -> timedelta:
        """A sign of life; if the last one is too long ago, deadlines move by the time in between."""
        return Timekeeper(self._database, self._settings, self._clock).alive()


def _is_no_order(line: str) -> bool:
    """Whether a line asks something or gives a standing order, wherever it stands."""
    return command_in(line) is not None or instruction_in(line) is not None


def _refused(why: str) -> Message:
    """Why a whole letter was not taken."""
    return Message("letter", f"refused.{why}")


__all__ = ["GamePlan", "Moderator", "Player"]
