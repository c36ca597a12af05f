"""A stored letter on its way through the moderator: whose it is, what stops it, and who takes it."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from pbem.channels import channel_of
from pbem.channels.channel import Outcome, thread_of
from pbem.clock.timekeeper import end_vacation
from pbem.language.catalog import language_named
from pbem.language.plain import plain
from pbem.language.voice import Message, note
from pbem.letters.notices import local
from pbem.moderator.by_mail import CommandsByMail, is_a_command_letter
from pbem.play.outside_dice import Elsewhere
from pbem.play.seats import Seat
from pbem.post import warned
from pbem.post.checks import UNKNOWN_TOKEN, WRONG_SENDER, Arrived, Stopped, check_letter
from pbem.post.commands import word_in
from pbem.post.commands.language import LANGUAGE
from pbem.post.commands.ruling import RULING, vote_before_the_deal
from pbem.post.commands.seats import joins
from pbem.post.commands.vacation import BACK
from pbem.post.commands.word import Moment
from pbem.post.perform import Performed, Prepared, carry_out, prepare, was_in_vain
from pbem.post.read import Read
from pbem.post.sent_twice import IN_VAIN, commanded_before, is_an_echo
from pbem.post.signing_up import SignUpLetter
from pbem.store import clocks, games, seats
from pbem.store.bare import change
from pbem.store.office_tables import AbsenceRow
from pbem.store.tables import GameRow, LetterRow, SeatRow
from pbem.store.unit_of_work import Transaction, lock
from pbem.work import checkers, undeliverable
from pbem.work import outgoing as letters
from pbem.work.game_work import GameWork
from pbem.work.letter_work import LetterWork, Taken
from pbem.work.moderator_notices import tell_moderator

if TYPE_CHECKING:
    from pbem.moderator.by_mail import Letters

ALL_HAVE_JOINED = """\
Everybody who was invited has joined. To deal the cards:

    pbem start {game}
"""
TO_LOOK_AT = """\
Letter {id} is {why}.

To look at it: letter {id}
To have it handled: release {id}
To forget it: drop {id}
"""


class Arrival:
    """One letter, in the transaction in which it is handled."""

    def __init__(
        self,
        tx: Transaction,
        row: LetterRow,
        read: Read,
        given: Elsewhere | None = None,
    ) -> None:
        """`given` are dice and draws that somebody has made elsewhere for the orders of the letter."""
        self.taken: tuple[LetterWork, Performed] | None = None
        """What was done with it, if it was a seat's letter that nothing stopped."""
        self._given = given
        self._tx = tx
        self._session = tx.session
        self._row = row
        self._read = read
        self._letter = letter = read.letter
        self._own_lines = read.written.own_lines
        self._channel = channel_of(row.channel, tx.settings)
        self._seat = letters.writer_of(tx.session, letter)
        self._prepared: tuple[LetterWork, Prepared] | None = None

    @property
    def lane(self) -> int:
        """The game whose token it carries, by number; 0: none."""
        return self._seat.game_id if self._seat else 0

    def prepare(self) -> None:
        """Do as much as can be done while others may still write; `handle` goes on from there."""
        if self._row.status != "new" or self._seat is None or self._stopped is not None:
            return
        game = games.numbered(self._session, self._seat.game_id)
        if self._read.answered.of_another_game or game.status not in ("running", "over"):
            return
        if self._is_an_echo(self._seat):
            return
        work = self.work_on(game, self._seat)
        self._prepared = work, prepare(work)

    def handle(self, service: Letters) -> None:
        """Check the letter, and let whom it is for take it."""
        lock(self._session)
        row = self._row
        if row.status != "new":
            return
        change(self._session, row, handled_at=self._tx.now, seat_id=self._seat.id if self._seat else None)
        stopped = self._stopped
        if stopped is None or stopped.outcome is Outcome.REFUSE:
            assert self._seat is not None, "a letter without a seat was not stopped"
            self._of_a_seat(self._seat, stopped)
        else:
            self._stop(stopped, service)

    @property
    def verdict(self) -> str:
        """What became of the letter, if it was not simply taken."""
        return self._row.verdict

    @cached_property
    def _stopped(self) -> Stopped | None:
        return self.stopped_by()

    def stopped_by(self) -> Stopped | None:
        """The check that stops the letter, or None."""
        largest = self._tx.settings.mail.largest_letter
        seat = games.as_seat(self._seat) if self._seat else None
        usual = checkers.usual_checker(self._session)
        return check_letter(Arrived(self._letter, self._row.size, largest, seat, self._channel, usual))

    # ---- Stopped

    def _stop(self, stopped: Stopped, service: Letters) -> None:
        row = self._row
        row.status, row.verdict = stopped.outcome.value, stopped.name
        if stopped.name == UNKNOWN_TOKEN and self._is_known_otherwise(service):
            row.status, row.verdict = "done", ""
        if stopped.name == self._channel.report and not self._take_bounce():
            row.status = Outcome.HOLD.value
        self._warn(stopped)
        if row.status == Outcome.HOLD.value and self._seat is not None and self._is_news(stopped):
            self.tell_of_it(f"held: {stopped.name}")

    def _warn(self, stopped: Stopped) -> None:
        """Tell whom it concerns of a letter that was not taken; a machine is never answered."""
        row, seat, sender = self._row, self._seat, self._letter.sender
        assert row.id is not None
        nobodys = stopped.name in (UNKNOWN_TOKEN, WRONG_SENDER) and row.status == Outcome.HOLD.value
        if nobodys and self._channel.tells_strangers:
            if not (self._letter.place and self._may_be_forged):  # else somebody else would be written to
                warned.of_a_stranger(self._tx, self._channel, sender)
        elif stopped.name == UNKNOWN_TOKEN and row.status == Outcome.HOLD.value:
            warned.of_no_token(self._tx, self._letter, row.id)
        if stopped.name and stopped.name == self._channel.shown:
            warned.of_shown_tokens(self._tx, self._letter, row.id)
        if seat is None:
            return
        is_its_own = sender == seat.address
        if stopped.name == self._channel.absence and is_its_own:
            row.status = Outcome.HOLD.value
            warned.of_an_absence(self._tx, seat, row.id)
        elif stopped.name in self._channel.warns and is_its_own:
            row.status = Outcome.HOLD.value
            self._say_seldom(stopped.name, refusal(stopped.name))
        elif stopped.name == WRONG_SENDER:
            words = Message("letter", "refused.wrong_sender", {"address_text": plain(sender)[:80]})
            self._say_seldom(stopped.name, words)

    def _say_seldom(self, what: str, words: Message) -> None:
        """Write to the seat's own address, but only so often a day.

        It does not answer the letter, which may be somebody else's: that gets its answer if it is released.
        """
        assert self._seat is not None
        if warned.may_tell(self._tx, self._seat.address, what):
            game = self._session.get_one(GameRow, self._seat.game_id)
            said = letters.Plain([words])
            letters.post_plain(self._tx, game, self._seat, said)

    def _is_news(self, stopped: Stopped) -> bool:
        """Whether the moderator hears of a letter that is held: of posts without a secret, only so often."""
        if stopped.name == self._channel.absence:
            return False  # told already
        whom = f"moderator, of {self._letter.place}"
        return not self._letter.place or warned.may_tell(self._tx, whom, stopped.name)

    @cached_property
    def _may_be_forged(self) -> bool:
        usual = checkers.usual_checker(self._session)
        return any(check.stops(self._letter, usual) for check in self._channel.forgeries)

    def _is_known_otherwise(self, service: Letters) -> bool:
        """A letter without a seat's token may be the moderator's, a player's who is away, or a sign-up."""
        letter = self._letter
        if letter.place or self._may_be_forged:
            return False
        if is_a_command_letter(letter, self._tx.settings):
            told = commanded_before(self._session, self._channel, self._row, letter, self._tx.now)
            told = told or CommandsByMail(self._tx, service).take(self._read.written)
            about, thread = "the desk answers", thread_of(letter)
            tell_moderator(self._tx, about, told, thread=thread, letter_id=self._row.id)
            return True
        if absence := seats.away_player(self._session, letter.tokens, letter.sender):
            self._of_somebody_away(absence)
            return True
        return SignUpLetter(self._tx, self._channel, self._row, self._read).take()

    def _of_somebody_away(self, absence: AbsenceRow) -> None:
        """A player writes although a delegate has the seat: `back` ends the vacation."""
        game = games.locked(self._session, absence.game_id)
        if any((found := word_in(line, Moment())) and found[0] is BACK for line in self._own_lines):
            end_vacation(GameWork.on(self._tx, game), absence)
            return
        ends = local(absence.ends, clocks.pace_of(game).calendar.zone)
        words = note("away_now", ends=ends, player=absence.name)
        seat_row = self._session.get_one(SeatRow, absence.seat_id)
        home = seats.at_home(seat_row, absence)
        self._post(game, seat_row, words, seat=home)

    def _take_bounce(self) -> bool:
        """Mark the player whose letter came back; False if the moderator has to look at it."""
        bounce = self._channel.returned(self._row.raw, self._letter)
        return undeliverable.take_bounce(self._tx, bounce, self._seat)

    # ---- Of a seat

    def _of_a_seat(self, seat: SeatRow, refused: Stopped | None) -> None:
        row, letter = self._row, self._letter
        if refused is None and self._prepared is None and self._is_an_echo(seat):
            row.status, row.verdict = Outcome.HOLD.value, "echo"
            return
        undeliverable.has_written(self._session, seat)
        signed_by = self._channel.vouching_server(letter)
        checkers.take_note(self._tx, seat, signed_by)
        game = self._session.get_one(GameRow, seat.game_id)
        change(self._session, row, status="done")
        if refused is not None:
            row.verdict = refused.name
            self.say(refusal(refused.name))
        elif other := self._read.answered.of_another_game:
            row.verdict = "other-game"
            fields = {"other_text": other, "game_text": game.name}
            self.say(Message("letter", "refused.other_game", fields))
        elif game.status == "seating":
            self._before_the_game(seat)
        elif game.status == "held":
            row.status, row.verdict = Outcome.HOLD.value, "game-held"
            self.say(refusal("on_hold"))
        else:
            self.take(game, seat)

    def _is_an_echo(self, seat: SeatRow) -> bool:
        return is_an_echo(self._session, self._channel, seat, self._letter, self._tx.now)

    def _before_the_game(self, seat: SeatRow) -> None:
        """Whoever was invited says yes, chooses a language, or votes on readings of the rules."""
        answers: list[Message] = []
        game = self._session.get_one(GameRow, seat.game_id)
        title = games.title_of(game)
        lines = [title.in_english(line, seat.language) for line in self._own_lines]
        for line in lines:
            found = word_in(line, Moment(seating=True))
            if found and found[0] is LANGUAGE:
                wished = language_named(found[1])
                seat.language = wished if wished in title.languages else seat.language
            elif found and found[0] is RULING:
                answers.append(vote_before_the_deal(seat, found[1], title))
        has_joined = any(joins(line) for line in lines)
        is_new = has_joined and seat.confirmed_at is None
        if has_joined:
            seat.confirmed_at = self._tx.now
        self._session.add(seat)
        if is_new and not seats.unconfirmed(self._session, game):
            about, told = "everybody has joined", ALL_HAVE_JOINED.format(game=game.name)
            tell_moderator(self._tx, about, told, game=game)
        answers += [note("joined")] if has_joined else []
        self.say(*(answers or [refusal("not_begun")]))

    def take(self, game: GameRow, seat: SeatRow) -> None:
        """Carry out a seat's letter and answer it."""
        work, prepared = self._prepared or (self.work_on(game, seat), None)
        work.lock()
        warned.of_other_readers(work)
        performed = carry_out(work, prepared)
        self.taken = work, performed
        if was_in_vain(work, performed):
            self._row.verdict = IN_VAIN

    def work_on(self, game: GameRow, seat: SeatRow) -> LetterWork:
        """What is to be done with a seat's letter."""
        row, read = self._row, self._read
        assert row.id is not None
        sitting = games.load_sitting(self._session, game)
        sitting.elsewhere = self._given
        taken = Taken(row.id, row.received_at, read.letter, read.written, read.answered)
        return LetterWork(self._tx, game, sitting, seat, taken)

    # ---- Answers without touching a game

    def say(self, *words: Message) -> None:
        """Answer the letter of a seat with a sentence or more."""
        assert self._seat is not None
        self._post(self._session.get_one(GameRow, self._seat.game_id), self._seat, *words)

    def _post(self, game: GameRow, row: SeatRow, *words: Message, seat: Seat | None = None) -> None:
        said = letters.Plain(words, thread=thread_of(self._letter), answers_id=self._row.id)
        letters.post_plain(self._tx, game, row, said, seat=seat)

    def tell_of_it(self, why: str) -> None:
        """Tell the moderator of a letter that wants looking at; of strangers' letters only the lists tell."""
        seat, id = self._seat, self._row.id
        game = self._session.get_one(GameRow, seat.game_id) if seat is not None else None
        text = TO_LOOK_AT.format(id=id, why=why)
        tell_moderator(self._tx, f"letter {id} is {why}", text, game=game)

    def tell_of_failure(self) -> None:
        """Tell the moderator and the player of a letter that was put aside."""
        self.tell_of_it("put aside: the program failed on it")
        if self._seat is not None and self.stopped_by() is None:
            self.say(refusal("failed"))


def refusal(why: str) -> Message:
    """Why a whole letter was not taken."""
    return Message("letter", f"refused.{why.replace('-', '_')}")
