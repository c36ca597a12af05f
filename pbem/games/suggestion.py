"""What a title's bot says: an answer to a question, and why, before it is known in which language."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from pbem.language.voice import Message
from rules.core.records import Record

ADVICE = "advice"
"""The table of catalogs that has the reasons."""


class Level(StrEnum):
    """How hard a bot thinks."""

    EASY = "easy"
    USUAL = "usual"
    STRONG = "strong"


class Suggestion(Record):
    """An answer, and the reason for it in one sentence."""

    answer: Any
    why: Message


class Talk(Record):
    """What a bot says in talks."""

    answers: tuple[bool, ...] = ()
    """To each offer: whether it agrees."""
    proposals: tuple[Any, ...] = ()
    """Deals that it offers."""
    press: tuple[tuple[str, Message], ...] = ()
    """A word to another power each."""


def bot_name(level: Level) -> str:
    """How a seat is openly called that a bot has from the start.

    >>> bot_name(Level.STRONG)
    'Bot (strong)'
    """
    return f"Bot ({level})"


def level_of(name: str) -> Level | None:
    """The level of a bot by the name of its seat; None if it is no bot's.

    >>> level_of("Bot (easy)").value, level_of("Eva")
    ('easy', None)
    """
    return next((level for level in Level if bot_name(level) == name), None)


def because(key: str, /, **fields: Any) -> Message:
    """A reason: a sentence of the table `advice` with its fields.

    >>> because("silence").table
    'advice'
    """
    return Message(ADVICE, key, fields)
