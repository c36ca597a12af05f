"""How far places are from each other over land and sea, whoever holds what lies between.

Sea zones count as spaces (12.5).  Spaces that are out of play do not exist here.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache

from rules.core.board import Board
from rules.core.flow import Power
from rules.war.ids import Nation, Place, SpaceId
from rules.war.state import WarGame


def steps_from(
    game: WarGame, start: Place, *, closed_to: Power | None = None, by: Power | None = None
) -> Mapping[Place, int]:
    """Steps to every place that can be reached over connections, passes and sea zones.

    With `closed_to`, spaces that this power's units may not enter are no part of any way.  Waterways count
    for the power `by` which the way is taken, if it holds their ports (2.5).
    """
    shut = tuple(port for port in game.board.waterway_ports if game.controller(port) != (by or closed_to))
    return _steps_over_all(game.board, start, game.closed_spaces(closed_to), shut)


def sea_steps_from(game: WarGame, start: Place, nations: Iterable[Nation] = ()) -> Mapping[Place, int]:
    """Steps of a fleet to every sea zone and port: it sails from zone to zone and passes no port.

    Nor does it sail where one of the nations in it never goes (16.1).
    """
    fleet = tuple(nations)
    barred = [zone for zone in game.board.zones if any(game.barred_from(nation, zone) for nation in fleet)]
    return _steps_by_sea(game.board, start, (*game.closed_spaces(None), *barred))


# The map does not change, and few spaces are ever closed, so the same searches come again and again.


@lru_cache(maxsize=1024)
def next_to(
    board: Board, place: Place, closed: tuple[SpaceId, ...], shut: tuple[SpaceId, ...] = ()
) -> tuple[Place, ...]:
    """Spaces and sea zones next to a space or a sea zone, but for those closed and waterways shut."""
    if place in board.zones:
        near = (*board.ports_of(place), *board.zone_neighbours(place))
    else:
        by_land = [there for there in board.neighbours(place) if board.waterway(place, there) not in shut]
        near = (*by_land, *board.zones_of(place))
    return tuple(there for there in near if there not in closed)


@lru_cache(maxsize=1024)
def _steps_over_all(
    board: Board, start: Place, closed: tuple[SpaceId, ...], shut: tuple[SpaceId, ...]
) -> Mapping[Place, int]:
    return _search(start, lambda place: next_to(board, place, closed, shut))


@lru_cache(maxsize=1024)
def _steps_by_sea(board: Board, start: Place, closed: tuple[SpaceId, ...]) -> Mapping[Place, int]:
    def onward(place: Place) -> Iterable[Place]:
        if place in board.zones:
            return next_to(board, place, closed)
        return [zone for zone in board.zones_of(place) if zone not in closed] if place == start else ()

    return _search(start, onward)


def nearest(steps: Mapping[Place, int], places: Iterable[SpaceId]) -> list[SpaceId]:
    """Those of the places that are reached in the fewest steps, by id."""
    reached = sorted(place for place in places if place in steps)
    least = min((steps[place] for place in reached), default=0)
    return [place for place in reached if steps[place] == least]


def nearest_by_sea(
    game: WarGame, start: Place, ports: Iterable[SpaceId], nations: Iterable[Nation] = ()
) -> list[SpaceId]:
    """The ports nearest to a fleet; where straits are closed to its nations, the nearest by any way."""
    ports = list(ports)
    return nearest(sea_steps_from(game, start, nations), ports) or nearest(steps_from(game, start), ports)


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
