"""Sieges (15): who is inside, who besieges, and when a siege is broken (15.3)."""

from __future__ import annotations

from collections.abc import Iterable

from rules.core.flow import Power
from rules.war.control import lift_siege
from rules.war.forces import UnitCount, army_at
from rules.war.ids import LAND_KINDS, Nation, SpaceId
from rules.war.land_events import SiegeLaid
from rules.war.retreat import retreat_spaces, stack_retreats
from rules.war.state import WarGame

GARRISON_LIMIT = 4
"""The most land units inside a fortification under siege (2.1)."""


def is_besieged(game: WarGame, space: SpaceId, power: Power) -> bool:
    """Whether a power's units in a space are inside a fortification under siege.

    A formation that has just arrived before it is not, though its power may have others inside.
    """
    sieges, campaign = game.spaces[space].sieges, game.campaign
    if (campaign.entered, campaign.arrived) == (space, power):
        return False
    return bool(sieges) and power not in sieges


def inside(game: WarGame, space: SpaceId) -> list[UnitCount]:
    """Land units inside a fortification under siege; whoever arrives is not inside yet (15.2)."""
    sieges = game.spaces[space].sieges
    campaign = game.campaign
    before = campaign.garrison if campaign.entered == space else None
    found: list[UnitCount] = []
    for nation, units in game.units.get(space, {}).items():
        if game.commander(nation) in sieges:
            continue
        for kind in LAND_KINDS:
            count = getattr(units, kind)
            if before is not None:
                count = min(count, before.get(nation, {}).get(kind, 0))
            if count:
                found.append((nation, kind, count))
    return found


def inside_strength(game: WarGame, space: SpaceId) -> int:
    """How many land units are inside."""
    return sum(count for _nation, _kind, count in inside(game, space))


def powers_inside(game: WarGame, space: SpaceId) -> list[Power]:
    """Who commands land units inside, majors first in impulse order."""
    commanders = [game.commander(nation) for nation, _kind, _count in inside(game, space)]
    majors = [power for power in game.majors if power in commanders]
    return [*majors, *sorted({power for power in commanders if power not in game.majors})]


def outnumbers(game: WarGame, power: Power, space: SpaceId) -> bool:
    """Whether a power has more land units before a fortification than are inside it, cavalry counted."""
    garrison = sum(count for nation, _, count in inside(game, space) if game.commander(nation) != power)
    return game.land_strength(space, power) > garrison


def lay_siege(game: WarGame, power: Power, space: SpaceId) -> bool:
    """Put a fortification under siege if the power outnumbers those inside (13.4, 15)."""
    state = game.spaces[space]
    if power in state.sieges:
        return True
    if not outnumbers(game, power, space):
        return False
    state.sieges[power] = game.impulse_number
    game.emit(SiegeLaid(power, space))
    return True


def besieged_this_impulse(game: WarGame, space: SpaceId, power: Power) -> bool:
    """Whether a power put a space under siege in this very impulse."""
    return game.spaces[space].sieges.get(power) == game.impulse_number


# ---- 15.3 Breaking a siege


async def judge_siege(game: WarGame, space: SpaceId) -> None:
    """Break every siege of a space whose besiegers are no longer more than the besieged (15.3)."""
    sieges = game.spaces[space].sieges
    for power in list(sieges):
        if power in sieges and game.land_strength(space, power) <= inside_strength(game, space):
            await break_siege(game, space, power)


async def break_siege(game: WarGame, space: SpaceId, power: Power) -> None:
    """A besieger gives up; what is left of his stack retreats to an adjacent space (15.3)."""
    enemies = defenders_of(game, space)
    lift_siege(game, space, power)
    await fall_back(game, space, power, enemies)


async def fall_back(game: WarGame, space: SpaceId, power: Power, enemies: Iterable[Nation]) -> None:
    """All of a power before a fortification goes to any adjacent space where it may retreat (15.3)."""
    enemies = list(enemies)
    stack = army_at(game, space, power)
    if stack:
        choices = retreat_spaces(game, power, space)
        if game.besiegers_avoid_strangers:
            choices = [near for near in choices if not others_in(game, power, near)]
        await stack_retreats(game, power, space, stack, choices, enemies)


def others_in(game: WarGame, power: Power, space: SpaceId) -> bool:
    """Whether units of anybody but a power and its allies are in a space (15.3)."""
    return not all(game.friendly(power, game.commander(nation)) for nation in game.nations_at(space))


def defenders_of(game: WarGame, space: SpaceId) -> list[Nation]:
    """Who holds a fortification against besiegers: its controller and everybody with units inside."""
    controller = game.controller(space)
    return list(dict.fromkeys([*([controller] if controller else []), *powers_inside(game, space)]))
