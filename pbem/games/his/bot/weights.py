"""What the bot holds dear: the numbers of `bot.toml`, read once."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import pbem
from pbem.games.suggestion import Level
from rules import Power
from rules.war.ids import SpaceId

FILE = Path(pbem.__file__).resolve().parents[1] / "scenarios" / "his" / "bot.toml"


@dataclass(frozen=True, slots=True)
class Thinking:
    """How much a level of the bot thinks."""

    candidates: int
    """So many ways to use an impulse are played out in its head."""
    samples: int
    """So often each, with other dice and other hidden cards."""
    noise: float
    """How far it may misjudge a use of an impulse."""
    prior: float = 1.0
    """How much the first judgement counts beside what is foreseen."""
    clear: float = 1.0
    """If the best use is ahead by so much, nothing is played out."""


@dataclass(frozen=True, slots=True)
class Weights:
    """All numbers."""

    worth: Mapping[str, float]
    levels: Mapping[str, Thinking]
    events: Mapping[str, Mapping[str, float]]
    keep: Mapping[str, float]
    voyages: Mapping[Power, float]
    garrisons: Mapping[SpaceId, int]
    friends: tuple[tuple[Power, Power, int], ...]
    _known: dict[tuple[Power, int, str], float | None] = field(default_factory=dict)

    def __getitem__(self, name: str) -> float:
        return self.worth[name]

    def thinking(self, level: Level) -> Thinking:
        return self.levels[level]

    def event(self, power: Power, card: int, use: str) -> float | None:
        """What a use of a card is worth to a power as an event; None: it is no use to it."""
        key = (power, card, use)
        if key not in self._known:
            names = (f"{card}.{use}", str(card))
            tables = (self.events.get(power, {}), self.events["any"])
            self._known[key] = next(
                (table[name] for table in tables for name in names if name in table), None
            )
        return self._known[key]


def weights_from(raw: Mapping[str, Any]) -> Weights:
    """The numbers out of the file's tables."""
    return Weights(
        raw["worth"],
        {name: Thinking(**table) for name, table in raw["level"].items()},
        raw["event"],
        raw["keep"],
        raw["voyages"],
        raw["garrison"],
        tuple((*pair["powers"], pair["from"]) for pair in raw["friends"]),
    )


@cache
def usual_weights() -> Weights:
    return weights_from(tomllib.loads(FILE.read_text(encoding="utf-8")))
