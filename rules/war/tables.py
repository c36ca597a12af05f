"""The numbers of war that a title keeps in its data files, as the rules of war read them."""

from __future__ import annotations

from typing import Protocol


class RollTable(Protocol):
    """Two dice, a sum to reach, and what cavalry on either side changes (13.2, 13.3)."""

    @property
    def need(self) -> int: ...

    @property
    def own_cavalry(self) -> int: ...

    @property
    def enemy_cavalry(self) -> int: ...


class FieldBattleTable(Protocol):
    """Dice besides those of units and leaders (14)."""

    @property
    def defender_dice(self) -> int: ...


class AssaultTable(Protocol):
    """Dice besides those of leaders (15.1)."""

    @property
    def defender_dice(self) -> int: ...

    @property
    def units_per_die_garrisoned(self) -> int: ...


class CheckTable(Protocol):
    """Two dice and a sum to reach."""

    @property
    def need(self) -> int: ...


class NavalCombatTable(Protocol):
    """Dice of ships, and hits that sink them (16.2)."""

    @property
    def squadron_dice(self) -> int: ...

    @property
    def corsair_dice(self) -> int: ...

    @property
    def port_defender_dice(self) -> int: ...

    @property
    def hits_per_squadron(self) -> int: ...

    @property
    def hits_per_corsair(self) -> int: ...


class PiracyTable(Protocol):
    """Dice against pirates and of pirates, and how often they sail (16.4)."""

    @property
    def per_turn(self) -> int: ...

    @property
    def per_zone(self) -> int: ...

    @property
    def squadron_in_zone(self) -> int: ...

    @property
    def squadron_adjacent(self) -> int: ...

    @property
    def fortress_adjacent(self) -> int: ...

    @property
    def pirate_dice_small(self) -> int: ...

    @property
    def pirate_dice(self) -> int: ...


class WarTables(Protocol):
    """All of them."""

    @property
    def hit(self) -> int: ...

    @property
    def formation_without_leader(self) -> int: ...

    @property
    def intercept(self) -> RollTable: ...

    @property
    def avoid_battle(self) -> RollTable: ...

    @property
    def field_battle(self) -> FieldBattleTable: ...

    @property
    def assault(self) -> AssaultTable: ...

    @property
    def winter_limit(self) -> int: ...

    @property
    def transport_limit(self) -> int: ...

    @property
    def spring_sea_limit(self) -> int: ...

    @property
    def naval_intercept(self) -> CheckTable: ...

    @property
    def naval_avoid(self) -> CheckTable: ...

    @property
    def naval_combat(self) -> NavalCombatTable: ...

    @property
    def piracy(self) -> PiracyTable: ...
