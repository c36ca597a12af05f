"""What is suggested can be ordered: in random play, every answer that is said reads back as itself."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from pbem.errors import OrderProblem
from pbem.games import game_of
from pbem.games.his.orders.book import BOOK
from pbem.language import parse_line, say, usage
from rules import Engine, Question, Setup, load_rules
from rules.his import HisGame

ANSWERS_LOOKED_AT = 15
QUESTIONS_LOOKED_AT = 30
"""Of each kind; after that one in twenty."""
DECISIONS = 400
NAMES = game_of("his").names


def what(question: Question[Any], answer: Any = None) -> str:
    """A question in a word, for the list of problems: topic, or kind and class of action."""
    topic = getattr(question, "topic", "") or question.kind
    return f"{topic} {type(answer).__name__}" if answer is not None else topic


def problems_of(question: Question[Any], game: HisGame, rng: random.Random) -> Iterator[tuple[str, str]]:
    """Everything wrong with the words for one question."""
    if question.kind not in BOOK.kinds:
        yield what(question), "no grammar"
        return
    if not game_of("his").voice().question(question) or not usage(question, game, NAMES):
        yield what(question), "no prompt or no usage"
    picked = question.pick(game, rng.choice)
    for answer in [picked, *islice(question.legal(game), ANSWERS_LOOKED_AT)]:
        order = say(question, answer, NAMES)
        if not order:
            yield what(question, answer), f"no words for {answer}"
            continue
        try:
            read = parse_line(order, question, game, NAMES)
        except OrderProblem as problem:
            yield what(question, answer), f'"{order}" for {answer}: {problem}'
        else:
            if read != answer:
                yield what(question, answer), f'"{order}" for {answer} reads as {read}'


@pytest.mark.fuzz
@pytest.mark.parametrize("scenario", ["1517", "1532", "tournament"])
def test_every_said_answer_reads_back(scenario: str) -> None:
    engine = Engine.new(load_rules("his"), Setup("his", scenario), f"orders {scenario}")
    rng = random.Random(scenario)
    looked_at: Counter[str] = Counter()
    found: dict[str, str] = {}
    for _ in range(DECISIONS):
        if not engine.open:
            break
        power = rng.choice(sorted(engine.waiting()))
        question = engine.waiting()[power]
        kind = what(question)
        if looked_at[kind] < QUESTIONS_LOOKED_AT or rng.random() < 0.05:
            looked_at[kind] += 1
            for where, problem in problems_of(question, engine.game, rng):
                found.setdefault(where, problem)
        engine.submit(power, question.pick(engine.game, rng.choice), source="bot")
        engine.drain()
    assert not found, "\n".join(f"{where}: {problem}" for where, problem in sorted(found.items()))
