"""Lines in free words, weighed at the table: what they mean is tried on a copy before anything is done.

A reading counts if the grammar and the rules take all of its orders, as far as that can be known: up to the
first die, or to the first decision of somebody else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any, NoReturn

from pbem.errors import Illegal, OrderProblem, Unreadable
from pbem.games import Game
from pbem.language import parse_line, say, suggestions
from pbem.language.free_words import Reading
from pbem.language.parse import parser_of, readings, said
from pbem.language.words import key
from pbem.play.conditions import is_conditional, read_branch
from pbem.play.lines import Line
from pbem.play.whose_line import without_name
from rules import Engine, Power
from rules.core import codec
from rules.core import errors as rules_errors
from rules.core.actions import ChooseAction
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
MOST_UNDERSTOOD = 6
"""Words of a line that its writer is told were understood."""
MOST_LOOKED_AT = 100
MOST_PARTS = 3
NOT_IN_FULL = ("line.too_much", "line.fewer")
"""Problems of a line that was understood: not all of it can be done, and so nothing is."""


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
    not_yet: tuple[str, ...] = ()
    """The one thing that it means, if the rules forbid that now."""
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


def weigh(
    engine: Engine[Any],
    title: Game,
    power: Power,
    line: str,
    *,
    asking: bool = False,
    parts: int = MOST_PARTS,
) -> Weighed:
    """What a line means in answer to the question that is open for a power; of so many `parts` at most."""
    found = _as_a_whole(engine, title, power, line, asking=asking)
    if not found.proposals and not asking and (orders := _in_parts(engine, title, power, line, parts)):
        return Weighed(orders, proposals=[_in_a_line(orders)])
    if not found.proposals and found.forbidden is None:
        found.few = _few(engine, title, power)
    return found


def _as_a_whole(engine: Engine[Any], title: Game, power: Power, line: str, *, asking: bool) -> Weighed:
    question, found = engine.question(power), Weighed()
    plain = title.with_plain_names(line)
    meanings = title.free_words_for(line).readings(plain, question, engine.game, asking=asking)
    tried: dict[tuple[str, ...], tuple[Any, int, bool]] = {}
    for reading in meanings:
        left = 0
        try:
            answer = parse_line(reading.lines[0], question, engine.game, title.names)
            if len(reading.lines) > 1:
                left = _play(engine.fork(), title, power, reading)
        except Illegal as problem:
            found.forbidden = found.forbidden or problem
            continue
        except OrderProblem as problem:
            found.impossible = found.impossible or problem
            continue
        priced = not reading.prices or _prices_fit(engine.fork(), title, power, reading)
        tried.setdefault(reading.lines, (answer, left, reading.sure and priced))
    if found.forbidden is not None and len(meanings) == 1 and meanings[0].sure:
        found.not_yet = meanings[0].lines
    # Of `Tours, Limoges` as one answer, and as two, the one counts of which nothing is left over.
    fewest = min((left for _, left, _ in tried.values()), default=0)
    sure: dict[tuple[str, ...], None] = {}
    unsure: dict[tuple[str, ...], None] = {}
    answers: list[tuple[Any, tuple[str, ...]]] = []
    for lines, (answer, left, is_sure) in tried.items():
        if left > fewest or (answer, lines[1:]) in answers:
            continue
        answers.append((answer, lines[1:]))
        (sure if is_sure else unsure)[lines] = None
    if len(sure) == 1 and not unsure:
        (found.orders,) = sure
        found.fleeting = any(one.fleeting for one in meanings if one.lines == found.orders)
    found.proposals = [_in_a_line(lines) for lines in [*sure, *unsure]][:MOST_PROPOSED]
    return found


# ---- An order, and what it brings up

_CUT = re.compile(
    r"\s*[,;:]\s+(?:(?:and|then|so)\s+)*|\s+[-–—]+>?\s+|\s+(?:and then|and|then|with)\s+|[.!]+\s+",
    re.IGNORECASE,
)
MOST_CUTS = 8
"""Places at which a line is tried to be parted."""
LONGEST_IN_PARTS = 300


def _in_parts(engine: Engine[Any], title: Game, power: Power, line: str, parts: int) -> tuple[str, ...]:
    """A line that is an order, and after a mark or `and` the answer to what is asked next.

    `Janissaries as event: all four in Istanbul`, `Francis goes to Metz.  If he avoids battle, end.`  Each
    part is read by itself with the question that it meets, and must leave no doubt.
    """
    cuts = list(_CUT.finditer(line)) if parts > 1 and len(line) <= LONGEST_IN_PARTS else []
    for cut in cuts[:MOST_CUTS]:
        head, tail = line[: cut.start()], line[cut.end() :].strip()
        if not head.strip() or not tail:
            continue
        tail = _SHOULD.sub("if ", tail)
        if is_conditional(tail):
            branch = _branch(engine, title, power, with_who_is_meant(engine.game, title, [power], head, tail))
            if branch and (first := _orders_of(engine, title, power, head, 1)):
                return (*first, branch)
            continue
        if engine.question(power).kind == ACTION:
            continue  # all actions of a line are read together
        if (first := _orders_of(engine, title, power, head, 1)) and (
            then := _next(engine, title, power, first, tail, parts - 1)
        ):
            return (*first, *then)
    return ()


def _orders_later(engine: Engine[Any], title: Game, power: Power, words: str) -> tuple[str, ...]:
    """The orders that words give when something has happened: what is forbidden now may be allowed then."""
    try:
        parse_line(words, engine.question(power), engine.game, title.names)
    except Illegal:
        return (words.strip(" ,;."),)
    except (OrderProblem, LookupError):
        found = weigh(engine, title, power, words, parts=1)
        return found.orders or found.not_yet
    return (words.strip(" ,;."),)


def _orders_of(engine: Engine[Any], title: Game, power: Power, words: str, parts: int) -> tuple[str, ...]:
    """The orders that words give without a doubt: in the grammar, or freely."""
    try:
        parse_line(words, engine.question(power), engine.game, title.names)
        return (words.strip(" ,;."),)
    except Illegal:
        return ()
    except (OrderProblem, LookupError):
        return weigh(engine, title, power, words, parts=parts).orders


def _next(
    engine: Engine[Any], title: Game, power: Power, first: tuple[str, ...], words: str, parts: int
) -> tuple[str, ...]:
    """What words say to the question that comes after some orders; nothing if dice or others come first."""
    fork = engine.fork()
    asked = engine.question(power)
    try:
        if _play(fork, title, power, Reading(first)) or power not in fork.waiting():
            return ()
    except OrderProblem:
        return ()
    return _orders_of(fork, title, power, words, parts) if fork.question(power) != asked else ()


_SHOULD = re.compile(r"^should (?=.*,)", re.IGNORECASE)
"""`Should they avoid battle, ...`"""
_HE_FIGHTS = re.compile(
    r"^(if|unless)\s+(?:he|she)\s+(?:(wins?|prevails?)|(loses?|is beaten))"
    r"(?: there| it| the battle)?(?=[\s,:])",
    re.IGNORECASE,
)


def with_who_is_meant(game: Any, title: Game, powers: Sequence[Power], head: str, tail: str) -> str:
    """`Henry goes to Boulogne. If he wins, ...`: he is the own leader, if the order names nobody else."""
    found = _HE_FIGHTS.match(tail)
    if found is None:
        return tail
    people = title.free_words_for(head).people_named(head, powers, game)
    if not people or not all(is_own for _, is_own in people):
        return tail
    return f"{found[1]} {'won' if found[2] else 'lost'}{tail[found.end() :]}"


def _branch(engine: Engine[Any], title: Game, power: Power, words: str) -> str:
    """A condition in free words with its orders as the grammar writes them; empty if they are not clear."""
    try:
        branch = read_branch(words, title.names)
    except OrderProblem:
        return ""
    if branch.test is None or branch.others:
        return ""
    condition = _CONDITION.match(words)
    text = words[condition.end() :] if condition else ""
    orders = _orders_later(engine, title, power, text) if condition else ()
    return f"{condition[1].strip()}: {'; '.join(orders)}" if condition and orders else ""


_CONDITION = re.compile(r"\s*((?:if|unless)\b[^:,]*?)(?::|,?\s+then\s+|,)", re.IGNORECASE)


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
    if problem.code == "line.too_long":
        return problem
    if found.proposals:
        return Unreadable("line.not_sure", line, proposals=found.proposals)
    if found.forbidden is not None:
        return Illegal(found.forbidden.refusal, line)
    if isinstance(found.impossible, Unreadable) and found.impossible.code in NOT_IN_FULL:
        return Unreadable(found.impossible.code, line, proposals=found.impossible.proposals)
    if not isinstance(problem, Unreadable) or problem.code not in _OF_THE_GRAMMAR:
        return problem
    words, question = title.free_words_for(line), engine.question(power)
    if not words.reads(question):
        return problem
    if problem.proposals and not words.words.says(str(problem.fields.get("text", ""))):
        return problem
    unknown = words.unknown(line, question, engine.game)
    orders = found.few or suggestions(question, engine.game, title.names, MOST_LOOKED_AT)
    likely = tuple(words.likely(line, question, engine.game, orders)[:MOST_EXAMPLES])
    if unknown:
        return Unreadable("line.unknown_word", line, proposals=found.few, text=unknown, texts=likely)
    if said := dict.fromkeys(words.understood(line, question, engine.game)):
        understood = ", ".join(list(said)[:MOST_UNDERSTOOD])
        return Unreadable("line.partly", line, proposals=found.few, text=understood, texts=likely)
    return Unreadable("line.no_sense", line, proposals=found.few, texts=likely)


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
        known = not text or is_conditional(order) or _is_read(order, question, engine, title)
        if not known and words.reads(question):
            raise Unreadable("line.part_unknown", line.whole, text=text)


def _played(
    engine: Engine[Any], title: Game, power: Power, line: Line, orders: Sequence[str], answers: int
) -> int:
    """How many orders of a line are taken on a copy, up to the first of which that cannot be known.

    :raises Unreadable: one of them is no order.
    """
    fork = engine.fork()
    fork.game.dice = _NoDice(fork.game.dice.seed, fork.game.dice.used)
    words = title.free_words_for(line.whole)
    for at, order in enumerate(orders):
        if is_conditional(order):
            continue
        if not _asked(fork, power, order, title):
            if at and fork.snapshot.seq != engine.snapshot.seq and not title.ends_impulse(order):
                raise Unreadable("line.too_much", line.whole, proposals=[_in_a_line(orders[:at])])
            return at
        question = fork.question(power)
        try:
            _submit_words(fork, title, power, order)
        except (Illegal, rules_errors.Illegal) as problem:
            if code := _not_in_full(problem, orders, at):
                raise Unreadable(code, line.whole, proposals=[_in_a_line(orders[:at])]) from None
            return at + 1
        except RandomNeeded:
            return at + 1
        except (OrderProblem, LookupError):
            unknown = words.unknown(order, question, fork.game)
            expected = question.pace == IMPULSE or unknown
            if not 0 < at <= answers and not (expected and words.reads(question)):
                return at  # something came up that the order is not for
            raise Unreadable("line.part_unknown", line.whole, text=unknown or order) from None
    return len(orders)


TOO_COSTLY = "action.too_costly"
"""Why the rules forbid an action for which there are not enough CP."""


def _not_in_full(problem: Illegal | rules_errors.Refused, orders: Sequence[str], at: int) -> str:
    """Why orders before this one may not be begun either: there are not enough CP, or it is one too many."""
    if at and problem.code == TOO_COSTLY:
        return "line.too_much"
    return "line.fewer" if orders[at] in orders[:at] else ""


def _in_a_line(orders: Sequence[str]) -> str:
    """Orders as a line to copy."""
    return "; ".join(orders)


def _is_read(order: str, question: Any, engine: Engine[Any], title: Game) -> bool:
    try:
        return bool(readings(order, parser_of(question, engine.game, title.names), title.names))
    except (OrderProblem, LookupError):
        return False


def _submit_words(engine: Engine[Any], title: Game, power: Power, words: str) -> None:
    """Answer with words, in the grammar or freely, at a copy of the table.

    :raises OrderProblem: they are no answer.
    """
    try:
        engine.submit(power, parse_line(words, engine.question(power), engine.game, title.names))
        return
    except Illegal:
        raise
    except (OrderProblem, LookupError) as problem:
        found = weigh(engine, title, power, without_name(power, words, title.names))
        if not found.orders:
            raise found.forbidden or Unreadable("line.no_sense", words, texts=()) from problem
    for order in found.orders:
        if not _asked(engine, power, order, title):
            return
        engine.submit(power, parse_line(order, engine.question(power), engine.game, title.names))


def or_proposed(problem: Illegal, line: Line, engine: Engine[Any], title: Game, power: Power) -> OrderProblem:
    """What the rules forbid may have been meant in another way, which is proposed, and never done."""
    if line.read or problem.code == THROWN_ELSEWHERE:  # that one is allowed, and only waits for its dice
        return problem
    found = weigh(engine, title, power, without_name(power, line.whole, title.names))
    return refused(problem, found, line.whole, engine, title, power) if found.proposals else problem


def proposed(engine: Engine[Any], title: Game, power: Power, words: str) -> list[str]:
    """The orders that words would be, if somebody ordered them and did not only ask."""
    return asked_about(engine, title, power, words)[0]


def asked_about(
    engine: Engine[Any], title: Game, power: Power, words: str
) -> tuple[list[str], Illegal | None]:
    """The orders that words ask about; if the rules allow none, why not."""
    question, forbidden = engine.question(power), None
    for order in dict.fromkeys((title.in_english(words), words)):
        try:
            answer = parse_line(order, question, engine.game, title.names)
            return [say(question, answer, title.names)], None
        except Illegal as problem:
            forbidden = problem
        except (OrderProblem, LookupError):
            continue
    found = weigh(engine, title, power, words, asking=True)
    return found.proposals, None if found.proposals else found.forbidden or forbidden


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


def _play(engine: Engine[Any], title: Game, power: Power, reading: Reading) -> int:
    """Play orders on a copy, as far as nothing is decided by dice or by others; how many were not needed.

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
                    raise Unreadable("line.too_much", line, proposals=[_in_a_line(queue[:at])])
                if not all(_has_happened(engine, one, title) for one in queue[at:] if reading.fleeting):
                    raise Unreadable("line.part_unknown", line, text=line)
                return len(queue) - at if reading.fleeting else 0
            question = engine.question(power)
            try:
                answer = parse_line(line, question, engine.game, title.names)
            except Illegal as problem:
                if code := _not_in_full(problem, queue, at):
                    raise Unreadable(code, line, proposals=[_in_a_line(queue[:at])]) from None
                raise
            except OrderProblem:
                if engine.snapshot.seq != began and not title.ends_impulse(line) and not reading.fleeting:
                    raise Unreadable("line.too_much", line, proposals=[_in_a_line(queue[:at])]) from None
                if at and (
                    _has_happened(engine, line, title) if reading.fleeting else question.pace != IMPULSE
                ):
                    return len(queue) - at  # something came up that the line is not for
                raise
            engine.submit(power, answer)
    except RandomNeeded:
        return 0
    except rules_errors.Illegal as problem:
        raise Illegal(problem, line) from problem
    return 0


def _prices_fit(engine: Engine[Any], title: Game, power: Power, reading: Reading) -> bool:
    """Whether all prices that a line names are those of its deeds: of one, of some in a row, or all there is.

    `3 CP for two mercs` may be three.  Where a price cannot be known before dice are rolled, any will do.
    """
    game = engine.game
    game.dice = _NoDice(game.dice.seed, game.dice.used)
    costs: list[int] = []
    points: list[int] = []
    for line in reading.lines:
        try:
            if is_conditional(line) or not _asked(engine, power, line, title):
                return True
            question = engine.question(power)
            answer = parse_line(line, question, engine.game, title.names)
            if isinstance(question, ChooseAction):
                points.append(question.cp)
                costs.append(answer.cost(engine.game, power))
            elif points:
                return True
            if line is not reading.lines[-1]:
                engine.submit(power, answer)
        except (OrderProblem, RandomNeeded, rules_errors.Illegal):
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
