"""Facts about rulers and their houses: successions, marriages, excommunications, chateaux (3.3, 21)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.core.card_play import CardLeftGame as CardLeftGame
from rules.core.cards import CardNumber
from rules.core.events import Event
from rules.core.flow import Power
from rules.war.state import LeaderId, SpaceId

# ---- Rulers (3.3)


@dataclass(frozen=True, slots=True)
class RulerSucceeded(Event):
    sentence: ClassVar[str] = "{before} dies: {ruler} now rules {power}."
    power: Power
    before: str
    ruler: str


@dataclass(frozen=True, slots=True)
class SuccessionSettled(Event):
    """A ruler's card was played when it had nothing left to change."""

    sentence: ClassVar[str] = "Nothing changes: {ruler} rules {power}."
    power: Power
    ruler: str


@dataclass(frozen=True, slots=True)
class LeaderDied(Event):
    sentence: ClassVar[str] = "The army leader {leader} leaves the game."
    leader: LeaderId


@dataclass(frozen=True, slots=True)
class SuccessorTookField(Event):
    sentence: ClassVar[str] = "{leader} takes command in {space}."
    leader: LeaderId
    space: SpaceId


@dataclass(frozen=True, slots=True)
class SuccessorWentToWar(Event):
    sentence: ClassVar[str] = "{leader} takes command in the foreign war of {card}."
    leader: LeaderId
    card: CardNumber


# ---- Henry's wives and heirs (21.3)


@dataclass(frozen=True, slots=True)
class MaritalStatusAdvanced(Event):
    """The marker stands on a new box; `name` is what is printed there."""

    sentence: ClassVar[str] = "Henry's marital status: {name}."
    status: str
    name: str


@dataclass(frozen=True, slots=True)
class PregnancyResult(Event):
    """The line of the chart that a marriage ended on, in words."""

    sentence: ClassVar[str] = "{name}: {outcome}."
    wife: str
    name: str
    line: int
    outcome: str


@dataclass(frozen=True, slots=True)
class CatherineAvenged(Event):
    sentence: ClassVar[str] = "The Hapsburgs take the Catherine of Aragon marker."


@dataclass(frozen=True, slots=True)
class CardShown(Event):
    """Under Mary the card is shown before it is said how it is played."""

    sentence: ClassVar[str] = "{power} shows {card}."
    power: Power
    card: CardNumber


@dataclass(frozen=True, slots=True)
class PapacyTookImpulse(Event):
    sentence: ClassVar[str] = "Mary lets the Papacy act instead."


# ---- The Papacy (21.5)


@dataclass(frozen=True, slots=True)
class ReformerExcommunicated(Event):
    sentence: ClassVar[str] = "{reformer} is excommunicated and leaves the map for this turn."
    reformer: str


@dataclass(frozen=True, slots=True)
class RulerExcommunicated(Event):
    sentence: ClassVar[str] = "{ruler} of {power} is excommunicated: one card less each turn."
    power: Power
    ruler: str


# ---- France (21.4), the Emperor (21.2)


@dataclass(frozen=True, slots=True)
class ChateauBuilt(Event):
    """The modified roll on the chateau table and what it gives."""

    sentence: ClassVar[str] = "Chateau table: {total}, {vp} VP ({so_far} so far)."
    total: int
    vp: int
    so_far: int


@dataclass(frozen=True, slots=True)
class EmperorTravelled(Event):
    sentence: ClassVar[str] = "{leaders} {leaders|travels|travel} from {origin} to {destination}."
    leaders: tuple[LeaderId, ...]
    origin: SpaceId
    destination: SpaceId


@dataclass(frozen=True, slots=True)
class EmperorStayed(Event):
    sentence: ClassVar[str] = "{leader} cannot travel and stays in {space}."
    leader: LeaderId
    space: SpaceId
