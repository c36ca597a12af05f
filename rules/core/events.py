"""Facts that the rules report, each with its audience.

An event says in the past tense what has happened, in fields whose types tell what they hold; how it is
told is in the catalogs of each language, under the name of its class.  A private event must never be
needed to understand a public one: the public event tells what an onlooker at the table would see.
"""

from __future__ import annotations

from dataclasses import field
from typing import Literal, TypeAlias

from rules.core.flow import Power
from rules.core.kinds import Text
from rules.core.reasons import Reason
from rules.core.records import Record

Audience: TypeAlias = tuple[Power, ...] | None
"""None is everybody; a tuple of powers is these powers only; () is the moderator alone."""

PUBLIC: Audience = None

EVENTS: dict[str, type[Event]] = {}


class Event(Record):
    """Base of all reported facts."""

    audience: Audience = field(default=PUBLIC, kw_only=True)

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        other = EVENTS.get(cls.__name__, cls)
        assert other.__module__ == cls.__module__, f"two events are called {cls.__name__}"
        EVENTS[cls.__name__] = cls

    def visible_to(self, power: Power | None) -> bool:
        """Whether this power (None: an onlooker) may know of it."""
        return self.audience is None or (power is not None and power in self.audience)


class DiceRolled(Event):
    """Numbered dice: with the seed published at the end, anybody can check them."""

    power: Power
    reason: Reason
    dice: tuple[int, ...]
    first: int
    hits: int | None = None


class Noted(Event):
    """What somebody wrote: corrections of version 0.1 are told so."""

    text: Text


Side: TypeAlias = Literal["attacker", "defender"]
