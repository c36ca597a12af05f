"""Lines of communication, control of unfortified spaces, unrest (12.1, 12.2, 12.4)."""

from __future__ import annotations

from tests.oracle.position import INDEPENDENT, PROTESTANT, Position


def source(position: Position, power: str, space: str) -> bool:
    """A friendly, fortified home space of the power or of one of its allies, theirs included (12.1)."""
    spot = position.spots[space]
    if not spot.fortified or not position.friendly(power, spot.control) or spot.home in INDEPENDENT:
        return False
    return position.friendly(power, spot.home)


def clear(position: Position, power: str, space: str) -> bool:
    """A space on the way: friendly, quiet, without enemy units, ships, leaders; no electorate too early."""
    spot = position.spots[space]
    if not position.friendly(power, spot.control) or spot.unrest or position.enemies_in(power, space):
        return False
    if any(f.place == space and position.at_war(power, f.commander) for f in position.figures):
        return False
    return position.league or spot.type != "electorate"


def lines(position: Position, power: str) -> set[str]:
    """Every space to which a power has a line."""
    edge = [s for s in position.spots if source(position, power, s) and clear(position, power, s)]
    reached, seen = set(edge), set(edge)
    while edge:
        here = edge.pop()
        near = position.by_sea(here) + (list(position.roads[here]) if here in position.spots else [])
        for place in near:
            if place in seen:
                continue
            if place in position.zones:
                if not any(position.friendly(power, fleet) for fleet in position.fleets(place)):
                    continue
            else:
                reached.add(place)
                if not clear(position, power, place):
                    continue
            seen.add(place)
            edge.append(place)
    return reached


def present(position: Position, power: str, space: str) -> bool:
    """Own land units there, or next to it where no enemy ones are; passes do not count."""
    if position.strength(space, power):
        return True
    near = position.neighbours(space, passes=False)
    return any(position.strength(other, power) for other in near) and not any(
        position.at_war(power, other) for place in near for other in position.armies(place)
    )


def may_control(position: Position, power: str, space: str, reached: set[str]) -> bool:
    """Whether the action takes control of a space (12.2)."""
    spot = position.spots[space]
    if spot.control is None or spot.fortified or (power == PROTESTANT and not position.league):
        return False
    if not position.independent(space) and not position.at_war(power, spot.control):
        return False
    strangers = [other for other in position.armies(space) if not position.friendly(power, other)]
    return space in reached and not strangers and present(position, power, space)


def may_calm(position: Position, power: str, space: str) -> bool:
    """Whether the action removes unrest from a space (12.4)."""
    spot = position.spots[space]
    if not spot.unrest or spot.control is None:
        return False
    at_home = power == PROTESTANT and not position.league and spot.home == PROTESTANT
    return at_home or present(position, power, space)
