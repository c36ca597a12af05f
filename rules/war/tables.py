"""The numbers of war that a title keeps in its tables.toml; a title adds those of its own."""

from __future__ import annotations

from rules.core.records import Record


class CheckTable(Record):
    """Two dice and a sum to reach."""

    need: int


class RollTable(CheckTable):
    """What cavalry on either side changes (13.2, 13.3)."""

    own_cavalry: int
    enemy_cavalry: int


class FieldBattleTable(Record):
    """Dice besides those of units and leaders (14)."""

    defender_dice: int


class AssaultTable(Record):
    """Dice besides those of leaders (15.1)."""

    defender_dice: int
    units_per_die_garrisoned: int


class NavalCombatTable(Record):
    """Dice of ships, and hits that sink them (16.2)."""

    squadron_dice: int
    corsair_dice: int
    port_defender_dice: int
    hits_per_squadron: int
    hits_per_corsair: int


class PiracyTable(Record):
    """Dice against pirates and of pirates, and how often they sail (16.4)."""

    per_turn: int
    per_zone: int
    squadron_in_zone: int
    squadron_adjacent: int
    fortress_adjacent: int
    pirate_dice_small: int
    pirate_dice: int


class WarTables(Record, kw_only=True):
    """All of them."""

    hit: int
    formation_without_leader: int
    spring_sea_limit: int
    transport_limit: int
    winter_limit: int
    intercept: RollTable
    avoid_battle: RollTable
    naval_intercept: CheckTable
    naval_avoid: CheckTable
    field_battle: FieldBattleTable
    assault: AssaultTable
    naval_combat: NavalCombatTable
    piracy: PiracyTable
