"""What must be true of armies and sieges between decisions."""

from __future__ import annotations

from collections.abc import Iterator

from rules.war.counter_mix import fits
from rules.war.forces import land_powers_at
from rules.war.siege import inside_strength
from rules.war.state import SpaceId, WarGame


def land_problems(game: WarGame) -> Iterator[str]:
    """Everything wrong with armies and sieges."""
    busy = [*game.campaign.unsettled, game.campaign.entered]
    for space in game.units:
        if space in game.spaces and space not in busy:
            yield from meeting_problems(game, space)
    yield from leader_problems(game)
    if not any(busy):
        yield from siege_problems(game)
        yield from shortage_problems(game)


def meeting_problems(game: WarGame, space: SpaceId) -> Iterator[str]:
    """Enemies are never in one space, unless one besieges the other (2.1, 14)."""
    powers = land_powers_at(game, space)
    sieges = game.spaces[space].sieges
    for one in powers:
        for other in powers:
            apart = (one in sieges) != (other in sieges)
            if one < other and game.at_war(one, other) and not apart:
                yield f"{one} and {other} are at war and both in {space}"


def siege_problems(game: WarGame) -> Iterator[str]:
    """A besieger has more land units than are inside (15.3)."""
    for space, state in game.spaces.items():
        for power in state.sieges:
            besiegers, besieged = game.land_strength(space, power), inside_strength(game, space)
            if besiegers <= besieged:
                yield f"{power} besieges {space} with {besiegers} units against {besieged}"


def leader_problems(game: WarGame) -> Iterator[str]:
    """No leader is where his power may not go (21.1, 21.6)."""
    for name, leader in game.leaders.items():
        if leader.place in game.spaces and game.closed_to(game.leader_commander(name), leader.place):
            yield f"{name} is in {leader.place}, which is closed to his power"


def shortage_problems(game: WarGame) -> Iterator[str]:
    """The counters can show all units of a nation (5.2)."""
    for nation in (*game.majors, *game.minors):
        if not fits(game, nation):
            yield f"the counters of {nation} cannot show its units"
