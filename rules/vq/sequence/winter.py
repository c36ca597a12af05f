"""The Winter Phase (20): its ten steps, taken by all powers at once."""

from __future__ import annotations

from rules.core.events import Event
from rules.core.flow import ask
from rules.core.questions import Choose, choose_some
from rules.core.reasons import Reason
from rules.vq.diplomacy.league import league_forms
from rules.vq.dynasty.leaders import leave_game
from rules.vq.game import DON_JOHN, GUISE, VqGame
from rules.vq.new_world.wintering import captains_return
from rules.vq.powers import EMPIRE, FACTIONS, IMPULSE_ORDER, KNIGHTS, MORISCO, OTTOMAN, PROTESTANT, SPAIN
from rules.vq.treasury import discard, hand_of, receive
from rules.war.construction import add_new_units
from rules.war.control import lift_siege, may_be_stirred, place_unrest
from rules.war.ids import LeaderId, SpaceId
from rules.war.state import UnitMarks
from rules.war.winter import return_home
from rules.war.winter_steps import end_alliances, end_loans, end_sieges

LISBON = "lisbon"
FOR_HIRE = 4
REGULAR, MERCENARIES, HIRE = "regular", "mercenaries", "for_hire"
MORISCO_UNREST, MORISCO_REACH = 2, 2
STAY = "none"


class MoriscosDispersed(Event):
    space: SpaceId


class MercenariesForHire(Event):
    count: int


class LeaderWithdrawn(Event):
    """A Protestant leader leaves the map for his power card (23.6)."""

    leader: LeaderId


async def winter_phase(game: VqGame) -> None:
    """The steps of 20 in their order."""
    disperse_moriscos(game)  # 23.1
    await stir_moriscos(game)  # 20.1
    discard_treasures(game)  # 20.2
    end_loans(game)  # 20.3
    await everybody_returns(game)  # 20.4
    end_alliances(game)  # 20.5
    await add_replacements(game)  # 20.6
    await piracy_and_treasures(game)  # 20.7
    spies_return(game)  # 20.8
    reopen_columns(game)  # 20.9
    await league_forms(game)  # 20.10
    game.cards.used_as_event.clear()


# ---- 20.1 The Moriscos


def disperse_moriscos(game: VqGame) -> None:
    """Moriscos who besiege a fortified space when winter comes are eliminated (23.1)."""
    for space, units in list(game.places_of(MORISCO)):
        if space in game.spaces and OTTOMAN in game.spaces[space].sieges:
            game.remove_units(space, MORISCO, regulars=units.regulars)
            game.emit(MoriscosDispersed(space))
            if not game.land_strength(space, OTTOMAN):
                lift_siege(game, space, OTTOMAN)


async def stir_moriscos(game: VqGame) -> None:
    """WIN5-1: the Ottoman stirs up two empty spaces near the Moriscos (20.1)."""
    for space, _units in list(game.places_of(MORISCO)) if OTTOMAN in game.majors else ():
        near = [other for other in game.board.within(space, MORISCO_REACH) if may_be_stirred(game, other)]
        count = min(MORISCO_UNREST, len(near))
        chosen = tuple(game.board.keys_first(near))
        if len(near) > count:
            chosen = await choose_some(OTTOMAN, "morisco_unrest", "space", chosen, count, count, "20.1")
        for other in chosen:
            place_unrest(game, other)


# ---- 20.2 Treasures


def discard_treasures(game: VqGame) -> None:
    """What is left of treasures in hands is lost (20.2)."""
    for power in IMPULSE_ORDER:
        discard(game, power, list(hand_of(game, power)), Reason("winter"))


# ---- 20.4 Returning


async def everybody_returns(game: VqGame) -> None:
    """Ships to port, armies to quarters, leaders with them; captains last (20.4)."""
    stays = hold_back_immobile(game)
    await don_john_comes_ashore(game)
    await return_home(game)
    release_immobile(game, stays)
    end_sieges(game)
    await withdraw_leaders(game)
    where = game.leaders[GUISE].place
    if where is not None and not game.may_stand(GUISE, where):
        leave_game(game, GUISE)  # 20.10: he is never forced out of France
    await captains_return(game)


def hold_back_immobile(game: VqGame) -> UnitMarks:
    """Knights and Moriscos do not move in winter (17.1, 23.1): they are set aside while the others go."""
    held: UnitMarks = {}
    for nation in (KNIGHTS, MORISCO):
        for place, units in list(game.places_of(nation)):
            held.setdefault(place, {})[nation] = {"regulars": units.regulars}
            game.remove_units(place, nation, regulars=units.regulars)
    return held


def release_immobile(game: VqGame, held: UnitMarks) -> None:
    for place, nations in held.items():
        for nation, counts in nations.items():
            game.add_units(place, nation, **counts)


async def don_john_comes_ashore(game: VqGame) -> None:
    """WIN5-3: found at sea, he may become an army leader and go to a capital (20.4)."""
    place = game.leaders[DON_JOHN].place
    if place is None or not game.lasting.don_john_afloat:
        return
    if place in game.spaces and not game.as_at_first:
        return
    capitals = [space for space in game.capitals(SPAIN) if game.controller(space) == SPAIN]
    if not capitals:
        return
    options = (STAY, *capitals)
    chosen = await ask(Choose(SPAIN, "don_john_winters", "space", options, STAY, "20.4"))
    if chosen != STAY:
        game.lasting.don_john_afloat = False
        game.leaders[DON_JOHN].place = chosen


async def withdraw_leaders(game: VqGame) -> None:
    """WIN5-5: the Protestant may take army leaders off the map for the winter (23.6)."""
    on_map = tuple(
        who
        for who, data in game.data.leaders.items()
        if data.power in FACTIONS and not data.naval and game.leaders[who].place
    )
    if not on_map:
        return
    topic, most = "withdraw_leaders", len(on_map)
    for leader in await choose_some(PROTESTANT, topic, "leader", on_map, 0, most, "23.6", silent=()):
        game.leaders[leader].place = None
        game.arriving.append(leader)
        game.emit(LeaderWithdrawn(leader))


# ---- 20.6 Replacements


async def add_replacements(game: VqGame) -> None:
    """A regular in each quiet capital that its own power controls; the Empire may choose (20.6)."""
    for power in game.majors:
        capitals = [
            space
            for space in game.capitals(power)
            if game.controller(space) == power and not game.spaces[space].unrest
        ]
        if power == EMPIRE:
            await imperial_replacements(game, capitals)
            continue
        for capital in capitals:
            add_new_units(game, game.counters_in(power, capital), "regulars", 1, capital)


async def imperial_replacements(game: VqGame, capitals: list[SpaceId]) -> None:
    """WIN5-7: a regular, two mercenaries, or four mercenaries for hire (20.6)."""
    options = (
        *((REGULAR, MERCENARIES) if capitals else ()),
        *((HIRE,) if game.has_player(EMPIRE) and not game.lasting.for_hire else ()),
    )
    if not options:
        return
    chosen = options[0]
    if len(options) > 1:
        chosen = await ask(Choose(EMPIRE, "imperial_replacements", "option", options, options[0], "20.6"))
    if chosen == HIRE:
        game.lasting.for_hire = FOR_HIRE
        game.emit(MercenariesForHire(FOR_HIRE))
    elif chosen == REGULAR:
        add_new_units(game, EMPIRE, "regulars", 1, capitals[0])
    else:
        add_new_units(game, EMPIRE, "mercenaries", 2, capitals[0])


# ---- 20.7 Piracy markers and treasures


async def piracy_and_treasures(game: VqGame) -> None:
    """The Spanish row goes to Spain's hand; a Portuguese treasure to the holder of Lisbon (20.7)."""
    game.this_turn.piracy.clear()
    treasures = game.treasures
    row, treasures.spain = treasures.spain, []
    receive(game, SPAIN, row, Reason("spanish_row"))
    holder = game.controller(LISBON)
    if game.lasting.portugal_in_play and treasures.portugal and holder in game.majors:
        found = game.dice.draw(sorted(treasures.portugal), Reason("portuguese_row"))
        treasures.portugal.remove(found)
        receive(game, holder, [found], Reason("portuguese_row"))


# ---- 20.9 Influence


def reopen_columns(game: VqGame) -> None:
    """Status may be resolved again; the markers are at their start already (20.9)."""
    game.influence.resolved.clear()


# ---- 20.8 Spies


def spies_return(game: VqGame) -> None:
    """Neutralised informants, assassination markers and Walsingham come back (20.8)."""
    for targets in game.spies.informants.values():
        for target in [who for who, at_work in targets.items() if not at_work]:
            del targets[target]
    game.spies.plotted.clear()
    game.spies.walsingham = ""
