"""Where the labels of a picture stand: none covers another, none covers a symbol, and none leaves the paper.

Each label has a point that it belongs to.  It stands as near to it as it can; one that must go farther away gets
a line to its point.  All of them are improved in turn until nothing covers anything.  Whatever still has no
place of its own is left out, the least important first, so the promise holds for every position.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

Rect: TypeAlias = tuple[float, float, float, float]
"""Left, top, right, bottom."""
Segment: TypeAlias = tuple[float, float, float, float]

RINGS = (0.0, 5.0, 13.0, 22.0, 33.0, 46.0, 60.0)
"""How far beyond its symbol a label may go; from the second on it costs, from the third on it has a line."""
LINE_FROM = 9.0
SIDES = (
    # Where, and how little it is liked: right of a point is read best, then below, left, above, and corners.
    (1.0, 0.0, 0.0),
    (0.0, 1.0, 0.6),
    (-1.0, 0.0, 1.0),
    (0.0, -1.0, 1.2),
    (1.0, 0.8, 1.4),
    (1.0, -0.8, 1.5),
    (-1.0, 0.8, 1.7),
    (-1.0, -0.8, 1.8),
    (0.55, 1.0, 1.9),
    (-0.55, 1.0, 2.0),
    (0.55, -1.0, 2.1),
    (-0.55, -1.0, 2.2),
)
COVERS = 1_000.0
"""What it costs to cover something: more than everything else together."""
SWEEPS = 8
GAP = 1.5
CLOSE = 5.0
"""Nearer to another's symbol than this, a name might be taken for the other's."""


@dataclass(slots=True)
class Label:
    """Something that wants a place beside a point."""

    id: str
    x: float
    y: float
    reach: float
    """How much of the point's surroundings is taken by its symbol."""
    width: float
    height: float
    weight: float = 1.0
    """How important it is; the heavier ones choose first and are left out last."""
    free: bool = False
    """It may also stand on its point (the name of a sea)."""
    wander: Sequence[tuple[float, float]] = ()
    """More points on which it may stand, the best first."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A label in its place; `align` says which side of it is nearest to its point: -1 left, 0 middle, 1 right."""

    rect: Rect
    align: int
    line: Segment | None = None


@dataclass(slots=True)
class _Candidate:
    rect: Rect
    align: int
    cost: float
    far: float


@dataclass(slots=True)
class _Item:
    label: Label
    candidates: list[_Candidate]
    rivals: list[_Item] = field(default_factory=list)
    chosen: _Candidate | None = None


def place(
    labels: Sequence[Label], taken: Sequence[Rect], lines: Sequence[Segment], paper: Rect
) -> dict[str, Placed]:
    """A place for each label; `taken` is never covered, `lines` only if nothing else is left."""
    items = [
        _Item(label, _candidates(label, taken, lines, paper))
        for label in sorted(labels, key=lambda label: (-label.weight, label.id))
    ]
    for item in items:
        item.rivals = [other for other in items if other is not item and _rivals(item, other)]
    for item in items:
        _choose(item)
    for _ in range(SWEEPS):
        if not sum(_move(item) for item in items):
            break
    for item in reversed(items):
        if item.chosen is not None and _conflict(item.chosen, item.rivals):
            item.chosen = None
    for item in items:
        if item.chosen is None:
            _squeeze_in(item)
    return {item.label.id: _placed(item.label, item.chosen) for item in items if item.chosen is not None}


def overlap(one: Rect, other: Rect) -> bool:
    """Whether two things cover each other.

    >>> overlap((0, 0, 4, 4), (3, 3, 8, 8)), overlap((0, 0, 4, 4), (4, 0, 8, 8))
    (True, False)
    """
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _holds(rect: Rect, x: float, y: float) -> bool:
    return rect[0] <= x <= rect[2] and rect[1] <= y <= rect[3]


def crosses(line: Segment, rect: Rect) -> bool:
    """Whether a straight line goes through a rectangle (Liang and Barsky)."""
    x1, y1, x2, y2 = line
    dx, dy = x2 - x1, y2 - y1
    first, last = 0.0, 1.0
    for step, room in ((-dx, x1 - rect[0]), (dx, rect[2] - x1), (-dy, y1 - rect[1]), (dy, rect[3] - y1)):
        if step == 0:
            if room < 0:
                return False
            continue
        at = room / step
        if step < 0:
            first = max(first, at)
        else:
            last = min(last, at)
        if first > last:
            return False
    return True


# ---- Candidates


def _candidates(
    label: Label, taken: Sequence[Rect], lines: Sequence[Segment], paper: Rect
) -> list[_Candidate]:
    """Where a label could stand without covering a symbol, the best first."""
    far = label.reach + RINGS[-1]
    about = (
        label.x - far - label.width,
        label.y - far - label.height,
        label.x + far + label.width,
        label.y + far + label.height,
    )
    if label.wander:
        about = paper
    near = [rect for rect in taken if overlap(rect, about)]
    crossed = [line for line in lines if crosses(line, about)]
    found = []
    for rect, align, cost, away in _spots(label):
        if rect[0] < paper[0] or rect[1] < paper[1] or rect[2] > paper[2] or rect[3] > paper[3]:
            continue
        if any(overlap(rect, other) for other in near):
            continue
        cost += 1.6 * sum(crosses(line, rect) for line in crossed)
        close = (rect[0] - CLOSE, rect[1] - CLOSE, rect[2] + CLOSE, rect[3] + CLOSE)
        cost += 1.1 * sum(overlap(close, other) for other in near if not _holds(other, label.x, label.y))
        found.append(_Candidate(rect, align, cost, away))
    return found


def _spots(label: Label) -> list[tuple[Rect, int, float, float]]:
    half_width, half_height = label.width / 2, label.height / 2
    found: list[tuple[Rect, int, float, float]] = []
    if label.free:
        for number, (x, y) in enumerate(((label.x, label.y), *label.wander)):
            rect = (x - half_width, y - half_height, x + half_width, y + half_height)
            found.append((rect, 0, 0.35 * number, 0.0))
        return found
    for away in RINGS:
        for side_x, side_y, dislike in SIDES:
            reach = label.reach + away
            if abs(side_x) > 0.5 and abs(side_y) > 0.5:
                reach *= 0.8
            x = label.x + side_x * (reach + half_width)
            y = label.y + side_y * (reach + half_height)
            rect = (x - half_width, y - half_height, x + half_width, y + half_height)
            align = -1 if side_x > 0.6 else 1 if side_x < -0.6 else 0
            found.append((rect, align, dislike + away * 0.45, away))
    return found


# ---- Choosing


def _rivals(item: _Item, other: _Item) -> bool:
    """Whether two labels can come into each other's way at all."""
    if item.label.free or other.label.free:
        return True
    one, two = item.label, other.label
    far = one.reach + two.reach + 2 * RINGS[-1]
    return abs(one.x - two.x) < far + one.width + two.width and abs(one.y - two.y) < (
        far + one.height + two.height
    )


def _wide(rect: Rect) -> Rect:
    return (rect[0] - GAP, rect[1] - GAP / 2, rect[2] + GAP, rect[3] + GAP / 2)


def _conflict(candidate: _Candidate, rivals: Sequence[_Item]) -> float:
    """How much of others would be covered, by how important they are."""
    left, top, right, bottom = _wide(candidate.rect)
    cost = 0.0
    for other in rivals:
        if (chosen := other.chosen) is not None:
            x1, y1, x2, y2 = chosen.rect
            if x1 < right and left < x2 and y1 < bottom and top < y2:
                cost += COVERS * other.label.weight
    return cost


def _choose(item: _Item) -> None:
    """The best candidate as the others stand now."""
    best, least = None, float("inf")
    for candidate in item.candidates:
        if candidate.cost >= least:
            continue
        cost = candidate.cost + _conflict(candidate, item.rivals)
        if cost < least:
            best, least = candidate, cost
    item.chosen = best


def _move(item: _Item) -> bool:
    before = item.chosen
    _choose(item)
    return item.chosen is not before


def _squeeze_in(item: _Item) -> None:
    """A label that was left out, where there is room for it after all."""
    for candidate in sorted(item.candidates, key=lambda candidate: candidate.cost):
        if not _conflict(candidate, item.rivals):
            item.chosen = candidate
            return


def _placed(label: Label, chosen: _Candidate) -> Placed:
    if label.free or chosen.far < LINE_FROM:
        return Placed(chosen.rect, chosen.align)
    left, top, right, bottom = chosen.rect
    end = (min(max(label.x, left), right), min(max(label.y, top), bottom))
    return Placed(chosen.rect, chosen.align, (label.x, label.y, *end))
