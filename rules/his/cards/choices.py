"""Asking only where there is a choice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rules.core.errors import Illegal
from rules.core.flow import Power, ask
from rules.core.questions import Choose


async def choose_one(power: Power, topic: str, about: str, options: Sequence[str], rule: str) -> str:
    """One of several things; a single one is taken without a question, and silence takes the first."""
    if len(options) == 1:
        return options[0]
    return await ask(Choose(power, topic, about, tuple(options), options[0], rule))


def permits(check: Callable[..., None], *about: Any) -> bool:
    """Whether a check of the rules forbids nothing."""
    try:
        check(*about)
    except Illegal:
        return False
    return True
