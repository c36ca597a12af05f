"""Completeness: every question and action can be ordered, in every title."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pbem.games import game_of
from pbem.language.registry import Grammars
from rules import Question, load_rules
from rules.his.actions import ACTIONS as HIS_ACTIONS
from rules.vq.windows import ACTIONS as VQ_ACTIONS

TITLES = {"his": HIS_ACTIONS, "vq": VQ_ACTIONS}
for _title in TITLES:
    load_rules(_title)
RULES = Path(__file__).resolve().parents[2] / "rules"


def book(title: str) -> Grammars:
    return game_of(title).names.grammars


def question_classes(base: type[Any] = Question) -> Iterator[type[Question[Any]]]:
    for cls in base.__subclasses__():
        if cls.__module__.startswith("rules."):
            yield cls
        yield from question_classes(cls)


def kinds_asked() -> list[tuple[str, str]]:
    """Titles with the kinds of questions that they ask."""
    # `slots=True` makes each class twice; the later one has its kind too, so both are fine to look at.
    found = {
        (title, cls.kind)
        for cls in question_classes()
        if hasattr(cls, "kind")
        for title in TITLES
        if not any(f".{other}." in cls.__module__ for other in TITLES if other != title)
    }
    return sorted(found)


@pytest.mark.parametrize(("title", "kind"), kinds_asked())
def test_every_question_can_be_answered_and_said(title: str, kind: str) -> None:
    assert kind in book(title).kinds, f"no grammar for questions of kind {kind}"
    assert book(title).kinds[kind].write is not None, f"no say for questions of kind {kind}"


@pytest.mark.parametrize(
    ("title", "action"), [(t, name) for t, table in TITLES.items() for name in sorted(table)]
)
def test_every_action_can_be_ordered_and_said(title: str, action: str) -> None:
    assert action in book(title).actions, f"no grammar for {action}"
    assert book(title).actions[action].write is not None, f"no say for {action}"


@pytest.mark.parametrize("title", TITLES)
def test_no_grammar_of_a_topic_is_left_over(title: str) -> None:
    """A topic grammar whose topic nobody asks is a slip of the pen, unless the topic is not written out."""
    source = "".join(path.read_text(encoding="utf-8") for path in RULES.rglob("*.py"))
    assert not [topic for topic in book(title).topics if f'"{topic}"' not in source]
