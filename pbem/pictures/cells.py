"""The land around each space: everything that is nearer to it than to any other, but not too far away.

Who holds a space colours its cell, so that realms and fronts are seen at a glance.  Cells are ornament: no
rule knows them.
"""

from __future__ import annotations

from functools import cache
from math import cos, pi, sin
from typing import TypeAlias

from rules.core.board import Board

Polygon: TypeAlias = list[tuple[float, float]]

FAR = 52.0
"""How far a cell reaches from its space."""
CORNERS = 14


@cache
def cells_of(board: Board) -> dict[str, Polygon]:
    """The cell of each space."""
    middles = {id: space.xy for id, space in board.spaces.items()}
    found = {}
    for id, (x, y) in middles.items():
        cell: Polygon = [
            (x + FAR * cos(2 * pi * n / CORNERS), y + FAR * sin(2 * pi * n / CORNERS)) for n in range(CORNERS)
        ]
        for other, (other_x, other_y) in middles.items():
            if other != id and abs(other_x - x) < 2 * FAR > abs(other_y - y):
                cell = _nearer(cell, (x, y), (other_x, other_y))
        found[id] = cell
    return found


def _nearer(cell: Polygon, own: tuple[int, int], other: tuple[int, int]) -> Polygon:
    """What of a cell is nearer to its own middle than to another (one step of Sutherland and Hodgman)."""
    normal = (other[0] - own[0], other[1] - own[1])
    middle = ((own[0] + other[0]) / 2, (own[1] + other[1]) / 2)

    def beyond(point: tuple[float, float]) -> float:
        return (point[0] - middle[0]) * normal[0] + (point[1] - middle[1]) * normal[1]

    kept: Polygon = []
    for here, there in zip(cell, [*cell[1:], *cell[:1]], strict=True):
        a, b = beyond(here), beyond(there)
        if a <= 0:
            kept.append(here)
        if (a < 0 < b) or (b < 0 < a):
            part = a / (a - b)
            kept.append((here[0] + (there[0] - here[0]) * part, here[1] + (there[1] - here[1]) * part))
    return kept
