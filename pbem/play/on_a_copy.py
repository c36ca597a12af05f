"""Orders tried on a copy of the table, as far as nothing is decided by dice or by others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NoReturn

from pbem.errors import Illegal, OrderProblem, Unreadable
from pbem.games import Game
from pbem.language import parse_line
from pbem.language.meanings import Reading
from pbem.language.words import key
from pbem.play.conditions import is_conditional
from rules import Engine, Power, Question
from rules.core import codec
from rules.core import errors as rules_errors
from rules.core.actions import ChooseAction
from rules.core.dice import Dice
from rules.core.errors import RandomNeeded
from rules.core.flow import IMPULSE
from rules.core.impulse import PlayForCP
from rules.core.reasons import Reason
from rules.core.windows import Respond

MOST_WINDOWS = 40
TOO_COSTLY = "action.too_costly"
"""Why the rules forbid an action for which there are not enough CP."""
TOO_MUCH = "line.too_much"
"""Why a line is not begun for all of which there are not enough CP."""


def not_in_full(problem: Illegal | rules_errors.Refused, orders: Sequence[str], at: int) -> str:
    """Why orders before this one may not be begun either: there are not enough CP, or it is one too many."""
    if at and problem.code == TOO_COSTLY:
        return TOO_MUCH
    return "line.fewer" if orders[at] in orders[:at] else ""


def in_a_line(orders: Sequence[str]) -> str:
    """Orders as a line to copy."""
    return "; ".join(orders)


class _NoDice(Dice):
    """Dice that stop the copy instead of rolling: what they would show must not decide what was meant."""

    def roll(self, count: int, reason: Reason) -> NoReturn:
        raise RandomNeeded("dice", count, reason)

    def draw(self, items: Sequence[Any], reason: Reason) -> NoReturn:
        raise RandomNeeded("draw", 1, reason)


def without_dice(engine: Engine[Any]) -> Engine[Any]:
    """The same copy, with dice that stop it."""
    engine.game.dice = _NoDice(engine.game.dice.seed, engine.game.dice.used)
    return engine


def play(engine: Engine[Any], title: Game, power: Power, reading: Reading) -> int:
    """Play orders on a copy, as far as nothing is decided by dice or by others; how many were not needed.

    :raises OrderProblem: one of them is not taken.
    """
    began = without_dice(engine).snapshot.seq
    queue = [line for line in reading.lines if not is_conditional(line)]
    line = ""
    try:
        for at, line in enumerate(queue):
            if not is_asked(engine, power, line, title):
                if engine.snapshot.seq != began and not title.ends_impulse(line) and not reading.fleeting:
                    raise Unreadable(TOO_MUCH, line, proposals=[in_a_line(queue[:at])])
                if not all(_has_happened(engine, one, title) for one in queue[at:] if reading.fleeting):
                    raise Unreadable("line.part_unknown", line, text=line)
                return len(queue) - at if reading.fleeting else 0
            question = engine.question(power)
            try:
                answer = parse_line(line, question, engine.game, title.names)
            except Illegal as problem:
                if code := not_in_full(problem, queue, at):
                    raise Unreadable(code, line, proposals=[in_a_line(queue[:at])]) from None
                raise
            except OrderProblem:
                if engine.snapshot.seq != began and not title.ends_impulse(line) and not reading.fleeting:
                    raise Unreadable(TOO_MUCH, line, proposals=[in_a_line(queue[:at])]) from None
                if at and (
                    _has_happened(engine, line, title) if reading.fleeting else question.pace != IMPULSE
                ):
                    return len(queue) - at  # something came up that the line is not for
                raise
            submit(engine, title, power, answer, queue, at)
    except RandomNeeded:
        return 0
    except rules_errors.Illegal as problem:
        raise Illegal(problem, line) from problem
    return 0


def submit(
    engine: Engine[Any], title: Game, power: Power, answer: Any, orders: Sequence[str], at: int
) -> None:
    """Answer on a copy.  Where an action leads to dice or a question, later orders must be affordable.

    What comes of it nobody knows, but what other actions cost: with 6 CP `preach in France x4` is too much.

    :raises RandomNeeded: dice stop it.
    :raises Unreadable: there are not enough CP.
    """
    question = engine.question(power)
    stopped: RandomNeeded | None = None
    try:
        engine.submit(power, answer)
    except RandomNeeded as needed:
        stopped = needed
    goes_on = stopped is None and isinstance(engine.waiting().get(power), ChooseAction)
    if isinstance(question, ChooseAction) and not goes_on:
        left = question.cp - answer.cost(engine.game, power)
        done = at + 1 + _affordable(engine, title, power, question, left, orders[at + 1 :])
        if done < len(orders):
            raise Unreadable(TOO_MUCH, orders[at], proposals=[in_a_line(orders[:done])])
    if stopped:
        raise stopped


def _affordable(
    engine: Engine[Any], title: Game, power: Power, question: ChooseAction, left: int, later: Sequence[str]
) -> int:
    """For how many of some orders so many CP suffice; behind what is no action nothing is known."""
    for at, line in enumerate(later):
        try:
            left -= parse_line(line, question, engine.game, title.names).cost(engine.game, power)
        except Illegal as problem:
            return at if problem.code == TOO_COSTLY else len(later)
        except (OrderProblem, LookupError):
            return len(later)
        if left < 0:
            return at
    return len(later)


def _stopped_at(
    engine: Engine[Any], power: Power, question: Question[Any], answer: Any
) -> Question[Any] | None:
    """Answer on the copy; the question, if that needs dice."""
    try:
        engine.submit(power, answer)
    except RandomNeeded:
        return question
    return None


def prices_fit(engine: Engine[Any], title: Game, power: Power, reading: Reading) -> bool:
    """Whether all prices that a line names are those of its deeds: of one, of some in a row, or all there is.

    `3 CP for two mercs` may be three.  After dice, prices are those of before; what cannot be read then may
    cost anything.
    """
    without_dice(engine)
    costs: list[int] = []
    points: list[int] = []
    asked: Question[Any] | None = None  # what was asked when dice stopped the copy
    for line in reading.lines:
        try:
            if is_conditional(line) or (asked is None and not is_asked(engine, power, line, title)):
                return True
            question = asked or engine.question(power)
            answer = parse_line(line, question, engine.game, title.names)
            if isinstance(question, ChooseAction):
                points.append(question.cp)
                costs.append(answer.cost(engine.game, power))
            elif isinstance(answer, PlayForCP):
                points.append(engine.game.card(answer.card).cp)
            elif points:
                return True
            if asked is None and line is not reading.lines[-1]:
                asked = _stopped_at(engine, power, question, answer)
        except (OrderProblem, rules_errors.Illegal):
            return True
    if not points:
        return True
    rows = {sum(costs[at:end]) for at in range(len(costs)) for end in range(at + 1, len(costs) + 1)}
    return rows.union(points[:1]).issuperset(reading.prices)


def _has_happened(engine: Engine[Any], line: str, title: Game) -> bool:
    """Whether what a line says to an event has come about without being asked: only one could be meant."""
    words = key(line)
    if words == "no":
        return True  # what is not asked does not happen
    ids = {id for table in title.names.tables.values() for id in table.spelled.get(words, ())}
    return not ids.isdisjoint(_values([codec.dump(event) for event in engine.game.events]))


def _values(told: Any) -> Iterator[str]:
    """All values in what was told."""
    if isinstance(told, dict | list):
        for inner in told.values() if isinstance(told, dict) else told:
            yield from _values(inner)
    else:
        yield str(told)


def is_asked(engine: Engine[Any], power: Power, line: str, title: Game) -> bool:
    """Whether the power is asked now; windows that the line does not answer are passed.

    If dice are rolled when they are, nobody can say: then it is not.
    """
    for _ in range(MOST_WINDOWS):
        waiting = engine.waiting()
        question = waiting.get(power)
        if question is not None and not isinstance(question, Respond):
            return True
        if question is not None:
            try:
                parse_line(line, question, engine.game, title.names)
                return True
            except OrderProblem:
                pass
        window = next((who for who, asked in waiting.items() if isinstance(asked, Respond)), None)
        if window is None:
            return False
        try:
            engine.submit(window, ())
        except RandomNeeded:
            return False
    return False
