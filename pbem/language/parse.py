"""Lines to answers: reads an order with the grammar of the question that is open, or says what is wrong."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Any

from pbem.errors import Ambiguous, Illegal, OrderProblem, Unreadable
from pbem.language.grammar import Parser, one_of
from pbem.language.names import DEBATER, LEADER, NEVER_PREFIX, SEA, SPACE, UNIT, Names
from pbem.language.reading import Reading, TooLong
from pbem.language.words import MOST_CHARACTERS, tokens, without_comment, without_note, without_politeness
from rules.core import errors as rules_errors
from rules.core.flow import Question

MOST_READINGS = 200
MOST_SUGGESTIONS = 12


def parser_of(question: Question[Any], game: Any, names: Names) -> Parser[Any]:
    """The parser of the answers to a question."""
    entry = names.grammars.of(question)
    if entry is None:
        raise LookupError(f"no grammar for questions of kind {question.kind}")
    parser = entry(question, game, names)
    special = names.grammars.of_topic(question)
    return parser if special is None else one_of(special(question, game, names), parser)


def parse_line(
    line: str, question: Question[Any], game: Any, names: Names, parser: Parser[Any] | None = None
) -> Any:
    """The answer that a line gives to an open question; whoever has its parser hands it over.

    :raises Unreadable: no grammar fits; says where and what was expected.
    :raises Ambiguous: it can be read in several ways that are all allowed.
    :raises Illegal: understood, but the rules forbid it.
    """
    answers = readings(line, parser or parser_of(question, game, names), names)
    problems: list[rules_errors.Illegal] = []
    allowed: list[Any] = []
    for answer in answers:
        try:
            question.check(game, answer)
        except rules_errors.Illegal as problem:
            problems.append(problem)
        else:
            allowed.append(answer)
    if not allowed:
        raise Illegal(problems[0], line)
    if len(allowed) > 1:
        raise _several(line, question, allowed, names)
    return allowed[0]


_TRIES = re.compile(r"\s*(?:publish|treatise|burn)\b", re.IGNORECASE)
"""Actions that consist of attempts on spaces, which are asked for one by one."""
_PRICE = re.compile(r"^(.+?)[\s,;]+(?:(?:and|then)\s+)*(pay\b.*\d.*)$", re.IGNORECASE)
"""An order, and what is paid for it."""
_LEADING = re.compile(r"^(?:(?:on|against|in|at|to|with|the|:|,)\s+)+", re.IGNORECASE)


def parted(line: str, question: Question[Any], game: Any, names: Names) -> list[str]:
    """`play 100 as event: calais and london` as the play and the answer to what the event will ask.

    So is `treatise in the german zone: leipzig, then breslau`, and `declare war on france, pay 31` where the
    price is asked for later.  Only where a line cannot be read as a whole, and the part before can mean one
    use of the card, or one order, alone.
    """
    if paid := _PRICE.match(line):
        parser = parser_of(question, game, names)
        if not _ways(line, parser, names) and _ways(paid[1], parser, names) == 1:
            return [paid[1], paid[2]]
    before, colon, after = line.partition(":")
    asks_more = question.kind == "impulse" or (question.kind == "action" and _TRIES.match(before))
    if not asks_more or not colon or not after.strip():
        return [line]
    parser = parser_of(question, game, names)
    if _ways(line, parser, names):
        return [line]
    words = after.split()
    for count in range(min(3, len(words) - 1), -1, -1):
        head = f"{before}: {' '.join(words[:count])}" if count else before
        if _ways(head, parser, names) == 1:
            return [head, _LEADING.sub("", " ".join(words[count:]))]
    return [line]


def _ways(line: str, parser: Parser[Any], names: Names) -> int:
    """In how many ways a line can be read, whatever the rules say to them."""
    try:
        return len(readings(line, parser, names))
    except OrderProblem:
        return 0


def readings(line: str, parser: Parser[Any], names: Names) -> list[Any]:
    """The different values of the readings of a whole line that stretch it least; at least one."""
    reading = _reading(line, names)
    try:
        whole = [
            found
            for found in islice(parser.read(reading, 0), MOST_READINGS * 10)
            if _ends(reading, found.end)
        ]
    except TooLong:
        raise Unreadable("line.too_long", line) from None
    if not whole:
        raise _unreadable(line, reading)
    least = min(found.cost for found in whole)
    values: list[Any] = []
    for found in whole[:MOST_READINGS]:
        if found.cost == least and found.value not in values:
            values.append(found.value)
    return values


_ACTORS, _PLACES = (LEADER, DEBATER, UNIT), (SPACE, SEA)
_LONGEST_ACTOR = 3
_WHERE = frozenset("from via through in at of into over".split())


def _names_somebody(aside: str, names: Names) -> bool:
    """Whether an aside speaks of people or units, or says where: that may be part of the order.

    `(to threaten Vienna)` is not.
    """
    words = [token.text for token in tokens(aside) if token.text not in ("(", ")")]
    for at in range(len(words)):
        for length in range(1, _LONGEST_ACTOR + 1):
            run = " ".join(words[at : at + length])
            where = words[at - 1] in _WHERE if at else run == " ".join(words)
            for kind in (*_ACTORS, *(_PLACES if where else ())):
                if len(run) > 1 and kind in names.tables and run in names.tables[kind].spelled:
                    return True
    return False


def _reading(line: str, names: Names) -> Reading:
    if len(line) > MOST_CHARACTERS:
        raise Unreadable("line.too_long", line[:80] + "...")
    # What stands in parentheses is part of the order, unless it is a comment; the parentheses are not.
    ordered = without_note(line)
    plain = without_comment(ordered)
    if plain and plain != ordered and _names_somebody(ordered[len(plain) :], names):
        plain = ordered  # `burn books in Germany (Cajetan commits)`
    words = [token for token in tokens(plain) if token.text not in ("(", ")")]
    words = without_politeness(words)
    if not words:
        raise Unreadable("line.no_order", line)
    return Reading(words, names)


def _ends(reading: Reading, at: int) -> bool:
    if at == len(reading.words):
        return True
    reading.expect(at, "the end of the line")
    return False


def _unreadable(line: str, reading: Reading) -> OrderProblem:
    at = min(reading.farthest, len(reading.words))
    last = at == len(reading.words)
    column = (reading.words[-1].end if last else reading.words[at].start) + 1
    if reading.rejected:
        why = reading.rejected[0]
        return Unreadable(why.code, line, column=column, **why.fields)
    expected = [what for what in reading.expected if what]
    if last:
        return Unreadable("line.not_finished", line, column=column, expected=expected)
    text = reading.words[at].text
    for missed in reading.missed:
        if missed.unsure:
            candidates = [reading.names.propose(missed.kind, id) for id in missed.unsure]
            return may_be(text, candidates, line, column=column)
    proposals: dict[str, None] = {}
    if text not in NEVER_PREFIX:
        run = [token.text for token in reading.words[at : at + 4] if not token.is_mark]
        for missed in reading.missed:
            proposals |= dict.fromkeys(reading.names.near(missed.kind, run, missed.among))
    return Unreadable(
        "line.not_understood", line, column=column, expected=expected, proposals=tuple(proposals), text=text
    )


def _several(line: str, question: Question[Any], answers: list[Any], names: Names) -> Ambiguous:
    orders = [order for answer in answers[:6] if (order := say(question, answer, names))]
    return may_mean(orders, line)


def may_be(text: str, candidates: Sequence[str], line: str, *, column: int = 1) -> Ambiguous:
    """A word that fits more than one name."""
    return Ambiguous(
        "word.may_be", line, column=column, candidates=candidates, text=text, texts=_some(candidates)
    )


def may_mean(orders: Sequence[str], line: str) -> Ambiguous:
    """A line that can be read as one of several orders."""
    return Ambiguous("line.may_mean", line, candidates=orders, texts=_some(orders))


def _some(items: Sequence[str], most: int = 8) -> tuple[str, ...]:
    return (*items[:most], *(["..."] if len(items) > most else []))


# ---- The way back


def say(question: Question[Any], answer: Any, names: Names) -> str:
    """An answer as the order that gives it; empty where no grammar says how."""
    special = names.grammars.of_topic(question)
    if special is not None and special.write is not None:
        return special.write(question, answer, names)
    entry = names.grammars.of(question)
    if entry is None or entry.write is None:
        return ""
    return entry.write(question, answer, names)


def suggestions(question: Question[Any], game: Any, names: Names, most: int = MOST_SUGGESTIONS) -> list[str]:
    """Orders that may be given now, each as it can be sent back."""
    return said(question, islice(question.legal(game), most), names)


def said(question: Question[Any], answers: Iterable[Any], names: Names) -> list[str]:
    return list(dict.fromkeys(order for answer in answers if (order := say(question, answer, names))))


def usage(question: Question[Any], game: Any, names: Names, parser: Parser[Any] | None = None) -> list[str]:
    """How orders for this question are written, one line for each form."""
    return (parser or parser_of(question, game, names)).usages()
