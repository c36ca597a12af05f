"""Military and diplomatic events: wars, revolts, troops, ships, foreign wars."""

from __future__ import annotations

from rules.core import card_play
from rules.core.errors import allows
from rules.core.flow import Power, ask
from rules.core.questions import ChooseNumber, Decide, choose_one
from rules.core.reasons import Reason
from rules.vq.actions import of_kinds, spend_cp, time_to_respond
from rules.vq.cards.choices import (
    NOBODY,
    always,
    building_places,
    choose_or_not,
    choose_power,
    quiet_camps,
    stir_up,
)
from rules.vq.cards.responses import own_mercenaries
from rules.vq.diplomacy.minors import resolve_status
from rules.vq.diplomacy.war_segment import interventions
from rules.vq.diplomacy.wars import (
    ENGLAND_AND_SPAIN,
    end_war,
    may_declare_war,
    no_deals_after_league,
    start_war,
)
from rules.vq.dynasty.leaders import default_leader_waits, leave_game
from rules.vq.game import GRANADA, VqGame
from rules.vq.powers import EMPIRE, FACTIONS, KNIGHTS, MORISCO, OTTOMAN, PAPACY, PROTESTANT, SPAIN, VENICE
from rules.vq.ships import GALLEYS
from rules.vq.treasury import take_at_random
from rules.vq.war import foreign_wars
from rules.vq.windows import CARDS
from rules.war.assault import check_siege, take_fortification
from rules.war.casualties import eliminate
from rules.war.construction import add_new_units
from rules.war.control import change_control, has_enemies, has_loc, may_be_stirred, place_unrest
from rules.war.displacement import displace
from rules.war.forces import MERCENARIES, cheapest_units, units_at
from rules.war.ids import INDEPENDENT, SpaceId
from rules.war.placement import place_units
from rules.war.relations import is_at
from rules.war.siege import inside
from rules.war.state import WAR

CITIES = ("metz", "tunis", "florence")
MALTA = "malta"


# ---- 38 Holy League


@CARDS.event(38, "event", playable=always)
async def holy_league(game: VqGame, power: Power) -> None:
    """38 Holy League: Venice's status, galleys of the player and his allies, and 2 CP at sea."""
    await resolve_status(game, VENICE)
    for nation in (power, PAPACY, VENICE):
        if nation == power or game.minor_allies.get(nation) == power:
            ports = building_places(game, power, nation, GALLEYS)
            await place_units(game, "league_galley", power, GALLEYS, 1, ports, nation=nation)
    await time_to_respond(game)
    await spend_cp(game, power, 2, only=of_kinds(game, "naval"))


# ---- 41 Premature Death


def mortal_leaders(game: VqGame, power: Power) -> list[str]:
    """Army leaders on the map who are no nobles and no Default Leaders."""
    nobles = [noble.leader for noble in game.data.nobles.values()]
    return [
        who
        for who, data in game.data.leaders.items()
        if game.leaders[who].place in game.spaces
        and not game.is_naval_leader(who)
        and not data.default
        and who not in nobles
    ]


@CARDS.event(41, "event", playable=mortal_leaders)
async def premature_death(game: VqGame, power: Power) -> None:
    """41 Premature Death."""
    leader = await choose_one(power, "premature_death", "leader", mortal_leaders(game, power), "6.1")
    nation = game.leaders[leader].power
    leave_game(game, leader)
    default_leader_waits(game, nation)


# ---- 42, 43 Diplomacy with threats


def tributaries(game: VqGame, power: Power) -> list[str]:
    found = [EMPIRE] if EMPIRE in game.majors and not game.at_war(OTTOMAN, EMPIRE) else []
    if VENICE not in game.minor_allies and not game.at_war(OTTOMAN, VENICE):
        found.append(VENICE)
    return found


@CARDS.event(42, "event", playable=tributaries)
async def ottoman_tribute(game: VqGame, power: Power) -> None:
    """42 Ottoman Tribute: the Empire pays or risks war; Venice always pays."""
    target = await choose_power(OTTOMAN, "tribute_from", tributaries(game, power))
    if target == VENICE:
        card_play.draw_cards(game, OTTOMAN, 1, Reason("event", card=42))
        return
    if await ask(Decide(EMPIRE, "pay_tribute", silent=True, rule="6.1")):
        if game.can_be_robbed(EMPIRE):
            take_at_random(game, giver=EMPIRE, taker=OTTOMAN, reason=Reason("event", card=42), later=True)
        return
    if allows(may_declare_war, game, OTTOMAN, EMPIRE) and await ask(
        Decide(OTTOMAN, "war_for_tribute", EMPIRE, rule="9.4", about="power")
    ):
        await start_war(game, OTTOMAN, EMPIRE)


def wars_to_end(game: VqGame, power: Power) -> list[str]:
    """Wars of major powers in which the Empire may intercede."""
    return [
        f"{one}+{other}"
        for at, one in enumerate(game.majors)
        for other in game.majors[at + 1 :]
        if game.relation(one, other) == WAR
        and EMPIRE not in (one, other)
        and {one, other} != ENGLAND_AND_SPAIN
        and not no_deals_after_league(game, one, other)
    ]


@CARDS.event(43, "event", playable=wars_to_end)
async def holy_roman_intercession(game: VqGame, power: Power) -> None:
    """43 Holy Roman Intercession: peace if both agree; else the Empire may punish a refusal with war."""
    chosen = await choose_one(EMPIRE, "intercession", "war", wars_to_end(game, power), "6.1")
    one, _, other = chosen.partition("+")
    refusing = [
        party
        for party, enemy in ((one, other), (other, one))
        if not await ask(Decide(party, "accept_intercession", enemy, rule="6.1", about="power"))
    ]
    if not refusing:
        end_war(game, one, other)
        card_play.draw_cards(game, EMPIRE, 1, Reason("event", card=43))
        return
    for party in refusing:
        if allows(may_declare_war, game, EMPIRE, party) and await ask(
            Decide(EMPIRE, "war_on_refusal", party, rule="9.4", about="power")
        ):
            await start_war(game, EMPIRE, party)


# ---- 44, 45 Revolts


def restless_homes(game: VqGame, target: Power) -> list[SpaceId]:
    """Empty home spaces that a power controls (12.4)."""
    nations = (target, *(force for force in FACTIONS if target == PROTESTANT))
    return [
        space
        for space in game.spaces_of(target)
        if any(game.is_home(nation, space) for nation in nations) and may_be_stirred(game, space)
    ]


def somebody_is_restless(game: VqGame, power: Power) -> list[Power]:
    return [target for target in game.majors if target != power and restless_homes(game, target)]


@CARDS.event(44, "event", playable=somebody_is_restless)
async def revolt_in_the_homeland(game: VqGame, power: Power) -> None:
    """44 Revolt in the Homeland: unrest on up to three empty home spaces of one power, no two adjacent."""
    target = await choose_power(power, "revolt_against", somebody_is_restless(game, power))
    chosen: list[SpaceId] = []
    for _ in range(3):
        open_ = [
            space
            for space in restless_homes(game, target)
            if not any(game.board.adjacent(space, other) for other in chosen)
        ]
        space = await choose_or_not(power, "revolt_space", "space", open_, "12.4")
        if space == NOBODY:
            return
        place_unrest(game, space)
        chosen.append(space)


@CARDS.event(45, "event", playable=always)
async def morisco_revolt(game: VqGame, power: Power) -> None:
    """45 Morisco Revolt: unrest around Granada; in a war with Spain a Morisco army for the Ottoman."""
    near = game.board.within(GRANADA, 2)
    homes = [space for space in near if game.is_home(SPAIN, space)]
    await stir_up(game, game.decider(OTTOMAN, power), "morisco_unrest", homes, 3, silent=3)
    if game.at_war(OTTOMAN, SPAIN) and not game.count_on_map(MORISCO, "regulars"):
        free = [s for s in near if not any(u.land for u in game.units.get(s, {}).values())]
        if GRANADA not in free and not has_enemies(game, OTTOMAN, GRANADA):
            free.append(GRANADA)
        free = [space for space in free if not game.fortified(space)]
        if free:
            free.sort(key=lambda space: (space != GRANADA, space))
            space = await choose_one(OTTOMAN, "moriscos", "space", free, "23.1")
            add_new_units(game, MORISCO, "regulars", 2, space)


# ---- 49, 50 Troops


@CARDS.event(49, "event", playable=always)
async def knights_of_st_john(game: VqGame, power: Power) -> None:
    """49 Knights of St. John: at full strength where they are, or back on Malta or in another port."""
    places = [place for place, _units in game.places_of(KNIGHTS)]
    if places:
        add_new_units(game, KNIGHTS, "regulars", 2 - game.at(places[0], KNIGHTS).regulars, places[0])
        return
    ports = [
        space
        for space in game.spaces_of(SPAIN)
        if any(game.is_mediterranean(zone) for zone in game.board.zones_of(space))
        and not game.under_siege(space)
    ]
    if MALTA in ports:
        ports = [MALTA]
    if ports:
        port = await choose_one(SPAIN, "knights_port", "space", sorted(ports), "17.1")
        add_new_units(game, KNIGHTS, "regulars", 2, port)


def camps_abroad(game: VqGame, power: Power) -> list[SpaceId]:
    return quiet_camps(game, power, abroad=True)


@CARDS.event(50, "event", playable=camps_abroad)
async def foreign_volunteers(game: VqGame, power: Power) -> None:
    """50 Foreign Volunteers: two regulars and two mercenaries (or cavalry) in a friendly space abroad."""
    camps = sorted(camps_abroad(game, power), key=lambda s: (-game.land_strength(s, power), s))
    space = await choose_one(power, "volunteers", "space", camps, "17")
    nation = own_mercenaries(game, power, space)
    add_new_units(game, nation, "regulars", 2, space)
    add_new_units(game, nation, "cavalry" if power == OTTOMAN else MERCENARIES, 2, space)


# ---- 51, 52 Foreign wars


def persia_is_quiet(game: VqGame, power: Power) -> bool:
    return foreign_wars.PERSIA not in game.foreign_wars


@CARDS.event(51, "event", playable=persia_is_quiet)
async def war_in_persia(game: VqGame, power: Power) -> None:
    """51 War in Persia."""
    await begin_foreign_war(game, power, foreign_wars.PERSIA)


def poland_is_quiet(game: VqGame, power: Power) -> bool:
    return foreign_wars.POLAND not in game.foreign_wars and 96 not in game.cards.removed


@CARDS.event(52, "event", playable=poland_is_quiet)
async def war_with_poland(game: VqGame, power: Power) -> None:
    """52 War with Poland."""
    await begin_foreign_war(game, power, foreign_wars.POLAND)


async def begin_foreign_war(game: VqGame, power: Power, card: int) -> None:
    """FW-2: the player of the card sets the strength of the enemy (23.7)."""
    low, *_, high = game.data.tables.foreign_war.strength
    enemy = await ask(ChooseNumber(power, "foreign_strength", low, high, low + 1, "23.7"))
    await foreign_wars.begin(game, card, enemy)


# ---- 53, 54 Cities


def rebellious_cities(game: VqGame, power: Power) -> list[SpaceId]:
    """City states under a major power, and keys of minors held by one that is not their ally."""
    found = [s for s in CITIES if game.controller(s) in game.majors]
    found += [
        key
        for key in game.board.keys
        if (home := game.home_power(key)) in game.minors
        and game.controller(key) in game.majors
        and game.minor_allies.get(home) != game.controller(key)
    ]
    return [space for space in found if not game.under_siege(space)]


@CARDS.event(53, "event", playable=rebellious_cities)
async def city_states_rebel(game: VqGame, power: Power) -> None:
    """53 City States Rebel: five dice against the garrison; without one the city is free."""
    space = await choose_one(power, "rebel_city", "space", rebellious_cities(game, power), "24.7")
    holder = game.controller(space)
    assert holder is not None
    hit = game.data.tables.hit
    hits = sum(die >= hit for die in game.roll(power, 5, Reason("city_states_rebel", space=space), hit))
    lost = cheapest_units(holder, units_at(game, space, holder), hits)
    await eliminate(game, holder, space, lost)
    if game.land_strength(space, holder):
        return
    home = game.home_power(space)
    owner = game.minor_allies.get(home, home) if home in game.minors else INDEPENDENT
    for other in game.majors:
        if other != owner and is_at(game, other, space):
            await displace(game, other, space)
    change_control(game, space, owner, Reason("revolt"))
    if owner == INDEPENDENT:
        add_new_units(game, INDEPENDENT, "regulars", 2, space)


def betrayable(game: VqGame, power: Power) -> list[SpaceId]:
    """Fortified spaces that the player has besieged since an earlier impulse, in supply."""
    return [
        space
        for space, state in game.spaces.items()
        if power in state.sieges and allows(check_siege, game, power, space) and has_loc(game, power, space)
    ]


@CARDS.event(54, "event", playable=betrayable)
async def treachery(game: VqGame, power: Power) -> None:
    """54 Treachery!: a besieged place falls at once."""
    space = await choose_one(power, "treachery", "space", betrayable(game, power), "15.1")
    for nation, kind, count in inside(game, space):
        await eliminate(game, game.commander(nation), space, ((nation, kind, count),))
    take_fortification(game, power, space, Reason("treachery"))


# ---- 66 Claim on Cyprus


@CARDS.event(66, "event", playable=always)
async def claim_on_cyprus(game: VqGame, power: Power) -> None:
    """66 Claim on Cyprus: war on Venice without cost, if it has no ally; then 3 CP."""
    free = VENICE not in game.minor_allies and allows(may_declare_war, game, OTTOMAN, VENICE)
    if free and await ask(Decide(OTTOMAN, "war_for_cyprus", VENICE, rule="9.4", about="power")):
        await start_war(game, OTTOMAN, VENICE)
        game.influence.barred.setdefault(VENICE, []).append(OTTOMAN)
        await interventions(game, OTTOMAN, VENICE)
    await time_to_respond(game)
    await spend_cp(game, power, 3)
