"""Intelligence, assassination, the English Catholic rebellion: what comes of the dice (19.1, 19.3, 19.4)."""

from __future__ import annotations

from functools import partial

from rules.core import card_play
from rules.core.card_play import HandLookedAt, HandSeen
from rules.core.cards import CardNumber
from rules.core.events import Event
from rules.core.flow import Power, ask
from rules.core.questions import Choose, choose_some
from rules.core.reasons import Reason
from rules.core.rows import row_for
from rules.core.sequence import win
from rules.vq.diplomacy.wars import start_war
from rules.vq.dynasty.leaders import default_leader_waits, leave_game
from rules.vq.dynasty.nobles import noble_dies
from rules.vq.dynasty.rulers import ELIZABETH, HENRY_III, may_execute_mary, ruler_dies
from rules.vq.espionage.dice import (
    assassination_dice,
    english_rebellion_dice,
    intelligence_dice,
    net_hits,
    power_of_victim,
    unmask,
)
from rules.vq.faith.conversions import make_conversions
from rules.vq.faith.rebellion import RebellionFailed, RebellionSucceeded, kill_troops
from rules.vq.faith.support import TROOPS, may_begin, troops_of
from rules.vq.game import VqGame
from rules.vq.kinds import Treasure
from rules.vq.powers import AREA_ENGLAND, CATHOLIC, ENGLAND, FRANCE, PROTESTANT_FAITH, SPAIN
from rules.vq.treasury import hand_of
from rules.vq.victory import add_bonus_vp
from rules.war.construction import add_new_units
from rules.war.control import change_control
from rules.war.displacement import displace
from rules.war.ids import LeaderId, Nation, SpaceId, owner
from rules.war.relations import is_at

LOOK, INFORMANTS, JESUITS = "look", "informants", "jesuits"


class LeaderAssassinated(Event):
    leader: LeaderId
    power: Power


class ElizabethAssassinated(Event):
    power: Power


class PlotFailed(Event):
    power: Power


class JesuitLost(Event):
    space: SpaceId


class TreasuresShown(Event):
    owner: Power
    treasures: tuple[Treasure, ...]


# ---- 19.1 Gather intelligence


async def gather_intelligence(game: VqGame, power: Power, target: Power) -> None:
    """Net hits decide what a spy brings (19.1)."""
    net = net_hits(game, power, target, *intelligence_dice(game, power, target))
    result = row_for(game.data.tables.gather_intelligence, net).result
    if result == "unmasked":
        unmask(game, power, target)
    if result in ("unmasked", "nothing"):
        return
    if result in ("two_cards", "hand"):
        most = 1 if result == "two_cards" else 2
        way = await choose_use(game, power)
        if way != LOOK:
            await neutralise(game, power, way, most)
            return
    if result == "two_cards":
        show_some_cards(game, power, target, 2)
        return
    show_everything(game, power, target)
    if result in ("discard", "take"):
        await steal(game, power, target, keep=result == "take")


async def choose_use(game: VqGame, power: Power) -> str:
    """ESP-2: look at cards, or be rid of informants on the own card, or (England) of Jesuits."""
    options = [LOOK]
    if any(targets.get(power) for targets in game.spies.informants.values()):
        options.append(INFORMANTS)
    if power == ENGLAND and any(state.jesuit for state in game.spaces.values()):
        options.append(JESUITS)
    if len(options) == 1:
        return LOOK
    return await ask(Choose(power, "intelligence", "option", tuple(options), LOOK, "19.1"))


async def neutralise(game: VqGame, power: Power, way: str, most: int) -> None:
    """Informants are turned over, Jesuits leave the map (19.1)."""
    if way == INFORMANTS:
        owners = [spy for spy, targets in game.spies.informants.items() if targets.get(power)]
        for spy in (
            owners[:most] if len(owners) <= most else await pick(power, "unmask", "power", owners, most)
        ):
            unmask(game, spy, power)
        return
    spaces = [space for space, state in game.spaces.items() if state.jesuit]
    for space in spaces if len(spaces) <= most else await pick(power, "jesuit_lost", "space", spaces, most):
        lose_jesuit(game, space)


async def pick(power: Power, topic: str, about: str, options: list[str], most: int) -> tuple[str, ...]:
    """Some of several things, all that are allowed."""
    return await choose_some(power, topic, about, options, most, most, "19.1")


def lose_jesuit(game: VqGame, space: SpaceId) -> None:
    game.spaces[space].jesuit = False
    game.emit(JesuitLost(space))


def show_some_cards(game: VqGame, power: Power, target: Power, count: int) -> None:
    """The spy sees some random cards of a hand (19.1)."""
    left = sorted(game.hand(target))
    seen: list[CardNumber] = []
    for _ in range(min(count, len(left))):
        card = game.dice.draw(left, Reason("draws_from", power=power, other_power=target))
        left.remove(card)
        seen.append(card)
    game.emit(HandLookedAt(power, target, Reason("intelligence")))
    game.emit(HandSeen(target, tuple(sorted(seen)), audience=(power,)))


def show_everything(game: VqGame, power: Power, target: Power) -> None:
    """The spy sees a whole hand, cards and treasures (19.1)."""
    card_play.show_hand(game, owner=target, viewer=power, reason=Reason("intelligence"))
    game.emit(TreasuresShown(target, tuple(sorted(hand_of(game, target))), audience=(power,)))


async def steal(game: VqGame, power: Power, target: Power, *, keep: bool) -> None:
    """A card of the spy's choice is discarded or taken; never a home card or a mandatory one (19.1)."""
    cards = [card for card in game.hand(target) if card_play.may_be_chosen_for_discard(game, card)]
    if not cards:
        return
    cards.sort(key=lambda card: (-game.card(card).cp, card))
    options = tuple(str(card) for card in cards)
    answer = await ask(Choose(power, "stolen_card", "card", options, options[0], "19.1"))
    card = int(answer)
    if keep:
        card_play.give_card(game, giver=target, taker=power, card=card, reason=Reason("intelligence"))
    else:
        card_play.discard(game, target, card, Reason("intelligence"))


# ---- 19.3 Assassination


async def attempt_assassination(game: VqGame, power: Power, victim: LeaderId, cp: int) -> None:
    """An attempt on a leader or on Elizabeth, with the dice of so many CP (19.3)."""
    target = power_of_victim(game, victim)
    if power not in game.spies.plotted:
        game.spies.plotted.append(power)
    net = net_hits(game, power, target, *assassination_dice(game, power, victim, cp))
    result = row_for(game.data.tables.assassination, net).result
    if result == "kills" or (result == "kills_leader" and victim != ELIZABETH):
        kill(game, power, victim)
        return
    game.emit(PlotFailed(power))
    if result == "unmasked":
        unmask(game, power, target)
    if victim == ELIZABETH:
        await may_execute_mary(game)


def kill(game: VqGame, power: Power, victim: LeaderId) -> None:
    """The victim is dead, and the assassin's power has a point (19.3)."""
    add_bonus_vp(game, power, "assassination", game.data.tables.bonus_vp.assassination)
    if victim == ELIZABETH:
        game.emit(ElizabethAssassinated(power))
        ruler_dies(game, ELIZABETH)
        return
    game.emit(LeaderAssassinated(victim, power))
    nation = game.leaders[victim].power
    leave_game(game, victim)
    for name, noble in game.data.nobles.items():
        if noble.leader == victim and not game.nobles[name].dead:
            noble_dies(game, name)
    if victim == HENRY_III and game.rulers[FRANCE] == HENRY_III:
        ruler_dies(game, HENRY_III)
    default_leader_waits(game, nation)


# ---- 19.4 English Catholic rebellion


async def english_rebellion(game: VqGame, cp: int) -> None:
    """Spain's friends in England rise: nothing, conversions, a rebellion, or the end of Elizabeth (19.4)."""
    if SPAIN not in game.spies.plotted:
        game.spies.plotted.append(SPAIN)
    net = net_hits(game, SPAIN, ENGLAND, *english_rebellion_dice(game, cp))
    result = row_for(game.data.tables.english_rebellion, net).result
    table = game.data.tables.espionage
    if result == "victory":
        win(game, SPAIN, "rebellion")
    if result == "conversions":
        await convert_england(game, table.few_conversions)
    elif result == "rebellion":
        await convert_england(game, table.conversions)
        if await rise_in_england(game) and not game.as_at_first:
            await may_execute_mary(game)
    else:
        game.emit(PlotFailed(SPAIN))
        spaces = [space for space in game.in_area(AREA_ENGLAND) if game.spaces[space].jesuit]
        if result == "jesuit_lost" and spaces:
            lost = spaces[0]
            if len(spaces) > 1:
                lost = await ask(Choose(ENGLAND, "jesuit_lost", "space", tuple(spaces), lost, "19.4"))
            lose_jesuit(game, lost)
        await may_execute_mary(game)


async def convert_england(game: VqGame, attempts: int) -> None:
    if may_begin(game, AREA_ENGLAND, CATHOLIC):
        await make_conversions(game, SPAIN, CATHOLIC, AREA_ENGLAND, attempts)


def english_targets(game: VqGame) -> list[SpaceId]:
    """Catholic spaces of England, quiet and under English control, where a rising may begin (19.4 step 2)."""
    return [
        space
        for space in game.in_area(AREA_ENGLAND)
        if _may_turn_spanish(game, space) and not game.under_siege(space) and not game.spaces[space].unrest
    ]


def _may_turn_spanish(game: VqGame, space: SpaceId) -> bool:
    """A Catholic space under English control; unrest and sieges only keep a rising from beginning there."""
    return game.controller(space) == ENGLAND and game.religion(space) == CATHOLIC


async def rise_in_england(game: VqGame, *, optional: bool = False) -> bool:
    """ECR-2 to ECR-4: a rising in a Catholic space, steps 2 to 7 of 19.4; answers whether it was put down."""
    targets = english_targets(game)
    if not targets:
        return False
    targets.sort(key=lambda space: (troops_of(game, PROTESTANT_FAITH, space), space))
    options = (*targets, "none") if optional else tuple(targets)
    silent = "none" if optional else targets[0]
    space = await ask(Choose(SPAIN, "english_rising", "space", options, silent, "19.4"))
    if space == "none":
        return False
    table = game.data.tables.espionage
    if protestant_garrison(game, space):  # step 3
        hit = game.data.tables.hit
        dice = game.roll(SPAIN, table.rebellion_dice, Reason("rebellion", space=space), hit)
        await kill_protestants(game, space, sum(die >= hit for die in dice))
        if protestant_garrison(game, space):
            game.emit(RebellionFailed(space))
            return True
    await seize(game, space)  # steps 4 and 5
    near = [
        other
        for other in game.board.neighbours(space)
        if game.printed(other).area == AREA_ENGLAND
        and _may_turn_spanish(game, other)
        and not troops_of(game, PROTESTANT_FAITH, other)
    ]
    near = game.board.keys_first(near)
    most = table.rebellion_spaces - 1
    others: tuple[str, ...] = ()
    if near:
        others = await choose_some(SPAIN, "rising_spreads", "space", near, 0, most, "19.4")
    for other in others:
        await seize(game, other)
    game.emit(RebellionSucceeded(space, tuple(others)))
    add_new_units(game, SPAIN, "regulars", table.rebellion_regulars, space)  # step 6
    await start_war(game, SPAIN, ENGLAND, reason=Reason("rebellion"))  # step 7
    return False


def protestant_garrison(game: VqGame, space: SpaceId) -> list[tuple[Nation, str]]:
    """English-commanded Protestant units in a space, by nation and kind."""
    return [
        (nation, kind)
        for nation, units in game.units.get(space, {}).items()
        if game.commander(nation) == ENGLAND and owner(nation) in TROOPS[PROTESTANT_FAITH]
        for kind in ("regulars", *game.naval_kinds)
        if getattr(units, kind)
    ]


async def kill_protestants(game: VqGame, space: SpaceId, hits: int) -> None:
    """ECR-3: for each hit England gives up a Protestant unit of its choice."""
    await kill_troops(game, ENGLAND, space, hits, partial(protestant_garrison, game, space), "19.4")


async def seize(game: VqGame, space: SpaceId) -> None:
    """Everybody but Spaniards leaves, and the space is Spanish (19.4 steps 4 and 5)."""
    for power in game.majors:
        if power != SPAIN and is_at(game, power, space):
            await displace(game, power, space)
    change_control(game, space, SPAIN, Reason("rebellion"))
