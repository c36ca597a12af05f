"""The rules of the games: standard library only, no clock, no files once a game runs."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Literal, overload

from rules.core.data import scenarios_folder
from rules.core.engine import Engine, Rules, Snapshot
from rules.core.errors import Illegal, NotAsked, Refused, ReplayMismatch, RulesError
from rules.core.events import Event
from rules.core.flow import Power, Question
from rules.core.log import Answered, Corrected, Rewound, Setup

if TYPE_CHECKING:
    from rules.his import HisRules
    from rules.vq import VqRules

GAMES = ("his", "vq")


@overload
def load_rules(game: Literal["his"]) -> HisRules: ...
@overload
def load_rules(game: Literal["vq"]) -> VqRules: ...
@overload
def load_rules(game: str) -> Rules[Any]: ...
def load_rules(game: str) -> Rules[Any]:
    """The rules of a game with its data, read once."""
    if game not in GAMES:
        raise ValueError(f"there is no game {game}")
    return _loaded(game)


@cache
def _loaded(game: str) -> Rules[Any]:
    """Only the title that is asked for is imported."""
    if game == "his":
        from rules.his import HisRules
        from rules.his.data import load as his_data

        return HisRules(his_data(scenarios_folder() / game))
    from rules.vq import VqRules
    from rules.vq.data import FIRST_EDITION
    from rules.vq.data import load as vq_data

    folder = scenarios_folder() / game
    return VqRules(vq_data(folder), lambda: vq_data(folder, FIRST_EDITION))


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
