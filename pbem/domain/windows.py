"""How a game gets answers to its response windows.

The rules ask every power that could respond for all that is public; a policy says who is really waited
for.  It may look at public facts only: whether a power holds a fitting card must never show.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from rules import Power, Question
from rules.core.windows import Respond


@dataclass(frozen=True, slots=True)
class WindowPolicy:
    """A way to get answers; `settled` are the open questions that it answers without a letter."""

    name: str
    about: str
    settled: Callable[[Mapping[Power, Question[Any]]], dict[Power, Any]]


def _nobody_waits(waiting: Mapping[Power, Question[Any]]) -> dict[Power, Any]:
    return {power: () for power, question in waiting.items() if isinstance(question, Respond)}


def _everybody_is_asked(waiting: Mapping[Power, Question[Any]]) -> dict[Power, Any]:
    return {}


POLICIES = {
    policy.name: policy
    for policy in (
        WindowPolicy("closed", "response windows pass by themselves, nobody waits", _nobody_waits),
        WindowPolicy("ask", "everybody who could respond is asked and waited for", _everybody_is_asked),
    )
}


def is_window(question: Question[Any]) -> bool:
    """Whether a question is a response window: letters then do not say who is waited for."""
    return isinstance(question, Respond)
