"""The board besides who stands where: what only this game has, religion, universities, colonies."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pbem.language import names as kinds
from pbem.language.voice import Voice
from pbem.war.board import Part, marked, marks_of_war, of_power, spaces_of, titled
from rules.his.powers import PROTESTANT_FAITH

ON_THE_MAP = ("away", "siege", "unrest", "fortresses", "universities", "protestant")
"""What a map itself shows."""
ORDER = (
    "away",
    "siege",
    "unrest",
    "fortresses",
    "universities",
    "protestant",
    "captives",
    "wars",
    "new_world",
)


def marks(game: Any, voice: Voice, *, but_for: Iterable[str] = ()) -> list[Part]:
    """Everything that lies on the board besides units and leaders; parts without a line are left out."""
    parts = {
        **marks_of_war(game, voice),
        "universities": marked(game, "university", voice),
        "protestant": _protestant(game, voice),
        "new_world": _new_world(game, voice),
    }
    return titled({key: parts[key] for key in ORDER}, voice, but_for)


def _protestant(game: Any, voice: Voice) -> list[str]:
    zones: dict[str, list[str]] = {}
    for space, state in game.spaces.items():
        if state.control is not None and state.religion == PROTESTANT_FAITH:
            zones.setdefault(game.board.spaces[space].lang, []).append(space)
    return [
        voice.word(
            "board.in_no_zone" if zone == "none" else "board.in_zone",
            language=zone,
            count=len(spaces),
            text=", ".join(spaces_of(spaces, voice)),
        )
        for zone, spaces in sorted(zones.items())
    ]


def _new_world(game: Any, voice: Voice) -> list[str]:
    world = game.new_world
    # Sorted: a game that was stored has its things in another order than one that was just played.
    found: dict[str, list[str]] = {power: list(world.colonies.get(power, ())) for power in game.majors}
    for thing, power in (*sorted(world.claimed.items()), *sorted(world.conquests.items())):
        if thing not in found[power]:
            found[power].append(thing)
    return [
        of_power(power, [voice.name(kinds.OPTION, id) for id in those], voice)
        for power, those in found.items()
        if those
    ]
