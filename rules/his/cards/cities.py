"""Events about cities and their walls: 71, 104 and 105."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from rules.core.errors import allows
from rules.core.flow import Power, Question, ask
from rules.core.questions import ChooseNumber, choose_one
from rules.core.reasons import Reason
from rules.his.cards import military_events as told
from rules.his.game import HisGame
from rules.his.powers import HAPSBURG
from rules.his.windows import CARDS
from rules.war.assault import assault, check_assault, take_fortification
from rules.war.captives import capture_leader
from rules.war.casualties import eliminate, take_losses
from rules.war.construction import add_new_units
from rules.war.control import change_control
from rules.war.displacement import army_leaders, displace_army, naval_leaders, send_to_turn_track, ships_at
from rules.war.fleets import loss_order, ships_by_kind
from rules.war.forces import REGULARS, Formation, army_at, land_powers_at, usual_formations
from rules.war.ids import INDEPENDENT, Nation, SpaceId
from rules.war.naval_combat import lose_some
from rules.war.siege import defenders_of, fall_back, inside, lay_siege

REBEL_DICE = 5


# ---- 71 City State Rebels


def is_captured(game: HisGame, key: SpaceId) -> bool:
    """A key that a major power holds, and that is neither its own nor an ally's; independent ones too."""
    holder, home = game.controller(key), game.home_power(key)
    return holder in game.majors and holder != home and not game.allied(holder, home)


def captured_keys(game: HisGame, power: Power) -> list[SpaceId]:
    """Captured keys that nobody besieges; with two players only those that can change hands.

    After the League electorates in Hapsburg hands are among them then (scenario book).
    """
    keys = [key for key in sorted(game.board.keys) if is_captured(game, key)]
    if game.duel is not None and game.faith.league:
        keys += [space for space in sorted(game.electorates()) if game.controller(space) == HAPSBURG]
    return [key for key in keys if not game.under_siege(key) and game.may_change_hands(key)]


@CARDS.event(71, "event", playable=captured_keys)
async def city_state_rebels(game: HisGame, power: Power) -> None:
    """71 City State Rebels: rebels fight the garrison of a captured key; if none is left, it is free."""
    key = await choose_one(power, "city_state_rebels", "key", captured_keys(game, power), "22.6")
    holder = game.controller(key)
    assert holder is not None
    game.emit(told.RebelsRose(key, holder))
    hit = game.data.tables.hit
    hits = sum(die >= hit for die in game.roll(power, REBEL_DICE, Reason("rebels", space=key), hit))
    await lose_garrison(game, key, holder, hits)
    if not game.nations_at(key):
        await set_free(game, power, key)


async def lose_garrison(game: HisGame, key: SpaceId, holder: Power, hits: int) -> None:
    """The holder removes a land or naval unit for each hit; units of his allies only when his are gone."""
    for power in (holder, *(other for other in game.majors if other != holder)):
        land, ships = game.land_strength(key, power), ships_at(game, key, power)
        hits_taken = min(hits, land + ships)
        if not hits_taken:
            continue
        fewest, most = max(0, hits_taken - land), min(hits_taken, ships)
        sunk = fewest
        if fewest < most:
            sunk = await ask(ChooseNumber(power, "rebels_sink", fewest, most, fewest, "22.6"))
        await take_losses(game, power, key, hits_taken - sunk)
        offered = sorted(ships_by_kind(game, key, power), key=lambda some: loss_order(power, some[0]))
        await lose_some(game, power, key, offered, sunk)
        hits -= hits_taken


async def set_free(game: HisGame, player: Power, key: SpaceId) -> None:
    """Leaders are captured by the player; the home power, or its major ally, has its key again."""
    for power in game.majors:
        leaders = army_leaders(game, key, power)
        if power == player and leaders:
            await displace_army(game, power, key)
            continue
        for leader in leaders:
            capture_leader(game, leader, player)
    for power in (*game.majors, *game.minors):
        for admiral in naval_leaders(game, key, power):
            send_to_turn_track(game, admiral)
            game.leaders[admiral].loaned_to = None
    home = game.home_power(key)
    change_control(game, key, game.commander(home), Reason("card", card=71))
    if not game.spaces[key].unrest:
        add_new_units(game, home, REGULARS, 1, key)


# ---- 104 Trace Italienne


def unfortified_spaces(game: HisGame, power: Power) -> list[SpaceId]:
    return [space for space in game.spaces if game.in_play(space) and not game.fortified(space)]


@CARDS.event(104, "event", playable=unfortified_spaces)
async def trace_italienne(game: HisGame, power: Power) -> None:
    """104 Trace Italienne: any unfortified space becomes a fortress, and its owner gets a regular there."""
    space = await choose_one(power, "trace_italienne", "space", unfortified_spaces(game, power), "2.1")
    state = game.spaces[space]
    assert state.control is not None
    state.fortress = True
    game.emit(told.FortressBuilt(space))
    strangers = [other for other in land_powers_at(game, space) if not game.friendly(other, state.control)]
    if state.control != INDEPENDENT and not state.unrest:
        add_new_units(game, state.control, REGULARS, 1, space)
    await stand_before_new_walls(game, space, strangers)


async def stand_before_new_walls(game: HisGame, space: SpaceId, strangers: list[Power]) -> None:
    """Units that were in the space without holding it besiege it now, or fall back if too weak (15, 15.3)."""
    for other in strangers:
        with game.campaign.while_unsettled(space):
            if not lay_siege(game, other, space):
                await fall_back(game, space, other, defenders_of(game, space))


# ---- 105 Treachery!


class AssaultFormation(Question[Formation]):
    """With which formation a besieger assaults at once (#105); silence sends the largest."""

    kind: ClassVar[str] = "assault_formation"
    space: SpaceId

    def legal(self, game: HisGame) -> Iterable[Formation]:
        army = army_at(game, self.space, self.power)
        return [one for one in usual_formations(game, army) if allows(self.check, game, one)]

    def check(self, game: HisGame, answer: Formation) -> None:
        check_assault(game, self.power, self.space, answer, siege_is_old=False, supplied=False)


def besieged_spaces(game: HisGame, power: Power) -> list[SpaceId]:
    return [space for space, state in game.spaces.items() if state.sieges and game.may_change_hands(space)]


@CARDS.event(105, "event", playable=besieged_spaces)
async def treachery(game: HisGame, power: Power) -> None:
    """105 Treachery!: a besieger assaults at once, and takes the city if he stays the stronger (15.1)."""
    space = await choose_one(power, "treachery", "space", besieged_spaces(game, power), "15.1")
    besiegers = [other for other in game.majors if other in game.spaces[space].sieges]
    besieger = await choose_one(power, "treachery_besieger", "power", besiegers, "15.1")
    question = AssaultFormation(besieger, space)
    formations = list(question.legal(game))
    formation = formations[0] if len(formations) == 1 else await ask(question)
    defenders = tuple(defenders_of(game, space))
    await assault(game, besieger, space, formation, paid=False)
    if besieger in game.spaces[space].sieges:  # still more than the garrison, or the siege were broken
        await open_the_gates(game, besieger, space, defenders)


async def open_the_gates(
    game: HisGame, besieger: Power, space: SpaceId, defenders: tuple[Nation, ...]
) -> None:
    """All defenders are eliminated, their leaders captured, their ships lost with the port (15.1 step 10)."""
    game.emit(told.GarrisonBetrayed(space, besieger))
    with game.campaign.while_unsettled(space):
        for nation, kind, count in inside(game, space):
            await eliminate(game, game.commander(nation), space, ((nation, kind, count),))
    take_fortification(game, besieger, space, Reason("card", card=105))
    await game.battle_ended(besieger, defenders)
