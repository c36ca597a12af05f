"""powers.toml: powers, their rulers and what their actions cost."""

from __future__ import annotations

from dataclasses import dataclass

from rules.war.printed import PrintedRuler

INDEPENDENT = "independent"
KNIGHTS = "knights_of_st_john"
ANY = "any"


@dataclass(frozen=True, slots=True)
class Ruler(PrintedRuler):
    """A ruler; some are leaders too, or bring troops."""

    leader: str | None = None
    troops: str | None = None


@dataclass(frozen=True, slots=True)
class PowerData:
    """A major or minor power; key tracks are indexed by the number of keys, empty where there is none."""

    id: str
    name: str
    major: bool = False
    capitals: tuple[str, ...] = ()
    key_cards: tuple[int, ...] = ()
    key_vp: tuple[int, ...] = ()
    auto_win: int | None = None
    home_cards: tuple[int, ...] = ()
    rulers: tuple[Ruler, ...] = ()
    aliases: tuple[str, ...] = ()
    home_spaces: tuple[str, ...] = ()
    activated_by: tuple[str, ...] = ()
    natural_ally: str | None = None
    can_deactivate: bool = False


@dataclass(frozen=True, slots=True)
class ActionData:
    """An action: the rulebook section, what it costs each power that has it, how often a turn allows it."""

    id: str
    section: str
    cost: dict[str, int]
    per_turn: int | None = None
