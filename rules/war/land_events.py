"""Facts of land war: movement, battle and siege."""

from __future__ import annotations

from dataclasses import dataclass

from rules.core.events import Event
from rules.core.flow import Power
from rules.core.kinds import UnitKind
from rules.war.ids import LeaderId, Nation, Place, SpaceId

# ---- movement (13)


@dataclass(frozen=True, slots=True)
class MoveAnnounced(Event):
    """CP are spent; others may still respond before anything moves."""

    power: Power
    origin: Place
    to: SpaceId
    units: dict[UnitKind, int]
    leaders: tuple[LeaderId, ...]


@dataclass(frozen=True, slots=True)
class FormationMoved(Event):
    power: Power
    origin: Place
    to: SpaceId
    units: dict[UnitKind, int]


@dataclass(frozen=True, slots=True)
class LeadersMoved(Event):
    leaders: tuple[LeaderId, ...]
    count: int
    origin: Place
    to: SpaceId


@dataclass(frozen=True, slots=True)
class MoveStopped(Event):
    power: Power
    origin: Place
    to: SpaceId


@dataclass(frozen=True, slots=True)
class InterceptionSucceeded(Event):
    power: Power
    origin: SpaceId
    space: SpaceId
    total: int
    need: int


@dataclass(frozen=True, slots=True)
class InterceptionFailed(Event):
    power: Power
    origin: SpaceId
    space: SpaceId
    total: int
    need: int


@dataclass(frozen=True, slots=True)
class BattleAvoided(Event):
    power: Power
    space: SpaceId
    to: SpaceId
    total: int
    need: int


@dataclass(frozen=True, slots=True)
class BattleAvoidedFreely(Event):
    power: Power
    space: SpaceId
    to: SpaceId


@dataclass(frozen=True, slots=True)
class BattleNotAvoided(Event):
    power: Power
    space: SpaceId
    total: int
    need: int


@dataclass(frozen=True, slots=True)
class Withdrew(Event):
    space: SpaceId


@dataclass(frozen=True, slots=True)
class TooWeakToBesiege(Event):
    power: Power
    space: SpaceId


# ---- battle (14)


@dataclass(frozen=True, slots=True)
class BattleBegan(Event):
    space: Place
    attacker: Power
    defenders: tuple[Nation, ...]


@dataclass(frozen=True, slots=True)
class BattleEnded(Event):
    space: Place
    winner: tuple[Nation, ...]
    loser: tuple[Nation, ...]
    winner_hits: int
    loser_hits: int


@dataclass(frozen=True, slots=True)
class UnitsLost(Event):
    power: Nation
    units: dict[UnitKind, int]
    space: Place


@dataclass(frozen=True, slots=True)
class UnitSurvived(Event):
    power: Nation
    space: Place


@dataclass(frozen=True, slots=True)
class OddHit(Event):
    power: Power


@dataclass(frozen=True, slots=True)
class CounterShortage(Event):
    nation: Nation
    unit: UnitKind
    space: Place


@dataclass(frozen=True, slots=True)
class Retreated(Event):
    power: Power
    space: SpaceId
    to: SpaceId


@dataclass(frozen=True, slots=True)
class WentInside(Event):
    power: Nation
    space: SpaceId
    count: int


@dataclass(frozen=True, slots=True)
class NoRetreat(Event):
    power: Nation
    space: SpaceId


# ---- siege (15)


@dataclass(frozen=True, slots=True)
class SiegeLaid(Event):
    power: Power
    space: SpaceId


@dataclass(frozen=True, slots=True)
class AssaultAnnounced(Event):
    """CP are spent; others may still respond before the assault begins."""

    power: Power
    space: SpaceId
    units: dict[UnitKind, int]
    leaders: tuple[LeaderId, ...]


@dataclass(frozen=True, slots=True)
class AssaultBegan(Event):
    power: Power
    space: SpaceId
    units: dict[UnitKind, int]


@dataclass(frozen=True, slots=True)
class AssaultStopped(Event):
    power: Power
    space: SpaceId


@dataclass(frozen=True, slots=True)
class AssaultSucceeded(Event):
    power: Power
    space: SpaceId
    hits: int
    losses: int


@dataclass(frozen=True, slots=True)
class AssaultFailed(Event):
    power: Power
    space: SpaceId
    hits: int
    losses: int


@dataclass(frozen=True, slots=True)
class ShipsTaken(Event):
    nation: Nation
    space: SpaceId
    count: int


@dataclass(frozen=True, slots=True)
class LeaderEntered(Event):
    leader: LeaderId
    space: SpaceId
