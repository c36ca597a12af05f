"""Some Naval Moves worth considering, for suggestions and random play: there are far too many to list."""

from __future__ import annotations

from collections.abc import Iterator

from rules.core.errors import allows
from rules.core.flow import Power
from rules.war.displacement import ships_at
from rules.war.fleets import Fleet, fresh_fleet, harbours, near_by_sea, sailing_part
from rules.war.ids import Place
from rules.war.naval_movement import AdmiralMove, NavalOrders, ShipMove, check_destination, check_naval_move
from rules.war.state import WarGame


def naval_move_options(game: WarGame, power: Power) -> Iterator[NavalOrders]:
    """Each stack alone to each place it can reach, one ship of it, all stacks at once, all home."""
    routes = {place: destinations(game, power, place) for place in harbours(game, power)}
    single = [
        order
        for origin, places in routes.items()
        for to in places
        for order in (whole_stack(game, power, origin, to), one_ship(game, power, origin, to))
    ]
    out = [
        whole_stack(game, power, origin, next((to for to in places if to in game.board.zones), places[0]))
        for origin, places in routes.items()
        if places
    ]
    home = [
        whole_stack(game, power, origin, next(to for to in places if to in game.spaces))
        for origin, places in routes.items()
        if origin in game.board.zones and any(to in game.spaces for to in places)
    ]
    for orders in dict.fromkeys([*single, together(out), together(home)]):
        if allows(check_naval_move, game, power, orders):
            yield orders


def destinations(game: WarGame, power: Power, origin: Place) -> list[Place]:
    """Where ships may sail from a place, sea zones first."""
    return [to for to in near_by_sea(game, origin) if allows(check_destination, game, power, origin, to)]


def whole_stack(game: WarGame, power: Power, origin: Place, to: Place) -> NavalOrders:
    """All ships that may move from a place, with their leaders."""
    return moves(sailing_part(game, fresh_fleet(game, origin, power), to), origin, to)


def one_ship(game: WarGame, power: Power, origin: Place, to: Place) -> NavalOrders:
    """One ship of a larger stack; the leaders stay."""
    fleet = sailing_part(game, fresh_fleet(game, origin, power), to)
    if not fleet.ships or ships_at(game, origin, power) < 2:
        return NavalOrders(())
    nation, kind, _count = fleet.ships[-1]
    return moves(Fleet(((nation, kind, 1),)), origin, to)


def moves(fleet: Fleet, origin: Place, to: Place) -> NavalOrders:
    ships = tuple(ShipMove(origin, nation, kind, count, to) for nation, kind, count in fleet.ships)
    return NavalOrders(
        ships, tuple(AdmiralMove(leader, origin, to) for leader in fleet.leaders) if ships else ()
    )


def together(orders: list[NavalOrders]) -> NavalOrders:
    """Several moves as one."""
    return NavalOrders(
        tuple(move for order in orders for move in order.ships),
        tuple(move for order in orders for move in order.leaders),
    )
