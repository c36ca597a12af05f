"""Retreat (14.1, 15.3): where a beaten stack may go, and what becomes of one that may go nowhere."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.core.flow import Power, ask
from rules.core.questions import Choose
from rules.war.captives import capture_lone_leaders, lose_leaders
from rules.war.casualties import eliminate
from rules.war.forces import Formation, free_to_go, shift, without
from rules.war.ids import Nation, Place, SpaceId
from rules.war.land_events import NoRetreat, Retreated
from rules.war.state import WarGame


def enemy_units_in(game: WarGame, power: Power, place: Place, foes: Iterable[Power] = ()) -> bool:
    """Whether units, land or naval, of an enemy are in a place; leaders alone do not count."""
    treated = list(foes)
    return any(
        units and (game.at_war(power, nation) or game.commander(nation) in treated)
        for nation, units in game.units.get(place, {}).items()
    )


def open_to_retreat(game: WarGame, power: Power, space: SpaceId, foes: Iterable[Power] = ()) -> bool:
    """Whether a space itself allows a retreat or avoiding battle into it (13.3, 14.1, 15.3)."""
    state = game.spaces[space]
    return (
        game.friendly(power, state.control)
        and not state.unrest
        and not state.sieges  # a besieged city of an ally: nobody gets in
        and not game.closed_to(power, space)
        and not enemy_units_in(game, power, space, foes)
    )


def retreat_spaces(
    game: WarGame, power: Power, space: SpaceId, *, barred: Sequence[Place] = (), foes: Iterable[Power] = ()
) -> list[SpaceId]:
    """Adjacent spaces that a stack may retreat to; first the one that silence takes."""
    treated = list(foes)
    found = [
        near
        for near in game.neighbours(power, space)
        if near not in barred and open_to_retreat(game, power, near, treated)
    ]
    return sorted(found, key=lambda near: _preference(game, power, near))


def _preference(game: WarGame, power: Power, space: SpaceId) -> tuple[bool, bool, bool, int, SpaceId]:
    """Own fortified spaces, capitals before others, then fortified ones of allies, then most own units."""
    own = game.controller(space) == power
    return (
        not (own and game.fortified(space)),
        space not in game.capitals(power),
        not game.fortified(space),
        -game.land_strength(space, power),
        space,
    )


async def stack_retreats(
    game: WarGame,
    power: Power,
    space: SpaceId,
    stack: Formation,
    choices: Sequence[SpaceId],
    enemies: Iterable[Nation],
) -> SpaceId | None:
    """A stack goes to one of the choices; without any its units die and its leaders are captured (14.1).

    So do those of it whom a rule keeps from all of them.  Returns where it went.
    """
    foes = list(enemies)
    if not choices:
        await stack_is_lost(game, power, space, stack, foes)
        return None
    choices = [to for to in choices if free_to_go(game, stack, to) == stack] or choices
    to = choices[0]
    if len(choices) > 1:
        with game.campaign.while_unsettled(space):
            to = await ask(Choose(power, "retreat", "space", tuple(choices), choices[0], "14.1"))
    going = free_to_go(game, stack, to)
    if left := without(stack, going):
        await stack_is_lost(game, power, space, left, foes)
    shift(game, going, space, to)
    game.emit(Retreated(power, space, to))
    if going.size:
        capture_lone_leaders(game, to, power, [*game.enemies(power), *foes])
    return to


async def stack_is_lost(
    game: WarGame, power: Power, space: SpaceId, stack: Formation, enemies: Iterable[Nation]
) -> None:
    """Eliminate a stack; its leaders are captured (14.1, 15.3, 16.3)."""
    game.emit(NoRetreat(power, space))
    await eliminate(game, power, space, stack.units)
    await lose_leaders(game, space, power, stack.leaders, enemies)
