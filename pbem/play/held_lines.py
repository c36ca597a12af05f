"""Lines that wait until their power is asked again: put aside, gone on with, handed back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile

from pbem.errors import Illegal, OrderProblem, Unreadable
from pbem.games.moments import IMPULSE
from pbem.language import parted
from pbem.language.words import MOST_CHARACTERS, key
from pbem.play.budget import MOST_HELD
from pbem.play.conditions import decide, is_conditional, read_branch, situation_of
from pbem.play.fates import Fate
from pbem.play.free_lines import weigh
from pbem.play.line_refusals import NO_CHAT, refused, requested
from pbem.play.lines import Dropped, HeldLine, Line
from pbem.play.moments import moment_in
from pbem.play.short_answers import PASS, passes_out
from pbem.play.table import Table
from pbem.play.unasked import may_answer, may_mean, may_wait
from pbem.play.windows import is_window
from rules import Power


def hold(table: Table, power: Power, line: Line, words: str, letter: int) -> None:
    """Hold a line of the letter being taken: behind its other lines, before those held already.

    :raises Unreadable: it cannot be held.
    """
    if line.doubtful:
        table.ignore(line)
        return
    if not line.read and _orders_nothing(table, line, words) and requested(words) not in NO_CHAT:
        table.ignore(line, Fate.CHAT)
        return
    check_room(words, len(table.held.get(power, ())))
    if is_conditional(words):
        read_branch(words, table.names)  # a condition that nobody understands is told at once
    elif not line.read and (requested(words) or not _may_wait(table, power, words, letter)):
        raise Unreadable("line.no_order_ahead", words)
    fresh = table.fresh.get(power, 0)
    held = HeldLine(words, table.engine.snapshot.seq, letter)
    table.held.setdefault(power, []).insert(fresh, held)
    table.fresh[power] = fresh + 1
    table.note(line.number, Fate.HELD)


def _orders_nothing(table: Table, line: Line, words: str) -> bool:
    talk = table.title.free_words_for(words).talk
    return talk.is_chat(line.whole) or talk.only_declines(words)


def is_lost_on_us(table: Table, line: Line) -> bool:
    """Whether a line says something that can neither be kept nor passed over as chat."""
    kept = line.read or is_conditional(line.text) or moment_in(line.text) is not None
    if line.doubtful or kept or _orders_nothing(table, line, line.text):
        return False
    return not may_wait(table, line.text, follows=False)


def _may_wait(table: Table, power: Power, words: str, letter: int) -> bool:
    """Whether a line may be held; `done` ends an impulse only below orders of the same letter."""
    follows = bool(table.fresh.get(power)) or any(step.letter == letter for step in table.steps)
    if table.title.ends_impulse(words) and key(words) != PASS:
        return follows
    return may_wait(table, words, follows=follows)


def check_room(words: str, already: int) -> None:
    """:raises Unreadable: a line is too long to be kept, or there are too many of them."""
    if len(words) > MOST_CHARACTERS:
        raise Unreadable("line.too_long", f"{words[:80]}...")
    if already >= MOST_HELD:
        raise Unreadable("held.too_many", words, count=MOST_HELD)


def hold_first(table: Table, power: Power, lines: Sequence[HeldLine]) -> None:
    """Hold lines that come before all that a power has held."""
    table.held[power] = [*lines, *table.held.get(power, [])]


def hand_back(table: Table, power: Power, reason: OrderProblem) -> None:
    """Give back all lines that are held for a power."""
    held = table.held.pop(power, [])
    table.fresh.pop(power, None)
    if held:
        table.dropped.append(Dropped(power, _as_written(held), reason, held[0].moment))


def _as_written(held: Sequence[HeldLine]) -> tuple[str, ...]:
    """Lines that are handed back; the parts of one of which nothing was done are that line again."""
    first = held[0].whole if held else ""
    parts = sum(1 for line in held if first and line.whole == first)
    return (*([first] if parts else []), *(line.line for line in held[parts:]))


# ---- Going on


def held_here(table: Table, power: Power) -> str:
    """The first line that a power has held in this impulse."""
    held = table.held.get(power)
    return held[0].line if held and held[0].checkpoint == table.engine.snapshot.seq else ""


def go_on_with_held(table: Table, but_for: Sequence[Power]) -> bool:
    """Let the first held line of a power that is asked answer; False if there is none."""
    _drop_what_is_over(table)
    for power in table.waiting():
        may_go_on = power not in but_for or table.fresh.get(power)
        may_go_on = may_go_on and not is_window(table.engine.question(power))
        if table.held.get(power) and may_go_on and table.stuck.get(power) != table.opened[power]:
            try_held(table, power)
            return True
    return False


def try_held(table: Table, power: Power) -> None:
    """Answer with the first held line of a power; or let it wait for another question, or hand it back."""
    first, *rest = table.held[power]
    if is_conditional(first.line):
        _decide_branches(table, power)
        return
    line, *answers = parted(first.line, table.engine.question(power), table.engine.game, table.names)
    if answers:
        _put_for_first(table, power, [line, *answers])
        first, *rest = table.held[power]
    to_the_end = passes_out(first.line) and table.begins(power, IMPULSE)
    try:
        if not (to_the_end or may_answer(table, power, first)):
            raise Unreadable("line.bare", first.line)
        words = PASS if to_the_end else first.line
        table.answer_in_words(power, words, number=None, letter=first.letter, moment=first.moment)
        if to_the_end:
            table.standing.pass_this_turn(power, table.title, table.engine.game, first.letter)
    except Illegal as problem:
        table.leave_to(power)
        hand_back(table, power, problem)
    except OrderProblem as problem:
        found = weigh(table.engine, table.title, power, first.line)
        if found.orders and first.line not in found.orders and may_mean(table, power, first, found.orders):
            _put_for_first(table, power, found.orders)
            return
        # Inside the impulse it was written for, a question may come between (losses, a retreat):
        # the line then waits for the next one.
        if first.moment and table.begins(power, first.moment):
            table.leave_to(power)
            hand_back(table, power, refused(problem, found, first.line, table.engine, table.title, power))
        elif first.checkpoint == table.engine.snapshot.seq or _others_act(table, power):
            table.stuck[power] = table.opened[power]
        else:
            hand_back(table, power, problem)
    else:
        # With its first part done, a line is no longer whole.
        table.held[power] = [replace(line, whole="") if line.whole == first.whole else line for line in rest]
        table.fresh[power] = max(0, table.fresh.get(power, 0) - 1)


def _decide_branches(table: Table, power: Power) -> None:
    """Held lines with conditions become the orders that count, or wait."""
    chain = list(takewhile(lambda line: is_conditional(line.line), table.held[power]))
    branches = [read_branch(line.line, table.names) for line in chain]
    orders = decide(branches, situation_of(table.engine, power))
    if orders is None:
        table.stuck[power] = table.opened[power]
        return
    if not orders:
        table.passed_over += [(power, line.line) for line in chain]
    _put_for_first(table, power, orders, count=len(chain))


def _put_for_first(table: Table, power: Power, orders: Sequence[str], *, count: int = 1) -> None:
    """Hold orders for the first lines of a power, which turned out to mean them."""
    first, fresh = table.held[power][0], table.fresh.get(power, 0)
    whole = first.told if count == 1 else ""
    new = [replace(first, line=order, whole=whole) for order in orders]
    table.held[power] = [*new, *table.held[power][count:]]
    if fresh:
        table.fresh[power] = max(0, fresh - count) + len(new)


def _others_act(table: Table, power: Power) -> bool:
    """Whether it is another power's impulse: lines for the own one wait for it."""
    return table.active() not in (None, power)


def _drop_what_is_over(table: Table) -> None:
    """Where an impulse is over, a line that was held to say so must not end, or pass, the next one.

    What was written for this impulse alone, before it came, is handed back.
    """
    ends_impulse = table.title.ends_impulse
    for power, checkpoint in table.finished.items():
        held = table.held.get(power, [])
        if held and held[0].checkpoint == checkpoint and ends_impulse(held[0].line):
            table.held[power] = held[1:]
            table.fresh[power] = max(0, table.fresh.get(power, 0) - 1)
    for power, held in table.held.items():
        late = [line for line in held if line.moment and line.checkpoint != table.engine.snapshot.seq]
        if late:
            table.held[power] = [line for line in held if line not in late]
            late = [line for line in late if not ends_impulse(line.line)]
            if late:
                lines = _as_written(late)
                reason = Unreadable("impulse.over", lines[0])
                table.dropped.append(Dropped(power, lines, reason, late[0].moment))
