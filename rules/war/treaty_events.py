"""What is reported of deals between powers, of loans and of ransoms (9)."""

from __future__ import annotations

from rules.core.events import Event
from rules.core.flow import Power
from rules.war.ids import LeaderId, Nation, Place, SpaceId


class DealAnnounced(Event):
    """A package that waits for its partner; its terms follow.  The partner's deals are numbered."""

    proposer: Power
    partner: Power
    number: int


class DealConfirmed(Event):
    proposer: Power
    partner: Power
    number: int


class DealRejected(Event):
    proposer: Power
    partner: Power
    number: int


class PeaceTerm(Event):
    one: Power
    other: Power


class AllianceTerm(Event):
    one: Power
    other: Power


class LoanTerm(Event):
    giver: Power
    count: int
    nation: Nation
    origin: Place


class LeaderLoanTerm(Event):
    leader: LeaderId
    origin: Place


class ReturnTerm(Event):
    leader: LeaderId


class CessionTerm(Event):
    giver: Power
    receiver: Power
    space: SpaceId


class CardsTerm(Event):
    giver: Power
    receiver: Power
    count: int


class MercenariesTerm(Event):
    giver: Power
    receiver: Power
    count: int


class AllianceFormed(Event):
    one: Power
    other: Power


class SquadronsLoaned(Event):
    """Ships went to an ally for the turn, from one port to another (9.2)."""

    nation: Nation
    borrower: Power
    count: int
    origin: Place
    port: SpaceId


class LeaderLoaned(Event):
    leader: LeaderId
    borrower: Power
    port: SpaceId


class MercenariesGiven(Event):
    """Mercenaries changed hands: those of the giver went, those of the receiver came (9.1)."""

    giver: Power
    receiver: Power
    count: int
    space: SpaceId


class RansomPaid(Event):
    power: Power
    leader: LeaderId
    captor: Power
