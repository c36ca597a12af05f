"""The board besides who stands where: control, sieges, unrest, religion, captives, wars abroad, colonies.

Open facts alone, as everybody at the table sees them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pbem.language import Names
from pbem.language import names as kinds
from pbem.language.forces import unit_word
from pbem.language.voice import Voice
from rules.his.powers import PROTESTANT_FAITH
from rules.war.ids import LAND_KINDS

Part = tuple[str, list[str]]
"""A title, and its lines."""


def marks(game: Any, names: Names, voice: Voice) -> list[Part]:
    """Everything that lies on the board besides units and leaders; parts without a line are left out."""
    printed = names.table(kinds.PLACE).printed
    spaces = {space: state for space, state in game.spaces.items() if state.control is not None}
    parts: list[Part] = [
        ("Control away from home", _away(game, printed, voice)),
        (
            "Under siege",
            [
                f"{printed[space]}, by {_powers(state.sieges, voice)}"
                for space, state in spaces.items()
                if state.sieges
            ],
        ),
        ("Unrest", _list([printed[space] for space, state in spaces.items() if state.unrest])),
        ("New fortresses", _list([printed[space] for space, state in spaces.items() if state.fortress])),
        ("Universities", _list([printed[space] for space, state in spaces.items() if state.university])),
        ("Protestant spaces", _protestant(game, printed)),
        (
            "Captives",
            [
                f"{voice.name(kinds.LEADER, leader)}, held by {voice.name(kinds.POWER, figure.captor)}"
                for leader, figure in sorted(game.leaders.items())
                if figure.captor
            ],
        ),
        ("Foreign wars", [_war(card, war, voice) for card, war in sorted(game.foreign_wars.items())]),
        ("New World", _new_world(game, names, voice)),
    ]
    return [(title, lines) for title, lines in parts if lines]


def _list(names: list[str]) -> list[str]:
    return [", ".join(sorted(names))] if names else []


def _powers(powers: Iterable[str], voice: Voice) -> str:
    return voice.listed(voice.name(kinds.POWER, power) for power in sorted(powers))


def _away(game: Any, printed: dict[str, str], voice: Voice) -> list[str]:
    """What each power holds outside its home and the homes of its minor allies."""
    held: dict[str, list[str]] = {}
    for space, state in game.spaces.items():
        if state.control is not None and game.commander(game.home_power(space)) != state.control:
            held.setdefault(state.control, []).append(printed[space])
    return [f"{voice.name(kinds.POWER, id)}: {', '.join(sorted(spaces))}" for id, spaces in held.items()]


def _protestant(game: Any, printed: dict[str, str]) -> list[str]:
    zones: dict[str, list[str]] = {}
    for space, state in game.spaces.items():
        if state.control is not None and state.religion == PROTESTANT_FAITH:
            zones.setdefault(game.board.spaces[space].lang, []).append(printed[space])
    return [
        f"{_zone(zone)} ({len(spaces)}): {', '.join(sorted(spaces))}"
        for zone, spaces in sorted(zones.items())
    ]


def _zone(language: str) -> str:
    return "In no zone" if language == "none" else language.capitalize()


def _war(card: int, war: Any, voice: Voice) -> str:
    army = [voice.name(kinds.LEADER, leader) for leader in war.leaders]
    army += [f"{count} {unit_word(kind, count)}" for kind in LAND_KINDS if (count := getattr(war, kind))]
    whose = voice.name(kinds.POWER, war.power)
    return f"{voice.name(kinds.CARD, card)}: {whose}, {voice.listed(army) or 'nobody'}, against {war.enemy}"


def _new_world(game: Any, names: Names, voice: Voice) -> list[str]:
    world = game.new_world
    # Sorted: a game that was stored has its things in another order than one that was just played.
    found: dict[str, list[str]] = {power: list(world.colonies.get(power, ())) for power in game.majors}
    for thing, power in (*sorted(world.claimed.items()), *sorted(world.conquests.items())):
        if thing not in found[power]:
            found[power].append(thing)
    return [
        f"{voice.name(kinds.POWER, power)}: {', '.join(voice.name(kinds.OPTION, id) for id in those)}"
        for power, those in found.items()
        if those
    ]
