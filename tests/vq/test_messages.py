"""What the rules of Virgin Queen say has a sentence in English and German, made of what is there."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from pathlib import Path

import pytest

import rules.vq
from pbem.language.catalog import FOLDER, Catalog, catalog_of
from pbem.language.voice import SLOT, slot_field
from rules.core.events import EVENTS
from rules.core.flow import Question
from rules.vq.windows import CARDS

ROOT = Path(rules.vq.__file__).resolve().parent
LANGUAGES = ("en", "de")
SIMPLE = (
    "Choose",
    "ChooseSome",
    "Decide",
    "ChooseNumber",
    "choose_one",
    "ChooseForLeader",
    "ChooseForCaptain",
)
BY_TOPIC = {
    "choose_power": 1,
    "choose_or_not": 1,
    "stir_up": 2,
    "place_units": 1,
    "remove_units": 2,
    "pick": 1,
}
"""Procedures that ask, and where their topic stands."""


@cache
def catalog(language: str) -> Catalog:
    return catalog_of(tuple(FOLDER / part for part in ("core", "war", "vq")), language)


def calls() -> Iterator[tuple[str, ast.Call]]:
    yield from _calls()


@cache
def _calls() -> list[tuple[str, ast.Call]]:
    found = []
    for path in sorted(ROOT.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
                found.append((name, node))
    return found


def text_of(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def topics() -> set[str]:
    found = set()
    for name, call in calls():
        at = 1 if name in SIMPLE else BY_TOPIC.get(name)
        if at is not None and len(call.args) > at and (topic := text_of(call.args[at])):
            found.add(topic)
    return found


def coded(*names: str) -> dict[str, set[str]]:
    """Codes of refusals or reasons, with the fields that they are given."""
    found: dict[str, set[str]] = {}
    for name, call in calls():
        if name in names and call.args and (code := text_of(call.args[0])):
            found.setdefault(code, set()).update(keyword.arg or "" for keyword in call.keywords)
    return found


def slots_of(sentence: str) -> set[str]:
    return {name for slot in SLOT.finditer(sentence) for name in (slot_field(slot), slot[2]) if name}


@pytest.mark.parametrize("language", LANGUAGES)
def test_events_have_sentences(language: str) -> None:
    table = catalog(language).tables["event"]
    for name, cls in sorted(EVENTS.items()):
        if cls.__module__.startswith("rules.vq"):
            assert name in table, name
            known = {field.name for field in fields(cls)}
            assert slots_of(table[name]) <= known, (name, table[name])


@pytest.mark.parametrize("language", LANGUAGES)
def test_questions_have_sentences(language: str) -> None:
    table = catalog(language).tables["question"]
    assert not sorted(topic for topic in topics() if topic not in table)
    kinds = {
        cls.kind
        for cls in Question.__subclasses__()
        if cls.__module__.startswith("rules.vq") and not any(field.name == "topic" for field in fields(cls))
    }
    assert not sorted(kind for kind in kinds if kind not in table)
    windows = {f"respond.{window}" for window in CARDS.by_window}
    assert not sorted(window for window in windows if window not in table)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("table", "names"), [("refusal", ("Illegal", "Refused")), ("dice", ("Reason",))])
def test_refusals_and_reasons_have_sentences(language: str, table: str, names: tuple[str, ...]) -> None:
    sentences = catalog(language).tables[table]
    for code, given in sorted(coded(*names).items()):
        assert code in sentences, code
        assert slots_of(sentences[code]) <= given, (code, sentences[code], given)


def test_both_languages_say_the_same() -> None:
    english, german = catalog("en"), catalog("de")
    for table in ("event", "question", "refusal", "dice"):
        assert set(english.tables[table]) == set(german.tables[table]), table
