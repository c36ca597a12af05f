"""A game at the moderator's table: the position, what is held, and what a letter or a deadline brings.

A `Sitting` plays on a copy of the game: freshly loaded, or forked.  Lines are taken one after the other,
each read with the question that is open then; whatever was accepted stays accepted, so a refusal never tells
the outcome of an order that is not kept.  Nothing of a sitting counts before its steps are stored.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any, Protocol

from pbem.domain.windows import BY_STANDING, WindowPolicy, is_window
from pbem.errors import Illegal, OrderProblem, Unreadable
from pbem.orders import Names, parse_line, say
from rules import Engine, Event, Power, Question
from rules.core import errors as rules_errors

BY_MAIL, BY_DEADLINE = "mail", "deadline"
RUNAWAY = 100_000


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a letter, by its number there.  A doubtful one may be no more than a name below a closing."""

    number: int
    text: str
    doubtful: bool = False


@dataclass(frozen=True, slots=True)
class HeldLine:
    """A line that waits until its power is asked again.

    `checkpoint` is the beginning of the impulse (or phase) in which it was written; `letter` the letter.
    """

    line: str
    checkpoint: int
    letter: int | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """One answer that was taken: who gave it, in which words, and what came of it."""

    seq: int
    power: Power
    source: str
    words: str
    events: tuple[Event, ...]
    number: int | None = None
    """Its line in the letter; None for a line that was held, a window, or a deadline."""
    letter: int | None = None


@dataclass(frozen=True, slots=True)
class Failure:
    """The line at which a letter stopped."""

    power: Power
    number: int
    line: str
    problem: OrderProblem


@dataclass(frozen=True, slots=True)
class Dropped:
    """Held lines that are handed back, and why."""

    power: Power
    lines: tuple[str, ...]
    reason: OrderProblem


class Clerk(Protocol):
    """Knows what the players have settled among themselves before they are asked (`pbem.domain.ledger`)."""

    def keeps_waiting(self, engine: Engine[Any]) -> bool:
        """Whether nobody is to be asked now, because the powers still talk."""
        ...

    def answers(self, game: Any, waiting: Mapping[Power, Question[Any]]) -> dict[Power, Any]:
        """Answers to open questions that are settled."""
        ...

    def note(self, question: Question[Any], answer: Any) -> None:
        """An answer was given, by whomever."""
        ...


@dataclass(slots=True)
class Sitting:
    """What one letter, or one passed deadline, brings about."""

    engine: Engine[Any]
    names: Names
    policy: WindowPolicy
    held: dict[Power, list[HeldLine]] = field(default_factory=dict)
    opened: dict[Power, int] = field(default_factory=dict)
    """For each power that is asked, the log entry after which it was."""
    clerk: Clerk | None = None
    steps: list[Step] = field(default_factory=list)
    failed: Failure | None = None
    unread: list[str] = field(default_factory=list)
    """Lines after the failed one."""
    ignored: list[str] = field(default_factory=list)
    """Doubtful lines that were no orders."""
    dropped: list[Dropped] = field(default_factory=list)
    _began: int = 0
    _fresh: dict[Power, int] = field(default_factory=dict)
    """How many of a power's held lines, the first ones, are from the letter being taken."""
    _stuck: dict[Power, int] = field(default_factory=dict)
    """Powers whose first held line does not fit the question that was opened at this entry."""

    def __post_init__(self) -> None:
        self._began = self.engine.seq

    def fork(self) -> Sitting:
        """A copy on which to look ahead: what happens there does not happen here."""
        held = {power: list(lines) for power, lines in self.held.items()}
        clerk = deepcopy(self.clerk)
        return Sitting(self.engine.fork(), self.names, self.policy, held, dict(self.opened), clerk)

    # ---- What is asked

    def waiting(self) -> dict[Power, Question[Any]]:
        """The open questions; none while the powers talk with each other."""
        return {} if self.talking else self.engine.waiting()

    @property
    def talking(self) -> bool:
        """Whether the negotiation window is open."""
        return self.clerk is not None and self.clerk.keeps_waiting(self.engine)

    def held_from(self, letter: int) -> list[str]:
        """The lines of a letter that are held."""
        return [held.line for lines in self.held.values() for held in lines if held.letter == letter]

    def newly_asked(self) -> list[Power]:
        """Powers with a question that was not open before this sitting."""
        return [power for power in self.waiting() if self.opened[power] > self._began]

    # ---- What a sitting can do

    def take_lines(self, powers: Sequence[Power], lines: Sequence[Line], letter: int) -> None:
        """Carry out a seat's lines up to the first that is not accepted.

        When somebody else must decide first, the lines left are held, before those held already.
        """
        power = powers[0]
        for at, line in enumerate(lines):
            self.settle(but_for=powers)
            power, words = self._whose(powers, line.text, power)
            if self.engine.over:
                self._fail(powers, power, line, Unreadable("the game is over", line.text), lines[at + 1 :])
                break
            if power not in self.waiting() or self._fresh.get(power):
                self._hold(power, line, words, letter)
                continue
            try:
                self._answer_in_words(power, words, number=line.number, letter=letter)
            except OrderProblem as problem:
                if line.doubtful and not isinstance(problem, Illegal):
                    self.ignored.append(line.text)
                    continue
                self._fail(powers, power, line, problem, lines[at + 1 :])
                break
        self._fresh.clear()
        self.settle()

    def take_default(self, power: Power) -> None:
        """Answer for a power that was silent too long."""
        question = self.engine.question(power)
        self._submit(power, question.default(self.engine.game), BY_DEADLINE)
        self.settle()

    def take_answer(self, power: Power, answer: Any, source: str, words: str = "") -> None:
        """Take an answer that somebody else gives for a power: the moderator, or a caretaker."""
        self._submit(power, answer, source, words=words)
        self.settle()

    def drop_held(self, powers: Iterable[Power]) -> list[str]:
        """Forget the held lines of these powers, because their player says so."""
        return [held.line for power in powers for held in self.held.pop(power, [])]

    def settle(self, *, but_for: Sequence[Power] = ()) -> None:
        """Let the window policy and held lines answer what they can, until somebody must be asked."""
        for _ in range(RUNAWAY):
            if (
                not self._settle_windows()
                and not self._go_on_with_held(but_for)
                and not self._ask_the_clerk(but_for)
            ):
                return
        raise AssertionError(f"this game asks for ever: {self.engine.where()}")

    # ---- Inside

    def _whose(self, powers: Sequence[Power], line: str, last: Power) -> tuple[Power, str]:
        """Which of the seat's powers a line is for: named before a colon, or the one that is asked."""
        named, colon, rest = line.partition(":")
        if colon and len(powers) > 1:
            found = self.names.find("power", named, powers)
            if found is not None and found in powers:
                return found, rest.strip()
        asked = [power for power in (last, *powers) if power in self.waiting()]
        return (asked[0] if asked else last), line

    def _hold(self, power: Power, line: Line, words: str, letter: int) -> None:
        if line.doubtful:
            self.ignored.append(line.text)
            return
        fresh = self._fresh.get(power, 0)
        held = HeldLine(words, self.engine.snapshot.seq, letter)
        self.held.setdefault(power, []).insert(fresh, held)
        self._fresh[power] = fresh + 1

    def _answer_in_words(self, power: Power, words: str, *, number: int | None, letter: int | None) -> None:
        question = self.engine.question(power)
        try:
            answer = parse_line(words, question, self.engine.game, self.names)
        except LookupError:
            raise Unreadable("this question has no order language: ask the moderator", words) from None
        try:
            self._submit(power, answer, BY_MAIL, words=words, number=number, letter=letter)
        except rules_errors.Illegal as problem:
            raise Illegal(problem, words) from problem

    def _submit(
        self,
        power: Power,
        answer: Any,
        source: str,
        *,
        words: str = "",
        number: int | None = None,
        letter: int | None = None,
    ) -> None:
        question, before = self.engine.question(power), self.engine.open
        self.engine.submit(power, answer, source=source)
        if self.clerk is not None:
            self.clerk.note(question, answer)
        if self.engine.open is not before:  # the game went on: these are other questions
            self.opened = dict.fromkeys(self.engine.open, self.engine.seq)
        self.steps.append(
            Step(
                self.engine.seq,
                power,
                source,
                words or say(question, answer, self.names),
                tuple(self.engine.drain()),
                number,
                letter,
            )
        )

    def _settle_windows(self) -> bool:
        settled = False
        for power, question in self.waiting().items():
            if is_window(question) and (source := self.policy.passes(question, False)):
                self._submit(power, (), source)
                settled = True
        return settled

    def _ask_the_clerk(self, but_for: Sequence[Power]) -> bool:
        waiting = {power: question for power, question in self.waiting().items() if power not in but_for}
        answers = self.clerk.answers(self.engine.game, waiting) if self.clerk and waiting else {}
        for power, answer in answers.items():
            self._submit(power, answer, BY_STANDING)
        return bool(answers)

    def _go_on_with_held(self, but_for: Sequence[Power]) -> bool:
        for power in self.waiting():
            may_go_on = power not in but_for or self._fresh.get(power)
            if self.held.get(power) and may_go_on and self._stuck.get(power) != self.opened[power]:
                self._try_held(power)
                return True
        return False

    def _try_held(self, power: Power) -> None:
        first, *rest = self.held[power]
        try:
            self._answer_in_words(power, first.line, number=None, letter=first.letter)
        except Illegal as problem:
            self._hand_back(power, problem)
        except OrderProblem as problem:
            # Inside the impulse it was written for, a question may come between (losses, a retreat):
            # the line then waits for the next one.
            if first.checkpoint == self.engine.snapshot.seq:
                self._stuck[power] = self.opened[power]
            else:
                self._hand_back(power, problem)
        else:
            self.held[power] = rest
            self._fresh[power] = max(0, self._fresh.get(power, 0) - 1)

    def _fail(
        self, powers: Sequence[Power], power: Power, line: Line, problem: OrderProblem, rest: Sequence[Line]
    ) -> None:
        """Stop at a line.  Nothing more is done for the seat, not even what was held."""
        self.failed = Failure(power, line.number, line.text, problem)
        self.unread = [unread.text for unread in rest if not unread.doubtful]
        for own in powers:
            self._hand_back(own, problem)

    def _hand_back(self, power: Power, reason: OrderProblem) -> None:
        lines = tuple(held.line for held in self.held.pop(power, []))
        self._fresh.pop(power, None)
        if lines:
            self.dropped.append(Dropped(power, lines, reason))
