"""How a game gets answers to its response windows.

The rules ask every power that could respond for all that is public; a policy says who is really waited
for.  It may look at public facts only: whether a power holds a fitting card must never show.  Why there are
these three, and what they cost: `docs/decisions/0007-window-policies.md`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeGuard

from rules import Question
from rules.core.windows import Respond
from rules.his.windows import Window
from rules.war.windows import WarWindow

BY_STANDING, BY_PROVISIONAL = "standing", "provisional"
"""Where an answer came from: a standing order or closed windows; a pass until further notice."""

GONE_ON = (WarWindow.AFTER_ACTION, Window.DEPLOYMENT)
"""Windows that a power passes by going on with its own impulse or deployment."""

STOPS = (
    WarWindow.BEFORE_BATTLE,
    WarWindow.FIELD_BATTLE_CARDS,
    WarWindow.ASSAULT_CARDS,
    WarWindow.NAVAL_COMBAT_CARDS,
    Window.DEBATERS_CHOSEN,
    Window.EVENT_DECLARED,
    Window.SUING_FOR_PEACE,
)
"""Windows that are waited for even where others pass provisionally: combat cards and Luther are declared
before the dice, an event's outcome is held back until nobody cancels it (sequence of play 0.2), and the game
never goes back behind deals and peace."""


@dataclass(frozen=True, slots=True)
class WindowPolicy:
    """A way to get answers."""

    name: str
    about: str
    passes: Callable[[Respond, bool], str]
    """(question, whether its power has declared its windows open) -> the source of the pass that is given
    at once; empty if the power is asked."""


def _standing(question: Respond, is_open: bool) -> str:
    return "" if is_open else BY_STANDING


def _rewind(question: Respond, is_open: bool) -> str:
    return "" if question.window in STOPS else BY_PROVISIONAL


def _ask(question: Respond, is_open: bool) -> str:
    return ""


STANDING, REWIND, ASK = "standing", "rewind", "ask"

POLICIES = {
    policy.name: policy
    for policy in (
        WindowPolicy(
            STANDING,
            "each power says whether its windows are open (asked) or closed (nobody waits)",
            _standing,
        ),
        WindowPolicy(REWIND, "windows pass, and the game goes back when a response comes in time", _rewind),
        WindowPolicy(ASK, "everybody who could respond is asked and waited for", _ask),
    )
}


def is_window(question: Question[Any]) -> TypeGuard[Respond]:
    """Whether a question is a response window: letters then do not say who is waited for."""
    return isinstance(question, Respond)
