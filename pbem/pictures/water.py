"""Where the water is, so that the name of a sea stands in it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from pbem.pictures.look import Points
from rules.core.board import Board

STEP = 12
"""How far the points are apart that are looked at, in the board's coordinates."""


@lru_cache(maxsize=16)
def _water(land: tuple[Points, ...], left: int, top: int, right: int, bottom: int) -> list[tuple[int, int]]:
    """Points in the water, row by row."""
    shore_lines = [
        (x1, y1, x2, y2)
        for outline in land
        for (x1, y1), (x2, y2) in zip(outline, (*outline[1:], outline[0]), strict=True)
        if (y1 > top or y2 > top) and (y1 <= bottom or y2 <= bottom)
    ]
    found = []
    for y in range(top, bottom, STEP):
        shores = sorted(
            [x1 + (y - y1) * (x2 - x1) / (y2 - y1) for x1, y1, x2, y2 in shore_lines if (y1 > y) != (y2 > y)]
        )
        ashore, passed = False, 0
        for x in range(left, right, STEP):
            while passed < len(shores) and shores[passed] <= x:
                ashore, passed = not ashore, passed + 1
            if not ashore:
                found.append((x, y))
    return found


def sea_points(
    board: Board, land: Sequence[Points], frame: tuple[int, int, int, int]
) -> dict[str, list[tuple[int, int]]]:
    """The points of each sea within a frame, those nearest to its middle first."""
    outlines = tuple(land)
    if not outlines:
        return {zone.id: [zone.xy] for zone in board.zones.values()}
    found: dict[str, list[tuple[float, tuple[int, int]]]] = {}
    middle = ((frame[0] + frame[2]) / 2, (frame[1] + frame[3]) / 2)
    zones = [(*zone.xy, zone.id) for zone in board.zones.values()]
    for x, y in _water(outlines, *frame):
        far, whose = min([((zone_x - x) ** 2 + (zone_y - y) ** 2, id) for zone_x, zone_y, id in zones])
        inward = (middle[0] - x) ** 2 + (middle[1] - y) ** 2
        found.setdefault(whose, []).append((far + inward / 6, (x, y)))
    return {id: [point for _, point in sorted(points)] for id, points in found.items()}
