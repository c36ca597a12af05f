"""How a game gets answers to its response windows.

The rules ask every power that could respond for all that is public; a policy says who is really waited
for.  It may look at public facts only: whether a power holds a fitting card must never show.  Why there are
these three, and what they cost: `docs/decisions/0007-window-policies.md`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeGuard

from pbem.games import Game
from rules import Question
from rules.core.windows import Respond

BY_STANDING, BY_PROVISIONAL = "standing", "provisional"
"""Where an answer came from: a standing order or closed windows; a pass until further notice."""


@dataclass(frozen=True, slots=True)
class WindowPolicy:
    """A way to get answers."""

    name: str
    passes: Callable[[Respond, bool, Game], str]
    """(question, whether its power has declared its windows open, title) -> the source of the pass that is
    given at once; empty if the power is asked."""


def _standing(question: Respond, is_open: bool, title: Game) -> str:
    return "" if is_open else BY_STANDING


def _rewind(question: Respond, is_open: bool, title: Game) -> str:
    return "" if question.window in title.always_waited_for else BY_PROVISIONAL


def _ask(question: Respond, is_open: bool, title: Game) -> str:
    return ""


STANDING, REWIND, ASK = "standing", "rewind", "ask"

POLICIES = {
    policy.name: policy
    for policy in (
        # Each power says whether its windows are open (it is asked) or closed (nobody waits).
        WindowPolicy(STANDING, _standing),
        # Windows pass, and the game goes back when a response comes in time.
        WindowPolicy(REWIND, _rewind),
        # Everybody who could respond is asked and waited for.
        WindowPolicy(ASK, _ask),
    )
}


def is_window(question: Question[Any]) -> TypeGuard[Respond]:
    """Whether a question is a response window: letters then do not say who is waited for."""
    return isinstance(question, Respond)
