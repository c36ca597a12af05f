"""Displacement (12.5): units must leave a space that went to somebody else; ships flee a lost port (12.2)."""

from __future__ import annotations

from collections.abc import Iterable

from rules.core.events import Event
from rules.core.flow import Power, ask
from rules.core.questions import Choose
from rules.core.reasons import Reason
from rules.war.control import has_enemies, lift_siege
from rules.war.ids import LAND_KINDS, LeaderId, Nation, Place, SpaceId, ZoneId
from rules.war.routes import nearest, nearest_by_sea, steps_from
from rules.war.state import WarGame


class ArmyDisplaced(Event):
    power: Power
    space: SpaceId
    destination: SpaceId


class FleetDisplaced(Event):
    power: Power
    space: SpaceId
    destination: SpaceId


class NowhereToGo(Event):
    """Displaced or fleeing units without a place to go are lost."""

    power: Power
    space: SpaceId
    what: Reason


class ShipsFled(Event):
    power: Power
    space: SpaceId
    zone: ZoneId


# ---- 12.5 Displacement


async def displace(game: WarGame, power: Power, space: SpaceId) -> None:
    """Move all that a power commands in a space away from it (12.5)."""
    await displace_army(game, power, space)
    await displace_fleet(game, power, space)


async def expel(game: WarGame, power: Power, space: SpaceId) -> None:
    """Move all that a power commands out of a minor power's space, to the nearest friendly place (22.4)."""
    await displace_army(game, power, space, nearest_friendly_fortified(game, power, space))
    await displace_fleet(game, power, space)


async def displace_army(
    game: WarGame, power: Power, space: SpaceId, choices: list[SpaceId] | None = None
) -> None:
    """Land units and army leaders go together to one refuge; without any, they are lost (12.5)."""
    if not game.land_strength(space, power) and not army_leaders(game, space, power):
        return
    if choices is None:
        choices = refuges(game, power, space)
    if not choices:
        lift_siege(game, space, power)
        lose_army(game, power, space)
        return
    destination = await choose_refuge(game, power, space, choices)
    lift_siege(game, space, power)
    move_army(game, power, space, destination)
    game.emit(ArmyDisplaced(power, space, destination))


async def displace_fleet(game: WarGame, power: Power, space: SpaceId) -> None:
    """Naval units and leaders go to the nearest port that their power controls."""
    if not ships_at(game, space, power) and not naval_leaders(game, space, power):
        return
    ports = nearest_ports(game, power, space, barred=space, nations=seafarers(game, space, power))
    if not ports:
        lose_fleet(game, power, space)
        return
    # Silence takes the port with most ships of the own side.
    ports.sort(key=lambda port: (-ships_at(game, port, power), port))
    destination = await _choose(game, power, space, "displaced_fleet", ports, "12.5")
    move_fleet(game, power, space, destination)
    game.emit(FleetDisplaced(power, space, destination))


def refuges(game: WarGame, power: Power, space: SpaceId) -> list[SpaceId]:
    """The nearest fortified spaces of a power, a capital among them first, then its other capitals (12.5)."""
    nations = [nation for nation in nations_under(game, space, power) if game.at(space, nation).land]
    nations += [game.leaders[leader].power for leader in army_leaders(game, space, power)]
    capitals = [
        capital
        for capital in game.capitals(power)
        if game.friendly(power, game.controller(capital))
        and may_take_in(game, power, capital)
        and all(game.is_capital_of(nation, capital) for nation in nations)
    ]
    own = [other for other in game.spaces_of(power) if may_take_in(game, power, other)]
    steps = steps_from(game, space, by=power)
    near = nearest(steps, [other for other in own if other != space])
    near.sort(key=lambda other: (other not in capitals, other))
    return [*near, *(capital for capital in capitals if capital not in near and capital != space)]


def nearest_friendly_fortified(game: WarGame, power: Power, space: SpaceId) -> list[SpaceId]:
    """The nearest fortified spaces of a power or its allies (22.4)."""
    friendly = [
        other
        for other, state in game.spaces.items()
        if other != space and game.friendly(power, state.control) and may_take_in(game, power, other)
    ]
    return nearest(steps_from(game, space, by=power), friendly)


def may_take_in(game: WarGame, power: Power, space: SpaceId) -> bool:
    """Whether a fortified space can receive displaced land units.

    A besieged one cannot: at most four units defend it, and they are inside already (2.1).  Nor can one in
    which enemies are, as guests of a common ally (2.1, 14).
    """
    return (
        game.fortified(space)
        and not game.under_siege(space)
        and not game.closed_to(power, space)
        and not has_enemies(game, power, space)
    )


def nearest_ports(
    game: WarGame,
    power: Power,
    place: Place,
    *,
    barred: SpaceId | None = None,
    nations: Iterable[Nation] = (),
) -> list[SpaceId]:
    """The ports of a power that ships of some nations reach by sea in the fewest steps."""
    ports = [
        port
        for port in game.spaces_of(power)
        if game.board.spaces[port].is_port and port != barred and not game.closed_to(power, port)
    ]
    return nearest_by_sea(game, place, ports, nations)


def seafarers(game: WarGame, place: Place, power: Power) -> list[Nation]:
    """Whose ships and naval leaders a power commands in a place."""
    ships = [nation for nation in nations_under(game, place, power) if game.at(place, nation).ships]
    return [*ships, *(game.leaders[leader].power for leader in naval_leaders(game, place, power))]


# ---- 12.2 Ships in a port that was lost


async def flee_port(game: WarGame, space: SpaceId) -> None:
    """Ships whose port went to somebody else retreat to sea at once (12.2, 16.2 step 9)."""
    for power in commanders_of_ships(game, space):
        if power != game.controller(space):
            await _flee(game, power, space)


async def _flee(game: WarGame, power: Power, space: SpaceId) -> None:
    nations = nations_under(game, space, power)
    zones = [
        zone
        for zone in game.board.zones_of(space)
        if not has_enemies(game, power, zone)
        and not any(game.barred_from(nation, zone) for nation in nations)
    ]
    if not zones or not ships_at(game, space, power):  # a naval leader does not go to sea alone
        lose_fleet(game, power, space)
        return
    zones.sort(key=lambda zone: (-len(game.ports_of(power, zone)), zone))
    zone = await _choose(game, power, space, "ships_flee", zones, "12.2", about="zone")
    move_fleet(game, power, space, zone)
    game.emit(ShipsFled(power, space, zone))


# ---- pieces


def commanders_of_ships(game: WarGame, place: Place) -> list[Power]:
    """The powers that command ships or naval leaders in a place."""
    here = game.units.get(place, {})
    powers = [game.commander(nation) for nation, units in here.items() if units.ships]
    powers += [
        game.leader_commander(leader) for leader in game.leaders_at(place) if game.is_naval_leader(leader)
    ]
    return list(dict.fromkeys(powers))


def army_leaders(game: WarGame, place: Place, power: Power) -> list[LeaderId]:
    return [leader for leader in game.leaders_at(place, power) if not game.is_naval_leader(leader)]


def naval_leaders(game: WarGame, place: Place, power: Power) -> list[LeaderId]:
    return [leader for leader in game.leaders_at(place, power) if game.is_naval_leader(leader)]


def ships_at(game: WarGame, place: Place, power: Power) -> int:
    """Naval units that a power commands in a place."""
    here = game.units.get(place, {})
    return sum(units.ships for nation, units in here.items() if game.commander(nation) == power)


def warships_at(game: WarGame, place: Place, power: Power) -> int:
    """Ships other than corsairs that a power commands in a place."""
    here = game.units.get(place, {})
    return sum(units.warships for nation, units in here.items() if game.commander(nation) == power)


def nations_under(game: WarGame, place: Place, power: Power) -> list[Nation]:
    """Nations with units in a place that a power commands."""
    return [nation for nation in game.nations_at(place) if game.commander(nation) == power]


def move_army(game: WarGame, power: Power, space: SpaceId, destination: SpaceId) -> None:
    """Put all land units and army leaders of a power from one space into another."""
    move_all(game, power, space, destination, LAND_KINDS)
    for leader in army_leaders(game, space, power):
        game.leaders[leader].place = destination


def move_fleet(game: WarGame, power: Power, place: Place, destination: Place) -> None:
    """Put all ships and naval leaders of a power from one place into another."""
    move_all(game, power, place, destination, game.naval_kinds)
    for leader in naval_leaders(game, place, power):
        game.leaders[leader].place = destination


def move_all(game: WarGame, power: Power, place: Place, destination: Place, kinds: tuple[str, ...]) -> None:
    for nation in nations_under(game, place, power):
        units = game.at(place, nation)
        counts = {kind: getattr(units, kind) for kind in kinds if getattr(units, kind)}
        if counts:
            game.remove_units(place, nation, **counts)
            game.add_units(destination, nation, **counts)


def lose_army(game: WarGame, power: Power, space: SpaceId) -> None:
    """Land units without a refuge are lost; their leaders come back next turn."""
    for nation in nations_under(game, space, power):
        units = game.at(space, nation)
        game.remove_units(space, nation, **{kind: getattr(units, kind) for kind in LAND_KINDS})
    for leader in army_leaders(game, space, power):
        send_to_turn_track(game, leader)
    game.emit(NowhereToGo(power, space, Reason("land_units")))


def lose_fleet(game: WarGame, power: Power, place: Place) -> None:
    """Ships without a port or sea to go to are lost; their leaders come back next turn (16.2 step 10)."""
    for nation in nations_under(game, place, power):
        units = game.at(place, nation)
        counts = {kind: getattr(units, kind) for kind in game.naval_kinds if getattr(units, kind)}
        if counts:
            game.lose_ships(place, nation, **counts)
    for leader in naval_leaders(game, place, power):
        send_to_turn_track(game, leader)
    game.emit(NowhereToGo(power, place, Reason("ships")))


def send_to_turn_track(game: WarGame, leader: LeaderId) -> None:
    """A leader waits on the Turn Track for the next turn."""
    figure = game.leaders[leader]
    figure.place, figure.returns = None, game.turn + 1


async def choose_refuge(game: WarGame, power: Power, space: SpaceId, choices: list[SpaceId]) -> SpaceId:
    """Where a displaced army goes, of its refuges (12.5)."""
    return await _choose(game, power, space, "displaced_army", choices, "12.5")


async def _choose(
    game: WarGame,
    power: Power,
    leaving: SpaceId,
    topic: str,
    places: list[Place],
    rule: str,
    about: str = "space",
) -> Place:
    """Ask a major power where there is a choice; a minor power without an ally takes the first.

    While it decides, its units are still where they cannot stay.
    """
    if len(places) == 1 or power not in game.majors:
        return places[0]
    with game.campaign.while_unsettled(leaving):
        return await ask(Choose(power, topic, about, tuple(places), places[0], rule))
