"""A game at the moderator's table: the position, what is held, and what a letter or a deadline brings.

A `Sitting` plays on a copy of the game: freshly loaded, or forked.  Lines are taken one after the other,
each read with the question that is open then; whatever was accepted stays accepted, so a refusal never tells
the outcome of an order that is not kept.  Nothing of a sitting counts before its steps are stored.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, replace
from itertools import islice, takewhile
from typing import Any

from pbem.errors import Illegal, OrderProblem, Unreadable
from pbem.games import Game
from pbem.games.facts import OWN_WINDOWS
from pbem.games.moments import IMPULSE as IMPULSE_MOMENT
from pbem.games.moments import TALKS
from pbem.language import Names, expand, parse_line, parted, say
from pbem.language.several import is_action
from pbem.language.voice import question_key
from pbem.language.words import MOST_CHARACTERS
from pbem.play import late_responses as rewind
from pbem.play.budget import MOST_HELD, MOST_ORDERS, Budget
from pbem.play.conditions import all_orders, decide, is_conditional, read_branch, situation_of
from pbem.play.fates import Fate, heavier
from pbem.play.free_lines import (
    check_all,
    is_question,
    is_struck,
    or_proposed,
    proposed,
    read_as,
    refused,
    weigh,
    without_question,
)
from pbem.play.lines import Dropped, Failure, HeldLine, Line, Step
from pbem.play.moments import NOW, marked, moment_in, taken_back
from pbem.play.outside_dice import Elsewhere
from pbem.play.preorders import PreOrder, PreOrders, situation_since, terms_of
from pbem.play.scopes import is_open
from pbem.play.short_answers import passes_out, takes_default
from pbem.play.standing.orders import Given, StandingOrder, StandingOrders
from pbem.play.talks import Clerk
from pbem.play.whose_line import is_bare, is_reply, said_to, whose, without_name
from pbem.play.windows import BY_PROVISIONAL, BY_STANDING, STANDING, WindowPolicy, is_window
from rules import Engine, Event, Power, Question, Rewound
from rules.core import errors as rules_errors
from rules.core.errors import RandomNeeded
from rules.core.flow import IMPULSE
from rules.core.windows import Respond

BY_MAIL, BY_DEADLINE = "mail", "deadline"
RUNAWAY = 100_000


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
class Sitting:
    """What one letter, or one passed deadline, brings about."""

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
    """Windows that do not pass provisionally, because dice would fall at once: as in `opened`."""
    past: rewind.Past | None = None
    """Where an earlier moment of the game is found; None: in the engine itself."""
    elsewhere: Elsewhere | None = None
    """Dice and draws that the moderator gives with an answer."""
    unthrown: list[tuple[RandomNeeded, str]] = field(default_factory=list)
    """Why the game stands still: dice that are thrown elsewhere, and that nobody has entered yet."""
    steps: list[Step] = field(default_factory=list)
    failed: Failure | None = None
    unread: list[str] = field(default_factory=list)
    """Lines after the failed one."""
    ignored: list[str] = field(default_factory=list)
    """Doubtful lines that were no orders."""
    skipped: list[str] = field(default_factory=list)
    """Lines whose condition did not hold."""
    dropped: list[Dropped] = field(default_factory=list)
    fates: dict[int, Fate] = field(default_factory=dict)
    """What became of the lines of a letter, by their numbers there."""
    ended: list[Power] = field(default_factory=list)
    """Whose impulses came to their end in this sitting."""
    began: int = 0
    """The last log entry before this sitting."""
    stored: Stored = field(default_factory=Stored)
    _finished: dict[Power, int] = field(default_factory=dict)
    """Powers whose impulse ended in this sitting, and when it had begun."""
    _fresh: dict[Power, int] = field(default_factory=dict)
    """How many of a power's held lines, the first ones, are from the letter being taken."""
    _stuck: dict[Power, int] = field(default_factory=dict)
    """Powers whose first held line does not fit the question that was opened at this entry."""
    _coming: dict[Power, str] = field(default_factory=dict)
    """The next line of the letter being taken, by the powers that it may be for."""
    _rewritten: set[tuple[Power, str]] = field(default_factory=set)
    """For which powers and moments the letter being taken has written anew."""
    _begun: set[tuple[Power, str]] = field(default_factory=set)
    """And for which its lines answer at once, since the moment is here."""
    _replied_to: list[str] = field(default_factory=list)
    """The names of the questions that were open when the letter came."""

    def __post_init__(self) -> None:
        self.began = self.engine.seq

    @property
    def names(self) -> Names:
        """The words of the game."""
        return self.title.names

    def fork(self) -> Sitting:
        """A copy on which to look ahead: what happens there does not happen here."""
        held = {power: list(lines) for power, lines in self.held.items()}
        clerk = deepcopy(self.clerk)
        standing = StandingOrders(list(self.standing.orders), list(self.standing.open_windows))
        fork = Sitting(
            self.engine.fork(),
            self.title,
            self.policy,
            held,
            dict(self.opened),
            clerk,
            standing,
            self.preorders.copy_for(),
            self.told_since,
            self.revocable,
        )
        return fork

    # ---- What is asked

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
        return next(iter(self._coming.values()), "")

    def held_from(self, letter: int) -> list[str]:
        """The lines of a letter that are held."""
        held = [held.line for lines in self.held.values() for held in lines if held.letter == letter]
        later = [order for lines in self.preorders.lines.values() for order in lines]
        return [*held, *(order.marked for order in later if order.letter == letter)]

    def waiting_lines(self, power: Power) -> list[str]:
        """The lines that are held for a power, as they can be sent again; those for later moments last."""
        later = [order.marked for order in self.preorders.of(power)]
        return [*(held.line for held in self.held.get(power, [])), *later]

    def newly_asked(self) -> list[Power]:
        """Powers with a question that was not open before this sitting."""
        return [power for power in self.waiting() if self.opened[power] > self.began]

    # ---- What a sitting can do

    def take_lines(
        self, powers: Sequence[Power], lines: Sequence[Line], letter: int, budget: Budget | None = None
    ) -> None:
        """Carry out a seat's lines up to the first that is not accepted, or for which there is no time.

        When somebody else must decide first, the lines left are held, before those held already.
        """
        budget = budget or Budget()
        taken = 0
        queue = deque(_parted(lines, self.title, budget))
        self._rewritten.clear()
        self._begun.clear()
        self._replied_to = [question_key(q) for power, q in self.waiting().items() if power in powers]
        self._finished.clear()
        power = powers[0]
        while queue:
            line = queue[0]
            self._coming = {
                own: words
                for own in powers
                if not is_question(line.text) and (words := said_to(own, powers, line.text, self.names))
            }
            self.settle(but_for=powers)
            power, words = whose(powers, line.text, list(self.waiting()), power, self.names)
            try:
                if self.engine.over:
                    raise Unreadable("game.over", line.text)
                budget.check(line.text)
                if taken == MOST_ORDERS:
                    raise Unreadable("letter.too_many_orders", line.text, count=MOST_ORDERS)
                taken += 1
                self._take_line(power, words, queue, letter)
            except OrderProblem as problem:
                queue.popleft()
                if self._is_chat_around(line, queue, problem):
                    self._ignore(line, Fate.CHAT)
                    continue
                if not line.doubtful or isinstance(problem, Illegal):
                    self._fail(powers, power, line, problem, queue)
                    break
                self._ignore(line)
        self._fresh.clear()
        self._coming.clear()
        self.settle()

    def _take_line(self, power: Power, words: str, queue: deque[Line], letter: int) -> None:
        """Take the first line of a letter out of the queue: answer with it, or hold it."""
        line = queue[0]
        if is_question(line.whole):
            raise self._only_asked(power, line.whole, "line.question")
        if is_struck(line.whole):
            raise Unreadable("line.struck_out", line.whole)
        after = next((one for one in queue if one.number != line.number), None)
        if after is not None and line.part == 0 and self.title.free_words.takes_back(after.whole):
            raise self._only_asked(power, after.whole, "line.taken_back")
        if moment := taken_back(words):
            if not self.preorders.forget(power, moment):
                raise Unreadable("preorder.none", words)
            self._note(line.number, Fate.REQUEST)
            queue.popleft()
            return
        if found := moment_in(words):
            moment, _, words = found
            if not words:
                raise Unreadable("preorder.nothing", line.text)
            if moment == TALKS:
                raise Unreadable("preorder.talks", line.text)
            if self._begins(power, moment):
                self._begun.add((power, moment))
            if moment != NOW and (power, moment) not in self._begun:
                self._keep(power, moment, words, line, letter)
                queue.popleft()
                return
            queue[0] = line = replace(line, text=words)
        if power in self._finished and not self._acts(power):
            if self.title.ends_impulse(words):
                self._skip(line)  # the CP were spent: its impulse was over without saying so
                queue.popleft()
                return
            if is_action(words):
                raise Unreadable("impulse.over", words)
            if is_conditional(words) and all(
                self.title.ends_impulse(order) or is_action(order) for order in all_orders(words, self.names)
            ):
                self._skip(line, " (your impulse was over)")
                queue.popleft()
                return
        if power not in self.waiting() or self._fresh.get(power):
            if line.fleeting and not any(is_window(question) for question in self.waiting().values()):
                self._skip(line)  # what it was for need not be asked
                queue.popleft()
                return
            if not rewind.respond_late(self, power, words, line.number, letter):
                if not found and not line.doubtful and self._is_unbound(words, line, letter):
                    raise Unreadable("line.bare", words)  # it would answer what nobody has asked yet
                self._hold(power, line, words, letter)
            queue.popleft()
            return
        if is_conditional(words):
            self._take_branches(power, queue, letter)
            return
        if passes_out(words) and self._begins(power, IMPULSE_MOMENT):
            self._answer_in_words(power, "pass", number=line.number, letter=letter)
            self.standing.pass_this_turn(power, self.title, self.engine.game, letter)
            queue.popleft()
            return
        words, *answers = parted(words, self.engine.question(power), self.engine.game, self.names)
        more = [one.text for one in islice(queue, 1, None) if one.number == line.number and one.part]
        if answers:
            queue.insert(1, replace(line, text=answers[0], part=1))
        try:
            if not line.read and line.part == 0 and (answers or more):
                check_all(self.engine, self.title, power, line, [*answers, *more])
            self._answer_in_words(power, words, typed=line.shown, number=line.number, letter=letter)
        except Illegal as problem:
            raise or_proposed(problem, line, self.engine, self.title, power) from None
        except OrderProblem as problem:
            if answers:
                del queue[1]
            if line.fleeting:
                self._skip(line)  # what it was for need not be asked
                queue.popleft()
                return
            refusal = self._read_freely(power, line, queue, problem)
            if refusal is None:
                return
            if rewind.respond_late(self, power, words, line.number, letter):
                queue.popleft()
                return
            # A question that came up on the way (losses, a retreat) is not what the line was written for.
            if not self._came_up(power):
                raise refusal from None
            if self._ask_standing(only=power):
                return
            self._hold(power, line, words, letter)
        queue.popleft()

    def _is_unbound(self, words: str, line: Line, letter: int) -> bool:
        """Whether a line would answer what nobody has asked yet; a name may belong to the order before it."""
        if line.read or not is_bare(words, self.names):
            return False
        return is_reply(words) or not any(step.letter == letter for step in self.steps)

    def _read_freely(
        self, power: Power, line: Line, queue: deque[Line], problem: OrderProblem
    ) -> OrderProblem | None:
        """Put what a line in free words means at the head of the queue; or say what it may mean.

        A line that was parted is read as a whole, unless some of it has been done already.
        """
        whole = line.whole if line.part == 0 else line.text
        found = weigh(self.engine, self.title, power, without_name(power, whole, self.names))
        if not found.orders or found.orders == (line.text,):
            return refused(problem, found, whole, self.engine, self.title, power)
        queue.popleft()
        while line.part == 0 and queue and queue[0].number == line.number and queue[0].typed == line.typed:
            queue.popleft()
        queue.extendleft(reversed(read_as(line, whole, found)))
        return None

    def _only_asked(self, power: Power, words: str, code: str) -> OrderProblem:
        """A line that must not act comes back as the order that it would be."""
        plain = without_name(power, without_question(words), self.names)
        orders = proposed(self.engine, self.title, power, plain) if power in self.waiting() else []
        return Unreadable(code, words, proposals=orders)

    def _is_chat_around(self, line: Line, queue: deque[Line], problem: OrderProblem) -> bool:
        """Whether a line that nobody understands is only chat, above the orders of a letter or below them."""
        if not isinstance(problem, Unreadable) or problem.proposals or bool(self.steps) == bool(queue):
            return False
        return not is_question(line.whole) and self.title.free_words.is_chat(line.whole)

    def _begins(self, power: Power, moment: str) -> bool:
        """Whether a power is asked just now what this moment is about."""
        if power not in self.waiting():
            return False
        return self.title.moment_of(self.engine.question(power), self.engine.game) == moment

    def _keep(self, power: Power, moment: str, words: str, line: Line, letter: int) -> None:
        """Keep a line for its moment; what an earlier letter said for the same moment is replaced."""
        if line.doubtful:
            self._ignore(line)
            return
        if len(words) > MOST_CHARACTERS:
            raise Unreadable("line.too_long", f"{words[:80]}...")
        if len(self.preorders.of(power)) >= MOST_HELD:
            raise Unreadable("held.too_many", words, count=MOST_HELD)
        terms_of([words], self.names)  # a condition that nobody understands is told at once
        if (power, moment) not in self._rewritten:
            self.preorders.forget(power, moment)
            self._rewritten.add((power, moment))
        until = self.title.turn_of_moment(moment, self.engine.game)
        self.preorders.keep(power, PreOrder(words, moment, self.engine.seq, until, letter))
        self._note(line.number, Fate.PLANNED)

    def _came_up(self, power: Power) -> bool:
        """Whether a power's question was not there when its letter came, and is not the next action."""
        question = self.engine.question(power)
        return (
            self.opened[power] > self.began
            and question.pace != IMPULSE
            and question_key(question) not in self._replied_to
        )

    def _take_branches(self, power: Power, queue: deque[Line], letter: int) -> None:
        """Lines with conditions that follow each other are decided together, or held together."""
        chain = list(
            takewhile(lambda line: is_conditional(without_name(power, line.text, self.names)), queue)
        )
        branches = [read_branch(without_name(power, line.text, self.names), self.names) for line in chain]
        orders = decide(branches, situation_of(self.engine, power))
        for _ in chain:
            queue.popleft()
        if orders is None:
            for line in chain:
                self._hold(power, line, without_name(power, line.text, self.names), letter)
            return
        queue.extendleft(replace(chain[0], text=order) for order in reversed(orders))
        for line in chain[1:] if orders else chain:
            self._note(line.number, Fate.NOT_NEEDED)
        if not orders:
            self.skipped += [line.text for line in chain]

    def take_default(self, power: Power) -> None:
        """Answer for a power that was silent too long."""
        question = self.engine.question(power)
        self._submit(power, question.default(self.engine.game), BY_DEADLINE)
        self.settle()

    def take_answer(self, power: Power, answer: Any, source: str, words: str = "") -> None:
        """Take an answer that somebody else gives for a power: the moderator, or a caretaker."""
        self._submit(power, answer, source, words=words)
        self.settle()

    def respond(self, power: Power, answer: Any, words: str, number: int, letter: int) -> None:
        """Take a card that was played in a window in these words."""
        self._submit(power, answer, BY_MAIL, words=words, number=number, letter=letter)

    def set_back(
        self, engine: Engine[Any], to: int, told: Event, undone: Sequence[tuple[Power, str]]
    ) -> None:
        """Stand at an earlier moment, with what was ordered since held again (see `late_responses`)."""
        self.engine = engine
        self.opened = dict.fromkeys(engine.open, engine.seq)
        self._stuck.clear()
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

    def settle(self, *, but_for: Sequence[Power] = ()) -> None:
        """Let the window policy and held lines answer what they can, until somebody must be asked."""
        try:
            self._settle(but_for)
        except rules_errors.ThrownElsewhere as stop:
            if self.elsewhere is not None:
                raise  # the moderator is there, and can enter them
            self.unthrown.append((stop, ""))

    def _settle(self, but_for: Sequence[Power]) -> None:
        for _ in range(RUNAWAY):
            if (
                not self._settle_windows()
                and not self._begin_moments(but_for)
                and not self._go_on_with_held(but_for)
                and not self._ask_the_clerk(but_for)
                and not self._ask_standing(but_for)
            ):
                self.standing.review(self.engine.game, final=self._final())
                if self.preorders.lines:
                    self.preorders.review(self.title.turn(self.engine.game))
                return
        raise AssertionError(f"this game asks for ever: {self.engine.where()}")

    # ---- Inside

    def _hold(self, power: Power, line: Line, words: str, letter: int) -> None:
        if line.doubtful:
            self._ignore(line)
            return
        if not line.read and self.title.free_words.is_chat(line.whole):
            self._ignore(line, Fate.CHAT)
            return
        if is_conditional(words):
            read_branch(words, self.names)  # a condition that nobody understands is told at once
        if len(words) > MOST_CHARACTERS:
            raise Unreadable("line.too_long", f"{words[:80]}...")
        if len(self.held.get(power, ())) >= MOST_HELD:
            raise Unreadable("held.too_many", words, count=MOST_HELD)
        fresh = self._fresh.get(power, 0)
        held = HeldLine(words, self.engine.snapshot.seq, letter)
        self.held.setdefault(power, []).insert(fresh, held)
        self._fresh[power] = fresh + 1
        self._note(line.number, Fate.HELD)

    def _note(self, number: int | None, fate: Fate) -> None:
        """What became of a line of the letter, or of a part of it."""
        if number is not None:
            self.fates[number] = heavier(self.fates.get(number), fate)

    def _ignore(self, line: Line, fate: Fate = Fate.FURNITURE) -> None:
        self.ignored.append(line.text)
        self._note(line.number, fate)

    def _skip(self, line: Line, why: str = "") -> None:
        self.skipped.append(line.text + why)
        self._note(line.number, Fate.NOT_NEEDED)

    def _answer_in_words(
        self, power: Power, words: str, *, number: int | None, letter: int | None, typed: str = ""
    ) -> None:
        question = self.engine.question(power)
        try:
            if takes_default(words):
                answer = question.default(self.engine.game)
                words = say(question, answer, self.names)
            else:
                answer = parse_line(words, question, self.engine.game, self.names)
        except LookupError:
            raise Unreadable("question.no_language", words) from None
        try:
            self._submit(power, answer, BY_MAIL, words=typed or words, number=number, letter=letter)
        except rules_errors.Illegal as problem:
            raise Illegal(problem, words) from problem
        except rules_errors.ThrownElsewhere as stop:
            self.unthrown.append((stop, f"; {power}: {words}"))
            refusal = rules_errors.Illegal("dice.thrown_elsewhere", count=stop.count, reason=stop.reason)
            raise Illegal(refusal, words) from stop

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
        if self._begins(power, IMPULSE_MOMENT):
            self.preorders.impulse_begins(power)
        active, checkpoint = self._active(), self.engine.snapshot.seq
        self.revocable, thrown = rewind.closed_by(self, power, source), self.engine.game.dice.used
        submit = self.elsewhere.submit if self.elsewhere else Engine.submit
        submit(self.engine, power, answer, source=source)
        if self.clerk is not None:
            self.clerk.note(question, answer)
        if self.engine.open is not before:  # the game went on: these are other questions
            self.opened = dict.fromkeys(self.engine.open, self.engine.seq)
        if active and checkpoint != self.engine.snapshot.seq:
            self._finished[active] = checkpoint
        if active and self._active() != active:
            self.ended.append(active)
        meaning = say(question, answer, self.names)
        events = tuple(self.engine.drain())
        forfeited = getattr(question, "cp", 0) if self.title.ends_impulse(meaning) else 0
        words = words or meaning
        step = Step(self.engine.seq, power, source, words, events, number, letter, meaning, forfeited)
        self.steps.append(step)
        self._note(number, Fate.DONE)
        if rewind.allows(self) and rewind.has_taught(step, thrown, self.engine):
            self.revocable = self.engine.seq  # nobody decides again what the dice or a card has told

    def _drop_ends(self) -> None:
        """Where an impulse is over, a line that was held to say so must not end, or pass, the next one.

        What was written for this impulse alone, before it came, is handed back.
        """
        for power, checkpoint in self._finished.items():
            held = self.held.get(power, [])
            if held and held[0].checkpoint == checkpoint and self.title.ends_impulse(held[0].line):
                held = self.held[power] = held[1:]
                self._fresh[power] = max(0, self._fresh.get(power, 0) - 1)
        for power, held in self.held.items():
            late = [line for line in held if line.moment and line.checkpoint != self.engine.snapshot.seq]
            if late:
                self.held[power] = [line for line in held if line not in late]
                lines = tuple(line.line for line in late if not self.title.ends_impulse(line.line))
                if lines:
                    self.dropped.append(Dropped(power, lines, Unreadable("impulse.over", lines[0])))

    def _active(self) -> Power | None:
        power: Power | None = getattr(self.engine.game, "active_power", lambda: None)()
        return power

    def _acts(self, power: Power) -> bool:
        """Whether a power is asked for its next action."""
        return power in self.waiting() and self.engine.question(power).kind == "action"

    def _settle_windows(self) -> bool:
        return any(
            self._answer_window(power, question)
            for power, question in self.waiting().items()
            if is_window(question)
        )

    def _answer_window(self, power: Power, question: Respond) -> bool:
        """Answer a window by a line that plays a card in it, by a standing order, or as the policy says."""
        coming, held = self._coming.get(power, ""), self._held_here(power)
        if coming and self._is_response(coming, question):
            return False  # the letter itself answers, next
        if held and self._is_response(held, question):
            self._try_held(power)
            return True
        if given := self.standing.answer(question, self.engine.game, self.title):
            self._give(given)
            return True
        source = self.policy.passes(question, self._is_open(question), self.title)
        if not source and (coming or held) and self._passes_by_going_on(question):
            source = BY_STANDING  # whoever goes on with his impulse has no response to himself
        if source == BY_PROVISIONAL and self.waited_for.get(power) == self.opened[power]:
            return False
        if source:
            self._submit(power, (), source)
        if source == BY_PROVISIONAL and self.revocable == self.engine.seq:
            rewind.wait_after_all(self)
        return bool(source)

    def _passes_by_going_on(self, question: Respond) -> bool:
        """Whether a letter that orders on says thereby that no card is played here.

        In a fight of its own impulse a power plays its cards in the line after the attack, unless it has
        declared all its windows open.
        """
        if question.window in self.title.passed_by_going_on:
            return True
        fights = self.title.in_scope(OWN_WINDOWS, "", question, self.engine.game)
        all_open = question.power in self.standing.open_windows
        return fights and question.power == self._active() and not all_open and self.policy.name == STANDING

    def _is_open(self, question: Respond) -> bool:
        """Whether a power has declared this window open."""
        return is_open(self.standing.open_windows, question, self.engine.game, self.title)

    def _held_here(self, power: Power) -> str:
        """The first line that a power has held in this impulse."""
        held = self.held.get(power)
        return held[0].line if held and held[0].checkpoint == self.engine.snapshot.seq else ""

    def _is_response(self, words: str, question: Respond) -> bool:
        """Whether a line plays a card in this window, or passes in so many words."""
        if words.strip(" .!").lower() in ("pass", "no response", "no card"):
            return not self.policy.passes(question, self._is_open(question), self.title)
        if not rewind.names_a_card(words):
            return False
        try:
            return bool(parse_line(words, question, self.engine.game, self.names))
        except OrderProblem:
            return False

    def _ask_standing(self, but_for: Sequence[Power] = (), *, only: Power | None = None) -> bool:
        """Let standing orders answer a question that is no window."""
        for power, question in self.waiting().items():
            if power in but_for or is_window(question) or only not in (None, power):
                continue
            if given := self.standing.answer(question, self.engine.game, self.title):
                self._give(given)
                return True
        return False

    def _give(self, given: Given) -> None:
        """Give a standing order's answer; the orders that follow it are held."""
        order = given.order
        self._submit(order.power, given.answer, BY_STANDING)
        self.standing.mark_used(order, self.engine.log[-1].seq)
        if order.then:
            follow = [HeldLine(line, self.engine.snapshot.seq) for line in order.then]
            self.held[order.power] = [*follow, *self.held.get(order.power, [])]

    def _final(self) -> int | None:
        """Up to which log entry nothing can be set back by a late response; None: nothing can at all."""
        return self.revocable if rewind.allows(self) else None

    def _ask_the_clerk(self, but_for: Sequence[Power]) -> bool:
        waiting = {power: question for power, question in self.waiting().items() if power not in but_for}
        answers = self.clerk.answers(self.engine.game, waiting) if self.clerk and waiting else {}
        for power, answer in answers.items():
            self._submit(power, answer, BY_STANDING)
        return bool(answers)

    def _begin_moments(self, but_for: Sequence[Power]) -> bool:
        """Where a power is asked what it has written orders for, they become its next lines, or stop."""
        for power, question in self.waiting().items():
            moment = self.title.moment_of(question, self.engine.game)
            block = self.preorders.of(power, moment) if moment and power not in but_for else []
            if not block:
                continue
            events = self.told_since(min(order.since for order in block))
            situation = situation_since(power, self.engine.game, events)
            begun = self.preorders.begin(power, moment, situation, self.title)
            if begun is not None:
                terms, orders = begun
                now = self.engine.snapshot.seq
                lines = [HeldLine(line, now, orders[0].letter, moment) for line in terms.orders]
                self.held[power] = [*lines, *self.held.get(power, [])]
            return True
        return False

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

    def _go_on_with_held(self, but_for: Sequence[Power]) -> bool:
        self._drop_ends()
        for power in self.waiting():
            may_go_on = power not in but_for or self._fresh.get(power)
            may_go_on = may_go_on and not is_window(self.engine.question(power))
            if self.held.get(power) and may_go_on and self._stuck.get(power) != self.opened[power]:
                self._try_held(power)
                return True
        return False

    def _try_held(self, power: Power) -> None:
        first, *rest = self.held[power]
        if is_conditional(first.line):
            self._try_branches(power)
            return
        line, *answers = parted(first.line, self.engine.question(power), self.engine.game, self.names)
        if answers:
            self.held[power] = [replace(first, line=line), *(replace(first, line=a) for a in answers), *rest]
            self._fresh[power] = self._fresh.get(power, 0) + bool(self._fresh.get(power))
            first, *rest = self.held[power]
        try:
            self._answer_in_words(power, first.line, number=None, letter=first.letter)
        except Illegal as problem:
            self._hand_back(power, problem)
        except OrderProblem as problem:
            found = weigh(self.engine, self.title, power, first.line)
            if found.orders and first.line not in found.orders:
                self.held[power] = [*(replace(first, line=order) for order in found.orders), *rest]
                self._fresh[power] = self._fresh.get(power, 0) + (
                    len(found.orders) - 1 if self._fresh.get(power) else 0
                )
                return
            # Inside the impulse it was written for, a question may come between (losses, a retreat):
            # the line then waits for the next one.
            if first.checkpoint == self.engine.snapshot.seq or self._others_act(power):
                self._stuck[power] = self.opened[power]
            else:
                self._hand_back(power, problem)
        else:
            self.held[power] = rest
            self._fresh[power] = max(0, self._fresh.get(power, 0) - 1)

    def _others_act(self, power: Power) -> bool:
        """Whether it is another power's impulse: lines for the own one wait for it."""
        return self._active() not in (None, power)

    def _try_branches(self, power: Power) -> None:
        """The same for lines with conditions: they become the orders that count, or wait."""
        held = self.held[power]
        chain = list(takewhile(lambda line: is_conditional(line.line), held))
        branches = [read_branch(line.line, self.names) for line in chain]
        orders = decide(branches, situation_of(self.engine, power))
        if orders is None:
            self._stuck[power] = self.opened[power]
            return
        new = [replace(chain[0], line=order) for order in orders]
        self.held[power] = [*new, *held[len(chain) :]]
        if fresh := self._fresh.get(power, 0):
            self._fresh[power] = max(0, fresh - len(chain)) + len(new)

    def _fail(
        self, powers: Sequence[Power], power: Power, line: Line, problem: OrderProblem, rest: Iterable[Line]
    ) -> None:
        """Stop at a line.  Nothing more is done for the seat, not even what was held."""
        self.failed = Failure(power, line.number, line.text, problem)
        self._note(line.number, Fate.NOT_DONE)
        self.unread = []
        for unread in rest:
            if unread.doubtful:
                self._note(unread.number, Fate.FURNITURE)
            else:
                self.unread.append(unread.text)
                self._note(unread.number, Fate.NOT_DONE)
        for own in powers:
            self._hand_back(own, problem)

    def _hand_back(self, power: Power, reason: OrderProblem) -> None:
        lines = tuple(held.line for held in self.held.pop(power, []))
        self._fresh.pop(power, None)
        if lines:
            self.dropped.append(Dropped(power, lines, reason))


def _parted(lines: Sequence[Line], title: Game, budget: Budget) -> Iterator[Line]:
    """The orders of lines that hold several; those for which there is no time stay as they are."""
    for line in lines:
        typed, words = line.text, title.in_english(line.text)
        orders = [words] if budget.spent else _orders_in(words)
        for at, order in enumerate(orders):
            whole = "" if typed == order else typed
            yield replace(line, text=order, typed=whole, part=at, parts=len(orders))


def _orders_in(words: str) -> list[str]:
    """The orders of a line; each keeps the words of the moment that it is for."""
    found = moment_in(words)
    if found is None or found[0] == NOW or not found[2]:
        return expand(words)
    moment, power, rest = found
    return [marked(moment, order, power) for order in expand(rest)]


__all__ = ["BY_DEADLINE", "BY_MAIL", "Dropped", "Failure", "HeldLine", "Line", "Sitting", "Step"]
