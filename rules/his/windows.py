"""The windows that only this game opens (sequence of play 0.2), and the registry of its cards."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from rules.core.cards import Registry

CARDS: Registry[Any] = Registry()
"""Every use of every card; filled by the modules of `rules.his.cards`."""


class Window(StrEnum):
    """Moments outside war at which cards may be played."""

    BETWEEN_IMPULSES = "between_impulses"  # WIN-COMET
    EVENT_DECLARED = "event_declared"  # WIN-WARTBURG, WIN-CROMWELL
    DEBATERS_CHOSEN = "debaters_chosen"  # WIN-LUTHER (18.5)
    SPRING = "spring"  # SPRING-1: before any deployment
    DEPLOYMENT = "deployment"  # SPRING-2: before the own deployment
    SUING_FOR_PEACE = "suing_for_peace"  # PEACE-4
