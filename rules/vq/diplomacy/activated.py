"""Major powers that nobody plays: who controls them, and what changes with it (3.2, 24.6).

One that somebody controls acts as a major power, with a hand and impulses of its own; its controller's player
decides.  One that nobody controls is like an inactive minor power (24.1), and its wars rest.
"""

from __future__ import annotations

from rules.core import card_play
from rules.core.events import Event
from rules.core.flow import Power
from rules.core.reasons import Reason
from rules.vq.game import VqGame
from rules.vq.powers import IMPULSE_ORDER
from rules.vq.treasury import discard, hand_of
from rules.war.displacement import displace
from rules.war.minors import free_minor, minor_fleet_returns
from rules.war.relations import WarEnded, is_at, part_former_allies
from rules.war.state import WAR


class MajorActivated(Event):
    """A power without a player is controlled by another one from now on."""

    major: Power
    power: Power


class MajorReleased(Event):
    """Nobody controls a power without a player any more."""

    major: Power
    power: Power


async def take_control(game: VqGame, major: Power, power: Power) -> None:
    """A power wins control of a major power without a player (24.6 step 4)."""
    former = game.patrons.get(major)
    if former is not None:
        discard_hand(game, major)
    if end_war_between(game, major, power):
        await part_former_allies(game, major, power)
    game.patrons[major] = power
    if former is None:
        join(game, major)
    game.emit(MajorActivated(major, power))
    await game.settle()


async def release(game: VqGame, major: Power) -> None:
    """A power without a player is on its own: its units go home, others leave its spaces (24.6 step 5)."""
    for minor in [minor for minor, ally in game.minor_allies.items() if ally == major]:
        await free_minor(game, minor)
    await withdraw(game, major)
    discard_hand(game, major)
    former = game.patrons.pop(major)
    leave(game, major)
    minor_fleet_returns(game, major)
    game.emit(MajorReleased(major, former))
    await game.settle()


def discard_hand(game: VqGame, major: Power) -> None:
    """Cards and treasures are lost when control changes."""
    for card in list(game.hand(major)):
        card_play.discard(game, major, card, Reason("control_changed"))
    discard(game, major, list(hand_of(game, major)), Reason("control_changed"))


async def withdraw(game: VqGame, major: Power) -> None:
    """Units of the power leave the spaces of others, and those of others its own."""
    for space in list(game.spaces):
        leaving = [power for power in game.majors if power != major]
        if game.controller(space) != major:
            leaving = [major]
        for power in leaving:
            if is_at(game, power, space):
                await displace(game, power, space)


# ---- Wars


def end_war_between(game: VqGame, one: Power, other: Power) -> bool:
    """A power is not at war with the one that it controls; answers whether it was."""
    resting = [pair for pair in game.resting_wars if {*pair} == {one, other}]
    for pair in resting:
        game.resting_wars.remove(pair)
    if game.relation(one, other) == WAR:
        game.set_relation(one, other, None)
        resting.append((one, other))
    if resting:
        game.emit(WarEnded(one, other))
    return bool(resting)


def join(game: VqGame, major: Power) -> None:
    """The power is one of those that act; its wars go on, as far as its enemies act too."""
    game.majors = tuple(power for power in IMPULSE_ORDER if power == major or power in game.majors)
    game.minors = tuple(minor for minor in game.minors if minor != major)
    for one, other in list(game.resting_wars):
        enemy = other if one == major else one
        if major in (one, other) and enemy not in idle(game):
            game.resting_wars.remove((one, other))
            if enemy not in game.minor_allies:
                game.set_relation(one, other, WAR)


def leave(game: VqGame, major: Power) -> None:
    """The power acts no more, and its wars rest."""
    for other in list(game.relations.get(major, {})):
        if game.relation(major, other) == WAR:
            game.resting_wars.append((major, other))
        game.set_relation(major, other, None)
    game.majors = tuple(power for power in game.majors if power != major)
    game.minors = (*game.minors, major)


def idle(game: VqGame) -> list[Power]:
    """Powers without a player that nobody controls."""
    return [power for power in game.unplayed() if power not in game.patrons]
