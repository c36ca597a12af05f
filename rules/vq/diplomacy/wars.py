"""Wars: who may declare them, what they cost, how they begin and end (9.4, 9.5)."""

from __future__ import annotations

from rules.core.errors import Illegal
from rules.core.flow import Power
from rules.core.reasons import Reason
from rules.vq.game import VqGame
from rules.vq.powers import AREA_NETHERLANDS, ENGLAND, FRANCE, IRELAND, PORTUGAL, PROTESTANT, SCOTLAND, SPAIN
from rules.vq.victory import ACTION_PHASE
from rules.war.displacement import ships_at
from rules.war.ids import Nation, SpaceId
from rules.war.relations import WarEnded, begin_war, check_neutral
from rules.war.state import WAR

ENGLAND_AND_SPAIN = {ENGLAND, SPAIN}


# ---- 9.4 Restrictions


def may_declare_war(game: VqGame, power: Power, target: Nation, *, in_diplomacy_phase: bool = False) -> None:
    """Raise `Illegal` with the restriction that forbids a declaration of war (9.4).

    Events and activations are bound by the restrictions at all times only; those of the War Segment by the
    ones for the Diplomacy Phase too.
    """
    if target not in (*game.majors, *game.minors):
        raise Illegal("war.no_power", "9.4", power=target)
    if target == power:
        raise Illegal("war.on_yourself", "9.4")
    if game.patrons.get(power) == target or game.patrons.get(target) == power:
        raise Illegal("war.same_hand", "3.2", power=power, other_power=target)
    if target in game.unplayed() and target not in game.patrons:
        raise Illegal("war.nobody_controls", "3.2", power=target)
    check_neutral(game, power, target, "9.4")
    if target not in game.data.war_cost.get(power, {}):
        raise Illegal("war.never_on", "9.4", power=power, other_power=target)
    if target == PORTUGAL and not game.lasting.portugal_in_play:
        raise Illegal("war.portugal_not_yet", "9.4")
    if in_diplomacy_phase and made_peace(game, power, target):
        raise Illegal("war.made_peace", "9.4", power=target)


def made_peace(game: VqGame, one: Power, other: Power) -> bool:
    """Whether two powers ended a war in this Diplomacy Phase."""
    return (one, other) in game.diplomacy.peace_made or (other, one) in game.diplomacy.peace_made


def war_cost(game: VqGame, power: Power, target: Nation) -> int:
    """CP for a declaration of war; between England and Spain it falls with time (9.4, 9.5)."""
    if {power, target} == ENGLAND_AND_SPAIN:
        return game.english_war_cost()
    return game.data.war_cost[power][target]


# ---- A war begins


async def start_war(game: VqGame, declarer: Power, target: Nation, *, reason: Reason | None = None) -> None:
    """Two powers are at war from now on, if they are not already (9.4)."""
    if game.relation(declarer, target) != WAR:
        at_sea = game.phase == ACTION_PHASE
        await begin_war(game, declarer, target, reason=reason, in_action_phase=at_sea)


async def war_by_entry(game: VqGame, power: Power, space: SpaceId) -> None:
    """Spain enters Ireland or Scotland, England the Netherlands: war between the two at once (9.4, 9.5)."""
    if power == SPAIN and game.home_power(space) in (IRELAND, SCOTLAND):
        await start_war(game, SPAIN, ENGLAND, reason=Reason("intrusion", space=space))
    if power == ENGLAND and game.printed(space).area == AREA_NETHERLANDS:
        await start_war(game, ENGLAND, SPAIN, reason=Reason("intrusion", space=space))


async def see_intrusions(game: VqGame) -> None:
    """English troops in the Netherlands, Spaniards in Ireland or Scotland, however they came there (9.5).

    Seen when an action, an event or a spring deployment is over; in the first games only who marched or
    sailed in was seen.
    """
    if game.as_at_first or game.at_war(ENGLAND, SPAIN):
        return
    intruders = [
        (ENGLAND, space) for space in game.in_area(AREA_NETHERLANDS) if troops_in(game, ENGLAND, space)
    ]
    intruders += [
        (SPAIN, space)
        for minor in (IRELAND, SCOTLAND)
        for space in game.lands.homes[minor]
        if troops_in(game, SPAIN, space) or ships_at(game, space, SPAIN)
    ]
    if intruders:
        await war_by_entry(game, *intruders[0])


def troops_in(game: VqGame, power: Power, space: SpaceId) -> int:
    """Land units of a power in a space, those of minor powers apart."""
    if not game.units.get(space):
        return 0  # as nearly everywhere
    return sum(game.at(space, nation).land for nation in game.nations_of(power) if nation not in game.minors)


# ---- A war ends


def may_make_peace(game: VqGame, one: Power, other: Power) -> None:
    """Raise `Illegal` if two powers may not end their war now (9.1, 9.5, 20.10)."""
    if game.relation(one, other) != WAR:
        raise Illegal("deal.not_at_war", "9.1", power=one, other_power=other)
    if {one, other} == ENGLAND_AND_SPAIN:
        raise Illegal("deal.never_england_spain", "9.5")
    if no_deals_after_league(game, one, other):
        raise Illegal("deal.league_turn", "20.10")


def no_deals_after_league(game: VqGame, one: Power, other: Power) -> bool:
    """Spain agrees on nothing with France and the Protestant in the turn after the League formed (20.10)."""
    formed = game.lasting.league_turn
    return (
        formed is not None
        and game.turn == formed + 1
        and {one, other} in ({SPAIN, FRANCE}, {SPAIN, PROTESTANT})
    )


def end_war(game: VqGame, one: Power, other: Power) -> None:
    """Peace between two major powers (9.1)."""
    game.set_relation(one, other, None)
    game.diplomacy.peace_made.append((one, other))
    game.emit(WarEnded(one, other))
