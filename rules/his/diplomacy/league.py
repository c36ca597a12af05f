"""The Schmalkaldic League (21.6): what waits for it, and what happens when it forms."""

from __future__ import annotations

from rules.core.questions import choose_one
from rules.core.reasons import Reason
from rules.his.diplomacy.events import LeagueAllied
from rules.his.diplomacy.wars import end_war, start_war
from rules.his.faith import events as told
from rules.his.faith.electorates import raise_waiting_regulars
from rules.his.game import HisGame
from rules.his.powers import HAPSBURG, PAPACY, PROTESTANT, PROTESTANT_FAITH
from rules.war.control import change_control, lift_siege
from rules.war.displacement import (
    army_leaders,
    commanders_of_ships,
    displace,
    displace_fleet,
    flee_port,
    move_army,
)
from rules.war.ids import LeaderId, SpaceId
from rules.war.routes import nearest, steps_from
from rules.war.state import ALLIED, WAR

WITTENBERG, KASSEL = "wittenberg", "kassel"
WINTER_PHASE = "winter"


# ---- Before the League


def may_form(game: HisGame) -> bool:
    """From turn 2 on, with enough Protestant spaces; those in unrest count (21.6)."""
    return (
        not game.faith.league
        and game.turn >= game.data.tables.schmalkaldic_from_turn
        and converted_spaces(game) >= game.data.tables.schmalkaldic_spaces
    )


def converted_spaces(game: HisGame) -> int:
    """Protestant spaces, in unrest or not."""
    return sum(state.religion == PROTESTANT_FAITH for state in game.spaces.values())


def place_waiting_regulars(game: HisGame) -> None:
    """Put every regular of the electorate display on the map whose time has come (21.6)."""
    for space in list(game.faith.electorate_display):
        raise_waiting_regulars(game, space)


# ---- The League forms


async def form_league(game: HisGame) -> None:
    """The effects of card 13, in the order of 21.6; whether it may happen was seen before."""
    game.emit(told.LeagueFormed())
    await leader_joins(game, "john_frederick", WITTENBERG)
    await leader_joins(game, "philip_of_hesse", KASSEL)
    await take_control_of_home_spaces(game)
    game.faith.league = True  # lifts all the restrictions on the Protestant and against him
    if game.duel is not None:
        ally_for_good(game)
    for one, other in game.data.tables.declaration_of_war.by_league:
        await start_war(game, one, other, reason=Reason("the_league"))
    await leave_catholic_electorates(game)
    place_waiting_regulars(game)


def ally_for_good(game: HisGame) -> None:
    """Two players: Papacy and Hapsburgs are allies from now on; a war between them ends (scenario book)."""
    assert game.duel is not None
    game.duel.league_turn = game.turn
    if game.relation(PAPACY, HAPSBURG) == WAR:
        end_war(game, PAPACY, HAPSBURG)
    game.set_relation(PAPACY, HAPSBURG, ALLIED)
    game.emit(LeagueAllied(PAPACY, HAPSBURG))
    for space, state in game.spaces.items():
        if game.controller(space) in (PAPACY, HAPSBURG):
            for besieger in [power for power in (PAPACY, HAPSBURG) if power in state.sieges]:
                lift_siege(game, space, besieger)


async def leader_joins(game: HisGame, leader: LeaderId, near: SpaceId) -> None:
    """A leader joins the Protestant regulars nearest to his own city.

    Should there be none on the map, he goes to the nearest electorate of his faith.
    """
    if game.leaders[leader].removed:
        return
    stacks = [place for place, units in game.places_of(PROTESTANT) if units.regulars]
    choices = nearest(steps_from(game, near), stacks or protestant_electorates(game))
    if not choices:
        return
    space = await choose_one(PROTESTANT, "league_leader", "space", choices, "21.6")
    game.leaders[leader].place = space
    game.emit(told.LeagueLeaderEntered(leader, space))


def protestant_electorates(game: HisGame) -> list[SpaceId]:
    return [space for space in game.electorates() if game.spaces[space].religion == PROTESTANT_FAITH]


async def take_control_of_home_spaces(game: HisGame) -> None:
    """Protestant home spaces of Protestant faith change hands, but for those with a Fortress marker."""
    taken = [
        space
        for space in game.home_spaces(PROTESTANT)
        if game.spaces[space].religion == PROTESTANT_FAITH and not game.spaces[space].fortress
    ]
    for space in taken:
        change_control(game, space, PROTESTANT, Reason("league"))
    for space in taken:
        await leave_port(game, space)


async def leave_port(game: HisGame, space: SpaceId) -> None:
    """Ships of others put to sea (12.2); in winter, which no ship spends at sea, they find a port (12.5)."""
    if game.phase != WINTER_PHASE:
        await flee_port(game, space)
        return
    for power in commanders_of_ships(game, space):
        await displace_fleet(game, power, space)


async def leave_catholic_electorates(game: HisGame) -> None:
    """Protestant units and leaders in Catholic electorates go to the nearest Protestant one (21.6)."""
    for space in game.electorates():
        if game.spaces[space].religion == PROTESTANT_FAITH:
            continue
        if not game.land_strength(space, PROTESTANT) and not army_leaders(game, space, PROTESTANT):
            continue
        choices = nearest(steps_from(game, space), protestant_electorates(game))
        if not choices:
            await displace(game, PROTESTANT, space)
            continue
        destination = await choose_one(PROTESTANT, "league_army", "space", choices, "21.6")
        move_army(game, PROTESTANT, space, destination)
        game.emit(told.LeagueArmyLeft(space, destination))
