"""Plots, deaths and victory points: the events of the later turns."""

from __future__ import annotations

from rules.core import card_play
from rules.core.events import Event
from rules.core.flow import Power, ask, ask_all
from rules.core.questions import Choose
from rules.core.reasons import Reason
from rules.vq.actions import spend_cp, time_to_respond
from rules.vq.cards.calamities import others
from rules.vq.cards.choices import NOBODY, always, choose_power, convert_in, stir_up
from rules.vq.cards.home import ARMADA_ACTIONS, ARMADA_CP
from rules.vq.dynasty.rulers import ELIZABETH, EXECUTED
from rules.vq.espionage.plots import attempt_assassination, rise_in_england
from rules.vq.faith.rebellion import capital_sites, set_capital
from rules.vq.game import GUISE, VqGame
from rules.vq.powers import (
    AREA_ENGLAND,
    AREA_FRANCE,
    CATHOLIC,
    EMPIRE,
    ENGLAND,
    FRANCE,
    HUGUENOT,
    IMPULSE_ORDER,
    PROTESTANT,
    SPAIN,
)
from rules.vq.victory import PARIS, add_bonus_vp
from rules.vq.war import foreign_wars
from rules.vq.windows import CARDS
from rules.war.control import change_control, place_unrest
from rules.war.displacement import displace
from rules.war.relations import is_at

JESUIT_ALLOWANCE = 2
EIGHTY_YEARS = 110
NAVARRE = "henry_navarre"


class CipherKeyPlaced(Event):
    power: Power
    target: Power


class CrownContested(Event):
    """Who bid for the crown of Poland, each with die and card."""

    totals: dict[Power, int]
    winner: Power


# ---- Death and plots


def dragut_lives(game: VqGame, power: Power) -> bool:
    dragut = game.leaders["dragut"]
    return bool(dragut.place or dragut.returns)


@CARDS.event(89, "event", playable=dragut_lives)
async def dragut_dies(game: VqGame, power: Power) -> None:
    """89 Dragut Dies: Uluch Ali follows him in the next Card Phase."""
    dragut = game.leaders["dragut"]
    dragut.place = dragut.returns = None
    dragut.loaned_to = None
    dragut.removed = True
    game.lasting.dragut_died = game.turn


@CARDS.event(90, "event", playable=always)
async def northern_rising(game: VqGame, power: Power) -> None:
    """90 Northern Rising: unrest on up to two empty Catholic spaces; Spain may raise a rebellion."""
    spaces = [space for space in game.in_area(AREA_ENGLAND) if game.religion(space) == CATHOLIC]
    await stir_up(game, power, "northern_rising", spaces, 2)
    await rise_in_england(game, optional=True)


@CARDS.event(92, "event", playable=always)
async def english_college_douai(game: VqGame, power: Power) -> None:
    """92 English College, Douai: two Jesuits a turn from now on, and one at once."""
    spies = game.spies
    spies.jesuit_allowance = JESUIT_ALLOWANCE
    on_map = sum(state.jesuit for state in game.spaces.values())
    if on_map + spies.jesuits < game.data.counters.jesuits:
        spies.jesuits += 1


@CARDS.event(93, "event", playable=others)
async def cipher_keys(game: VqGame, power: Power) -> None:
    """93 Cipher Keys: the key lies on another power's card, whose hand is seen."""
    target = await choose_power(power, "cipher_key", others(game, power))
    game.spies.cipher_keys[power] = target
    game.emit(CipherKeyPlaced(power, target))
    card_play.show_hand(game, owner=target, viewer=power, reason=Reason("event", card=93))


@CARDS.event(96, "event", playable=always)
async def free_election(game: VqGame, power: Power) -> None:
    """96 Free Election (Kingdom of Poland): the war with Poland ends; its crown is worth a point."""
    if foreign_wars.POLAND in game.foreign_wars:
        game.foreign_wars[foreign_wars.POLAND].vp = 0
        await foreign_wars.end(game, foreign_wars.POLAND)
    questions = []
    for bidder in game.played():
        cards = [str(c) for c in game.hand(bidder) if card_play.may_be_chosen_for_discard(game, c)]
        if game.hand(bidder):
            questions.append(Choose(bidder, "crown_bid", "card", (NOBODY, *cards), NOBODY, "6.1"))
    answers = await ask_all(questions)
    bids = {question.power: bid for question, bid in zip(questions, answers, strict=True)}
    totals: dict[Power, int] = {}
    for bidder in game.played():
        bid = bids.get(bidder, NOBODY)
        if bid == NOBODY and bidder not in (FRANCE, EMPIRE):
            continue
        cp = 0
        if bid != NOBODY:
            cp = game.card(int(bid)).cp
            card_play.discard(game, bidder, int(bid), Reason("event", card=96))
        (die,) = game.roll(bidder, 1, Reason("crown_of_poland"))
        totals[bidder] = die + cp
    winner = min(totals, key=lambda bidder: (-totals[bidder], IMPULSE_ORDER.index(bidder)))
    game.emit(CrownContested(totals, winner))
    add_bonus_vp(game, winner, "crown_of_poland", 1)


def ridolfi_can_plot(game: VqGame, power: Power) -> bool:
    return game.ruler_lives(ENGLAND) and power not in game.spies.plotted


@CARDS.event(97, "event", playable=ridolfi_can_plot)
async def ridolfi_plot(game: VqGame, power: Power) -> None:
    """97 Ridolfi Plot: an attempt on Elizabeth as for 3 CP."""
    await attempt_assassination(game, power, ELIZABETH, 3)


def babington_can_plot(game: VqGame, power: Power) -> bool:
    return game.ruler_lives(ENGLAND) and game.lasting.mary not in (EXECUTED, "dead", "not_in_play")


@CARDS.event(107, "event", playable=babington_can_plot)
async def babington_plot(game: VqGame, power: Power) -> None:
    """107 Babington Plot: an attempt on Elizabeth by Spain or France as for 2 CP."""
    plotter = await choose_power(power, "babington_plot", (SPAIN, FRANCE))
    await attempt_assassination(game, plotter, ELIZABETH, 2)


# ---- Victory points


def quiet_dutch_keys(game: VqGame, power: Power) -> int:
    return sum(
        game.controller(key) == power and not game.spaces[key].unrest
        for key in game.data.protestant_rows.dutch_keys
    )


def protestants_hold_dutch_keys(game: VqGame, power: Power) -> bool:
    return quiet_dutch_keys(game, PROTESTANT) > 0


@CARDS.event(105, "event", playable=protestants_hold_dutch_keys)
async def plakkaat_van_verlatinghe(game: VqGame, power: Power) -> None:
    """105 Plakkaat van Verlatinghe: a point for one great Dutch city, two for more."""
    add_bonus_vp(game, PROTESTANT, "plakkaat", min(2, quiet_dutch_keys(game, PROTESTANT)))


def empresa_vp(game: VqGame, power: Power) -> int:
    """Two for a foothold in England, one for the Armada before it; at war only."""
    if not game.at_war(SPAIN, ENGLAND):
        return 0
    if any(game.controller(space) == SPAIN for space in game.in_area(AREA_ENGLAND)):
        return 2
    return int(game.armada_at() in ("english_channel", "north_sea"))


@CARDS.event(108, "event", playable=empresa_vp)
async def empresa_de_inglaterra(game: VqGame, power: Power) -> None:
    """108 Empresa de Inglaterra."""
    add_bonus_vp(game, SPAIN, "empresa", empresa_vp(game, power))


def armada_is_there(game: VqGame, power: Power) -> bool:
    return game.armada_at() is not None


@CARDS.event(109, "event", playable=armada_is_there)
async def armada_indulgence(game: VqGame, power: Power) -> None:
    """109 Armada Indulgence: 6 CP for the Armada."""
    await time_to_respond(game)
    await spend_cp(game, SPAIN, ARMADA_CP, only=ARMADA_ACTIONS)


def dutch_war_rages(game: VqGame, power: Power) -> bool:
    return game.at_war(SPAIN, PROTESTANT)


@CARDS.event(110, "event", playable=dutch_war_rages)
async def eighty_years_war(game: VqGame, power: Power) -> None:
    """110 Eighty Years' War: two points for who holds more of the great Dutch cities."""
    spain, dutch = quiet_dutch_keys(game, SPAIN), quiet_dutch_keys(game, PROTESTANT)
    if spain == dutch:
        return
    add_bonus_vp(game, SPAIN if spain > dutch else PROTESTANT, "eighty_years_war", 2)
    card_play.remove_from_game(game, EIGHTY_YEARS)


# ---- Paris


def near_paris(game: VqGame, leader: str) -> bool:
    place = game.leaders[leader].place
    return place == PARIS or (place in game.spaces and game.board.adjacent(place, PARIS))


def paris_is_french(game: VqGame, power: Power) -> bool:
    return game.controller(PARIS) == FRANCE


@CARDS.event(111, "event", playable=paris_is_french)
async def day_of_the_barricades(game: VqGame, power: Power) -> None:
    """111 Day of the Barricades: unrest in Paris; Guise takes it if few French regulars are there."""
    place_unrest(game, PARIS)
    if near_paris(game, GUISE) and game.at(PARIS, FRANCE).regulars < 4:
        await empty_paris(game, SPAIN)


async def empty_paris(game: VqGame, taker: Power) -> None:
    for other in game.majors:
        if other != taker and is_at(game, other, PARIS):
            await displace(game, other, PARIS)
    change_control(game, PARIS, taker, Reason("event", card=111))


def navarre_is_in_france(game: VqGame, power: Power) -> bool:
    place = game.leaders[NAVARRE].place
    return place in game.spaces and game.printed(place).area == AREA_FRANCE


@CARDS.event(112, "event", playable=navarre_is_in_france)
async def paris_is_worth_a_mass(game: VqGame, power: Power) -> None:
    """112 Paris is Worth a Mass: Navarre may take Paris; the Huguenot capital moves; France converts."""
    strangers = sum(
        units.land
        for nation, units in game.units.get(PARIS, {}).items()
        if game.commander(nation) != PROTESTANT
    )
    if near_paris(game, NAVARRE) and strangers <= 4 and game.controller(PARIS) != PROTESTANT:
        await empty_paris(game, PROTESTANT)
    sites = capital_sites(game, HUGUENOT)
    if sites:
        sites.sort(key=lambda space: (space != PARIS, space))
        options = (*sites, NOBODY)
        chosen = await ask(Choose(PROTESTANT, "faction_capital", "space", options, sites[0], "23.6"))
        if chosen != NOBODY:
            set_capital(game, HUGUENOT, chosen)
    await convert_in(game, FRANCE, CATHOLIC, (AREA_FRANCE,), 4)
