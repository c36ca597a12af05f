"""What onlookers see of diplomacy: deals, alliances, wars and peace (9)."""

from __future__ import annotations

from dataclasses import dataclass

from rules.core.cards import CardNumber
from rules.core.events import Event
from rules.core.flow import Power
from rules.core.reasons import Reason
from rules.war.ids import Nation

# ---- War and peace


@dataclass(frozen=True, slots=True)
class Intervened(Event):
    """The natural ally of a minor power came to its help (9.6)."""

    power: Power
    minor: Nation
    declarer: Power


@dataclass(frozen=True, slots=True)
class PhonyWarBegan(Event):
    power: Power
    minor: Nation


@dataclass(frozen=True, slots=True)
class PhonyWarEnded(Event):
    power: Power
    minor: Nation


@dataclass(frozen=True, slots=True)
class PhonyWarLost(Event):
    power: Power
    minor: Nation


@dataclass(frozen=True, slots=True)
class ExcommunicationLifted(Event):
    """The "-1 card" marker of an excommunication is gone; `reason` says why."""

    power: Power
    reason: Reason


@dataclass(frozen=True, slots=True)
class WarPaid(Event):
    """What a power laid down for its declarations and interventions (9.6)."""

    power: Power
    cost: int
    cards: tuple[CardNumber, ...]


# ---- Deals


@dataclass(frozen=True, slots=True)
class NegotiationsOpened(Event):
    """Turn 1: with whom England talks, and in which order (7)."""

    power: Power
    first: Power
    second: Power


@dataclass(frozen=True, slots=True)
class DivorceTerm(Event):
    """A deal has the divorce of Henry VIII in it."""


@dataclass(frozen=True, slots=True)
class ExcommunicationTerm(Event):
    power: Power


@dataclass(frozen=True, slots=True)
class DivorceGranted(Event):
    """The Pope has granted it."""


# ---- Suing for peace


@dataclass(frozen=True, slots=True)
class SuedForPeace(Event):
    loser: Power
    winner: Power


@dataclass(frozen=True, slots=True)
class WarWinnerAwarded(Event):
    winner: Power
    loser: Power
    points: int


@dataclass(frozen=True, slots=True)
class DonationMade(Event):
    """A card given to the church to be rid of an excommunication (9.5)."""

    power: Power
    card: CardNumber
    cp: int


@dataclass(frozen=True, slots=True)
class LeagueAllied(Event):
    """Two players: with the League two powers are allies for good, and the first commands both."""

    power: Power
    other: Power
