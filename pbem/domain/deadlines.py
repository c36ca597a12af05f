"""Due dates: how long a power has for an answer."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from pbem.domain.windows import is_window
from rules import Question

IMPULSE, DECISION, WINDOW = "impulse", "decision", "window"
KINDS = (IMPULSE, DECISION, WINDOW)
HOURS: Mapping[str, int] = {IMPULSE: 72, DECISION: 48, WINDOW: 24}

# Questions that begin or go on with an impulse; everything else that is no window is a decision.
IMPULSE_QUESTIONS = ("impulse", "action", "shown_card")


def kind_of(question: Question[Any]) -> str:
    """Which of the kinds of deadline a question has."""
    if is_window(question):
        return WINDOW
    return IMPULSE if question.kind in IMPULSE_QUESTIONS else DECISION


def due(question: Question[Any], asked_at: datetime, hours: Mapping[str, int]) -> datetime:
    """Until when the answer must be here."""
    kind = kind_of(question)
    return asked_at + timedelta(hours=hours.get(kind, HOURS[kind]))
