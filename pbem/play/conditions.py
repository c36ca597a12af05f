"""Lines with a condition: `if won: control vienna`, `if lost: stop, else: ...`, `otherwise: ...`.

A condition looks at what everybody saw happen since the power's last action, or at the open position; so a
receipt that says which branch was taken tells nothing new.  While it cannot be decided the line is held.
Lines with conditions that follow each other are one choice and are decided together.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pbem.errors import OrderProblem, Unreadable
from pbem.games.conditions import Situation, Test, opposite_of
from pbem.language import Names, expand
from pbem.language.grammar import Parser, one_of, phrase, word
from pbem.language.parse import readings
from pbem.language.reservations import reserves
from pbem.language.several import is_action
from pbem.language.words import key
from rules import Answered, Engine, Event, Power
from rules.core.flow import IMPULSE
from rules.core.log import effective

_IF = re.compile(r"^\s*(if|unless)\b(.*)$", re.IGNORECASE | re.DOTALL)
_OTHERWISE = re.compile(r"^\s*(?:otherwise|else)\b\s*[:,]?\s*(.*)$", re.IGNORECASE | re.DOTALL)
_ELSE = re.compile(r"\s*[,;.]?\s*\b(?:else|otherwise)\b\s*[:,]?\s*", re.IGNORECASE)
_ORDERS = re.compile(r"\s*;\s*")
_BETWEEN = re.compile(r":|,?\s+then\s+|,")


@dataclass(frozen=True, slots=True)
class Branch:
    """A line with a condition: the orders if it holds, and if it does not.  Without one: `otherwise`."""

    test: Test | None
    orders: tuple[str, ...]
    others: tuple[str, ...] = ()


def is_conditional(line: str) -> bool:
    """Whether a line begins with `if`, `unless`, `otherwise` or `else`."""
    return bool(_IF.match(line) or _OTHERWISE.match(line))


def is_reservation(line: str, *, same_paragraph: bool) -> bool:
    """Whether a line puts a condition on what stands above it; `if you cheat ...` may open a paragraph."""
    return reserves(line) or (same_paragraph and _IF.match(line) is not None)


def reserves_orders(line: str, names: Names) -> bool:
    """Whether a line puts a condition that nobody can test on the orders above it, and orders nothing itself.

    `if that is legal` does, and so does `if England comes first, do nothing`.
    """
    if reserves(line):
        return True
    if (found := _IF.match(line)) is None:
        return False
    try:
        read_branch(line, names)
    except OrderProblem:
        orders = _BETWEEN.split(found[2], maxsplit=1)[1:]
        return not any(is_action(order) or key(order).split(" ")[0] in _ORDER_WORDS for order in orders)
    return False


_ORDER_WORDS = (
    "play",
    "pass",
    "end",
    "stop",
    "intercept",
    "avoid",
    "withdraw",
    "retreat",
    "lose",
    "stand",
    "stay",
)
"""With which orders begin that are no actions."""


def read_branch(line: str, names: Names) -> Branch:
    """A line with its condition and its orders.

    :raises Unreadable: the condition is not known, or there is no order.
    """
    if (found := _IF.match(line)) is None:
        otherwise = _OTHERWISE.match(line)
        assert otherwise is not None, "a line without a condition"
        return Branch(None, _orders(otherwise[1], line))
    parts = _BETWEEN.search(found[2])
    if parts is None:
        raise Unreadable("condition.no_colon", line, column=len(line) + 1)
    condition, rest = found[2][: parts.start()], found[2][parts.end() :]
    offset = len(line) - len(found[2])
    try:
        (test, *_) = readings(condition, _any_condition(names), names)
    except Unreadable as problem:
        if not problem.proposals:  # what the grammar expected is for engineers
            raise Unreadable("condition.unknown", line, text=condition.strip()) from None
        problem.line, problem.column = line, problem.column + offset
        raise
    orders, *others = _ELSE.split(rest, maxsplit=1)
    if found[1].lower() == "unless":
        test = opposite_of(test)
    return Branch(test, _orders(orders, line), _orders(others[0], line) if others else ())


def _orders(text: str, line: str) -> tuple[str, ...]:
    orders = [order for part in _ORDERS.split(text.strip()) if part for order in expand(part.strip(" ,"))]
    if not orders:
        raise Unreadable("condition.no_order", line, column=len(line) + 1)
    return tuple(orders)


def all_orders(line: str, names: Names) -> tuple[str, ...]:
    """Every order of a line with a condition, whatever comes out."""
    branch = read_branch(line, names)
    return (*branch.orders, *branch.others)


def decide(branches: Sequence[Branch], situation: Situation) -> list[str] | None:
    """The orders that count; None while a condition cannot be decided."""
    orders: list[str] = []
    taken = False
    for branch in branches:
        if branch.test is None:
            orders += () if taken else branch.orders
            continue
        answer = branch.test(situation)
        if answer is None:
            return None
        if answer or branch.others:
            orders += branch.orders if answer else branch.others
            taken = True
    return orders


# ---- What has happened


def situation_of(engine: Engine[Any], power: Power) -> Situation:
    """What a power may judge by, when it is asked now."""
    finished = engine.question(power).pace == IMPULSE
    return Situation(power, tuple(_events_since_action(engine, power)), engine.game, finished)


def _events_since_action(engine: Engine[Any], power: Power) -> list[Event]:
    """Public events since the power's last action of this impulse, found by playing the impulse again."""
    again: Engine[Any] = Engine(engine.rules, engine.snapshot)
    events: list[Event] = []
    for entry in effective([entry for entry in engine.log if entry.seq > engine.snapshot.seq]):
        again.drain()
        if isinstance(entry, Answered) and entry.power == power and again.question(power).pace == IMPULSE:
            events.clear()
        again.replay([entry], trusted=True)
        events += [event for event in again.game.events if event.visible_to(None)]
    return events


def _any_condition(names: Names) -> Parser[Test]:
    """All conditions of the title; `not` before any of them."""
    plain = one_of(*names.grammars.conditions)
    return one_of(plain, phrase(word("not", "no", "are not", "have not"), plain).to(opposite_of).help(""))
