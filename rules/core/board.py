"""The board: spaces, land connections, sea zones, and searches over them.

Knows what is printed and nothing of who holds it. A board is immutable; every answer is a sorted tuple,
so that two runs of the same game visit spaces in the same order.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator

from rules.core.records import Record

KEY, FORTRESS = "key", "fortress"


class Space(Record):
    """One space as printed; `home` is its home power, `type` key, fortress, town or what a title adds."""

    id: str
    name: str
    type: str
    home: str
    sea: tuple[str, ...]
    lang: str = ""
    capital: bool = False
    xy: tuple[int, int] = (0, 0)
    aliases: tuple[str, ...] = ()

    @property
    def is_key(self) -> bool:
        return self.type == KEY

    @property
    def is_port(self) -> bool:
        return bool(self.sea)


class SeaZone(Record):
    """One sea zone with its ports and the zones a fleet may sail on to."""

    id: str
    name: str
    ports: tuple[str, ...]
    neighbours: tuple[str, ...] = ()
    xy: tuple[int, int] = (0, 0)
    aliases: tuple[str, ...] = ()


class Connection(Record):
    """An undirected land connection; a pass also names its mountain range.

    A `waterway` names the port at one end of it: only who controls that port may use it.
    """

    a: str
    b: str
    pass_: bool = False
    range: str | None = None
    waterway: str | None = None


class Board:
    """All spaces and zones, with adjacency worked out once.

    `fortified_types` are those types of spaces that are fortified as printed.
    Connections to unknown spaces are left out here; whoever loads the data reports them.
    """

    __slots__ = (
        "_by_type",
        "_clear",
        "_distances",
        "_fortified",
        "_neighbours",
        "_passes",
        "_waterways",
        "_within",
        "connections",
        "keys",
        "spaces",
        "waterway_ports",
        "zones",
    )

    def __init__(
        self,
        spaces: Iterable[Space],
        zones: Iterable[SeaZone],
        connections: Iterable[Connection],
        fortified_types: Iterable[str] = (KEY, FORTRESS),
    ) -> None:
        self.spaces: dict[str, Space] = {space.id: space for space in spaces}
        self.zones: dict[str, SeaZone] = {zone.id: zone for zone in zones}
        types = dict.fromkeys(space.type for space in self.spaces.values())
        self._by_type = {
            type: tuple(space.id for space in self.spaces.values() if space.type == type) for type in types
        }
        self.keys = self.of_type(KEY)
        self._fortified = frozenset(id for type in fortified_types for id in self.of_type(type))
        self.connections: tuple[Connection, ...] = tuple(connections)
        known = [c for c in self.connections if c.a in self.spaces and c.b in self.spaces]
        self._neighbours = _adjacency(self.spaces, known)
        self._clear = _adjacency(self.spaces, [c for c in known if not c.pass_])
        self._passes = frozenset(pair for c in known if c.pass_ for pair in ((c.a, c.b), (c.b, c.a)))
        self._waterways = {pair: c.waterway for c in known if c.waterway for pair in ((c.a, c.b), (c.b, c.a))}
        self.waterway_ports = tuple(dict.fromkeys(c.waterway for c in known if c.waterway))
        self._distances: dict[str, dict[str, int]] = {}
        self._within: dict[tuple[str, int], tuple[str, ...]] = {}

    def keys_first(self, spaces: Iterable[str]) -> list[str]:
        """The same spaces in a fixed order, keys before others."""
        return sorted(spaces, key=lambda space: (not self.spaces[space].is_key, space))

    def of_type(self, type: str) -> tuple[str, ...]:
        """All spaces of a type, in the order of the data."""
        return self._by_type.get(type, ())

    def is_fortified(self, space: str) -> bool:
        """Whether a space is fortified by print; fortress markers are the game's business."""
        return space in self._fortified

    def neighbours(self, space: str) -> tuple[str, ...]:
        """Spaces one connection away, passes included."""
        return self._neighbours[space]

    def clear_neighbours(self, space: str) -> tuple[str, ...]:
        """Spaces one connection away that is no pass."""
        return self._clear[space]

    def is_pass(self, a: str, b: str) -> bool:
        return (a, b) in self._passes

    def waterway(self, a: str, b: str) -> str | None:
        """The port whose controller alone may go from one space to the other, if a waterway joins them."""
        return self._waterways.get((a, b)) if self._waterways else None

    def adjacent(self, a: str, b: str) -> bool:
        return b in self._neighbours[a]

    def zone_neighbours(self, zone: str) -> tuple[str, ...]:
        return self.zones[zone].neighbours

    def zones_of(self, port: str) -> tuple[str, ...]:
        """The sea zones of a port; none if the space is no port."""
        return self.spaces[port].sea

    def ports_of(self, zone: str) -> tuple[str, ...]:
        return self.zones[zone].ports

    def within(self, space: str, distance: int) -> tuple[str, ...]:
        """The space itself and all others at most `distance` connections away, passes included."""
        key = (space, distance)
        if key not in self._within:
            near = [other for other, steps in self._from(space).items() if steps <= distance]
            self._within[key] = tuple(sorted(near))
        return self._within[key]

    def distance(self, a: str, b: str) -> int | None:
        """Connections between two spaces, passes included; None if no road leads there."""
        return self._from(a).get(b)

    def reach(self, start: str, allowed: Callable[[str, str], bool]) -> dict[str, int]:
        """Breadth-first search from `start` over the steps (from, to) that are `allowed`.

        Answers the number of steps for each space reached, `start` included, nearest first and equals in the
        order in which they were met; neighbours are tried by id.
        """
        steps = {start: 0}
        queue = deque([start])
        while queue:
            here = queue.popleft()
            for there in self._neighbours[here]:
                if there not in steps and allowed(here, there):
                    steps[there] = steps[here] + 1
                    queue.append(there)
        return steps

    def _from(self, space: str) -> dict[str, int]:
        # Filled on demand: a game asks for a few dozen spaces, not for all 134.
        if space not in self._distances:
            self._distances[space] = self.reach(space, lambda _here, _there: True)
        return self._distances[space]


def board_problems(board: Board) -> Iterator[str]:
    """What is wrong with a board whatever the game: one-sided ports, loose ends, edges told twice."""
    for space in board.spaces.values():
        for zone in space.sea:
            if zone not in board.zones:
                yield f"unknown sea zone: {space.id} names {zone}"
            elif space.id not in board.zones[zone].ports:
                yield f"one-sided port: {space.id} names {zone}, which does not name it"
        if len(dict.fromkeys(space.sea)) != len(space.sea):
            yield f"duplicated sea zone: {space.id} names one twice"
        if space.id in board.zones:
            yield f"one id for a space and a sea zone: {space.id}"
    for zone_ in board.zones.values():
        for port in zone_.ports:
            if port not in board.spaces:
                yield f"unknown port: {zone_.id} names {port}"
            elif zone_.id not in board.spaces[port].sea:
                yield f"one-sided port: {zone_.id} names {port}, which does not name it"
        for other in zone_.neighbours:
            if other not in board.zones:
                yield f"unknown sea zone: {zone_.id} borders {other}"
            elif zone_.id not in board.zones[other].neighbours:
                yield f"one-sided sea border: {zone_.id} names {other}, which does not name it"
    seen: dict[tuple[str, str], None] = {}
    for edge in board.connections:
        pair = (edge.a, edge.b) if edge.a < edge.b else (edge.b, edge.a)
        if edge.a == edge.b:
            yield f"connection to itself: {edge.a}"
        elif pair in seen:
            yield f"duplicated connection: {pair[0]} - {pair[1]}"
        seen[pair] = None
        for end in pair:
            if end not in board.spaces:
                yield f"unknown space in connection: {end} ({edge.a} - {edge.b})"
        if edge.pass_ != (edge.range is not None):
            yield f"pass and range disagree: {edge.a} - {edge.b}"


def _adjacency(spaces: dict[str, Space], edges: Iterable[Connection]) -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {space: [] for space in spaces}
    for edge in edges:
        found[edge.a].append(edge.b)
        found[edge.b].append(edge.a)
    return {space: tuple(sorted(others)) for space, others in found.items()}
