"""War and peace between powers: how a war begins and ends, and who must leave whose spaces (9)."""

from __future__ import annotations

from rules.core.errors import Illegal
from rules.core.events import Event
from rules.core.flow import Power
from rules.core.reasons import Reason
from rules.war.displacement import displace
from rules.war.ids import Nation, SpaceId
from rules.war.naval_combat import war_at_sea_breaks_out
from rules.war.state import ALLIED, WAR, WarGame


class WarDeclared(Event):
    """A power declared war, whether it paid for it or not."""

    declarer: Power
    target: Power


class WarBrokeOut(Event):
    """A war that nobody declared: `reason` says where it comes from."""

    one: Power
    other: Power
    reason: Reason


class WarEnded(Event):
    one: Power
    other: Power


class AllianceEnded(Event):
    one: Power
    other: Power


def check_neutral(game: WarGame, power: Power, target: Nation, rule: str) -> None:
    """Raise `Illegal` if a power cannot declare war on another for what they are to each other already."""
    if target in game.minor_allies:
        ally = game.minor_allies[target]
        if ally == power:
            raise Illegal("war.on_your_ally", rule, power=target)
        raise Illegal("war.on_minor_ally", rule, power=target, other_power=ally)
    if game.relation(power, target) == WAR:
        raise Illegal("war.already", rule, power=target)
    if game.relation(power, target) == ALLIED:
        raise Illegal("war.on_your_ally", rule, power=target)


async def begin_war(
    game: WarGame, declarer: Power, target: Power, *, reason: Reason | None, in_action_phase: bool
) -> None:
    """Two powers are at war from now on; major powers fight at sea at once (9).

    Whether it may be declared was seen before.  `reason` names what else than a declaration made the war.
    """
    if game.relation(declarer, target) == ALLIED:
        game.emit(AllianceEnded(declarer, target))
        await part_former_allies(game, declarer, target)
    game.set_relation(declarer, target, WAR)
    if reason is not None:
        game.emit(WarBrokeOut(declarer, target, reason))
    else:
        game.emit(WarDeclared(declarer, target))
    await game.settle()  # guests of a common ally are enemies now
    if target not in game.minors and in_action_phase:
        # Ships of the new enemies in one sea zone fight at once.
        await war_at_sea_breaks_out(game, declarer, target)


async def part_former_allies(game: WarGame, one: Power, other: Power) -> None:
    """Units leave the spaces of an ally who becomes an enemy, and those they share with him (12.5)."""
    leaving = [
        (power, space)
        for space in game.spaces
        for power, enemy in ((one, other), (other, one))
        if is_at(game, power, space)
        and (
            game.controller(space) == enemy or (game.controller(space) != power and is_at(game, enemy, space))
        )
    ]
    for power, space in leaving:
        await displace(game, power, space)


def is_at(game: WarGame, power: Power, space: SpaceId) -> bool:
    """Whether a power commands units or leaders in a space."""
    if any(game.commander(nation) == power for nation in game.nations_at(space)):
        return True
    return bool(game.leaders_at(space, power))


async def vacate(game: WarGame, *spaces: SpaceId) -> None:
    """All units but those of the new owners are displaced from spaces that changed hands (12.5).

    Enemies may share them until all have left: some may rise with the new control.
    """
    with game.campaign.while_unsettled(*spaces):
        for space in spaces:
            owner = game.controller(space)
            for power in game.majors:
                if power != owner and is_at(game, power, space):
                    await displace(game, power, space)
