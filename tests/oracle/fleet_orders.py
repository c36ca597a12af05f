"""A whole Naval Move (16.1): who may sail at once, which zones are newly entered, what hits sink (16.2)."""

from __future__ import annotations

from dataclasses import dataclass

from tests.oracle.naval import may_sail, never_there, ships_of
from tests.oracle.position import ORDER, Position


@dataclass
class Sailing:
    """Ships of one nation and kind, or a naval leader (without a kind), go to a place."""

    origin: str
    name: str
    kind: str
    count: int
    to: str


def leaving(orders: list[Sailing], place: str) -> int:
    return sum(order.count for order in orders if order.kind and order.origin == place)


def may_order(position: Position, power: str, orders: list[Sailing]) -> bool:
    """Whether all of these may be moved at once."""
    ships = [order for order in orders if order.kind]
    for order in ships:
        there = sum(
            stack.counts[order.kind]
            for stack in ships_of(position, order.origin, power)
            if stack.nation == order.name
        )
        beaten = position.beaten_ships.get((order.origin, order.name, order.kind), 0)
        if order.count > there - min(beaten, there):
            return False
        if not may_sail(position, power, order.name, order.origin, order.to):
            return False
    sailing = {order.name: order for order in orders if not order.kind}
    for figure in position.figures:
        if not figure.naval or figure.commander != power:
            continue
        goals = [order.to for order in ships if order.origin == figure.place]
        if figure.name in sailing:
            order = sailing[figure.name]
            if order.to not in goals or never_there(figure.nation, order.to):
                return False
            continue
        left = sum(stack.ships for stack in ships_of(position, figure.place, power))
        left += sum(order.count for order in ships if order.to == figure.place)
        if goals and leaving(orders, figure.place) == left:
            # He must go along; where none of them may take him (ruling) he stays in a port, never at sea.
            could = any(not never_there(figure.nation, goal) for goal in goals)
            if could or figure.place in position.zones:
                return False
    return bool(ships)


def newly_entered(position: Position, power: str, orders: list[Sailing]) -> list[str]:
    """Zones where the arrivals find no friends, who leave in the same move excepted (step 2)."""
    found = []
    for zone in dict.fromkeys(order.to for order in orders if order.kind and order.to in position.zones):
        own = sum(stack.ships for stack in ships_of(position, zone, power)) - leaving(orders, zone)
        allies = any(fleet in ORDER and position.allies(power, fleet) for fleet in position.fleets(zone))
        if own <= 0 and not allies:
            found.append(zone)
    return sorted(found)


def sunk(squadrons: int, corsairs: int, hits: int, *, lost: bool) -> tuple[int, int]:
    """Squadrons and corsairs that so many hits sink, of a side that has lost or won (16.2 step 8)."""
    down = min(squadrons, hits // 2)
    rest = hits - 2 * down
    pirates = min(corsairs, rest)
    rest -= pirates
    if rest and lost and down < squadrons:
        down += 1
    return down, pirates
