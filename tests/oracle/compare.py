"""Asks the engine what this reading has answered, over random positions and random play."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from rules import load_rules
from rules.core.errors import Illegal, allows
from rules.his import HisGame
from rules.his.faith.actions import BurnBooks, FoundUniversity, Translate, check_treatise
from rules.his.faith.debate import DebateRound, attack_dice, check_debate, defence_dice
from rules.his.faith.odds import Grant, attacker_dice, defender_dice, targets, terms
from rules.his.game import Voyage
from rules.his.new_world.phase import choose_explorer, conquer, explore
from rules.his.new_world.riches import raid, roll_for_riches
from rules.his.powers import PAPACY, PROTESTANT
from rules.his.sequence.card_draw import cards_to_deal
from rules.his.sequence.spring import DeployInSpring, Deployment, check_origin, deployment_reach
from rules.his.sequence.winter import end_loans
from rules.his.victory import victory_points
from rules.his.war.naval_actions import InitiatePiracy
from rules.war.advance import advance
from rules.war.assault import check_assault
from rules.war.assault import prepare as prepare_assault
from rules.war.avoid_battle import may_withdraw
from rules.war.control import check_control, check_removal_of_unrest, has_loc
from rules.war.counter_mix import check_split
from rules.war.displacement import nearest_friendly_fortified, nearest_ports, refuges
from rules.war.fleets import Fleet
from rules.war.forces import Formation, army_at
from rules.war.interception import interception_stacks, interceptors, roll_modifier
from rules.war.land_combat import prepare as prepare_battle
from rules.war.movement import arrive, check_move
from rules.war.naval_combat import add_up_dice
from rules.war.naval_interception import avoidance_havens, interception_chances
from rules.war.naval_movement import Convoy, check_convoy
from rules.war.naval_retreat import retreats_at_sea, retreats_from_port
from rules.war.piracy import dice_against_pirates, piracy_dice
from rules.war.retreat import retreat_spaces
from rules.war.state import CATHOLIC, PROTESTANT_FAITH
from rules.war.transport import check_transport, next_steps
from rules.war.winter_armies import ArmyPlan
from rules.war.winter_fleets import FleetPlan
from tests.oracle import control, homeward, interception, movement, naval, new_world, points, retreat, siege
from tests.oracle import faith as faiths
from tests.oracle.movement import Party
from tests.oracle.position import LAND, ORDER, OTTOMAN, Position
from tests.oracle.snapshot import churchmen, snapshot, standing
from tests.oracle.tally import Tally

COUNTERS = "5.2"
"""Orders that only the shortage of counters forbids are not compared."""
NOBODY = Formation()


# ---- formations in both languages


def parts(game: HisGame, position: Position, place: str, power: str, rng: random.Random) -> list[Formation]:
    """The whole army of a power in a place, and some parts of it."""
    army = army_at(game, place, power)
    found = [army]
    for _ in range(2):
        units = tuple(
            (nation, kind, some) for nation, kind, count in army.units if (some := rng.randint(0, count))
        )
        leaders = tuple(leader for leader in army.leaders if rng.random() < 0.6)
        found.append(Formation(leaders, units))
    found.append(Formation(army.leaders, ()))
    return [formation for formation in dict.fromkeys(found) if formation]


def party(position: Position, formation: Formation) -> Party:
    return Party(
        {(nation, kind): count for nation, kind, count in formation.units},
        [figure for figure in position.figures if figure.name in formation.leaders],
    )


def told(formation: Formation) -> str:
    return ", ".join(
        [*formation.leaders, *(f"{n} {kind} of {nation}" for nation, kind, n in formation.units)]
    )


def plain(formation: Formation) -> tuple[Any, ...]:
    return sorted(formation.leaders), sorted(formation.units)


def plain_party(found: Party) -> tuple[Any, ...]:
    units = sorted((nation, kind, count) for (nation, kind), count in found.units.items())
    return sorted(leader.name for leader in found.leaders), units


# ---- land


def compare_moves(game: HisGame, position: Position, rng: random.Random, tally: Tally) -> None:
    """13.1 to 13.4 and 14: every stack of everybody towards every neighbour."""
    if game.campaign.foul_weather or game.campaign.gout or game.campaign.theatre:
        return  # cards have rules of their own
    for power in ORDER:
        places = dict.fromkeys([*position.stacks, *(figure.place for figure in position.figures)])
        for origin in [place for place in places if place in position.spots]:
            formations = parts(game, position, origin, power, rng)
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
            finding="F1" if position.allies(power, other) else "",
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
                roll_modifier(game, game.land_tables().intercept, own, formation),
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
                for formation in parts(game, position, space, power, rng):
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


# ---- at sea


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
            "16.1 avoid", what, oracle_havens, sorted(avoidance_havens(game, power, place)), position, place
        )
        engine_way = retreats_at_sea(game, power, place)
    else:
        what = f"{power} out of {place}"
        engine_way = retreats_from_port(game, power, place)
    oracle_way = naval.retreats(position, power, place)
    tally.compare("16.2 retreat", what, oracle_way, sorted(engine_way), position, place)


def compare_transports(game: HisGame, position: Position, rng: random.Random, tally: Tally) -> None:
    """16.3: out of every port with an army in it, with some CP."""
    if game.campaign.foul_weather or game.campaign.gout or game.campaign.theatre:
        return
    before = game.impulse.power, game.impulse.cp
    for port in [place for place in position.stacks if place in position.spots]:
        for power in position.armies(port):
            if power not in ORDER:
                continue
            for zone in position.spots[port].seas:
                cp = rng.randint(1, 4)
                game.impulse.power, game.impulse.cp = power, cp
                formation = rng.choice(parts(game, position, port, power, rng))
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
                engine = piracy_dice(game, OTTOMAN, zone, target)
                tally.compare("16.4 pirates", what, dice.pirates, engine, position, zone)


# ---- spring, displacement, winter


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
    for formation in parts(game, position, capital, power, rng):
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


# ---- faith, points, cards


def compare_attempts(game: HisGame, position: Position, rng: random.Random, tally: Tally) -> None:
    """18.2 to 18.4: all targets of both faiths, with dice and terms."""
    languages = ("german", "french", "english", "italian", "spanish")
    for faith in (PROTESTANT_FAITH, CATHOLIC):
        oracle = sorted(faiths.targets(position, faith))
        rule = "18.3" if faith == PROTESTANT_FAITH else "18.4"
        tally.compare(f"{rule} targets", faith, oracle, sorted(targets(game, faith)), position)
        for space in rng.sample(oracle, min(12, len(oracle))):
            zones = tuple(rng.sample(languages, rng.choice((1, 1, 3))))
            extra, modifier = rng.randint(0, 1), rng.randint(0, 1)
            grant = Grant(faith, zones, "treatise", extra_dice=extra, modifier=modifier)
            debater = rng.choice(["", *faiths.VALUES])
            what = f"{faith} attempt on {space}, zones {zones}, {debater or 'nobody'} committed"
            mine = faiths.attempt_dice(position, space, faith, debater, extra)
            engine = attacker_dice(game, grant, space, debater)
            tally.compare(f"{rule} attacker", what, mine, engine, position, space)
            other = CATHOLIC if faith == PROTESTANT_FAITH else PROTESTANT_FAITH
            mine = faiths.base_dice(position, space, other)
            tally.compare(f"{rule} defender", what, mine, defender_dice(game, faith, space), position, space)
            found = terms(game, grant, space)
            # A Counter Reformation grant never carries a modifier of its own.
            given = modifier if faith == PROTESTANT_FAITH else 0
            expected = faiths.terms(position, space, faith, zones, given)
            if faith == PROTESTANT_FAITH or not modifier:
                tally.compare(
                    f"{rule} terms",
                    what,
                    expected,
                    (found.modifier, found.automatic, found.wins_ties),
                    position,
                    space,
                )


def compare_debates(game: HisGame, position: Position, rng: random.Random, tally: Tally) -> None:
    """18.1 and 18.5: who may call a debate where, and the dice of any two debaters."""
    people = churchmen(game)
    for zone, ours in faiths.ZONES.items():
        for caller in (PAPACY, PROTESTANT):
            oracle = faiths.may_debate(people, caller, zone)
            engine = allows(check_debate, game, caller, zone)
            tally.compare("18.1 debate", f"{caller} calls in {zone}", oracle, engine, position)
            pair = {PROTESTANT: rng.choice(ours), PAPACY: rng.choice(faiths.PAPAL)}
            fresh = [name for name in pair.values() if rng.random() < 0.5]
            extra = rng.randint(0, 2) if caller == PAPACY else 0
            moment = DebateRound(caller, zone, rng.randint(1, 2), pair, fresh)
            attacker = pair[caller]
            defender = pair[PAPACY if caller == PROTESTANT else PROTESTANT]
            dice = (
                faiths.attack_dice(position, caller, zone, attacker, fresh=attacker in fresh, extra=extra),
                faiths.defence_dice(defender, fresh=defender in fresh),
            )
            what = f"{attacker} attacks {defender} in {zone}, fresh: {fresh}, extra {extra}"
            engine = attack_dice(game, moment, extra), defence_dice(game, moment)
            tally.compare("18.5 dice", what, dice, engine, position)


def compare_scripture(game: HisGame, position: Position, rng: random.Random, tally: Tally) -> None:
    """18.1: translations, treatises, burning of books, universities."""
    people = churchmen(game)
    used, begun = PROTESTANT in game.impulse.bonus_used, list(game.impulse.translated)
    for language in faiths.ZONES:
        for work in faiths.STEPS:
            for steps in range(faiths.STEPS[work] + 2):
                debater = rng.choice(["", "", *faiths.TRANSLATORS, "bucer"])
                action = Translate(language, work, steps, debater)
                oracle = faiths.may_translate(
                    people, language, work, steps, debater, bonus_used=used, begun=language in begun
                )
                engine = allows(action.check, game, PROTESTANT)
                what = f"translate {language} {work} {steps} with {debater or 'nobody'}"
                tally.compare("18.1 translate", what, oracle, engine, position)
                if engine:
                    cost = action.cost(game, PROTESTANT)
                    tally.compare("18.1 translation cost", what, steps, cost, position)
    for zone in ("german", "french", "english", "italian", "spanish"):
        for power in (PROTESTANT, "england"):
            oracle = faiths.may_publish(position, people, power, zone, game.impulse.targets)
            engine = allows(check_treatise, game, power, zone)
            tally.compare("18.1 treatise", f"{power} in {zone}", oracle, engine, position)
        oracle = faiths.may_burn_books(position, game.impulse.counter_targets)
        engine = allows(BurnBooks(zone).check, game, PAPACY)
        tally.compare("18.1 books", zone, oracle, engine, position)
    for space in rng.sample(sorted(position.spots), 10):
        oracle = faiths.may_found(position, people, space)
        engine = allows(FoundUniversity(space).check, game, PAPACY)
        tally.compare("18.1 university", space, oracle, engine, position, space)


def compare_points(game: HisGame, position: Position, rng: random.Random, tally: Tally) -> None:
    """23.2 and 6.2."""
    box = standing(game)
    for power in ORDER:
        oracle = points.points(position, box, power)
        tally.compare("23.2 vp", power, oracle, victory_points(game, power), position)
        tally.compare(
            "6.2 deal", power, points.cards(position, box, power), cards_to_deal(game, power), position
        )


# ---- the New World


def compare_new_world(game: HisGame, position: Position, rng: random.Random, tally: Tally) -> None:
    """20: voyages and riches with dice that both sides know."""
    copy = load_rules("his").load(load_rules("his").dump(game))
    for _ in range(6):
        compare_voyage(copy, position, rng, tally)
        compare_riches(copy, position, rng, tally)


def compare_voyage(game: HisGame, position: Position, rng: random.Random, tally: Tally) -> None:
    world, power = game.new_world, rng.choice(("hapsburg", "england", "france"))
    claimed = [prize for prize in new_world.PRIZES if rng.random() < 0.5]
    world.claimed = dict.fromkeys(claimed, "papacy")
    world.charted = [power] if rng.random() < 0.5 else []
    game.bonus_vp[power] = {}
    bonus, dice = rng.choice((0, 2)), [rng.randint(1, 6) for _ in range(4)]
    if rng.random() < 0.5:
        pool, voyage = world.conquistadors, Voyage(power, "conquest", bonus)
        names = {"hapsburg": ("cortez", "pizarro", "montejo", "cordova", "coronado")}
        figure = rng.choice(
            names.get(power) or (f"{'english' if power == 'england' else 'french'}_conquest",)
        )
        pool[power], game.dice.given_dice = [figure], dice[:2]
        conquer(game, voyage)
        fate = new_world.conquest(sum(dice[:2]), figure, claimed, bonus=bonus)
        what = f"{figure} +{bonus} conquers with {dice[:2]}, {claimed} claimed"
        rule = "20.3 conquest"
    else:
        pool, voyage = world.explorers, Voyage(power, "exploration", bonus)
        figures = {
            "hapsburg": ("magellan", "orellana", "de_soto", "leon", "de_vaca", "narvaez"),
            "england": ("rut", "chancellor", "willoughby"),
            "france": ("cartier", "verrazano", "roberval"),
        }
        figure = rng.choice(figures[power])
        pool[power], game.dice.given_dice = [figure], list(dice)
        charted = power in world.charted
        what = f"{figure} +{bonus} sails with {dice}, charted: {charted}, {claimed} claimed"
        fate = new_world.exploration(sum(dice[:2]), figure, claimed, charted=charted, bonus=bonus)
        expedition = choose_explorer(game, voyage)
        assert expedition
        fate = sail(
            game, explore(game, expedition), fate, what, figure, dice, claimed, bonus, position, tally
        )
        rule = "20.2 exploration"
    won = tuple(prize for prize in world.claimed if prize not in claimed)
    back = figure in pool[power]
    tally.compare(rule, what, (fate.prizes, fate.returns), (won, back), position)
    vp = sum(new_world.PRIZES[prize] for prize in fate.prizes)
    tally.compare("20 vp", what, vp, sum(game.bonus_vp[power].values()), position)
    game.dice.given_dice = []


def sail(voyage: Any, rng: random.Random) -> tuple[tuple[str, ...], str]:
    """Play a voyage of exploration to its end; what the explorer was offered, and what he took."""
    offered: tuple[str, ...] = ()
    taken = ""
    try:
        offered = voyage.send(None)[0].options
        taken = rng.choice(offered)
        voyage.send((taken,))
    except StopIteration:
        pass
    return tuple(sorted(offered)), taken


def compare_riches(game: HisGame, position: Position, rng: random.Random, tally: Tally) -> None:
    world, power = game.new_world, rng.choice(("hapsburg", "england", "france"))
    column = rng.choice(sorted(new_world.RICHES))
    flags = {name: rng.random() < 0.4 for name in ("galleons", "plantations", "governor", "uprising")}
    flags["uprising"] = flags["uprising"] and not flags["governor"]
    world.galleons = [power] if flags["galleons"] else []
    world.plantations = [power] if flags["plantations"] else []
    world.governor = power if flags["governor"] else None
    world.uprising = power if flags["uprising"] else None
    dice = [rng.randint(1, 6), rng.randint(1, 6)]
    game.dice.given_dice = list(dice)
    markers = [] if column in ("colony", "potosi") else None
    engine = roll_for_riches(game, power, column, column, markers).replace("G", "N")
    what = f"{column} of {power} with {dice}, {flags}"
    tally.compare("20.4 riches", what, new_world.riches(sum(dice), column, **flags), engine, position)
    die = rng.randint(1, 6)
    world.raiders, game.dice.given_dice = ["france"], [die]
    world.galleons = ["hapsburg"] if flags["galleons"] else []
    stolen = raid(game, "france")
    oracle = new_world.raid(die, galleons=flags["galleons"])
    tally.compare("20.4 raid", f"{die}, {flags}", oracle, (stolen, "france" in world.raiders), position)


# ---- positions


def shake(game: HisGame, rng: random.Random) -> None:
    """What random positions leave alone: the moment within an impulse, the time before the League."""
    game.impulse_number = 5
    for state in game.spaces.values():
        for power in state.sieges:
            state.sieges[power] = rng.choice((2, 5))
    if rng.random() < 0.3:
        game.faith.league = False
    game.piracy_zones = rng.sample(sorted(game.board.zones), rng.randint(0, 4))
    game.pirates = rng.random() < 0.9
    for marks, leaders in (
        (game.campaign.beaten, game.campaign.beaten_leaders),
        (game.campaign.intercepted, game.campaign.intercepted_leaders),
    ):
        for place, here in game.units.items():
            for nation, units in here.items():
                for kind in LAND:
                    if getattr(units, kind) and rng.random() < 0.06:
                        heap = marks.setdefault(place, {}).setdefault(nation, {})
                        heap[kind] = rng.randint(1, getattr(units, kind))
        leaders += [name for name, leader in game.leaders.items() if leader.place and rng.random() < 0.06]


def shake_faith(game: HisGame, rng: random.Random) -> None:
    """Religion, people and tracks at random."""
    share = rng.choice((0.1, 0.3, 0.6))
    for state in game.spaces.values():
        if state.religion in (CATHOLIC, PROTESTANT_FAITH):
            state.religion = PROTESTANT_FAITH if rng.random() < share else CATHOLIC
        state.university = rng.random() < 0.06
    faith = game.faith
    for figure in (*faith.reformers.values(), *faith.debaters.values()):
        figure.entered, figure.away, figure.gone = (rng.random() < p for p in (0.8, 0.1, 0.1))
    for debater in faith.debaters.values():
        debater.committed = rng.random() < rng.choice((0.2, 0.8))
    faith.society_of_jesus = rng.random() < 0.6
    for language in faiths.ZONES:
        faith.new_testament[language] = rng.choice((rng.randint(0, 6), 6))
        done = faith.new_testament[language] == 6
        faith.full_bible[language] = rng.choice((rng.randint(0, 10), 9, 10)) if done else 0
    for power in game.rulers:
        game.rulers[power] = rng.choice(game.data.powers[power].rulers).id
    game.this_turn = [word for word in ("printing_press", "augsburg_confession") if rng.random() < 0.4]
    game.impulse.bonus_used = [PROTESTANT] if rng.random() < 0.2 else []
    game.impulse.translated = [zone for zone in faiths.ZONES if rng.random() < 0.5]
    faith.st_peters_vp, game.piracy_vp, game.chateaux_vp = (rng.randint(0, n) for n in (5, 10, 6))
    game.tudors.children = {line: "anne_boleyn" for line in range(1, 7) if rng.random() < 0.2}
    for power in ORDER:
        game.bonus_vp[power] = {"war_winner": rng.randint(0, 3)}
        game.minus_cards[power] = ["fuggers"] * rng.randint(0, 2)
        if power in ("england", "france", "hapsburg") and rng.random() < 0.3:
            faith.excommunicated_powers[power] = 3


Comparison = Callable[[HisGame, Position, random.Random, Tally], None]
PARTS: tuple[Comparison, ...] = (
    compare_moves,
    compare_retreats,
    compare_control,
    compare_fleets,
    compare_transports,
    compare_piracy,
    compare_spring,
    compare_refuges,
    compare_winter,
    compare_attempts,
    compare_debates,
    compare_scripture,
    compare_points,
    compare_new_world,
)


def compare_position(game: HisGame, rng: random.Random, tally: Tally) -> None:
    """Everything about one position."""
    position = snapshot(game)
    for comparison in PARTS:
        comparison(game, position, rng, tally)
