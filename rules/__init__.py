"""The rules of the games: standard library only, no clock, no files once a game runs."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from rules.core.data import scenarios_folder
from rules.core.engine import Engine, Rules, Snapshot
from rules.core.errors import Illegal, NotAsked, Refused, ReplayMismatch, RulesError
from rules.core.events import Event
from rules.core.flow import Power, Question
from rules.core.log import Answered, Corrected, Rewound, Setup

if TYPE_CHECKING:
    from rules.his import HisRules

GAMES = ("his",)


@cache
def load_rules(game: str) -> HisRules:
    """The rules of a game with its data, read once."""
    from rules.his import HisRules
    from rules.his.data import load

    if game not in GAMES:
        raise ValueError(f"there is no game {game}")
    return HisRules(load(scenarios_folder() / game))


__all__ = [
    "GAMES",
    "Answered",
    "Corrected",
    "Engine",
    "Event",
    "Illegal",
    "NotAsked",
    "Power",
    "Question",
    "Refused",
    "ReplayMismatch",
    "Rewound",
    "Rules",
    "RulesError",
    "Setup",
    "Snapshot",
    "load_rules",
]
