"""What happens in the two-player game only, as facts to tell."""

from __future__ import annotations

from rules.core.cards import CardNumber
from rules.core.events import Event
from rules.core.flow import Power
from rules.core.kinds import UnitKind
from rules.core.reasons import Reason
from rules.his.kinds import RulerId
from rules.war.ids import LeaderId, Nation, SpaceId

# ---- The Diplomacy deck


class DiplomacyCardDrawn(Event):
    """That a player drew a Diplomacy card, for everybody."""

    power: Power


class DiplomacyCardSeen(Event):
    """Which Diplomacy card a player has drawn or was given: for him alone."""

    power: Power
    card: CardNumber


class DiplomacyCardPlayed(Event):
    power: Power
    card: CardNumber


class DiplomacyCardDiscarded(Event):
    """A Diplomacy card went to its discard pile, which is public."""

    power: Power
    card: CardNumber


class DiplomacyCardIdle(Event):
    """A Diplomacy card was played that could do nothing."""

    card: CardNumber


class DiplomacyDeckGrew(Event):
    """The cards of the time after the League have joined the Diplomacy deck, which is shuffled anew."""

    count: int


class DiplomacyDeckShuffled(Event):
    """The discards are in the Diplomacy deck again."""


class DiplomacyHandLookedAt(Event):
    """That a player sees the other's Diplomacy cards, for everybody."""

    viewer: Power
    owner: Power


class DiplomacyHandSeen(Event):
    """What is in that hand: only who looks is told."""

    owner: Power
    cards: tuple[CardNumber, ...]


class DiplomacyCardsSwapped(Event):
    """That the two players have exchanged their Diplomacy cards."""


class DiplomacyCardBound(Event):
    """That the Papacy has named the card which the Protestant plays this turn, for everybody."""

    power: Power


class BoundCardSeen(Event):
    """Which one that is: the two players know."""

    card: CardNumber


# ---- What its cards do


class InvasionBegan(Event):
    """An army of a power without a player has come; `commander` plays it."""

    power: Power
    commander: Power
    leader: LeaderId
    space: SpaceId


class DivorceAnswered(Event):
    """What the Pope says to Henry (#207)."""

    answer: Reason


class CorsairsRaided(Event):
    power: Power
    hits: int


class RaidUnpaid(Event):
    """Hits of a raid for which the victim has nothing left to give (#203)."""

    power: Power
    hits: int


class PlagueStruck(Event):
    nation: Nation
    unit: UnitKind
    place: SpaceId


class CardTurnedForStPeters(Event):
    """A card of the deck was turned up and discarded, and its CP go to St. Peter's (#208)."""

    card: CardNumber
    cp: int


class ViennaBesieged(Event):
    """Units that began the turn near Vienna move no more this turn (#218)."""


# ---- Peace, command, winter, Mary


class RulerOutlawed(Event):
    """The Pope has ended a war by excommunicating the ruler."""

    power: Power
    ruler: RulerId


class LeadersWentHome(Event):
    """Leaders of powers without a player leave the map in winter; an Invasion may bring them back."""

    leaders: tuple[LeaderId, ...]


class HapsburgCardTurned(Event):
    """The card of the deck that stands for the Hapsburgs at the Diet of Worms."""

    card: CardNumber
    cp: int


class MaryStirs(Event):
    """Under Mary the Papacy has turned up a card for what it does in England."""

    card: CardNumber
    cp: int
