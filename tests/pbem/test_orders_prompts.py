"""Every question that random play meets has a sentence of its own, whose fields the question has."""

from __future__ import annotations

import random
import string
from dataclasses import fields
from typing import Any

import pytest

from pbem.games import game_of
from pbem.language.prompts import fallback, prompt, prompt_key, sentences
from rules import Engine, Question, Setup, load_rules
from rules.core.questions import Choose, Decide
from rules.core.windows import Respond

NAMES = game_of("his").names
DECISIONS = 1_200


def problem_of(question: Question[Any]) -> str:
    """What is wrong with the sentence of a question; empty if nothing."""
    key = prompt_key(question)
    sentence = sentences("his").get(key)
    if sentence is None:
        return f"{key}: no sentence"
    known = {field.name for field in fields(question)}
    used = {name for _, name, _, _ in string.Formatter().parse(sentence) if name}
    if used - known:
        return f"{key}: unknown fields {sorted(used - known)}"
    if not prompt(question, NAMES).strip():
        return f"{key}: says nothing"
    return ""


@pytest.mark.fuzz
@pytest.mark.parametrize("scenario", ["1517", "1532"])
def test_every_question_has_a_sentence(scenario: str) -> None:
    engine = Engine.new(load_rules("his"), Setup("his", scenario), f"prompts {scenario}")
    rng = random.Random(scenario)
    found: dict[str, None] = {}
    for _ in range(DECISIONS):
        if not engine.open:
            break
        power = rng.choice(sorted(engine.waiting()))
        question = engine.waiting()[power]
        if problem := problem_of(question):
            found[problem] = None
        engine.submit(power, question.pick(engine.game, rng.choice), source="bot")
        engine.drain()
    assert not found, "\n".join(sorted(found))


def test_keys() -> None:
    assert prompt_key(Choose("france", "maurice", "space", ("paris",))) == "maurice"
    assert prompt_key(Respond("france", "before_battle", "a battle")) == "respond.before_battle"


def test_a_question_without_a_sentence_is_still_asked() -> None:
    question = Decide("france", "walk_the_dog", rule="99.1")
    assert prompt(question, NAMES) == fallback(question, NAMES) == "Walk the dog? (99.1)"


def test_fields_are_printed_names() -> None:
    sentence = prompt(Choose("protestant", "maurice", "space", ("wittenberg",)), NAMES)
    assert "Maurice of Saxony" in sentence
