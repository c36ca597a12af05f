"""Naval transport (16.3): a formation crosses sea zones where its power has ships, and lands in a port."""

from __future__ import annotations

from collections.abc import Iterator

from rules.core.errors import Illegal, allows
from rules.core.flow import Power, ask
from rules.core.reasons import Reason
from rules.core.windows import open_window
from rules.war.advance import check_entry
from rules.war.counter_mix import check_split
from rules.war.displacement import ships_at
from rules.war.fleets import enemies_afloat
from rules.war.forces import Formation, first_units, formation_limit, usual_formations
from rules.war.ids import Place, SpaceId, ZoneId
from rules.war.moments import Announced
from rules.war.movement import check_going, check_moving_formation, enter_space, fresh_army, rested
from rules.war.naval_events import ArmyEmbarked, TransportSailedOn, TransportStopped
from rules.war.naval_questions import ChooseThere
from rules.war.state import WarGame
from rules.war.windows import WarWindow

LEAST_CP = 2
"""One to embark, one to land."""
STEP_CP = 1


# ---- What may be transported where


def check_transport(game: WarGame, power: Power, port: SpaceId, zone: ZoneId, formation: Formation) -> None:
    """Raise `Illegal` unless a formation may embark, and has CP enough to land somewhere (16.3 step 1)."""
    if game.cp_left(power) < LEAST_CP:
        raise Illegal("transport.too_few_cp", "16.3", cp=LEAST_CP)
    if not game.wages_war(power):
        raise Illegal("movement.not_yet", "21.6")
    if port not in game.spaces or zone not in game.transport_zones(power, port):
        raise Illegal("transport.no_port", "16.3", space=port, zone=zone)
    if not ships_at(game, zone, power):
        raise Illegal("transport.no_ships", "16.3", zone=zone)
    limit = game.war_tables().transport_limit
    if formation.size > limit:
        raise Illegal("transport.too_many", "16.3", limit=limit)
    check_moving_formation(game, power, port, formation)
    if not next_steps(game, power, port, zone, formation, game.cp_left(power) - STEP_CP):
        raise Illegal("transport.nowhere_to_land", "16.3")


def check_landing(game: WarGame, power: Power, port: SpaceId, to: SpaceId, formation: Formation) -> None:
    """Raise `Illegal` unless a transport that left `port` may end in another one (16.3 step 3)."""
    if enemies_afloat(game, power, to):
        raise Illegal("transport.enemy_ships", "16.3", space=to)
    check_entry(game, power, to, with_units=formation.size > 0)
    check_going(game, port, to, formation)
    if to != port:
        check_split(game, formation, port, to)
    elif game.fortified(to) and not game.friendly(power, game.controller(to)):
        raise Illegal("transport.same_walls", "16.3", space=to)


def next_steps(
    game: WarGame, power: Power, port: SpaceId, zone: ZoneId, formation: Formation, cp: int
) -> list[Place]:
    """Where a transport in a sea zone may go with so many CP left: ports, and zones from which it can land.

    A formation never ends an impulse at sea.  Ports come first, own ones before others.
    """
    if cp < STEP_CP:
        return []
    ports = [
        to
        for to in game.landing_ports(power, zone)
        if allows(check_landing, game, power, port, to, formation)
    ]
    ports.sort(key=lambda to: (game.controller(to) != power, to))
    zones = [
        near
        for near in game.board.zone_neighbours(zone)
        if ships_at(game, near, power) and landing_in_reach(game, power, port, near, formation, cp - STEP_CP)
    ]
    return [*ports, *zones]


def landing_in_reach(
    game: WarGame, power: Power, port: SpaceId, zone: ZoneId, formation: Formation, cp: int
) -> bool:
    """Whether so many CP are enough to bring a transport from a sea zone to some port."""
    reached = [zone]
    for _step in range(cp):
        if any(
            allows(check_landing, game, power, port, to, formation)
            for at in reached
            for to in game.landing_ports(power, at)
        ):
            return True
        reached += [
            near
            for at in tuple(reached)
            for near in game.board.zone_neighbours(at)
            if near not in reached and ships_at(game, near, power)
        ]
    return False


def possible_transports(game: WarGame, power: Power) -> Iterator[tuple[SpaceId, ZoneId, Formation]]:
    """A handful of formations out of every port with own ships off its coast."""
    if game.cp_left(power) < LEAST_CP:
        return
    most = game.war_tables().transport_limit
    for zone in game.board.zones:
        if not ships_at(game, zone, power):
            continue
        for port in game.landing_ports(power, zone):
            army = fresh_army(game, port, power)
            full = Formation(army.leaders, first_units(army, min(most, formation_limit(game, army.leaders))))
            for formation in dict.fromkeys([full, *usual_formations(game, army)]) if army else ():
                if allows(check_transport, game, power, port, zone, formation):
                    yield port, zone, formation


# ---- 16.3 Naval Transport Procedure


async def naval_transport(
    game: WarGame, power: Power, port: SpaceId, zone: ZoneId, formation: Formation
) -> None:
    """Naval transport (16.3), its first CP being paid: embark, sail on, land.

    Nobody else acts while troops are at sea, so their counters stay in the port until they land.
    """
    if await disrupted(game, power, port, zone, formation):
        return
    game.emit(ArmyEmbarked(power, port, zone, formation.size, formation.leaders))
    while True:
        to = await choose_step(game, power, port, zone, formation)
        game.pay_cp(power, STEP_CP)
        if to not in game.board.zones:
            break
        game.emit(TransportSailedOn(power, zone, to))
        zone = to
    await enter_space(game, power, zone, to, formation, standing=port)


async def disrupted(game: WarGame, power: Power, port: SpaceId, zone: ZoneId, formation: Formation) -> bool:
    """Others may disrupt the transport before anybody has embarked."""
    moment = Announced(power, "transport", port, formation.leaders, to=zone)
    others = [other for other in game.majors if other != power]
    await open_window(
        game,
        WarWindow.ACTION_ANNOUNCED,
        moment,
        powers=others,
        subject=Reason("transport", port=port, zone=zone),
    )
    stopped = (
        moment.cancelled
        or not rested(game, port, formation)
        or not next_steps(game, power, port, zone, formation, game.cp_left(power))
    )
    if stopped:
        game.emit(TransportStopped(power, port))
    return stopped


async def choose_step(
    game: WarGame, power: Power, port: SpaceId, zone: ZoneId, formation: Formation
) -> Place:
    """TRANS-1: the next sea zone, or the port where the formation lands (16.3, steps 2 and 3)."""
    steps = next_steps(game, power, port, zone, formation, game.cp_left(power))
    if len(steps) == 1:
        return steps[0]
    return await ask(ChooseThere(power, "transport", "place", tuple(steps), steps[0], "16.3", zone))
