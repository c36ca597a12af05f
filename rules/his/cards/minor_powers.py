"""Events that win and free minor powers, or send troops to them (22.2, 22.4)."""

from __future__ import annotations

from rules.core.card_play import draw_cards
from rules.core.errors import Illegal, allows
from rules.core.events import Event
from rules.core.flow import Power
from rules.core.questions import choose_one
from rules.core.reasons import Reason
from rules.his.cards.choices import Playable
from rules.his.diplomacy.minors import activate, deactivate, may_activate, may_deactivate
from rules.his.diplomacy.peace import SuingForPeace
from rules.his.diplomacy.war_segment import intervention_card
from rules.his.dynasty.tudors import EDWARD, HENRY, edward_born
from rules.his.game import HisGame
from rules.his.powers import ENGLAND, FRANCE, GENOA, OTTOMAN, PAPACY, SCOTLAND, VENICE
from rules.his.windows import CARDS, Window
from rules.war.construction import add_new_units, check_quiet_site
from rules.war.control import change_control, lift_siege
from rules.war.displacement import ships_at
from rules.war.ids import LeaderId, SpaceId
from rules.war.placement import open_spaces, place_units
from rules.war.relations import vacate

DORIA = "andrea_doria"
SWEEP_PORTS, SWEEP_DICE = 2, 3
FRENCH_TROOPS = 3
VENETIAN_REGULARS, VENETIAN_SQUADRONS = 1, 2
BUDA, ZAPOLYAS_MEN = "buda", 4
WOOING_LEAD = 2


class PiracyPunished(Event):
    leader: LeaderId
    vp: int


class WooingDecided(Event):
    england: int
    france: int


def check_landing(game: HisGame, power: Power, space: SpaceId) -> None:
    """Raise `Illegal` unless an event may put new units into a space: controlled, quiet, not besieged."""
    if game.controller(space) != power:
        raise Illegal("space.not_controlled", "22.2", space=space)
    if game.under_siege(space):
        raise Illegal("space.under_siege", "22.2", space=space)
    check_quiet_site(game, power, space)


def may_win(minor: Power, power: Power) -> Playable:
    """For an event by which a minor power joins this one, whoever plays it (22.2)."""

    def minor_may_be_won(game: HisGame, player: Power) -> bool:
        return allows(may_activate, game, minor, power)

    return minor_may_be_won


def while_allied(minor: Power) -> Playable:
    """For an event that frees a minor power of its ally (22.4)."""

    def minor_has_an_ally(game: HisGame, player: Power) -> bool:
        return allows(may_deactivate, game, minor)

    return minor_has_an_ally


# ---- 68 Andrea Doria


def genoa_may_change_sides(game: HisGame, power: Power) -> bool:
    return game.minor_allies.get(GENOA) != power


@CARDS.event(68, "genoa", playable=genoa_may_change_sides)
async def andrea_doria_genoa(game: HisGame, power: Power) -> None:
    """68 Andrea Doria, genoa: Genoa leaves any ally it has and joins the player (22.2, 22.4)."""
    if GENOA in game.minor_allies:
        await deactivate(game, GENOA)
    await activate(game, GENOA, power)


def doria_hunts_pirates(game: HisGame, power: Power) -> bool:
    """Doria is at sea for an enemy of the Ottoman, off at least two Ottoman ports."""
    zone = game.leaders[DORIA].place
    return (
        zone in game.board.zones
        and game.at_war(game.leader_commander(DORIA), OTTOMAN)
        and len(game.ports_of(OTTOMAN, zone)) >= SWEEP_PORTS
    )


@CARDS.event(68, "sweep", playable=doria_hunts_pirates)
async def andrea_doria_sweep(game: HisGame, power: Power) -> None:
    """68 Andrea Doria, sweep: cards for the player and Doria's master, and Ottoman piracy VP are lost."""
    drawing = [power, game.leader_commander(DORIA)]
    if game.option("doria_draws_twice") != "yes":
        drawing = list(dict.fromkeys(drawing))
    for each in drawing:
        draw_cards(game, each, 1, Reason("card", card=68))
    hit = game.data.tables.hit
    hits = sum(die >= hit for die in game.roll(power, SWEEP_DICE, Reason("card", card=68), hit))
    lost = min(hits, game.piracy_vp)
    game.piracy_vp -= lost
    game.emit(PiracyPunished(DORIA, lost))


# ---- 69 Auld Alliance


@CARDS.event(69, "activate", playable=may_win(SCOTLAND, FRANCE))
async def auld_alliance_activate(game: HisGame, power: Power) -> None:
    """69 Auld Alliance, activate: Scotland becomes an ally of France."""
    await activate(game, SCOTLAND, FRANCE)


@CARDS.event(69, "deactivate", playable=while_allied(SCOTLAND))
async def auld_alliance_deactivate(game: HisGame, power: Power) -> None:
    """69 Auld Alliance, deactivate: Scotland loses its ally, whoever he is."""
    await deactivate(game, SCOTLAND)


def landing_spaces(game: HisGame, power: Power) -> list[SpaceId]:
    """Scottish home spaces that can take French regulars, fortified ones first."""
    if game.minor_allies.get(SCOTLAND) != FRANCE:
        return []
    able = [space for space in game.home_spaces(SCOTLAND) if allows(check_landing, game, FRANCE, space)]
    return open_spaces(game, FRANCE, "regulars", able)


@CARDS.event(69, "reinforce", playable=landing_spaces)
@intervention_card(69, FRANCE, SCOTLAND)
async def auld_alliance_reinforce(game: HisGame, power: Power) -> None:
    """69 Auld Alliance, reinforce: up to three new French regulars in allied Scotland.

    So does the card if it pays for the French intervention (9.6).
    """
    spaces = landing_spaces(game, FRANCE)
    if spaces and game.option("auld_alliance_one_space") == "yes":
        spaces = [await choose_one(FRANCE, "auld_alliance_troops", "space", spaces, "22.2")]
    await place_units(game, "auld_alliance_troops", FRANCE, "regulars", FRENCH_TROOPS, spaces)


# ---- 73 Diplomatic Marriage


def minors_to_win_or_free(game: HisGame, power: Power) -> list[Power]:
    """Those that the player may activate, and those of anybody that may lose their ally (22.2, 22.4)."""
    return [
        minor
        for minor in game.minors
        if allows(may_activate, game, minor, power) or allows(may_deactivate, game, minor)
    ]


@CARDS.event(73, "minor", playable=minors_to_win_or_free)
async def diplomatic_marriage(game: HisGame, power: Power) -> None:
    """73 Diplomatic Marriage, minor: an inactive minor power joins the player, or an active one is freed."""
    minor = await choose_one(
        power, "diplomatic_marriage", "minor", minors_to_win_or_free(game, power), "22.2"
    )
    if minor in game.minor_allies:
        await deactivate(game, minor)
    else:
        await activate(game, minor, power)


def sues_for_peace(game: HisGame, power: Power, moment: SuingForPeace) -> bool:
    return moment.loser == power


@CARDS.response(73, "peace", Window.SUING_FOR_PEACE, playable=sues_for_peace)
async def diplomatic_marriage_peace(game: HisGame, power: Power, moment: SuingForPeace) -> None:
    """73 Diplomatic Marriage, peace: the loser regains all that this enemy took without payment (9.3)."""
    moment.regains_all = True


# ---- 83 John Zapolya


def buda_is_open(game: HisGame, power: Power) -> bool:
    """The siege is the only thing that the card names; in unrest it brings nobody (12.4)."""
    return not game.spaces[BUDA].sieges


@CARDS.event(83, "event", playable=buda_is_open)
async def john_zapolya(game: HisGame, power: Power) -> None:
    """83 John Zapolya: four regulars for whoever holds Buda, as far as his counters go."""
    holder = game.controller(BUDA)
    assert holder is not None
    if not game.spaces[BUDA].unrest:
        add_new_units(game, holder, "regulars", ZAPOLYAS_MEN, BUDA)


# ---- 108 Venetian Alliance


@CARDS.event(108, "activate", playable=may_win(VENICE, PAPACY))
async def venetian_alliance_activate(game: HisGame, power: Power) -> None:
    """108 Venetian Alliance, activate: Venice becomes an ally of the Papacy."""
    await activate(game, VENICE, PAPACY)


@CARDS.event(108, "deactivate", playable=while_allied(VENICE))
async def venetian_alliance_deactivate(game: HisGame, power: Power) -> None:
    """108 Venetian Alliance, deactivate: Venice loses its ally, whoever he is."""
    await deactivate(game, VENICE)


def papal_ports(game: HisGame, power: Power) -> list[SpaceId]:
    """Ports for the help from Venice: the capital first, then those with most Papal ships."""
    if game.minor_allies.get(VENICE) != PAPACY:
        return []
    ports = [
        space
        for space in game.spaces_of(PAPACY)
        if game.board.spaces[space].is_port and allows(check_landing, game, PAPACY, space)
    ]
    capitals = game.capitals(PAPACY)
    return sorted(ports, key=lambda port: (port not in capitals, -ships_at(game, port, PAPACY), port))


@CARDS.event(108, "reinforce", playable=papal_ports)
@intervention_card(108, PAPACY, VENICE)
async def venetian_alliance_reinforce(game: HisGame, power: Power) -> None:
    """108 Venetian Alliance, reinforce: Venetian units in one Papal port, within the counters.

    So does the card if it pays for the Papal intervention (9.6).
    """
    ports = papal_ports(game, PAPACY)
    if not ports:
        return
    port = await choose_one(PAPACY, "venetian_help", "space", ports, "22.2")
    add_new_units(game, VENICE, "regulars", VENETIAN_REGULARS, port)
    add_new_units(game, VENICE, "squadrons", VENETIAN_SQUADRONS, port)


# ---- 116 Rough Wooing


def scotland_may_be_wooed(game: HisGame, power: Power) -> bool:
    """Edward is born and alive, and France has Scotland."""
    return (
        edward_born(game)
        and game.rulers[ENGLAND] in (HENRY, EDWARD)
        and game.minor_allies.get(SCOTLAND) == FRANCE
    )


@CARDS.event(116, "event", playable=scotland_may_be_wooed)
async def rough_wooing(game: HisGame, power: Power) -> None:
    """116 Rough Wooing: if England is well ahead in dice and units, Scotland goes over to it."""
    england, france = (wooing_strength(game, suitor) for suitor in (ENGLAND, FRANCE))
    game.emit(WooingDecided(england, france))
    if england >= france + WOOING_LEAD:
        await scotland_goes_over(game)


def wooing_strength(game: HisGame, suitor: Power) -> int:
    """A die, and all land and naval units that the suitor commands in Scottish home spaces."""
    (die,) = game.roll(suitor, 1, Reason("card", card=116))
    return die + sum(
        units.land + units.ships
        for space in game.home_spaces(SCOTLAND)
        for nation, units in game.units.get(space, {}).items()
        if game.commander(nation) == suitor
    )


async def scotland_goes_over(game: HisGame) -> None:
    """Scotland leaves France, joins England with all its home spaces, and strangers leave them (12.5)."""
    await deactivate(game, SCOTLAND, spared=ENGLAND)
    await activate(game, SCOTLAND, ENGLAND)
    homes = list(game.home_spaces(SCOTLAND))
    for space in homes:
        change_control(game, space, ENGLAND, Reason("card", card=116), keep_sieges=True)
    await vacate(game, *homes)
    for space in homes:
        for besieger in list(game.spaces[space].sieges):
            lift_siege(game, space, besieger)
