"""What became of each line of a letter: every one has exactly one fate."""

from __future__ import annotations

from enum import StrEnum


class Fate(StrEnum):
    """What became of a line.  All but furniture is told in the receipt."""

    DONE = "done"
    HELD = "held"
    PLANNED = "planned"
    """Kept for a moment that it names."""
    PRESS = "press"
    DEAL = "deal"
    REQUEST = "request"
    ASKED = "asked"
    """An order with a question mark, or below `preview`: shown, not done."""
    CHAT = "chat"
    """Talk that is not for the moderator."""
    FURNITURE = "furniture"
    """A greeting, a signature, a comment."""
    NOT_NEEDED = "not needed"
    """Its condition did not hold, or its impulse was over."""
    NOT_DONE = "not done"
    """Refused, or not read; the receipt says why."""


_WEIGHT = (
    Fate.FURNITURE,
    Fate.CHAT,
    Fate.NOT_NEEDED,
    Fate.ASKED,
    Fate.REQUEST,
    Fate.DONE,
    Fate.PLANNED,
    Fate.HELD,
    Fate.NOT_DONE,
)
"""If a line holds several orders: what its player must know most of all comes last."""


def heavier(one: Fate | None, other: Fate) -> Fate:
    """The fate of a line whose parts have these two."""
    return other if one is None else max(one, other, key=_WEIGHT.index)
