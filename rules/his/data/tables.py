"""tables.toml: the tables and figures of the rulebook, one attribute per table."""

from __future__ import annotations

from dataclasses import dataclass

from rules.core.rows import Row
from rules.his.data.new_world import NewWorld
from rules.war.tables import WarTables


@dataclass(frozen=True, slots=True, kw_only=True)
class AwardRow(Row):
    cards: int
    vp: int


@dataclass(frozen=True, slots=True, kw_only=True)
class UnrestRow(Row):
    spaces: int


@dataclass(frozen=True, slots=True)
class TurnData:
    turn: int
    years: str
    reformers: tuple[str, ...] = ()
    leaders: tuple[str, ...] = ()
    cards: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class ForeignWar:
    card: int
    name: str
    power: str
    units: int
    enemy: int
    vp: int
    minus_card: int
    enemy_reinforced: int | None = None
    reinforced_by: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Discount:
    by: str
    on: str
    minus: int


@dataclass(frozen=True, slots=True)
class DeclarationOfWar:
    """CP to declare war, by declarer and target; a pair that is missing cannot be declared."""

    majors: dict[str, dict[str, int]]
    minors: dict[str, dict[str, int]]
    by_league: tuple[tuple[str, str], ...]
    intervention_by: dict[str, str]
    intervention_cp: int
    phony_war_vp: int
    discount: Discount

    def cost(self, power: str, target: str) -> int | None:
        """CP without any discount; None if it is not possible."""
        return self.majors[power].get(target, self.minors[power].get(target))


@dataclass(frozen=True, slots=True)
class HungaryDefeat:
    unallied_keys: int
    unallied_regulars_left: int
    allied_keys: int


@dataclass(frozen=True, slots=True)
class WarWinnerVp:
    foreign_war: int
    hungary_defeat: int
    sue_for_peace: int
    sue_for_peace_ottoman: int


@dataclass(frozen=True, slots=True)
class Peace:
    per_key: int
    per_leader: int
    spaces_per_price: int
    units_lost: int


@dataclass(frozen=True, slots=True)
class DealLimits:
    mercenaries: int
    random_cards: int


@dataclass(frozen=True, slots=True)
class Victory:
    standard_vp: int
    domination_lead: int
    domination_from_turn: int
    last_turn: int
    religious_spaces: int


@dataclass(frozen=True, slots=True)
class SpacesTrack:
    papacy: tuple[int, ...]
    protestant: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ProtestantHand:
    electorates: int
    cards_with: int
    cards_without: int


@dataclass(frozen=True, slots=True)
class HeirVp:
    edward: int
    elizabeth: int


@dataclass(frozen=True, slots=True)
class StPeters:
    cp_per_vp: int
    max_vp: int


@dataclass(frozen=True, slots=True)
class Scripture:
    steps: int
    attempts: int
    die_modifier: int
    vp: int


@dataclass(frozen=True, slots=True)
class Translation:
    languages: tuple[str, ...]
    bonus_steps: int
    new_testament: Scripture
    full_bible: Scripture


@dataclass(frozen=True, slots=True)
class DietOfWorms:
    protestant_extra_dice: int


@dataclass(frozen=True, slots=True)
class AttemptDice:
    attacker: dict[str, int]
    defender: dict[str, int]
    bonus: dict[str, int]
    minimum: int
    automatic: int


@dataclass(frozen=True, slots=True)
class Debate:
    attacker: int
    defender_committed: int
    defender_uncommitted: int
    rounds: int


@dataclass(frozen=True, slots=True)
class Attempts:
    reformation: dict[str, int]
    counter_reformation: dict[str, int]


@dataclass(frozen=True, slots=True)
class EventTables:
    erasmus_last_early_turn: int
    mercenaries_demand_pay: dict[int, int]
    mercenaries_demand_pay_all_from: int
    master_of_italy: tuple[AwardRow, ...]
    book_of_common_prayer: tuple[UnrestRow, ...]
    threat_to_power_for_good: int
    fountain_of_youth_lost: int
    campeggio_ignores: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Tables(WarTables):
    """tables.toml, one attribute per table; those of war are in the base."""

    first_marriage_turn: int
    schmalkaldic_spaces: int
    schmalkaldic_from_turn: int
    electorate_vp: int
    hapsburg_electorate_vp: int
    piracy_max_vp: int
    english_spaces_per_vp: int
    keys_of_italy: tuple[str, ...]
    turns: tuple[TurnData, ...]
    foreign_wars: tuple[ForeignWar, ...]
    declaration_of_war: DeclarationOfWar
    hungary_defeat: HungaryDefeat
    war_winner_vp: WarWinnerVp
    peace: Peace
    deal_limits: DealLimits
    victory: Victory
    protestant_spaces_track: SpacesTrack
    protestant_hand: ProtestantHand
    heir_vp: HeirVp
    electorate_display: dict[str, int]
    st_peters: StPeters
    translation: Translation
    new_world: NewWorld
    diet_of_worms: DietOfWorms
    reformation: AttemptDice
    counter_reformation: AttemptDice
    debate: Debate
    attempts: Attempts
    event_tables: EventTables
