"""Facts that only the events of the religious struggle report."""

from __future__ import annotations

from rules.core.cards import CardNumber
from rules.core.events import Event
from rules.core.flow import Power
from rules.his.kinds import ReformerId
from rules.war.ids import LeaderId, SpaceId


class StaysInForce(Event):
    card: CardNumber


class PointsGained(Event):
    power: Power
    vp: int
    card: CardNumber


class ReformerExpelled(Event):
    reformer: ReformerId
    space: SpaceId


class LeaderChangedSides(Event):
    leader: LeaderId
    power: Power


class MercenariesChangedSides(Event):
    space: SpaceId
    count: int
    old: Power


class MercenariesStayed(Event):
    """The new side has no counters for them (5)."""

    space: SpaceId
    count: int


class LeaderFoundNoPlace(Event):
    leader: LeaderId
