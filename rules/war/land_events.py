"""Facts of land war: movement, battle and siege."""

from __future__ import annotations

from rules.core.events import Event
from rules.core.flow import Power
from rules.core.kinds import UnitKind
from rules.war.ids import LeaderId, Nation, Place, SpaceId

# ---- movement (13)


class MoveAnnounced(Event):
    """CP are spent; others may still respond before anything moves."""

    power: Power
    origin: Place
    to: SpaceId
    units: dict[UnitKind, int]
    leaders: tuple[LeaderId, ...]


class FormationMoved(Event):
    power: Power
    origin: Place
    to: SpaceId
    units: dict[UnitKind, int]


class LeadersMoved(Event):
    leaders: tuple[LeaderId, ...]
    count: int
    origin: Place
    to: SpaceId


class MoveStopped(Event):
    power: Power
    origin: Place
    to: SpaceId


class InterceptionSucceeded(Event):
    power: Power
    origin: SpaceId
    space: SpaceId
    total: int
    need: int


class InterceptionFailed(Event):
    power: Power
    origin: SpaceId
    space: SpaceId
    total: int
    need: int


class BattleAvoided(Event):
    power: Power
    space: SpaceId
    to: SpaceId
    total: int
    need: int


class BattleAvoidedFreely(Event):
    power: Power
    space: SpaceId
    to: SpaceId


class BattleNotAvoided(Event):
    power: Power
    space: SpaceId
    total: int
    need: int


class Withdrew(Event):
    space: SpaceId


class TooWeakToBesiege(Event):
    power: Power
    space: SpaceId


# ---- battle (14)


class BattleBegan(Event):
    space: Place
    attacker: Power
    defenders: tuple[Nation, ...]


class BattleEnded(Event):
    space: Place
    winner: tuple[Nation, ...]
    loser: tuple[Nation, ...]
    winner_hits: int
    loser_hits: int


class UnitsLost(Event):
    power: Nation
    units: dict[UnitKind, int]
    space: Place


class UnitSurvived(Event):
    power: Nation
    space: Place


class OddHit(Event):
    power: Power


class CounterShortage(Event):
    nation: Nation
    unit: UnitKind
    space: Place


class Retreated(Event):
    power: Power
    space: SpaceId
    to: SpaceId


class WentInside(Event):
    power: Nation
    space: SpaceId
    count: int


class NoRetreat(Event):
    power: Nation
    space: SpaceId


# ---- siege (15)


class SiegeLaid(Event):
    power: Power
    space: SpaceId


class AssaultAnnounced(Event):
    """CP are spent; others may still respond before the assault begins."""

    power: Power
    space: SpaceId
    units: dict[UnitKind, int]
    leaders: tuple[LeaderId, ...]


class AssaultBegan(Event):
    power: Power
    space: SpaceId
    units: dict[UnitKind, int]


class AssaultStopped(Event):
    power: Power
    space: SpaceId


class AssaultSucceeded(Event):
    power: Power
    space: SpaceId
    hits: int
    losses: int


class AssaultFailed(Event):
    power: Power
    space: SpaceId
    hits: int
    losses: int


class ShipsTaken(Event):
    nation: Nation
    space: SpaceId
    count: int


class LeaderEntered(Event):
    leader: LeaderId
    space: SpaceId
