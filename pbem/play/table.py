"""A game at the moderator's table: the position, what waits there, and how one answer is given.

A `Table` works on a copy of the game: freshly loaded, or forked.  Nothing of it counts before its steps are
stored.  What is answered without asking is in `settling`, lines that wait in `held_lines`, the lines of a
letter in `letter_lines`; a `Sitting` puts them together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from pbem.errors import Illegal, Unreadable
from pbem.games import Game
from pbem.games.moments import IMPULSE as IMPULSE_MOMENT
from pbem.language import Names, parse_line, say
from pbem.language.grammar import Parser
from pbem.play.fates import Fate, heavier
from pbem.play.lines import BY_MAIL, Dropped, Failure, HeldLine, Line, Step
from pbem.play.outside_dice import Elsewhere
from pbem.play.parsers import parser_for
from pbem.play.preorders import PreOrders
from pbem.play.short_answers import takes_default
from pbem.play.standing.orders import StandingOrder, StandingOrders
from pbem.play.talks import Clerk
from pbem.play.windows import BY_PROVISIONAL, BY_STANDING, REWIND, WindowPolicy
from rules import Engine, Event, Power, Question, Rewound, Snapshot
from rules.core import errors as rules_errors
from rules.core.errors import RandomNeeded
from rules.core.flow import NEGOTIATION
from rules.core.log import LogEntry

Past: TypeAlias = Callable[[int], tuple[Snapshot, list[LogEntry]]]
"""The last snapshot at or before a log entry, and the log after it."""
NOT_PLAYERS = (BY_STANDING, BY_PROVISIONAL)
"""Where an answer comes from that nobody gave just now."""
ACTION_PHASE = "action"


@dataclass(frozen=True, slots=True)
class Stored:
    """What of a game is stored already when a sitting begins."""

    questions: Mapping[Power, int] = field(default_factory=dict)
    """For each power that is asked, the log entry after which it was."""
    holds_lines: bool = False
    snapshot: int | None = None
    """The log entry of the snapshot from which the game was loaded."""
    standing: tuple[StandingOrder, ...] = ()
    windows: tuple[tuple[Power, ...], int] = ((), 0)
    """Whose windows are open, and since which entry late responses count."""


@dataclass(slots=True)
class Table:
    """The game, what is held and written for it, and what has been done since it was loaded."""

    engine: Engine[Any]
    title: Game
    policy: WindowPolicy
    held: dict[Power, list[HeldLine]] = field(default_factory=dict)
    opened: dict[Power, int] = field(default_factory=dict)
    """For each power that is asked, the log entry after which it was."""
    clerk: Clerk | None = None
    standing: StandingOrders = field(default_factory=StandingOrders)
    preorders: PreOrders = field(default_factory=PreOrders)
    history: Callable[[int], Sequence[Event]] | None = None
    """The stored events that are told after a log entry, up to where this sitting began."""
    revocable: int = 0
    """Windows that passed provisionally after this log entry can still be answered."""
    waited_for: dict[Power, int] = field(default_factory=dict)
    """What its power has to answer itself, as in `opened`: it was asked before, or has written what did not
    do; or a window does not pass provisionally, because dice would fall at once."""
    past: Past | None = None
    """Where an earlier moment of the game is found; None: in the engine itself."""
    elsewhere: Elsewhere | None = None
    """Dice and draws that the moderator gives with an answer."""
    unthrown: list[tuple[RandomNeeded, str]] = field(default_factory=list)
    """Why the game stands still: dice that are thrown elsewhere, and that nobody has entered yet."""
    steps: list[Step] = field(default_factory=list)
    failed: Failure | None = None
    unread: list[str] = field(default_factory=list)
    """Lines after the failed one."""
    left: list[str] = field(default_factory=list)
    """The same as they are read: with the words of the moment that they are for."""
    ignored: list[str] = field(default_factory=list)
    """Doubtful lines that were no orders."""
    written: dict[int, str] = field(default_factory=dict)
    """Lines of the letter that hold several orders, by their numbers, as they were typed."""
    skipped: list[tuple[str, str]] = field(default_factory=list)
    """Lines whose condition did not hold."""
    passed_over: list[tuple[Power, str]] = field(default_factory=list)
    """The same of lines that were held, and whose they were."""
    dropped: list[Dropped] = field(default_factory=list)
    fates: dict[int, Fate] = field(default_factory=dict)
    """What became of the lines of a letter, by their numbers there."""
    ended: list[Power] = field(default_factory=list)
    """Whose impulses came to their end in this sitting."""
    began: int = 0
    """The last log entry before this sitting."""
    mover: Power | None = None
    """Whose impulse it was before this sitting."""
    stored: Stored = field(default_factory=Stored)
    finished: dict[Power, int] = field(default_factory=dict)
    """Powers whose impulse ended in this sitting, and when it had begun."""
    fresh: dict[Power, int] = field(default_factory=dict)
    """How many of a power's held lines, the first ones, are from the letter being taken."""
    stuck: dict[Power, int] = field(default_factory=dict)
    """Powers whose first held line does not fit the question that was opened at this entry."""
    next_line: dict[Power, str] = field(default_factory=dict)
    begun: int = 0
    """The line of a letter that was begun last, by its number."""
    """The next line of the letter being taken, by the powers that it may be for."""
    changed_hands: list[Power] = field(default_factory=list)
    """Powers without a seat of their own for which somebody else decides since a moment of this sitting."""

    def __post_init__(self) -> None:
        self.began = self.engine.seq
        self.mover = self.active()

    @property
    def names(self) -> Names:
        """The words of the game."""
        return self.title.names

    # ---- What is asked, and what waits

    def waiting(self) -> dict[Power, Question[Any]]:
        """The open questions; none while the powers talk with each other."""
        return {} if self.talking else self.engine.waiting()

    @property
    def talking(self) -> bool:
        """Whether the negotiation window is open."""
        return self.clerk is not None and self.clerk.keeps_waiting(self.engine)

    @property
    def coming(self) -> str:
        """The line of the letter that is being taken."""
        return next(iter(self.next_line.values()), "")

    def held_from(self, letter: int) -> list[str]:
        """The lines of a letter that are held."""
        held = [held.line for lines in self.held.values() for held in lines if held.letter == letter]
        later = [order for lines in self.preorders.lines.values() for order in lines]
        return [*held, *(order.marked for order in later if order.letter == letter)]

    def waiting_lines(self, power: Power) -> list[str]:
        """The lines that are held for a power, as they can be sent again."""
        return [held.line for held in self.held.get(power, [])]

    def newly_asked(self) -> list[Power]:
        """Powers with a question that was not open before this sitting."""
        return [power for power in self.waiting() if self.opened[power] > self.began]

    def active(self) -> Power | None:
        """Whose impulse it is."""
        power: Power | None = getattr(self.engine.game, "active_power", lambda: None)()
        return power

    def _plays_impulses(self) -> bool:
        """Whether powers have impulses now; in other phases, too, somebody may act, as in Luther's theses."""
        return getattr(self.engine.game, "phase", ACTION_PHASE) == ACTION_PHASE

    def acts(self, power: Power) -> bool:
        """Whether a power is asked for its next action."""
        return power in self.waiting() and self.engine.question(power).kind == "action"

    def begins(self, power: Power, moment: str) -> bool:
        """Whether a power is asked just now what this moment is about."""
        if power not in self.waiting():
            return False
        return self.title.moment_of(self.engine.question(power), self.engine.game) == moment

    def leave_to(self, power: Power) -> None:
        """No preset answers what a power is asked now: it has written something else, which did not do."""
        self.waited_for[power] = self.opened[power]

    def told_since(self, seq: int) -> Sequence[Event]:
        """All events after a log entry that still count, those of this sitting included."""
        back = [entry for entry in self.engine.log if isinstance(entry, Rewound)]
        own = [
            event
            for step in self.steps
            if step.seq > seq and not any(entry.to < step.seq < entry.seq for entry in back)
            for event in step.events
        ]
        return [*(self.history(seq) if self.history else ()), *own]

    def parser(self, power: Power) -> Parser[Any]:
        """What reads the answer to a power's question.

        :raises LookupError: no grammar says how its answers are written.
        """
        return parser_for(self.engine, power, self.names)

    # ---- Giving an answer

    def answer_in_words(
        self,
        power: Power,
        words: str,
        *,
        number: int | None,
        letter: int | None,
        typed: str = "",
        moment: str = "",
    ) -> None:
        """Read words as the answer of a power to its question, and give it.

        :raises OrderProblem: they are no answer, or the rules forbid it; nothing has changed.
        """
        question = self.engine.question(power)
        try:
            if takes_default(words):
                answer = question.default(self.engine.game)
                words = say(question, answer, self.names)
            else:
                answer = parse_line(words, question, self.engine.game, self.names, self.parser(power))
        except LookupError:
            raise Unreadable("question.no_language", words) from None
        try:
            shown = typed or words
            self.submit(power, answer, BY_MAIL, words=shown, number=number, letter=letter, moment=moment)
        except rules_errors.Illegal as problem:
            raise Illegal(problem, words) from problem
        except rules_errors.ThrownElsewhere as stop:
            self.unthrown.append((stop, f"; {power}: {words}"))
            refusal = rules_errors.Illegal("dice.thrown_elsewhere", count=stop.count, reason=stop.reason)
            raise Illegal(refusal, words) from stop

    def respond(self, power: Power, answer: Any, words: str, number: int, letter: int) -> None:
        """Take a card that was played in a window in these words."""
        self.submit(power, answer, BY_MAIL, words=words, number=number, letter=letter)

    def submit(
        self,
        power: Power,
        answer: Any,
        source: str,
        *,
        words: str = "",
        number: int | None = None,
        letter: int | None = None,
        moment: str = "",
    ) -> None:
        """Give the answer of a power, and note what came of it."""
        question, before = self.engine.question(power), self.engine.open
        if self.begins(power, IMPULSE_MOMENT):
            self.preorders.impulse_begins(power)
        active, checkpoint = self.active(), self.engine.snapshot.seq
        impulses = self._plays_impulses()
        self.revocable, thrown = self._closed_by(power, source), self.engine.game.dice.used
        controlled = self.title.controlled(self.engine.game)
        submit = self.elsewhere.submit if self.elsewhere else Engine.submit
        submit(self.engine, power, answer, source=source)
        self._forget_former_masters(controlled)
        if self.clerk is not None:
            self.clerk.note(question, answer)
        if self.engine.open is not before:  # the game went on: these are other questions
            self.opened = dict.fromkeys(self.engine.open, self.engine.seq)
        ended = active is not None and self.active() != active  # windows may still be open behind it
        if active and (ended or checkpoint != self.engine.snapshot.seq):
            self.finished[active] = checkpoint
        if active and ended and impulses:
            self.ended.append(active)
        meaning = say(question, answer, self.names)
        events = tuple(self.engine.drain())
        forfeited = getattr(question, "cp", 0) if self.title.ends_impulse(meaning) else 0
        words = words or meaning
        seq = self.engine.seq
        step = Step(seq, power, source, words, events, number, letter, meaning, forfeited, moment)
        self.steps.append(step)
        self.note(number, Fate.DONE)
        if self.takes_late_responses and _has_taught(step, thrown, self.engine):
            self.revocable = self.engine.seq  # nobody decides again what the dice or a card has told

    def _forget_former_masters(self, before: Mapping[Power, Power]) -> None:
        """What somebody ordered for a power that he controlled counts no more when another one does."""
        now = self.title.controlled(self.engine.game)
        for power in [power for power in before if now.get(power) != before[power]]:
            self.drop_held([power])
            self.standing.cancel(power, None)
            self.standing.declare(power, is_open=False)
            self.changed_hands.append(power)

    def _closed_by(self, power: Power, source: str) -> int:
        """Up to which log entry windows are closed for good, once this answer is given.

        An answer to a question that others saw waiting closes all windows before it; those of the active
        power to its own next action only those of earlier impulses.
        """
        if self.clerk is not None and self.engine.question(power).pace == NEGOTIATION:
            # Everybody had the time of the talks to respond: nothing goes back behind what they agreed on.
            return max(self.revocable, self.engine.seq)
        waited_for = self.opened.get(power, self.began) <= self.began
        if not waited_for or source in NOT_PLAYERS:
            return self.revocable
        last = min(self.began, self.engine.snapshot.seq) if power == self.active() else self.began
        return max(self.revocable, last)

    @property
    def takes_late_responses(self) -> bool:
        """Whether a window that has passed can be answered in this game at all (`late_responses`)."""
        return self.policy.name == REWIND

    # ---- Going back, and forgetting

    def set_back(
        self, engine: Engine[Any], to: int, told: Event, undone: Sequence[tuple[Power, str]]
    ) -> None:
        """Stand at an earlier moment, with what was ordered since held again (see `late_responses`)."""
        self.engine = engine
        self.opened = dict.fromkeys(engine.open, engine.seq)
        self.stuck.clear()
        self.standing.go_back(to)
        if self.clerk is not None:
            self.clerk.go_back(to)
        self.steps.append(Step(engine.seq, "", "", "", (told,)))
        for power, words in reversed(undone):
            if words:
                self.held.setdefault(power, []).insert(0, HeldLine(words, engine.snapshot.seq))

    def drop_held(self, powers: Iterable[Power]) -> list[str]:
        """Forget the held lines of these powers, because their player says so."""
        gone: list[str] = []
        for power in powers:
            gone += [held.line for held in self.held.pop(power, [])]
            gone += [order.marked for order in self.preorders.lines.pop(power, [])]
        return gone

    # ---- What becomes of lines

    def note(self, number: int | None, fate: Fate) -> None:
        """What became of a line of the letter, or of a part of it."""
        if number is not None:
            self.fates[number] = heavier(self.fates.get(number), fate)

    def ignore(self, line: Line, fate: Fate = Fate.FURNITURE) -> None:
        """A line turned out to be no order."""
        self.ignored.append(line.told)
        self.note(line.number, fate)

    def skip(self, line: Line, why: str = "") -> None:
        """An order need not be given any more."""
        self.skipped.append((line.text, why))
        self.note(line.number, Fate.NOT_NEEDED)


def _has_taught(step: Step, thrown: int, engine: Engine[Any]) -> bool:
    """Whether an answer has brought what nobody could know: dice, a draw, a secret that was shown."""
    return engine.game.dice.used != thrown or any(not event.visible_to(None) for event in step.events)
