"""How far places are from each other over land and sea, whoever holds what lies between.

Sea zones count as spaces (12.5).  Spaces that are out of play do not exist here.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable

from rules.core.flow import Power
from rules.war.state import Place, SpaceId, WarGame, ZoneId


def steps_from(game: WarGame, start: Place, *, closed_to: Power | None = None) -> dict[Place, int]:
    """Steps to every place that can be reached over connections, passes and sea zones.

    With `closed_to`, spaces that this power's units may not enter are no part of any way.
    """
    closed = () if closed_to is None else closed_spaces(game, closed_to)

    def onward(place: Place) -> Iterable[Place]:
        near = neighbours(game, place)
        return [there for there in near if there not in closed] if closed else near

    return _search(start, onward)


def closed_spaces(game: WarGame, power: Power) -> tuple[SpaceId, ...]:
    """The few spaces that a power's units may not enter at all (21.1, 21.6)."""
    return tuple(space for space in game.spaces if game.closed_to(power, space))


def neighbours(game: WarGame, place: Place) -> list[Place]:
    """Spaces and sea zones next to a space or a sea zone."""
    board = game.board
    if place in board.zones:
        return [*ports_in_play(game, place), *board.zone_neighbours(place)]
    near = [space for space in board.neighbours(place) if game.controller(space) is not None]
    return [*near, *board.zones_of(place)]


def ports_in_play(game: WarGame, zone: ZoneId) -> list[SpaceId]:
    return [port for port in game.board.ports_of(zone) if game.controller(port) is not None]


def sea_steps_from(game: WarGame, start: Place) -> dict[Place, int]:
    """Steps of a fleet to every sea zone and port: it sails from zone to zone and passes no port."""
    board = game.board

    def onward(place: Place) -> Iterable[Place]:
        if place in board.zones:
            return (*ports_in_play(game, place), *board.zone_neighbours(place))
        return board.zones_of(place) if place == start else ()

    return _search(start, onward)


def nearest(steps: dict[Place, int], places: Iterable[SpaceId]) -> list[SpaceId]:
    """Those of the places that are reached in the fewest steps, by id."""
    reached = sorted(place for place in places if place in steps)
    least = min((steps[place] for place in reached), default=0)
    return [place for place in reached if steps[place] == least]


def nearest_by_sea(game: WarGame, start: Place, ports: Iterable[SpaceId]) -> list[SpaceId]:
    """The ports nearest to a fleet; where straits are closed to it, the nearest by any way."""
    ports = list(ports)
    return nearest(sea_steps_from(game, start), ports) or nearest(steps_from(game, start), ports)


def _search(start: Place, onward: Callable[[Place], Iterable[Place]]) -> dict[Place, int]:
    steps = {start: 0}
    queue = deque([start])
    while queue:
        here = queue.popleft()
        for there in onward(here):
            if there not in steps:
                steps[there] = steps[here] + 1
                queue.append(there)
    return steps
