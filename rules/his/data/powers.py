"""powers.toml: powers, their rulers and what their actions cost."""

from __future__ import annotations

from rules.core.records import Record
from rules.war.printed import PrintedPower, PrintedRuler

INDEPENDENT = "independent"
KNIGHTS = "knights_of_st_john"
ANY = "any"


class Ruler(PrintedRuler):
    """A ruler; some are leaders too, or bring troops."""

    leader: str | None = None
    troops: str | None = None


class PowerData(PrintedPower):
    """A power, its rulers and home spaces; if it is a minor one, how it gains and loses an ally (22)."""

    major: bool = False
    rulers: tuple[Ruler, ...] = ()
    home_spaces: tuple[str, ...] = ()
    activated_by: tuple[str, ...] = ()
    natural_ally: str | None = None
    can_deactivate: bool = False


class ActionData(Record):
    """An action: the rulebook section, what it costs each power that has it, how often a turn allows it."""

    id: str
    section: str
    cost: dict[str, int]
    per_turn: int | None = None
