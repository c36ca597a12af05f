"""Facts that only combat, response and military cards report."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.core.cards import CardNumber
from rules.core.events import Event
from rules.core.flow import Power
from rules.war.state import LeaderId, Nation, SpaceId

# ---- Combat and response cards


@dataclass(frozen=True, slots=True)
class MercenariesChangedMaster(Event):
    """`gained` are fewer than `left` where the new master lacks counters (5.2)."""

    sentence: ClassVar[str] = (
        "{left} {left|mercenary leaves|mercenaries leave} {loser}, and {gained} join {power}."
    )
    power: Power
    loser: Power
    left: int
    gained: int


@dataclass(frozen=True, slots=True)
class SurprisePrepared(Event):
    sentence: ClassVar[str] = "{power} strikes first in {space}."
    power: Power
    space: SpaceId


@dataclass(frozen=True, slots=True)
class WeatherTurned(Event):
    sentence: ClassVar[str] = (
        "Foul weather: {power} loses {cp} CP and can do little for the rest of the impulse."
    )
    power: Power
    cp: int


@dataclass(frozen=True, slots=True)
class GoutStruck(Event):
    sentence: ClassVar[str] = "{leader} has gout and neither moves nor assaults for the rest of the impulse."
    leader: LeaderId


@dataclass(frozen=True, slots=True)
class RowersPulled(Event):
    sentence: ClassVar[str] = "Professional rowers: the total of {power} is now {total}."
    power: Power
    total: int


@dataclass(frozen=True, slots=True)
class CometSeen(Event):
    sentence: ClassVar[str] = "The comet frightens {power}, who will lose the next impulse."
    power: Power


# ---- Events


@dataclass(frozen=True, slots=True)
class LeaderWentHome(Event):
    sentence: ClassVar[str] = "{leader} is called home from {origin} to {space}."
    leader: LeaderId
    origin: SpaceId
    space: SpaceId


@dataclass(frozen=True, slots=True)
class RenegadeCame(Event):
    sentence: ClassVar[str] = "{leader} takes service with {power} in {space}."
    leader: LeaderId
    power: Power
    space: SpaceId


@dataclass(frozen=True, slots=True)
class RebelsRose(Event):
    sentence: ClassVar[str] = "Rebels rise in {space} against {power}."
    space: SpaceId
    power: Power


@dataclass(frozen=True, slots=True)
class MercenariesUnpaid(Event):
    sentence: ClassVar[str] = "{power} cannot pay: {count} {count|mercenary leaves|mercenaries leave}."
    power: Power
    count: int


@dataclass(frozen=True, slots=True)
class MercenariesPaid(Event):
    sentence: ClassVar[str] = "{power} pays its mercenaries: all of them stay."
    power: Power


@dataclass(frozen=True, slots=True)
class LeaderFell(Event):
    sentence: ClassVar[str] = "{leader} falls from grace and is away until the next turn."
    leader: LeaderId


@dataclass(frozen=True, slots=True)
class FortressBuilt(Event):
    sentence: ClassVar[str] = "{space} is a fortress now."
    space: SpaceId


@dataclass(frozen=True, slots=True)
class GarrisonBetrayed(Event):
    sentence: ClassVar[str] = "Treachery opens the gates of {space} to {power}."
    space: SpaceId
    power: Power


@dataclass(frozen=True, slots=True)
class CampFellSick(Event):
    sentence: ClassVar[str] = (
        "Sickness in the camp of {power} in {space}: {count} {count|unit is|units are} lost."
    )
    power: Power
    space: SpaceId
    count: int


@dataclass(frozen=True, slots=True)
class RebelsReinforced(Event):
    sentence: ClassVar[str] = "{power} sends a unit to the rebels ({card}), who are {enemy} now."
    power: Power
    card: CardNumber
    enemy: int


@dataclass(frozen=True, slots=True)
class RomeSacked(Event):
    sentence: ClassVar[str] = "{power} sacks Rome: the building of St. Peter's loses {cp} CP."
    power: Nation
    cp: int


@dataclass(frozen=True, slots=True)
class StackMarchedOnRome(Event):
    sentence: ClassVar[str] = "The {power} army of {space} marches on Rome."
    power: Power
    space: SpaceId
