"""What is reported of the course of a game, whatever the title: turns, impulses, cards, victory."""

from __future__ import annotations

from dataclasses import dataclass

from rules.core.cards import CardNumber
from rules.core.events import Event
from rules.core.flow import Power
from rules.core.kinds import PhaseId, VictoryKind


@dataclass(frozen=True, slots=True)
class PhaseBegan(Event):
    """Marks the beginning of a phase for whoever tells the story."""

    turn: int
    phase: PhaseId


@dataclass(frozen=True, slots=True)
class ImpulseBegan(Event):
    """Marks the beginning of an impulse for whoever tells the story."""

    power: Power
    number: int
    turn: int


@dataclass(frozen=True, slots=True)
class Passed(Event):
    power: Power


@dataclass(frozen=True, slots=True)
class EventCancelled(Event):
    card: CardNumber


@dataclass(frozen=True, slots=True)
class EventHadNoEffect(Event):
    card: CardNumber


@dataclass(frozen=True, slots=True)
class CardsEntered(Event):
    cards: tuple[CardNumber, ...]


@dataclass(frozen=True, slots=True)
class VictoryDeclared(Event):
    """Somebody has won; `how` is one of the five ways."""

    winner: Power
    how: VictoryKind


@dataclass(frozen=True, slots=True)
class VictoryPointsCounted(Event):
    """The standing at the end of a turn."""

    turn: int
    points: dict[Power, int]
