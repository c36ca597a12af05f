"""Spring deployment (10), refuges of the displaced (12.5, 22.4), and the return home in winter (19.3)."""

from __future__ import annotations

from collections.abc import Iterable

from tests.oracle.naval import HOMEBOUND, never_there
from tests.oracle.position import ORDER, PROTESTANT, Position

SCOTLAND = "scotland"


def nearest(steps: dict[str, int], spaces: Iterable[str]) -> list[str]:
    reached = [space for space in spaces if space in steps]
    least = min((steps[space] for space in reached), default=0)
    return sorted(space for space in reached if steps[space] == least)


# ---- spring


def deploys_through(position: Position, power: str, space: str) -> bool:
    """A space on the path, its ends included: friendly, quiet, and nobody there but friends."""
    spot = position.spots[space]
    if not position.friendly(power, spot.control) or spot.unrest or position.closed(power, space):
        return False
    there = [stack.commander for stack in position.stacks.get(space, ())]
    # 5: leaders are military units.
    there += [figure.commander for figure in position.figures if figure.place == space]
    return all(position.friendly(power, other) for other in there)


def foreign_fleet(position: Position, power: str, zone: str) -> bool:
    """Whether another major power has naval units in a port on a zone, an ally too."""
    return any(
        fleet in ORDER and fleet != power
        for port in position.zones[zone].ports
        for fleet in position.fleets(port)
    )


def may_deploy_from(position: Position, power: str, capital: str) -> bool:
    """Whether units may start from a capital: the path begins there, and nobody moves out of a siege."""
    return deploys_through(position, power, capital) and not position.spots[capital].sieges


def spring_reach(
    position: Position, power: str, capital: str, *, units: int, prepared: bool = False
) -> list[str]:
    """Where a formation of so many units may deploy to; `prepared` by #102."""
    seen = {(capital, False)}
    edge = [(capital, False)]
    while edge:
        space, sailed = edge.pop()
        onward = [(near, sailed) for near in position.neighbours(space, passes=prepared)]
        if not sailed and (units <= 5 or prepared):
            for zone in position.spots[space].seas:
                if prepared or not foreign_fleet(position, power, zone):
                    onward += [(port, True) for port in position.zones[zone].ports]
        for step in onward:
            if step not in seen and deploys_through(position, power, step[0]):
                seen.add(step)
                edge.append(step)
    return sorted({space for space, _ in seen} - {capital})


# ---- displacement


def takes_in(position: Position, power: str, space: str) -> bool:
    """Whether displaced land units find room: no siege, no enemies or leaders of theirs (rulings)."""
    spot = position.spots[space]
    guests = [figure.commander for figure in position.figures if figure.place == space and not figure.naval]
    return (
        spot.fortified
        and not position.closed(power, space)
        and not spot.sieges
        and not any(position.at_war(power, other) for other in (*position.armies(space), *guests))
    )


def refuges(position: Position, power: str, space: str) -> list[str]:
    """The nearest fortified spaces of a power, and its capitals under friendly control (12.5)."""
    steps = position.steps(space)
    own = [
        other
        for other in position.spots
        if other != space and position.holder(other) == power and takes_in(position, power, other)
    ]
    capitals = [
        capital
        for capital in position.capitals[power]
        if capital != space
        and position.friendly(power, position.spots[capital].control)
        and takes_in(position, power, capital)
    ]
    return sorted({*nearest(steps, own), *capitals})


def friendly_refuges(position: Position, power: str, space: str) -> list[str]:
    """The nearest friendly fortified spaces: units that a freed minor power sends away (22.4)."""
    steps = position.steps(space)
    own = [
        other
        for other, spot in position.spots.items()
        if other != space and position.friendly(power, spot.control) and takes_in(position, power, other)
    ]
    return nearest(steps, own)


def sea_steps(position: Position, start: str, nations: Iterable[str]) -> dict[str, int]:
    """Distances of ships: from zone to zone, passing no port, never where one of them may not go."""
    barred = any(nation.split(">")[0] in HOMEBOUND for nation in nations)
    found, edge = {start: 0}, [start]
    while edge:
        later = []
        for here in edge:
            if here != start and here in position.spots:
                continue
            for place in position.by_sea(here):
                if place not in found and not (barred and never_there("genoa", place)):
                    found[place] = found[here] + 1
                    later.append(place)
        edge = later
    return found


def nearest_ports(
    position: Position, power: str, place: str, nations: list[str], *, barred: str = ""
) -> list[str]:
    """The nearest ports of a power, by sea if any can be reached so (12.5, 19.3)."""
    ports = [
        space
        for space, spot in position.spots.items()
        if spot.seas and position.holder(space) == power and space != barred
    ]
    by_sea = nearest(sea_steps(position, place, nations), ports)
    return by_sea or nearest(position.steps(place), ports)


# ---- winter


def may_stay(position: Position, power: str, nation: str, space: str) -> bool:
    """Whether a nation's land units may winter where they are."""
    if nation == SCOTLAND and not is_home(position, power, nation, space):
        return False
    holder = position.holder(space)
    if space in position.capitals[power]:
        return not position.at_war(power, holder)
    return position.spots[space].fortified and holder == power


def is_home(position: Position, power: str, nation: str, space: str) -> bool:
    """Capitals, and for a minor ally's units its own keys; for the Scots their two fortified spaces only."""
    spot = position.spots[space]
    if nation == SCOTLAND:
        return spot.home == SCOTLAND and spot.type in ("key", "fortress")
    if space in position.capitals[power]:
        return True
    return nation != power and spot.home == nation and spot.type == "key"


def destinations(position: Position, power: str, nation: str, space: str) -> list[str]:
    """Where land units may be sent, room for them apart.

    The Protestant's fill one nearest space after the other: any of his may be the one (exception 1).
    """
    if may_stay(position, power, nation, space) and space in position.capitals[power]:
        return []
    shut = tuple(other for other in position.spots if position.closed(power, other))
    steps = position.steps(space, shut=shut)
    homes = [
        other
        for other in position.spots
        if other in steps and is_home(position, power, nation, other) and open_home(position, power, other)
    ]
    if nation == SCOTLAND:
        return sorted(set(homes) - {space})
    spot = position.spots[space]
    walled = spot.fortified and position.holder(space) == power
    if power == PROTESTANT and position.strength(space, power) > 4:
        walled = False  # who is too many finds the nearest space with room
    near = []
    if not walled:
        own = [
            other
            for other, held in position.spots.items()
            if held.fortified and position.holder(other) == power and not position.closed(power, other)
        ]
        near = own if power == PROTESTANT else nearest(steps, own)
    return sorted({*homes, *near} - {space})


def open_home(position: Position, power: str, space: str) -> bool:
    """A capital takes units in unless an enemy holds it; a minor ally's key must be its ally's."""
    if position.closed(power, space):
        return False
    if space in position.capitals[power]:
        return not position.at_war(power, position.holder(space))
    return position.holder(space) == power


def safe(position: Position, power: str, space: str) -> set[str]:
    """Spaces that can be reached without attrition: over friendly and quiet spaces and any sea zones."""
    seen, edge = {space}, [space]
    while edge:
        here = edge.pop()
        near = position.by_sea(here) + (list(position.roads[here]) if here in position.spots else [])
        for place in near:
            if place in seen:
                continue
            if place in position.spots:
                spot = position.spots[place]
                if not position.friendly(power, spot.control) or spot.unrest:
                    continue
                if position.closed(power, place):
                    continue
            seen.add(place)
            edge.append(place)
    return {place for place in seen if place in position.spots}


def winter_ports(position: Position, power: str, nation: str, place: str) -> list[str]:
    """Ports to which ships return: the nearest of the power, or of a minor ally's own homes."""
    found = (
        [place]
        if place in position.spots and position.holder(place) == power
        else nearest_ports(position, power, place, [nation])
    )
    if nation != power:
        homes = [
            space
            for space, spot in position.spots.items()
            if spot.seas and spot.home == nation and position.holder(space) == power
        ]
        if place not in homes:
            by_sea = nearest(sea_steps(position, place, [nation]), homes)
            found = [*found, *(by_sea or nearest(position.steps(place), homes))]
    return sorted(set(found))
