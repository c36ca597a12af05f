"""What is reported of war at sea (16).  Nations are told by whose counters they are, on loan or not."""

from __future__ import annotations

from dataclasses import dataclass

from rules.core.events import Event
from rules.core.flow import Power
from rules.core.kinds import UnitKind
from rules.war.ids import LeaderId, Nation, Place, SpaceId, ZoneId

# ---- movement


@dataclass(frozen=True, slots=True)
class SquadronsSailed(Event):
    power: Power
    nation: Nation
    count: int
    origin: Place
    to: Place


@dataclass(frozen=True, slots=True)
class CorsairsSailed(Event):
    power: Power
    nation: Nation
    count: int
    origin: Place
    to: Place


@dataclass(frozen=True, slots=True)
class ShipsSailed(Event):
    """Ships of a title that knows more kinds than squadrons and corsairs."""

    power: Power
    nation: Nation
    units: dict[UnitKind, int]
    origin: Place
    to: Place


@dataclass(frozen=True, slots=True)
class AdmiralSailed(Event):
    power: Power
    leader: LeaderId
    origin: Place
    to: Place


@dataclass(frozen=True, slots=True)
class NavalMoveDisrupted(Event):
    power: Power


@dataclass(frozen=True, slots=True)
class NavalInterceptionTried(Event):
    """An interception was rolled for; `total` has the admiral's rating and any card in it."""

    power: Power
    origin: Place
    zone: ZoneId
    total: int
    success: bool


@dataclass(frozen=True, slots=True)
class NavalAvoidanceTried(Event):
    """An attempt to avoid battle was rolled for; `total` has the admiral's rating and any card in it."""

    power: Power
    zone: ZoneId
    to: Place
    total: int
    success: bool


# ---- combat


@dataclass(frozen=True, slots=True)
class NavalCombatBegan(Event):
    place: Place
    attacker: Power
    defender: Power


@dataclass(frozen=True, slots=True)
class NavalCombatEnded(Event):
    place: Place
    winner: Power
    attacker: Power
    defender: Power
    attacker_hits: int
    defender_hits: int


@dataclass(frozen=True, slots=True)
class SquadronsLost(Event):
    nation: Nation
    count: int
    place: Place


@dataclass(frozen=True, slots=True)
class CorsairsLost(Event):
    nation: Nation
    count: int
    place: Place


@dataclass(frozen=True, slots=True)
class ShipsLost(Event):
    nation: Nation
    units: dict[UnitKind, int]
    place: Place


@dataclass(frozen=True, slots=True)
class AdmiralLost(Event):
    leader: LeaderId
    place: Place


@dataclass(frozen=True, slots=True)
class FleetRetreated(Event):
    power: Power
    place: Place
    to: Place


@dataclass(frozen=True, slots=True)
class FleetTrapped(Event):
    power: Power
    place: Place


# ---- transport


@dataclass(frozen=True, slots=True)
class ArmyEmbarked(Event):
    power: Power
    port: SpaceId
    zone: ZoneId
    count: int
    leaders: tuple[LeaderId, ...]


@dataclass(frozen=True, slots=True)
class TransportStopped(Event):
    power: Power
    port: SpaceId


@dataclass(frozen=True, slots=True)
class TransportSailedOn(Event):
    power: Power
    zone: ZoneId
    to: ZoneId


# ---- piracy


@dataclass(frozen=True, slots=True)
class PiracyInitiated(Event):
    power: Power
    zone: ZoneId
    target: Power


@dataclass(frozen=True, slots=True)
class PiracyEnded(Event):
    power: Power
    zone: ZoneId
    target: Power
    hits: int


@dataclass(frozen=True, slots=True)
class PiracyVpGained(Event):
    power: Power
    target: Power


@dataclass(frozen=True, slots=True)
class PiracyInVain(Event):
    power: Power
    target: Power
