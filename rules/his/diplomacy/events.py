"""What onlookers see of diplomacy: deals, alliances, wars and peace (9)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.core.cards import CardNumber
from rules.core.events import Event
from rules.core.flow import Power
from rules.war.state import LeaderId, Nation, Place, SpaceId

# ---- War and peace


@dataclass(frozen=True, slots=True)
class WarDeclared(Event):
    """A power declared war, whether it paid for it or not."""

    sentence: ClassVar[str] = "{declarer} declares war on {target}."
    declarer: Power
    target: Power


@dataclass(frozen=True, slots=True)
class WarBrokeOut(Event):
    """A war that nobody declared: `reason` says where it comes from."""

    sentence: ClassVar[str] = "{one} and {other} are now at war ({reason})."
    one: Power
    other: Power
    reason: str


@dataclass(frozen=True, slots=True)
class Intervened(Event):
    """The natural ally of a minor power came to its help (9.6)."""

    sentence: ClassVar[str] = "{power} intervenes on behalf of {minor} against {declarer}."
    power: Power
    minor: Nation
    declarer: Power


@dataclass(frozen=True, slots=True)
class PhonyWarBegan(Event):
    sentence: ClassVar[str] = "{power} carries a Phony War marker (-1 VP) until it fights over {minor}."
    power: Power
    minor: Nation


@dataclass(frozen=True, slots=True)
class PhonyWarEnded(Event):
    sentence: ClassVar[str] = "{power} has fought: its Phony War marker over {minor} is removed."
    power: Power
    minor: Nation


@dataclass(frozen=True, slots=True)
class PhonyWarLost(Event):
    sentence: ClassVar[str] = "{power} made peace without a fight over {minor}: the -1 VP stays for good."
    power: Power
    minor: Nation


@dataclass(frozen=True, slots=True)
class WarEnded(Event):
    sentence: ClassVar[str] = "{one} and {other} are at peace."
    one: Power
    other: Power


@dataclass(frozen=True, slots=True)
class ExcommunicationLifted(Event):
    """The "-1 card" marker of an excommunication is gone; `reason` says why."""

    sentence: ClassVar[str] = "The excommunication of the ruler of {power} is lifted ({reason})."
    power: Power
    reason: str


@dataclass(frozen=True, slots=True)
class WarPaid(Event):
    """What a power laid down for its declarations and interventions (9.6)."""

    sentence: ClassVar[str] = "{power} pays {cost} CP for its declarations with {cards}."
    power: Power
    cost: int
    cards: tuple[CardNumber, ...]


@dataclass(frozen=True, slots=True)
class AllianceEnded(Event):
    sentence: ClassVar[str] = "The alliance between {one} and {other} is over."
    one: Power
    other: Power


# ---- Deals


@dataclass(frozen=True, slots=True)
class NegotiationsOpened(Event):
    """Turn 1: with whom England talks, and in which order (7)."""

    sentence: ClassVar[str] = "{power} negotiates with {first}, then with {second}."
    power: Power
    first: Power
    second: Power


@dataclass(frozen=True, slots=True)
class DealAnnounced(Event):
    """A package that waits for its partner; its terms follow.  The partner's deals are numbered."""

    sentence: ClassVar[str] = "{proposer} announces deal {number} to {partner}."
    proposer: Power
    partner: Power
    number: int


@dataclass(frozen=True, slots=True)
class DealConfirmed(Event):
    sentence: ClassVar[str] = "{partner} confirms deal {number}, with {proposer}."
    proposer: Power
    partner: Power
    number: int


@dataclass(frozen=True, slots=True)
class DealRejected(Event):
    sentence: ClassVar[str] = "{partner} does not confirm deal {number}, with {proposer}."
    proposer: Power
    partner: Power
    number: int


@dataclass(frozen=True, slots=True)
class PeaceTerm(Event):
    sentence: ClassVar[str] = "Terms: {one} and {other} make peace."
    one: Power
    other: Power


@dataclass(frozen=True, slots=True)
class AllianceTerm(Event):
    sentence: ClassVar[str] = "Terms: {one} and {other} are allies for this turn."
    one: Power
    other: Power


@dataclass(frozen=True, slots=True)
class LoanTerm(Event):
    sentence: ClassVar[str] = (
        "Terms: {giver} lends {count} {count|squadron|squadrons} of {nation} from {origin}."
    )
    giver: Power
    count: int
    nation: Nation
    origin: Place


@dataclass(frozen=True, slots=True)
class LeaderLoanTerm(Event):
    sentence: ClassVar[str] = "Terms: {leader} goes with the squadrons from {origin}."
    leader: LeaderId
    origin: Place


@dataclass(frozen=True, slots=True)
class ReturnTerm(Event):
    sentence: ClassVar[str] = "Terms: {leader} is set free."
    leader: LeaderId


@dataclass(frozen=True, slots=True)
class CessionTerm(Event):
    sentence: ClassVar[str] = "Terms: {giver} cedes {space} to {receiver}."
    giver: Power
    receiver: Power
    space: SpaceId


@dataclass(frozen=True, slots=True)
class CardsTerm(Event):
    sentence: ClassVar[str] = "Terms: {giver} gives {receiver} {count} random {count|card|cards}."
    giver: Power
    receiver: Power
    count: int


@dataclass(frozen=True, slots=True)
class MercenariesTerm(Event):
    sentence: ClassVar[str] = "Terms: {giver} gives {receiver} {count} {count|mercenary|mercenaries}."
    giver: Power
    receiver: Power
    count: int


@dataclass(frozen=True, slots=True)
class DivorceTerm(Event):
    sentence: ClassVar[str] = "Terms: the Pope grants Henry VIII his divorce."


@dataclass(frozen=True, slots=True)
class ExcommunicationTerm(Event):
    sentence: ClassVar[str] = "Terms: the excommunication of the ruler of {power} is rescinded."
    power: Power


@dataclass(frozen=True, slots=True)
class AllianceFormed(Event):
    sentence: ClassVar[str] = "{one} and {other} are allies for this turn."
    one: Power
    other: Power


@dataclass(frozen=True, slots=True)
class SquadronsLoaned(Event):
    """Ships went to an ally for the turn, from one port to another (9.2)."""

    sentence: ClassVar[str] = (
        "{count} {count|squadron|squadrons} of {nation} on loan to {borrower}: from {origin} to {port}."
    )
    nation: Nation
    borrower: Power
    count: int
    origin: Place
    port: SpaceId


@dataclass(frozen=True, slots=True)
class LeaderLoaned(Event):
    sentence: ClassVar[str] = "{leader} is on loan to {borrower} and sails to {port}."
    leader: LeaderId
    borrower: Power
    port: SpaceId


@dataclass(frozen=True, slots=True)
class MercenariesGiven(Event):
    """Mercenaries changed hands: those of the giver went, those of the receiver came (9.1)."""

    sentence: ClassVar[str] = (
        "{giver} gives {receiver} {count} {count|mercenary|mercenaries}, who appear in {space}."
    )
    giver: Power
    receiver: Power
    count: int
    space: SpaceId


@dataclass(frozen=True, slots=True)
class DivorceGranted(Event):
    sentence: ClassVar[str] = "The Pope grants Henry VIII his divorce from Catherine of Aragon."


# ---- Suing for peace


@dataclass(frozen=True, slots=True)
class SuedForPeace(Event):
    sentence: ClassVar[str] = "{loser} sues for peace with {winner}."
    loser: Power
    winner: Power


@dataclass(frozen=True, slots=True)
class WarWinnerAwarded(Event):
    sentence: ClassVar[str] = "{winner} wins {points} VP for the war against {loser}."
    winner: Power
    loser: Power
    points: int


@dataclass(frozen=True, slots=True)
class UnitsTakenOff(Event):
    """One kind of units that their power took off one place of the map (9.1, 9.3 step 4, cards)."""

    sentence: ClassVar[str] = "{power} removes {count} {kind} from {place}."
    power: Power
    place: Place
    kind: str
    count: int


@dataclass(frozen=True, slots=True)
class RansomPaid(Event):
    sentence: ClassVar[str] = "{power} ransoms {leader} from {captor}."
    power: Power
    leader: LeaderId
    captor: Power


@dataclass(frozen=True, slots=True)
class DonationMade(Event):
    """A card given to the church to be rid of an excommunication (9.5)."""

    sentence: ClassVar[str] = "{power} donates {card} to the Pope: {cp} CP for St. Peter's."
    power: Power
    card: CardNumber
    cp: int
