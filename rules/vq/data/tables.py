"""tables.toml: the tables and figures of the game, one attribute per table."""

from __future__ import annotations

from rules.core.records import Record
from rules.core.rows import Row
from rules.war.tables import AssaultTable, NavalCombatTable, PiracyTable, WarTables


class ResultRow(Row, kw_only=True):
    result: str


class WeddingRow(Row, kw_only=True):
    result: str
    vp: int = 0
    card: int = 0


class JiltedRow(Row, kw_only=True):
    cp: int = 0
    cards: int = 0


class PatronageRow(Row, kw_only=True):
    fate: str
    vp: int = 0
    bonus: str = ""
    """A science bonus `instead` of the VP, or `too`."""
    vp_with_bonus: int = 0


class ScienceData(Record):
    """A science bonus; `of_use_to` is empty if every power can use it (22.2)."""

    id: str
    name: str
    of_use_to: tuple[str, ...] = ()


class Assault(AssaultTable):
    ravelin_dice: int


class NavalCombat(NavalCombatTable):
    galley_dice_atlantic: int
    galleons_in_mediterranean: int


class Piracy(PiracyTable):
    powers_per_zone: int
    loot: int
    loot_damaged: int


class Espionage(Record):
    """Dice of spies and of those who guard against them (19)."""

    base_dice: int
    informant: int
    cipher_key: int
    cryptography: int
    walsingham_offensive: int
    walsingham_defensive: int
    jesuit_in_london: int
    leader_defence: int
    elizabeth_defence: int
    mary_captive: int
    excommunicated: int
    guarded_leader: int
    guard_of: int
    leader_in_capital: int
    rebellion_defence: int
    spanish_near_england: int
    spanish_in_england: int
    jesuits_most: int
    protestant_spaces_per_die: int
    english_leader: int
    rebellion_dice: int
    rebellion_spaces: int
    rebellion_regulars: int
    few_conversions: int
    conversions: int
    assassination_dice: dict[int, int]
    rebellion_attack_dice: dict[int, int]


class Suez(Record):
    need: tuple[int, ...]
    boxes: int
    boxes_with_excavation: int
    vp: int


class ForeignWars(Record):
    units: tuple[int, int]
    strength: tuple[int, ...]
    vp_strength: int
    vp: int


class League(Record):
    turns: tuple[int, int]
    keys: int
    few_spaces: int
    need: int
    space: str
    further_spaces: int
    least_regulars: int


class Rebellion(Record):
    dice_at_home: int
    cp_per_regular: int


class Armada(Record):
    steps: int
    ports: tuple[str, ...]


class TreasureRows(Record):
    spain: int
    philippines: int
    portugal: int


class Patronage(Record):
    observatory: int
    botanical_garden: int
    prague: int
    isabella: int
    rudolf: int
    cp_modifier: dict[int, int]
    markers: dict[str, dict[int, int]]


class Victory(Record):
    standard_vp: int
    domination_lead: int
    domination_from_turn: int
    protestant_spaces: int
    catholic_spaces: int
    french_spaces: int
    rebellion_margin: int


class BonusVp(Record):
    assassination: int
    circumnavigation: tuple[int, ...]
    virgin_queen: int
    cyprus: int
    paris: int
    paris_held: int
    paris_turns: tuple[int, int]
    central_europe: int
    virginia_dare: int
    slave_trader: int
    mary_executed: int


class Tables(WarTables, kw_only=True):
    """tables.toml, one attribute per table; those of war are in the base."""

    mandatory_cp: int
    influence_most: int
    influence_in_scotland: int
    scottish_spaces: int
    espionage_from_turn: int
    gift_cards: int
    gift_mercenaries: int
    marriage_boxes: int
    men_stay_on: int
    turns: tuple[str, ...]
    colony: tuple[ResultRow, ...]
    navigation: tuple[ResultRow, ...]
    northwest_passage: tuple[ResultRow, ...]
    wedding: tuple[WeddingRow, ...]
    jilted: tuple[JiltedRow, ...]
    arts: tuple[PatronageRow, ...]
    sciences: tuple[PatronageRow, ...]
    science_bonuses: tuple[ScienceData, ...]
    fleet_zones: tuple[str, ...]
    fleet_zone_far: str
    gather_intelligence: tuple[ResultRow, ...]
    assassination: tuple[ResultRow, ...]
    english_rebellion: tuple[ResultRow, ...]
    espionage: Espionage
    assault: Assault
    naval_combat: NavalCombat
    piracy: Piracy
    suez: Suez
    foreign_war: ForeignWars
    league: League
    rebellion: Rebellion
    armada: Armada
    treasure_rows: TreasureRows
    patronage: Patronage
    victory: Victory
    bonus_vp: BonusVp
