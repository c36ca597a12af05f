"""Calamities and raids: bankruptcy, plague, pirates, sea beggars, ships and forts that an event brings."""

from __future__ import annotations

from rules.core import card_play
from rules.core.errors import allows
from rules.core.flow import Power, ask
from rules.core.questions import Choose, choose_one, choose_some
from rules.core.reasons import Reason
from rules.vq.actions import of_kinds, spend_cp, time_to_respond
from rules.vq.cards.choices import NOBODY, always, building_places, choose_or_not, choose_power
from rules.vq.cards.home import build_ships
from rules.vq.faith.rebellion import rebel, rebellion_targets
from rules.vq.game import VqGame
from rules.vq.new_world.captains import captains_of
from rules.vq.new_world.piracy import ocean_piracy
from rules.vq.position import NORTH_SEA
from rules.vq.powers import (
    AREA_NETHERLANDS,
    DUTCH,
    EMPIRE,
    ENGLAND,
    FACTIONS,
    OTTOMAN,
    PROTESTANT,
    SPAIN,
    VENICE,
)
from rules.vq.ships import ARMADA, GALLEONS, RACE_BUILT
from rules.vq.treasury import discard_at_random
from rules.vq.victory import add_bonus_vp
from rules.vq.war.build_actions import build_fortress, check_fortress
from rules.vq.war.naval_actions import check_piracy
from rules.vq.windows import CARDS
from rules.war.casualties import eliminate
from rules.war.construction import add_new_units
from rules.war.control import change_control, place_unrest
from rules.war.displacement import displace, warships_at
from rules.war.fleets import near_by_sea, ships_by_kind, sink, strand_leaders
from rules.war.forces import MERCENARIES, cheapest_units, units_at
from rules.war.ids import SpaceId
from rules.war.naval_combat import lose_warships
from rules.war.piracy import piracy
from rules.war.relations import is_at
from rules.war.removal import remove_units

AMERICAN_COASTS = ("spanish_main", "mexican_coast", "peruvian_coast")
ADRIATIC, TRIESTE = "adriatic_sea", "trieste"
BEARD_PORTS = ("seville", "corunna", "lisbon", "gibraltar")


# ---- 69, 74, 75 Losses


@CARDS.event(69, "event", playable=always)
async def spanish_bankruptcy(game: VqGame, power: Power) -> None:
    """69 Spanish Bankruptcy: a treasure or a card, two mercenaries, perhaps unrest in Flanders."""
    row = game.treasures.spain
    if row:
        lost = game.dice.draw(sorted(row), Reason("bankruptcy"))
        row.remove(lost)
        game.treasures.spent.append(lost)
    else:
        card_play.discard_random_card(game, SPAIN, Reason("event", card=69))
    count = min(2, game.count_on_map(SPAIN, MERCENARIES))
    if count:
        await remove_units(game, SPAIN, "bankruptcy_losses", (MERCENARIES,), count, "6.1")
    await unrest_on_a_die(game, power, ["antwerp", "brussels"])


async def unrest_on_a_die(game: VqGame, power: Power, spaces: list[SpaceId]) -> None:
    """On a 1 or 2 unrest in one of some spaces, of Spain's choice."""
    (die,) = game.roll(power, 1, Reason("unrest"))
    if die <= 2:
        place_unrest(game, await choose_one(SPAIN, "flemish_unrest", "space", spaces, "12.4"))


def others(game: VqGame, power: Power) -> list[Power]:
    return [other for other in game.majors if other != power]


@CARDS.event(74, "event", playable=others)
async def harvest_failure(game: VqGame, power: Power) -> None:
    """74 Harvest Failure: a power discards at random, or loses two units of each of two stacks."""
    target = await choose_power(power, "harvest_failure", others(game, power))
    stacks = [s for s in game.units if s in game.spaces and game.land_strength(s, target)]
    options = [*(["discard"] if game.can_be_robbed(target) else []), *(["units"] if stacks else [])]
    if not options:
        return
    chosen = await choose_one(target, "harvest_loss", "option", options, "6.1")
    if chosen == "discard":
        discard_at_random(game, target, Reason("event", card=74))
        return
    stacks.sort(key=lambda s: (-game.land_strength(s, target), s))
    most = min(2, len(stacks))
    for space in await choose_some(target, "hungry_stacks", "space", stacks, most, most, "6.1"):
        await eliminate(game, target, space, cheapest_units(target, units_at(game, space, target), 2))


def plague_spaces(game: VqGame, power: Power) -> list[SpaceId]:
    return sorted(
        space
        for space, here in game.units.items()
        if space in game.spaces and any(u.land for u in here.values())
    )


@CARDS.event(75, "event", playable=plague_spaces)
async def plague(game: VqGame, power: Power) -> None:
    """75 Plague: a land unit dies in a space and in up to two next to it, and a ship in one port of them."""
    first = await choose_one(power, "plague_space", "space", plague_spaces(game, power), "6.1")
    near = [space for space in game.board.neighbours(first) if space in plague_spaces(game, power)]
    chosen: tuple[str, ...] = ()
    if near:
        chosen = await choose_some(power, "plague_spreads", "space", near, 0, 2, "6.1", silent=())
    for space in (first, *chosen):
        nations = [n for n, units in game.units.get(space, {}).items() if units.land]
        nation = await choose_one(power, "plague_victim", "nation", nations, "6.1")
        owner = game.commander(nation)
        units = tuple(unit for unit in units_at(game, space, owner) if unit[0] == nation) or tuple(
            (nation, kind, 1)
            for kind in ("mercenaries", "cavalry", "regulars")
            if getattr(game.at(space, nation), kind)
        )
        await eliminate(game, owner, space, cheapest_units(owner, units, 1))
    ports = [s for s in (first, *chosen) if any(u.ships for u in game.units.get(s, {}).values())]
    if ports:
        port = await choose_one(power, "plague_port", "space", ports, "6.1")
        nation = next(n for n, units in game.units[port].items() if units.ships)
        kind = next(kind for kind in game.naval_kinds if getattr(game.at(port, nation), kind))
        sink(game, port, (nation, kind, 1))
        strand_leaders(game, port, game.commander(nation))


# ---- 76 to 80


def cavalry_camps(game: VqGame) -> list[SpaceId]:
    return [
        space
        for space in ("buda", "belgrade")
        if game.controller(space) == OTTOMAN and not game.spaces[space].unrest and not game.under_siege(space)
    ]


@CARDS.event(76, "event", playable=always)
async def tatar_raid(game: VqGame, power: Power) -> None:
    """76 Tatar Raid: Ottoman cavalry, and unrest in the Empire if the two are at war."""
    if camps := cavalry_camps(game):
        space = await choose_one(game.decider(OTTOMAN, power), "tatars", "space", camps, "17.2")
        add_new_units(game, OTTOMAN, "cavalry", 3, space)
    if game.at_war(OTTOMAN, EMPIRE):
        border = [
            space
            for space in game.home_spaces(EMPIRE)
            if not game.fortified(space)
            and not game.spaces[space].unrest
            and any(game.controller(near) == OTTOMAN for near in game.board.neighbours(space))
        ]
        if border:
            place_unrest(game, await choose_one(OTTOMAN, "tatar_unrest", "space", sorted(border), "12.4"))


def trieste_is_imperial(game: VqGame, power: Power) -> bool:
    return game.controller(TRIESTE) == EMPIRE


@CARDS.event(77, "event", playable=trieste_is_imperial)
async def uskoks(game: VqGame, power: Power) -> None:
    """77 Uskoks: three dice of the Empire; a ship of the Ottoman or Venice, or a point, for each hit."""
    hit = game.data.tables.hit
    hits = sum(die >= hit for die in game.roll(EMPIRE, 3, Reason("uskoks"), hit))
    given, lord = {"vp": 0, "ship": 0}, game.decider(EMPIRE, power)
    for _ in range(hits):
        preys = [
            f"{nation}:{place}"
            for place in (ADRIATIC, *near_by_sea(game, ADRIATIC))
            for nation in (OTTOMAN, VENICE)
            if game.at(place, nation).ships
        ]
        scores = EMPIRE not in game.unplayed()  # no VP for a power without a player (3.2)
        possible = [*(["vp"] if scores else []), *(["ship"] if preys else [])]
        if not possible:
            break
        fewest = min(given[award] for award in possible)
        options = [award for award in possible if given[award] == fewest]
        award = await choose_one(lord, "uskok_award", "option", options, "16.4")
        given[award] += 1
        if award == "vp":
            game.score_piracy(EMPIRE)
            continue
        nation, _, place = (await choose_one(lord, "uskok_prey", "stack", preys, "16.4")).partition(":")
        kind = next(kind for kind in game.naval_kinds if getattr(game.at(place, nation), kind))
        sink(game, place, (nation, kind, 1))
        strand_leaders(game, place, game.commander(nation))


def fortress_sites(game: VqGame, power: Power) -> list[SpaceId]:
    return [space for space in game.spaces_of(power) if allows(check_fortress, game, power, space)]


@CARDS.event(78, "event", playable=fortress_sites)
async def trace_italienne(game: VqGame, power: Power) -> None:
    """78 Trace Italienne: up to two fortresses."""
    sites = fortress_sites(game, power)
    most = min(2, len(sites))
    for space in await choose_some(power, "fortress_sites", "space", sites, 0, most, "17.5"):
        build_fortress(game, space)


@CARDS.event(79, "event", playable=always)
async def master_shipwright(game: VqGame, power: Power) -> None:
    """79 Master Shipwright: up to two ships; those lost this turn may be used."""
    fleets = {
        nation: tuple(k for k in game.data.counters.ships_of(nation).kinds if k != RACE_BUILT)
        for nation in (FACTIONS if power == PROTESTANT else (power,))
    }
    if power == PROTESTANT and game.as_at_first:
        for nation, kinds in fleets.items():
            await build_ships(game, power, {nation: kinds}, 1)
        return
    await build_ships(game, power, fleets, 2)


def letters_of_marque_targets(game: VqGame, power: Power) -> list[str]:
    """Sea zones with own ships other than the Armada, and major powers with ports there."""
    return [
        f"{zone}:{target}"
        for zone in game.board.zones
        if any(kind != ARMADA for _nation, kind, _count in ships_by_kind(game, zone, power))
        for target in game.majors
        if target != power and game.ports_for_pirates(power, zone, target)
    ]


@CARDS.event(80, "event", playable=letters_of_marque_targets)
async def letters_of_marque(game: VqGame, power: Power) -> None:
    """80 Letters of Marque: free piracy in Europe, outside the limits, with one more die."""
    options = letters_of_marque_targets(game, power)
    zone, _, target = (await choose_one(power, "marque", "piracy", options, "16.4")).partition(":")
    game.impulse.marque = True
    await piracy(game, power, zone, target, more_dice=1)
    game.impulse.marque = False


# ---- 83, 91, 100, 101, 106


def palatine_sites(game: VqGame, power: Power) -> list[str]:
    return [
        f"{faction}:{space}"
        for faction in FACTIONS
        for space in building_places(game, PROTESTANT, faction, MERCENARIES)
    ]


@CARDS.event(83, "event", playable=palatine_sites)
async def palatine_intervention(game: VqGame, power: Power) -> None:
    """83 Palatine Intervention: four Huguenot or Dutch mercenaries."""
    chosen = await choose_one(PROTESTANT, "palatine_army", "stack", palatine_sites(game, power), "17.2")
    faction, _, space = chosen.partition(":")
    add_new_units(game, faction, MERCENARIES, 4, space)


def beggars_ports(game: VqGame, power: Power) -> list[SpaceId]:
    """Spanish ports of the Netherlands without Spanish land units, while the two are at war."""
    if not game.at_war(SPAIN, PROTESTANT):
        return []
    return [
        space
        for space in game.in_area(AREA_NETHERLANDS)
        if game.controller(space) == SPAIN
        and not game.land_strength(space, SPAIN)
        and not game.under_siege(space)
        and (
            game.board.spaces[space].is_port
            or ((partner := game.printed(space).partner_port) and game.controller(partner) == PROTESTANT)
        )
    ]


@CARDS.event(91, "event", playable=beggars_ports)
async def sea_beggars(game: VqGame, power: Power) -> None:
    """91 Sea Beggars: the Dutch take a port, man it, and turn pirates."""
    space = await choose_one(PROTESTANT, "beggars_port", "space", beggars_ports(game, power), "16.7")
    for other in game.majors:
        if other != PROTESTANT and is_at(game, other, space):
            await displace(game, other, space)
    change_control(game, space, PROTESTANT, Reason("sea_beggars"))
    add_new_units(game, DUTCH, "regulars", 1, space)
    port = game.printed(space).partner_port or space
    if game.controller(port) == PROTESTANT:
        add_new_units(game, DUTCH, GALLEONS, 1, port)
    if allows(check_piracy, game, PROTESTANT, NORTH_SEA, SPAIN):
        await piracy(game, PROTESTANT, NORTH_SEA, SPAIN)


@CARDS.event(100, "event", playable=always)
async def john_hawkins(game: VqGame, power: Power) -> None:
    """100 John Hawkins: up to three galleons in home ports become race-built; then 1 CP at sea."""
    for _ in range(3):
        ports = sorted(s for s in game.home_spaces(ENGLAND) if game.at(s, ENGLAND).galleons)
        if not ports:
            break
        port = await ask(Choose(ENGLAND, "race_built", "space", (*ports, NOBODY), ports[0], "17.3"))
        if port == NOBODY:
            break
        game.remove_units(port, ENGLAND, galleons=1)
        game.add_units(port, ENGLAND, race_built=1)
    await time_to_respond(game)
    await spend_cp(game, power, 1, only=of_kinds(game, "naval"))


@CARDS.event(101, "event", playable=always)
async def pacification_of_ghent(game: VqGame, power: Power) -> None:
    """101 Pacification of Ghent: half of Spain's mercenaries there go; a rebellion with two more dice."""
    spaces = [s for s in game.in_area(AREA_NETHERLANDS) if game.at(s, SPAIN).mercenaries]
    left = -(-sum(game.at(s, SPAIN).mercenaries for s in spaces) // 2)
    for space in sorted(spaces, key=lambda s: (-game.at(s, SPAIN).mercenaries, s)):
        take = min(left, game.at(space, SPAIN).mercenaries)
        if take:
            await eliminate(game, SPAIN, space, ((SPAIN, MERCENARIES, take),))
            left -= take
    targets = rebellion_targets(game, AREA_NETHERLANDS)
    space = await choose_or_not(PROTESTANT, "rebellion_space", "space", targets, "18.4")
    if space != NOBODY:
        await rebel(game, space, 3, extra_dice=2)


def beards(game: VqGame, power: Power) -> list[SpaceId]:
    if not game.at_war(ENGLAND, SPAIN):
        return []
    return [port for port in BEARD_PORTS if game.controller(port) == SPAIN]


@CARDS.event(106, "event", playable=beards)
async def singeing_the_kings_beard(game: VqGame, power: Power) -> None:
    """106 Singeing the King's Beard: ships and Armada steps burn in a port; a point if hits are left."""
    port = await choose_one(ENGLAND, "burnt_port", "space", beards(game, power), "6.1")
    drake = game.world.captains["drake"]
    dice = 5 + (drake.entered and not drake.gone)
    hit = game.data.tables.hit
    hits = sum(die >= hit for die in game.roll(ENGLAND, dice, Reason("kings_beard", space=port), hit))
    while hits and warships_at(game, port, SPAIN):
        await lose_warships(game, SPAIN, port, 1)
        hits -= 1
    strand_leaders(game, port, SPAIN)
    if hits:
        add_bonus_vp(game, ENGLAND, "piracy", 1)


# ---- 72 Cimarron Alliance


def cimarron_captains(game: VqGame, power: Power) -> list[str]:
    return [name for zone in AMERICAN_COASTS for name in captains_of(game, power, zone)]


@CARDS.event(72, "event", playable=cimarron_captains)
async def cimarron_alliance(game: VqGame, power: Power) -> None:
    """72 Cimarron Alliance: free piracy against Spain's American coasts with two more dice."""
    name = await choose_one(power, "cimarron_captain", "captain", cimarron_captains(game, power), "16.5")
    await ocean_piracy(game, name, SPAIN, more_dice=2)
