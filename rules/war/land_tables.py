"""The numbers of land war that a game keeps in its data files, as the rules of war read them."""

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


class LandTables(Protocol):
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
