"""One transaction on one game: its position, what is to be told, and the storing of both.

Whoever changes a game (a player's letter, the clock, the moderator) does it through one of these: changes go
into the sitting or into rows, letters to others are put off until the game is stored.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from pbem.games.deals import Talks
from pbem.language.plain import plain, plain_text
from pbem.language.voice import Message, note, subject
from pbem.letters.notices import local
from pbem.play.sitting import Sitting
from pbem.store import clocks, games, saving, seats
from pbem.store.office_tables import AbsenceRow, DeedRow
from pbem.store.tables import GameRow, SeatRow
from pbem.store.unit_of_work import Transaction
from pbem.work.correspondence import Correspondence, Occasion
from pbem.work.moderator_notices import tell_of_dice
from pbem.work.outgoing import how_to_write
from pbem.work.talking import OpeningWords, Post, Talking
from rules.core.errors import BrokenInvariant


class GameWork(Transaction):
    """What is being done with a game, in one transaction."""

    def __init__(self, tx: Transaction, game: GameRow, sitting: Sitting) -> None:
        super().__init__(tx.session, tx.settings, tx.now)
        self.game = game
        self.sitting = sitting
        self.names = sitting.names
        self.voice = sitting.title.voice()
        """For the moderator's eyes: what players read is told by the voice of each of them."""
        self.talking = Talking(self, game, sitting)
        self.posts = self.talking.posts
        self.first: list[Post] = []
        """What goes out before any question: that the game was set back."""
        self.notes: dict[int, list[Message]] = {}
        """By seat number: what a letter that is written at the end should say first."""

    @classmethod
    def on(cls, tx: Transaction, game: GameRow) -> GameWork:
        """Begin to work on a game that has begun."""
        return GameWork(tx, game, games.load_sitting(tx.session, game))

    # ---- Storing and telling

    def store(self) -> int:
        """Store the sitting, unless it has led to a position that cannot be; the last event before it."""
        if wrong := self.sitting.title.problems(self.sitting.engine.game):
            raise BrokenInvariant(wrong)
        return saving.store_sitting(self.session, self.game, self.sitting, self.now)

    def finish(self) -> None:
        """Store everything and write the letters that it causes."""
        writer = self.stored()
        writer.reports_and_questions(notes=self.notes)
        self.tell(writer)

    def stored(self) -> Correspondence:
        """Store everything; what writes the letters that it causes."""
        opening = OpeningWords(self.talking, self.sitting)
        opening.say()
        before = self.store()
        self._talks_opened(opening)
        tell_of_dice(self, self.game, self.sitting.unthrown)
        writer = self.writer(before)
        for post in self.first:
            post(writer)
        return writer

    def _talks_opened(self, opening: OpeningWords) -> None:
        """Talks that begin now have heard what was kept for them."""
        for power, words in opening.notes:
            self.note_for(seats.seat_of_power(self.session, self.game, power), words)
        if opening.ready and (row := clocks.open_talks(self.session, self.game)) is not None:
            row.ready = list(opening.ready)
            self.session.add(row)
            if self.everybody_is_ready():
                row.closes_at = self.now

    def writer(self, before: int | None = None) -> Correspondence:
        self.session.flush()
        return Correspondence(self, self.game, self.sitting, before=before)

    def tell(self, writer: Correspondence) -> None:
        """Write what was put off."""
        for post in self.posts:
            post(writer)

    def tell_all(self, about: str, words: Message, *, but_for: Sequence[int] = ()) -> None:
        """The same short letter to everybody; `about` is the key of its subject."""
        self.posts.append(lambda writer: writer.to_all(subject(about), [words], but_for=but_for))

    def note_for(self, row: SeatRow, words: Message) -> None:
        self.notes.setdefault(row.number, []).append(words)

    def deed(self, what: str, details: str = "", reason: str = "") -> None:
        """Enter what was done by hand into the game's record."""
        self.session.add(
            DeedRow(
                game_id=games.game_id(self.game),
                what=what,
                details=plain_text(details),
                reason=plain(reason),
                seq=self.sitting.engine.seq,
                at=self.now,
            )
        )

    # ---- Seats

    def rows(self) -> list[SeatRow]:
        return games.seat_rows(self.session, self.game)

    def power_words(self, row: SeatRow) -> str:
        """`England and Protestant`, for the moderator."""
        return self.voice.listed(self.voice.power_name(power) for power in row.powers)

    def seat_words(self, row: SeatRow) -> str:
        """`Ed (England)`, for the moderator."""
        return f"{row.name} ({self.power_words(row)})"

    def local(self, moment: datetime) -> datetime:
        """A time as the players' clocks show it."""
        return local(moment, clocks.pace_of(self.game).calendar.zone)

    def voters(self) -> list[SeatRow]:
        """Everybody who plays."""
        return [row for row in self.rows() if row.powers and row.status == "playing"]

    # ---- Things that more than one of them does

    @property
    def talks(self) -> Talks | None:
        """The negotiation window that is open."""
        clerk = self.sitting.clerk
        return clerk.talks(self.sitting.engine) if clerk else None

    def close_talks(self, talks: Talks, why: Message) -> None:
        """End the talks and go on: what was agreed is announced and confirmed, and everybody is told."""
        assert self.sitting.clerk is not None
        self.sitting.clerk.close(talks)
        self.sitting.settle()
        for row in self.rows():
            if any(power in talks.powers for power in row.powers):
                self.note_for(row, why)

    def everybody_is_ready(self) -> bool:
        """Whether nobody who is there has more to say in the talks."""
        row = clocks.open_talks(self.session, self.game)
        if row is None:
            return False
        absent = clocks.absent_powers(self.session, self.game)
        return all(power in row.ready or power in absent for power in row.powers)

    def hand_over(self, row: SeatRow, name: str, address: str) -> None:
        """Give a seat to somebody else, welcome them, and tell the others."""
        seats.hand_over(self.session, self.game, row, name, address)
        self.sitting.drop_held(row.powers)
        self.wait_again_for(row)
        self.posts.append(lambda writer: self._welcome(writer, row))

    def _welcome(self, writer: Correspondence, row: SeatRow) -> None:
        notes = [note("seat_welcome", powers=row.powers), *how_to_write(row, self.settings)]
        writer.private(row, "welcome", Occasion(taken_over=True), notes=notes)
        words = note("seat_handed", powers=row.powers, player=row.name)
        same = [other.number for other in self.rows() if other.address == row.address]  # who was an observer
        writer.to_all(subject("substitute"), [words], but_for=same)

    def offer_seat(self, row: SeatRow) -> None:
        """Ask the observers whether one of them takes over a seat."""
        seats.offer(self.session, row, self.now)
        words = note("seat_offered", powers=row.powers)
        about = subject("free", powers=row.powers)
        order = Message("letter", "seat.take", {"power": row.powers[0]})

        def post(writer: Correspondence) -> None:
            for observer in self.rows():
                if not observer.powers:
                    writer.notice(observer, "offer", about, [words], orders=[order])

        self.posts.append(post)

    def move_deadlines(self, hours: int, why: str) -> list[str]:
        """Everything that is open is due later; the players are told until when."""
        moved = clocks.move_all(self.session, self.game, clocks.by_hours(self.game, hours))
        self.tell_players("deadlines", note(why, hours=hours))
        return moved

    def tell_players(self, about: str, words: Message) -> None:
        """A short letter to the players, with the time by which each must answer."""

        def post(writer: Correspondence) -> None:
            for row in self.rows():
                if row.powers:
                    writer.notice(row, "notice", subject(about), [words, *writer.material.due_notes(row)])

        self.posts.append(post)

    def wait_again_for(self, row: SeatRow) -> None:
        """Somebody sits here again: what the seat is asked gets its usual time, from now on."""
        for question in clocks.open_questions(self.session, self.game):
            if question.power in row.powers:
                asked = self.sitting.engine.question(question.power)
                times = clocks.question_times(self.game, asked, self.now)
                if question.due_at is None or question.due_at < times.due:
                    question.due_at, question.default_at, question.reminded = times.due, times.default, 0
                    self.session.add(question)

    def call_off_vacations(self, row: SeatRow, *, but_for: Sequence[int] = ()) -> bool:
        """Those that have not begun, if there are any; everybody is told."""
        planned = seats.absences_of(self.session, row, ("planned",))
        for absence in planned:
            absence.status = "over"
            self.session.add(absence)
            self.tell_all("vacation", self.absence_words("vacation_off", absence, row), but_for=but_for)
        return bool(planned)

    def absence_words(self, key: str, absence: AbsenceRow, row: SeatRow) -> Message:
        """A sentence about a vacation."""
        return note(
            key,
            player=absence.home_name or row.name,
            powers=row.powers,
            begins=self.local(absence.begins),
            ends=self.local(absence.ends),
            meanwhile_note=meanwhile(absence),
        )


def meanwhile(absence: AbsenceRow) -> Message:
    """Who answers during a vacation."""
    if absence.address:
        return note("vacation_delegate", player=absence.name)
    return note("vacation_defaults")
