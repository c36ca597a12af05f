"""tables.toml: the tables and figures of the rulebook, one attribute per table."""

from __future__ import annotations

from rules.core.records import Record
from rules.core.rows import Row
from rules.his.data.new_world import NewWorld
from rules.war.tables import WarTables


class AwardRow(Row, kw_only=True):
    cards: int
    vp: int


class UnrestRow(Row, kw_only=True):
    spaces: int


class TurnData(Record):
    turn: int
    years: str
    reformers: tuple[str, ...] = ()
    leaders: tuple[str, ...] = ()
    cards: tuple[int, ...] = ()


class ForeignWar(Record):
    card: int
    name: str
    power: str
    units: int
    enemy: int
    vp: int
    minus_card: int
    enemy_reinforced: int | None = None
    reinforced_by: tuple[str, ...] = ()


class Discount(Record):
    by: str
    on: str
    minus: int


class DeclarationOfWar(Record):
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


class HungaryDefeat(Record):
    unallied_keys: int
    unallied_regulars_left: int
    allied_keys: int


class WarWinnerVp(Record):
    foreign_war: int
    hungary_defeat: int
    sue_for_peace: int
    sue_for_peace_ottoman: int


class Peace(Record):
    per_key: int
    per_leader: int
    spaces_per_price: int
    units_lost: int


class DealLimits(Record):
    mercenaries: int
    random_cards: int


class Victory(Record):
    standard_vp: int
    domination_lead: int
    domination_from_turn: int
    last_turn: int
    religious_spaces: int


class SpacesTrack(Record):
    papacy: tuple[int, ...]
    protestant: tuple[int, ...]


class ProtestantHand(Record):
    electorates: int
    cards_with: int
    cards_without: int


class HeirVp(Record):
    edward: int
    elizabeth: int


class StPeters(Record):
    cp_per_vp: int
    max_vp: int


class Scripture(Record):
    steps: int
    attempts: int
    die_modifier: int
    vp: int


class Translation(Record):
    languages: tuple[str, ...]
    bonus_steps: int
    new_testament: Scripture
    full_bible: Scripture


class DietOfWorms(Record):
    protestant_extra_dice: int


class AttemptDice(Record):
    attacker: dict[str, int]
    defender: dict[str, int]
    bonus: dict[str, int]
    minimum: int
    automatic: int


class Debate(Record):
    attacker: int
    defender_committed: int
    defender_uncommitted: int
    rounds: int


class Attempts(Record):
    reformation: dict[str, int]
    counter_reformation: dict[str, int]


class EventTables(Record):
    erasmus_last_early_turn: int
    mercenaries_demand_pay: dict[int, int]
    mercenaries_demand_pay_all_from: int
    master_of_italy: tuple[AwardRow, ...]
    book_of_common_prayer: tuple[UnrestRow, ...]
    threat_to_power_for_good: int
    fountain_of_youth_lost: int
    campeggio_ignores: int


class Tables(WarTables, kw_only=True):
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
