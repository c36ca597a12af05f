"""The parts of the state of a game of Here I Stand, one for each subject, as plain data."""

from __future__ import annotations

from dataclasses import dataclass, field

from rules.core import codec
from rules.core.flow import Power
from rules.his.powers import CATHOLIC
from rules.war.ids import Nation, SpaceId
from rules.war.position import DiplomacyState, ImpulseState
from rules.war.state import SpaceState


@dataclass(slots=True)
class HisSpace(SpaceState):
    """What changes about a space, its faith with it (2.3)."""

    religion: str = CATHOLIC
    university: bool = False
    """A Jesuit university (18.1)."""


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


@dataclass(slots=True)
class Voyage:
    """A marker in the Crossing Atlantic box (20)."""

    power: Power
    kind: str
    """colony, exploration or conquest."""
    bonus: int = 0
    """+2 by Mercator's Map or Smallpox."""
    figure: str | None = None
    """Who sails whatever the pool holds: Cabot, or the colony whose marker it is."""
    counts: bool = True
    """Whether it uses up this turn's action (20.2: Cabot's does not)."""


@dataclass(slots=True)
class NewWorld:
    """Colonies, voyages, discoveries and conquests (20)."""

    crossing: list[Voyage] = field(default_factory=list)
    called_off: list[Voyage] = field(default_factory=list)
    """Voyages cancelled this turn: their markers are back next turn (#77, #98)."""
    charted: list[Power] = field(default_factory=list)
    explorers: dict[Power, list[str]] = field(default_factory=dict)
    conquistadors: dict[Power, list[str]] = field(default_factory=dict)
    colonies: dict[Power, list[str]] = field(default_factory=dict)
    """Colonies beside the riches table, by name; Potosi among them."""
    lost_colonies: list[str] = field(default_factory=list)
    """Colony markers that left the game for Potosi (#54)."""
    cabot_used: list[Power] = field(default_factory=list)
    """Powers whose Cabot has sailed: he does so once for each (#99)."""
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
class Impulse(ImpulseState):
    """What must be remembered within one impulse, and no longer."""

    target: str = ""
    """Whom the event being played is aimed at, if that was said when it was declared (#5)."""
    spent: bool = False
    targets: list[SpaceId] = field(default_factory=list)
    """Spaces already tried by Reformation attempts (18.3)."""
    counter_targets: list[SpaceId] = field(default_factory=list)
    """Spaces already tried by Counter Reformation attempts (18.4)."""
    bonus_used: list[Power] = field(default_factory=list)
    """Powers that used a debater's bonus in this impulse (18.2)."""
    translated: list[str] = field(default_factory=list)
    """Languages on which CP were spent for translation (18.2)."""
    recruiting_abroad: bool = False
    """Units may be built in any controlled space that is not besieged (#76)."""
    card_actions: list[str] = field(default_factory=list)
    """Actions that the card being played allows, once each, beside the usual ones (#42)."""
    idle: dict[Power, int] = codec.added_later(dict)
    """Two players: a power that was commanded and did nothing -> the CP that were left then."""


@dataclass(slots=True)
class Diplomacy(DiplomacyState):
    """What the current Diplomacy Phase must remember (9)."""

    ceded_home: list[tuple[Power, Power]] = field(default_factory=list)
    """(giver, receiver) of a home space of the giver this turn: no suing for peace (9.3)."""
    owed: dict[Power, int] = field(default_factory=dict)
    """CP to pay for declarations and interventions (9.6)."""
    interventions: list[tuple[Power, Nation]] = field(default_factory=list)
    """Who intervened for which minor power this turn: cards 69 and 108 may pay for it (9.6)."""
    divorce_granted: bool = False
