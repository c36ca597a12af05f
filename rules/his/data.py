"""The data of Here I Stand: what `scenarios/his/*.toml` says, as frozen objects, checked before anyone plays.

Knows the shape of each file, the ids that must agree between files, and the counts of the printed game.
It does not know what anything does: a modifier here is a number with a name, its meaning is code elsewhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, TypeVar

from rules.core.board import Board, Connection, SeaZone, Space, board_problems
from rules.core.data import DataError, build, build_all, digest, overlay, read_toml, repeated

if TYPE_CHECKING:
    from pathlib import Path

INDEPENDENT = "independent"
KNIGHTS = "knights_of_st_john"
ANY = "any"

Id = TypeVar("Id", str, int)

SCENARIOS = ("1517", "1532", "tournament")
FILES = ("map", "powers", "cards", "people", "counters", "tables", "seats", *SCENARIOS)


# --- powers ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Ruler:
    """A ruler: `admin` cards may be kept, `bonus` more are dealt; `card` brings him in, None is the first."""

    id: str
    power: str
    name: str
    admin: int
    bonus: int
    card: int | None = None
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


# --- cards ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CardUse:
    """One of a card's alternatives: who may play it so, when, and the CP that come with it."""

    id: str
    by: tuple[str, ...]
    when: tuple[str, ...]
    grants_cp: int = 0


@dataclass(frozen=True, slots=True)
class CardData:
    n: int
    title: str
    cp: int
    kind: str
    enters: str
    removed: str
    summary: str
    uses: tuple[CardUse, ...]
    home: str | None = None
    turn: int | None = None
    condition: str | None = None
    only_1517: bool = False
    due: int | None = None

    def use(self, id: str) -> CardUse:
        return next(use for use in self.uses if use.id == id)


# --- people ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LeaderData:
    """An army or naval leader; `card` or `turn` bring in one who is not set up, perhaps for another."""

    id: str
    name: str
    power: str
    battle: int
    command: int = 0
    naval: bool = False
    piracy: int = 0
    ruler: bool = False
    minor_leader: bool = False
    card: int | None = None
    turn: int | None = None
    replaces: str | None = None
    other_power: str | None = None
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ReformerData:
    id: str
    name: str
    space: str
    zone: str
    turn: int | None = None
    condition: str | None = None
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DebaterData:
    """A debater and his bonus: `near` a space (or leader), in an `area`, by `dice`, `attempts` or `cost`."""

    id: str
    name: str
    side: str
    zone: str
    value: int
    turn: int
    use: str
    kind: str
    summary: str
    with_cranmer: bool = False
    near: str | None = None
    area: tuple[str, ...] = ()
    dice: int = 0
    attempts: int | None = None
    zone_of_bonus: str | None = None
    cost: int | None = None
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ExplorerData:
    """An explorer; one with a `card` is in no pool and sails only through that card."""

    id: str
    name: str
    power: str
    value: int
    out_1532: bool = False
    card: int | None = None
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ConquistadorData:
    id: str
    name: str
    power: str
    value: int
    out_1532: bool = False
    count: int = 1
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class MaritalBox:
    box: int
    id: str
    name: str
    wife: bool = False
    roll: bool = False
    modifier: int = 0


# --- tables ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A row of a dice table, for totals from `min` to `max`; an absent end is open."""

    min: int = -99
    max: int = 99


R = TypeVar("R", bound=Row)


def row_for(rows: Sequence[R], total: int) -> R:
    """The row of a table that a total falls on."""
    return next(row for row in rows if row.min <= total <= row.max)


@dataclass(frozen=True, slots=True, kw_only=True)
class PregnancyRow(Row):
    line: int
    result: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SuccessionRow(Row):
    order: tuple[str, ...]
    if_born: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class MaryRow(Row):
    actions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MaryImpulse:
    takeover_max: int
    rows: tuple[MaryRow, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChateauRow(Row):
    vp: int
    draw: int
    discard: int


@dataclass(frozen=True, slots=True)
class Chateau:
    max_vp: int
    rows: tuple[ChateauRow, ...]
    modifiers: dict[str, int]


@dataclass(frozen=True, slots=True)
class Marriage:
    """Henry's marriages and heirs, and the other tables of people.toml."""

    marital_track: tuple[MaritalBox, ...]
    pregnancy_chart: tuple[PregnancyRow, ...]
    succession: tuple[SuccessionRow, ...]
    mary_impulse: MaryImpulse
    chateau: Chateau


@dataclass(frozen=True, slots=True, kw_only=True)
class VoyageRow(Row):
    result: str
    cards: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class RaiderRow(Row):
    stolen: bool
    raider_lost: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AwardRow(Row):
    cards: int
    vp: int


@dataclass(frozen=True, slots=True, kw_only=True)
class UnrestRow(Row):
    spaces: int


@dataclass(frozen=True, slots=True)
class Prize:
    id: str
    vp: int


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
class NewWorld:
    discoveries: tuple[Prize, ...]
    conquests: tuple[Prize, ...]
    exploration: tuple[VoyageRow, ...]
    circumnavigation: tuple[VoyageRow, ...]
    conquest: tuple[VoyageRow, ...]
    raiders: tuple[RaiderRow, ...]
    exploration_order: tuple[str, ...]
    conquest_order: tuple[str, ...]
    raider_order: tuple[str, ...]
    uncharted: int
    mercator: int
    smallpox: int
    plantations: int
    plantations_on: tuple[str, ...]
    colony_limit: dict[str, int]
    riches: dict[str, str]

    def riches_result(self, kind: str, total: int) -> str:
        """The letter of a riches column for 2d6, with totals beyond the column read at its end."""
        column = self.riches[kind]
        return column[min(max(total - 2, 0), len(column) - 1)]


@dataclass(frozen=True, slots=True)
class Check:
    """A 2d6 check; cavalry is Ottoman and counts on either side."""

    need: int
    own_cavalry: int = 0
    enemy_cavalry: int = 0


@dataclass(frozen=True, slots=True)
class FieldBattle:
    defender_dice: int


@dataclass(frozen=True, slots=True)
class Assault:
    defender_dice: int
    units_per_die_garrisoned: int


@dataclass(frozen=True, slots=True)
class NavalCombat:
    squadron_dice: int
    corsair_dice: int
    port_defender_dice: int
    hits_per_squadron: int
    hits_per_corsair: int


@dataclass(frozen=True, slots=True)
class Piracy:
    per_turn: int
    per_zone: int
    squadron_in_zone: int
    squadron_adjacent: int
    fortress_adjacent: int
    pirate_dice_small: int
    pirate_dice: int


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


@dataclass(frozen=True, slots=True)
class Tables:
    """tables.toml, one attribute per table."""

    hit: int
    first_marriage_turn: int
    schmalkaldic_spaces: int
    schmalkaldic_from_turn: int
    electorate_vp: int
    hapsburg_electorate_vp: int
    piracy_max_vp: int
    english_spaces_per_vp: int
    formation_without_leader: int
    spring_sea_limit: int
    transport_limit: int
    winter_limit: int
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
    intercept: Check
    avoid_battle: Check
    naval_intercept: Check
    naval_avoid: Check
    field_battle: FieldBattle
    assault: Assault
    naval_combat: NavalCombat
    piracy: Piracy
    diet_of_worms: DietOfWorms
    reformation: AttemptDice
    counter_reformation: AttemptDice
    debate: Debate
    attempts: Attempts
    event_tables: EventTables


@dataclass(frozen=True, slots=True)
class LandCounters:
    power: str
    strength: int
    sides: tuple[str, ...]
    counters: dict[str, int]


@dataclass(frozen=True, slots=True)
class Colony:
    id: str
    name: str
    power: str


@dataclass(frozen=True, slots=True)
class Counters:
    """The counter mix; `land_limit` and `naval` are the most strength points and ships a nation can have."""

    colonies: tuple[Colony, ...]
    land: tuple[LandCounters, ...]
    naval: dict[str, int]
    square_control_markers: dict[str, int]
    marker_limits: dict[str, int]
    marker_limits_by_power: dict[str, dict[str, int]]

    def land_limit(self, nation: str) -> int:
        return next((entry.strength for entry in self.land if entry.power == nation), 0)

    def naval_limit(self, nation: str) -> int:
        return self.naval.get(nation, 0)


# --- scenarios ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Garrison:
    """What stands in a space: regulars, mercenaries, cavalry, squadrons, corsairs, leaders."""

    r: int = 0
    m: int = 0
    c: int = 0
    s: int = 0
    k: int = 0
    leaders: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Options:
    standard_vp: int
    domination_lead: int
    domination_from_turn: int
    last_turn: int
    chateau_modifier: int
    dissolution_dealt_to_england: bool
    peace_on_last_turn: bool
    limited_first_diplomacy: bool
    theses_and_diet: bool


@dataclass(frozen=True, slots=True)
class DeckSetup:
    """The first deck: `size` cards, those of `added_before` and `added_first_turn` among them."""

    size: int
    removed: tuple[int, ...] = ()
    added_before: tuple[int, ...] = ()
    added_first_turn: tuple[int, ...] = ()
    setup_hands: dict[str, tuple[int, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Tracks:
    piracy_vp: int
    chateaux_vp: int
    st_peters_cp: int
    st_peters_vp: int
    new_testament: dict[str, int]
    full_bible: dict[str, int]


@dataclass(frozen=True, slots=True)
class NewWorldSetup:
    uncharted: tuple[str, ...]
    crossing: dict[str, tuple[str, ...]]
    claimed: dict[str, str]
    depleted: tuple[str, ...]
    colonies: dict[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class OutOfGame:
    conquistadors: tuple[str, ...]
    debaters: tuple[str, ...]
    explorers: tuple[str, ...]
    reformers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Control:
    """Control markers by power: on keys (square) and on all other spaces (hexagonal)."""

    keys: dict[str, tuple[str, ...]]
    others: dict[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class ScenarioData:
    """A starting position; `units` by nation and space."""

    id: str
    name: str
    game: str
    turns: tuple[int, int]
    units: dict[str, dict[str, Garrison]]
    control: Control
    out_of_play: tuple[str, ...]
    protestant: tuple[str, ...]
    electorate_display: dict[str, int]
    at_war: tuple[tuple[str, str], ...]
    allied: tuple[tuple[str, str], ...]
    new_world: NewWorldSetup
    rulers: dict[str, str]
    marital_status: str
    debaters: dict[str, tuple[str, ...]]
    reformers: tuple[str, ...]
    excommunicated: tuple[str, ...]
    out_of_game: OutOfGame
    tracks: Tracks
    bonus_vp: dict[str, dict[str, int]]
    initial_vp: dict[str, int]
    deck: DeckSetup
    deal: dict[str, int]
    extra_cards_first_turn: dict[str, int]
    options: Options
    havens: tuple[str, ...] = ()
    already_happened: tuple[str, ...] = ()
    based_on: str | None = None

    def controllers(self, board: Board) -> dict[str, str]:
        """Who controls each space in play at the start: its marker, or else its home power."""
        held = {id: space.home for id, space in board.spaces.items() if id not in self.out_of_play}
        for markers in (self.control.keys, self.control.others):
            for power, spaces in markers.items():
                held.update(dict.fromkeys(spaces, power))
        return held


@dataclass(frozen=True, slots=True)
class Seating:
    players: int
    seats: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Seats:
    """Who plays what with fewer players; `restrictions` bind two powers in one hand."""

    average_vp: bool
    restrictions: tuple[str, ...]
    seatings: tuple[Seating, ...]

    def of(self, players: int) -> Seating:
        return next(seating for seating in self.seatings if seating.players == players)


# --- everything -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class HisData:
    """All of it. `powers` holds majors and minors; `majors` are in impulse order."""

    board: Board
    powers: dict[str, PowerData]
    impulse_order: tuple[str, ...]
    majors: tuple[str, ...]
    minors: tuple[str, ...]
    independent_keys: tuple[str, ...]
    excommunication_boxes: tuple[tuple[str, ...], ...]
    rulers: dict[str, Ruler]
    actions: dict[str, ActionData]
    cards: dict[int, CardData]
    leaders: dict[str, LeaderData]
    reformers: dict[str, ReformerData]
    debaters: dict[str, DebaterData]
    explorers: dict[str, ExplorerData]
    conquistadors: dict[str, ConquistadorData]
    marriage: Marriage
    counters: Counters
    tables: Tables
    scenarios: dict[str, ScenarioData]
    seats: Seats
    digest: str

    def starting_deck(self, scenario: str) -> tuple[int, ...]:
        """The cards the first hands are dealt from, by number."""
        return starting_deck(self.cards, self.scenarios[scenario])


def starting_deck(cards: Mapping[int, CardData], scenario: ScenarioData) -> tuple[int, ...]:
    """Cards of the start and of every turn up to the first, without a condition and not removed."""
    first = scenario.turns[0]
    return tuple(
        n
        for n, card in sorted(cards.items())
        if (card.enters == "start" or (card.enters == "turn" and (card.turn or 0) <= first))
        and card.condition is None
        and n not in scenario.deck.removed
    )


def load(path: Path) -> HisData:
    """Read and check the data in a folder; `DataError` names everything that is wrong."""
    problems: list[str] = []
    raw = {name: read_toml(path / f"{name}.toml", problems) for name in FILES}
    if problems:
        # A file that cannot be read would drown its own problem in everything that refers to it.
        raise DataError(problems)
    board, not_connected = _load_board(raw["map"], problems)
    powers, rulers, head = _load_powers(raw["powers"], board, problems)
    cards = build_all(CardData, raw["cards"].get("card"), "cards.toml: card", problems, key="n")
    people = raw["people"]
    leaders = build_all(LeaderData, people.pop("leaders", None), "people.toml: leader", problems)
    reformers = build_all(ReformerData, people.pop("reformers", None), "people.toml: reformer", problems)
    debaters = build_all(DebaterData, people.pop("debaters", None), "people.toml: debater", problems)
    explorers = build_all(ExplorerData, people.pop("explorers", None), "people.toml: explorer", problems)
    conquistadors = build_all(
        ConquistadorData, people.pop("conquistadors", None), "people.toml: conquistador", problems
    )
    actions = build_all(ActionData, raw["powers"].get("actions"), "powers.toml: action", problems)
    scenarios = _load_scenarios(raw, problems)
    marriage = build(Marriage, people, "people.toml", problems)
    counters = build(Counters, raw["counters"], "counters.toml", problems)
    tables = build(Tables, raw["tables"], "tables.toml", problems)
    seats = build(Seats, raw["seats"], "seats.toml", problems)
    for kind, ids in (
        ("power", [power.id for power in powers]),
        ("ruler", [ruler.id for ruler in rulers]),
        ("action", [action.id for action in actions]),
        ("card", [str(card.n) for card in cards]),
        ("leader", [leader.id for leader in leaders]),
        ("reformer", [reformer.id for reformer in reformers]),
        ("debater", [debater.id for debater in debaters]),
        ("explorer", [explorer.id for explorer in explorers]),
        ("conquistador", [conquistador.id for conquistador in conquistadors]),
    ):
        problems.extend(f"duplicated {kind}: {id}" for id in repeated(ids))
    problems.extend(_map_problems(board, not_connected))
    if marriage is None or counters is None or tables is None or seats is None or head is None:
        raise DataError(problems)
    data = HisData(
        board=board,
        powers={power.id: power for power in powers},
        impulse_order=head.impulse_order,
        majors=head.impulse_order,
        minors=tuple(power.id for power in powers if not power.major),
        independent_keys=head.independent_keys,
        excommunication_boxes=head.excommunication_boxes,
        rulers={ruler.id: ruler for ruler in rulers},
        actions={action.id: action for action in actions},
        cards={card.n: card for card in cards},
        leaders={leader.id: leader for leader in leaders},
        reformers={reformer.id: reformer for reformer in reformers},
        debaters={debater.id: debater for debater in debaters},
        explorers={explorer.id: explorer for explorer in explorers},
        conquistadors={conquistador.id: conquistador for conquistador in conquistadors},
        marriage=marriage,
        counters=counters,
        tables=tables,
        scenarios=scenarios,
        seats=seats,
        digest=digest(path / f"{name}.toml" for name in FILES),
    )
    for check in (_name_problems, _power_problems, _card_problems, _people_problems, _table_problems):
        problems.extend(check(data))
    for scenario in data.scenarios.values():
        problems.extend(f"{scenario.id}.toml: {problem}" for problem in _scenario_problems(data, scenario))
    if problems:
        raise DataError(problems)
    return data


# --- reading --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _SeaBorder:
    a: str
    b: str
    arrow: bool = False
    via: str | None = None


@dataclass(frozen=True, slots=True)
class _PowersHead:
    impulse_order: tuple[str, ...]
    excommunication_boxes: tuple[tuple[str, ...], ...]
    independent_keys: tuple[str, ...]


def _load_board(raw: dict[str, Any], problems: list[str]) -> tuple[Board, list[_SeaBorder]]:
    spaces = build_all(Space, raw.get("spaces"), "map.toml: space", problems)
    zones = build_all(SeaZone, raw.get("sea_zones"), "map.toml: sea zone", problems)
    edges = build_all(Connection, raw.get("connections"), "map.toml: connection", problems, key="a")
    borders = build_all(_SeaBorder, raw.get("sea_adjacency"), "map.toml: sea border", problems, key="a")
    apart = build_all(_SeaBorder, raw.get("sea_not_connected"), "map.toml: not connected", problems, key="a")
    problems.extend(f"duplicated space: {id}" for id in repeated(space.id for space in spaces))
    problems.extend(f"duplicated sea zone: {id}" for id in repeated(zone.id for zone in zones))
    pairs = [tuple(sorted((border.a, border.b))) for border in borders]
    problems.extend(f"duplicated sea border: {' - '.join(pair)}" for pair in repeated(pairs))
    ids = [zone.id for zone in zones]
    problems.extend(f"unknown sea zone in border: {id}" for pair in pairs for id in pair if id not in ids)
    neighbours = {
        id: tuple(sorted(b if a == id else a for a, b in dict.fromkeys(pairs) if id in (a, b))) for id in ids
    }
    return Board(spaces, [replace(zone, neighbours=neighbours[zone.id]) for zone in zones], edges), apart


def _load_powers(
    raw: dict[str, Any], board: Board, problems: list[str]
) -> tuple[list[PowerData], list[Ruler], _PowersHead | None]:
    rulers = build_all(Ruler, raw.get("rulers"), "powers.toml: ruler", problems)
    majors = build_all(PowerData, raw.get("majors"), "powers.toml: major", problems)
    minors = build_all(PowerData, raw.get("minors"), "powers.toml: minor", problems)
    lists = ("majors", "minors", "rulers", "actions")
    head = build(_PowersHead, {k: v for k, v in raw.items() if k not in lists}, "powers.toml", problems)
    powers = [
        replace(
            power,
            major=power in majors,
            rulers=tuple(ruler for ruler in rulers if ruler.power == power.id),
            home_spaces=tuple(sorted(id for id, space in board.spaces.items() if space.home == power.id)),
        )
        for power in [*majors, *minors]
    ]
    return powers, rulers, head


def _load_scenarios(raw: dict[str, dict[str, Any]], problems: list[str]) -> dict[str, ScenarioData]:
    found: dict[str, ScenarioData] = {}
    for name in SCENARIOS:
        table = raw[name]
        base = table.get("based_on")
        if base is not None and base not in SCENARIOS:
            problems.append(f"{name}.toml: based on an unknown scenario: {base}")
            continue
        scenario = build(ScenarioData, overlay(raw[base], table) if base else table, f"{name}.toml", problems)
        if scenario is not None:
            found[name] = scenario
            if scenario.id != name:
                problems.append(f"{name}.toml: its id is {scenario.id}")
    return found


# --- checks ---------------------------------------------------------------------------------------

# What the printed game has, from the headers of the collected facts; a slip in a file shows as a wrong count.
HOME_SPACES = {
    "england": 12,
    "france": 17,
    "genoa": 2,
    "hapsburg": 32,
    "hungary": 9,
    "independent": 17,
    "ottoman": 14,
    "papacy": 3,
    "protestant": 21,
    "scotland": 3,
    "venice": 4,
}
SPACE_TYPES = {"electorate": 6, "fortress": 9, "key": 33, "town": 86}
KEYS_BY_HOME = {
    "england": 4,
    "france": 5,
    "genoa": 1,
    "hapsburg": 7,
    "hungary": 3,
    "independent": 5,
    "ottoman": 4,
    "papacy": 2,
    "scotland": 1,
    "venice": 1,
}
LANGUAGES = {"english": 14, "french": 24, "german": 27, "italian": 18, "none": 37, "spanish": 14}
PASSES = {"alps": 6, "balkans": 7, "pyrenees": 3}
CARD_KINDS = {"combat": 7, "event": 74, "home": 7, "mandatory": 19, "response": 9}
ENTRIES = ("home", "setup", "start", "turn", "variable")
CONDITIONS = ("boleyn_married_last_turn", "edward_born", "elizabeth_born_and_mary_rules", "mary_due")
PLAYERS = (ANY, "any_but_active", "attacker", "combatant", "defender", "opponent_of_hapsburg")
UNDERWAY = ("conquest_underway", "exploration_underway")


def _miscounts(what: str, expected: Mapping[str, int], found: Iterable[str]) -> Iterator[str]:
    counted = Counter(found)
    for name in sorted({**expected, **counted}):
        if counted[name] != expected.get(name, 0):
            yield f"{what} {name}: {expected.get(name, 0)} expected, {counted[name]} found".strip()


def _unknown(what: str, ids: Iterable[Id], known: Iterable[Id]) -> Iterator[str]:
    names = list(known)
    return (f"unknown {what}: {id}" for id in ids if id not in names)


def _map_problems(board: Board, apart: Sequence[_SeaBorder]) -> Iterator[str]:
    yield from board_problems(board)
    spaces = list(board.spaces.values())
    yield from _miscounts("home spaces of", HOME_SPACES, (space.home for space in spaces))
    yield from _miscounts("spaces of type", SPACE_TYPES, (space.type for space in spaces))
    yield from _miscounts("home keys of", KEYS_BY_HOME, (space.home for space in spaces if space.is_key))
    yield from _miscounts("spaces of language", LANGUAGES, (space.lang for space in spaces))
    yield from _miscounts("passes of the", PASSES, (c.range or "" for c in board.connections if c.pass_))
    yield from _miscounts(
        "",
        {
            "spaces": 134,
            "connections": 220,
            "sea zones": 14,
            "ports": 58,
            "port links": 75,
            "two-zone ports": 17,
            "sea borders": 16,
            "havens": 3,
            "spaces without a connection": 11,
        },
        [
            *["spaces" for _ in spaces],
            *["connections" for _ in board.connections],
            *["sea zones" for _ in board.zones],
            *["ports" for space in spaces if space.is_port],
            *["port links" for space in spaces for _ in space.sea],
            *["two-zone ports" for space in spaces if len(space.sea) == 2],
            *["sea borders" for id, zone in board.zones.items() for other in zone.neighbours if id < other],
            *["havens" for space in spaces if space.haven],
            *["spaces without a connection" for space in spaces if not board.neighbours(space.id)],
        ],
    )
    for space in spaces:
        if space.capital and not space.is_key:
            yield f"capital that is no key: {space.id}"
    places: list[Space | SeaZone] = [*spaces, *board.zones.values()]
    for place in places:
        if place.xy == (0, 0):
            yield f"no place on the map: {place.id}"
    for pair in apart:
        if pair.a in board.zones and pair.b in board.zones[pair.a].neighbours:
            yield f"zones that should be apart are adjacent: {pair.a} - {pair.b}"
        if pair.via not in board.spaces or board.spaces[pair.via].sea != tuple(sorted((pair.a, pair.b))):
            yield f"no port joins {pair.a} and {pair.b}: {pair.via}"


def _name_problems(data: HisData) -> Iterator[str]:
    """Within each kind of thing no two may answer to the same name."""
    kinds: tuple[tuple[str, Iterable[tuple[str, str, tuple[str, ...]]]], ...] = (
        ("space", ((s.id, s.name, s.aliases) for s in data.board.spaces.values())),
        ("sea zone", ((z.id, z.name, z.aliases) for z in data.board.zones.values())),
        ("power", ((p.id, p.name, p.aliases) for p in data.powers.values())),
        ("leader", ((x.id, x.name, x.aliases) for x in data.leaders.values())),
        ("debater", ((d.id, d.name, d.aliases) for d in data.debaters.values())),
    )
    for kind, things in kinds:
        owners: dict[str, str] = {}
        for id, name, aliases in things:
            # An id spelled like the name it belongs to is no second name.
            for word in dict.fromkeys(w.casefold() for w in (id.replace("_", " "), name, *aliases)):
                other = owners.setdefault(word, id)
                if other != id:
                    yield f"two meanings of the {kind} name {word!r}: {other} and {id}"


def _power_problems(data: HisData) -> Iterator[str]:
    board = data.board
    yield from _miscounts("majors in impulse order:", dict.fromkeys(data.majors, 1), _majors(data))
    yield from _unknown("home power", (s.home for s in board.spaces.values()), [*data.powers, INDEPENDENT])
    yield from _unknown("haven power", (s.haven for s in board.spaces.values() if s.haven), data.powers)
    yield from _unknown("space in independent_keys", data.independent_keys, board.spaces)
    capitals = [capital for power in data.powers.values() for capital in power.capitals]
    yield from _unknown("capital", capitals, board.spaces)
    marked = [space.id for space in board.spaces.values() if space.capital]
    if sorted(capitals) != sorted(marked):
        yield f"capitals disagree: map.toml has {sorted(marked)}, powers.toml {sorted(capitals)}"
    for power in data.powers.values():
        boxes = len(power.key_vp)
        if len(power.key_cards) != boxes or (power.auto_win or 0) != boxes:
            yield f"key track of {power.id}: cards, vp and auto_win disagree"
        if power.major and data.counters.square_control_markers.get(power.id) != boxes:
            yield f"square control markers of {power.id} do not fit the key track"
        yield from _unknown(f"home card of {power.id}", power.home_cards, data.cards)
        yield from _unknown(f"power activating {power.id}", power.activated_by, data.majors)
        if power.natural_ally is not None and power.natural_ally not in power.activated_by:
            yield f"natural ally of {power.id} cannot activate it: {power.natural_ally}"
        if power.major and not [ruler for ruler in power.rulers if ruler.card is None]:
            yield f"no first ruler: {power.id}"
    for ruler in data.rulers.values():
        yield from _unknown(f"power of ruler {ruler.id}", [ruler.power], data.majors)
        if ruler.card is not None:
            yield from _unknown(f"card of ruler {ruler.id}", [ruler.card], data.cards)
        if ruler.leader is not None:
            yield from _unknown(f"leader of ruler {ruler.id}", [ruler.leader], data.leaders)
    for action in data.actions.values():
        yield from _unknown(f"power in the cost of {action.id}", action.cost, data.majors)
    figures = [*data.reformers, *data.leaders]
    yield from _unknown("figure to excommunicate", sum(data.excommunication_boxes, ()), figures)
    for seating in data.seats.seatings:
        powers = sorted(sum(seating.seats, ()))
        if len(seating.seats) != seating.players or powers != sorted(data.majors):
            yield f"seats.toml: seating for {seating.players} does not give each power to one player"


def _majors(data: HisData) -> list[str]:
    return [power.id for power in data.powers.values() if power.major]


def _card_problems(data: HisData) -> Iterator[str]:
    cards = data.cards
    if sorted(cards) != list(range(1, 117)):
        missing = [n for n in range(1, 117) if n not in cards]
        beyond = [n for n in sorted(cards) if not 1 <= n <= 116]
        yield f"cards are not numbered 1 to 116: missing {missing}, beyond {beyond}"
    yield from _miscounts("cards of kind", CARD_KINDS, (card.kind for card in cards.values()))
    turns = {turn.turn: sorted(turn.cards) for turn in data.tables.turns}
    for number in sorted({**turns, **{card.turn: [] for card in cards.values() if card.turn}}):
        entering = sorted(card.n for card in cards.values() if card.turn == number)
        if turns.get(number) != entering:
            yield f"cards of turn {number}: tables.toml has {turns.get(number)}, cards.toml {entering}"
    for card in cards.values():
        where = f"card {card.n}"
        yield from (f"{where}: {problem}" for problem in _unknown("entry", [card.enters], ENTRIES))
        yield from (
            f"{where}: {p}" for p in _unknown("removal", [card.removed], ("yes", "no", "conditional"))
        )
        if card.condition is not None:
            yield from (f"{where}: {p}" for p in _unknown("condition", [card.condition], CONDITIONS))
        if (card.enters == "turn") != (card.turn is not None):
            yield f"{where}: entry and turn disagree"
        if card.enters == "variable" and card.condition is None:
            yield f"{where}: variable entry without a condition"
        if (card.kind == "home") != (card.home is not None):
            yield f"{where}: kind and home disagree"
        elif card.home is not None and card.n not in _home_cards(data, card.home):
            yield f"{where}: not among the home cards of {card.home}"
        if not card.uses:
            yield f"{where}: no use"
        if len(card.summary) > 110:
            yield f"{where}: summary longer than 110 characters"
        yield from (f"{where}: duplicated use {id}" for id in repeated(use.id for use in card.uses))
        for use in card.uses:
            yield from (f"{where}: {p}" for p in _unknown("player", use.by, [*data.majors, *PLAYERS]))
            if not use.when:
                yield f"{where}: use {use.id} has no moment"


def _home_cards(data: HisData, power: str) -> tuple[int, ...]:
    return data.powers[power].home_cards if power in data.powers else ()


def _people_problems(data: HisData) -> Iterator[str]:
    for leader in data.leaders.values():
        yield from _unknown(f"power of leader {leader.id}", [leader.power], [*data.powers, ANY])
        if leader.other_power is not None:
            yield from _unknown(f"other power of leader {leader.id}", [leader.other_power], data.majors)
        if leader.card is not None:
            yield from _unknown(f"card of leader {leader.id}", [leader.card], data.cards)
        if leader.replaces is not None:
            yield from _unknown(f"leader replaced by {leader.id}", [leader.replaces], data.leaders)
        if leader.naval == (leader.command > 0):
            yield f"leader {leader.id}: an army leader commands, a naval leader does not"
    languages = [lang for lang in LANGUAGES if lang != "none"]
    for reformer in data.reformers.values():
        yield from _unknown(f"space of reformer {reformer.id}", [reformer.space], data.board.spaces)
        yield from _unknown(f"zone of reformer {reformer.id}", [reformer.zone], languages)
        yield from _unknown("debater of a reformer", [reformer.id], data.debaters)
    near = [*data.board.spaces, *data.leaders]
    for debater in data.debaters.values():
        yield from _unknown(f"side of debater {debater.id}", [debater.side], ("papacy", "protestant"))
        yield from _unknown(f"zone of debater {debater.id}", [debater.zone], [*languages, ANY])
        yield from _unknown(f"use of debater {debater.id}", [debater.use], ("optional", "auto"))
        if debater.near is not None:
            yield from _unknown(f"space near debater {debater.id}", [debater.near], near)
        yield from _unknown(f"area of debater {debater.id}", debater.area, [*data.powers, "electorates"])
        if debater.zone_of_bonus is not None:
            yield from _unknown(f"bonus zone of debater {debater.id}", [debater.zone_of_bonus], languages)
    sailors: list[ExplorerData | ConquistadorData] = [*data.explorers.values(), *data.conquistadors.values()]
    for sailor in sailors:
        yield from _unknown(f"power of {sailor.id}", [sailor.power], data.tables.new_world.colony_limit)
    for heir in data.marriage.succession:
        yield from _unknown("heir", heir.order, data.rulers)
    boxes = [box.box for box in data.marriage.marital_track]
    if boxes != list(range(1, len(boxes) + 1)):
        yield f"marital track boxes out of order: {boxes}"
    yield from _unknown(
        "action under Mary", sum((r.actions for r in data.marriage.mary_impulse.rows), ()), data.actions
    )


def _table_problems(data: HisData) -> Iterator[str]:
    tables, marriage = data.tables, data.marriage
    world = tables.new_world
    dice_tables: tuple[tuple[str, Sequence[Row], int, int], ...] = (
        ("pregnancy chart", marriage.pregnancy_chart, 1, 7),
        ("succession", marriage.succession, 0, 6),
        ("mary_impulse", marriage.mary_impulse.rows, 1, 6),
        ("chateau", marriage.chateau.rows, -2, 12),
        ("exploration", world.exploration, 0, 18),
        ("circumnavigation", world.circumnavigation, 1, 18),
        ("conquest", world.conquest, 2, 18),
        ("raiders", world.raiders, 1, 6),
        ("master_of_italy", tables.event_tables.master_of_italy, 2, 5),
        ("book_of_common_prayer", tables.event_tables.book_of_common_prayer, 1, 6),
    )
    for name, rows, low, high in dice_tables:
        for total in range(low, high + 1):
            hits = sum(row.min <= total <= row.max for row in rows)
            if hits != 1:
                yield f"table {name}: {hits} rows for a total of {total}"
    prizes = [prize.id for prize in (*world.discoveries, *world.conquests)]
    plain = ("lost", "nothing", "choice", "killed")
    voyages = [row.result for row in (*world.exploration, *world.conquest) if row.result not in plain]
    yield from _unknown("result of a voyage", voyages, prizes)
    for kind, column in world.riches.items():
        if len(column) != 11 or column.strip("DCGNE"):
            yield f"riches column {kind}: eleven of the letters DCGNE expected, not {column!r}"
    costs = tables.declaration_of_war
    yield from _miscounts("declarations by", dict.fromkeys(data.majors, 1), list(costs.majors))
    for power, row in costs.majors.items():
        yield from _unknown(f"target of a declaration by {power}", row, data.majors)
        for other, cost in row.items():
            if costs.majors.get(other, {}).get(power) != cost:
                yield f"one-sided cost of war: {power} on {other}"
    for power, row in costs.minors.items():
        yield from _unknown("power declaring war", [power], data.majors)
        yield from _unknown(f"target of a declaration by {power}", row, data.minors)
    yield from _unknown("minor of an intervention", costs.intervention_by, data.minors)
    track = tables.protestant_spaces_track
    needed = tables.victory.religious_spaces
    if len(track.papacy) != needed or len(track.protestant) != needed:
        yield f"protestant_spaces_track: {needed} boxes expected"
    elif any(a + b != 15 for a, b in zip(track.papacy, track.protestant, strict=True)):
        yield "protestant_spaces_track: the two sides do not add up to 15"
    electorates = [space.id for space in data.board.spaces.values() if space.is_electorate]
    if sorted(tables.electorate_display) != sorted(electorates):
        yield "electorate_display does not name the electorates of the map"
    yield from _unknown("key of Italy", tables.keys_of_italy, data.board.spaces)
    for war in tables.foreign_wars:
        yield from _unknown("card of a foreign war", [war.card], data.cards)
        yield from _unknown("power in a foreign war", [war.power, *war.reinforced_by], data.majors)
    if [turn.turn for turn in tables.turns] != list(range(1, tables.victory.last_turn + 1)):
        yield "turns are not numbered from 1 to the last"
    for turn in tables.turns:
        yield from _unknown(f"reformer on turn {turn.turn}", turn.reformers, data.reformers)
        yield from _unknown(f"leader on turn {turn.turn}", turn.leaders, data.leaders)
    numbers = [*tables.attempts.reformation, *tables.attempts.counter_reformation]
    cards = [int(name.removeprefix("card_")) for name in numbers if name.startswith("card_")]
    yield from _unknown("card with attempts", cards, data.cards)
    counters = data.counters
    nations = [*data.powers, INDEPENDENT, KNIGHTS]
    yield from _miscounts(
        "land counters of", dict.fromkeys(nations, 1), (land.power for land in counters.land)
    )
    yield from _unknown("power with ships", counters.naval, data.powers)
    yield from _miscounts("colonies of", world.colony_limit, (colony.power for colony in counters.colonies))
    for land in counters.land:
        total = sum(int(side.split("/")[-1]) * count for side, count in land.counters.items())
        if total != land.strength:
            yield f"land counters of {land.power}: strength {land.strength}, but the pieces make {total}"


def _scenario_problems(data: HisData, scenario: ScenarioData) -> Iterator[str]:
    board, world = data.board, data.tables.new_world
    nations = [*data.powers, INDEPENDENT, KNIGHTS]
    yield from _unknown("nation with units", scenario.units, nations)
    yield from _unknown("space with units", (s for u in scenario.units.values() for s in u), board.spaces)
    yield from _force_problems(data, scenario)
    marked = [
        (power, space, square)
        for markers, square in ((scenario.control.keys, True), (scenario.control.others, False))
        for power, spaces in markers.items()
        for space in spaces
    ]
    yield from _unknown("power in control", (power for power, _, _ in marked), [*data.powers, INDEPENDENT])
    yield from _unknown("space under control", (space for _, space, _ in marked), board.spaces)
    yield from (f"controlled twice: {space}" for space in repeated(space for _, space, _ in marked))
    for power, space, square in marked:
        if space in board.spaces and board.spaces[space].is_key != square:
            yield f"{space} of {power} is listed among the {'keys' if square else 'others'}"
    for what, spaces in (
        ("space out of play", scenario.out_of_play),
        ("Protestant space", scenario.protestant),
        ("electorate on display", scenario.electorate_display),
        ("haven", scenario.havens),
    ):
        yield from _unknown(what, spaces, board.spaces)
        yield from (f"duplicated {what}: {space}" for space in repeated(spaces))
    for pair in (*scenario.at_war, *scenario.allied):
        yield from _unknown("power at war or allied", pair, data.powers)
    for power in data.majors:
        ruler = data.rulers.get(scenario.rulers.get(power, ""))
        if ruler is None or ruler.power != power:
            yield f"unknown ruler of {power}: {scenario.rulers.get(power)}"
    for what, table in (
        ("rulers", scenario.rulers),
        ("initial_vp", scenario.initial_vp),
        ("deal", scenario.deal),
    ):
        if sorted(table) != sorted(data.majors):
            yield f"{what} does not name each major power once"
    yield from _unknown("power with extra cards", scenario.extra_cards_first_turn, data.majors)
    yield from _unknown("power with bonus VP", scenario.bonus_vp, data.majors)
    boxes = [box.id for box in data.marriage.marital_track]
    yield from _unknown("marital status", [scenario.marital_status], boxes)
    out = scenario.out_of_game
    yield from _unknown("reformer", (*scenario.reformers, *out.reformers), data.reformers)
    yield from _unknown("excommunicated figure", scenario.excommunicated, sum(data.excommunication_boxes, ()))
    yield from _unknown("debater", out.debaters, data.debaters)
    yield from _unknown("explorer", out.explorers, data.explorers)
    yield from _unknown("conquistador", out.conquistadors, data.conquistadors)
    for group, debaters in scenario.debaters.items():
        yield from _unknown("debater", debaters, data.debaters)
        for debater in (data.debaters[id] for id in debaters if id in data.debaters):
            if group not in (debater.side, debater.zone):
                yield f"debater {debater.id} does not belong to {group}"
    every = sum(scenario.debaters.values(), out.debaters)
    yield from (f"debater listed twice: {id}" for id in repeated(every))
    new_world = scenario.new_world
    sailing = [*new_world.uncharted, *new_world.crossing, *new_world.colonies, *new_world.claimed.values()]
    yield from _unknown("New World power", sailing, world.colony_limit)
    yield from _unknown("voyage", sum(new_world.crossing.values(), ()), UNDERWAY)
    prizes = [prize.id for prize in (*world.discoveries, *world.conquests)]
    yield from _unknown("prize", (*new_world.claimed, *new_world.depleted), prizes)
    colonies = [colony.id for colony in data.counters.colonies]
    yield from _unknown("colony", sum(new_world.colonies.values(), ()), colonies)
    yield from _deck_problems(data, scenario)


def _force_problems(data: HisData, scenario: ScenarioData) -> Iterator[str]:
    for nation, places in scenario.units.items():
        forces = list(places.values())
        land = sum(force.r + force.m + force.c for force in forces)
        if nation == "protestant":
            # The regulars of the display are pieces of the same mix.
            land += sum(scenario.electorate_display.values())
        ships = sum(force.s + force.k for force in forces)
        if land > data.counters.land_limit(nation):
            yield f"land units of {nation}: {land}, the counters make {data.counters.land_limit(nation)}"
        if ships > data.counters.naval_limit(nation):
            yield f"naval units of {nation}: {ships}, the counters make {data.counters.naval_limit(nation)}"
        sides = next((land.sides for land in data.counters.land if land.power == nation), ())
        if any(force.m for force in forces) and "mercenary" not in sides:
            yield f"{nation} has no mercenaries"
        if any(force.c for force in forces) and "cavalry" not in sides:
            yield f"{nation} has no cavalry"
        if any(force.k for force in forces) and nation != "ottoman":
            yield f"{nation} has no corsairs"
        for space, force in places.items():
            if (force.s or force.k) and space in data.board.spaces and not data.board.spaces[space].is_port:
                yield f"ships in {space}, which is no port"
            if space in scenario.out_of_play:
                yield f"units in {space}, which is out of play"
            yield from _unknown("leader", force.leaders, data.leaders)
            for leader in (data.leaders[id] for id in force.leaders if id in data.leaders):
                if leader.power != nation:
                    yield f"leader {leader.id} stands with {nation}"
    placed = [id for places in scenario.units.values() for force in places.values() for id in force.leaders]
    yield from (f"leader placed twice: {id}" for id in repeated(placed))


def _deck_problems(data: HisData, scenario: ScenarioData) -> Iterator[str]:
    deck, cards, first = scenario.deck, data.cards, scenario.turns[0]
    named = (*deck.removed, *deck.added_before, *deck.added_first_turn, *sum(deck.setup_hands.values(), ()))
    yield from _unknown("card", named, cards)
    yield from (f"card named twice: {n}" for n in repeated(named))
    yield from _unknown("power with a hand at the start", deck.setup_hands, data.majors)
    size = len(starting_deck(cards, scenario))
    if size != deck.size:
        yield f"first deck: {deck.size} cards expected, {size} found"
    if first > 1:
        # Later scenarios list their cards in full, as a second telling of what cards.toml says by turn.
        for what, listed, turns in (
            ("added_before", deck.added_before, range(2, first)),
            ("added_first_turn", deck.added_first_turn, range(first, first + 1)),
        ):
            found = [n for n in starting_deck(cards, scenario) if cards[n].turn in turns]
            if sorted(listed) != found:
                yield f"{what}: {sorted(listed)} listed, cards.toml has {found}"
        kept = [n for n, card in cards.items() if card.only_1517 and n not in deck.removed]
        yield from (f"card of 1517 in the deck: {n}" for n in kept)
