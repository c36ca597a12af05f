"""Events about armies, fleets and their leaders: 70, 76, 91, 100, 103 and 107."""

from __future__ import annotations

from rules.core.errors import Illegal, allows
from rules.core.flow import Power, ask
from rules.core.questions import ChooseNumber, choose_one
from rules.core.reasons import Reason
from rules.his.actions import spend_cp
from rules.his.cards import military_events as told
from rules.his.dynasty.rulers import foreign_war_of, leave_foreign_war, leave_game
from rules.his.game import HisGame
from rules.his.powers import FRANCE, OTTOMAN
from rules.his.sequence.winter import RENEGADE
from rules.his.windows import CARDS
from rules.war.captives import release_leader
from rules.war.casualties import take_losses
from rules.war.construction import add_new_units, check_quiet_site, ships_left
from rules.war.control import change_control
from rules.war.displacement import send_to_turn_track
from rules.war.forces import CAVALRY, MERCENARIES, REGULARS, land_powers_at, units_at
from rules.war.ids import LeaderId, SpaceId
from rules.war.placement import place_units

LYON = "lyon"
BOURBONS_MEN = 3
UNIT_ACTIONS = ("RaiseRegular", "BuyMercenary", "RaiseCavalry", "BuildSquadron", "BuildCorsair")
SQUADRONS, CORSAIRS = "squadrons", "corsairs"
NEW_SQUADRONS, CORSAIRS_FOR_ONE = 2, 2
CAMP_OPTION, MAJORS_ONLY = "unsanitary_camp", "majors_only"
"""Option of a game, as version 0.1 played: only stacks of major powers are struck (#107)."""
CAMP_SHARE = 3
"""One land unit in so many dies in an unsanitary camp."""


# ---- 70 Charles Bourbon


def check_rendezvous(game: HisGame, power: Power, space: SpaceId) -> None:
    """Raise `Illegal` unless Bourbon may join a power in a space that is not besieged."""
    game.check_open(power, space)
    if game.under_siege(space):
        raise Illegal("space.under_siege", "17", space=space)
    check_quiet_site(game, power, space)
    if game.controller(space) != power and game.duel is not None:
        raise Illegal("space.not_controlled", "17", space=space)  # with two players: controlled spaces only
    if game.controller(space) != power and not open_near_lyon(game, power, space):
        raise Illegal("bourbon.not_near_lyon", "17", space=space)


def open_near_lyon(game: HisGame, power: Power, space: SpaceId) -> bool:
    """Whether an enemy of France may raise the flag in a space next to Lyon that nobody occupies."""
    return game.at_war(power, FRANCE) and game.board.adjacent(LYON, space) and not game.occupied(space)


def rendezvous_with_bourbon(game: HisGame, power: Power) -> list[SpaceId]:
    """Where he may join the player, whose capital comes first; the Protestant only after the League."""
    if not game.wages_war(power):
        return []
    spaces = [space for space in game.spaces if allows(check_rendezvous, game, power, space)]
    capitals = game.capitals(power)
    return sorted(spaces, key=lambda space: (space not in capitals, not game.fortified(space), space))


@CARDS.event(70, "event", playable=rendezvous_with_bourbon)
async def charles_bourbon(game: HisGame, power: Power) -> None:
    """70 Charles Bourbon: the renegade leader brings three mercenaries, to the Ottoman cavalry."""
    space = await choose_one(power, "charles_bourbon", "space", rendezvous_with_bourbon(game, power), "17")
    change_control(game, space, power, Reason("card", card=70))
    leader = game.leaders[RENEGADE]
    leader.power, leader.place = power, space
    game.emit(told.RenegadeCame(RENEGADE, power, space))
    kind = CAVALRY if power == OTTOMAN else MERCENARIES
    add_new_units(game, power, kind, BOURBONS_MEN, space)


# ---- 76 Foreign Recruits


def may_recruit(game: HisGame, power: Power) -> bool:
    """The Protestant builds nothing before the League (21.6)."""
    return game.wages_war(power)


@CARDS.event(76, "event", playable=may_recruit)
async def foreign_recruits(game: HisGame, power: Power) -> None:
    """76 Foreign Recruits: 4 CP for new units, in any controlled space that is not besieged (17)."""
    game.impulse.recruiting_abroad = True
    await spend_cp(game, power, game.card(76).use("event").grants_cp, only=UNIT_ACTIONS)
    game.impulse.recruiting_abroad = False


# ---- 91 Ransom


def fortified_homes(game: HisGame, power: Power) -> list[SpaceId]:
    """Fortified home spaces that a power holds and nobody besieges, capitals first."""
    capitals = game.capitals(power)
    spaces = [
        space
        for space in game.home_spaces(power)
        if game.fortified(space) and game.controller(space) == power and not game.under_siege(space)
    ]
    return sorted(spaces, key=lambda space: (space not in capitals, -game.land_strength(space, power), space))


def captives_with_a_home(game: HisGame, power: Power) -> list[LeaderId]:
    """Captured leaders of anybody who have a space to return to."""
    return [
        name
        for name, leader in game.leaders.items()
        if leader.captor is not None and fortified_homes(game, leader.power)
    ]


@CARDS.event(91, "event", playable=captives_with_a_home)
async def ransom(game: HisGame, power: Power) -> None:
    """91 Ransom: a captured leader is free, and his owner places him in a fortified home space."""
    leader = await choose_one(power, "ransom_leader", "leader", captives_with_a_home(game, power), "9.4")
    owner = game.leaders[leader].power
    space = await choose_one(owner, "ransomed_leader_home", "space", fortified_homes(game, owner), "9.4")
    release_leader(game, leader, space)


# ---- 100 Shipbuilding


def shipyards(game: HisGame, power: Power, kind: str) -> list[SpaceId]:
    """Home ports that a power holds, quiet and without enemies; havens build corsairs only (17.2, 21.1)."""
    return [
        space
        for space in game.home_spaces(power)
        if game.board.spaces[space].is_port
        and game.controller(space) == power
        and allows(check_quiet_site, game, power, space)
        and game.may_be_built(power, kind, space)
    ]


def ships_can_be_built(game: HisGame, power: Power) -> bool:
    kinds = (SQUADRONS, CORSAIRS) if power == OTTOMAN and game.pirates else (SQUADRONS,)
    return ships_left(game, power) > 0 and any(shipyards(game, power, kind) for kind in kinds)


@CARDS.event(100, "event", playable=ships_can_be_built)
async def shipbuilding(game: HisGame, power: Power) -> None:
    """100 Shipbuilding: two new squadrons at home; the Ottoman may take two corsairs for each."""
    squadrons = NEW_SQUADRONS
    if not shipyards(game, power, SQUADRONS):
        squadrons = 0
    elif power == OTTOMAN and game.pirates:
        squadrons -= await ask(ChooseNumber(power, "shipbuilding_corsairs", 0, NEW_SQUADRONS, rule="17.2"))
    corsairs = (NEW_SQUADRONS - squadrons) * CORSAIRS_FOR_ONE
    for kind, count in ((SQUADRONS, squadrons), (CORSAIRS, corsairs)):
        if count:
            await place_units(game, "shipbuilding", power, kind, count, shipyards(game, power, kind))


# ---- 103 Threat to Power


def favourites(game: HisGame, power: Power) -> list[LeaderId]:
    """The four leaders who can fall from grace: on the map or in a foreign war, not in captivity."""
    return [
        name
        for name, leader in game.leaders.items()
        if game.data.leaders[name].minor_leader
        and (leader.place is not None or foreign_war_of(game, name) is not None)
    ]


@CARDS.event(103, "event", playable=favourites)
async def threat_to_power(game: HisGame, power: Power) -> None:
    """103 Threat to Power: one of four leaders is out for the turn, or on 4 to 6 for good."""
    leader = await choose_one(power, "threat_to_power", "leader", favourites(game, power), "8.2")
    leave_foreign_war(game, leader)
    (die,) = game.roll(power, 1, Reason("card", card=103))
    if die >= game.data.tables.event_tables.threat_to_power_for_good:
        leave_game(game, leader)
    else:
        send_to_turn_track(game, leader)
        game.emit(told.LeaderFell(leader))


# ---- 107 Unsanitary Camp


def camps(game: HisGame, power: Power) -> list[SpaceId]:
    """Spaces with a stack of land units that can be struck."""
    return [space for space in sorted(game.units) if space in game.spaces and stacks_in(game, space)]


def stacks_in(game: HisGame, space: SpaceId) -> list[Power]:
    """Whose stacks are in a space: majors' with their minor allies', a minor power's, independents'."""
    found = land_powers_at(game, space)
    if game.option(CAMP_OPTION, first=MAJORS_ONLY) == MAJORS_ONLY:
        return [power for power in found if power in game.majors]
    return found


@CARDS.event(107, "event", playable=camps)
async def unsanitary_camp(game: HisGame, power: Power) -> None:
    """107 Unsanitary Camp: a stack loses a third of its units, rounded up, half of them regulars."""
    space = await choose_one(power, "unsanitary_camp", "space", camps(game, power), "6.1")
    target = await choose_one(power, "unsanitary_camp_power", "power", stacks_in(game, space), "6.1")
    lost = -(-game.land_strength(space, target) // CAMP_SHARE)
    regulars = sum(count for _nation, kind, count in units_at(game, space, target) if kind == REGULARS)
    game.emit(told.CampFellSick(target, space, lost))
    await take_losses(game, target, space, lost, least_regulars=min(regulars, -(-lost // 2)))
