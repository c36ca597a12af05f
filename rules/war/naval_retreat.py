"""Retreat of a fleet after naval combat (16.2 step 9)."""

from __future__ import annotations

from rules.core.flow import Power, ask
from rules.war.displacement import ships_at
from rules.war.fleets import (
    enemies_afloat,
    fleet_at,
    may_sail,
    near_by_sea,
    sailing_part,
    shift,
    sink,
    sink_fleet,
    strand_leaders,
)
from rules.war.forces import mark, unmark
from rules.war.ids import Place, SpaceId
from rules.war.naval_events import FleetRetreated, FleetTrapped
from rules.war.naval_questions import ChooseThere
from rules.war.state import WarGame


def retreats_from_port(game: WarGame, power: Power, port: SpaceId) -> list[Place]:
    """Sea zones of a port that are free of a power's enemies (16.2 step 9)."""
    return _open_to_all(
        game, power, port, [z for z in game.board.zones_of(port) if not enemies_afloat(game, power, z)]
    )


def retreats_at_sea(game: WarGame, power: Power, zone: Place) -> list[Place]:
    """Own ports and sea zones next to a zone, free of a power's enemies; ports first (16.2 step 9)."""
    free = [place for place in near_by_sea(game, zone) if not enemies_afloat(game, power, place)]
    ports = sorted(
        place
        for place in free
        if place in game.spaces and game.controller(place) == power and not game.closed_to(power, place)
    )
    zones = sorted(place for place in free if place in game.board.zones and game.retreats_to_sea())
    # Silence takes the port with most ships of the own side.
    ports.sort(key=lambda port: -ships_at(game, port, power))
    return _open_to_all(game, power, zone, [*ports, *zones])


def _open_to_all(game: WarGame, power: Power, place: Place, free: list[Place]) -> list[Place]:
    """Where the whole fleet may sail; only if there is no such place, where a part of it may (16.1)."""
    fleet = fleet_at(game, place, power)
    return [to for to in free if may_sail(game, fleet, to)] or [
        to for to in free if sailing_part(game, fleet, to).ships
    ]


async def retreat(game: WarGame, power: Power, place: Place, *, beaten: bool) -> None:
    """NAV-4: a fleet leaves a place; where it cannot go anywhere, it is lost (16.2 step 9).

    Ships that lost the combat are `beaten`: they make no naval move in the rest of the impulse (16.1).
    """
    at_sea = place in game.board.zones
    choices = retreats_at_sea(game, power, place) if at_sea else retreats_from_port(game, power, place)
    if not choices:
        game.emit(FleetTrapped(power, place))
        sink_fleet(game, place, power)
        return
    to = choices[0]
    if len(choices) > 1 and power in game.majors:
        to = await ask(ChooseThere(power, "naval_retreat", "place", tuple(choices), to, "16.2", place))
    fleet = sailing_part(game, fleet_at(game, place, power), to)
    for ships in fleet_at(game, place, power).ships:
        if ships not in fleet.ships:
            sink(game, place, ships)
    shift(game, fleet, place, to)
    game.emit(FleetRetreated(power, place, to))
    strand_leaders(game, place, power)
    # Whatever was remembered of them where they were is of no use there any more.
    for nation, kind, count in fleet.ships:
        unmark(game.campaign.beaten_ships, place, nation, kind, count)
    if beaten:
        mark(game.campaign.beaten_ships, to, fleet.ships)
    if to in game.spaces:
        await game.fleet_entered(power, to)
