"""The whole state of a game of Here I Stand, as plain data.

One part per subject; the military position is inherited from `rules.war`.  What never changes (map,
cards, tables) is in `game.data` and is not stored.  Functions that change the state live with the
rules they belong to; here are only looks at it that several subjects share.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, ClassVar

from rules.core import codec
from rules.core.cards import CardNumber, Registry
from rules.core.flow import Power
from rules.core.log import Setup
from rules.his.data import CardData, HisData, PowerData, Ruler, ScenarioData
from rules.his.powers import ENGLAND, IMPULSE_ORDER, OTTOMAN
from rules.his.windows import CARDS
from rules.war.state import LeaderId, Nation, SpaceId, WarGame, ZoneId


@dataclass(slots=True)
class Debater:
    """A debater: not entered yet, available (committed or not), away for this turn, or gone."""

    entered: bool = False
    committed: bool = False
    away: bool = False
    """Excommunicated: off the board until the next turn (21.5)."""
    gone: bool = False
    """Burnt, disgraced or removed for good."""

    @property
    def available(self) -> bool:
        return self.entered and not self.away and not self.gone


@dataclass(slots=True)
class Reformer:
    """A reformer: on the map in his own space, away for this turn, not entered, or gone."""

    entered: bool = False
    away: bool = False
    gone: bool = False

    @property
    def on_map(self) -> bool:
        return self.entered and not self.away and not self.gone


@dataclass(slots=True)
class Faith:
    """The religious struggle (18, 21.5, 21.6)."""

    debaters: dict[str, Debater] = field(default_factory=dict)
    reformers: dict[str, Reformer] = field(default_factory=dict)
    new_testament: dict[str, int] = field(default_factory=dict)
    full_bible: dict[str, int] = field(default_factory=dict)
    electorate_display: dict[SpaceId, int] = field(default_factory=dict)
    """Regulars that wait for an electorate to turn Protestant (21.6)."""
    st_peters_cp: int = 0
    st_peters_vp: int = 0
    excommunicated: list[str] = field(default_factory=list)
    """Figures and rulers excommunicated so far: nobody twice (21.5)."""
    excommunicated_powers: dict[Power, int] = field(default_factory=dict)
    """Powers that carry the "-1 card" marker for it -> the turn it was placed."""
    league: bool = False
    """Whether the Schmalkaldic League has formed (21.6)."""
    society_of_jesus: bool = False


@dataclass(slots=True)
class Tudors:
    """Henry's wives and heirs (21.3)."""

    status: str = "catherine_of_aragon"
    children: dict[int, str] = field(default_factory=dict)
    """Line of the pregnancy chart -> the wife whose marker lies on it."""
    boleyn_turn: int | None = None
    """The turn in which Henry married Anne Boleyn; 0 if before the scenario."""
    bonus_roll: bool = False
    """Result 3 this turn: the marker advances once more when England first passes."""
    hapsburg_discount: bool = False
    """The Hapsburgs hold Catherine's marker: 2 CP off their next declaration on England."""
    accession: dict[str, int] = field(default_factory=dict)
    """Ruler -> turn of accession."""


@dataclass(slots=True)
class Voyage:
    """A marker in the Crossing Atlantic box (20)."""

    power: Power
    kind: str
    """colony, exploration or conquest."""
    bonus: int = 0
    """+2 by Mercator's Map or Smallpox."""
    figure: str | None = None
    """A named explorer who sails whatever the pool holds (Cabot)."""
    counts: bool = True
    """Whether it uses up this turn's action (20.2: Cabot's does not)."""


@dataclass(slots=True)
class NewWorld:
    """Colonies, voyages, discoveries and conquests (20)."""

    crossing: list[Voyage] = field(default_factory=list)
    charted: list[Power] = field(default_factory=list)
    explorers: dict[Power, list[str]] = field(default_factory=dict)
    conquistadors: dict[Power, list[str]] = field(default_factory=dict)
    colonies: dict[Power, list[str]] = field(default_factory=dict)
    """Colonies beside the riches table, by name; Potosi among them."""
    colony_limit: dict[Power, int] = field(default_factory=dict)
    conquests: dict[str, Power] = field(default_factory=dict)
    """Conquests that still yield riches -> owner."""
    claimed: dict[str, Power] = field(default_factory=dict)
    """Discoveries and conquests made -> by whom; their VP count at once."""
    galleons: list[Power] = field(default_factory=list)
    plantations: list[Power] = field(default_factory=list)
    raiders: list[Power] = field(default_factory=list)
    governor: Power | None = None
    uprising: Power | None = None


@dataclass(slots=True)
class ForeignWar:
    """A war card beside the map (21.7)."""

    power: Power
    enemy: int
    limit: int
    regulars: int = 0
    mercenaries: int = 0
    cavalry: int = 0
    leader: LeaderId | None = None


@dataclass(slots=True)
class Impulse:
    """What must be remembered within one impulse, and no longer."""

    power: Power = ""
    card: CardNumber | None = None
    cp: int = 0
    spent: bool = False
    ended: bool = False
    """Set when something (a cancelled event) ends the impulse at once."""
    targets: list[SpaceId] = field(default_factory=list)
    """Spaces already tried by Reformation or Counter Reformation attempts (18.3, 18.4)."""
    bonus_used: list[Power] = field(default_factory=list)
    """Powers that used a debater's bonus in this impulse (18.2)."""
    translated: list[str] = field(default_factory=list)
    """Languages on which CP were spent for translation (18.2)."""
    foul_weather: bool = False
    moved_in_weather: list[SpaceId] = field(default_factory=list)
    gout: list[LeaderId] = field(default_factory=list)
    tired: dict[SpaceId, dict[Nation, dict[str, int]]] = field(default_factory=dict)
    """Units that lost a field battle: place -> nation -> kind -> count; they move no more (13.1)."""
    tired_leaders: list[LeaderId] = field(default_factory=list)
    tired_ships: dict[str, dict[Nation, dict[str, int]]] = field(default_factory=dict)
    intercepted: dict[SpaceId, dict[Nation, dict[str, int]]] = field(default_factory=dict)
    """Units that tried to intercept: they may not try again (13.2)."""
    intercepted_leaders: list[LeaderId] = field(default_factory=list)
    assaulted: list[SpaceId] = field(default_factory=list)


@dataclass(slots=True)
class Diplomacy:
    """What the current Diplomacy Phase must remember (9)."""

    peace_made: list[tuple[Power, Power]] = field(default_factory=list)
    alliances_made: list[tuple[Power, Power]] = field(default_factory=list)
    ceded_home: list[tuple[Power, Power]] = field(default_factory=list)
    """(giver, receiver) of a home space of the giver this turn: no suing for peace (9.3)."""
    given: dict[str, list[tuple[Power, Power]]] = field(default_factory=dict)
    """What went from whom to whom this turn: cards, mercenaries and squadrons go one way only (9.1)."""
    owed: dict[Power, int] = field(default_factory=dict)
    """CP to pay for declarations and interventions (9.6)."""
    divorce_granted: bool = False


@dataclass(slots=True, kw_only=True)
class HisGame(WarGame):
    """A game of Here I Stand."""

    registry: ClassVar[Registry[Any]] = CARDS

    data: HisData = codec.transient()

    rules_version: int = 1
    setup: Setup
    phase: str = ""
    turn_power: Power = OTTOMAN
    """Whose impulse comes next in the Action Phase."""
    passes: int = 0
    """Passes in a row (11): six end the Action Phase."""
    skips: list[Power] = field(default_factory=list)
    """Powers that lose their next impulse (#38)."""
    rulers: dict[Power, str] = field(default_factory=dict)
    bonus_vp: dict[Power, dict[str, int]] = field(default_factory=dict)
    minus_cards: dict[Power, list[str]] = field(default_factory=dict)
    """"-1 card" markers other than excommunication, by reason (Fuggers, each foreign war)."""
    piracy_vp: int = 0
    chateaux_vp: int = 0
    pirates: bool = False
    """Whether Barbary Pirates has happened (21.1)."""
    havens: list[SpaceId] = field(default_factory=list)
    piracy_zones: list[ZoneId] = field(default_factory=list)
    """Sea zones with a piracy marker this turn (16.4)."""
    phony_wars: dict[Nation, Power] = field(default_factory=dict)
    """Minor power -> declarer who carries -1 VP until they fight (9.6)."""
    foreign_wars: dict[CardNumber, ForeignWar] = field(default_factory=dict)
    this_turn: list[str] = field(default_factory=list)
    """Reminders that last until the end of the turn: printing_press, augsburg_confession, ..."""
    faith: Faith = field(default_factory=Faith)
    tudors: Tudors = field(default_factory=Tudors)
    new_world: NewWorld = field(default_factory=NewWorld)
    diplomacy: Diplomacy = field(default_factory=Diplomacy)
    impulse: Impulse = field(default_factory=Impulse)
    vp_record: dict[int, dict[Power, int]] = field(default_factory=dict)
    """Turn -> VP of each power in its Victory Determination Phase (23.3)."""
    winner: Power | None = None
    victory: str = ""

    # ---- data

    @property
    def scenario(self) -> ScenarioData:
        return self.data.scenarios[self.setup.scenario]

    def card(self, number: CardNumber) -> CardData:
        return self.data.cards[number]

    def power_data(self, power: Power) -> PowerData:
        return self.data.powers[power]

    def ruler(self, power: Power) -> Ruler:
        """The current ruler of a major power (3.3)."""
        wanted = self.rulers[power]
        return next(ruler for ruler in self.data.powers[power].rulers if ruler.id == wanted)

    def option(self, name: str) -> str | None:
        """An option chosen for this game, if it was."""
        return dict(self.setup.options).get(name)

    def last_turn(self) -> int:
        return self.scenario.options.last_turn

    def first_turn_of_1517(self) -> bool:
        """Turn 1 has two phases of its own and a short Diplomacy Phase (7)."""
        return self.turn == 1 and self.scenario.options.theses_and_diet

    # ---- seats

    def seats(self) -> tuple[tuple[Power, ...], ...]:
        """The powers of each player."""
        return self.data.seats.of(self.setup.players).seats

    def same_player(self, one: Power, other: Power) -> bool:
        """Whether one player holds both powers (games with 3 to 5 players)."""
        return any(one in seat and other in seat for seat in self.seats())

    # ---- spaces

    def home_power(self, space: SpaceId) -> Nation:
        """Pirate havens are Ottoman home spaces (21.1)."""
        return OTTOMAN if space in self.havens else self.board.spaces[space].home

    def home_spaces(self, power: Nation) -> Iterator[SpaceId]:
        return (space for space in self.spaces if self.home_power(space) == power)

    def keys_of(self, power: Power) -> list[SpaceId]:
        """Keys under a power's control; its minor allies' keys carry its markers (22.2)."""
        spaces = self.board.spaces
        return [
            space for space, state in self.spaces.items() if state.control == power and spaces[space].is_key
        ]

    def electorates(self) -> list[SpaceId]:
        return [space.id for space in self.board.spaces.values() if space.is_electorate]

    def in_play(self, space: SpaceId) -> bool:
        """Algiers is out of play until Barbary Pirates (21.1)."""
        return self.spaces[space].control is not None

    # ---- cards

    def may_respond(self, power: Power, card: CardNumber) -> bool:
        """Under Mary, England plays response and combat cards for their CP only (21.3)."""
        under_mary = power == ENGLAND and self.rulers[ENGLAND] == "mary_i"
        return not (under_mary and self.data.cards[card].kind in ("response", "combat"))

    def stays_on_table(self, card: CardNumber) -> bool:
        """Foreign wars lie beside the map until they are won (21.7)."""
        return card in self.foreign_wars

    def order_from(self, power: Power) -> list[Power]:
        """All majors in impulse order, starting with one."""
        start = IMPULSE_ORDER.index(power)
        return [*IMPULSE_ORDER[start:], *IMPULSE_ORDER[:start]]
