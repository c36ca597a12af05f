"""What is being done with a game because of one letter of one seat, in the letter's transaction."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TypeAlias

from pbem.channels.channel import Letter
from pbem.channels.written import Aligned
from pbem.errors import Ambiguous, GameMoved, OrderProblem
from pbem.language.declined import Declined
from pbem.language.names import MAJOR
from pbem.language.voice import Message, Voice, note
from pbem.letters import receipts, render
from pbem.letters.impulses import learn, within_turn
from pbem.letters.memory import impulses_before
from pbem.pictures.scene import Scene
from pbem.play.budget import Budget
from pbem.play.preview import Preview
from pbem.play.seats import Seat
from pbem.play.sitting import Sitting
from pbem.play.talks import Clerk
from pbem.store import games, seats
from pbem.store.tables import GameRow, SeatRow
from pbem.store.unit_of_work import Transaction, is_locked, lock
from pbem.work.answered import Answered
from pbem.work.correspondence import Correspondence
from pbem.work.game_work import GameWork
from rules import Power

Answer: TypeAlias = tuple[str, str]
"""A title and a text, for the receipt."""


@dataclass(frozen=True, slots=True)
class Taken:
    """A letter that was read, and is to be carried out."""

    id: int
    received_at: datetime
    letter: Letter
    written: Aligned
    answered: Answered


class LetterWork(GameWork):
    """A game, and the letter of one of its seats."""

    def __init__(self, tx: Transaction, game: GameRow, sitting: Sitting, row: SeatRow, taken: Taken) -> None:
        super().__init__(tx, game, sitting)
        self.row = row
        self.letter = taken.letter
        self.written = taken.written
        self.answered = taken.answered
        self.letter_id = taken.id
        self.received_at = taken.received_at
        """When the letter arrived: deadlines judge by it."""
        sitting.title.load_words()
        self.budget = Budget()
        self._stand = None if is_locked(tx.session) else games.stand_of(tx.session, game)
        """Where the game stood when it was looked at, if others can write meanwhile."""
        self.at_last: list[Callable[[], None]] = []
        """Done when the receipt is written: then the seat may lose its address."""
        self.declined: set[int] = set()
        """The numbers of lines that hold a word which could not be done."""
        self.takes_or_leaves = False
        """Whether it answers an offer in so many words."""
        self.pieces_of_press = 0
        self.scene: Scene | None = None
        """The map that the letter asks for."""
        self.letters: Correspondence
        """What writes the letters; there when the game is stored."""

    def lock(self) -> None:
        """From here on nobody else writes, and the letter has little time left.

        :raises GameMoved: somebody has done something in the game since it was looked at.
        """
        lock(self.session)
        if self._stand is not None:
            self.budget.shorten()
            if games.stand_of(self.session, self.game) != self._stand:
                raise GameMoved(self.game.name)
            self._stand = None

    @property
    def seat(self) -> Seat:
        """Whose letter it is."""
        return games.as_seat(self.row)

    @property
    def own_voice(self) -> Voice:
        """What speaks to the player whose letter this is."""
        return self.sitting.title.voice(self.row.language)

    # ---- Words

    def say(self, key: str) -> str:
        """A phrase of the table `letter`."""
        return self.own_voice.say("letter", key)

    def answer(self, title: str, *paragraphs: str) -> Answer:
        """An answer under a title of the table `letter`."""
        return self.say(title), "\n".join(paragraphs)

    def paragraph(self, key: str, indent: int = 2, hang: int = 0, **fields: object) -> str:
        """A phrase of the table `letter` as a paragraph of an answer."""
        return render.paragraph(self.own_voice, key, indent, hang, **fields)

    def told(self, words: Message) -> str:
        """A message as a paragraph of an answer."""
        return render.soft_wrap(self.own_voice.tell(words), 2)

    def not_done(self, line: str, problem: OrderProblem | Declined, *, below: Sequence[str] = ()) -> Answer:
        """An answer about a line that was not taken: why, and what could be written instead.

        `below` are the lines that belong to it.
        """
        voice = self.own_voice
        rest = [render.soft_wrap(one, 4, 4) for one in below]
        if isinstance(problem, Declined):
            reason = render.soft_wrap(render.sentence(voice, problem.told(voice)), 2)
            return self.answer("receipt.not_done", render.soft_wrap(line, 4, 4), *rest, reason)
        shown = receipts.problem_of(problem, problem.line or line, voice)
        # A problem may speak of some of the line: its writer is shown all of it.
        before = max(line.find(shown.line), 0)
        lines = [render.soft_wrap(line if shown.line in line else shown.line, 4, 4), *rest]
        if not rest and shown.column and before + shown.column > 1 and render.SOFT not in lines[0]:
            lines.append(f"    {' ' * (before + shown.column - 1)}^")
        lines.append(render.soft_wrap(render.sentence(voice, shown.why, shown.rule), 2))
        if isinstance(problem, Ambiguous):
            lines.append(self.paragraph("one_of_them"))
        elif shown.suggestions:
            lines.append(self.paragraph("did_you_mean", text=voice.listed(shown.suggestions[:6], "or")))
        if shown.copies:
            lines += [self.paragraph("to_copy"), *(f"    {order}" for order in shown.copies)]
        return self.answer("receipt.not_done", *lines)

    # ---- Who speaks

    def is_here(self) -> None:
        """The player has written: silence is forgotten, and a caretaker goes."""
        row = self.row
        if row.missed and seats.no_longer_offered(self.session, row, self.now):
            self.note_for(row, note("seat_kept"))
        if row.missed:
            row.missed = 0
        if row.status == "caretaker":
            row.status = "playing"
            self.note_for(row, note("caretaker_yours"))
            self.wait_again_for(row)
            words = note("caretaker_over", player=row.name, powers=row.powers)
            self.tell_all("caretaker", words, but_for=[row.number])
        self.session.add(row)

    def only_players(self) -> None:
        """:raises Declined: an observer wrote."""
        if not self.row.powers:
            raise Declined("request.only_players")

    def powers_named(self, name: str) -> list[Power]:
        """The seat's powers that a line is for: the one named before a colon, or all."""
        self.only_players()
        own = list(self.row.powers)
        if not name:
            return own
        named = self.names.find(MAJOR, name, own)
        if named not in own:
            raise Declined("request.not_yours", text=name)
        return [named]

    def speaker(self, name: str, word: str) -> Power:
        """Which of the seat's powers says a word: the one named before a colon, or the only one that can."""
        own = self.powers_named(name)
        talks = self.talks
        talking = [power for power in own if talks is not None and power in talks.powers]
        speaking = talking or own
        if len(speaking) > 1:
            raise Declined("request.which_power", power=speaking[0], text=word)
        return speaking[0]

    def seat_of(self, power: Power) -> SeatRow:
        return seats.seat_of_power(self.session, self.game, power)

    @property
    def clerk(self) -> Clerk:
        """:raises Declined: nobody negotiates in this game."""
        if self.sitting.clerk is None:
            raise Declined("request.no_window")
        return self.sitting.clerk

    def foreseen(self, seen: Preview) -> Preview:
        """A preview whose impulses are counted within the turn, as in everything that is told."""
        events = [event for line in seen.lines for event in line.events]
        before = impulses_before(row.memory for row in self.rows())
        known = learn(events, before, self.sitting.title.chapters)
        for line in seen.lines:
            line.events = [within_turn(event, known) for event in line.events]
        return seen

    # ---- Limits

    def use(self, what: str, most: int, *, amount: int = 1) -> None:
        """Count what makes others receive letters.

        :raises Declined: it is too much for a day.
        """
        self.talking.use(self.row, what, most, amount=amount)
