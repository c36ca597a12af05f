"""What the control or the faith of spaces would do to victory points."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from rules.core.flow import Power
from rules.war.ids import Nation, SpaceId


def points_if(
    game: Any,
    scores: Callable[[Any], dict[Power, int]],
    spaces: Iterable[SpaceId],
    *,
    control: Nation = "",
    religion: str = "",
) -> dict[Power, int]:
    """By how much the VP of each power would change with the control or the faith of some spaces.

    Only what does change is in it.
    """
    before, kept = scores(game), {space: game.spaces[space] for space in spaces}
    try:
        for space, state in kept.items():
            game.spaces[space] = replace(
                state, control=control or state.control, religion=religion or state.religion
            )
        after = scores(game)
    finally:
        game.spaces.update(kept)
    return {power: change for power in before if (change := after[power] - before[power])}
