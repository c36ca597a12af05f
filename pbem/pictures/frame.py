"""Which part of the board a picture shows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from pbem.pictures.cells import FAR
from rules.core.board import Board

Frame: TypeAlias = tuple[int, int, int, int]

LEAST, USUAL, ROOMY, MOST = 190, 236, 270, 330
"""How wide a part of the board may be so that names on it can be read on a telephone."""
FARTHEST = 440
"""And how wide if all of a few places can be seen then."""
MARGIN = 24
"""How much is shown around what must be seen."""
FLAT, TALL = 0.8, 1.08
"""The height of a picture as a part of its width."""
EDGE: Frame = (-12, -12, 1012, 792)
CUT = 9
"""What is nearer to the edge than this is not shown."""
STEPS = (-60, -30, 0, 30, 60)
"""How far the middle of a picture may be from a place, to either side."""
ROOM = 20
"""What is shown is at least so far from the edge."""


def at(board: Board, place: str) -> tuple[int, int]:
    return (board.spaces.get(place) or board.zones[place]).xy


def frame_of(
    board: Board,
    places: Iterable[str],
    wished: Iterable[str] = (),
    around: Iterable[str] = (),
    most: int = MOST,
) -> Frame:
    """A frame around places; what is wished for and what lies around is shown as far as there is room."""
    points = [at(board, place) for place in places]
    box = (*map(min, zip(*points, strict=True)), *map(max, zip(*points, strict=True)))
    for more, room in ((wished, most - 2 * MARGIN), (around, USUAL)):
        x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
        # The nearest first: each is let in while the picture does not become too wide for it.
        for point in sorted(
            (at(board, place) for place in more), key=lambda p: ((p[0] - x) ** 2 + (p[1] - y) ** 2, p)
        ):
            wider = (
                min(box[0], point[0]),
                min(box[1], point[1]),
                max(box[2], point[0]),
                max(box[3], point[1]),
            )
            if wider[2] - wider[0] <= room and wider[3] - wider[1] <= room:
                box = wider
    return fitted(board, box[0] - MARGIN, box[1] - MARGIN, box[2] + MARGIN, box[3] + MARGIN)


def busiest(board: Board, weights: Mapping[str, float], wide: int = USUAL) -> Frame:
    """The frame of a size in which the most is to be seen."""
    points = [(*at(board, place), weight) for place, weight in weights.items()]
    half = (wide / 2, wide * 0.46)
    shown = half[0] - MARGIN / 2, half[1] - MARGIN / 2

    def near(x: float, y: float) -> list[tuple[int, int, float]]:
        """What frames around a point can show, moved by any of `STEPS`."""
        wide, high = shown[0] + STEPS[-1], shown[1] + STEPS[-1]
        return [point for point in points if abs(point[0] - x) < wide and abs(point[1] - y) < high]

    def columns(x: float, among: list[tuple[int, int, float]]) -> list[tuple[float, int, float]]:
        """What is seen from left to right: how far from the middle, how high, and what it weighs."""
        return [
            (right / half[0], py, weight) for px, py, weight in among if (right := abs(px - x)) < shown[0]
        ]

    def seen(y: float, among: list[tuple[float, int, float]]) -> float:
        total = 0.0
        for right, py, weight in among:
            down = abs(py - y)
            if down < shown[1]:
                down /= half[1]
                total += weight * (1.25 - 0.5 * (right if right > down else down))
        return round(total, 6)

    around = {(x, y): near(x, y) for x, y, _ in points}
    most = {point: 1.25 * sum(weight for *_, weight in among) for point, among in around.items()}
    best = (-1.0, 0.0, 0.0)
    for (x, y), limit in sorted(most.items(), key=lambda item: -item[1]):
        if limit < best[0] - 0.001:  # frames around this point, and around all that follow, show less
            break
        for left in STEPS:
            among = columns(x + left, around[x, y])
            # No frame of this column shows more than all of it, each as if it were in the middle.
            if 1.25 * sum([weight for *_, weight in among]) < best[0] - 0.001:
                continue
            for top in STEPS:
                best = max(best, (seen(y + top, among), -x - left, -y - top))
    middle = -best[1], -best[2]
    return fitted(board, middle[0] - half[0], middle[1] - half[1], middle[0] + half[0], middle[1] + half[1])


def fitted(board: Board, left: float, top: float, right: float, bottom: float) -> Frame:
    """A frame that is neither too narrow nor too wide, of a shape for a telephone, within the map."""
    wide = min(max(right - left, LEAST, (bottom - top) / TALL), EDGE[2] - EDGE[0])
    high = min(max(bottom - top, wide * FLAT), EDGE[3] - EDGE[1])
    x, y = (left + right) / 2, (top + bottom) / 2
    left = min(max(x - wide / 2, EDGE[0]), EDGE[2] - wide)
    top = min(max(y - high / 2, EDGE[1]), EDGE[3] - high)
    return _with_room(board, (round(left), round(top), round(left + wide), round(top + high)))


def _with_room(board: Board, frame: Frame) -> Frame:
    """A frame moved outwards where a space is so near to its edge that its name would have no room."""
    left, top, right, bottom = frame
    inside = [
        space.xy
        for space in board.spaces.values()
        if left + CUT < space.xy[0] < right - CUT and top + CUT < space.xy[1] < bottom - CUT
    ]
    if not inside:
        return frame
    return (
        max(EDGE[0], min(left, min(x for x, _ in inside) - ROOM)),
        max(EDGE[1], min(top, min(y for _, y in inside) - ROOM)),
        min(EDGE[2], max(right, max(x for x, _ in inside) + ROOM)),
        min(EDGE[3], max(bottom, max(y for _, y in inside) + ROOM)),
    )


def within(board: Board, frame: Frame | None) -> list[str]:
    """The spaces in a frame, and the seas that reach into it; without one, those of the usual map."""
    left, top, right, bottom = frame or EDGE

    def inside(xy: tuple[int, int], cut: int) -> bool:
        return left + cut < xy[0] < right - cut and top + cut < xy[1] < bottom - cut

    spaces = [space.id for space in board.spaces.values() if inside(space.xy, CUT if frame else -CUT)]
    seas = [
        zone.id
        for zone in board.zones.values()
        if inside(zone.xy, 0) or any(port in spaces for port in zone.ports)
    ]
    return [*spaces, *seas]


def beyond(board: Board, frame: Frame | None, places: Sequence[str]) -> list[str]:
    """Spaces outside of a frame whose land reaches into it."""
    if frame is None:
        return []
    return [
        space.id
        for space in board.spaces.values()
        if space.id not in places
        and frame[0] - FAR < space.xy[0] < frame[2] + FAR
        and frame[1] - FAR < space.xy[1] < frame[3] + FAR
    ]


def near(board: Board, places: Sequence[str], steps: int = 1) -> list[str]:
    """What is next to some places, by land or by sea."""
    found: dict[str, None] = {}
    for place in places:
        if place in board.zones:
            found.update(dict.fromkeys((*board.ports_of(place), *board.zone_neighbours(place))))
        else:
            found.update(dict.fromkeys((*board.within(place, steps), *board.zones_of(place))))
    return [place for place in found if place not in places]
