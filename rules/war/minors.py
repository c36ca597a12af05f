"""Minor powers: what they and others do when one loses its major ally (22.4)."""

from __future__ import annotations

from rules.core.events import Event
from rules.core.flow import Power
from rules.core.reasons import Reason
from rules.war.control import change_control, lift_siege
from rules.war.displacement import expel, send_to_turn_track
from rules.war.ids import LAND_KINDS, Nation, Place, SpaceId, owner
from rules.war.routes import nearest, nearest_by_sea, steps_from
from rules.war.state import WarGame


class MinorActivated(Event):
    minor: Nation
    power: Power


class MinorDeactivated(Event):
    minor: Nation
    power: Power


class MinorReturned(Event):
    minor: Nation
    what: Reason
    place: Place
    home: SpaceId


class MinorLost(Event):
    minor: Nation
    what: Reason
    place: Place


async def free_minor(game: WarGame, minor: Nation, *, spared: Power | None = None) -> None:
    """A minor power loses its major ally: its spaces are its own again, others leave them (22.4).

    `spared`: a power whose units stay.
    """
    ally = game.minor_allies.pop(minor)
    game.emit(MinorDeactivated(minor, ally))
    freed = [space for space in game.home_spaces(minor) if game.controller(space) == ally]
    for space in freed:
        # Enemies share a besieged space until all of them have left it.
        change_control(game, space, minor, Reason("deactivation"), keep_sieges=True)
    places = [place for place, _nation in stacks_of(game, minor)]
    places += [leader.place for leader in game.leaders.values() if leader.power == minor and leader.place]
    abroad = [place for place in places if place in game.spaces]
    with game.campaign.while_unsettled(*freed, *abroad):  # others, and its own units abroad, must leave first
        for space in freed:
            await clear_space(game, space, spared)
            for besieger in list(game.spaces[space].sieges):
                lift_siege(game, space, besieger)
        minor_army_returns(game, minor)
        minor_fleet_returns(game, minor)
    await game.settle()  # sieges that the minor power's units took part in (15.3)


async def clear_space(game: WarGame, space: SpaceId, spared: Power | None) -> None:
    """Units of all other powers leave a space that is the minor power's again (22.4)."""
    others = [game.commander(nation) for nation in game.nations_at(space)]
    others += [game.leader_commander(leader) for leader in game.leaders_at(space)]
    for power in game.majors:
        if power in others and power != spared:
            await expel(game, power, space)


def minor_army_returns(game: WarGame, minor: Nation) -> None:
    """Land units go to the nearest fortified home space held, else unfortified; without any they die."""
    held = [space for space in game.home_spaces(minor) if game.controller(space) == minor]
    refuges = [space for space in held if game.fortified(space)] or held
    for place in [place for place, units in game.places_of(minor) if units.land]:
        near = nearest(steps_from(game, place), refuges)
        counts = counts_of(game, place, minor, LAND_KINDS)
        game.remove_units(place, minor, **counts)
        if near:
            home = first_home(game, near)
            game.add_units(home, minor, **counts)
            if home != place:
                game.emit(MinorReturned(minor, Reason("land_units"), place, home))
        else:
            game.emit(MinorLost(minor, Reason("land_units"), place))


def minor_fleet_returns(game: WarGame, minor: Nation) -> None:
    """Ships and naval leaders, lent ones too, go to the nearest home port held; else to the Turn Track."""
    ports = [
        space
        for space in game.home_spaces(minor)
        if game.controller(space) == minor and game.board.spaces[space].is_port
    ]
    for place, nation in stacks_of(game, minor):
        if not game.at(place, nation).ships:
            continue
        near = nearest_by_sea(game, place, ports)
        counts = counts_of(game, place, nation, game.naval_kinds)
        if near:
            home = first_home(game, near)
            game.remove_units(place, nation, **counts)
            game.add_units(home, minor, **counts)
            if home != place:
                game.emit(MinorReturned(minor, Reason("ships"), place, home))
        else:
            game.lose_ships(place, nation, **counts)
            game.emit(MinorLost(minor, Reason("ships"), place))
    for name, leader in game.leaders.items():
        if leader.power == minor and leader.place is not None and game.is_naval_leader(name):
            leader.loaned_to = None
            if near := nearest_by_sea(game, leader.place, ports):
                leader.place = first_home(game, near)
            else:
                send_to_turn_track(game, name)


def stacks_of(game: WarGame, minor: Nation) -> list[tuple[Place, Nation]]:
    """Where units of a minor power are, under its own flag or on loan."""
    return [
        (place, nation) for place, here in game.units.items() for nation in here if owner(nation) == minor
    ]


def counts_of(game: WarGame, place: Place, nation: Nation, kinds: tuple[str, ...]) -> dict[str, int]:
    units = game.at(place, nation)
    return {kind: getattr(units, kind) for kind in kinds if getattr(units, kind)}


def first_home(game: WarGame, near: list[SpaceId]) -> SpaceId:
    """Of equally near homes a key, then the first by name: no player owns the units any more."""
    return min(near, key=lambda space: (not game.board.spaces[space].is_key, space))
