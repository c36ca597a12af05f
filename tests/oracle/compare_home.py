"""Compares spring, displacement and winter (10, 12.5, 19.3) with the engine."""

from __future__ import annotations

import random

from rules import load_rules
from rules.core.errors import Illegal, allows
from rules.his import HisGame
from rules.war.counter_mix import check_split
from rules.war.displacement import nearest_friendly_fortified, nearest_ports, refuges
from rules.war.spring import DeployInSpring, Deployment, check_origin, deployment_reach
from rules.war.winter_armies import ArmyPlan, plan_armies
from rules.war.winter_fleets import FleetPlan
from rules.war.winter_plan import Homeward
from rules.war.winter_steps import end_loans
from tests.oracle import homeward, movement, naval, winter
from tests.oracle.formations import parts, party, told
from tests.oracle.position import LAND, ORDER, PROTESTANT, Position
from tests.oracle.snapshot import snapshot
from tests.oracle.tally import Tally


def compare_spring(game: HisGame, position: Position, rng: random.Random, tally: Tally) -> None:
    """10: how far everybody's capitals reach."""
    for power in ORDER:
        for capital in position.capitals[power]:
            if not position.strength(capital, power):
                continue
            ready = homeward.may_deploy_from(position, power, capital)
            engine = allows(check_origin, game, power, capital)
            tally.compare("10 origin", f"{power} from {capital}", ready, engine, position, capital)
            if not engine:
                continue
            compare_deployments(game, position, power, capital, rng, tally)
            for units in (5, 6):
                for prepared in (False, True):
                    oracle = homeward.spring_reach(position, power, capital, units=units, prepared=prepared)
                    by_sea = units <= 5 or prepared
                    engine = deployment_reach(
                        game, power, capital, by_sea=by_sea, spring_preparations=prepared
                    )
                    what = f"{power} deploys {units} units from {capital}, prepared: {prepared}"
                    tally.compare(
                        "10 reach", what, oracle, sorted(set(engine) - {capital}), position, capital
                    )


def compare_deployments(
    game: HisGame, position: Position, power: str, capital: str, rng: random.Random, tally: Tally
) -> None:
    """Formations out of a capital to spaces near and far."""
    for formation in parts(game, capital, power, rng):
        prepared = rng.random() < 0.3
        question = DeployInSpring(power, spring_preparations=prepared)
        mine = party(position, formation)
        reach = homeward.spring_reach(position, power, capital, units=mine.size, prepared=prepared)
        near = rng.sample(reach, min(4, len(reach)))
        for to in [*near, *rng.sample(sorted(position.spots), 4)]:
            if to == capital or not allows(check_split, game, formation, capital, to):
                continue
            oracle = to in reach and mine.size <= movement.largest(mine.leaders)
            engine = allows(question.check, game, Deployment(capital, formation, to))
            what = f"{power} deploys {told(formation)}: {capital} > {to}, prepared: {prepared}"
            tally.compare("10 deploy", what, oracle, engine, position, capital, to)


def compare_refuges(game: HisGame, position: Position, rng: random.Random, tally: Tally) -> None:
    """12.5 and 22.4: from some spaces, for every power."""
    for space in rng.sample(sorted(position.spots), 12):
        for power in ORDER:
            what = f"{power} is displaced from {space}"
            oracle = homeward.refuges(position, power, space)
            tally.compare("12.5 army", what, oracle, sorted(refuges(game, power, space)), position, space)
            oracle = homeward.friendly_refuges(position, power, space)
            engine = sorted(nearest_friendly_fortified(game, power, space))
            tally.compare("22.4 army", what, oracle, engine, position, space)
    for place in position.stacks:
        for power in position.fleets(place):
            if power in ORDER and place in position.spots:
                nations = naval.sailors(position, place, power)
                ports = homeward.nearest_ports(position, power, place, nations, barred=place)
                engine = sorted(nearest_ports(game, power, place, barred=place, nations=nations))
                what = f"ships of {power} leave {place}"
                tally.compare("12.5 fleet", what, ports, engine, position, place)


def compare_winter(game: HisGame, position: Position, rng: random.Random, tally: Tally) -> None:
    """19.3: where every stack and every ship may winter, and on which way it suffers; loans have ended."""
    copy = load_rules("his").load(load_rules("his").dump(game))
    end_loans(copy)
    after = snapshot(copy)
    for power in ORDER:
        armies, fleets = ArmyPlan(copy, power), FleetPlan(copy, power)
        for place, stacks in after.stacks.items():
            for stack in stacks:
                if stack.commander != power:
                    continue
                what = f"{stack.nation} of {power} in {place}"
                if stack.ships:
                    oracle = homeward.winter_ports(after, power, stack.nation, place)
                    engine = sorted(fleets.ports(stack.nation, place))
                    tally.compare("19.3 fleet", what, oracle, engine, after, place)
                if stack.land:
                    stay = homeward.may_stay(after, power, stack.nation, place)
                    tally.compare("19.3 stay", what, stay, armies.may_stay(stack.nation, place), after, place)
                    goals = homeward.destinations(after, power, stack.nation, place)
                    engine = sorted(set(armies.destinations(stack.nation, place)) - {place})
                    tally.compare("19.3 army", what, goals, engine, after, place)
                    reached = homeward.safe(after, power, place)
                    for goal in goals:
                        tally.compare(
                            "19.3 attrition",
                            f"{what} to {goal}",
                            goal in reached,
                            armies.is_safe(place, goal),
                            after,
                            place,
                            goal,
                        )


def compare_winter_orders(game: HisGame, position: Position, rng: random.Random, tally: Tally) -> None:
    """19.3: one group of every stack is sent somewhere, the others go as silence sends them.

    The Protestant, who fills one space after the other, is left out.
    """
    copy = load_rules("his").load(load_rules("his").dump(game))
    end_loans(copy)
    after = snapshot(copy)
    for power in ORDER:
        if power == PROTESTANT:
            continue
        stacks = [(place, s) for place in after.stacks for s in after.land_of(place, power)]
        for place, stack in rng.sample(stacks, min(6, len(stacks))):
            kind = rng.choice([kind for kind in LAND if stack.counts[kind]])
            count = rng.randint(1, stack.counts[kind])
            goals = homeward.destinations(after, power, stack.nation, place)
            goal = rng.choice([*goals, rng.choice(sorted(after.spots))])
            if goal == place:
                continue
            order = Homeward(place, goal, ((stack.nation, kind, count),))
            try:
                plan_armies(copy, power, (order,))
                engine = True
            except Illegal:
                engine = False
            oracle = winter.may_send(after, power, stack.nation, place, goal, count)
            what = f"{power} sends {count} {kind} of {stack.nation}: {place} > {goal}"
            tally.compare("19.3 order", what, oracle, engine, after, place, goal)
