"""Captured army leaders (13.1, 14 step 10, 9.1)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.core.events import Event
from rules.core.flow import Power
from rules.war.displacement import army_leaders, displace_army, refuges
from rules.war.ids import LeaderId, Nation, Place, SpaceId
from rules.war.state import WarGame


class LeaderCaptured(Event):
    leader: LeaderId
    captor: Power


class LeaderReleased(Event):
    leader: LeaderId
    place: Place


def capture_leader(game: WarGame, leader: LeaderId, captor: Power) -> None:
    """Put an army leader on the power card of his captor."""
    figure = game.leaders[leader]
    figure.place, figure.returns, figure.loaned_to = None, None, None
    figure.captor = captor
    game.emit(LeaderCaptured(leader, captor))
    game.leader_captured(leader, captor)


def release_leader(game: WarGame, leader: LeaderId, place: Place) -> None:
    """Put a captured leader back on the map."""
    figure = game.leaders[leader]
    figure.captor = None
    figure.place = place
    game.emit(LeaderReleased(leader, place))


def captor_among(game: WarGame, space: SpaceId, victims: Power, enemies: Iterable[Nation]) -> Power | None:
    """Which of several enemies holds the captives: a major at war with them, with most units there.

    Inactive minor powers and independents have no power card and keep nobody.
    """
    majors = [power for power in game.majors if power in list(enemies) and power != victims]
    at_war = [power for power in majors if game.at_war(power, victims)] or majors
    return max(at_war, key=lambda power: game.land_strength(space, power), default=None)


async def lose_leaders(
    game: WarGame, space: SpaceId, power: Power, leaders: Sequence[LeaderId], enemies: Iterable[Nation]
) -> None:
    """Leaders who lost all their units are captured; where nobody can hold them, they are displaced."""
    captor = captor_among(game, space, power, enemies)
    if captor is None:
        if leaders:
            await displace_army(game, power, space, refuges(game, power, space))
        return
    for leader in leaders:
        capture_leader(game, leader, captor)


def capture_lone_leaders(game: WarGame, space: SpaceId, captor: Power, enemies: Iterable[Power]) -> None:
    """Enemy leaders alone in an unfortified space are captured by units that enter it (13.1)."""
    if game.fortified(space):
        return
    for power in dict.fromkeys(enemies):
        if power == captor:
            continue
        guarded = any(
            units.land and game.friendly(power, game.commander(nation))
            for nation, units in game.units.get(space, {}).items()
            if game.commander(nation) != captor
        )
        if not guarded:
            for leader in army_leaders(game, space, power):
                capture_leader(game, leader, captor)
