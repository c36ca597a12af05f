"""The board besides who stands where, as far as all war games have it: control, sieges, unrest, captives.

Open facts alone, as everybody at the table sees them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from pbem.language import names as kinds
from pbem.language.voice import Voice
from pbem.language.words import fold
from rules.war.ids import LAND_KINDS

Part = tuple[str, list[str]]
"""A title, and its lines."""


def marks_of_war(game: Any, voice: Voice) -> dict[str, list[str]]:
    """What lies on the board besides units and leaders, by the key of its title."""
    return {
        "away": _away(game, voice),
        "siege": [
            voice.word("board.besieged", space=space, powers=tuple(sorted(state.sieges)))
            for space, state in _in_play(game).items()
            if state.sieges
        ],
        "unrest": marked(game, "unrest", voice),
        "fortresses": marked(game, "fortress", voice),
        "captives": [
            voice.word("board.captive", leader=leader, power=figure.captor)
            for leader, figure in sorted(game.leaders.items())
            if figure.captor
        ],
        "wars": [_war(card, war, voice) for card, war in sorted(game.foreign_wars.items())],
    }


def titled(parts: Mapping[str, list[str]], voice: Voice, but_for: Iterable[str] = ()) -> list[Part]:
    """Parts with their titles; those without a line are left out."""
    left_out = tuple(but_for)
    return [
        (voice.word(f"board.{key}"), lines) for key, lines in parts.items() if lines and key not in left_out
    ]


def _in_play(game: Any) -> dict[str, Any]:
    return {space: state for space, state in game.spaces.items() if state.control is not None}


def marked(game: Any, mark: str, voice: Voice) -> list[str]:
    """The spaces with a marker, in one line."""
    return in_a_line(
        spaces_of((space for space, state in _in_play(game).items() if getattr(state, mark)), voice)
    )


def spaces_of(spaces: Iterable[str], voice: Voice) -> list[str]:
    return sorted((voice.name(kinds.SPACE, space) for space in spaces), key=fold)


def in_a_line(names: list[str]) -> list[str]:
    return [", ".join(names)] if names else []


def _away(game: Any, voice: Voice) -> list[str]:
    """What each power holds outside its home and the homes of its minor allies."""
    held: dict[str, list[str]] = {}
    for space, state in game.spaces.items():
        if state.control is not None and game.commander(game.home_power(space)) != state.control:
            held.setdefault(state.control, []).append(space)
    return [of_power(power, spaces_of(spaces, voice), voice) for power, spaces in held.items()]


def of_power(power: str, things: list[str], voice: Voice) -> str:
    return f"{voice.name(kinds.POWER, power, 'bare')}: {', '.join(things)}"


def _war(card: int, war: Any, voice: Voice) -> str:
    army = [voice.name(kinds.LEADER, leader) for leader in war.leaders]
    army += voice.units({kind: getattr(war, kind) for kind in LAND_KINDS})
    text = voice.listed(army) or voice.word("nobody")
    return voice.word("board.war", card=card, power=war.power, text=text, count=war.enemy)
