"""What every title must remember of the course of a game, beside the military position."""

from __future__ import annotations

from dataclasses import dataclass, field

from rules.core.cards import CardNumber
from rules.core.flow import Power
from rules.core.log import Setup
from rules.war.state import WarGame


@dataclass(slots=True)
class DiplomacyState:
    """What the current Diplomacy Phase must remember (9)."""

    peace_made: list[tuple[Power, Power]] = field(default_factory=list)
    alliances_made: list[tuple[Power, Power]] = field(default_factory=list)
    given: dict[str, list[tuple[Power, Power]]] = field(default_factory=dict)
    """What went from whom to whom this turn: gifts and ships go one way only (9.1)."""


@dataclass(slots=True)
class ImpulseState:
    """What must be remembered within one impulse, and no longer."""

    power: Power = ""
    card: CardNumber | None = None
    cp: int = 0
    ended: bool = False
    """Set when something (a cancelled event) ends the impulse at once."""
    held_back: list[CardNumber] = field(default_factory=list)
    """Cards drawn too late, as by piracy: not played before a future impulse (16.4)."""
    foreign_wars_fought: list[CardNumber] = field(default_factory=list)
    """Foreign wars in which a battle was fought: the next one needs another impulse (21.7)."""


@dataclass(slots=True, kw_only=True)
class TitlePosition(WarGame):
    """Whose impulse it is, who rules and leads, and who has won."""

    rules_version: int = 1
    """Which readings of the rules it is played by: 1 is what 0.1 played, and its games go on so."""
    setup: Setup
    phase: str = ""
    turn_power: Power
    """Whose impulse comes next in the Action Phase."""
    passes: int = 0
    """Passes in a row (11): if everybody has passed, the Action Phase ends."""
    rulers: dict[Power, str] = field(default_factory=dict)
    bonus_vp: dict[Power, dict[str, int]] = field(default_factory=dict)
    vp_record: dict[int, dict[Power, int]] = field(default_factory=dict)
    """Turn -> VP of each power at its end (23.3)."""
    winner: Power | None = None
    victory: str = ""
