"""The windows that only this game opens (sequence of play 0.2); its registries of cards and actions."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from rules.core.actions import ActionTable
from rules.core.cards import Registry

CARDS: Registry[Any] = Registry()
"""Every use of every card; filled by the modules of `rules.vq.cards`."""
ACTIONS = ActionTable(silent=("RaiseMercenary", "RaiseOttomanCavalry"))
"""What command points buy; filled by the modules of each subject."""


class Window(StrEnum):
    """Moments outside war at which cards may be played."""

    EVENT_DECLARED = "event_declared"  # WIN-EVENT
    NEGOTIATION = "negotiation"  # WIN-NEGOTIATE
