"""Interception (13.2): enemies next to the destination of a move may get there first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar, TypeAlias

from rules.core.errors import Illegal, allows
from rules.core.flow import Power, Question, ask
from rules.core.reasons import Reason
from rules.core.records import Record
from rules.war.advance import Advance
from rules.war.captives import capture_lone_leaders
from rules.war.counter_mix import check_split
from rules.war.forces import (
    Formation,
    army_at,
    best_battle_rating,
    check_part,
    check_size,
    free_to_go,
    land_powers_at,
    mark,
    shift,
    unmarked_part,
    usual_formations,
)
from rules.war.ids import INDEPENDENT, SpaceId
from rules.war.land_events import InterceptionFailed, InterceptionSucceeded
from rules.war.siege import inside, is_besieged, lay_siege
from rules.war.state import WarGame
from rules.war.tables import RollTable


class Interception(Record):
    """A formation leaves a space to intercept."""

    origin: SpaceId
    formation: Formation


Stacks: TypeAlias = tuple[tuple[SpaceId, Formation], ...]


class Intercept(Question[Interception | None]):
    """WIN-INTERCEPT: whether to intercept, from where and with whom; silence lets pass (13.2, step 1)."""

    kind: ClassVar[str] = "intercept"
    to: SpaceId
    mover: Power
    moving: Formation
    stacks: tuple[tuple[SpaceId, Formation], ...]
    """What may leave each space, as one formation."""
    leaders_alone: bool = False

    def legal(self, game: WarGame) -> Iterable[Interception | None]:
        yield None
        for origin, army in self.stacks:
            for formation in usual_formations(game, army):
                answer = Interception(origin, formation)
                if allows(self.check, game, answer):
                    yield answer

    def check(self, game: WarGame, answer: Interception | None) -> None:
        if answer is None:
            return
        stack = dict(self.stacks).get(answer.origin)
        if stack is None:
            raise Illegal("interception.not_from", "13.2", space=answer.origin)
        check_part(stack, answer.formation, answer.origin, "13.2")
        if not answer.formation:
            raise Illegal("formation.empty", "13.2")
        if not answer.formation.size and not self.leaders_alone:
            raise Illegal("interception.leaders_alone", "13.2")
        check_size(game, answer.formation, "5.1")
        check_split(game, answer.formation, answer.origin, self.to)

    def default(self, game: WarGame) -> Interception | None:
        return None


# ---- who may


def interceptors(game: WarGame, move: Advance) -> list[Power]:
    """Powers that may try to intercept a move, in impulse order: enemies, and who is treated as such."""
    if friendly_fortress(game, move):
        return []
    return [
        power
        for power in game.majors
        if power != move.power
        and (game.at_war(power, move.power) or power in move.foes)
        and may_intercept_into(game, power, move)
    ]


def friendly_fortress(game: WarGame, move: Advance) -> bool:
    """A formation that enters a friendly fortified space free of siege is safe."""
    return (
        game.fortified(move.to)
        and not game.under_siege(move.to)
        and game.friendly(move.power, game.controller(move.to))
    )


def may_intercept_into(game: WarGame, power: Power, move: Advance) -> bool:
    """Whether the destination allows a power to intercept there (13.2, the last two restrictions)."""
    holder = game.controller(move.to)
    if not game.wages_war(power) or game.closed_to(power, move.to):
        return False
    if game.under_siege(move.to) and inside(game, move.to):
        return False
    if game.fortified(move.to) and not game.under_siege(move.to) and not game.friendly(power, holder):
        return False  # nobody gets inside walls that are not his side's, though a common ally be there
    present = land_powers_at(game, move.to)
    if not all(game.friendly(power, other) for other in present):
        return False
    # 13.1, third case: in an enemy's space a common ally is an enemy for all purposes of this move.
    foes = move.foes if game.common_allies_turn_foes() else ()
    friends = [other for other in present if game.friendly(move.power, other) and other not in foes]
    if friends and not game.common_allies_stand_by():
        return False  # the space would hold friends and foes of the moving formation
    return (
        holder in (power, INDEPENDENT)
        or game.friendly(power, holder)
        or (holder is not None and game.at_war(power, holder))
    )


def interception_stacks(
    game: WarGame, power: Power, move: Advance, used: Sequence[SpaceId], *, leaders_alone: bool
) -> Stacks:
    """What a power has next to the destination that may still try to intercept."""
    stacks: list[tuple[SpaceId, Formation]] = []
    for near in game.clear_neighbours(power, move.to):
        # Those besieged in the space that the formation leaves may not intercept it either: they are
        # still under siege while it has not moved.
        if near in used or is_besieged(game, near, power):
            continue
        army = unmarked_part(game, game.campaign.intercepted, near, army_at(game, near, power))
        leaders = tuple(
            who
            for who in army.leaders
            if who not in game.campaign.intercepted_leaders and game.may_stand(who, move.to)
        )
        army = free_to_go(game, Formation(leaders, army.units), move.to)
        if army.size or (army.leaders and leaders_alone):
            stacks.append((near, army))
    return tuple(stacks)


# ---- the procedure


async def interceptions(game: WarGame, move: Advance) -> Power | None:
    """All attempts to intercept a move, power by power; answers the power that succeeded (13.2)."""
    for power in interceptors(game, move):
        if await power_intercepts(game, power, move):
            return power
    return None


async def power_intercepts(game: WarGame, power: Power, move: Advance) -> bool:
    """One power's attempts, each from another space, until it has enough (13.2, step 4)."""
    used: list[SpaceId] = []
    succeeded = False
    while True:
        alone = any(game.friendly(power, other) for other in land_powers_at(game, move.to))
        stacks = interception_stacks(game, power, move, used, leaders_alone=alone)
        if not stacks:
            return succeeded
        question = Intercept(power, move.to, move.power, move.formation, stacks, alone)
        if (attempt := await ask(question)) is None:
            return succeeded
        used.append(attempt.origin)
        if await attempt_interception(game, power, move, attempt):
            succeeded = True


async def attempt_interception(game: WarGame, power: Power, move: Advance, attempt: Interception) -> bool:
    """Roll for one formation; if it succeeds it stands there as if it always had (13.2, steps 2 and 3)."""
    formation = attempt.formation
    table = game.war_tables().intercept
    reason = Reason("intercepts", power=power, space=attempt.origin, other_space=move.to)
    total = sum(game.roll(power, 2, reason)) + roll_modifier(game, power, table, formation, move.formation)
    success = total >= table.need
    where = move.to if success else attempt.origin
    told = InterceptionSucceeded if success else InterceptionFailed
    game.emit(told(power, attempt.origin, move.to, total, table.need))
    if success:
        # Those who try now have not tried before: comrades who have stay behind with their marks.
        shift(game, formation, attempt.origin, move.to, fresh_first=True)
    mark(game.campaign.intercepted, where, formation.units)
    game.campaign.intercepted_leaders += formation.leaders
    if success:
        if formation.size:
            capture_lone_leaders(game, move.to, power, [*game.enemies(power), move.power])
            if game.under_siege(move.to):
                lay_siege(game, power, move.to)  # 15: who comes to help besiegers stands before the walls too
        await game.settle()
    return success


def roll_modifier(game: WarGame, power: Power, table: RollTable, own: Formation, enemy: Formation) -> int:
    """Best battle rating and cavalry, for interception and avoiding battle alike (13.2, 13.3)."""
    modifier = best_battle_rating(game, own.leaders) + game.roll_bonus(power)
    if own.has_cavalry:
        return modifier + table.own_cavalry
    # Only one power has cavalry: it never meets any, so whoever meets some is another power.
    return modifier + (table.enemy_cavalry if enemy.has_cavalry else 0)
