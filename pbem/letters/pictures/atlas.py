"""Which games have a map, and how it is looked at and drawn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pbem.letters.pictures.map import Look, MapView


@dataclass(frozen=True, slots=True)
class Atlas:
    """The map of one game."""

    look: Look
    view: Callable[[Any], MapView]
    """What everybody sees of a position."""
    chapters: tuple[str, ...]
    """Events that begin a step of a replay."""
    goal: int
    """VP that win at once or are near to it: a line in the chart of scores."""


def atlas_of(game: str) -> Atlas:
    """The map of a game, by the name of its rules."""
    from pbem.games.his.map import LOOK, map_view
    from pbem.letters.content import CHAPTERS

    return {"his": Atlas(LOOK, map_view, CHAPTERS, 25)}[game]
