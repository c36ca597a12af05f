"""Rulers: successions by Mandatory Events, and what becomes of a dead ruler's army leader (3.3).

The English succession, which depends on Henry's heirs, is in `rules.his.dynasty.tudors`.
"""

from __future__ import annotations

from collections.abc import Callable

from rules.core.cards import CardNumber
from rules.core.flow import Power, ask
from rules.core.questions import Decide, choose_one
from rules.his.dynasty import events as told
from rules.his.faith.debaters import remove_from_game
from rules.his.game import HisGame
from rules.his.powers import PROTESTANT
from rules.war.ids import LeaderId, Nation, SpaceId

CLEMENT_VII, PAUL_III, JULIUS_III = "clement_vii", "paul_iii", "julius_iii"
LUTHER, CALVIN = "luther", "calvin"
FRANCIS_I, HENRY_II = "francis_i", "henry_ii"


def rules(game: HisGame, ruler: str) -> bool:
    """Whether somebody rules his power now (3.3)."""
    return game.rulers[game.data.rulers[ruler].power] == ruler


def accede(game: HisGame, ruler: str) -> None:
    """A new ruler's card covers that of the old one (3.3)."""
    data = game.data.rulers[ruler]
    before = game.rulers[data.power]
    game.rulers[data.power] = ruler
    game.accessions[ruler] = game.turn
    game.emit(told.RulerSucceeded(data.power, before, ruler))


def is_besieged(game: HisGame, leader: LeaderId) -> bool:
    """Whether a leader is shut in by a siege; besiegers themselves are not (15)."""
    place = game.leaders[leader].place
    if place is None or place not in game.spaces:
        return False
    power = game.leader_commander(leader)
    sieges = game.spaces[place].sieges
    return bool(sieges) and not any(game.friendly(power, besieger) for besieger in sieges)


def is_captive(game: HisGame, leader: LeaderId) -> bool:
    return game.leaders[leader].captor is not None


# ---- The successions


async def leo_dies(game: HisGame) -> None:
    """10 Clement VII: he follows Leo X."""
    accede(game, CLEMENT_VII)


async def clement_dies(game: HisGame) -> None:
    """14 Paul III: he follows Clement VII."""
    accede(game, PAUL_III)


async def paul_dies(game: HisGame) -> None:
    """22 Julius III: he follows Paul III."""
    accede(game, JULIUS_III)


async def luther_dies(game: HisGame) -> None:
    """16 Calvin: Luther leaves the game as reformer and debater, and Calvin leads the Protestants.

    He rules even if his debater has been burnt (18.5).
    """
    if not game.faith.debaters[LUTHER].gone:
        remove_from_game(game, LUTHER)
    accede(game, CALVIN)


async def francis_dies(game: HisGame) -> None:
    """20 Henry II: he follows Francis I on the throne and in the field."""
    accede(game, HENRY_II)
    await replace_leader(game, FRANCIS_I, HENRY_II)


# ---- Leaders of dead rulers


async def replace_leader(game: HisGame, old: LeaderId, new: LeaderId) -> None:
    """A successor takes command in his capital or where the dead ruler was, as his power likes.

    The heir of a captive begins in the capital, or failing that in a friendly home key; without any
    he waits for a later turn, like a leader who returns (8.2).
    """
    power = game.data.leaders[new].power
    place = game.leaders[old].place
    war = foreign_war_of(game, old)
    leave_game(game, old)
    if game.duel is not None and place is None:
        return  # with two players only an Invasion brings leaders of others (scenario book)
    if war is not None and await ask(
        Decide(power, "successor_at_war", str(war), silent=True, rule="21.3", about="card")
    ):
        game.foreign_wars[war].leaders.append(new)
        game.emit(told.SuccessorWentToWar(new, war))
        return
    spaces = successor_spaces(game, power, place)
    if not spaces:
        game.leaders[new].returns = game.turn + 1
        return
    space = await choose_one(power, "successor_space", "space", spaces, "21.3")
    game.leaders[new].place = space
    game.emit(told.SuccessorTookField(new, space))


def leave_game(game: HisGame, leader: LeaderId) -> None:
    """A leader is gone for good, from the map, a foreign war, from prison or from the Turn Track."""
    figure = game.leaders[leader]
    leave_foreign_war(game, leader)
    figure.place, figure.captor, figure.returns = None, None, None
    figure.removed = True
    game.emit(told.LeaderDied(leader))


def foreign_war_of(game: HisGame, leader: LeaderId) -> CardNumber | None:
    """The foreign war in which a leader commands, if any (21.7)."""
    return next((card for card, war in game.foreign_wars.items() if leader in war.leaders), None)


def leave_foreign_war(game: HisGame, leader: LeaderId) -> None:
    """A leader does not command in a foreign war any more, if he did."""
    war = foreign_war_of(game, leader)
    if war is not None:
        game.foreign_wars[war].leaders.remove(leader)


def successor_spaces(game: HisGame, power: Power, place: str | None) -> list[SpaceId]:
    """Where the dead ruler stood, which silence takes, and the capital if his power holds it."""
    spaces = [place] if place is not None else []
    spaces += [capital for capital in game.capitals(power) if game.controller(capital) == power]
    return list(dict.fromkeys(spaces)) or homes_for_leader(game, power)


def homes_for_leader(
    game: HisGame, power: Power, controller: Callable[[SpaceId], Nation | None] | None = None
) -> list[SpaceId]:
    """A returning leader's capital if it is friendly, else the friendly home keys (8.2, 9.1, 9.3, 9.4).

    The Protestant has neither: his leaders return to an electorate that he controls.  `controller` says
    who holds what where that is about to change.
    """
    controller = controller or game.controller
    if power == PROTESTANT:
        held = [space for space in game.electorates() if controller(space) == PROTESTANT]
        return sorted(held, key=lambda space: (-game.land_strength(space, PROTESTANT), space))
    capitals = [space for space in game.capitals(power) if game.friendly(power, controller(space))]
    if capitals:
        return capitals
    return [
        key
        for key in game.board.keys
        if game.home_power(key) == power and game.friendly(power, controller(key))
    ]
