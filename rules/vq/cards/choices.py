"""What many cards share: conditions of events, areas, spaces, hidden cards."""

from __future__ import annotations

from collections.abc import Sequence

from rules.core.flow import Power, ask
from rules.core.questions import Choose, choose_one, choose_some
from rules.vq.faith.conversions import USUAL, Fervour, make_conversions
from rules.vq.faith.support import may_begin
from rules.vq.game import VqGame
from rules.vq.kinds import AreaId
from rules.war.construction import building_sites
from rules.war.control import has_enemies, may_be_stirred, place_unrest, remove_unrest
from rules.war.ids import Nation, SpaceId

RULE = "6.1"
NOBODY = "none"


def always(game: VqGame, power: Power) -> bool:
    """For events without conditions: what they cannot do is left out (11)."""
    return True


# ---- Faith


def open_areas(game: VqGame, faith: str, areas: Sequence[AreaId]) -> list[AreaId]:
    """Areas in which a conversion may begin (18.1)."""
    return [area for area in areas if may_begin(game, area, faith)]


async def convert_in(
    game: VqGame,
    power: Power,
    faith: str,
    areas: Sequence[AreaId],
    attempts: int,
    fervour: Fervour = USUAL,
) -> None:
    """REL-1: conversions in one of several areas, by the power that decides."""
    if found := open_areas(game, faith, areas):
        area = await choose_one(power, "conversion_area", "area", found, "18.5")
        await make_conversions(game, power, faith, area, attempts, fervour)


# ---- Spaces


async def stir_up(
    game: VqGame, power: Power, topic: str, spaces: Sequence[SpaceId], most: int, silent: int = 0
) -> tuple[SpaceId, ...]:
    """Unrest on up to so many empty spaces of a power's choice (12.4)."""
    found = [space for space in spaces if may_be_stirred(game, space)]
    found = game.board.keys_first(found)
    if not found:
        return ()
    chosen = await choose_some(power, topic, "space", found, 0, most, "12.4", silent=found[:silent])
    for space in chosen:
        place_unrest(game, space)
    return chosen


async def calm(game: VqGame, power: Power, spaces: list[SpaceId], most: int) -> tuple[SpaceId, ...]:
    """A power removes up to so many unrest markers of its choice."""
    if not spaces:
        return ()
    usual = game.board.keys_first(spaces)[:most]
    chosen = await choose_some(power, "calmed_spaces", "space", spaces, 0, most, "12.4", silent=usual)
    for space in chosen:
        remove_unrest(game, space)
    return chosen


def quiet_camps(game: VqGame, power: Power, *, abroad: bool = False) -> list[SpaceId]:
    """Friendly-controlled spaces without unrest and enemies; `abroad`: no own home spaces (17)."""
    return [
        space
        for space, state in game.spaces.items()
        if game.friendly(power, state.control)
        and not state.unrest
        and not game.under_siege(space)
        and not has_enemies(game, power, space)
        and not game.closed_to(power, space)
        and not (abroad and any(game.is_home(nation, space) for nation in game.nations_of(power)))
    ]


def building_places(game: VqGame, power: Power, nation: Nation, kind: str) -> list[SpaceId]:
    """Home spaces in which a unit of a kind may be built (17)."""
    return list(building_sites(game, power, nation, kind))


async def choose_power(power: Power, topic: str, powers: Sequence[Power]) -> Power:
    """Another power, of the player's choice."""
    return await choose_one(power, topic, "power", powers, RULE)


async def choose_or_not(
    power: Power, topic: str, about: str, options: Sequence[str], rule: str = RULE
) -> str:
    """One of several things, or nothing; silence takes nothing."""
    if not options:
        return NOBODY
    return await ask(Choose(power, topic, about, (NOBODY, *options), NOBODY, rule))
