"""Facts of land war: movement, battle and siege."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.core.events import Event
from rules.core.flow import Power
from rules.war.state import LeaderId, Nation, Place, SpaceId

# ---- movement (13)


@dataclass(frozen=True, slots=True)
class MoveAnnounced(Event):
    """CP are spent; others may still respond before anything moves."""

    sentence: ClassVar[str] = (
        "{power} announces a move from {origin} to {to}[: {units}][; leaders: {leaders}]."
    )
    power: Power
    origin: Place
    to: SpaceId
    units: dict[str, int]
    leaders: tuple[LeaderId, ...]


@dataclass(frozen=True, slots=True)
class FormationMoved(Event):
    sentence: ClassVar[str] = "{power} moves from {origin} to {to}: {units}."
    power: Power
    origin: Place
    to: SpaceId
    units: dict[str, int]


@dataclass(frozen=True, slots=True)
class LeadersMoved(Event):
    sentence: ClassVar[str] = "{leaders} {count|goes|go} from {origin} to {to}."
    leaders: tuple[LeaderId, ...]
    count: int
    origin: Place
    to: SpaceId


@dataclass(frozen=True, slots=True)
class MoveStopped(Event):
    sentence: ClassVar[str] = "{power} does not move from {origin} to {to}."
    power: Power
    origin: Place
    to: SpaceId


@dataclass(frozen=True, slots=True)
class InterceptionSucceeded(Event):
    sentence: ClassVar[str] = "{power} intercepts in {space} from {origin} ({total}, {need} needed)."
    power: Power
    origin: SpaceId
    space: SpaceId
    total: int
    need: int


@dataclass(frozen=True, slots=True)
class InterceptionFailed(Event):
    sentence: ClassVar[str] = "{power} fails to intercept from {origin} to {space} ({total}, {need} needed)."
    power: Power
    origin: SpaceId
    space: SpaceId
    total: int
    need: int


@dataclass(frozen=True, slots=True)
class BattleAvoided(Event):
    sentence: ClassVar[str] = "{power} avoids battle from {space} to {to} ({total}, {need} needed)."
    power: Power
    space: SpaceId
    to: SpaceId
    total: int
    need: int


@dataclass(frozen=True, slots=True)
class BattleAvoidedFreely(Event):
    sentence: ClassVar[str] = "{power}, beaten before, avoids battle from {space} to {to} without a roll."
    power: Power
    space: SpaceId
    to: SpaceId


@dataclass(frozen=True, slots=True)
class BattleNotAvoided(Event):
    sentence: ClassVar[str] = "{power} cannot avoid battle in {space} ({total}, {need} needed)."
    power: Power
    space: SpaceId
    total: int
    need: int


@dataclass(frozen=True, slots=True)
class Withdrew(Event):
    sentence: ClassVar[str] = "The defenders of {space} withdraw into the fortifications."
    space: SpaceId


@dataclass(frozen=True, slots=True)
class TooWeakToBesiege(Event):
    sentence: ClassVar[str] = "{power} is too weak to besiege {space}."
    power: Power
    space: SpaceId


# ---- battle (14)


@dataclass(frozen=True, slots=True)
class BattleBegan(Event):
    sentence: ClassVar[str] = "Field battle in {space}: {attacker} attacks {defenders}."
    space: Place
    attacker: Power
    defenders: tuple[Nation, ...]


@dataclass(frozen=True, slots=True)
class BattleEnded(Event):
    sentence: ClassVar[str] = (
        "{winner} wins the battle of {space}, {winner_hits} {winner_hits|hit|hits} to {loser_hits}."
    )
    space: Place
    winner: tuple[Nation, ...]
    loser: tuple[Nation, ...]
    winner_hits: int
    loser_hits: int


@dataclass(frozen=True, slots=True)
class UnitsLost(Event):
    sentence: ClassVar[str] = "{power} loses in {space}: {units}."
    power: Nation
    units: dict[str, int]
    space: Place


@dataclass(frozen=True, slots=True)
class UnitSurvived(Event):
    sentence: ClassVar[str] = "Both sides are wiped out; {power} keeps one unit in {space}."
    power: Nation
    space: Place


@dataclass(frozen=True, slots=True)
class OddHit(Event):
    sentence: ClassVar[str] = "The odd hit falls on {power}."
    power: Power


@dataclass(frozen=True, slots=True)
class CounterShortage(Event):
    sentence: ClassVar[str] = (
        "{nation} has no counters to make change in {space} and loses one more of its {unit}."
    )
    nation: Nation
    unit: str
    space: Place


@dataclass(frozen=True, slots=True)
class Retreated(Event):
    sentence: ClassVar[str] = "{power} retreats from {space} to {to}."
    power: Power
    space: SpaceId
    to: SpaceId


@dataclass(frozen=True, slots=True)
class WentInside(Event):
    sentence: ClassVar[str] = (
        "{power} goes inside the fortifications of {space} with {count} {count|unit|units}."
    )
    power: Nation
    space: SpaceId
    count: int


@dataclass(frozen=True, slots=True)
class NoRetreat(Event):
    sentence: ClassVar[str] = "{power} has no retreat from {space}: what is left of its stack is lost."
    power: Nation
    space: SpaceId


# ---- siege (15)


@dataclass(frozen=True, slots=True)
class SiegeLaid(Event):
    sentence: ClassVar[str] = "{power} lays siege to {space}."
    power: Power
    space: SpaceId


@dataclass(frozen=True, slots=True)
class AssaultAnnounced(Event):
    """CP are spent; others may still respond before the assault begins."""

    sentence: ClassVar[str] = "{power} announces an assault of {space}: {units}[; leaders: {leaders}]."
    power: Power
    space: SpaceId
    units: dict[str, int]
    leaders: tuple[LeaderId, ...]


@dataclass(frozen=True, slots=True)
class AssaultBegan(Event):
    sentence: ClassVar[str] = "{power} assaults {space}: {units}."
    power: Power
    space: SpaceId
    units: dict[str, int]


@dataclass(frozen=True, slots=True)
class AssaultStopped(Event):
    sentence: ClassVar[str] = "The assault of {space} by {power} does not take place."
    power: Power
    space: SpaceId


@dataclass(frozen=True, slots=True)
class AssaultSucceeded(Event):
    sentence: ClassVar[str] = "{space} falls to {power}: {hits} {hits|hit|hits} to {losses}."
    power: Power
    space: SpaceId
    hits: int
    losses: int


@dataclass(frozen=True, slots=True)
class AssaultFailed(Event):
    sentence: ClassVar[str] = (
        "The assault of {space} fails: {power} scores {hits} {hits|hit|hits} to {losses}."
    )
    power: Power
    space: SpaceId
    hits: int
    losses: int


@dataclass(frozen=True, slots=True)
class ShipsTaken(Event):
    sentence: ClassVar[str] = "The {nation} ships in {space} are lost with the port ({count})."
    nation: Nation
    space: SpaceId
    count: int
