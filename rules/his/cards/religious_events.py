"""Facts that only the events of the religious struggle report."""

from __future__ import annotations

from dataclasses import dataclass

from rules.core.cards import CardNumber
from rules.core.events import Event
from rules.core.flow import Power
from rules.his.kinds import ReformerId
from rules.war.ids import LeaderId, SpaceId


@dataclass(frozen=True, slots=True)
class StaysInForce(Event):
    card: CardNumber


@dataclass(frozen=True, slots=True)
class PointsGained(Event):
    power: Power
    vp: int
    card: CardNumber


@dataclass(frozen=True, slots=True)
class ReformerExpelled(Event):
    reformer: ReformerId
    space: SpaceId


@dataclass(frozen=True, slots=True)
class LeaderChangedSides(Event):
    leader: LeaderId
    power: Power


@dataclass(frozen=True, slots=True)
class MercenariesChangedSides(Event):
    space: SpaceId
    count: int
    old: Power


@dataclass(frozen=True, slots=True)
class MercenariesStayed(Event):
    """The new side has no counters for them (5)."""

    space: SpaceId
    count: int


@dataclass(frozen=True, slots=True)
class LeaderFoundNoPlace(Event):
    leader: LeaderId
