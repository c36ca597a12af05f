"""What a title's bot says: an answer to a question, and why, before it is known in which language."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from pbem.language.voice import Message

ADVICE = "advice"
"""The table of catalogs that has the reasons."""


class Level(StrEnum):
    """How hard a bot thinks."""

    EASY = "easy"
    USUAL = "usual"
    STRONG = "strong"


@dataclass(frozen=True, slots=True)
class Advice:
    """An answer, and the reason for it in one sentence."""

    answer: Any
    why: Message


def because(key: str, /, **fields: Any) -> Message:
    """A reason: a sentence of the table `advice` with its fields.

    >>> because("silence").table
    'advice'
    """
    return Message(ADVICE, key, fields)
