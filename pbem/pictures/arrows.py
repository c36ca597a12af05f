"""Arrows for what moved: a bent line in the colour of its power, with the number of units on it."""

from __future__ import annotations

from math import hypot

from pbem.pictures.placement import Rect, Segment
from pbem.pictures.scene import Move

START, END = 11.0, 13.0
"""How far from the middles of its places an arrow begins and ends."""
BEND = 0.13
HEAD = 9.0


def arrow(
    origin: tuple[float, float],
    to: tuple[float, float],
    move: Move,
    colours: tuple[str, str, str],
    size: float,
    paper: Rect,
) -> tuple[str, Rect | None, Segment]:
    """The drawing, the room that its number takes, and about where the line goes."""
    fill, ink, edge = colours
    (x1, y1), (x2, y2) = origin, to
    far = max(1.0, hypot(x2 - x1, y2 - y1))
    dx, dy = (x2 - x1) / far, (y2 - y1) / far
    room = far - (START + END) * size
    if room < 6:  # next door: it begins at the symbol itself
        start = max(0.0, far - END * size - 8)
    else:
        start = START * size
    bend = BEND * far
    middle = ((x1 + x2) / 2 - dy * bend, (y1 + y2) / 2 + dx * bend)
    begin = (x1 + dx * start, y1 + dy * start)
    # The end comes in the direction of the bend's second half.
    back_x, back_y = x2 - middle[0], y2 - middle[1]
    back = max(1.0, hypot(back_x, back_y))
    ux, uy = back_x / back, back_y / back
    tip = (x2 - ux * END * size, y2 - uy * END * size)
    head = HEAD * size
    neck = (tip[0] - ux * head, tip[1] - uy * head)
    left = (neck[0] - uy * head * 0.62, neck[1] + ux * head * 0.62)
    right = (neck[0] + uy * head * 0.62, neck[1] - ux * head * 0.62)
    dash = {
        "announced": f' stroke-dasharray="{7 * size:.1f} {5 * size:.1f}"',
        "flight": f' stroke-dasharray="{2.5 * size:.1f} {3.5 * size:.1f}"',
    }.get(move.way, "")
    line = f'd="M{begin[0]:.1f} {begin[1]:.1f}Q{middle[0]:.1f} {middle[1]:.1f} {neck[0]:.1f} {neck[1]:.1f}" fill="none"'
    points = f"M{tip[0]:.1f} {tip[1]:.1f}L{left[0]:.1f} {left[1]:.1f}L{right[0]:.1f} {right[1]:.1f}Z"
    drawn = (
        f'<path {line} stroke="{edge}" stroke-width="{6 * size:.1f}"{dash}/>'
        f'<path d="{points}" fill="{fill}" stroke="{edge}" stroke-width="{1.4 * size:.1f}" stroke-linejoin="round"/>'
        f'<path {line} stroke="{fill}" stroke-width="{3.8 * size:.1f}"{dash}/>'
    )
    chip = None
    if move.count and (spot := _visible(begin, middle, neck, paper, 8 * size)):
        half = (7.5 if move.count < 10 else 9.5) * size
        drawn += (
            f'<rect x="{spot[0] - half:.1f}" y="{spot[1] - 7.5 * size:.1f}" width="{2 * half:.1f}" '
            f'height="{15 * size:.1f}" rx="{7.5 * size:.1f}" fill="{fill}" stroke="{edge}" stroke-width="1.2"/>'
            f'<text x="{spot[0]:.1f}" y="{spot[1] + 4 * size:.1f}" font-size="{11 * size:.1f}" font-weight="bold" '
            f'text-anchor="middle" fill="{ink}">{move.count}</text>'
        )
        chip = (spot[0] - half, spot[1] - 8 * size, spot[0] + half, spot[1] + 8 * size)
    return drawn, chip, (*begin, *neck)


def _visible(
    begin: tuple[float, float],
    middle: tuple[float, float],
    end: tuple[float, float],
    paper: Rect,
    margin: float,
) -> tuple[float, float] | None:
    """A point on the line that is on the paper, in its middle if that is."""
    for t in (0.45, 0.6, 0.3, 0.75, 0.9):
        x = (1 - t) ** 2 * begin[0] + 2 * t * (1 - t) * middle[0] + t * t * end[0]
        y = (1 - t) ** 2 * begin[1] + 2 * t * (1 - t) * middle[1] + t * t * end[1]
        if paper[0] + margin < x < paper[2] - margin and paper[1] + margin < y < paper[3] - margin:
            return x, y
    return None
