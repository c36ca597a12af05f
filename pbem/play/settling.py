"""What is answered without asking anybody: windows, held lines, agreed deals, standing orders.

`settle` goes on until somebody must be asked.  Windows come first, then what was written for this very
moment, then lines that are held; a standing order is asked last, since everything else is nearer to what its
player wants now.
"""

from __future__ import annotations

from collections.abc import Sequence

from pbem.errors import OrderProblem
from pbem.games.facts import OWN_WINDOWS
from pbem.language import parse_line
from pbem.play.held_lines import go_on_with_held, held_here, hold_first, try_held
from pbem.play.late_responses import names_a_card, wait_after_all
from pbem.play.lines import HeldLine
from pbem.play.preorders import situation_since
from pbem.play.scopes import is_open
from pbem.play.standing.orders import Given
from pbem.play.table import Table
from pbem.play.windows import BY_PROVISIONAL, BY_STANDING, STANDING, is_window
from rules import Power
from rules.core.errors import ThrownElsewhere
from rules.core.windows import Respond

RUNAWAY = 100_000


def settle(table: Table, *, but_for: Sequence[Power] = ()) -> None:
    """Answer what can be answered, until somebody must be asked; `but_for` are asked in any case."""
    try:
        _settle(table, but_for)
    except ThrownElsewhere as stop:
        if table.elsewhere is not None:
            raise  # the moderator is there, and can enter them
        table.unthrown.append((stop, ""))


def _settle(table: Table, but_for: Sequence[Power]) -> None:
    for _ in range(RUNAWAY):
        if (
            not _answer_windows(table)
            and not _begin_moments(table, but_for)
            and not go_on_with_held(table, but_for)
            and not _ask_the_clerk(table, but_for)
            and not ask_standing(table, but_for)
        ):
            table.standing.review(table.engine.game, final=_final(table))
            if table.preorders.lines:
                table.preorders.review(table.title.turn(table.engine.game))
            return
    raise AssertionError(f"this game asks for ever: {table.engine.where()}")


def _final(table: Table) -> int | None:
    """Up to which log entry nothing can be set back by a late response; None: nothing can at all."""
    return table.revocable if table.takes_late_responses else None


# ---- Windows


def _answer_windows(table: Table) -> bool:
    return any(
        _answer_window(table, power, question)
        for power, question in table.waiting().items()
        if is_window(question)
    )


def _answer_window(table: Table, power: Power, question: Respond) -> bool:
    """Answer a window by a line that plays a card in it, by a standing order, or as the policy says."""
    coming, held = table.next_line.get(power, ""), held_here(table, power)
    if coming and _is_response(table, coming, question):
        return False  # the letter itself answers, next
    if held and _is_response(table, held, question):
        try_held(table, power)
        return True
    if given := table.standing.answer(question, table.engine.game, table.title):
        _give(table, given)
        return True
    source = table.policy.passes(question, _is_open(table, question), table.title)
    if not source and (coming or held) and _passes_by_going_on(table, question):
        source = BY_STANDING  # whoever goes on with his impulse has no response to himself
    if source == BY_PROVISIONAL and table.waited_for.get(power) == table.opened[power]:
        return False
    if source:
        table.submit(power, (), source)
    if source == BY_PROVISIONAL and table.revocable == table.engine.seq:
        wait_after_all(table)
    return bool(source)


def _passes_by_going_on(table: Table, question: Respond) -> bool:
    """Whether a letter that orders on says thereby that no card is played here.

    In a fight of its own impulse a power plays its cards in the line after the attack, unless it has
    declared all its windows open.
    """
    if question.window in table.title.passed_by_going_on:
        return True
    fights = table.title.in_scope(OWN_WINDOWS, "", question, table.engine.game)
    all_open = question.power in table.standing.open_windows
    return fights and question.power == table.active() and not all_open and table.policy.name == STANDING


def _is_open(table: Table, question: Respond) -> bool:
    """Whether a power has declared this window open."""
    return is_open(table.standing.open_windows, question, table.engine.game, table.title)


def _is_response(table: Table, words: str, question: Respond) -> bool:
    """Whether a line plays a card in this window, or passes in so many words."""
    if words.strip(" .!").lower() in ("pass", "no response", "no card"):
        return not table.policy.passes(question, _is_open(table, question), table.title)
    if not names_a_card(words):
        return False
    try:
        return bool(parse_line(words, question, table.engine.game, table.names))
    except OrderProblem:
        return False


# ---- Orders for this moment, deals, standing orders


def _begin_moments(table: Table, but_for: Sequence[Power]) -> bool:
    """Where a power is asked what it has written orders for, they become its next lines, or stop."""
    for power, question in table.waiting().items():
        moment = table.title.moment_of(question, table.engine.game)
        block = table.preorders.of(power, moment) if moment and power not in but_for else []
        if not block:
            continue
        events = table.told_since(min(order.since for order in block))
        situation = situation_since(power, table.engine.game, events)
        begun = table.preorders.begin(power, moment, situation, table.title)
        if begun is not None:
            terms, orders = begun
            now = table.engine.snapshot.seq
            lines = [HeldLine(line, now, orders[0].letter, moment) for line in terms.orders]
            hold_first(table, power, lines)
        else:
            table.leave_to(power)
        return True
    return False


def _ask_the_clerk(table: Table, but_for: Sequence[Power]) -> bool:
    """Let the deals that were agreed on answer."""
    waiting = {power: question for power, question in table.waiting().items() if power not in but_for}
    answers = table.clerk.answers(table.engine.game, waiting) if table.clerk and waiting else {}
    for power, answer in answers.items():
        table.submit(power, answer, BY_STANDING)
    return bool(answers)


def ask_standing(table: Table, but_for: Sequence[Power] = (), *, only: Power | None = None) -> bool:
    """Let standing orders answer a question that is no window."""
    for power, question in table.waiting().items():
        if power in but_for or is_window(question) or only not in (None, power):
            continue
        asked = table.waited_for.get(power) == table.opened[power]
        if given := table.standing.answer(question, table.engine.game, table.title, by_presets=not asked):
            _give(table, given)
            return True
    return False


def _give(table: Table, given: Given) -> None:
    """Give a standing order's answer; the orders that follow it are held."""
    order = given.order
    places = table.title.facts(table.engine.question(order.power), table.engine.game).places
    table.submit(order.power, given.answer, BY_STANDING)
    table.standing.mark_used(order, table.engine.log[-1].seq, next(iter(places), ""))
    if order.then:
        hold_first(table, order.power, [HeldLine(line, table.engine.snapshot.seq) for line in order.then])
