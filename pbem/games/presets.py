"""Answers that are given for a power from the start of a game, until its player takes them back."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Any, Final

from rules import Power, Question
from rules.core.records import Record


class Ask(Enum):
    """In place of an answer: this is for the player to decide."""

    ASK = "ask"


ASK: Final = Ask.ASK


class Preset(Record):
    """What is answered for a power, by its name in catalogs (`preset.<name>`)."""

    name: str
    keys: tuple[str, ...]
    """The names of the questions that it answers (`pbem.language.voice.question_key`)."""
    decide: Callable[[Question[Any], Any], Any]
    """(question, game) -> an answer, or `ASK`; it must not depend on a hand which of the two."""
    powers: tuple[Power, ...]
