"""What a question asks, in a sentence: `mail_templates/questions/<game>/*.toml`.

The key of a sentence is the question's topic, or its kind where it has none; the window of a response is
`respond.<window>`.  Fields of the question stand in braces and are shown by their printed names.
"""

from __future__ import annotations

import tomllib
from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import Any

import pbem
from pbem.language.names import POWER, Names
from rules.core.flow import Question

FOLDER = Path(pbem.__file__).resolve().parents[1] / "mail_templates" / "questions"


@cache
def sentences(game: str = "his") -> dict[str, str]:
    """All sentences of a game; the same key in two files is a mistake."""
    found: dict[str, str] = {}
    for path in sorted((FOLDER / game).glob("*.toml")):
        for key, sentence in tomllib.loads(path.read_text(encoding="utf-8")).items():
            if isinstance(sentence, dict):
                entries = {f"{key}.{inner}": text for inner, text in sentence.items()}
            else:
                entries = {key: sentence}
            for name, text in entries.items():
                if name in found:
                    raise ValueError(f"{path.name}: {name} has a sentence already")
                found[name] = text
    return found


def prompt_key(question: Question[Any]) -> str:
    """Under which name a question's sentence is kept."""
    if question.kind == "respond":
        return f"respond.{getattr(question, 'window', '')}"
    return getattr(question, "topic", "") or question.kind


def prompt(question: Question[Any], names: Names, game: str = "his") -> str:
    """What the question asks, in a sentence for its power."""
    key = prompt_key(question)
    template = sentences(game).get(key)
    if template is None:
        return fallback(question, names)
    return template.format_map(_Printed(question, names))


def fallback(question: Question[Any], names: Names) -> str:
    """A plain sentence from the question's own words, where nobody wrote one."""
    key = prompt_key(question).rpartition(".")[2].replace("_", " ")
    rule = getattr(question, "rule", "")
    return f"{key[:1].upper()}{key[1:]}?" + (f" ({rule})" if rule else "")


class _Printed(dict[str, str]):
    """The fields of a question, shown as players know them."""

    def __init__(self, question: Question[Any], names: Names) -> None:
        values = {field.name: getattr(question, field.name) for field in fields(question)}
        super().__init__(
            {name: _one_power(value, names) or shown(value, names) for name, value in values.items()}
        )

    def __missing__(self, key: str) -> str:
        return f"({key})"


def _one_power(id: Any, names: Names) -> str:
    """A power as one: `Hapsburg moves`; empty if it is none of several."""
    name = names.table(POWER).printed.get(id, "") if isinstance(id, str) else ""
    alone = name.removesuffix("s")
    return alone if alone != name and names.find(POWER, alone) == id else ""


def shown(value: Any, names: Names) -> str:
    """A value of a question or an event as players know it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        return names.printed(value)
    if isinstance(value, tuple | list):
        return ", ".join(shown(item, names) for item in value) or "none"
    if isinstance(value, dict):
        return ", ".join(f"{shown(key, names)} {shown(item, names)}" for key, item in value.items())
    return str(value)
