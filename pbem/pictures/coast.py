"""The coast within a frame: outlines made smooth once, and cut to what is drawn.

A renderer pays for every piece of a line, seen or not, and most of Europe is outside of most pictures.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import TypeAlias

from pbem.pictures.look import Points

Point: TypeAlias = tuple[float, float]
PIECES = 4
"""How many straight pieces a bend between two points is made of."""


@cache
def smooth_points(points: Points) -> list[Point]:
    """A closed line through points, without corners (Catmull and Rom)."""
    found: list[Point] = []
    size = len(points)
    for n, (x1, y1) in enumerate(points):
        (x0, y0), (x2, y2), (x3, y3) = points[n - 1], points[(n + 1) % size], points[(n + 2) % size]
        for piece in range(PIECES):
            t = piece / PIECES
            a, b, c = (
                -0.5 * t + t * t - 0.5 * t**3,
                1 - 2.5 * t * t + 1.5 * t**3,
                0.5 * t + 2 * t * t - 1.5 * t**3,
            )
            d = 0.5 * (t**3 - t * t)
            found.append((a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3))
    return found


@cache
def _extent(points: Points) -> tuple[float, float, float, float]:
    """The smallest rectangle around an outline: left, top, right, bottom."""
    across, down = zip(*smooth_points(points), strict=True)
    return min(across), min(down), max(across), max(down)


def coast(land: Sequence[Points], frame: tuple[int, int, int, int], margin: int = 6) -> list[list[Point]]:
    """The outlines of land in a frame; lines along the frame lie outside of it."""
    left, top, right, bottom = frame[0] - margin, frame[1] - margin, frame[2] + margin, frame[3] + margin
    found = []
    for outline in land:
        first, highest, last, lowest = _extent(outline)
        if first > right or last < left or highest > bottom or lowest < top:
            continue
        points = smooth_points(outline)
        if first < left:
            points = _cut(points, lambda p: p[0] - left)
        if last > right:
            points = _cut(points, lambda p: right - p[0])
        if highest < top:
            points = _cut(points, lambda p: p[1] - top)
        if lowest > bottom:
            points = _cut(points, lambda p: bottom - p[1])
        if len(points) > 2:
            found.append(points)
    return found


def _cut(points: list[Point], inside: Callable[[Point], float]) -> list[Point]:
    """What of an outline is on the good side of a line (one step of Sutherland and Hodgman)."""
    kept: list[Point] = []
    if not points:
        return kept
    before = points[-1]
    was = inside(before)
    for point in points:
        now = inside(point)
        if (was < 0) != (now < 0):
            part = was / (was - now)
            kept.append(
                (before[0] + (point[0] - before[0]) * part, before[1] + (point[1] - before[1]) * part)
            )
        if now >= 0:
            kept.append(point)
        before, was = point, now
    return kept
