"""The map after a change: what cannot stay as it is, judged in one place.

Sieges whose besiegers are no longer more (15.3), more than four behind besieged walls (2.1), enemies in one
space (9.6), leaders alone among enemies or at sea, ships in a port that is not theirs any more (12.2).  The
invariants of land and sea know the same.
"""

from __future__ import annotations

from rules.core.flow import Power, ask
from rules.core.reasons import Reason
from rules.war.casualties import eliminate, make_change
from rules.war.displacement import ArmyDisplaced, NowhereToGo, choose_refuge, displace, flee_port, refuges
from rules.war.fleets import strand_leaders
from rules.war.forces import Formation, best_units, shift, without
from rules.war.ids import Place, SpaceId, ZoneId
from rules.war.land_invariants import leaders_among_enemies, who_cannot_meet
from rules.war.naval_invariants import has_strangers_in_ports, ports_in_use, strangers_in_port
from rules.war.relief import GoInside
from rules.war.siege import GARRISON_LIMIT, inside, inside_strength, judge_siege, powers_inside
from rules.war.state import WarGame


async def judge_map(game: WarGame) -> None:
    """Put right everything that a change of the map has made impossible.

    Called after every action, card and phase, and in between where a rule says "immediately".  Spaces in
    which a battle or a handing over is not done are left alone until it is.
    """
    before, game.campaign.judging = game.campaign.judging, True
    await put_right(game)
    game.campaign.judging = before


async def put_right(game: WarGame) -> None:
    """Sieges first, as whoever is not besieged is not shut in; then who must leave."""
    besieged = [space for space, state in game.spaces.items() if state.sieges]
    for space in besieged:
        if space not in game.campaign.unsettled:
            await judge_siege(game, space)
    for space in besieged:
        still = game.spaces[space].sieges and not is_busy(game, space)
        if still and inside_strength(game, space) > GARRISON_LIMIT:
            await thin_out_garrison(game, space)
    for space in list(game.units):
        alone = len(game.units.get(space, ())) < 2  # as nearly everywhere
        if not alone and space in game.spaces and not is_busy(game, space):
            await part_enemies(game, space)
    for place in places_of_leaders_without_units(game):
        if place in game.board.zones:
            strand_admirals(game, place)
        elif not is_busy(game, place):
            await free_lone_leaders(game, place)
    if has_strangers_in_ports(game):  # hardly ever
        for port in ports_in_use(game):
            if not is_busy(game, port) and strangers_in_port(game, port):
                await flee_port(game, port)


def is_busy(game: WarGame, space: SpaceId) -> bool:
    """Whether something goes on in a space that must end before it is judged."""
    return space in game.campaign.unsettled or space == game.campaign.entered


# ---- Four behind besieged walls (2.1)


async def thin_out_garrison(game: WarGame, space: SpaceId) -> None:
    """Four stay, the controller's first, then his allies' in impulse order; the others are displaced."""
    holder = game.controller(space)
    room = GARRISON_LIMIT
    for power in sorted(powers_inside(game, space), key=lambda power: power != holder):
        units = tuple(unit for unit in inside(game, space) if game.commander(unit[0]) == power)
        within = army = Formation(units=units)
        if army.size > room:
            within = await choose_garrison(game, power, space, army, room)
            await leave_garrison(game, power, space, without(army, within))
        room -= within.size


async def choose_garrison(
    game: WarGame, power: Power, space: SpaceId, army: Formation, room: int
) -> Formation:
    """Which units stay; nobody decides for a minor power without an ally."""
    silent = Formation(units=best_units(power, army.units, room))
    if not room or game.passive(power):
        return silent
    return await ask(GoInside(power, space, army, room, silent))


async def leave_garrison(game: WarGame, power: Power, space: SpaceId, rest: Formation) -> None:
    """Whoever finds no room is displaced, or lost where there is no refuge (12.5, 22.1)."""
    choices = [] if game.passive(power) else refuges(game, power, space)
    if not choices:
        game.emit(NowhereToGo(power, space, Reason("land_units")))
        await eliminate(game, power, space, rest.units)
        return
    refuge = await choose_refuge(game, power, space, choices)
    shift(game, rest, space, refuge)
    game.emit(ArmyDisplaced(power, space, refuge))
    for nation in dict.fromkeys(nation for nation, _kind, _count in rest.units):
        await make_change(game, nation, space, refuge)


# ---- Enemies in one space (9.6)


async def part_enemies(game: WarGame, space: SpaceId) -> None:
    """Of enemies in one space whoever does not control it is displaced, unless walls are between them."""
    for power in dict.fromkeys(power for pair in who_cannot_meet(game, space) for power in pair):
        if power != game.controller(space):
            await displace(game, power, space)


def places_of_leaders_without_units(game: WarGame) -> list[Place]:
    """Seas with leaders, and spaces where one is among others' units with none of his own nation: few.

    Whoever is displaced goes where he is safe, so that no other place becomes one of them.
    """
    found: dict[Place, None] = {}
    for leader in game.leaders.values():
        place = leader.place
        if place is None or place in found:
            continue
        here = game.units.get(place)
        own = here.get(leader.power) if here and not leader.loaned_to else None
        guarded = own is not None and (own.regulars or own.mercenaries or own.cavalry)
        if place in game.board.zones or (here and not guarded):
            found[place] = None
    return list(found)


def strand_admirals(game: WarGame, zone: ZoneId) -> None:
    """Naval leaders alone at sea wait on the Turn Track (16.2 step 10)."""
    for power in game.majors:
        strand_leaders(game, zone, power)


async def free_lone_leaders(game: WarGame, space: SpaceId) -> None:
    """Leaders whom no move has captured do not stay alone among enemies (12.5)."""
    for power in dict.fromkeys(game.leader_commander(name) for name in leaders_among_enemies(game, space)):
        await displace(game, power, space)
