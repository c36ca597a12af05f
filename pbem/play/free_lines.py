"""Lines in free words, weighed at the table: what they mean is tried on a copy before anything is done.

A reading counts if the grammar and the rules take all of its orders, as far as that can be known: up to the
first die, or to the first decision of somebody else.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any

from pbem.errors import Illegal, OrderProblem
from pbem.games import Game
from pbem.language import parse_line, say
from pbem.language.meanings import Reading
from pbem.language.parse import said
from pbem.play.conditions import is_conditional, read_branch
from pbem.play.lines import Line
from pbem.play.on_a_copy import in_a_line, play, prices_fit
from rules import Engine, Power
from rules.core.flow import IMPULSE
from rules.core.windows import Respond

ACTION = "action"
"""The question to which several orders in a line answer, one after the other."""
MOST_PROPOSED = 4
MOST_PARTS = 3


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
    found = as_a_whole(engine, title, power, line, asking=asking)
    if not found.proposals and not asking and (orders := _in_parts(engine, title, power, line, parts)):
        return Weighed(orders, proposals=[in_a_line(orders)])
    if not found.proposals and not asking and parts > 1:
        found.proposals = _of_some_sentences(engine, title, power, line)
    if not found.proposals and found.forbidden is None:
        found.few = _few(engine, title, power)
    return found


_SENTENCE = re.compile(r"(?<=[^\s.][.!:;])\s+")
MOST_SENTENCES = 5


def _of_some_sentences(engine: Engine[Any], title: Game, power: Power, line: str) -> list[str]:
    """The orders of those sentences of a line that can be read, beside others that cannot; only proposed.

    `The pastors fan out: preach in France.`  Nobody knows what the others say, so nothing of it is done.
    """
    sentences = _SENTENCE.split(line)
    if not 1 < len(sentences) <= MOST_SENTENCES or len(line) > LONGEST_IN_PARTS:
        return []
    for start in range(1, len(sentences)):
        found = as_a_whole(engine, title, power, " ".join(sentences[start:]), asking=False)
        if found.proposals:
            return found.proposals
    talk = title.free_words_for(line).talk
    for end in range(len(sentences) - 1, 0, -1):
        if any(talk.may_undo(sentence) for sentence in sentences[end:]):
            return []
        found = as_a_whole(engine, title, power, " ".join(sentences[:end]), asking=False)
        if found.proposals:
            return found.proposals
    return []


def as_a_whole(engine: Engine[Any], title: Game, power: Power, line: str, *, asking: bool) -> Weighed:
    """What a line means if it is read in one piece."""
    question, found = engine.question(power), Weighed()
    plain = title.with_plain_names(line)
    meanings = title.free_words_for(line).readings(plain, question, engine.game, asking=asking)
    tried: dict[tuple[str, ...], tuple[Any, int, bool]] = {}
    for reading in meanings:
        left = 0
        try:
            answer = parse_line(reading.lines[0], question, engine.game, title.names)
            if len(reading.lines) > 1:
                left = play(engine.fork(), title, power, reading)
        except Illegal as problem:
            found.forbidden = found.forbidden or problem
            continue
        except OrderProblem as problem:
            found.impossible = found.impossible or problem
            continue
        priced = not reading.prices or prices_fit(engine.fork(), title, power, reading)
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
    found.proposals = [in_a_line(lines) for lines in [*sure, *unsure]][:MOST_PROPOSED]
    return found


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


# ---- An order, and what it brings up

_CUT = re.compile(
    r"\s*[,;:]\s+(?:(?:and|then|so)\s+)*|\s+[-–—]+>?\s+|\s+(?:and then|and|then|with)\s+|[.!]+\s+"
    r"|(?<=\bevent)\s+",
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
        if title.free_words_for(tail).talk.takes_back(tail):
            return ()  # `war on the Emperor - no, forget it`
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
        if play(fork, title, power, Reading(first)) or power not in fork.waiting():
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
