"""What onlookers see of diplomacy: deals, alliances, wars and peace (9)."""

from __future__ import annotations

from rules.core.cards import CardNumber
from rules.core.events import Event
from rules.core.flow import Power
from rules.core.reasons import Reason
from rules.war.ids import Nation

# ---- War and peace


class Intervened(Event):
    """The natural ally of a minor power came to its help (9.6)."""

    power: Power
    minor: Nation
    declarer: Power


class PhonyWarBegan(Event):
    power: Power
    minor: Nation


class PhonyWarEnded(Event):
    power: Power
    minor: Nation


class PhonyWarLost(Event):
    power: Power
    minor: Nation


class ExcommunicationLifted(Event):
    """The "-1 card" marker of an excommunication is gone; `reason` says why."""

    power: Power
    reason: Reason


class WarPaid(Event):
    """What a power laid down for its declarations and interventions (9.6)."""

    power: Power
    cost: int
    cards: tuple[CardNumber, ...]


# ---- Deals


class NegotiationsOpened(Event):
    """Turn 1: with whom England talks, and in which order (7)."""

    power: Power
    first: Power
    second: Power


class DivorceTerm(Event):
    """A deal has the divorce of Henry VIII in it."""


class ExcommunicationTerm(Event):
    power: Power


class DivorceGranted(Event):
    """The Pope has granted it."""


# ---- Suing for peace


class SuedForPeace(Event):
    loser: Power
    winner: Power


class WarWinnerAwarded(Event):
    winner: Power
    loser: Power
    points: int


class DonationMade(Event):
    """A card given to the church to be rid of an excommunication (9.5)."""

    power: Power
    card: CardNumber
    cp: int


class LeagueAllied(Event):
    """Two players: with the League two powers are allies for good, and the first commands both."""

    power: Power
    other: Power
