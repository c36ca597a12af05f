"""What is reported of deals between powers, of loans and of ransoms (9)."""

from __future__ import annotations

from dataclasses import dataclass

from rules.core.events import Event
from rules.core.flow import Power
from rules.war.ids import LeaderId, Nation, Place, SpaceId


@dataclass(frozen=True, slots=True)
class DealAnnounced(Event):
    """A package that waits for its partner; its terms follow.  The partner's deals are numbered."""

    proposer: Power
    partner: Power
    number: int


@dataclass(frozen=True, slots=True)
class DealConfirmed(Event):
    proposer: Power
    partner: Power
    number: int


@dataclass(frozen=True, slots=True)
class DealRejected(Event):
    proposer: Power
    partner: Power
    number: int


@dataclass(frozen=True, slots=True)
class PeaceTerm(Event):
    one: Power
    other: Power


@dataclass(frozen=True, slots=True)
class AllianceTerm(Event):
    one: Power
    other: Power


@dataclass(frozen=True, slots=True)
class LoanTerm(Event):
    giver: Power
    count: int
    nation: Nation
    origin: Place


@dataclass(frozen=True, slots=True)
class LeaderLoanTerm(Event):
    leader: LeaderId
    origin: Place


@dataclass(frozen=True, slots=True)
class ReturnTerm(Event):
    leader: LeaderId


@dataclass(frozen=True, slots=True)
class CessionTerm(Event):
    giver: Power
    receiver: Power
    space: SpaceId


@dataclass(frozen=True, slots=True)
class CardsTerm(Event):
    giver: Power
    receiver: Power
    count: int


@dataclass(frozen=True, slots=True)
class MercenariesTerm(Event):
    giver: Power
    receiver: Power
    count: int


@dataclass(frozen=True, slots=True)
class AllianceFormed(Event):
    one: Power
    other: Power


@dataclass(frozen=True, slots=True)
class SquadronsLoaned(Event):
    """Ships went to an ally for the turn, from one port to another (9.2)."""

    nation: Nation
    borrower: Power
    count: int
    origin: Place
    port: SpaceId


@dataclass(frozen=True, slots=True)
class LeaderLoaned(Event):
    leader: LeaderId
    borrower: Power
    port: SpaceId


@dataclass(frozen=True, slots=True)
class MercenariesGiven(Event):
    """Mercenaries changed hands: those of the giver went, those of the receiver came (9.1)."""

    giver: Power
    receiver: Power
    count: int
    space: SpaceId


@dataclass(frozen=True, slots=True)
class RansomPaid(Event):
    power: Power
    leader: LeaderId
    captor: Power
