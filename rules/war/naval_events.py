"""What is reported of war at sea (16).  Nations are told by whose counters they are, on loan or not."""

from __future__ import annotations

from rules.core.events import Event
from rules.core.flow import Power
from rules.core.kinds import UnitKind
from rules.war.ids import LeaderId, Nation, Place, SpaceId, ZoneId

# ---- movement


class SquadronsSailed(Event):
    power: Power
    nation: Nation
    count: int
    origin: Place
    to: Place


class CorsairsSailed(Event):
    power: Power
    nation: Nation
    count: int
    origin: Place
    to: Place


class ShipsSailed(Event):
    """Ships of a title that knows more kinds than squadrons and corsairs."""

    power: Power
    nation: Nation
    units: dict[UnitKind, int]
    origin: Place
    to: Place


class AdmiralSailed(Event):
    power: Power
    leader: LeaderId
    origin: Place
    to: Place


class NavalMoveDisrupted(Event):
    power: Power


class NavalInterceptionTried(Event):
    """An interception was rolled for; `total` has the admiral's rating and any card in it."""

    power: Power
    origin: Place
    zone: ZoneId
    total: int
    success: bool


class NavalAvoidanceTried(Event):
    """An attempt to avoid battle was rolled for; `total` has the admiral's rating and any card in it."""

    power: Power
    zone: ZoneId
    to: Place
    total: int
    success: bool


# ---- combat


class NavalCombatBegan(Event):
    place: Place
    attacker: Power
    defender: Power


class NavalCombatEnded(Event):
    place: Place
    winner: Power
    attacker: Power
    defender: Power
    attacker_hits: int
    defender_hits: int


class SquadronsLost(Event):
    nation: Nation
    count: int
    place: Place


class CorsairsLost(Event):
    nation: Nation
    count: int
    place: Place


class ShipsLost(Event):
    nation: Nation
    units: dict[UnitKind, int]
    place: Place


class AdmiralLost(Event):
    leader: LeaderId
    place: Place


class FleetRetreated(Event):
    power: Power
    place: Place
    to: Place


class FleetTrapped(Event):
    power: Power
    place: Place


# ---- transport


class ArmyEmbarked(Event):
    power: Power
    port: SpaceId
    zone: ZoneId
    count: int
    leaders: tuple[LeaderId, ...]


class TransportStopped(Event):
    power: Power
    port: SpaceId


class TransportSailedOn(Event):
    power: Power
    zone: ZoneId
    to: ZoneId


# ---- piracy


class PiracyInitiated(Event):
    power: Power
    zone: ZoneId
    target: Power


class PiracyEnded(Event):
    power: Power
    zone: ZoneId
    target: Power
    hits: int


class PiracyVpGained(Event):
    power: Power
    target: Power


class PiracyInVain(Event):
    power: Power
    target: Power
