"""Avoiding battle (13.3) and withdrawing into fortifications (13.4)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from rules.core.errors import Illegal, allows
from rules.core.flow import Power, Question, ask
from rules.core.questions import Decide
from rules.core.reasons import Reason
from rules.core.records import Record
from rules.war.advance import Advance
from rules.war.captives import capture_leader, capture_lone_leaders
from rules.war.counter_mix import check_split
from rules.war.displacement import army_leaders
from rules.war.forces import (
    Formation,
    all_marked,
    army_at,
    check_part,
    first_units,
    free_to_go,
    land_powers_at,
    shift,
    without,
)
from rules.war.ids import SpaceId
from rules.war.interception import roll_modifier
from rules.war.land_events import BattleAvoided, BattleAvoidedFreely, BattleNotAvoided, Withdrew
from rules.war.retreat import retreat_spaces
from rules.war.siege import GARRISON_LIMIT
from rules.war.state import WarGame


class Avoidance(Record):
    """Units and leaders go to an adjacent space; their number is not limited (13.3)."""

    to: SpaceId
    formation: Formation


class AvoidBattle(Question[Avoidance | None]):
    """WIN-AVOID: whether to avoid battle, with whom and where to; silence stays (13.3, steps 2 and 3)."""

    kind: ClassVar[str] = "avoid_battle"
    space: SpaceId
    enemy: Power
    army: Formation
    spaces: tuple[SpaceId, ...]

    def legal(self, game: WarGame) -> Iterable[Avoidance | None]:
        yield None
        half = Formation(self.army.leaders[:1], first_units(self.army, (self.army.size + 1) // 2))
        for formation in dict.fromkeys((self.army, half, Formation(self.army.leaders))):
            for to in self.spaces:
                answer = Avoidance(to, formation)
                if allows(self.check, game, answer):
                    yield answer

    def check(self, game: WarGame, answer: Avoidance | None) -> None:
        if answer is None:
            return
        if answer.to not in self.spaces:
            raise Illegal("battle.not_avoided_there", "13.3", space=answer.to)
        check_part(self.army, answer.formation, self.space, "13.3")
        for leader in answer.formation.leaders:
            if not game.may_stand(leader, answer.to):
                raise Illegal("leader.never_there", "13.3", leader=leader, space=answer.to)
        if not answer.formation:
            raise Illegal("formation.empty", "13.3")
        bound = without(answer.formation, free_to_go(game, answer.formation, answer.to))
        game.check_march(self.space, answer.to, (), tuple(nation for nation, _kind, _count in bound.units))
        check_split(game, answer.formation, self.space, answer.to)

    def default(self, game: WarGame) -> Avoidance | None:
        return None


# ---- 13.3 Avoid battle


async def avoid_battle(game: WarGame, move: Advance) -> None:
    """Each major power in the way, in impulse order, may try to slip away (13.3, steps 1 and 6)."""
    for power in [power for power in game.majors if power in move.foes]:
        if not game.land_strength(move.to, power):
            continue  # a broken siege has sent it away
        spaces = retreat_spaces(game, power, move.to, barred=[move.origin], foes=[move.power])
        if spaces and game.wages_war(power):
            army = army_at(game, move.to, power)
            army = without(army, bound_everywhere(game, army, spaces))
            if not army:
                continue
            attempt = await ask(AvoidBattle(power, move.to, move.power, army, tuple(spaces)))
            if attempt is not None:
                await attempt_to_avoid(game, power, move, attempt)


def bound_everywhere(game: WarGame, army: Formation, spaces: Iterable[SpaceId]) -> Formation:
    """Units of an army that may go to none of some spaces."""
    bound = army.units
    for to in spaces:
        free = free_to_go(game, army, to).units
        bound = tuple(unit for unit in bound if unit not in free)
    return Formation(units=bound)


async def attempt_to_avoid(game: WarGame, power: Power, move: Advance, attempt: Avoidance) -> None:
    """Roll, unless all of them were beaten in this impulse; if it succeeds they go (13.3, steps 4 and 5)."""
    formation, space = attempt.formation, move.to
    if already_beaten(game, space, formation):
        game.emit(BattleAvoidedFreely(power, space, attempt.to))
    else:
        table = game.war_tables().avoid_battle
        reason = Reason("avoids_battle", power=power, space=space, other_space=attempt.to)
        total = sum(game.roll(power, 2, reason)) + roll_modifier(
            game, power, table, formation, move.formation
        )
        if total < table.need:
            game.emit(BattleNotAvoided(power, space, total, table.need))
            return
        game.emit(BattleAvoided(power, space, attempt.to, total, table.need))
    shift(game, formation, space, attempt.to)
    if formation.size:
        capture_lone_leaders(game, attempt.to, power, [*game.enemies(power), move.power])
    await game.settle()


def already_beaten(game: WarGame, space: SpaceId, formation: Formation) -> bool:
    """Whether everybody in a formation has lost a field battle in this impulse (13.3)."""
    leaders = all(leader in game.campaign.beaten_leaders for leader in formation.leaders)
    return leaders and all_marked(game, game.campaign.beaten, space, formation)


# ---- 13.4 Withdrawing into fortifications


async def withdraw(game: WarGame, move: Advance) -> bool:
    """Few defenders may go inside, and then there is no battle (13.4); answers whether they did."""
    defenders = [power for power in land_powers_at(game, move.to) if power in move.foes]
    strength = sum(game.land_strength(move.to, power) for power in defenders)
    if not may_withdraw(game, move, defenders) or not 0 < strength <= GARRISON_LIMIT:
        return False
    decider = who_decides(game, move.to, defenders)
    if decider is not None:
        outnumbered = game.land_strength(move.to, move.power) > strength
        if not await ask(Decide(decider, "withdraw", move.to, outnumbered, "13.4", "space")):
            return False
    game.emit(Withdrew(move.to))
    return True


def may_withdraw(game: WarGame, move: Advance, defenders: Iterable[Power]) -> bool:
    """The space must be fortified, and held by the defenders or an ally of theirs; nobody twice besieged."""
    holder = game.controller(move.to)
    return (
        game.fortified(move.to)
        and not game.under_siege(move.to)
        and holder is not None
        and all(holds_for(game, holder, power) for power in defenders)
    )


def holds_for(game: WarGame, holder: Power, power: Power) -> bool:
    """Whether a fortification is open to a power's units; independents share one roof (22.6)."""
    return game.friendly(power, holder) or (game.passive(power) and game.passive(holder))


def who_decides(game: WarGame, space: SpaceId, defenders: list[Power]) -> Power | None:
    """The controller decides for several powers, a power alone for itself; minors always withdraw (22.1)."""
    if len(defenders) == 1:
        return None if game.passive(defenders[0]) else defenders[0]
    holder = game.controller(space)
    return holder if holder in game.majors else None


def lone_leaders(game: WarGame, move: Advance) -> None:
    """Leaders left without units are captured, or go inside a fortification of their side (13.1, 13.3)."""
    holder = game.controller(move.to)
    for power in game.majors:
        hostile = game.at_war(power, move.power) or power in move.foes
        if not hostile or not army_leaders(game, move.to, power):
            continue
        if game.fortified(move.to) and game.friendly(power, holder):
            continue
        if not any(game.friendly(power, other) for other in land_powers_at(game, move.to)):
            for leader in army_leaders(game, move.to, power):
                capture_leader(game, leader, move.power)
