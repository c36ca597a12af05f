"""What armies could do: marches, assaults, towns, units, wars abroad."""

from __future__ import annotations

from typing import Any

from pbem.games.vq.bot.mind import Mind
from rules.vq.powers import (
    ENGLAND,
    PROTESTANT_FAITH,
    SPAIN,
)
from rules.vq.war.armada import LandFromArmada, StrengthenArmada
from rules.vq.war.build_actions import FightAbroad, ReinforceForeignWar
from rules.vq.war.foreign_wars import battle_of
from rules.vq.war.land_actions import CalmSpace, TakeControl
from rules.war.land_actions import AssaultFortification, MoveFormation
from rules.war.odds import attack_on, field_battle_odds, storming

BEGUN = 1.5
"""How much more a siege is worth that was begun than one that would be."""
NEXT_ASSAULT = 0.4
"""What the losses of a garrison are worth for the assault after this one."""
NEAR_A_SIEGE = 2
ENOUGH_UNITS = 6
"""So many land units in one place are not raised any further."""


def of_move(mind: Mind, move: MoveFormation) -> float:
    game, size = mind.game, move.formation.size
    if not size:
        return 0.0
    left = game.land_strength(move.origin, mind.power) - size if move.origin in game.spaces else 0
    price = _left_behind(mind, move.origin, left) + _siege_given_up(mind, move.origin, left, size)
    hostile = mind.hostile(game.controller(move.to))
    foes = mind.against(move.to)
    if not hostile:
        nearer = mind.pull(move.to) - mind.pull(move.origin)
        guards = _guarded(mind, move.to, size)
        worth = mind.weights["approach"] * size if nearer > 0.05 and size > 2 else 0.0
        return max(worth * min(1.0, nearer * 4), guards) - price
    walls = game.fortified(move.to)
    won, lost = 1.0, 0.0
    if foes and not (walls and foes <= 4):
        odds = field_battle_odds(game, attack_on(game, mind.power, move.to, move.formation))
        won, lost = float(odds.wins), float(odds.attack_loses) * mind.weights["regular"]
        gain = float(odds.defence_loses) * mind.weights["regular"] * 0.5
        lost -= gain
    if not walls:
        return won * (mind.weights["town"] + mind.pull(move.to) * 0.3) - lost - price
    if game.under_siege(move.to):
        return (0.1 if size > foes else 0.0) - price
    return won * mind.siege_worth(move.to, size) - lost - price


def _siege_given_up(mind: Mind, origin: str, left: int, size: int) -> float:
    """What besiegers who leave had before them: more than any siege that would only begin."""
    if origin not in mind.game.spaces or mind.power not in mind.game.spaces[origin].sieges:
        return 0.0
    return BEGUN * (mind.siege_worth(origin, left + size) - mind.siege_worth(origin, left))


def _left_behind(mind: Mind, origin: str, left: int) -> float:
    """What an own fortified space risks that is left with too few."""
    game = mind.game
    if origin not in game.spaces or game.controller(origin) != mind.power or not game.fortified(origin):
        return 0.0
    danger = mind.threat(origin)
    if left >= 1 + danger // 3:
        return 0.0
    risk = 0.5 if danger else 0.06
    return risk * mind.worth_of_keeping(origin)


def _guarded(mind: Mind, space: str, size: int) -> float:
    """What it is worth to come to the help of an own key."""
    game = mind.game
    if not game.board.spaces[space].is_key or game.controller(space) != mind.power:
        return 0.0
    danger, there = mind.threat(space), game.land_strength(space, mind.power)
    if danger <= there:
        return 0.0
    return min(1.0, size / danger) * 0.3 * mind.worth_of_keeping(space)


def of_assault(mind: Mind, assault: AssaultFortification) -> float:
    odds = storming(mind.game, mind.power, assault.space, assault.formation)
    lost = float(odds.attack_loses) * mind.weights["regular"] * 0.7
    gain = float(odds.defence_loses) * mind.weights["regular"] * 0.5
    worth = mind.worth_of_taking(assault.space)
    foes = max(1, mind.against(assault.space))
    nearer = NEXT_ASSAULT * (1 - float(odds.wins)) * min(1.0, float(odds.defence_loses) / foes)
    return (float(odds.wins) + nearer) * worth + gain - lost


def of_control(mind: Mind, take: TakeControl) -> float:
    """A town; more if a siege beside it has no line of communication."""
    served = max(
        (
            mind.siege_worth(walls, mind.game.land_strength(walls, mind.power))
            for walls in mind.cut_off
            if (mind.game.board.distance(take.space, walls) or 9) <= NEAR_A_SIEGE
        ),
        default=0.0,
    )
    return mind.worth_of_taking(take.space) + served


def of_calm(mind: Mind, calm: CalmSpace) -> float:
    game = mind.game
    worth = mind.weights["town"]
    if game.board.spaces[calm.space].is_key:
        worth += mind.key_worth(mind.power, 1, calm.space)
    area = game.printed(calm.space).area
    if area and game.spaces[calm.space].religion == PROTESTANT_FAITH:
        worth += mind.faith_worth(area, 1)
    return worth


# ---- Forces


def of_unit(mind: Mind, build: Any) -> float:
    """A land unit: more where an army gathers against a goal, or where an enemy comes near."""
    game, space = mind.game, build.space
    worth = mind.weights[
        {"regulars": "regular", "mercenaries": "mercenary", "cavalry": "cavalry"}[build.unit]
    ]
    there, danger = game.land_strength(space, mind.power), mind.threat(space)
    if there >= ENOUGH_UNITS + danger:
        return worth * 0.2
    led = bool(game.leaders_at(space, mind.power))
    need = danger / (there + 1)
    draw = mind.pull(space) if mind.enemies else 0.0
    return worth * (0.45 + min(1.0, need) * 0.5 + (0.3 if led else 0.0) + min(1.0, draw))


def of_ship(mind: Mind, build: Any) -> float:
    at_sea = any(
        units.ships
        for place, here in mind.game.units.items()
        for nation, units in here.items()
        if mind.game.at_war(mind.power, nation)
    )
    corsair = getattr(build, "unit", "") == "corsairs"
    worth = mind.weights["corsair" if corsair else "ship"]
    return worth * (1.1 if at_sea or corsair else 0.5)


def of_patrol(mind: Mind, build: Any) -> float:
    pirates = sum(c.zone is not None and c.power != SPAIN for c in mind.game.world.captains.values())
    return 0.12 + 0.15 * min(pirates, 3)


def of_fortress(mind: Mind, build: Any) -> float:
    return 0.15 + 0.1 * bool(mind.threat(build.space)) if hasattr(build, "space") else 0.3


def of_foreign_battle(mind: Mind, fight: FightAbroad) -> float:
    odds = field_battle_odds(mind.game, battle_of(mind.game, fight.war))
    lost = (float(odds.defence_loses) - float(odds.attack_loses) * 0.7) * mind.weights["regular"]
    return float(odds.defence_gone) * (1.0 + mind.weights["card"]) + lost


def of_reinforcement(mind: Mind, build: ReinforceForeignWar) -> float:
    return mind.weights["regular"] * 0.8


def of_landing(mind: Mind, land: LandFromArmada) -> float:
    return 1.0 + mind.worth_of_taking(land.to)


def of_armada(mind: Mind, build: StrengthenArmada) -> float:
    return 0.5 if mind.game.at_war(SPAIN, ENGLAND) else 0.1
