"""Completeness: every question and action can be ordered, every topic in the code has its sentence."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import pbem.language
from pbem.games.his.orders.book import BOOK
from pbem.language.prompts import sentences
from rules import Question, load_rules
from rules.core.windows import Respond
from rules.his.actions import ACTIONS as RULES_ACTIONS

assert pbem.language  # importing it fills the registries
load_rules("his")
RULES = Path(__file__).resolve().parents[2] / "rules"
SIMPLE = {"Choose": 1, "ChooseSome": 1, "Decide": 1, "ChooseNumber": 1, "choose_one": 1}
"""Questions whose topic is an argument, and which one after the power."""


def question_classes(base: type[Any] = Question) -> Iterator[type[Question[Any]]]:
    for cls in base.__subclasses__():
        if cls.__module__.startswith("rules."):
            yield cls
        yield from question_classes(cls)


# `slots=True` makes each class twice; the later one has its kind too, so both are fine to look at.
KINDS_ASKED = sorted({cls.kind for cls in question_classes() if hasattr(cls, "kind")})


@pytest.mark.parametrize("kind", KINDS_ASKED)
def test_every_question_can_be_answered_and_said(kind: str) -> None:
    assert kind in BOOK.kinds, f"no grammar for questions of kind {kind}"
    assert BOOK.kinds[kind].write is not None, f"no say for questions of kind {kind}"


@pytest.mark.parametrize("action", sorted(RULES_ACTIONS))
def test_every_action_can_be_ordered_and_said(action: str) -> None:
    assert action in BOOK.actions, f"no grammar for {action}"
    assert BOOK.actions[action].write is not None, f"no say for {action}"


def topics_in(path: Path) -> Iterator[str]:
    """Topics written out in calls of the simple questions."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if called not in SIMPLE:
            continue
        named = [keyword.value for keyword in node.keywords if keyword.arg == "topic"]
        placed = node.args[SIMPLE[called] : SIMPLE[called] + 1]
        for topic in (*placed, *named):
            if isinstance(topic, ast.Constant) and isinstance(topic.value, str):
                yield topic.value


ALL_TOPICS = sorted({topic for path in RULES.rglob("*.py") for topic in topics_in(path)})


def test_topics_are_found() -> None:
    assert len(ALL_TOPICS) > 5


@pytest.mark.parametrize("topic", ALL_TOPICS)
def test_every_topic_has_a_sentence(topic: str) -> None:
    assert topic in sentences("his"), f"no sentence for {topic} in mail_templates/questions/his"


WITH_TOPIC = sorted({cls.kind for cls in question_classes() if "topic" in cls.__annotations__})


@pytest.mark.parametrize("kind", [kind for kind in KINDS_ASKED if kind not in (Respond.kind, *WITH_TOPIC)])
def test_every_kind_without_topic_has_a_sentence(kind: str) -> None:
    assert kind in sentences("his"), f"no sentence for {kind} in mail_templates/questions/his"


def test_no_grammar_of_a_topic_is_left_over() -> None:
    """A topic grammar whose topic nobody asks is a slip of the pen, unless the topic is not written out."""
    source = "".join(path.read_text(encoding="utf-8") for path in RULES.rglob("*.py"))
    assert not [topic for topic in BOOK.topics if f'"{topic}"' not in source]
