"""Where the labels of a picture stand: none covers another, none covers a symbol, and none leaves the paper.

Each label has a point that it belongs to.  It stands as near to it as it can; one that must go farther away
gets a line to its point.  All of them are improved in turn until nothing covers anything.  Whatever still has
no place of its own is left out, the least important first, so the promise holds for every position.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

Rect: TypeAlias = tuple[float, float, float, float]
"""Left, top, right, bottom."""
Segment: TypeAlias = tuple[float, float, float, float]

RINGS = (0.0, 5.0, 13.0, 22.0, 33.0, 46.0, 60.0, 78.0)
"""How far beyond its symbol a label may go; from the second on it costs, from the third on it has a line."""
NEAR = 3
"""How many of the rings are tried first."""
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
    (1.0, 0.4, 1.4),
    (1.0, -0.4, 1.5),
    (-1.0, 0.4, 1.7),
    (-1.0, -0.4, 1.8),
)
COVERS = 1_000.0
"""What it costs to cover something: more than everything else together."""
SWEEPS = 8
BADLY, BETTER = 9.0, 24
"""A label that costs so much stands badly; so many better places are looked at then."""
NOWHERE = 10 * COVERS
GAP = 1.5
CLOSE = 5.0
"""Nearer to another's symbol than this, a name might be taken for the other's."""
TAKEN_FOR = 3.0
ASIDE = 0.3
"""So far from the side of a label, as a part of it, a line may end: there its letters begin."""
OVER = 12.0
"""A line that runs over another's symbol leads astray."""


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
    """A label in its place; `align` is its side that is nearest to its point: -1 left, 0 middle, 1 right."""

    rect: Rect
    align: int
    line: Segment | None = None


@dataclass(slots=True)
class _Candidate:
    rect: Rect
    align: int
    cost: float
    line: Segment | None = None


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
    ground = _Ground(taken, [(line, _box_around(line)) for line in lines], paper)
    items = [
        _Item(label, _candidates(label, RINGS[:NEAR], ground))
        for label in sorted(labels, key=lambda label: (-label.weight, label.id))
    ]
    for item in items:
        item.rivals = [other for other in items if other is not item and _rivals(item, other)]
    for item in items:
        _choose(item)
    _improve(items)
    # Few have to go far away, and looking there takes long.
    crowded = [item for item in items if item.chosen is None or _conflict(item.chosen, item.rivals)]
    for item in crowded:
        if not item.label.free:
            item.candidates += _candidates(item.label, RINGS[NEAR:], ground)
    if crowded:
        _improve(items)
    for item in items:
        if item.chosen is None or item.chosen.cost > BADLY or _conflict(item.chosen, item.rivals):
            _make_room(item)
    for item in reversed(items):
        if item.chosen is not None and _conflict(item.chosen, item.rivals):
            item.chosen = None
    for item in items:
        if item.chosen is None:
            _squeeze_in(item)
    return {item.label.id: _placed(item.chosen) for item in items if item.chosen is not None}


def _improve(items: Sequence[_Item]) -> None:
    """Each label moves to where it stands best now, until none moves any more."""
    for _ in range(SWEEPS):
        if not sum(_move(item) for item in items):
            break


def overlap(one: Rect, other: Rect) -> bool:
    """Whether two things cover each other.

    >>> overlap((0, 0, 4, 4), (3, 3, 8, 8)), overlap((0, 0, 4, 4), (4, 0, 8, 8))
    (True, False)
    """
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _holds(rect: Rect, x: float, y: float) -> bool:
    return rect[0] <= x <= rect[2] and rect[1] <= y <= rect[3]


def crosses(line: Segment, rect: Rect) -> bool:
    """Whether a straight line goes through a rectangle (Liang and Barsky).

    >>> crosses((0, 0, 9, 9), (3, 2, 5, 4)), crosses((0, 0, 9, 9), (6, 0, 8, 5))
    (True, False)
    """
    x1, y1, x2, y2 = line
    left, top, right, bottom = rect
    # Most lines lie to one side of it, and this is asked some thousand times for a picture.
    if (
        (x1 < left and x2 < left)
        or (x1 > right and x2 > right)
        or (y1 < top and y2 < top)
        or (y1 > bottom and y2 > bottom)
    ):
        return False
    first, last = 0.0, 1.0
    for step, near, far in ((x2 - x1, left - x1, right - x1), (y2 - y1, top - y1, bottom - y1)):
        if step == 0:
            continue
        enters, leaves = (near / step, far / step) if step > 0 else (far / step, near / step)
        if enters > first:
            first = enters
        if leaves < last:
            last = leaves
        if first > last:
            return False
    return True


# ---- Candidates


@dataclass(frozen=True, slots=True)
class _Ground:
    """What is there before any label is."""

    taken: Sequence[Rect]
    boxed_lines: Sequence[tuple[Segment, Rect]]
    """Each with the smallest rectangle around it."""
    paper: Rect


def _box_around(line: Segment) -> Rect:
    x1, y1, x2, y2 = line
    return (min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2))


def _candidates(label: Label, rings: Sequence[float], ground: _Ground) -> list[_Candidate]:
    """Where a label could stand without covering a symbol."""
    paper = ground.paper
    far = label.reach + rings[-1] + CLOSE
    about = (
        label.x - far - label.width,
        label.y - far - label.height,
        label.x + far + label.width,
        label.y + far + label.height,
    )
    if label.wander:
        about = paper
    near = [rect for rect in ground.taken if overlap(rect, about)]
    others = [rect for rect in near if not _holds(rect, label.x, label.y)]
    crossed = [(line, box) for line, box in ground.boxed_lines if crosses(line, about)]
    found = []
    for rect, align, cost, away in _spots(label, rings):
        left, top, right, bottom = rect
        if left < paper[0] or top < paper[1] or right > paper[2] or bottom > paper[3]:
            continue
        if any(left < r[2] and r[0] < right and top < r[3] and r[1] < bottom for r in near):
            continue
        for line, box in crossed:
            if left < box[2] and box[0] < right and top < box[3] and box[1] < bottom and crosses(line, rect):
                cost += 1.6
        for r in others:
            if left - CLOSE < r[2] and r[0] < right + CLOSE and top - CLOSE < r[3] and r[1] < bottom + CLOSE:
                cost += TAKEN_FOR if away < LINE_FROM else 2 * TAKEN_FOR
        tie: Segment | None = None
        if away >= LINE_FROM and not label.free:
            tie, over = _tie(label, rect, others)
            cost += OVER * over
        found.append(_Candidate(rect, align, cost, tie))
    return found


def _spots(label: Label, rings: Sequence[float]) -> list[tuple[Rect, int, float, float]]:
    half_width, half_height = label.width / 2, label.height / 2
    found: list[tuple[Rect, int, float, float]] = []
    if label.free:
        for number, (x, y) in enumerate(((label.x, label.y), *label.wander)):
            rect = (x - half_width, y - half_height, x + half_width, y + half_height)
            found.append((rect, 0, 0.35 * number, 0.0))
        return found
    for away in rings:
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


def _make_room(item: _Item) -> None:
    """A label that stands badly takes a better place, and who stands there moves on, if both gain."""
    now = NOWHERE if item.chosen is None else item.chosen.cost + _conflict(item.chosen, item.rivals)
    before = item.chosen
    best: tuple[float, _Candidate, list[tuple[_Item, _Candidate]]] | None = None
    for candidate in sorted(item.candidates, key=lambda one: one.cost)[:BETTER]:
        if candidate.cost >= now - 1:
            break
        item.chosen = candidate
        standing = [
            other for other in item.rivals if other.chosen and _near(other.chosen.rect, candidate.rect)
        ]
        if len(standing) > 2:
            continue
        gain, moved = now - candidate.cost, list[tuple[_Item, _Candidate]]()
        for other in standing:
            was = other.chosen
            assert was is not None
            other.chosen = None
            there = next((one for one in _by_cost(other) if not _conflict(one, other.rivals)), None)
            other.chosen = was
            if there is None:
                gain = -1.0
                break
            gain -= (there.cost - was.cost) * other.label.weight / item.label.weight
            moved.append((other, there))
        if gain > (best[0] if best else 1.0) and _apart(moved):
            best = (gain, candidate, moved)
    item.chosen = before
    if best is not None:
        item.chosen = best[1]
        for other, there in best[2]:
            other.chosen = there


def _by_cost(item: _Item) -> list[_Candidate]:
    return sorted(item.candidates, key=lambda one: one.cost)


def _apart(moved: Sequence[tuple[_Item, _Candidate]]) -> bool:
    """Whether those who move on do not meet again."""
    return not any(
        _near(one.rect, other.rect) for n, (_, one) in enumerate(moved) for _, other in moved[n + 1 :]
    )


def _near(one: Rect, other: Rect) -> bool:
    return overlap(_wide(one), other)


def _squeeze_in(item: _Item) -> None:
    """A label that was left out, where there is room for it after all."""
    for candidate in sorted(item.candidates, key=lambda candidate: candidate.cost):
        if not _conflict(candidate, item.rivals):
            item.chosen = candidate
            return


def _placed(chosen: _Candidate) -> Placed:
    return Placed(chosen.rect, chosen.align, chosen.line)


def _tie(label: Label, rect: Rect, others: Sequence[Rect]) -> tuple[Segment, int]:
    """The line from a label's point to where it stands, and over how many symbols it must run.

    The shortest is best; one that has a symbol in its way may end farther to a side.
    """
    left, top, right, bottom = rect
    wide, high = ASIDE * (right - left), ASIDE * (bottom - top)
    x, y = min(max(label.x, left), right), min(max(label.y, top), bottom)
    best, least = (label.x, label.y, x, y), len(others) + 1
    for end_x, end_y in ((x, y), (left + wide, y), (right - wide, y), (x, top + high), (x, bottom - high)):
        line = (label.x, label.y, end_x, end_y)
        if (over := sum(crosses(line, symbol) for symbol in others)) < least:
            best, least = line, over
        if not least:
            break
    return best, least
