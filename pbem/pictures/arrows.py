"""Arrows for what moved: a bent line in the colour of its power, with the number of units on it."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from pbem.pictures.placement import Rect, Segment, overlap
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
    symbols: Sequence[Rect] = (),
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
    line = f'd="M{_xy(begin)}Q{_xy(middle)} {_xy(neck)}" fill="none"{dash}'
    drawn = (
        f'<path {line} stroke="{edge}" stroke-width="{6 * size:.1f}"/>'
        f'<path d="M{_xy(tip)}L{_xy(left)}L{_xy(right)}Z" fill="{fill}" stroke="{edge}" '
        f'stroke-width="{1.4 * size:.1f}" stroke-linejoin="round"/>'
        f'<path {line} stroke="{fill}" stroke-width="{3.8 * size:.1f}"/>'
    )
    chip = None
    if move.count and (spot := _visible(begin, middle, neck, paper, symbols, 8 * size)):
        half = (7.5 if move.count < 10 else 9.5) * size
        high = 7.5 * size
        drawn += (
            f'<rect x="{spot[0] - half:.1f}" y="{spot[1] - high:.1f}" width="{2 * half:.1f}" '
            f'height="{2 * high:.1f}" rx="{high:.1f}" fill="{fill}" stroke="{edge}" stroke-width="1.2"/>'
            f'<text x="{spot[0]:.1f}" y="{spot[1] + 4 * size:.1f}" font-size="{11 * size:.1f}" '
            f'font-weight="bold" text-anchor="middle" fill="{ink}">{move.count}</text>'
        )
        chip = (spot[0] - half, spot[1] - high, spot[0] + half, spot[1] + high)
    return drawn, chip, (*begin, *neck)


def _xy(point: tuple[float, float]) -> str:
    return f"{point[0]:.1f} {point[1]:.1f}"


def _visible(
    begin: tuple[float, float],
    middle: tuple[float, float],
    end: tuple[float, float],
    paper: Rect,
    symbols: Sequence[Rect],
    margin: float,
) -> tuple[float, float] | None:
    """A point on the line that is on the paper and on no symbol, in its middle if that is so."""
    for t in (0.45, 0.55, 0.35, 0.65, 0.25, 0.75, 0.9):
        x = (1 - t) ** 2 * begin[0] + 2 * t * (1 - t) * middle[0] + t * t * end[0]
        y = (1 - t) ** 2 * begin[1] + 2 * t * (1 - t) * middle[1] + t * t * end[1]
        rect = (x - margin, y - margin, x + margin, y + margin)
        on_paper = paper[0] < rect[0] and rect[2] < paper[2] and paper[1] < rect[1] and rect[3] < paper[3]
        if on_paper and not any(overlap(rect, symbol) for symbol in symbols):
            return x, y
    return None
