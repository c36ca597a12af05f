"""The parts of the state of a game of Virgin Queen, one for each subject, as plain data."""

from __future__ import annotations

from dataclasses import dataclass, field

from rules.core import codec
from rules.core.flow import Power
from rules.vq.kinds import CaptainId, NobleId, OceanId, ScienceBonus, SettlementId, Treasure
from rules.vq.powers import CATHOLIC
from rules.war.foreign_war import ForeignWar
from rules.war.ids import LeaderId, Nation, SpaceId
from rules.war.position import ImpulseState
from rules.war.state import SpaceState


@dataclass(slots=True)
class LiveSpace(SpaceState):
    """What changes about a space, its faith with it (2.3)."""

    religion: str = CATHOLIC
    jesuit: bool = False
    """A Jesuit, in England only (19.2)."""


@dataclass(slots=True)
class Treasures:
    """Where the thirty treasures are (6.3); treasures of one kind are alike."""

    pool: list[Treasure] = field(default_factory=list)
    spain: list[Treasure] = field(default_factory=list)
    """The Spanish row: only Spain knows it."""
    portugal: list[Treasure] = field(default_factory=list)
    """The Portuguese row: nobody knows it."""
    hands: dict[Power, list[Treasure]] = field(default_factory=dict)
    spent: list[Treasure] = field(default_factory=list)


@dataclass(slots=True)
class Captain:
    """A sea captain (5.2): to come, in a pool, at sea, in a colony, in Europe, on the Turn Track, or gone."""

    power: Power | None = None
    """Who outfitted him first, and so has him for the rest of the game."""
    entered: bool = False
    gone: bool = False
    zone: OceanId | None = None
    colony: SettlementId | None = None
    """The colony where he winters (20.4)."""
    in_europe: bool = False
    """He serves as a naval leader this turn (10)."""
    returns: int | None = None
    damaged: bool = False
    colonists: bool = False
    """A colony is aboard (17.4)."""
    loot: list[Treasure] = field(default_factory=list)
    eastward: bool = False
    """He has begun to sail round the world by the Indian Ocean (16.6)."""
    westward: bool = False
    """He has begun to sail round the world by the South Atlantic or the Pacific (16.6)."""

    @property
    def in_pool(self) -> bool:
        away = self.zone or self.colony or self.in_europe or self.returns
        return self.entered and not self.gone and not away


@dataclass(slots=True)
class WorldState:
    """The World map (2.6)."""

    owners: dict[SettlementId, Power] = field(default_factory=dict)
    """Settlements of Spain and Portugal."""
    colonies: dict[SettlementId, Power] = field(default_factory=dict)
    colony_bonus: dict[SettlementId, int] = field(default_factory=dict)
    """Rolls of a colony that its founder still makes easier (5.2)."""
    fortresses: list[SettlementId] = field(default_factory=list)
    patrols: dict[OceanId, int] = field(default_factory=dict)
    captains: dict[CaptainId, Captain] = field(default_factory=dict)
    escorts: int = 0
    """Spanish galleons that escort the treasure fleet (10, 23.2)."""
    circumnavigations: int = 0
    virginia_dare: bool = False


@dataclass(slots=True)
class Spies:
    """Informants, Jesuits and plots (19)."""

    informants: dict[Power, dict[Power, bool]] = field(default_factory=dict)
    """Whose informant lies on whose power card -> whether he is still at work."""
    cipher_keys: dict[Power, Power] = field(default_factory=dict)
    plotted: list[Power] = field(default_factory=list)
    """Whose assassination marker is on the Turn Track."""
    walsingham: str = ""
    jesuits: int = 0
    """On the Spanish power card."""
    jesuit_allowance: int = 1


@dataclass(slots=True)
class Noble:
    """A noble (21): not come yet, in a box of suitability, past marriage, married or dead."""

    suitability: int | None = None
    """The box; None before he comes, and when he is out."""
    past: bool = False
    married: bool = False
    dead: bool = False
    returns: int | None = None
    """William of Orange comes back in a later turn (21.1)."""

    @property
    def is_new(self) -> bool:
        """Whether he has not come yet."""
        return self.suitability is None and not (self.past or self.married or self.dead)

    @property
    def can_marry(self) -> bool:
        return self.suitability is not None and not (self.married or self.dead or self.returns)


@dataclass(slots=True)
class Betrothal:
    """A couple, in the order in which such were agreed (9.1, 21.1)."""

    bride: NobleId
    groom: NobleId
    festivities: bool = False


@dataclass(slots=True)
class Sponsored:
    """Somebody in a box of the patronage display (22)."""

    power: Power
    cp: int


@dataclass(slots=True)
class Patronage:
    """Artists, scientists and what they have earned (22)."""

    available: list[str] = field(default_factory=list)
    gone: list[str] = field(default_factory=list)
    """Finished or forgotten."""
    artists: dict[str, Sponsored] = field(default_factory=dict)
    scientists: dict[str, Sponsored] = field(default_factory=dict)
    markers: dict[str, dict[int, int]] = field(default_factory=dict)
    """VP markers left: kind -> worth -> count."""
    bonuses: dict[ScienceBonus, Power] = field(default_factory=dict)
    isabella: dict[Power, int] = field(default_factory=dict)
    """Whose patronage Isabella helps -> in which turn (21.1)."""


@dataclass(slots=True)
class Influence:
    """Diplomatic influence on minor powers, and on major powers that nobody plays (24.5, 24.6)."""

    steps: dict[Nation, dict[Power, int]] = field(default_factory=dict)
    barred: dict[Nation, list[Power]] = field(default_factory=dict)
    """Powers whose markers left a column for good (9.4)."""
    resolved: list[Nation] = field(default_factory=list)


@dataclass(slots=True)
class WarAbroad(ForeignWar):
    """A war card beside the map, and what it is worth to end it (23.7)."""

    vp: int = 0


@dataclass(slots=True)
class Aboard:
    """Land units and leaders on the Armada (23.2)."""

    regulars: int = 0
    mercenaries: int = 0
    leaders: list[LeaderId] = field(default_factory=list)

    @property
    def size(self) -> int:
        return self.regulars + self.mercenaries

    def lose_beyond(self, room: int) -> None:
        """Land units for which there is no room are lost, mercenaries first."""
        while self.size > room:
            if self.mercenaries:
                self.mercenaries -= 1
            else:
                self.regulars -= 1


@dataclass(slots=True)
class Impulse(ImpulseState):
    """What must be remembered within one impulse, and no longer."""

    kinds: list[str] = field(default_factory=list)
    """Kinds of actions on which the card's CP were spent: a treasure buys none of them (11)."""
    treasure_played: bool = False
    held_treasures: list[Treasure] = codec.added_later(list)
    """Taken from others in this impulse: they are spent in a later one (6.3)."""
    rebellions: list[str] = field(default_factory=list)
    """Areas of rebellions in this impulse: the next is elsewhere (18.4)."""
    inland_open: bool = False
    """A card lets inland ports be stormed although their partner port is held (16.7)."""
    marque: bool = False
    """Letters of Marque: all ships may prey on anybody (#80)."""
    technique_dice: int = 0
    """Dice of a card that was named with the assault (#30)."""


@dataclass(slots=True)
class ThisTurn:
    """What must be remembered until winter."""

    reminders: list[str] = field(default_factory=list)
    """Events that last to the end of the turn (6.1)."""
    sponsored: dict[str, list[Power]] = field(default_factory=dict)
    """Who has sponsored an artist, and a scientist (22)."""
    piracy: dict[str, list[Power]] = field(default_factory=dict)
    """Sea and ocean zones -> powers that pirated there (16.4)."""
    hits_ignored: list[CaptainId] = field(default_factory=list)
    """Captains whose first defence hit of the turn was ignored (5.2)."""
    elizabeth_died: bool = False
    english_rebellion: bool = False
    lost_capitals: list[Nation] = field(default_factory=list)
    """Factions whose capital marker was lost (23.6)."""


@dataclass(slots=True)
class Lasting:
    """Markers and flags that last longer than a turn."""

    dead_rulers: list[str] = field(default_factory=list)
    empire_capital: SpaceId = "vienna"
    faction_capitals: dict[Nation, SpaceId] = field(default_factory=dict)
    mary: str = "not_in_play"
    excommunicated: bool = False
    portugal_in_play: bool = False
    league_turn: int | None = None
    """When the Catholic League formed (20.10)."""
    dragut_died: int | None = None
    suez: int = 0
    suez_open: bool = False
    for_hire: int = 0
    """Mercenaries for Hire of the Empire (20.6)."""
    preference: str = ""
    """The Empire's secret preference of faith (23.5)."""
    preference_open: bool = False
    valois_married: list[NobleId] = field(default_factory=list)
    virgin_queen_vp: int = 0
    spanish_fortresses: int = 0
    """On the Spanish power card (8.2)."""
    armada_returns: int | None = None
    aboard: Aboard = field(default_factory=Aboard)
    don_john_afloat: bool = False
    markers: list[str] = field(default_factory=list)
    """Prague Cultural Center, Slave Trader and the like."""
    rudolf_wed: int | None = None
    """The turn in which Rudolf married: the Patron's bonus is lost in the next (21.1)."""
    late_ships: dict[Nation, dict[str, int]] = field(default_factory=dict)
    """Ships that come back a turn later than usual (#35)."""
