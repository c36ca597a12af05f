"""The Catholic League (20.10): when it forms, and what Spain gains by it."""

from __future__ import annotations

from rules.core.events import Event
from rules.core.questions import choose_some
from rules.core.reasons import Reason
from rules.vq.diplomacy.wars import start_war
from rules.vq.game import GUISE, VqGame
from rules.vq.powers import AREA_FRANCE, CATHOLIC, FRANCE, HUGUENOT, PROTESTANT, SPAIN
from rules.war.construction import add_new_units
from rules.war.control import change_control
from rules.war.displacement import displace
from rules.war.ids import SpaceId
from rules.war.land_events import LeaderEntered
from rules.war.relations import is_at
from rules.war.removal import remove_units

THIRD = 3


class CatholicLeagueFormed(Event):
    """The Catholic League has formed."""

    spaces: tuple[SpaceId, ...]


async def league_forms(game: VqGame) -> None:
    """See in winter whether the Catholic League forms, and form it (20.10)."""
    first, last = game.data.tables.league.turns
    if game.lasting.league_turn is None and first <= game.turn <= last and league_is_due(game):
        await form_league(game)


def league_is_due(game: VqGame) -> bool:
    """Three French keys in Protestant hands; else a die and the number of French home spaces (20.10)."""
    table = game.data.tables.league
    held = [space for space in game.in_area(AREA_FRANCE) if game.controller(space) == PROTESTANT]
    if sum(game.board.spaces[space].is_key for space in held) >= table.keys:
        return True
    homes = sum(game.home_power(space) == FRANCE for space in held)
    if homes <= table.few_spaces:
        return False
    (die,) = game.roll(SPAIN, 1, Reason("league"))
    return die + homes >= table.need


async def form_league(game: VqGame) -> None:
    """Spain takes Reims and two spaces more, and what France loses of its army (20.10)."""
    table = game.data.tables.league
    game.lasting.league_turn = game.turn
    spaces = [table.space, *await choose_spaces(game)]
    game.emit(CatholicLeagueFormed(tuple(spaces)))
    for space in spaces:  # step 1
        for power in game.majors:
            if power != SPAIN and is_at(game, power, space):
                await displace(game, power, space)
        change_control(game, space, SPAIN, Reason("league"))
        game.spaces[space].religion = CATHOLIC
    regulars = await surrender(game, "regulars")  # step 2
    mercenaries = await surrender(game, "mercenaries")
    add_new_units(game, SPAIN, "regulars", max(table.least_regulars, regulars), table.space)  # step 3
    add_new_units(game, SPAIN, "mercenaries", mercenaries, table.space)
    game.spaces[table.space].fortress = True
    if not game.leaders[GUISE].removed:
        game.leaders[GUISE].place = table.space
        game.emit(LeaderEntered(GUISE, table.space))
    for enemy in (FRANCE, PROTESTANT):  # step 4
        await start_war(game, SPAIN, enemy, reason=Reason("league"))
    await game.settle()


async def choose_spaces(game: VqGame) -> tuple[SpaceId, ...]:
    """WIN5-8: two unfortified French home spaces that are no Huguenot homes."""
    table = game.data.tables.league
    found = [
        space
        for space in game.in_area(AREA_FRANCE)
        if game.home_power(space) == FRANCE
        and game.printed(space).second_home != HUGUENOT
        and not game.fortified(space)
        and space != table.space
    ]

    def exposed(space: SpaceId) -> bool:
        return any(game.controller(near) == PROTESTANT for near in game.board.neighbours(space))

    found.sort(key=lambda space: (exposed(space), space))
    count = min(table.further_spaces, len(found))
    return await choose_some(SPAIN, "league_spaces", "space", found, count, count, "20.10")


async def surrender(game: VqGame, kind: str) -> int:
    """WIN5-9: a third of the French units of a kind, rounded up, leave the map (20.10 step 2)."""
    there = game.count_on_map(FRANCE, kind)
    count = -(-there // THIRD)
    if count:
        await remove_units(game, FRANCE, "league_losses", (kind,), count, "20.10")
    return count
