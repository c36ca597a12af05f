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
from pbem.games.game import Game
from pbem.language import parse_line, say, usage
from rules import Engine, Question, Setup

ANSWERS_LOOKED_AT = 15
QUESTIONS_LOOKED_AT = 30
"""Of each kind; after that one in twenty."""
DECISIONS = 400


def what(question: Question[Any], answer: Any = None) -> str:
    """A question in a word, for the list of problems: topic, or kind and class of action."""
    topic = getattr(question, "topic", "") or question.kind
    return f"{topic} {type(answer).__name__}" if answer is not None else topic


def problems_of(
    title: Game, question: Question[Any], game: Any, rng: random.Random
) -> Iterator[tuple[str, str]]:
    """Everything wrong with the words for one question."""
    names = title.names
    if question.kind not in names.grammars.kinds:
        yield what(question), "no grammar"
        return
    if not title.voice().question(question) or not usage(question, game, names):
        yield what(question), "no prompt or no usage"
    picked = question.pick(game, rng.choice)
    for answer in [picked, *islice(question.legal(game), ANSWERS_LOOKED_AT)]:
        order = say(question, answer, names)
        if not order:
            yield what(question, answer), f"no words for {answer}"
            continue
        try:
            read = parse_line(order, question, game, names)
        except OrderProblem as problem:
            yield what(question, answer), f'"{order}" for {answer}: {problem}'
        else:
            if read != answer:
                yield what(question, answer), f'"{order}" for {answer} reads as {read}'


@pytest.mark.fuzz
@pytest.mark.parametrize(
    ("name", "scenario"),
    [("his", "1517"), ("his", "1532"), ("his", "tournament"), ("vq", "campaign"), ("vq", "tournament")],
)
def test_every_said_answer_reads_back(name: str, scenario: str) -> None:
    title = game_of(name)
    engine = Engine.new(title.rules, Setup(name, scenario), f"orders {scenario}")
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
            for where, problem in problems_of(title, question, engine.game, rng):
                found.setdefault(where, problem)
        engine.submit(power, question.pick(engine.game, rng.choice), source="bot")
        engine.drain()
    assert not found, "\n".join(f"{where}: {problem}" for where, problem in sorted(found.items()))
