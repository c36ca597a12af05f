"""The lines of a letter, taken one after the other at the table.

Each is read with the question that is open when its turn comes: it answers, or waits, or is told to be no
order.  At the first that is refused the letter stops.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice, takewhile

from pbem.errors import Illegal, OrderProblem, Unreadable
from pbem.games.moments import IMPULSE as IMPULSE_MOMENT
from pbem.games.moments import TALKS
from pbem.language import parted
from pbem.language.several import is_action
from pbem.language.voice import question_key
from pbem.play.budget import MOST_ORDERS, Budget
from pbem.play.conditions import (
    all_orders,
    decide,
    is_conditional,
    read_branch,
    situation_of,
)
from pbem.play.fates import Fate
from pbem.play.free_lines import asked_about, read_as, weigh
from pbem.play.held_lines import check_room, hand_back, hold
from pbem.play.late_responses import respond_late
from pbem.play.line_refusals import OF_ANY_LINE, or_loosely, or_proposed, or_request, refused
from pbem.play.lines import Dropped, Failure, Line, is_question, is_struck, without_question
from pbem.play.moments import NOW, marked, moment_in, spoken_moment, taken_back, waits_for
from pbem.play.preorders import PreOrder, terms_of
from pbem.play.settling import ask_standing, settle
from pbem.play.several_orders import check_all
from pbem.play.short_answers import PASS, passes_out, says_over
from pbem.play.standing.ahead import as_standing
from pbem.play.table import Table
from pbem.play.unasked import may_wait
from pbem.play.whole_letter import leave_the_signature, orders_of, reservation, takes_back_what_is_above
from pbem.play.whose_line import is_bare, is_reply, named, said_to, whose, without_name
from pbem.play.windows import is_window
from rules import Power
from rules.core.flow import IMPULSE


class LetterLines:
    """The lines of one letter that are still to be taken, the next one first."""

    def __init__(
        self, table: Table, powers: Sequence[Power], lines: Sequence[Line], letter: int, budget: Budget
    ) -> None:
        self._table = table
        self._powers = powers
        self._letter = letter
        self._budget = budget
        self._queue = deque(orders_of(lines, table, powers, budget))
        self._replied_to = [question_key(q) for power, q in table.waiting().items() if power in powers]
        """The names of the questions that were open when the letter came."""
        self._begun: set[tuple[Power, str]] = set()
        """And for which its lines answer at once, since the moment is here."""
        self._kept: dict[tuple[Power, str], list[Line]] = {}
        """What the letter has written for a power and a moment so far."""
        self._replaced: dict[tuple[Power, str], list[PreOrder]] = {}
        """And what earlier letters had written for it."""

    def take(self) -> None:
        """Take all of them, up to the first that is not accepted, or for which there is no time."""
        table, queue, taken = self._table, self._queue, 0
        table.finished.clear()
        table.written |= {line.number: line.told for line in queue if line.parts > 1}
        power = self._powers[0]
        leave_the_signature(table, queue)
        if reserved := reservation(table, queue):
            line = next((one for one in queue if not is_question(one.whole)), queue[0])
            queue.remove(line)
            queue.remove(reserved)
            table.note(reserved.number, Fate.NOT_DONE)
            self._stop(power, line, Unreadable("line.reserved", line.whole, text=reserved.told))
            queue.clear()
        while queue:
            line = queue[0]
            self._powers = [own for own in self._powers if own not in table.changed_hands]
            table.next_line = self._as_said_to_each(line)
            settle(table, but_for=self._powers)
            power, words = whose(self._powers, line.text, list(table.waiting()), power, table.names)
            try:
                if table.engine.over:
                    raise Unreadable("game.over", line.text)
                self._budget.check(line.text)
                if taken == MOST_ORDERS:
                    raise Unreadable("letter.too_many_orders", line.text, count=MOST_ORDERS)
                taken += 1
                table.begun = line.number
                self._take_first(power, words)
            except OrderProblem as problem:
                queue.popleft()
                if self._is_chat_around(line, problem):
                    table.ignore(line, Fate.CHAT)
                elif line.doubtful and not isinstance(problem, Illegal):
                    table.ignore(line)
                else:
                    self._stop(power, line, problem)
                    break
        table.fresh.clear()
        table.next_line.clear()

    def _as_said_to_each(self, line: Line) -> dict[Power, str]:
        """A line as it is said to each power that it may be for."""
        if is_question(line.text):
            return {}
        said = {own: said_to(own, self._powers, line.text, self._table.names) for own in self._powers}
        return {own: words for own, words in said.items() if words}

    def _stop(self, power: Power, line: Line, problem: OrderProblem) -> None:
        """Stop at a line.  Nothing more is done for the seat, not even what was held.

        A question below all orders breaks none of them off.
        """
        table = self._table
        other = named(line.text, table.names)
        of_another = other in table.title.powers and other not in self._powers
        if isinstance(problem, Unreadable) and of_another:
            problem = Unreadable("line.other_power", line.text, power=other)
        begun = line.part > 0 and not line.read
        if power in table.waiting() and not self._budget.spent:
            words = line.text if begun else line.whole
            problem = or_loosely(problem, words, table.engine, table.title, power)
        if not self._orders_follow:
            problem = or_request(problem, line)
        table.failed = Failure(power, line.number, line.text if begun else line.told, problem)
        table.note(line.number, Fate.NOT_DONE)
        table.unread, table.left = [], []
        shown = 0 if begun else line.number
        for unread in self._queue:
            if unread.doubtful:
                table.note(unread.number, Fate.FURNITURE)
                continue
            table.note(unread.number, Fate.NOT_DONE)
            if unread.number != shown:  # a line of several orders is shown whole
                table.unread.append(unread.text if unread.part else unread.told)
                table.left.append(unread.text if unread.part else unread.whole)
                shown = 0 if unread.part else unread.number
        if self._orders_follow or not is_question(line.whole):
            for own in self._powers:
                hand_back(table, own, problem)
        self._give_back_half_a_block(power, line, problem)

    def _give_back_half_a_block(self, power: Power, line: Line, problem: OrderProblem) -> None:
        """Keep nothing of a block of which a line is refused: it would go without its end, or its terms.

        What an earlier letter had written for the same moment stays as it was.
        """
        table = self._table
        found = moment_in(without_name(power, line.text, table.names))
        if found is None or not (lines := self._kept.pop((power, found[0]), [])):
            return
        moment = found[0]
        given_back = table.preorders.take(power, moment)
        for order in self._replaced.pop((power, moment), []):
            table.preorders.taken_back.remove((power, order))
            table.preorders.keep(power, order)
        for one in lines:
            table.note(one.number, Fate.NOT_DONE)
        told = tuple(order.marked for order in given_back)
        table.dropped.append(Dropped(power, told, problem))

    @property
    def _orders_follow(self) -> bool:
        """Whether lines are left that are more than a name below a closing."""
        return any(not line.doubtful for line in self._queue)

    # ---- One line

    def _take_first(self, power: Power, words: str) -> None:
        """Take the first line out of the queue: keep it for its moment, hold it, or answer with it.

        :raises OrderProblem: it can do neither.
        """
        table, queue = self._table, self._queue
        self._check_that_it_orders(power)
        if (moment := taken_back(words)) and self._takes_back(power, moment, words):
            return
        found = moment_in(words) or spoken_moment(words)
        if found is None and queue[0].part == 0:
            self._check_that_it_can_wait(power, without_name(power, queue[0].whole, table.names))
        if found is not None:
            moment, before, words = found
            if before and self._table.names.find("power", before) not in self._powers:
                raise Unreadable("line.part_unknown", queue[0].text, text=before)  # `maybe spring: ...`
            if self._is_for_later(power, moment, words):
                self._keep(power, moment, words)
                return
            queue[0] = replace(queue[0], text=words)
        if self._is_after_the_impulse(power, words):
            return
        if power not in table.waiting() or table.fresh.get(power):
            self._take_unasked(power, words, is_bound=found is not None)
        elif is_conditional(words):
            self._take_branches(power)
        elif passes_out(words) and table.begins(power, IMPULSE_MOMENT):
            table.answer_in_words(power, PASS, number=queue[0].number, letter=self._letter)
            table.standing.pass_this_turn(power, table.title, table.engine.game, self._letter)
            queue.popleft()
        else:
            self._answer(power, words)

    def _check_that_it_can_wait(self, power: Power, words: str) -> None:
        """:raises Unreadable: the line is to wait for what is no moment: `as soon as the Pope has passed`."""
        until = waits_for(words)
        if until is not None and may_wait(self._table, until[1], follows=False):
            mine = [power] if len(self._powers) > 1 else []
            proposals = [marked(IMPULSE_MOMENT, until[1], *mine)]
            raise Unreadable("line.no_moment", words, text=until[0], proposals=proposals)

    def _check_that_it_orders(self, power: Power) -> None:
        """:raises Unreadable: the line only asks, is struck out, or is taken back by the next one."""
        line = self._queue[0]
        if is_question(line.whole):
            raise self._only_asked(power, line.whole, "line.question")
        if is_struck(line.whole):
            raise Unreadable("line.struck_out", line.whole)
        after = next((one for one in self._queue if one.number != line.number), None)
        if after and line.part == 0 and takes_back_what_is_above(self._table, after):
            raise self._only_asked(power, after.whole, "line.taken_back")

    def _only_asked(self, power: Power, words: str, code: str) -> OrderProblem:
        """A line that must not act comes back as the order that it would be."""
        table = self._table
        plain = without_name(power, without_question(words), table.names)
        orders: list[str] = []
        forbidden: Illegal | None = None
        if power in table.waiting():
            orders, forbidden = asked_about(table.engine, table.title, power, plain)
        if code == "line.question" and forbidden is not None:
            return Unreadable("line.question_forbidden", words, reason=forbidden.refusal)
        if code == "line.question" and not orders:
            code = "line.question_only"
        return Unreadable(code, words, proposals=orders)

    def _skip(self, why: str = "") -> None:
        self._table.skip(self._queue.popleft(), why)

    # ---- For a moment that is to come

    def _takes_back(self, power: Power, moment: str, words: str) -> bool:
        """Take back the orders for a moment; where there are none, `no war` answers what is asked.

        :raises Unreadable: there are none, and the power is not asked for that.
        """
        if not self._table.preorders.forget(power, moment):
            if self._table.begins(power, moment):
                return False
            raise Unreadable("preorder.none", words)
        self._table.note(self._queue.popleft().number, Fate.REQUEST)
        return True

    def _is_for_later(self, power: Power, moment: str, words: str) -> bool:
        """Whether the moment that a line names is not here yet."""
        if not words:
            raise Unreadable("preorder.nothing", self._queue[0].text)
        if moment == TALKS:
            raise Unreadable("preorder.talks", self._queue[0].text)
        if self._table.begins(power, moment):
            self._begun.add((power, moment))
        return moment != NOW and (power, moment) not in self._begun

    def _keep(self, power: Power, moment: str, words: str) -> None:
        """Keep a line for its moment; what an earlier letter said for the same moment is replaced."""
        table, line = self._table, self._queue[0]
        if line.doubtful:
            table.ignore(self._queue.popleft())
            return
        check_room(words, len(table.preorders.of(power)))
        # A condition that nobody understands is told at once, and so is what can never be an order.
        orders = terms_of([words], table.names).orders
        if orders == (words,) and is_conditional(words):
            read_branch(words, table.names)
        if orders and not line.read:
            if table.title.free_words_for(words).talk.is_chat(words):
                table.ignore(self._queue.popleft(), Fate.CHAT)
                return
            if not is_conditional(words) and not may_wait(table, orders[0], follows=True):
                raise Unreadable("line.not_for_later", words)
        if (power, moment) not in self._replaced:
            self._replaced[power, moment] = table.preorders.forget(power, moment)
        until = table.title.turn_of_moment(moment, table.engine.game)
        table.preorders.keep(power, PreOrder(words, moment, table.engine.seq, until, self._letter))
        self._kept.setdefault((power, moment), []).append(line)
        table.note(self._queue.popleft().number, Fate.PLANNED)

    # ---- After the impulse, or before the question

    def _is_after_the_impulse(self, power: Power, words: str) -> bool:
        """Whether a line was for an impulse that this letter has ended; then it is not needed any more.

        :raises Unreadable: it is an action, for which nothing is left.
        """
        table = self._table
        if power not in table.finished or table.acts(power):
            return False
        ends_impulse = table.title.ends_impulse
        if ends_impulse(words) or says_over(words):
            self._skip()  # the CP were spent: its impulse was over without saying so
            return True
        if is_action(words):
            raise Unreadable("impulse.over", words)
        if is_conditional(words) and all(
            ends_impulse(order) or is_action(order) for order in all_orders(words, table.names)
        ):
            self._skip("skipped.over")
            return True
        return False

    def _take_unasked(self, power: Power, words: str, *, is_bound: bool) -> None:
        """A line of a power that is not asked now: a late response, or held; `is_bound` to a moment."""
        table, line = self._table, self._queue[0]
        if line.fleeting and not any(is_window(question) for question in table.waiting().values()):
            self._skip()  # what it was for need not be asked
            return
        if not respond_late(table, power, words, line.number, self._letter):
            if not is_bound and not line.doubtful and self._is_unbound(words, line):
                raise Unreadable("line.bare", words)  # it would answer what nobody has asked yet
            if table.active() != power:
                self._check_that_it_is_for_now(power, words)
            hold(table, power, line, words, self._letter)
        self._queue.popleft()

    def _check_that_it_is_for_now(self, power: Power, words: str) -> None:
        """:raises Unreadable: what nothing in this letter has led to may be meant for whenever it happens."""
        table = self._table
        acts = any(step.letter == self._letter for step in table.steps)
        if not acts and (standing := as_standing(words, power, table.engine.game, table.names)):
            raise Unreadable("line.standing_ahead", words, proposals=[standing])

    def _is_unbound(self, words: str, line: Line) -> bool:
        """Whether a line would answer what nobody has asked yet; a name may belong to the order before it."""
        if line.read or not is_bare(words, self._table.names):
            return False
        return is_reply(words) or not any(step.letter == self._letter for step in self._table.steps)

    def _take_branches(self, power: Power) -> None:
        """Lines with conditions that follow each other are decided together, or held together."""
        table, queue = self._table, self._queue
        chain = list(
            takewhile(lambda line: is_conditional(without_name(power, line.text, table.names)), queue)
        )
        texts = [without_name(power, line.text, table.names) for line in chain]
        branches = [read_branch(text, table.names) for text in texts]
        orders = decide(branches, situation_of(table.engine, power))
        if not orders:
            self._check_that_it_is_for_now(power, texts[0])
        for _ in chain:
            queue.popleft()
        if orders is None:
            for line, text in zip(chain, texts, strict=True):
                hold(table, power, line, text, self._letter)
            return
        queue.extendleft(replace(chain[0], text=order) for order in reversed(orders))
        for line in chain[1:] if orders else chain:
            table.note(line.number, Fate.NOT_NEEDED)
        if not orders:
            acts = any(step.letter == self._letter for step in table.steps)
            table.skipped += [(line.text, "" if acts else "skipped.not_so") for line in chain]

    # ---- An answer

    def _answer(self, power: Power, words: str) -> None:
        """Answer with the first line; if it is no answer, find out what else it may be."""
        table, queue = self._table, self._queue
        line = queue[0]
        words, *answers = parted(words, table.engine.question(power), table.engine.game, table.names)
        more = [one.text for one in islice(queue, 1, None) if one.number == line.number and one.part]
        if answers:
            queue.insert(1, replace(line, text=answers[0], part=1))
        try:
            if not line.read and line.part == 0 and (answers or more):
                orders = [words, *answers, *more]
                check_all(table.engine, table.title, power, line, orders, answers=len(answers))
            table.answer_in_words(power, words, typed=line.shown, number=line.number, letter=self._letter)
        except Illegal as problem:
            if line.fleeting:  # the next wish of a list
                self._skip()
                return
            raise or_proposed(problem, line, table.engine, table.title, power) from None
        except OrderProblem as problem:
            if answers:
                del queue[1]
            self._take_no_answer(power, words, problem)
        else:
            queue.popleft()

    def _take_no_answer(self, power: Power, words: str, problem: OrderProblem) -> None:
        """Read the first line in another way: in free words, as a late response, for a later question.

        :raises OrderProblem: it is nothing of that.
        """
        table, line = self._table, self._queue[0]
        if line.fleeting:
            self._skip()  # what it was for need not be asked
            return
        refusal = self._read_freely(power, problem)
        if refusal is None:
            return
        if not respond_late(table, power, words, line.number, self._letter):
            # A question that came up on the way (losses, a retreat) is not what the line was written for.
            if not self._came_up(power):
                raise refusal from None
            if ask_standing(table, only=power):
                return
            hold(table, power, line, words, self._letter)
        self._queue.popleft()

    def _read_freely(self, power: Power, problem: OrderProblem) -> OrderProblem | None:
        """Put what a line in free words means at the head of the queue; or say what it may mean.

        A line that was parted is read as a whole, unless some of it has been done already.
        """
        table, queue = self._table, self._queue
        line = queue[0]
        whole = line.whole if line.part == 0 else line.text
        found = weigh(table.engine, table.title, power, without_name(power, whole, table.names))
        if not found.orders or found.orders == (line.text,):
            return refused(problem, found, whole, table.engine, table.title, power)
        queue.popleft()
        while line.part == 0 and queue and queue[0].number == line.number and queue[0].typed == line.typed:
            queue.popleft()
        if len(found.orders) > 1:
            table.written.setdefault(line.number, line.written or whole)
        queue.extendleft(reversed(read_as(line, whole, found)))
        return None

    def _came_up(self, power: Power) -> bool:
        """Whether a power's question was not there when its letter came, and is not the next action."""
        question = self._table.engine.question(power)
        return (
            self._table.opened[power] > self._table.began
            and question.pace != IMPULSE
            and question_key(question) not in self._replied_to
        )

    def _is_chat_around(self, line: Line, problem: OrderProblem) -> bool:
        """Whether a line that nobody understands is only chat, above the orders of a letter or below them."""
        if not isinstance(problem, Unreadable) or (problem.proposals and problem.code not in OF_ANY_LINE):
            return False
        if bool(self._table.steps) == self._orders_follow:
            return False
        if is_question(line.whole):
            return not self._orders_follow  # above orders it may put them in doubt
        return self._table.title.free_words_for(line.whole).talk.is_chat(line.whole)
