"""A line with several orders: nothing of it is begun before all of it is understood."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pbem.errors import Illegal, OrderProblem, Unreadable
from pbem.games import Game
from pbem.language import parse_line
from pbem.language.parse import parser_of, readings
from pbem.play.conditions import is_conditional
from pbem.play.free_lines import weigh
from pbem.play.lines import Line
from pbem.play.on_a_copy import TOO_MUCH, in_a_line, is_asked, not_in_full, submit, without_dice
from pbem.play.whose_line import without_name
from rules import Engine, Power
from rules.core import errors as rules_errors
from rules.core.errors import RandomNeeded
from rules.core.flow import IMPULSE


def check_all(
    engine: Engine[Any], title: Game, power: Power, line: Line, orders: Sequence[str], *, answers: int = 0
) -> None:
    """Of a line with several orders, nothing is done if one of them is not understood.

    They are played on a copy, as far as that goes without dice and without others.  Of the orders after the
    first, so many are `answers` to what it brings up.  Nothing is begun for which there are not enough CP, or
    of which the rules allow fewer than are ordered.  What else they forbid is told when its turn comes.

    :raises Unreadable: one of them is no order, or they cannot be done in full.
    """
    words, question = title.free_words_for(line.whole), engine.question(power)
    for order in orders[_played(engine, title, power, line, orders, answers) :]:
        text = words.unknown(order, question, engine.game)
        if is_conditional(order) or _is_read(order, question, engine, title) or not words.reads(question):
            continue
        alone = words.readings(order, question, engine.game) or question.pace != IMPULSE
        together = not alone and weigh(engine, title, power, without_name(power, line.whole, title.names))
        # `2 regulars Calais-Boulogne and take control there`: only behind the first part it says where.
        if text or words.talk.casts_doubt(order) or (together and together.orders):
            raise Unreadable("line.part_unknown", line.whole, text=text or order)


def _played(
    engine: Engine[Any], title: Game, power: Power, line: Line, orders: Sequence[str], answers: int
) -> int:
    """How many orders of a line are taken on a copy, up to the first of which that cannot be known.

    :raises Unreadable: one of them is no order.
    """
    fork = without_dice(engine.fork())
    words = title.free_words_for(line.whole)
    for at, order in enumerate(orders):
        if is_conditional(order):
            continue
        if not is_asked(fork, power, order, title):
            if at and fork.snapshot.seq != engine.snapshot.seq and not title.ends_impulse(order):
                raise Unreadable(TOO_MUCH, line.whole, proposals=[in_a_line(orders[:at])])
            return at
        question = fork.question(power)
        try:
            _submit_words(fork, title, power, orders, at)
        except (Illegal, rules_errors.Illegal) as problem:
            if code := not_in_full(problem, orders, at):
                raise Unreadable(code, line.whole, proposals=[in_a_line(orders[:at])]) from None
            return at + 1
        except RandomNeeded:
            return at + 1
        except (OrderProblem, LookupError) as problem:
            if isinstance(problem, Unreadable) and problem.code == TOO_MUCH:
                raise Unreadable(TOO_MUCH, line.whole, proposals=problem.proposals) from None
            unknown = words.unknown(order, question, fork.game)
            expected = question.pace == IMPULSE or unknown
            if not 0 < at <= answers and not (expected and words.reads(question)):
                return at  # something came up that the order is not for
            raise Unreadable("line.part_unknown", line.whole, text=unknown or order) from None
    return len(orders)


def _is_read(order: str, question: Any, engine: Engine[Any], title: Game) -> bool:
    try:
        return bool(readings(order, parser_of(question, engine.game, title.names), title.names))
    except (OrderProblem, LookupError):
        return False


def _submit_words(engine: Engine[Any], title: Game, power: Power, orders: Sequence[str], at: int) -> None:
    """Answer with one of some orders, in the grammar or freely, at a copy of the table.

    :raises OrderProblem: it is no answer.
    """
    words = orders[at]
    try:
        answer = parse_line(words, engine.question(power), engine.game, title.names)
        submit(engine, title, power, answer, orders, at)
        return
    except Illegal:
        raise
    except (OrderProblem, LookupError) as problem:
        if isinstance(problem, Unreadable) and problem.code == TOO_MUCH:
            raise
        found = weigh(engine, title, power, without_name(power, words, title.names))
        if not found.orders:
            raise found.forbidden or Unreadable("line.no_sense", words, texts=()) from problem
    all_orders = [*orders[:at], *found.orders, *orders[at + 1 :]]
    for number, order in enumerate(found.orders, at):
        if not is_asked(engine, power, order, title):
            return
        answer = parse_line(order, engine.question(power), engine.game, title.names)
        submit(engine, title, power, answer, all_orders, number)
