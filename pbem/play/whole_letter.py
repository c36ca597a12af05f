"""What a letter says as a whole, before its lines are taken: its orders one by one, and what is none of them.

A line may hold several orders.  What stands below them may be a farewell, or take all of them back.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from pbem.games import Game
from pbem.language import expand
from pbem.language.reservations import reserves
from pbem.play.budget import Budget
from pbem.play.conditions import is_conditional, reserves_orders
from pbem.play.fates import Fate
from pbem.play.free_lines import with_who_is_meant
from pbem.play.lines import Line
from pbem.play.moments import NOW, marked, moment_in
from pbem.play.preorders import only_binds
from pbem.play.table import Table
from rules import Power


def orders_of(lines: Sequence[Line], table: Table, powers: Sequence[Power], budget: Budget) -> Iterator[Line]:
    """The orders of a letter, one a line."""
    return _with_who_wins(table, powers, _parted(lines, table.title, budget))


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


def _with_who_wins(table: Table, powers: Sequence[Power], lines: Iterable[Line]) -> Iterator[Line]:
    """The lines, with whom `if he wins` speaks of: the own leader in the order above it."""
    above = ""
    for line in lines:
        if not is_conditional(line.text):
            above = line.whole
            yield line
            continue
        meant = with_who_is_meant(table.engine.game, table.title, powers, above, line.text)
        yield line if meant == line.text else replace(line, text=meant, typed=line.whole)


def reservation(table: Table, queue: Sequence[Line]) -> Line | None:
    """The line that puts the orders above it in doubt: `but only if England agrees`.

    Which of them it means, nobody can know, so none of them is begun; nor if it takes back (`On second
    thought, don't`), and says nothing in its place.  What takes back the only line above it (`Actually
    no, let him come`) is that line's affair.
    """
    first = queue[0].number if queue else 0
    for above, line in pairwise(queue):
        takes_back = takes_back_what_is_above(table, line)
        if line.part or not (_is_reserved(table, line) or (takes_back and not _orders(table, line))):
            continue
        if above.number != first or not takes_back:
            return line
    return None


def _orders(table: Table, line: Line) -> bool:
    """Whether a line says something of the game."""
    return table.title.free_words_for(line.whole).talk.speaks_of_the_game(line.whole)


def takes_back_what_is_above(table: Table, line: Line) -> bool:
    return table.title.free_words_for(line.whole).talk.takes_back(line.whole)


def _is_reserved(table: Table, line: Line) -> bool:
    """Whether a line reserves what stands above it; what orders for later are bound to can be tested."""
    names = table.names
    ahead = moment_in(line.text)
    # Some of the player's language may be in English.
    if ahead is None or ahead[0] == NOW:
        return any(reserves_orders(said, names) for said in (line.text, line.told))
    # `unless ...` there is a condition of its block, understood or not.
    return not only_binds(ahead[2], names) and any(reserves(said) for said in (ahead[2], line.told))


def leave_the_signature(table: Table, queue: deque[Line]) -> None:
    """A call above the orders, a farewell and a name below them are none, and wait for no question either."""
    left = deque[Line]()
    if len(queue) > 1 and queue[0].parts == 1 and _calls(table, queue[0].whole):
        left.append(queue.popleft())
    while len(queue) > 1 and queue[-1].parts == 1 and _takes_leave(table, queue[-2].whole, queue[-1].whole):
        left.appendleft(queue.pop())
    greeted = bool(queue) and queue[0].number > 1 and len(left) < 2  # `Hello,` stands above
    if (not left or greeted) and len(queue) > 1 and queue[-1].parts == 1:
        talk = table.title.free_words_for(queue[-1].whole).talk
        if (greeted or talk.is_chat(queue[0].whole)) and talk.is_a_players_name(queue[-1].whole):
            left.appendleft(queue.pop())  # below a letter that begins with talk
    for line in left:
        table.ignore(line, Fate.CHAT)


def _calls(table: Table, line: str) -> bool:
    return table.title.free_words_for(line).talk.is_address(line)


def _takes_leave(table: Table, above: str, line: str) -> bool:
    free = table.title.free_words_for(line)
    talk = free.talk
    leaves = talk.is_farewell(line) or talk.is_parting(line)
    return leaves or talk.is_signed(above, line) or talk.is_name(line)
