"""What is reported of the course of a game, whatever the title: turns, impulses, cards, victory."""

from __future__ import annotations

from rules.core.cards import CardNumber
from rules.core.events import Event
from rules.core.flow import Power
from rules.core.kinds import PhaseId, VictoryKind


class PhaseBegan(Event):
    """Marks the beginning of a phase for whoever tells the story."""

    turn: int
    phase: PhaseId


class ImpulseBegan(Event):
    """Marks the beginning of an impulse for whoever tells the story."""

    power: Power
    number: int
    turn: int


class Passed(Event):
    power: Power


class EventCancelled(Event):
    card: CardNumber


class EventHadNoEffect(Event):
    card: CardNumber


class CardsEntered(Event):
    cards: tuple[CardNumber, ...]


class VictoryDeclared(Event):
    """Somebody has won; `how` is one of the five ways."""

    winner: Power
    how: VictoryKind


class VictoryPointsCounted(Event):
    """The standing at the end of a turn."""

    turn: int
    points: dict[Power, int]
