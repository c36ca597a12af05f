"""Facts about rulers and their houses: successions, marriages, excommunications, chateaux (3.3, 21)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.core.card_play import CardLeftGame as CardLeftGame
from rules.core.cards import CardNumber
from rules.core.events import Event
from rules.core.flow import Power
from rules.core.reasons import Reason
from rules.his.kinds import MaritalStatus, ReformerId, RulerId
from rules.war.ids import LeaderId, SpaceId

# ---- Rulers (3.3)


@dataclass(frozen=True, slots=True)
class RulerSucceeded(Event):
    power: Power
    before: RulerId
    ruler: RulerId


@dataclass(frozen=True, slots=True)
class SuccessionSettled(Event):
    """A ruler's card was played when it had nothing left to change."""

    power: Power
    ruler: RulerId


@dataclass(frozen=True, slots=True)
class LeaderDied(Event):
    leader: LeaderId


@dataclass(frozen=True, slots=True)
class SuccessorTookField(Event):
    leader: LeaderId
    space: SpaceId


@dataclass(frozen=True, slots=True)
class SuccessorWentToWar(Event):
    leader: LeaderId
    card: CardNumber


# ---- Henry's wives and heirs (21.3)


@dataclass(frozen=True, slots=True)
class MaritalStatusAdvanced(Event):
    """The marker stands on a new box."""

    former: ClassVar[tuple[str, ...]] = ("name",)
    status: MaritalStatus


@dataclass(frozen=True, slots=True)
class PregnancyResult(Event):
    """The line of the chart that a marriage ended on."""

    former: ClassVar[tuple[str, ...]] = ("name",)
    wife: MaritalStatus
    line: int
    outcome: Reason


@dataclass(frozen=True, slots=True)
class CatherineAvenged(Event):
    """The Hapsburgs take the marker of Catherine of Aragon (21.3)."""


@dataclass(frozen=True, slots=True)
class CardShown(Event):
    """Under Mary the card is shown before it is said how it is played."""

    power: Power
    card: CardNumber


@dataclass(frozen=True, slots=True)
class PapacyTookImpulse(Event):
    """Under Mary, the Papacy has England's impulse (21.3)."""


# ---- The Papacy (21.5)


@dataclass(frozen=True, slots=True)
class ReformerExcommunicated(Event):
    reformer: ReformerId


@dataclass(frozen=True, slots=True)
class RulerExcommunicated(Event):
    power: Power
    ruler: RulerId


# ---- France (21.4), the Emperor (21.2)


@dataclass(frozen=True, slots=True)
class ChateauBuilt(Event):
    """The modified roll on the chateau table and what it gives."""

    total: int
    vp: int
    so_far: int


@dataclass(frozen=True, slots=True)
class EmperorTravelled(Event):
    leaders: tuple[LeaderId, ...]
    origin: SpaceId
    destination: SpaceId


@dataclass(frozen=True, slots=True)
class EmperorStayed(Event):
    leader: LeaderId
    space: SpaceId
