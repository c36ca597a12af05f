"""Facts that only the events of the religious struggle report."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.core.cards import CardNumber
from rules.core.events import Event
from rules.core.flow import Power
from rules.war.state import LeaderId, SpaceId


@dataclass(frozen=True, slots=True)
class StaysInForce(Event):
    sentence: ClassVar[str] = "{card} stays in force until the end of the turn."
    card: CardNumber


@dataclass(frozen=True, slots=True)
class PointsGained(Event):
    sentence: ClassVar[str] = "{power} gains {vp} VP ({card})."
    power: Power
    vp: int
    card: CardNumber


@dataclass(frozen=True, slots=True)
class ReformerExpelled(Event):
    sentence: ClassVar[str] = "{reformer} is expelled from {space} and stays away until the next turn."
    reformer: str
    space: SpaceId


@dataclass(frozen=True, slots=True)
class LeaderChangedSides(Event):
    sentence: ClassVar[str] = "{leader} goes over to {power}."
    leader: LeaderId
    power: Power


@dataclass(frozen=True, slots=True)
class MercenariesChangedSides(Event):
    sentence: ClassVar[str] = "{count} {old} {count|mercenary goes|mercenaries go} with him to {space}."
    space: SpaceId
    count: int
    old: Power


@dataclass(frozen=True, slots=True)
class MercenariesStayed(Event):
    """The new side has no counters for them (5)."""

    sentence: ClassVar[str] = "{count} {count|mercenary stays|mercenaries stay} behind in {space}."
    space: SpaceId
    count: int


@dataclass(frozen=True, slots=True)
class LeaderFoundNoPlace(Event):
    sentence: ClassVar[str] = "There is no space for {leader}: he waits until the next turn."
    leader: LeaderId
