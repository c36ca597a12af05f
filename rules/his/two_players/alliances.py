"""Diplomacy cards that win minor powers over, or build for them: 201, 204, 210 and 212 (17, 22)."""

from __future__ import annotations

from rules.core.errors import allows
from rules.core.flow import Power, ask
from rules.core.questions import Choose, choose_one
from rules.his.diplomacy.minors import activate, deactivate, may_activate, may_deactivate
from rules.his.game import HisGame
from rules.his.powers import FRANCE, GENOA, HAPSBURG, OTTOMAN, PAPACY, PROTESTANT, VENICE
from rules.his.two_players.deck import DIPLOMACY, EVENT, anything
from rules.his.two_players.invasions import SQUADRONS, home_ports
from rules.war.construction import add_new_units, ships_left
from rules.war.control import has_enemies
from rules.war.counter_mix import room_for
from rules.war.forces import REGULARS
from rules.war.ids import Nation, SpaceId

NOTHING = "none"
REGULAR, SQUADRON = "regular", "squadron"
DORIAS_CP = 4
COST = {REGULAR: 2, SQUADRON: 2}
VENETIAN_SQUADRONS = 2
NEW_SQUADRONS = 2
MARSEILLE, NAPLES = "marseille", "naples"
ACTIVATE, DEACTIVATE = "activate", "deactivate"


async def wins_over(game: HisGame, minor: Nation, power: Power) -> None:
    """A minor power leaves its ally, if it has one, and joins another (22.2, 22.4)."""
    if minor in game.minor_allies:
        await deactivate(game, minor)
    await activate(game, minor, power)


# ---- 201 Andrea Doria


def dorias_master(power: Power) -> Power:
    """The Papacy wins Genoa for itself, the Protestant for France."""
    return PAPACY if power == PAPACY else FRANCE


@DIPLOMACY.event(201, EVENT, playable=anything)
async def andrea_doria(game: HisGame, power: Power) -> None:
    """201 Andrea Doria: Genoa joins the Papacy, or France; if it has already, it arms for 4 CP."""
    master = dorias_master(power)
    if game.minor_allies.get(GENOA) != master:
        await wins_over(game, GENOA, master)
        return
    spaces = genoese_sites(game, master)
    if not spaces:
        return
    space = await choose_one(power, "doria_space", "space", spaces, "17")
    cp = DORIAS_CP
    while cp and (kinds := [kind for kind in COST if COST[kind] <= cp and has_room(game, kind, space)]):
        kind = await choose_one(power, "doria_unit", "option", kinds, "17")
        add_new_units(game, GENOA, REGULARS if kind == REGULAR else SQUADRONS, 1, space)
        cp -= COST[kind]


def genoese_sites(game: HisGame, master: Power) -> list[SpaceId]:
    """Genoese home spaces that the ally controls and in which something can be built, Genoa first (17)."""
    spaces = [
        space
        for space in game.home_spaces(GENOA)
        if game.controller(space) == master
        and not game.spaces[space].unrest
        and not has_enemies(game, master, space)
        and any(has_room(game, kind, space) for kind in COST)
    ]
    return game.board.keys_first(spaces)


def has_room(game: HisGame, kind: str, space: SpaceId) -> bool:
    """Whether there is a counter for one more Genoese unit in a space."""
    if kind == SQUADRON:
        return game.board.spaces[space].is_port and ships_left(game, GENOA) > 0
    return room_for(game, GENOA, space, REGULARS, 1) > 0


# ---- 204 Diplomatic Marriage


def marriages(game: HisGame, power: Power) -> list[str]:
    """`activate_genoa`, `deactivate_venice`: what the table of 22.1 allows, what helps most first.

    The Protestant activates Genoa and Venice, and both for the Hapsburgs.
    """
    ally = PAPACY if power == PAPACY else HAPSBURG
    join = [minor for minor in game.minors if allows(may_activate, game, minor, ally)]
    if power == PROTESTANT:
        join = [minor for minor in join if minor in (GENOA, VENICE)]
    leave = [minor for minor in game.minors if allows(may_deactivate, game, minor)]
    leave.sort(key=lambda minor: (game.minor_allies[minor] == PAPACY) == (power == PAPACY))
    first, then = [f"{ACTIVATE}_{minor}" for minor in join], [f"{DEACTIVATE}_{minor}" for minor in leave]
    return [*first, *then] if power == PAPACY else [*then, *first]


@DIPLOMACY.event(204, EVENT, playable=marriages)
async def diplomatic_marriage(game: HisGame, power: Power) -> None:
    """204 Diplomatic Marriage: a minor power gains an ally, or loses it (22.2, 22.4)."""
    chosen = await choose_one(power, "marriage_of_two", "option", marriages(game, power), "22.2")
    what, _, minor = chosen.partition("_")
    if what == ACTIVATE:
        await activate(game, minor, PAPACY if power == PAPACY else HAPSBURG)
    else:
        await deactivate(game, minor)


# ---- 210 Shipbuilding


def shipyards(game: HisGame, power: Power) -> dict[SpaceId, Nation]:
    """Where a player may put a squadron, and whose it is (17.2)."""
    if power == PAPACY:
        yards = {port: nation for nation in game.nations_of(PAPACY) for port in ports_for(game, nation)}
    else:
        yards = dict.fromkeys(home_ports(game, OTTOMAN), OTTOMAN)
        yards |= {port: FRANCE for port in home_ports(game, FRANCE) if port == MARSEILLE}
        yards |= {port: HAPSBURG for port in home_ports(game, HAPSBURG) if port == NAPLES}
    free = {port: nation for port, nation in yards.items() if ships_left(game, nation) > 0}
    return dict(sorted(free.items(), key=lambda yard: (yard[0] not in ("rome", NAPLES), yard[0])))


def ports_for(game: HisGame, nation: Nation) -> list[SpaceId]:
    """Home ports of the Papacy or a minor ally that it controls, quiet and without enemies."""
    return [
        port
        for port in game.home_spaces(nation)
        if game.board.spaces[port].is_port
        and game.controller(port) == PAPACY
        and not game.spaces[port].unrest
        and not has_enemies(game, PAPACY, port)
    ]


@DIPLOMACY.event(210, EVENT, playable=shipyards)
async def shipbuilding(game: HisGame, power: Power) -> None:
    """210 Shipbuilding: up to two squadrons, for the Papacy its own or its allies', else of invaders."""
    for _ in range(NEW_SQUADRONS):
        yards = shipyards(game, power)
        if not yards:
            return
        options = (*yards, NOTHING)
        port = await ask(Choose(power, "two_player_ships", "port", options, options[0], "17.2"))
        if port == NOTHING:
            return
        add_new_units(game, yards[port], SQUADRONS, 1, port)


# ---- 212 Venetian Alliance


def venice_can_change(game: HisGame, power: Power) -> bool:
    """Venice is free, a Hapsburg or a Papal ally; as a French one it stays that."""
    return game.minor_allies.get(VENICE) in (None, HAPSBURG, PAPACY)


@DIPLOMACY.event(212, EVENT, playable=venice_can_change)
async def venetian_alliance(game: HisGame, power: Power) -> None:
    """212 Venetian Alliance: Venice joins the Papacy, leaves the Hapsburgs, or sends help."""
    ally = game.minor_allies.get(VENICE)
    if ally is None:
        await activate(game, VENICE, PAPACY)
    elif ally == HAPSBURG:
        await deactivate(game, VENICE)
    elif ports := ports_for_venice(game):
        port = await choose_one(PAPACY, "venetian_fleet", "space", ports, "22.3")
        add_new_units(game, VENICE, REGULARS, 1, port)
        add_new_units(game, VENICE, SQUADRONS, VENETIAN_SQUADRONS, port)


def ports_for_venice(game: HisGame) -> list[SpaceId]:
    """Ports that the Papacy controls and nobody besieges, Venice first."""
    ports = [
        space
        for space in game.spaces_of(PAPACY)
        if game.board.spaces[space].is_port and not game.under_siege(space)
    ]
    return sorted(ports, key=lambda port: (port != VENICE, port))
