"""Lines in free words, weighed at the table: what they mean is tried on a copy before anything is done.

A reading counts if the grammar and the rules take all of its orders, as far as that can be known: up to the
first die, or to the first decision of somebody else.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any, NoReturn

from pbem.errors import Illegal, OrderProblem, Unreadable
from pbem.games import Game
from pbem.language import parse_line, say, suggestions
from pbem.language.free_words import Reading
from pbem.language.parse import parser_of, readings, said
from pbem.play.conditions import is_conditional
from pbem.play.lines import Line
from pbem.play.whose_line import without_name
from rules import Engine, Power
from rules.core import errors as rules_errors
from rules.core.dice import Dice
from rules.core.errors import RandomNeeded
from rules.core.flow import IMPULSE
from rules.core.reasons import Reason
from rules.core.windows import Respond

ACTION = "action"
"""The question to which several orders in a line answer, one after the other."""
THROWN_ELSEWHERE = "dice.thrown_elsewhere"
"""Why an order waits whose dice the moderator has to enter."""
MOST_WINDOWS = 40
MOST_PROPOSED = 4
MOST_EXAMPLES = 2
MOST_LOOKED_AT = 100


@dataclass(slots=True)
class Weighed:
    """What a line in free words comes to."""

    orders: tuple[str, ...] = ()
    """What it means, if it can mean one thing only."""
    fleeting: bool = False
    """Whether all but the first are answers to what comes next, or to nothing."""
    proposals: list[str] = field(default_factory=list)
    """What it may mean, each as a line to copy."""
    forbidden: Illegal | None = None
    """It was understood, but the rules forbid it."""
    impossible: OrderProblem | None = None
    """It was understood, but cannot be done as a whole."""
    few: list[str] = field(default_factory=list)
    """All that can be answered, if it is little enough to copy from."""


class _NoDice(Dice):
    """Dice that stop the copy instead of rolling: what they would show must not decide what was meant."""

    def roll(self, count: int, reason: Reason) -> NoReturn:
        raise RandomNeeded("dice", count, reason)

    def draw(self, items: Sequence[Any], reason: Reason) -> NoReturn:
        raise RandomNeeded("draw", 1, reason)


def weigh(engine: Engine[Any], title: Game, power: Power, line: str, *, asking: bool = False) -> Weighed:
    """What a line means in answer to the question that is open for a power."""
    question, found = engine.question(power), Weighed()
    meanings = title.free_words.readings(line, question, engine.game, asking=asking)
    sure: dict[tuple[str, ...], None] = {}
    unsure: dict[tuple[str, ...], None] = {}
    answers: list[tuple[Any, tuple[str, ...]]] = []
    for reading in meanings:
        try:
            answer = parse_line(reading.lines[0], question, engine.game, title.names)
            if len(reading.lines) > 1:
                _play(engine.fork(), title, power, reading)
        except Illegal as problem:
            found.forbidden = found.forbidden or problem
            continue
        except OrderProblem as problem:
            found.impossible = found.impossible or problem
            continue
        if (answer, reading.lines[1:]) in answers:
            continue
        answers.append((answer, reading.lines[1:]))
        (sure if reading.sure else unsure)[reading.lines] = None
    if len(sure) == 1 and not unsure:
        (found.orders,) = sure
        found.fleeting = any(one.fleeting for one in meanings if one.lines == found.orders)
    found.proposals = ["; ".join(lines) for lines in [*sure, *unsure]][:MOST_PROPOSED]
    if not found.proposals and found.forbidden is None:
        found.few = _few(engine, title, power)
    return found


def _few(engine: Engine[Any], title: Game, power: Power) -> list[str]:
    """All that can be answered, if it is little enough to copy from."""
    question = engine.question(power)
    if question.pace == IMPULSE or isinstance(question, Respond):
        return []
    answers = list(islice(question.legal(engine.game), MOST_PROPOSED + 1))
    return said(question, answers, title.names) if len(answers) <= MOST_PROPOSED else []


def is_question(line: str) -> bool:
    """Whether a line asks: such a line is never carried out."""
    return "?" in line or "？" in line


def without_question(line: str) -> str:
    return line.replace("?", " ").replace("？", " ")


def is_struck(line: str) -> bool:
    """Whether a line, or a part of it, is struck out: `~~control Nice~~`."""
    return "~~" in line


def refused(
    problem: OrderProblem, found: Weighed, line: str, engine: Engine[Any], title: Game, power: Power
) -> OrderProblem:
    """Why a line is not carried out, as a player should hear it: what was understood, and a line to copy.

    What the grammar expected is for engineers.  A name that it proposes for a word of ours is no proposal.
    """
    if found.proposals:
        return Unreadable("line.not_sure", line, proposals=found.proposals)
    if found.forbidden is not None:
        return Illegal(found.forbidden.refusal, line)
    if found.impossible is not None and found.impossible.code == "impulse.over":
        return Unreadable("line.too_much", line)
    if not isinstance(problem, Unreadable) or problem.code not in _OF_THE_GRAMMAR:
        return problem
    words, question = title.free_words, engine.question(power)
    if not words.reads(question):
        return problem
    if problem.proposals and not words.words.says(str(problem.fields.get("text", ""))):
        return problem
    unknown = words.unknown(line, question, engine.game)
    orders = found.few or suggestions(question, engine.game, title.names, MOST_LOOKED_AT)
    likely = tuple(words.likely(line, question, engine.game, orders)[:MOST_EXAMPLES])
    if unknown:
        return Unreadable("line.unknown_word", line, proposals=found.few, text=unknown, texts=likely)
    return Unreadable("line.no_sense", line, proposals=found.few, texts=likely)


def check_all(engine: Engine[Any], title: Game, power: Power, line: Line, rest: Sequence[str]) -> None:
    """Of a line with several orders, nothing is done if one of them holds a word that nobody knows.

    :raises Unreadable: there is such a word.
    """
    question, words = engine.question(power), title.free_words
    for order in dict.fromkeys(rest):
        text = words.unknown(order, question, engine.game)
        if not text and question.kind != ACTION:
            continue  # it is for a question that is not asked yet
        try:
            readings(order, parser_of(question, engine.game, title.names), title.names)
        except (OrderProblem, LookupError):
            if is_conditional(order) or (not text and words.readings(order, question, engine.game)):
                continue
            if words.reads(question):
                raise Unreadable("line.part_unknown", line.whole, text=text or order) from None


def or_proposed(problem: Illegal, line: Line, engine: Engine[Any], title: Game, power: Power) -> OrderProblem:
    """What the rules forbid may have been meant in another way, which is proposed, and never done."""
    if line.read or problem.code == THROWN_ELSEWHERE:  # that one is allowed, and only waits for its dice
        return problem
    found = weigh(engine, title, power, without_name(power, line.whole, title.names))
    return refused(problem, found, line.whole, engine, title, power) if found.proposals else problem


def proposed(engine: Engine[Any], title: Game, power: Power, words: str) -> list[str]:
    """The orders that words would be, if somebody ordered them and did not only ask."""
    question = engine.question(power)
    for order in dict.fromkeys((title.in_english(words), words)):
        try:
            answer = parse_line(order, question, engine.game, title.names)
            return [say(question, answer, title.names)]
        except (OrderProblem, LookupError):
            continue
    return weigh(engine, title, power, words, asking=True).proposals


def read_as(line: Line, whole: str, found: Weighed) -> list[Line]:
    """The lines that a line in free words means; the first keeps the words that were typed."""
    return [
        replace(
            line,
            text=order,
            typed="" if at else whole,
            part=at + 1,
            read=True,
            fleeting=bool(at) and found.fleeting,
        )
        for at, order in enumerate(found.orders)
    ]


_OF_THE_GRAMMAR = ("line.not_understood", "line.not_finished")


def _play(engine: Engine[Any], title: Game, power: Power, reading: Reading) -> None:
    """Play orders on a copy, as far as nothing is decided by dice or by others.

    :raises OrderProblem: one of them is not taken.
    """
    game, began = engine.game, engine.snapshot.seq
    game.dice = _NoDice(game.dice.seed, game.dice.used)
    queue = [line for line in reading.lines if not is_conditional(line)]
    line = ""
    try:
        for at, line in enumerate(queue):
            if not _asked(engine, power, line, title):
                if engine.snapshot.seq != began and not title.ends_impulse(line) and not reading.fleeting:
                    raise Unreadable("impulse.over", line)
                return
            question = engine.question(power)
            try:
                answer = parse_line(line, question, engine.game, title.names)
            except Illegal:
                raise
            except OrderProblem:
                if engine.snapshot.seq != began and not title.ends_impulse(line) and not reading.fleeting:
                    raise Unreadable("impulse.over", line) from None
                if at and (question.pace != IMPULSE or reading.fleeting):
                    return  # something came up that the line is not for
                raise
            engine.submit(power, answer)
    except RandomNeeded:
        return
    except rules_errors.Illegal as problem:
        raise Illegal(problem, line) from problem


def _asked(engine: Engine[Any], power: Power, line: str, title: Game) -> bool:
    """Whether the power is asked now; windows that the line does not answer are passed."""
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
        engine.submit(window, ())
    return False
