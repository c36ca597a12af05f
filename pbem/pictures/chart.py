"""Scores over time as a chart in SVG: a line for each power, with its colour, its letters and its name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from typing import TypeAlias

from pbem.pictures.look import Look

WIDE, HIGH = 480, 190
LEFT, RIGHT, TOP, BOTTOM = 24, 92, 10, 172
"""The right margin has room for the longest name of a power in any language: `Protestanten`."""
APART = 10.5
"""Names at the right edge are at least this far from each other."""
Scale: TypeAlias = Callable[[float], float]


@dataclass(frozen=True, slots=True)
class Scores:
    """The points of all powers at each step, and the steps at which turns begin."""

    powers: tuple[str, ...]
    points: Sequence[tuple[int, ...]]
    turns: Sequence[tuple[int, int]]
    """Step, turn."""


def chart(look: Look, scores: Scores, goal: int) -> str:
    """The chart; a replay moves the line `now` in it."""
    last = max(1, len(scores.points) - 1)
    top = max(goal, max((max(points) for points in scores.points), default=0)) + 1

    def x(step: float) -> float:
        return LEFT + (WIDE - LEFT - RIGHT) * step / last

    def y(points: float) -> float:
        return BOTTOM - (BOTTOM - TOP) * points / top

    grid = []
    for points in range(0, top + 1, 5):
        kind = "goal" if points == goal else "grid"
        grid.append(f'<path class="{kind}" d="M{LEFT} {y(points):.1f}H{WIDE - RIGHT}"/>')
        grid.append(f'<text class="tick end" x="{LEFT - 4}" y="{y(points) + 3:.1f}">{points}</text>')
    word = escape(look.words("turn"))
    for step, turn in scores.turns:
        grid.append(f'<line class="grid" x1="{x(step):.1f}" x2="{x(step):.1f}" y1="{TOP}" y2="{BOTTOM}"/>')
        grid.append(f'<text class="tick" x="{x(step) + 2:.1f}" y="{BOTTOM + 11}">{word} {turn}</text>')
    lines = [_line(look, scores, n, x, y) for n in range(len(scores.powers))]
    return (
        f'<svg id="chart" viewBox="0 0 {WIDE} {HIGH}" role="img" aria-label="{escape(look.words("points"))}">'
        f'<rect class="paper" width="{WIDE}" height="{HIGH}" rx="4"/>{"".join(grid)}{"".join(lines)}'
        f"{_names(look, scores, y)}"
        f'<path id="now" class="now" d="M{LEFT} {TOP}V{BOTTOM}" data-width="{WIDE - LEFT - RIGHT}"/></svg>'
    )


def _line(look: Look, scores: Scores, number: int, x: Scale, y: Scale) -> str:
    """The line of a power, with its letters on it in the middle of each turn."""
    power = scores.powers[number]
    path, before = [], None
    for step, points in enumerate(scores.points):
        now = points[number]
        if before is None:
            path.append(f"M{x(step):.1f} {y(now):.1f}")
        elif now != before:
            path.append(f"H{x(step):.1f}V{y(now):.1f}")
        before = now
    last = max(1, len(scores.points) - 1)
    data = "".join([*path, f"H{x(last):.1f}"])
    starts = [*(step for step, _ in scores.turns), last]
    # Not all at the same place, so that lines that lie upon each other can be told apart.
    share = (number + 1) / (len(scores.powers) + 1)
    letters = []
    for begin, end in pairwise(starts):
        step = round(begin + (end - begin) * share)
        height = y(scores.points[min(step, len(scores.points) - 1)][number])
        letters.append(
            f'<text class="on mid t-{power}" x="{x(step):.1f}" y="{height + 2.6:.1f}">'
            f"{escape(look.livery(power).code)}</text>"
        )
    return (
        f'<path class="under" d="{data}"/><path class="curve b-{power}" d="{data}"/>'
        f'<g class="b-{power}">{"".join(letters)}</g>'
    )


def _names(look: Look, scores: Scores, y: Scale) -> str:
    """The powers' names at the right edge, each at its line or as near as there is room."""
    if not scores.points:
        return ""
    ends = sorted((y(points), n) for n, points in enumerate(scores.points[-1]))
    at, lowest = [], TOP - APART
    for wanted, n in ends:
        lowest = max(wanted, lowest + APART)
        at.append((lowest, n))
    shift = max(0.0, at[-1][0] - BOTTOM) if at else 0.0
    return "".join(
        f'<text class="who" x="{WIDE - RIGHT + 5}" y="{place - shift + 3:.1f}">'
        f"{escape(look.livery(scores.powers[n]).name)}</text>"
        for place, n in at
    )
