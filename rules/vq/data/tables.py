"""tables.toml: the tables and figures of the game, one attribute per table."""

from __future__ import annotations

from dataclasses import dataclass

from rules.core.rows import Row
from rules.war.tables import AssaultTable, NavalCombatTable, PiracyTable, WarTables


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultRow(Row):
    result: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WeddingRow(Row):
    result: str
    vp: int = 0
    card: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class JiltedRow(Row):
    cp: int = 0
    cards: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class PatronageRow(Row):
    fate: str
    vp: int = 0
    bonus: str = ""
    """A science bonus `instead` of the VP, or `too`."""
    vp_with_bonus: int = 0


@dataclass(frozen=True, slots=True)
class ScienceData:
    """A science bonus; `of_use_to` is empty if every power can use it (22.2)."""

    id: str
    name: str
    of_use_to: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Assault(AssaultTable):
    ravelin_dice: int


@dataclass(frozen=True, slots=True)
class NavalCombat(NavalCombatTable):
    galley_dice_atlantic: int
    galleons_in_mediterranean: int


@dataclass(frozen=True, slots=True)
class Piracy(PiracyTable):
    powers_per_zone: int
    loot: int
    loot_damaged: int


@dataclass(frozen=True, slots=True)
class Espionage:
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


@dataclass(frozen=True, slots=True)
class Suez:
    need: tuple[int, ...]
    boxes: int
    boxes_with_excavation: int
    vp: int


@dataclass(frozen=True, slots=True)
class ForeignWars:
    units: tuple[int, int]
    strength: tuple[int, ...]
    vp_strength: int
    vp: int


@dataclass(frozen=True, slots=True)
class League:
    turns: tuple[int, int]
    keys: int
    few_spaces: int
    need: int
    space: str
    further_spaces: int
    least_regulars: int


@dataclass(frozen=True, slots=True)
class Rebellion:
    dice_at_home: int
    cp_per_regular: int


@dataclass(frozen=True, slots=True)
class Armada:
    steps: int
    ports: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TreasureRows:
    spain: int
    philippines: int
    portugal: int


@dataclass(frozen=True, slots=True)
class Patronage:
    observatory: int
    botanical_garden: int
    prague: int
    isabella: int
    rudolf: int
    cp_modifier: dict[int, int]
    markers: dict[str, dict[int, int]]


@dataclass(frozen=True, slots=True)
class Victory:
    standard_vp: int
    domination_lead: int
    domination_from_turn: int
    protestant_spaces: int
    catholic_spaces: int
    french_spaces: int
    rebellion_margin: int


@dataclass(frozen=True, slots=True)
class BonusVp:
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Tables(WarTables):
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
