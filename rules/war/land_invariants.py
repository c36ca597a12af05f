"""What must be true of armies and sieges between decisions."""

from __future__ import annotations

from collections.abc import Iterator

from rules.core.flow import Power
from rules.war.counter_mix import fits
from rules.war.forces import land_powers_at
from rules.war.ids import LeaderId, SpaceId
from rules.war.siege import GARRISON_LIMIT, inside_strength
from rules.war.state import WarGame


def land_problems(game: WarGame) -> Iterator[str]:
    """Everything wrong with armies and sieges; while the map is judged, what is wrong is known."""
    if game.campaign.judging:
        return
    busy = [*game.campaign.unsettled, game.campaign.entered]
    for space in game.units:
        if space in game.spaces and space not in busy:
            yield from meeting_problems(game, space)
    for space in game.places_with_leaders():
        if space in game.spaces and space not in busy:
            for name in leaders_among_enemies(game, space):
                yield f"{name} is alone among enemies in {space}"
    yield from leader_problems(game)
    if not any(busy):
        yield from siege_problems(game)
        yield from shortage_problems(game)


def meeting_problems(game: WarGame, space: SpaceId) -> Iterator[str]:
    """Enemies are never in one space, unless one besieges the other (2.1, 14)."""
    for one, other in who_cannot_meet(game, space):
        yield f"{one} and {other} are at war and both in {space}"


def who_cannot_meet(game: WarGame, space: SpaceId) -> list[tuple[Power, Power]]:
    """Enemies whose land units are in one space, with no walls between them."""
    if len(game.units.get(space, {})) < 2:  # as nearly everywhere
        return []
    powers = land_powers_at(game, space)
    sieges = game.spaces[space].sieges
    return [
        (one, other)
        for at, one in enumerate(powers)
        for other in powers[at + 1 :]
        if game.at_war(one, other) and (one in sieges) == (other in sieges)
    ]


def leaders_among_enemies(game: WarGame, space: SpaceId) -> list[LeaderId]:
    """Army leaders whom neither units nor walls of their side protect from enemies there (13.1)."""
    here = game.units.get(space, {})
    powers = [game.commander(nation) for nation, units in here.items() if units.land]
    if not powers:
        return []
    walled = game.fortified(space)
    found = []
    for name in game.leaders_at(space):
        power = game.leader_commander(name)
        if power in powers:  # as nearly everywhere
            continue
        safe = (walled and game.friendly(power, game.controller(space))) or any(
            game.friendly(power, other) for other in powers
        )
        if not safe and not game.is_naval_leader(name) and any(game.at_war(power, other) for other in powers):
            found.append(name)
    return found


def siege_problems(game: WarGame) -> Iterator[str]:
    """A besieger has more land units than are inside (15.3), who are four at most (2.1)."""
    for space, state in game.spaces.items():
        for power in state.sieges:
            besiegers, besieged = game.land_strength(space, power), inside_strength(game, space)
            if besiegers <= besieged:
                yield f"{power} besieges {space} with {besiegers} units against {besieged}"
        if state.sieges and inside_strength(game, space) > GARRISON_LIMIT:
            yield f"{inside_strength(game, space)} units are inside besieged {space}"


def leader_problems(game: WarGame) -> Iterator[str]:
    """No army leader is where his power may not go (21.1, 21.6)."""
    for name, leader in game.leaders.items():
        if game.is_naval_leader(name):
            continue
        if leader.place is not None and game.closed_to(game.leader_commander(name), leader.place):
            yield f"{name} is in {leader.place}, which is closed to his power"


def shortage_problems(game: WarGame) -> Iterator[str]:
    """The counters can show all units of a nation (5.2)."""
    for nation in (*game.majors, *game.minors):
        if not fits(game, nation):
            yield f"the counters of {nation} cannot show its units"
