"""The board besides who stands where: control, sieges, unrest, religion, captives, wars abroad, colonies.

Open facts alone, as everybody at the table sees them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pbem.language import names as kinds
from pbem.language.voice import Voice
from pbem.language.words import fold
from rules.his.powers import PROTESTANT_FAITH
from rules.war.ids import LAND_KINDS

Part = tuple[str, list[str]]
"""A title, and its lines."""

ON_THE_MAP = ("away", "siege", "unrest", "fortresses", "universities", "protestant")
"""What a map itself shows."""


def marks(game: Any, voice: Voice, *, but_for: Iterable[str] = ()) -> list[Part]:
    """Everything that lies on the board besides units and leaders; parts without a line are left out."""
    spaces = {space: state for space, state in game.spaces.items() if state.control is not None}

    def those(mark: str) -> list[str]:
        return _list(_spaces((space for space, state in spaces.items() if getattr(state, mark)), voice))

    parts: dict[str, list[str]] = {
        "away": _away(game, voice),
        "siege": [
            voice.word("board.besieged", space=space, powers=tuple(sorted(state.sieges)))
            for space, state in spaces.items()
            if state.sieges
        ],
        "unrest": those("unrest"),
        "fortresses": those("fortress"),
        "universities": those("university"),
        "protestant": _protestant(game, voice),
        "captives": [
            voice.word("board.captive", leader=leader, power=figure.captor)
            for leader, figure in sorted(game.leaders.items())
            if figure.captor
        ],
        "wars": [_war(card, war, voice) for card, war in sorted(game.foreign_wars.items())],
        "new_world": _new_world(game, voice),
    }
    return [
        (voice.word(f"board.{key}"), lines) for key, lines in parts.items() if lines and key not in but_for
    ]


def _spaces(spaces: Iterable[str], voice: Voice) -> list[str]:
    return sorted((voice.name(kinds.SPACE, space) for space in spaces), key=fold)


def _list(names: list[str]) -> list[str]:
    return [", ".join(names)] if names else []


def _away(game: Any, voice: Voice) -> list[str]:
    """What each power holds outside its home and the homes of its minor allies."""
    held: dict[str, list[str]] = {}
    for space, state in game.spaces.items():
        if state.control is not None and game.commander(game.home_power(space)) != state.control:
            held.setdefault(state.control, []).append(space)
    return [_of(power, _spaces(spaces, voice), voice) for power, spaces in held.items()]


def _of(power: str, things: list[str], voice: Voice) -> str:
    return f"{voice.name(kinds.POWER, power, 'bare')}: {', '.join(things)}"


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
            text=", ".join(_spaces(spaces, voice)),
        )
        for zone, spaces in sorted(zones.items())
    ]


def _war(card: int, war: Any, voice: Voice) -> str:
    army = [voice.name(kinds.LEADER, leader) for leader in war.leaders]
    army += voice.units({kind: getattr(war, kind) for kind in LAND_KINDS})
    text = voice.listed(army) or voice.word("nobody")
    return voice.word("board.war", card=card, power=war.power, text=text, count=war.enemy)


def _new_world(game: Any, voice: Voice) -> list[str]:
    world = game.new_world
    # Sorted: a game that was stored has its things in another order than one that was just played.
    found: dict[str, list[str]] = {power: list(world.colonies.get(power, ())) for power in game.majors}
    for thing, power in (*sorted(world.claimed.items()), *sorted(world.conquests.items())):
        if thing not in found[power]:
            found[power].append(thing)
    return [
        _of(power, [voice.name(kinds.OPTION, id) for id in those], voice)
        for power, those in found.items()
        if those
    ]
