"""Response cards that interrupt actions, dice, events and the order of impulses: 31-32, 34-35, 37-38 (6.1).

The mercenaries of cards 33 and 36 are in `rules.his.cards.mercenaries`.
"""

from __future__ import annotations

from rules.core.card_play import discard_random_card
from rules.core.errors import allows
from rules.core.flow import Power, ask
from rules.core.questions import Choose, choose_one
from rules.core.reasons import Reason
from rules.his.cards import military_events as told
from rules.his.cards.religious_events import StaysInForce
from rules.his.dynasty.emperor import CHARLES, JOURNEY
from rules.his.dynasty.rulers import LUTHER
from rules.his.faith.debate import WARTBURG
from rules.his.faith.debaters import commit
from rules.his.game import HisGame
from rules.his.powers import PROTESTANT
from rules.his.sequence.impulse import EventDeclared
from rules.his.windows import CARDS, Window
from rules.war.assault import check_assault
from rules.war.battle import Assault
from rules.war.control import has_loc
from rules.war.forces import Formation
from rules.war.moments import Announced
from rules.war.movement import may_move
from rules.war.naval_moments import NavalCombat, NavalRoll
from rules.war.windows import WarWindow

CP_LOST = 1

ROWERS_SHIFT, ROWERS_DICE = 2, 3
PLUS, MINUS = "plus_2", "minus_2"

SIEGE_ARTILLERY_DICE, SIEGE_ARTILLERY_HIT_ON = 2, 3
SIEGE_ARTILLERY_REACH = 4

PAPAL_HOME_CARDS = (5, 6)

WEATHER_OPTION, ONE_SPACE = "foul_weather_move", "one_space"
"""Option of a game: a land move that Foul Weather answers is the one space still allowed, not void."""

GOUT_OPTION, OTHERS_GO_ON = "gout", "others_go_on"
"""Option of a game: the formation whose leader has gout goes on without him."""

ARTILLERY_OPTION, BOTH_ENDS = "siege_artillery", "both_ends"
"""Option of a game: the assaulted space is one of the four of the line, like its other end."""

ARTILLERY_SEA_OPTION = "siege_artillery_by_sea"
"""Option of a game: the line may cross sea zones, which count like spaces."""


# ---- 31 Foul Weather

WEATHER_STOPS = ("move", "assault", "naval_move", "transport", "piracy")


def weather_can_turn(game: HisGame, power: Power, moment: Announced) -> bool:
    return moment.kind in WEATHER_STOPS and not moment.cancelled and power != moment.power


@CARDS.response(31, "event", WarWindow.ACTION_ANNOUNCED, playable=weather_can_turn)
async def foul_weather(game: HisGame, power: Power, moment: Announced) -> None:
    """31 Foul Weather: 1 CP is lost, and the impulse allows nothing but marches of one space any more."""
    game.campaign.foul_weather = True
    game.emit(told.WeatherTurned(moment.power, CP_LOST))
    if moment.kind == "move" and game.option(WEATHER_OPTION) == ONE_SPACE:
        game.impulse.cp = max(0, game.impulse.cp - CP_LOST)
    else:
        call_off(game, moment)


def call_off(game: HisGame, moment: Announced) -> None:
    """The action announced is void: of the CP paid for it only one is lost."""
    moment.cancelled = True
    game.impulse.cp += moment.paid - CP_LOST


# ---- 32 Gout

GOUT_STOPS = ("move", "assault", "transport")
"""Naval transport is a kind of Move action (16.3)."""


def leader_can_fall_ill(game: HisGame, power: Power, moment: Announced) -> bool:
    return (
        moment.kind in GOUT_STOPS and not moment.cancelled and power != moment.power and bool(moment.leaders)
    )


@CARDS.response(32, "leader", WarWindow.ACTION_ANNOUNCED, playable=leader_can_fall_ill)
async def gout_leader(game: HisGame, power: Power, moment: Announced) -> None:
    """32 Gout, leader: the action is void for 1 CP, and one leader neither moves nor assaults any more.

    By another reading, an option, the others go on without him if they may, and 1 CP more is lost.
    """
    leader = await choose_one(power, "gout", "leader", moment.leaders, "6.1")
    game.campaign.laid_up.append(leader)
    game.emit(told.GoutStruck(leader))
    others = Formation(tuple(who for who in moment.leaders if who != leader), moment.units)
    if game.option(GOUT_OPTION) == OTHERS_GO_ON and may_go_on(game, moment, others):
        moment.leaders = others.leaders
        game.impulse.cp = max(0, game.impulse.cp - CP_LOST)
    else:
        call_off(game, moment)


def may_go_on(game: HisGame, moment: Announced, others: Formation) -> bool:
    """Whether the rest of a formation could make the move or assault that was announced."""
    if moment.kind == "move":
        return may_move(game, moment.power, moment.place, moment.to, others)
    return moment.kind == "assault" and allows(check_assault, game, moment.power, moment.place, others)


def charles_is_about_to_travel(game: HisGame, power: Power, moment: Announced) -> bool:
    return moment.kind == JOURNEY and not moment.cancelled


@CARDS.response(32, "stop_transfer", WarWindow.ACTION_ANNOUNCED, playable=charles_is_about_to_travel)
async def gout_stop_transfer(game: HisGame, power: Power, moment: Announced) -> None:
    """32 Gout, stop transfer: Charles V stays where he is; no CP are lost (21.2)."""
    moment.cancelled = True
    game.campaign.laid_up.append(CHARLES)
    game.emit(told.GoutStruck(CHARLES))


# ---- 34 Professional Rowers


def sums_are_open(game: HisGame, power: Power, moment: NavalRoll) -> bool:
    return True


@CARDS.response(34, "modify_roll", WarWindow.NAVAL_ROLL, playable=sums_are_open)
async def professional_rowers_modify_roll(game: HisGame, power: Power, roll: NavalRoll) -> None:
    """34 Professional Rowers, modify roll: a naval interception or avoidance goes up or down by two.

    Silence turns the result round.
    """
    ways = (MINUS, PLUS) if roll.success else (PLUS, MINUS)
    way = await ask(Choose(power, "rowers_shift", "option", ways, ways[0], "16.1"))
    roll.total += ROWERS_SHIFT if way == PLUS else -ROWERS_SHIFT
    game.emit(told.RowersPulled(roll.power, roll.total))


def ships_have_fought(game: HisGame, power: Power, combat: NavalCombat) -> bool:
    return combat.rolled


@CARDS.response(34, "dice", WarWindow.NAVAL_COMBAT_ROLLED, playable=ships_have_fought)
async def professional_rowers_dice(game: HisGame, power: Power, combat: NavalCombat) -> None:
    """34 Professional Rowers, dice: three more dice for either side of a naval combat, after the roll."""
    sides = [combat.attacker, combat.defender]
    sides.sort(key=lambda side: not game.friendly(power, side))
    chosen = await choose_one(power, "rowers_side", "power", sides, "16.2")
    side = combat.side(chosen)
    assert side is not None
    combat.more_dice(game, side, ROWERS_DICE)


# ---- 35 Siege Artillery


def guns_can_be_brought_up(game: HisGame, power: Power, battle: Assault) -> bool:
    """A line of at most four steps over land leads to a fortified home space of the attacker himself."""
    reach = SIEGE_ARTILLERY_REACH - (game.option(ARTILLERY_OPTION) == BOTH_ENDS)
    by_sea = game.option(ARTILLERY_SEA_OPTION) == "yes"
    return battle.attack.force.size(game) > 0 and has_loc(
        game, battle.attacker, battle.space, at_most=reach, own_homes=True, by_sea=by_sea
    )


@CARDS.response(35, "event", WarWindow.ASSAULT_ROLLED, playable=guns_can_be_brought_up)
async def siege_artillery(game: HisGame, power: Power, battle: Assault) -> None:
    """35 Siege Artillery: two more dice for the assault after the roll, hitting on 3 to 6."""
    battle.attack.roll(game, SIEGE_ARTILLERY_DICE, Reason("card", card=35), SIEGE_ARTILLERY_HIT_ON)


# ---- 37 The Wartburg


def event_can_be_undone(game: HisGame, power: Power, moment: EventDeclared) -> bool:
    """Luther lives, and another power's card is an Event or a Papal home card, not undone yet."""
    luther = game.faith.debaters[LUTHER]
    return (
        luther.entered
        and not luther.gone
        and moment.power != PROTESTANT
        and not moment.cancelled
        and (game.card(moment.card).kind == "event" or moment.card in PAPAL_HOME_CARDS)
    )


@CARDS.response(37, "event", Window.EVENT_DECLARED, playable=event_can_be_undone)
async def the_wartburg(game: HisGame, power: Power, moment: EventDeclared) -> None:
    """37 The Wartburg: the event and its impulse are over; Luther is committed and hides until next turn."""
    moment.cancelled = True
    game.impulse.ended = True
    commit(game, LUTHER)
    game.this_turn.append(WARTBURG)
    game.emit(StaysInForce(37))


# ---- 38 Halley's Comet


def powers_with_cards(game: HisGame, power: Power, moment: Power = "") -> list[Power]:
    """Other powers that hold a card which can be drawn: how many they hold is public."""
    return [other for other in game.players if other != power and game.drawable(other)]


@CARDS.event(38, "discard", playable=powers_with_cards)
async def halleys_comet_discard(game: HisGame, power: Power) -> None:
    """38 Halley's Comet, discard: another power loses a random card."""
    target = await choose_one(power, "comet_discard", "power", powers_with_cards(game, power), "6.1")
    discard_random_card(game, target, Reason("card", card=38))


@CARDS.response(38, "discard", Window.BETWEEN_IMPULSES, playable=powers_with_cards)
async def halleys_comet_discard_response(game: HisGame, power: Power, moment: Power) -> None:
    """38 Halley's Comet, discard: the same between two impulses."""
    await halleys_comet_discard(game, power)


def powers_to_skip(game: HisGame, power: Power, moment: Power = "") -> list[Power]:
    """Any powers, the one whose impulse comes next first; oneself, who may be named too, last."""
    order = sorted(game.order_from(game.turn_power), key=lambda other: other == power)
    return [other for other in order if other not in game.skips]


@CARDS.event(38, "skip", playable=powers_to_skip)
async def halleys_comet_skip(game: HisGame, power: Power) -> None:
    """38 Halley's Comet, skip: a power loses its next impulse, which is no pass (11)."""
    target = await choose_one(power, "comet_skip", "power", powers_to_skip(game, power), "11")
    game.skips.append(target)
    game.emit(told.CometSeen(target))


@CARDS.response(38, "skip", Window.BETWEEN_IMPULSES, playable=powers_to_skip)
async def halleys_comet_skip_response(game: HisGame, power: Power, moment: Power) -> None:
    """38 Halley's Comet, skip: the same between two impulses."""
    await halleys_comet_skip(game, power)
