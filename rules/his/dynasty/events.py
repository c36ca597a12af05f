"""Facts about rulers and their houses: successions, marriages, excommunications, chateaux (3.3, 21)."""

from __future__ import annotations

from typing import ClassVar

from rules.core.card_play import CardLeftGame as CardLeftGame
from rules.core.cards import CardNumber
from rules.core.events import Event
from rules.core.flow import Power
from rules.core.reasons import Reason
from rules.his.kinds import MaritalStatus, ReformerId, RulerId
from rules.war.ids import LeaderId, SpaceId

# ---- Rulers (3.3)


class RulerSucceeded(Event):
    power: Power
    before: RulerId
    ruler: RulerId


class SuccessionSettled(Event):
    """A ruler's card was played when it had nothing left to change."""

    power: Power
    ruler: RulerId


class LeaderDied(Event):
    leader: LeaderId


class SuccessorTookField(Event):
    leader: LeaderId
    space: SpaceId


class SuccessorWentToWar(Event):
    leader: LeaderId
    card: CardNumber


# ---- Henry's wives and heirs (21.3)


class MaritalStatusAdvanced(Event):
    """The marker stands on a new box."""

    former: ClassVar[tuple[str, ...]] = ("name",)
    status: MaritalStatus


class PregnancyResult(Event):
    """The line of the chart that a marriage ended on."""

    former: ClassVar[tuple[str, ...]] = ("name",)
    wife: MaritalStatus
    line: int
    outcome: Reason


class CatherineAvenged(Event):
    """The Hapsburgs take the marker of Catherine of Aragon (21.3)."""


class CardShown(Event):
    """Under Mary the card is shown before it is said how it is played."""

    power: Power
    card: CardNumber


class PapacyTookImpulse(Event):
    """Under Mary, the Papacy has England's impulse (21.3)."""


# ---- The Papacy (21.5)


class ReformerExcommunicated(Event):
    reformer: ReformerId


class RulerExcommunicated(Event):
    power: Power
    ruler: RulerId


# ---- France (21.4), the Emperor (21.2)


class ChateauBuilt(Event):
    """The modified roll on the chateau table and what it gives."""

    total: int
    vp: int
    so_far: int


class EmperorTravelled(Event):
    leaders: tuple[LeaderId, ...]
    origin: SpaceId
    destination: SpaceId


class EmperorStayed(Event):
    leader: LeaderId
    space: SpaceId
