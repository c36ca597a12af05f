"""powers.toml, cards.toml, people.toml, counters.toml: what each entry says."""

from __future__ import annotations

from dataclasses import field

from rules.core.records import Record
from rules.core.rows import Row
from rules.war.counter_data import LandCounters, land_mix
from rules.war.printed import CardUse, PrintedCard, PrintedLeader, PrintedPower, PrintedRuler
from rules.war.title import CounterMix

# ---- powers.toml


class Ruler(PrintedRuler):
    """A ruler; once dead, he keeps and brings fewer cards (3.3, 23)."""

    dead_admin: int = 0
    dead_bonus: int = 0
    last: bool = False
    """No card replaces this one (3.3)."""


class PowerData(PrintedPower):
    """A power; a minor one has ships of one kind (24.3)."""

    ships: str | None = None


class ActionData(Record):
    """An action: its section, its kind, and what each power that has it may spend on it."""

    id: str
    section: str
    kind: str
    cost: dict[str, tuple[int, ...]]
    from_turn: int = 1
    areas: dict[str, tuple[str, ...]] = field(default_factory=dict)
    attempts: int = 0


class InfluenceColumn(Record):
    """Who may win a power by influence, and who may only free it of its ally (24.5, 24.6)."""

    id: str
    activate: tuple[str, ...]
    deactivate: tuple[str, ...]
    start: dict[str, int]
    fewer_players_than: int = 99

    @property
    def contestants(self) -> tuple[str, ...]:
        return (*self.activate, *self.deactivate)


class ProtestantSpacesRow(Row, kw_only=True):
    """VP by the number of Protestant spaces (25.2)."""

    spain: int
    england: int
    protestant: int
    empire_protestant: int
    empire_catholic: int
    empire_balanced: int


class ProtestantRows(Record):
    """The two rows of the Protestant power card (23.6)."""

    dutch_keys: tuple[str, ...]
    dutch_vp_each: int
    other_vp_each: int
    auto_win: int
    cards: tuple[int, ...]


class EnglandSpain(Record):
    """What a war between England and Spain costs (9.5)."""

    start: int
    excommunicated: int
    mary_captured: int
    mary_executed: int
    least: int
    spain_enters_at: int


# ---- cards.toml


class CardData(PrintedCard):
    """A card of this game.  Without uses it is played for its CP alone: so a pack may begin with it."""

    enters: str = "start"
    removed: str = "no"
    summary: str = ""
    uses: tuple[CardUse, ...] = ()
    players: tuple[int, ...] = ()


# ---- people.toml


class LeaderData(PrintedLeader):
    """A leader of this game; `naval_battle` is the rating of one who can be both (10)."""

    league: bool = False
    leaves: int | None = None
    naval_battle: int | None = None
    default: bool = False


class CaptainData(Record):
    """A sea captain (5.2)."""

    id: str
    name: str
    powers: tuple[str, ...]
    battle: int
    piracy: int
    navigation: int
    turn: int


class NobleData(Record):
    """A noble (21); `leader` is the army leader who is the same person."""

    id: str
    name: str
    power: str
    woman: bool
    suitability: int
    turn: int
    family: str | None = None
    leader: str | None = None
    ruler: bool = False


class ArtistData(Record):
    id: str
    name: str
    power: str
    kind: str
    value: int
    turn: int


class ScientistData(Record):
    id: str
    name: str
    power: str
    value: int
    turn: int


# ---- counters.toml


class ShipCounters(Record):
    power: str
    counters: int
    kinds: tuple[str, ...]


class Counters(Record):
    """The counter mix (5.3, 5.4, 6.3)."""

    land: tuple[LandCounters, ...]
    ships: tuple[ShipCounters, ...]
    patrols: int
    jesuits: int
    informants: int
    virgin_queen_vp: int
    colonies: dict[str, int]
    treasures: dict[str, int]
    square_markers: dict[str, int]

    def land_mix(self, nation: str) -> CounterMix:
        return land_mix(self.land, nation)

    def ships_of(self, nation: str) -> ShipCounters:
        return next((entry for entry in self.ships if entry.power == nation), ShipCounters(nation, 0, ()))
