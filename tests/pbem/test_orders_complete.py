"""Completeness: every question and action can be ordered."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import pbem.language
from pbem.games.his.orders.book import BOOK
from rules import Question, load_rules
from rules.his.actions import ACTIONS as RULES_ACTIONS

assert pbem.language  # importing it fills the registries
load_rules("his")
RULES = Path(__file__).resolve().parents[2] / "rules"


def question_classes(base: type[Any] = Question) -> Iterator[type[Question[Any]]]:
    for cls in base.__subclasses__():
        if cls.__module__.startswith("rules.") and not cls.__module__.startswith("rules.vq"):
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


def test_no_grammar_of_a_topic_is_left_over() -> None:
    """A topic grammar whose topic nobody asks is a slip of the pen, unless the topic is not written out."""
    source = "".join(path.read_text(encoding="utf-8") for path in RULES.rglob("*.py"))
    assert not [topic for topic in BOOK.topics if f'"{topic}"' not in source]
