"""Where names and pieces stand beside the spaces of a map, so that they cover each other as little as can be.

Worked out once for all positions of a game, from the room that pieces take in them: a piece that moves on
changes nothing elsewhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Literal, TypeAlias

from rules.core.board import Board

Rect: TypeAlias = tuple[float, float, float, float]
"""Left, top, right, bottom."""
Align: TypeAlias = Literal["start", "middle", "end"]

WIDTH, HEIGHT, EDGE = 1000, 780, 12
"""The board's own coordinates, and how much is drawn beyond them."""
LABEL_SIZE = 7.6
SEA_SIZE = 9.0
"""As in `mail_templates/map.css`."""
LETTER = 0.57
"""The width of a letter, as a part of its height: wide enough for the widest usual fonts."""
REACH = {"town": 8.6, "key": 9.4, "electorate": 9.8, "fortress": 9.8}
Room: TypeAlias = tuple[float, float]
"""How wide and how high something is."""
COUNTER: Room = (18.0, 11.0)
"""Room that is kept free where no pieces have stood."""
SEA_STACK = 6.0
SEA_MARGIN = 6.0
NEAR = 95.0
SWEEPS = 6
STEP = 6.0


@dataclass(frozen=True, slots=True)
class Spot:
    """Where something stands, seen from the middle of its space; `up` grows away from the bottom."""

    x: float
    y: float
    align: Align
    up: bool = False


@dataclass(frozen=True, slots=True)
class Layout:
    """The spots of names and of pieces, by place."""

    labels: Mapping[str, Spot]
    stacks: Mapping[str, Spot]


@dataclass(slots=True)
class _Choice:
    """A spot that could be used, what it covers, and what that costs wherever the others stand."""

    spot: Spot
    rect: Rect
    cost: float


@dataclass(slots=True)
class _Place:
    """A space while spots are looked for: what it could use, and what it uses."""

    labels: list[_Choice]
    stacks: list[_Choice]
    near: list[_Place]
    label: Rect
    stack: Rect


def layout_of(board: Board, rooms: Mapping[str, Room]) -> Layout:
    """The layout of a board; `rooms` are what pieces need in the places where they stand."""
    places = {id: _place(board, id, rooms.get(id, COUNTER)) for id in board.spaces}
    for id, place in places.items():
        place.near = [places[other] for other in _near(board, id, NEAR)]
    for _ in range(SWEEPS):
        for place in places.values():
            _improve(place)
    labels = {id: next(c.spot for c in place.labels if c.rect == place.label) for id, place in places.items()}
    stacks = {id: next(c.spot for c in place.stacks if c.rect == place.stack) for id, place in places.items()}
    stacks |= dict.fromkeys(board.zones, Spot(0, SEA_STACK, "middle"))
    return Layout(labels, stacks)


def width_of(text: str, size: float) -> float:
    """How wide a text is, about."""
    return len(text) * size * LETTER


def sea_x(board: Board, zone: str) -> float:
    """The middle of a sea's name: near its place, but within the map."""
    sea = board.zones[zone]
    return max(sea.xy[0], width_of(sea.name, SEA_SIZE) / 2 - SEA_MARGIN)


def _near(board: Board, id: str, distance: float) -> list[str]:
    x, y = board.spaces[id].xy
    return [
        other.id
        for other in board.spaces.values()
        if other.id != id and abs(other.xy[0] - x) < distance > abs(other.xy[1] - y)
    ]


def _place(board: Board, id: str, room: Room) -> _Place:
    space = board.spaces[id]
    x, y = space.xy
    reach = REACH[space.type]
    covered = [(_symbol(board, other), 6.0) for other in (id, *_near(board, id, NEAR))]
    covered += [(_sea_rect(board, zone), 3.0) for zone in board.zones]
    roads = [point for point in _road_points(board) if abs(point[0] - x) < NEAR / 2 > abs(point[1] - y)]

    def choices(width: float, height: float, bias: float) -> list[_Choice]:
        found = []
        for number, spot in enumerate(_around(reach + (3.5 if space.capital else 0), height)):
            rect = _rect(spot, x, y, width, height)
            cost = bias * number + 3.0 * _inside(rect, roads) + _outside(rect)
            found.append(_Choice(spot, rect, cost + _covered(rect, covered)))
        return found

    labels = choices(width_of(space.name, LABEL_SIZE), LABEL_SIZE, 0.5)
    stacks = choices(*room, 0.2)
    return _Place(labels, stacks, [], labels[0].rect, stacks[1].rect)


def _symbol(board: Board, id: str) -> Rect:
    space = board.spaces[id]
    (x, y), reach = space.xy, REACH[space.type]
    return (x - reach, y - reach - (7 if space.capital else 0), x + reach, y + reach)


def _around(reach: float, height: float) -> list[Spot]:
    """Spots around a symbol, the best first; y is the top of what stands there, or its bottom if `up`."""
    side, corner = reach + 1, reach * 0.62
    return [
        Spot(0, reach + 0.6, "middle"),
        Spot(side, -height / 2, "start"),
        Spot(-side, -height / 2, "end"),
        Spot(0, -reach - 0.6, "middle", up=True),
        Spot(corner, corner, "start"),
        Spot(-corner, corner, "end"),
        Spot(corner, -corner, "start", up=True),
        Spot(-corner, -corner, "end", up=True),
        Spot(side, 0, "start"),
        Spot(-side, 0, "end"),
        Spot(side, 0, "start", up=True),
        Spot(-side, 0, "end", up=True),
        Spot(corner, reach + 0.6, "start"),
        Spot(-corner, reach + 0.6, "end"),
        Spot(corner, -reach - 0.6, "start", up=True),
        Spot(-corner, -reach - 0.6, "end", up=True),
        Spot(-reach, reach + 0.6, "start"),
        Spot(reach, reach + 0.6, "end"),
        Spot(-reach, -reach - 0.6, "start", up=True),
        Spot(reach, -reach - 0.6, "end", up=True),
        Spot(reach, reach + 0.6, "middle"),
        Spot(-reach, reach + 0.6, "middle"),
        Spot(reach, -reach - 0.6, "middle", up=True),
        Spot(-reach, -reach - 0.6, "middle", up=True),
    ]


def _rect(spot: Spot, x: float, y: float, width: float, height: float) -> Rect:
    left = {"start": 0.0, "middle": -width / 2, "end": -width}[spot.align]
    top = y + spot.y - (height if spot.up else 0)
    return (x + spot.x + left, top, x + spot.x + left + width, top + height)


def _sea_rect(board: Board, zone: str) -> Rect:
    x, y = sea_x(board, zone), board.zones[zone].xy[1]
    half = width_of(board.zones[zone].name, SEA_SIZE) / 2
    return (x - half, y - SEA_SIZE, x + half, y + SEA_STACK + 11)


@cache
def _road_points(board: Board) -> list[tuple[float, float]]:
    """Points on the connections, a few units apart."""
    points = []
    for edge in board.connections:
        (x1, y1), (x2, y2) = board.spaces[edge.a].xy, board.spaces[edge.b].xy
        steps = max(1, round(((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5 / STEP))
        points += [(x1 + (x2 - x1) * n / steps, y1 + (y2 - y1) * n / steps) for n in range(1, steps)]
    return points


def _improve(place: _Place) -> None:
    """Take the best spots for a name and for pieces, as the neighbours stand now."""
    names = [other.label for other in place.near]
    pieces = [other.stack for other in place.near]
    taken = [*((rect, 4.0) for rect in names), *((rect, 2.0) for rect in pieces), (place.stack, 4.0)]
    place.label = _best(place.labels, taken)
    taken = [*((rect, 4.0) for rect in names), *((rect, 2.0) for rect in pieces), (place.label, 6.0)]
    place.stack = _best(place.stacks, taken)


def _best(choices: list[_Choice], taken: list[tuple[Rect, float]]) -> Rect:
    return min(choices, key=lambda choice: choice.cost + _covered(choice.rect, taken)).rect


def _covered(rect: Rect, others: list[tuple[Rect, float]]) -> float:
    """How much of others a thing would cover, by how much that matters."""
    left, top, right, bottom = rect
    cost = 0.0
    for (x1, y1, x2, y2), weight in others:
        if x1 < right and left < x2 and y1 < bottom and top < y2:
            cost += weight * (min(right, x2) - max(left, x1)) * (min(bottom, y2) - max(top, y1))
    return cost


def _inside(rect: Rect, points: list[tuple[float, float]]) -> int:
    left, top, right, bottom = rect
    return sum(left < x < right and top < y < bottom for x, y in points)


def _outside(rect: Rect) -> float:
    """Nothing stands beyond the edge of the map."""
    left, top, right, bottom = rect
    beyond = (-left, -top, right - WIDTH - EDGE, bottom - HEIGHT - EDGE)
    return 1000.0 * sum(max(0.0, far) for far in beyond)
