"""Facts that only combat, response and military cards report."""

from __future__ import annotations

from rules.core.cards import CardNumber
from rules.core.events import Event
from rules.core.flow import Power
from rules.war.ids import LeaderId, Nation, SpaceId

# ---- Combat and response cards


class MercenariesChangedMaster(Event):
    """`gained` are fewer than `left` where the new master lacks counters (5.2)."""

    power: Power
    loser: Power
    left: int
    gained: int


class SurprisePrepared(Event):
    power: Power
    space: SpaceId


class WeatherTurned(Event):
    power: Power
    cp: int


class GoutStruck(Event):
    leader: LeaderId


class RowersPulled(Event):
    power: Power
    total: int


class CometSeen(Event):
    power: Power


# ---- Events


class LeaderWentHome(Event):
    leader: LeaderId
    origin: SpaceId
    space: SpaceId


class RenegadeCame(Event):
    leader: LeaderId
    power: Power
    space: SpaceId


class RebelsRose(Event):
    space: SpaceId
    power: Power


class MercenariesUnpaid(Event):
    power: Power
    count: int


class MercenariesPaid(Event):
    power: Power


class LeaderFell(Event):
    leader: LeaderId


class FortressBuilt(Event):
    space: SpaceId


class GarrisonBetrayed(Event):
    space: SpaceId
    power: Power


class CampFellSick(Event):
    power: Power
    space: SpaceId
    count: int


class RebelsReinforced(Event):
    power: Power
    card: CardNumber
    enemy: int


class RomeSacked(Event):
    power: Nation
    cp: int


class StackMarchedOnRome(Event):
    power: Power
    space: SpaceId
