"""Compares war at sea (16) with the engine."""

from __future__ import annotations

import random

from rules.core.errors import allows
from rules.his import HisGame
from rules.his.war.naval_actions import InitiatePiracy
from rules.war.counter_mix import check_split
from rules.war.fleets import Fleet
from rules.war.naval_combat import add_up_dice, casualties
from rules.war.naval_interception import avoidance_places, interception_chances
from rules.war.naval_movement import (
    AdmiralMove,
    Convoy,
    NavalOrders,
    ShipMove,
    check_convoy,
    check_naval_move,
    newly_entered_zones,
)
from rules.war.naval_retreat import retreats_at_sea, retreats_from_port
from rules.war.piracy import dice_against_pirates, piracy_dice, pirates_in
from rules.war.transport import check_transport, next_steps
from tests.oracle import fleet_orders, naval
from tests.oracle.formations import parts, party, told
from tests.oracle.position import ORDER, OTTOMAN, Position
from tests.oracle.tally import Tally


def compare_fleets(game: HisGame, position: Position, rng: random.Random, tally: Tally) -> None:
    """16.1 and 16.2: every ship towards every place next to it, and what others do about it."""
    for place in list(position.stacks):
        for power in position.fleets(place):
            if power in ORDER:
                compare_fleet(game, position, power, place, rng, tally)
        for one in position.fleets(place):
            for other in position.fleets(place):
                if one in ORDER and position.at_war(one, other):
                    combat = add_up_dice(game, place, one, other)
                    oracle = (
                        naval.combat_dice(position, place, one, defends=False),
                        naval.combat_dice(position, place, other, defends=True),
                    )
                    engine = combat.attacker_dice, combat.defender_dice
                    tally.compare("16.2 dice", f"{one} attacks {other}", oracle, engine, position, place)
    zones = rng.sample(sorted(position.zones), 4)
    for active in ORDER:
        for enemy in ORDER:
            if enemy != active:
                oracle = naval.chances(position, active, enemy, zones)
                engine = (
                    interception_chances(game, active, enemy, zones, []) if game.at_war(active, enemy) else []
                )
                what = f"{active} enters {zones}, {enemy} intercepts"
                tally.compare("16.1 interception", what, oracle, sorted(engine), position, *zones)


def compare_fleet(
    game: HisGame, position: Position, power: str, place: str, rng: random.Random, tally: Tally
) -> None:
    far = rng.choice(sorted([*position.zones, *position.spots]))
    for to in [*position.by_sea(place), far]:
        stack = rng.choice(naval.ships_of(position, place, power))
        kind = "squadrons" if stack.counts["squadrons"] else "corsairs"
        convoy = Convoy(place, to, Fleet(((stack.nation, kind, 1),)))
        oracle = naval.may_sail(position, power, stack.nation, place, to)
        engine = allows(check_convoy, game, power, convoy)
        what = f"{power}: {stack.nation} sails from {place} to {to}"
        tally.compare("16.1 move", what, oracle, engine, position, place, to)
    if place in position.zones:
        what = f"{power} in {place}"
        oracle_havens = naval.havens(position, power, place)
        tally.compare(
            "16.1 avoid", what, oracle_havens, sorted(avoidance_places(game, power, place)), position, place
        )
        engine_way = retreats_at_sea(game, power, place)
    else:
        what = f"{power} out of {place}"
        engine_way = retreats_from_port(game, power, place)
    oracle_way = naval.retreats(position, power, place)
    tally.compare("16.2 retreat", what, oracle_way, sorted(engine_way), position, place)


def compare_transports(game: HisGame, position: Position, rng: random.Random, tally: Tally) -> None:
    """16.3: out of every port with an army in it, with some CP."""
    if game.campaign.foul_weather or game.campaign.laid_up or game.campaign.theatre:
        return
    before = game.impulse.power, game.impulse.cp
    for port in [place for place in position.stacks if place in position.spots]:
        for power in position.armies(port):
            if power not in ORDER:
                continue
            for zone in position.spots[port].seas:
                cp = rng.randint(1, 4)
                game.impulse.power, game.impulse.cp = power, cp
                formation = rng.choice(parts(game, port, power, rng))
                mine = party(position, formation)
                what = f"{power} with {cp} cp transports {told(formation)}: {port} > {zone}"
                shut = [to for to in position.spots if not allows(check_split, game, formation, port, to)]
                way = naval.onward(position, power, port, zone, mine, cp - 1, shut=shut)
                oracle = bool(way) and naval.may_embark(position, power, port, zone, mine)
                engine = allows(check_transport, game, power, port, zone, formation)
                tally.compare("16.3 transport", what, oracle, engine, position, port, zone)
                if engine:
                    steps = sorted(next_steps(game, power, port, zone, formation, cp - 1))
                    tally.compare("16.3 way", what, way, steps, position, port, zone)
    game.impulse.power, game.impulse.cp = before


def compare_piracy(game: HisGame, position: Position, rng: random.Random, tally: Tally) -> None:
    """16.4: every zone, every power."""
    for zone in position.zones:
        for target in ORDER:
            raid = InitiatePiracy(zone, target)
            what = f"piracy in {zone} against {target}"
            oracle = naval.may_raid(position, zone, target)
            tally.compare("16.4 target", what, oracle, allows(raid.check, game, OTTOMAN), position, zone)
            if oracle:
                dice = naval.raid_dice(position, zone, target)
                engine = dice_against_pirates(game, OTTOMAN, zone, target)
                tally.compare("16.4 against", what, dice.against, engine, position, zone)
                engine = piracy_dice(game, OTTOMAN, zone, target, pirates_in(game, OTTOMAN, zone, target))
                tally.compare("16.4 pirates", what, dice.pirates, engine, position, zone)


def compare_orders(game: HisGame, position: Position, rng: random.Random, tally: Tally) -> None:
    """16.1: whole Naval Moves at random; 16.2: what hits would sink."""
    for power in ORDER:
        places = [place for place in position.stacks if power in position.fleets(place)]
        if not places:
            continue
        for _ in range(3):
            compare_order(game, position, power, rng.sample(places, min(3, len(places))), rng, tally)
        place, hits, lost = rng.choice(places), rng.randint(0, 7), rng.random() < 0.5
        stacks = naval.ships_of(position, place, power)
        fleet = [sum(stack.counts[kind] for stack in stacks) for kind in ("squadrons", "corsairs")]
        found = casualties(game, place, power, hits, lost=lost)
        oracle = fleet_orders.sunk(fleet[0], fleet[1], hits, lost=lost)
        what = f"{hits} hits on {fleet} of {power}, lost: {lost}"
        tally.compare("16.2 sunk", what, oracle, (found.warships, found.corsairs), position, place)


def compare_order(
    game: HisGame, position: Position, power: str, places: list[str], rng: random.Random, tally: Tally
) -> None:
    ships, leaders = [], []
    for place in places:
        near = position.by_sea(place)
        goal = rng.choice(near)
        for stack in naval.ships_of(position, place, power):
            for kind in ("squadrons", "corsairs"):
                count = min(stack.counts[kind], rng.choice((0, 1, 9, 9)))
                if count:
                    goal = rng.choice((goal, goal, rng.choice(near)))
                    ships.append(ShipMove(place, stack.nation, kind, count, goal))
        for figure in position.leaders(place, power, naval=True):
            if rng.random() < 0.7:
                leaders.append(AdmiralMove(figure.name, place, goal))
    if not ships:
        return
    orders = NavalOrders(tuple(ships), tuple(leaders))
    mine = [fleet_orders.Sailing(s.origin, s.nation, s.kind, s.count, s.to) for s in ships]
    mine += [fleet_orders.Sailing(a.origin, a.leader, "", 0, a.to) for a in leaders]
    engine = allows(check_naval_move, game, power, orders)
    what = f"{power}: {mine}"
    tally.compare(
        "16.1 orders", what, fleet_orders.may_order(position, power, mine), engine, position, *places
    )
    if engine:
        entered = fleet_orders.newly_entered(position, power, mine)
        zones = sorted(newly_entered_zones(game, power, orders))
        tally.compare("16.1 entered", what, entered, zones, position, *places)
