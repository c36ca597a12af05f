"""Compares land war (12 to 15) with the engine."""

from __future__ import annotations

import random
from typing import Any

from rules import load_rules
from rules.core.errors import Illegal, allows
from rules.his import HisGame
from rules.his.war.build_actions import BuildCorsair
from rules.war.advance import advance
from rules.war.assault import check_assault
from rules.war.assault import prepare as prepare_assault
from rules.war.avoid_battle import already_beaten, may_withdraw
from rules.war.construction import check_construction, check_counters
from rules.war.control import check_control, check_removal_of_unrest, has_loc, may_be_stirred
from rules.war.counter_mix import fits
from rules.war.forces import Formation, army_at
from rules.war.interception import interception_stacks, interceptors, roll_modifier
from rules.war.land_combat import prepare as prepare_battle
from rules.war.movement import arrive, check_move
from rules.war.retreat import retreat_spaces
from tests.oracle import building, control, interception, movement, retreat, siege
from tests.oracle.formations import COUNTERS, NOBODY, parts, party, plain, plain_party, told
from tests.oracle.movement import Party
from tests.oracle.position import LAND, ORDER, Position
from tests.oracle.snapshot import snapshot
from tests.oracle.tally import Tally


def compare_moves(game: HisGame, position: Position, rng: random.Random, tally: Tally) -> None:
    """13.1 to 13.4 and 14: every stack of everybody towards every neighbour."""
    if game.campaign.foul_weather or game.campaign.laid_up or game.campaign.theatre:
        return  # cards have rules of their own
    for power in ORDER:
        places = dict.fromkeys([*position.stacks, *(figure.place for figure in position.figures)])
        for origin in [place for place in places if place in position.spots]:
            formations = parts(game, origin, power, rng)
            if not formations:
                continue
            goals = [*position.roads[origin], rng.choice(sorted(position.spots))]
            for to in goals:
                compare_move(game, position, power, origin, to, rng.choice(formations), tally)


def compare_move(
    game: HisGame, position: Position, power: str, origin: str, to: str, formation: Formation, tally: Tally
) -> None:
    mine = party(position, formation)
    what = f"{power} moves {told(formation)}: {origin} > {to}"
    try:
        check_move(game, power, origin, to, formation)
        engine = True
    except Illegal as refusal:
        if refusal.rule.startswith(COUNTERS):
            return
        engine = False
    tally.compare(
        "13.1 move", what, movement.may_move(position, power, origin, to, mine), engine, position, origin, to
    )
    if not engine:
        return
    tally.compare(
        "13.1 cost",
        what,
        movement.cost(position, origin, to),
        game.march_cost(power, origin, to),
        position,
        origin,
        to,
    )
    move = advance(game, power, origin, to, formation)
    met = movement.foes(position, power, to)
    tally.compare("13.1 foes", what, sorted(met), sorted(move.foes), position, origin, to)
    for other in ORDER:
        if other == power:
            continue
        found = interception.stacks(position, power, origin, to, other)
        oracle = {space: plain_party(stack) for space, stack in found.items()}
        asked = {}
        if other in interceptors(game, move):
            friends = any(position.friendly(other, army) for army in position.armies(to))
            stacks = interception_stacks(game, other, move, (), leaders_alone=friends)
            asked = {space: plain(stack) for space, stack in stacks}
        tally.compare(
            "13.2 who",
            f"{what}; {other} intercepts",
            oracle,
            asked,
            position,
            origin,
            to,
        )
        for stack in found.values():
            own = Formation(
                tuple(leader.name for leader in stack.leaders),
                tuple((nation, kind, count) for (nation, kind), count in stack.units.items()),
            )
            tally.compare(
                "13.2 roll",
                f"{other}: {told(own)} against {told(formation)}",
                interception.modifier(other, stack, mine),
                roll_modifier(game, other, game.war_tables().intercept, own, formation),
                position,
                to,
            )
    if met == list(move.foes) or sorted(met) == sorted(move.foes):
        compare_meeting(game, position, move, mine, met, what, tally)


def compare_meeting(
    game: HisGame, position: Position, move: Any, mine: Party, met: list[str], what: str, tally: Tally
) -> None:
    """A formation enters where it meets somebody: they slip away, go inside, or fight."""
    power, origin, to = move.power, move.origin, move.to
    for foe in met:
        if foe in ORDER:
            tally.compare(
                "13.3 and 14.1 where",
                f"{what}; {foe} leaves",
                retreat.spaces(position, foe, to, barred=origin, foe=power),
                sorted(retreat_spaces(game, foe, to, barred=(origin,), foes=(power,))),
                position,
                to,
            )
    if met:
        tally.compare(
            "13.4 withdraw",
            what,
            retreat.may_withdraw(position, to, met),
            may_withdraw(game, move, met) and sum(position.strength(to, foe) for foe in met) <= 4,
            position,
            to,
        )
    for space in (origin, to):
        for army in (army_at(game, space, foe) for foe in position.armies(space)):
            if army:
                oracle = movement.all_beaten(position, space, party(position, army))
                engine = already_beaten(game, space, army)
                tally.compare("13.3 beaten", told(army), oracle, engine, position, space)
    if met and mine.size:
        copy = load_rules("his").load(load_rules("his").dump(game))
        arrive(copy, move, origin)
        battle = prepare_battle(copy, move, met, NOBODY)
        dice = battle.dice_for(copy, battle.attack), battle.dice_for(copy, battle.defence)
        tally.compare("14 dice", what, siege.battle_dice(position, to, power, met, mine), dice, position, to)


def compare_retreats(game: HisGame, position: Position, rng: random.Random, tally: Tally) -> None:
    """15.3: where a besieger falls back to, and anybody else from anywhere."""
    for space, spot in position.spots.items():
        for power in spot.sieges or [rng.choice(ORDER)]:
            oracle = retreat.spaces(position, power, space)
            engine = sorted(retreat_spaces(game, power, space))
            tally.compare("15.3 where", f"{power} leaves {space}", oracle, engine, position, space)


def compare_control(game: HisGame, position: Position, rng: random.Random, tally: Tally) -> None:
    """12.1, 12.2, 12.4 and 15.1 for every power and space."""
    for power in ORDER:
        reached = control.lines(position, power)
        for space, spot in position.spots.items():
            line = has_loc(game, power, space)
            what = f"{power} to {space}"
            tally.compare("12.1 line", what, space in reached, line, position, space)
            oracle = control.may_control(position, power, space, reached)
            tally.compare(
                "12.2 control", what, oracle, allows(check_control, game, power, space), position, space
            )
            if spot.unrest:
                oracle = control.may_calm(position, power, space)
                engine = allows(check_removal_of_unrest, game, power, space)
                tally.compare("12.4 calm", what, oracle, engine, position, space)
            if spot.sieges and position.strength(space, power):
                for formation in parts(game, space, power, rng):
                    compare_assault(game, position, power, space, formation, reached, tally)


def compare_assault(
    game: HisGame,
    position: Position,
    power: str,
    space: str,
    formation: Formation,
    reached: set[str],
    tally: Tally,
) -> None:
    mine = party(position, formation)
    what = f"{power} assaults {space} with {told(formation)}"
    oracle = siege.may_assault(position, power, space, mine, reached)
    engine = allows(check_assault, game, power, space, formation)
    tally.compare("15.1 assault", what, oracle, engine, position, space)
    if engine:
        battle = prepare_assault(game, power, space, formation)
        dice = battle.dice_for(game, battle.attack), battle.dice_for(game, battle.defence)
        tally.compare("15.1 dice", what, siege.assault_dice(position, space, mine), dice, position, space)


def compare_building(game: HisGame, position: Position, rng: random.Random, tally: Tally) -> None:
    """17 and 12.4: some spaces, everybody, every kind."""
    kinds = ("regulars", "mercenaries", "cavalry", "squadrons", "corsairs")
    for space, spot in position.spots.items():
        what = f"unrest in {space}"
        oracle = building.may_be_stirred(position, space)
        tally.compare("12.4 unrest", what, oracle, may_be_stirred(game, space), position, space)
        for power in ORDER:
            minors = [minor for minor, patron in position.patrons.items() if patron == power]
            nation = spot.home if spot.home in (power, *minors) else rng.choice([power, *minors])
            kind = rng.choice(kinds)
            if not building.buildable(power, nation, kind) and kind not in ("regulars", "squadrons"):
                continue  # the power card has no such action (11.1)
            if not allows(check_counters, game, nation, kind, space):
                continue
            oracle = building.may_build(position, power, nation, kind, space)
            engine = allows(check_construction, game, power, nation, kind, space)
            if kind == "corsairs":
                engine = allows(BuildCorsair(space).check, game, power)
            what = f"{power} builds {kind} of {nation} in {space}"
            tally.compare("17 build", what, oracle, engine, position, space)


def compare_broken_sieges(game: HisGame, position: Position, rng: random.Random, tally: Tally) -> None:
    """15.3: besiegers die until they may be too few; then the map is judged."""
    alone = [
        (space, stack)
        for space, spot in position.spots.items()
        if len(spot.sieges) == 1
        for stack in position.land_of(space, next(iter(spot.sieges)))
        if stack.nation == stack.commander and position.strength(space, stack.nation) == stack.land
    ]
    for space, stack in rng.sample(alone, min(2, len(alone))):
        copy = load_rules("his").load(load_rules("his").dump(game))
        power, kind = stack.nation, rng.choice([kind for kind in LAND if stack.counts[kind]])
        dying = rng.randint(0, stack.counts[kind])
        copy.remove_units(space, power, **{kind: dying})
        if not fits(copy, power):
            continue  # 5.2
        before = snapshot(copy)
        ways = retreat.spaces(before, power, space)
        settled(copy.settle(), copy)
        after = snapshot(copy)
        what = f"{dying} {kind} of {power} die before {space}"
        holds = siege.holds(before, space, power)
        tally.compare("15.3 siege", what, holds, power in after.spots[space].sieges, before, space)
        if not holds:
            stood = before.strength(space, power)
            more = [to for to in after.spots if after.strength(to, power) > before.strength(to, power)]
            fled = len(more) == 1 and more[0] in ways
            gone = (not more and not ways) or not stood
            tally.compare("15.3 retreat", f"{what}: {ways}, {more}", True, fled or gone, before, space)
            tally.compare("15.3 nobody stays", what, 0, after.strength(space, power), before, space)


def settled(procedure: Any, game: HisGame) -> None:
    """Run a procedure to its end, everybody being silent."""
    try:
        asked = procedure.send(None)
        while True:
            asked = procedure.send(tuple(question.default(game) for question in asked))
    except StopIteration:
        return
