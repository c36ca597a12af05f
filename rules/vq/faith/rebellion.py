"""Rebellion of the Protestant in France and the Netherlands (18.4, 18.5)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from rules.core.errors import Illegal, allows
from rules.core.events import Event
from rules.core.flow import Power, ask
from rules.core.kinds import UnitKind
from rules.core.questions import Choose, choose_some
from rules.core.reasons import Reason
from rules.vq.diplomacy.wars import start_war
from rules.vq.dynasty.leaders import dismiss_default_leader
from rules.vq.faith.support import TROOPS, is_loyal, troops_of
from rules.vq.game import VqGame
from rules.vq.kinds import AreaId
from rules.vq.powers import AREA_OF, CATHOLIC, LORD_OF, PROTESTANT, PROTESTANT_FAITH
from rules.war.casualties import make_change
from rules.war.construction import add_new_units
from rules.war.control import change_control
from rules.war.displacement import displace
from rules.war.ids import LAND_KINDS, LeaderId, Nation, SpaceId, owner
from rules.war.land_events import LeaderEntered
from rules.war.relations import is_at
from rules.war.state import ALLIED

NOBODY = "none"
REACH_OPTION, BEYOND_TARGET = "rebellion_reach", "beyond_target"
"""As many spaces as CP follow the target of a rebellion (18.5 step 4)."""
LEADERS_OPTION, ALL_WAITING = "rebellion_leaders", "all"
"""Any number of waiting leaders come to a rebellion (18.5 step 8)."""
FACTION_IN = {area: faction for faction, area in AREA_OF.items()}


class RebellionBegan(Event):
    space: SpaceId
    cp: int


class RebellionFailed(Event):
    space: SpaceId


class RebellionSucceeded(Event):
    space: SpaceId
    others: tuple[SpaceId, ...]


class CapitalPlaced(Event):
    nation: Nation
    space: SpaceId


class TroopsKilled(Event):
    """Rebels kill units of a garrison."""

    nation: Nation
    kind: UnitKind
    space: SpaceId


# ---- Step 1: targets


def check_rebellion(game: VqGame, space: SpaceId, *, area: AreaId | None = None) -> None:
    """Raise `Illegal` unless the Protestant may rebel in a space (18.4, 18.5 step 1)."""
    if space not in game.spaces:
        raise Illegal("space.unknown", "18.5", space=space)
    where = game.printed(space).area
    if where not in LORD_OF or (area is not None and where != area):
        raise Illegal("rebellion.not_here", "18.4", space=space)
    if where in game.impulse.rebellions:
        raise Illegal("rebellion.same_area", "18.4")
    lord = LORD_OF[where]
    if game.relation(PROTESTANT, lord) == ALLIED:
        raise Illegal("rebellion.allied", "18.4", power=lord)
    if game.controller(space) != lord:
        raise Illegal("rebellion.not_controlled", "18.5", space=space, power=lord)
    if game.religion(space) != PROTESTANT_FAITH:
        raise Illegal("rebellion.not_protestant", "18.5", space=space)
    if game.under_siege(space):
        raise Illegal("space.under_siege", "18.5", space=space)
    if is_loyal(game, PROTESTANT_FAITH, space):
        raise Illegal("rebellion.loyal", "6.1", space=space)


def rebellion_targets(game: VqGame, area: AreaId | None = None) -> list[SpaceId]:
    """Spaces in which the Protestant may rebel, in any area or in one."""
    return [space for space in game.spaces if allows(check_rebellion, game, space, area=area)]


# ---- The procedure


async def rebel(game: VqGame, space: SpaceId, cp: int, *, extra_dice: int = 0) -> bool:
    """A rebellion with the strength of so many CP; answers whether it succeeded (18.5)."""
    area = game.printed(space).area
    assert area is not None
    lord, faction = LORD_OF[area], FACTION_IN[area]
    game.impulse.rebellions.append(area)
    game.emit(RebellionBegan(space, cp))
    if garrison(game, lord, space):  # step 2
        at_home = game.printed(space).second_home == faction
        dice = cp + extra_dice + (game.data.tables.rebellion.dice_at_home if at_home else 0)
        hit = game.data.tables.hit
        hits = sum(die >= hit for die in game.roll(PROTESTANT, dice, Reason("rebellion", space=space), hit))
        await kill_garrison(game, lord, space, hits)
        if garrison(game, lord, space):
            game.emit(RebellionFailed(space))
            return False
    await drive_out(game, space)  # step 3
    change_control(game, space, PROTESTANT, Reason("rebellion"))  # step 4
    beyond = game.option(REACH_OPTION) == BEYOND_TARGET
    others = await spread(game, area, space, cp if beyond else cp - 1)
    game.emit(RebellionSucceeded(space, tuple(others)))
    regulars = cp // game.data.tables.rebellion.cp_per_regular
    add_new_units(game, faction, "regulars", regulars, space)  # step 5
    await start_war(game, PROTESTANT, lord, reason=Reason("rebellion"))  # step 6
    await place_capital(game, faction, space)  # step 7
    await call_leader(game, faction, space)  # step 8
    return True


def garrison(game: VqGame, lord: Power, space: SpaceId) -> list[tuple[Nation, str]]:
    """Catholic units that the lord of a land commands in a space, by nation and kind."""
    return [
        (nation, kind)
        for nation, units in game.units.get(space, {}).items()
        if game.commander(nation) == lord and owner(nation) in TROOPS[CATHOLIC]
        for kind in ("regulars", *game.naval_kinds)
        if getattr(units, kind)
    ]


async def kill_garrison(game: VqGame, lord: Power, space: SpaceId, hits: int) -> None:
    """REB-2: for each hit the controller gives up a Catholic unit of its choice; silence keeps ships."""
    await kill_troops(game, lord, space, hits, partial(garrison, game, lord, space), "18.5")


async def kill_troops(
    game: VqGame,
    power: Power,
    space: SpaceId,
    hits: int,
    left: Callable[[], list[tuple[Nation, str]]],
    rule: str,
) -> None:
    """A power gives up a unit of some for each hit, and more if the counters cannot show the rest (5.3)."""
    killed: list[Nation] = []
    with game.campaign.while_unsettled(space):
        for _hit in range(hits):
            options = tuple(f"{nation}:{kind}" for nation, kind in left())
            if not options:
                break
            chosen = options[0]
            if len(options) > 1:
                chosen = await ask(Choose(power, "garrison_lost", "option", options, chosen, rule))
            nation, _, kind = chosen.partition(":")
            if kind in LAND_KINDS:
                game.remove_units(space, nation, **{kind: 1})
                killed.append(nation)
            else:
                game.lose_ships(space, nation, **{kind: 1})
            game.emit(TroopsKilled(owner(nation), kind, space))
    for nation in dict.fromkeys(killed):
        await make_change(game, nation, space)


async def drive_out(game: VqGame, space: SpaceId) -> None:
    """Leaders, and units of whatever kind that are left, are displaced (step 3)."""
    for power in game.majors:
        if power != PROTESTANT and is_at(game, power, space):
            await displace(game, power, space)


async def spread(game: VqGame, area: AreaId, space: SpaceId, most: int) -> list[SpaceId]:
    """REB-3: Protestant spaces next to the target without Catholic troops follow it (step 4)."""
    near = [
        other
        for other in game.board.neighbours(space)
        if game.printed(other).area == area
        and game.religion(other) == PROTESTANT_FAITH
        and may_follow(game, area, other)
        and not troops_of(game, CATHOLIC, other)
        and not is_loyal(game, PROTESTANT_FAITH, other)
    ]
    if not near or most < 1:
        return []
    near = game.board.keys_first(near)
    chosen = await choose_some(PROTESTANT, "rebellion_spreads", "space", near, 0, most, "18.5")
    for other in chosen:
        await drive_out(game, other)
        change_control(game, other, PROTESTANT, Reason("rebellion"))
    return list(chosen)


def may_follow(game: VqGame, area: AreaId, space: SpaceId) -> bool:
    """Whoever holds a neighbour may lose it (18.5 step 4); in the first games it was the lord of the land."""
    if game.as_at_first:
        return game.controller(space) == LORD_OF[area] and not game.under_siege(space)
    return game.controller(space) != PROTESTANT


async def place_capital(game: VqGame, faction: Nation, space: SpaceId) -> None:
    """REB-4: a faction without a capital may have one, unless it lost one this turn (step 7, 23.6)."""
    if faction in game.lasting.faction_capitals or faction in game.this_turn.lost_capitals:
        return
    spaces = capital_sites(game, faction)
    if not spaces:
        return
    spaces.sort(key=lambda other: (other != space, -game.land_strength(other, PROTESTANT), other))
    options = (*spaces, NOBODY)
    chosen = await ask(Choose(PROTESTANT, "faction_capital", "space", options, spaces[0], "23.6"))
    if chosen != NOBODY:
        set_capital(game, faction, chosen)


def capital_sites(game: VqGame, faction: Nation) -> list[SpaceId]:
    """Fortified spaces of a faction's area that the Protestant controls (23.6)."""
    return [
        other
        for other in game.in_area(AREA_OF[faction])
        if game.controller(other) == PROTESTANT and game.fortified(other)
    ]


def set_capital(game: VqGame, faction: Nation, space: SpaceId) -> None:
    game.lasting.faction_capitals[faction] = space
    game.emit(CapitalPlaced(faction, space))


async def call_leader(game: VqGame, faction: Nation, space: SpaceId) -> None:
    """REB-5: one waiting leader of the faction may come to the target (step 8), or by an option all."""
    while await leader_comes(game, faction, space) and game.option(LEADERS_OPTION) == ALL_WAITING:
        pass


async def leader_comes(game: VqGame, faction: Nation, space: SpaceId) -> bool:
    waiting = [
        who for who in game.arriving if game.leaders[who].power == faction and not game.leader_data(who).naval
    ]
    if not waiting:
        return False
    waiting.sort(key=lambda who: (-game.leader_data(who).battle, -game.leader_data(who).command, who))
    options: tuple[LeaderId, ...] = (*waiting, NOBODY)
    chosen = await ask(Choose(PROTESTANT, "rebel_leader", "leader", options, waiting[0], "18.5"))
    if chosen == NOBODY:
        return False
    game.arriving.remove(chosen)
    game.leaders[chosen].place = space
    game.emit(LeaderEntered(chosen, space))
    if not game.leader_data(chosen).default:
        dismiss_default_leader(game, faction)
    return True
