"""map.toml: the board, read and checked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rules.core import board_data
from rules.core.board import FORTRESS, KEY, Board, SeaZone, Space, board_problems
from rules.core.board_data import SeaBorder, apart_problems
from rules.core.findings import miscounts

# What the printed game has, from the headers of the collected facts; a slip in a file shows as a wrong count.
HOME_SPACES = {
    "england": 12,
    "france": 17,
    "genoa": 2,
    "hapsburg": 32,
    "hungary": 9,
    "independent": 17,
    "ottoman": 14,
    "papacy": 3,
    "protestant": 21,
    "scotland": 3,
    "venice": 4,
}
ELECTORATE = "electorate"
SPACE_TYPES = {ELECTORATE: 6, "fortress": 9, "key": 33, "town": 86}
KEYS_BY_HOME = {
    "england": 4,
    "france": 5,
    "genoa": 1,
    "hapsburg": 7,
    "hungary": 3,
    "independent": 5,
    "ottoman": 4,
    "papacy": 2,
    "scotland": 1,
    "venice": 1,
}
LANGUAGES = {"english": 14, "french": 24, "german": 27, "italian": 18, "none": 37, "spanish": 14}
PASSES = {"alps": 6, "balkans": 7, "pyrenees": 3}


class PrintedSpace(Space):
    """A space with what only this map says: `haven` is the power whose home it becomes as a pirate haven."""

    haven: str | None = None


def haven_power(space: Space) -> str | None:
    return space.haven if isinstance(space, PrintedSpace) else None


def load_board(raw: dict[str, Any], problems: list[str]) -> tuple[Board, list[SeaBorder]]:
    fortified = (KEY, ELECTORATE, FORTRESS)
    return board_data.load_board(raw, problems, space=PrintedSpace, zone=SeaZone, fortified=fortified)


def map_problems(board: Board, apart: Sequence[SeaBorder]) -> Iterator[str]:
    yield from board_problems(board)
    spaces = list(board.spaces.values())
    yield from miscounts("home spaces of", HOME_SPACES, (space.home for space in spaces))
    yield from miscounts("spaces of type", SPACE_TYPES, (space.type for space in spaces))
    yield from miscounts("home keys of", KEYS_BY_HOME, (space.home for space in spaces if space.is_key))
    yield from miscounts("spaces of language", LANGUAGES, (space.lang for space in spaces))
    yield from miscounts("passes of the", PASSES, (c.range or "" for c in board.connections if c.pass_))
    yield from miscounts(
        "",
        {
            "spaces": 134,
            "connections": 220,
            "sea zones": 14,
            "ports": 58,
            "port links": 75,
            "two-zone ports": 17,
            "sea borders": 16,
            "havens": 3,
            "spaces without a connection": 11,
        },
        [
            *["spaces" for _ in spaces],
            *["connections" for _ in board.connections],
            *["sea zones" for _ in board.zones],
            *["ports" for space in spaces if space.is_port],
            *["port links" for space in spaces for _ in space.sea],
            *["two-zone ports" for space in spaces if len(space.sea) == 2],
            *["sea borders" for id, zone in board.zones.items() for other in zone.neighbours if id < other],
            *["havens" for space in spaces if haven_power(space)],
            *["spaces without a connection" for space in spaces if not board.neighbours(space.id)],
        ],
    )
    for space in spaces:
        if space.capital and not space.is_key:
            yield f"capital that is no key: {space.id}"
    places: list[Space | SeaZone] = [*spaces, *board.zones.values()]
    for place in places:
        if place.xy == (0, 0):
            yield f"no place on the map: {place.id}"
    yield from apart_problems(board, apart)
