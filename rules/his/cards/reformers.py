"""Events about the men of the Reformation: Zwingli, Calvin, Philip of Hesse and Maurice of Saxony."""

from __future__ import annotations

from rules.core.card_play import discard_random_card
from rules.core.flow import Power
from rules.core.questions import choose_one
from rules.core.reasons import Reason
from rules.his.cards.choices import always
from rules.his.cards.religious_events import (
    LeaderChangedSides,
    LeaderFoundNoPlace,
    MercenariesChangedSides,
    MercenariesStayed,
    ReformerExpelled,
)
from rules.his.dynasty.rulers import leave_game
from rules.his.faith.debaters import remove_from_game, send_away
from rules.his.faith.odds import faith_of_troops
from rules.his.game import HisGame
from rules.his.powers import CATHOLIC, HAPSBURG, PROTESTANT
from rules.his.windows import CARDS
from rules.war.captives import release_leader
from rules.war.casualties import eliminate, make_change
from rules.war.counter_mix import room_for
from rules.war.displacement import send_to_turn_track
from rules.war.ids import LAND_KINDS, Nation, SpaceId
from rules.war.routes import nearest, steps_from

ZWINGLI, ZURICH, ZWINGLIS_REACH = "zwingli", "zurich", 3
CALVIN = "calvin"
PHILIP, MAURICE = "philip_of_hesse", "maurice"

MERCENARIES = "mercenaries"

LOSE_PHILIP, DISCARD = "philip_leaves", "discard"


# ---- 43 Zwingli Dons Armor


def catholic_units_near_zurich(game: HisGame) -> dict[str, tuple[SpaceId, Nation, str]]:
    """Catholic land units at most three connections from Zurich, nearest and strongest first (18.2)."""
    found: list[tuple[SpaceId, Nation, str]] = []
    for space in sorted(
        game.board.within(ZURICH, ZWINGLIS_REACH),
        key=lambda space: (game.board.distance(ZURICH, space) or 0, space),
    ):
        for nation, units in game.units.get(space, {}).items():
            if faith_of_troops(game, nation) == CATHOLIC:
                found += [(space, nation, kind) for kind in LAND_KINDS if getattr(units, kind)]
    return {f"{nation} {kind} in {space}": (space, nation, kind) for space, nation, kind in found}


@CARDS.event(43, "event", playable=always)
async def zwingli_dons_armor(game: HisGame, power: Power) -> None:
    """43 Zwingli Dons Armor: a Catholic unit near Zurich dies, and Zwingli with it."""
    units = catholic_units_near_zurich(game)
    if units:
        chosen = await choose_one(PROTESTANT, "zwinglis_victim", "option", tuple(units), "18.2")
        space, nation, kind = units[chosen]
        await eliminate(game, game.commander(nation), space, ((nation, kind, 1),))
    remove_from_game(game, ZWINGLI)


# ---- 45 Calvin Expelled


def calvin_is_there(game: HisGame, power: Power) -> bool:
    return game.faith.reformers[CALVIN].on_map


@CARDS.event(45, "event", playable=calvin_is_there)
async def calvin_expelled(game: HisGame, power: Power) -> None:
    """45 Calvin Expelled: he is away, as reformer and as debater, until the next turn."""
    send_away(game, CALVIN)
    game.emit(ReformerExpelled(CALVIN, game.data.reformers[CALVIN].space))


# ---- 57 Philip of Hesse's Bigamy


def is_in_game(game: HisGame, name: str) -> bool:
    """Whether a leader has entered the game and not left it: on the map, captive or on the Turn Track."""
    leader = game.leaders[name]
    return bool(leader.place or leader.captor or leader.returns)


@CARDS.event(57, "event", playable=always)
async def philips_bigamy(game: HisGame, power: Power) -> None:
    """57 Philip of Hesse's Bigamy: the Protestant loses Philip or a random card, as he likes."""
    choices = [DISCARD] if game.drawable(PROTESTANT) else []
    choices += [LOSE_PHILIP] if is_in_game(game, PHILIP) else []
    if not choices:
        return
    loss = await choose_one(PROTESTANT, "bigamy", "option", choices, "21.6")
    if loss == DISCARD:
        discard_random_card(game, PROTESTANT, Reason("card", card=57))
    else:
        leave_game(game, PHILIP)


# ---- 60 Maurice of Saxony


def maurice_is_in_game(game: HisGame, power: Power) -> bool:
    return is_in_game(game, MAURICE)


@CARDS.event(60, "event", playable=maurice_is_in_game)
async def maurice_of_saxony(game: HisGame, power: Power) -> None:
    """60 Maurice of Saxony: he changes sides, from the map with his mercenaries, or out of prison."""
    maurice = game.leaders[MAURICE]
    old, place, captive = maurice.power, maurice.place, maurice.captor is not None
    new = HAPSBURG if old == PROTESTANT else PROTESTANT
    maurice.power = new
    game.emit(LeaderChangedSides(MAURICE, new))
    if place is not None:
        await ride_over(game, old, new, place)
    elif captive:
        await leave_prison(game, new)


async def ride_over(game: HisGame, old: Power, new: Power, place: SpaceId) -> None:
    """He and the mercenaries of his stack go to the nearest empty space that is friendly to them now."""
    choices = empty_friendly_spaces(game, new, place)
    if not choices:
        send_to_turn_track(game, MAURICE)
        game.emit(LeaderFoundNoPlace(MAURICE))
        return
    with game.campaign.while_unsettled(place):  # he is among those whom he leaves
        space = await choose_one(new, "maurice_joins", "space", choices, "8.2")
    game.leaders[MAURICE].place = space
    followers = game.at(place, old).mercenaries
    count = room_for(game, new, space, MERCENARIES, followers)
    if count:
        game.remove_units(place, old, mercenaries=count)
        game.add_units(space, new, mercenaries=count)
        game.emit(MercenariesChangedSides(space, count, old))
    if followers > count:
        game.emit(MercenariesStayed(place, followers - count))
        await make_change(game, old, place)


def empty_friendly_spaces(game: HisGame, power: Power, place: SpaceId) -> list[SpaceId]:
    """The nearest spaces friendly to a power without anybody in them; fortified ones first."""
    empty = [
        space
        for space, state in game.spaces.items()
        if game.friendly(power, state.control)
        and not game.occupied(space)
        and not game.closed_to(power, space)
    ]
    found = nearest(steps_from(game, place), empty)
    return sorted(found, key=lambda space: (not game.fortified(space), space))


async def leave_prison(game: HisGame, new: Power) -> None:
    """His new side puts him into a fortified space that it controls and nobody besieges."""
    capitals = game.capitals(new)
    spaces = [space for space in game.spaces_of(new) if game.fortified(space) and not game.under_siege(space)]
    spaces.sort(key=lambda space: (space not in capitals, -game.land_strength(space, new), space))
    if not spaces:
        game.leaders[MAURICE].captor = None
        send_to_turn_track(game, MAURICE)
        game.emit(LeaderFoundNoPlace(MAURICE))
        return
    release_leader(game, MAURICE, await choose_one(new, "maurice_joins", "space", spaces, "8.2"))
