"""What the bot holds dear: the numbers of `bot.toml`, read once."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from rules import Power
from rules.core.data import scenarios_folder

FILE = scenarios_folder() / "vq" / "bot.toml"


@dataclass(frozen=True, slots=True)
class Weights:
    """All numbers, in victory points."""

    worth: Mapping[str, float]
    event: Mapping[str, Mapping[str, float]]
    """By power and `card.use`: what an event is worth to it."""

    def __getitem__(self, name: str) -> float:
        return self.worth[name]

    def event_worth(self, power: Power, card: int, use: str) -> float | None:
        """None: it is not named, and played for its CP."""
        tables = (self.event.get(power, {}), self.event.get("any", {}))
        return next((table[f"{card}.{use}"] for table in tables if f"{card}.{use}" in table), None)


def weights_from(raw: Mapping[str, Any]) -> Weights:
    return Weights(raw["worth"], raw.get("event", {}))


@cache
def usual_weights() -> Weights:
    return weights_from(tomllib.loads(FILE.read_text(encoding="utf-8")))
