"""map.toml of any title: the board, read into its spaces, sea zones and connections."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from rules.core.board import Board, Connection, SeaZone, Space
from rules.core.data import build_all, repeated
from rules.core.records import Record


class SeaBorder(Record):
    """Two sea zones side by side; or two that are not, with the port `via` which one sails between them."""

    a: str
    b: str
    arrow: bool = False
    via: str | None = None


def load_board(
    raw: dict[str, Any],
    problems: list[str],
    *,
    space: type[Space],
    zone: type[SeaZone],
    fortified: Sequence[str],
) -> tuple[Board, list[SeaBorder]]:
    """The board of a map.toml, with spaces and zones of own classes; and zones that are apart."""
    spaces = build_all(space, raw.get("spaces"), "map.toml: space", problems)
    zones = build_all(zone, raw.get("sea_zones"), "map.toml: sea zone", problems)
    edges = build_all(Connection, raw.get("connections"), "map.toml: connection", problems, key="a")
    borders = build_all(SeaBorder, raw.get("sea_adjacency"), "map.toml: sea border", problems, key="a")
    apart = build_all(SeaBorder, raw.get("sea_not_connected"), "map.toml: not connected", problems, key="a")
    problems.extend(f"duplicated space: {id}" for id in repeated(space.id for space in spaces))
    problems.extend(f"duplicated sea zone: {id}" for id in repeated(zone.id for zone in zones))
    pairs = [tuple(sorted((border.a, border.b))) for border in borders]
    problems.extend(f"duplicated sea border: {' - '.join(pair)}" for pair in repeated(pairs))
    ids = [zone.id for zone in zones]
    problems.extend(f"unknown sea zone in border: {id}" for pair in pairs for id in pair if id not in ids)
    neighbours = {
        id: tuple(sorted(b if a == id else a for a, b in dict.fromkeys(pairs) if id in (a, b))) for id in ids
    }
    zones = [replace(zone, neighbours=neighbours[zone.id]) for zone in zones]
    return Board(spaces, zones, edges, fortified), apart


def apart_problems(board: Board, apart: Sequence[SeaBorder]) -> list[str]:
    """Zones that are told to be apart and are not, or that no port joins."""
    found = []
    for pair in apart:
        if pair.a in board.zones and pair.b in board.zones[pair.a].neighbours:
            found.append(f"zones that should be apart are adjacent: {pair.a} - {pair.b}")
        if pair.via not in board.spaces or board.spaces[pair.via].sea != tuple(sorted((pair.a, pair.b))):
            found.append(f"no port joins {pair.a} and {pair.b}: {pair.via}")
    return found
