"""Facts that only combat, response and military cards report."""

from __future__ import annotations

from dataclasses import dataclass

from rules.core.cards import CardNumber
from rules.core.events import Event
from rules.core.flow import Power
from rules.war.ids import LeaderId, Nation, SpaceId

# ---- Combat and response cards


@dataclass(frozen=True, slots=True)
class MercenariesChangedMaster(Event):
    """`gained` are fewer than `left` where the new master lacks counters (5.2)."""

    power: Power
    loser: Power
    left: int
    gained: int


@dataclass(frozen=True, slots=True)
class SurprisePrepared(Event):
    power: Power
    space: SpaceId


@dataclass(frozen=True, slots=True)
class WeatherTurned(Event):
    power: Power
    cp: int


@dataclass(frozen=True, slots=True)
class GoutStruck(Event):
    leader: LeaderId


@dataclass(frozen=True, slots=True)
class RowersPulled(Event):
    power: Power
    total: int


@dataclass(frozen=True, slots=True)
class CometSeen(Event):
    power: Power


# ---- Events


@dataclass(frozen=True, slots=True)
class LeaderWentHome(Event):
    leader: LeaderId
    origin: SpaceId
    space: SpaceId


@dataclass(frozen=True, slots=True)
class RenegadeCame(Event):
    leader: LeaderId
    power: Power
    space: SpaceId


@dataclass(frozen=True, slots=True)
class RebelsRose(Event):
    space: SpaceId
    power: Power


@dataclass(frozen=True, slots=True)
class MercenariesUnpaid(Event):
    power: Power
    count: int


@dataclass(frozen=True, slots=True)
class MercenariesPaid(Event):
    power: Power


@dataclass(frozen=True, slots=True)
class LeaderFell(Event):
    leader: LeaderId


@dataclass(frozen=True, slots=True)
class FortressBuilt(Event):
    space: SpaceId


@dataclass(frozen=True, slots=True)
class GarrisonBetrayed(Event):
    space: SpaceId
    power: Power


@dataclass(frozen=True, slots=True)
class CampFellSick(Event):
    power: Power
    space: SpaceId
    count: int


@dataclass(frozen=True, slots=True)
class RebelsReinforced(Event):
    power: Power
    card: CardNumber
    enemy: int


@dataclass(frozen=True, slots=True)
class RomeSacked(Event):
    power: Nation
    cp: int


@dataclass(frozen=True, slots=True)
class StackMarchedOnRome(Event):
    power: Power
    space: SpaceId
