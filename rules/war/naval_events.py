"""What is reported of war at sea (16).  Nations are told by whose counters they are, on loan or not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.core.events import Event
from rules.core.flow import Power
from rules.war.state import LeaderId, Nation, Place, SpaceId, ZoneId

# ---- movement


@dataclass(frozen=True, slots=True)
class SquadronsSailed(Event):
    sentence: ClassVar[str] = (
        "{count} {count|squadron|squadrons} of {nation} {count|sails|sail} from {origin} to {to}."
    )
    power: Power
    nation: Nation
    count: int
    origin: Place
    to: Place


@dataclass(frozen=True, slots=True)
class CorsairsSailed(Event):
    sentence: ClassVar[str] = (
        "{count} {count|corsair|corsairs} of {nation} {count|sails|sail} from {origin} to {to}."
    )
    power: Power
    nation: Nation
    count: int
    origin: Place
    to: Place


@dataclass(frozen=True, slots=True)
class AdmiralSailed(Event):
    sentence: ClassVar[str] = "{leader} sails from {origin} to {to}."
    power: Power
    leader: LeaderId
    origin: Place
    to: Place


@dataclass(frozen=True, slots=True)
class NavalMoveDisrupted(Event):
    sentence: ClassVar[str] = "The ships of {power} return to where they were."
    power: Power


@dataclass(frozen=True, slots=True)
class NavalInterceptionTried(Event):
    """An interception was rolled for; `total` has the admiral's rating and any card in it."""

    sentence: ClassVar[str] = "{power} tries to intercept from {origin} in the {zone}: {total}."
    power: Power
    origin: Place
    zone: ZoneId
    total: int
    success: bool


@dataclass(frozen=True, slots=True)
class NavalAvoidanceTried(Event):
    """An attempt to avoid battle was rolled for; `total` has the admiral's rating and any card in it."""

    sentence: ClassVar[str] = "{power} tries to avoid battle from the {zone} to {to}: {total}."
    power: Power
    zone: ZoneId
    to: Place
    total: int
    success: bool


# ---- combat


@dataclass(frozen=True, slots=True)
class NavalCombatBegan(Event):
    sentence: ClassVar[str] = "Naval combat in {place}: {attacker} attacks {defender}."
    place: Place
    attacker: Power
    defender: Power


@dataclass(frozen=True, slots=True)
class NavalCombatEnded(Event):
    sentence: ClassVar[str] = (
        "{winner} wins the naval combat in {place}: "
        "{attacker} {attacker_hits} {attacker_hits|hit|hits}, "
        "{defender} {defender_hits} {defender_hits|hit|hits}."
    )
    place: Place
    winner: Power
    attacker: Power
    defender: Power
    attacker_hits: int
    defender_hits: int


@dataclass(frozen=True, slots=True)
class SquadronsLost(Event):
    sentence: ClassVar[str] = "{nation} loses {count} {count|squadron|squadrons} in {place}."
    nation: Nation
    count: int
    place: Place


@dataclass(frozen=True, slots=True)
class CorsairsLost(Event):
    sentence: ClassVar[str] = "{nation} loses {count} {count|corsair|corsairs} in {place}."
    nation: Nation
    count: int
    place: Place


@dataclass(frozen=True, slots=True)
class AdmiralLost(Event):
    sentence: ClassVar[str] = "{leader} escapes from {place} without ships: he returns next turn."
    leader: LeaderId
    place: Place


@dataclass(frozen=True, slots=True)
class FleetRetreated(Event):
    sentence: ClassVar[str] = "The ships of {power} retreat from {place} to {to}."
    power: Power
    place: Place
    to: Place


@dataclass(frozen=True, slots=True)
class FleetTrapped(Event):
    sentence: ClassVar[str] = "The ships of {power} cannot retreat from {place}."
    power: Power
    place: Place


# ---- transport


@dataclass(frozen=True, slots=True)
class ArmyEmbarked(Event):
    sentence: ClassVar[str] = "A formation of {power} ({count} {count|unit|units}) embarks in {port}: {zone}."
    power: Power
    port: SpaceId
    zone: ZoneId
    count: int
    leaders: tuple[LeaderId, ...]


@dataclass(frozen=True, slots=True)
class TransportStopped(Event):
    sentence: ClassVar[str] = "The formation of {power} in {port} does not embark."
    power: Power
    port: SpaceId


@dataclass(frozen=True, slots=True)
class TransportSailedOn(Event):
    sentence: ClassVar[str] = "The transport of {power} sails from the {zone} to the {to}."
    power: Power
    zone: ZoneId
    to: ZoneId


# ---- piracy


@dataclass(frozen=True, slots=True)
class PiracyInitiated(Event):
    sentence: ClassVar[str] = "{power} initiates piracy in the {zone} against {target}."
    power: Power
    zone: ZoneId
    target: Power


@dataclass(frozen=True, slots=True)
class PiracyEnded(Event):
    sentence: ClassVar[str] = "The pirates in the {zone} score {hits} {hits|hit|hits} against {target}."
    power: Power
    zone: ZoneId
    target: Power
    hits: int


@dataclass(frozen=True, slots=True)
class PiracyVpGained(Event):
    sentence: ClassVar[str] = "{power} gains 1 VP by piracy against {target}."
    power: Power
    target: Power


@dataclass(frozen=True, slots=True)
class PiracyInVain(Event):
    sentence: ClassVar[str] = "{target} has nothing left that {power} could take: the hit is lost."
    power: Power
    target: Power
