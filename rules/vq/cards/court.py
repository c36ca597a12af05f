"""Courts, plots and voyages: the other events."""

from __future__ import annotations

from dataclasses import dataclass

from rules.core import card_play
from rules.core.cards import CardNumber
from rules.core.errors import allows
from rules.core.events import Event
from rules.core.flow import Power, ask, ask_all
from rules.core.questions import Choose, choose_one
from rules.core.reasons import Reason
from rules.core.rows import row_for
from rules.vq.actions import spend_cp, time_to_respond
from rules.vq.cards.choices import NOBODY, always, choose_power, convert_in, stir_up
from rules.vq.cards.home import ARMADA_ACTIONS, ARMADA_CP, spread_influence
from rules.vq.cards.mandatory import carry_out_sponsorship, sponsorships
from rules.vq.cards.military import others, unrest_on_a_die
from rules.vq.diplomacy.minors import add_influence, resolve_status
from rules.vq.dynasty.nobles import betrothal_of
from rules.vq.dynasty.patronage import ITALY, PRAGUE, PRAGUE_CENTER
from rules.vq.dynasty.rulers import ELIZABETH, EXECUTED
from rules.vq.espionage.plots import attempt_assassination, rise_in_england
from rules.vq.faith.rebellion import capital_sites, set_capital
from rules.vq.game import GUISE, VqGame
from rules.vq.kinds import CaptainId, SettlementId
from rules.vq.new_world.captains import captains_of, damage, go_home, lose_captain
from rules.vq.new_world.colonies import colonies_of
from rules.vq.new_world.navigation import MERCATOR, drop_loot
from rules.vq.powers import (
    AREA_ENGLAND,
    AREA_FRANCE,
    CATHOLIC,
    EMPIRE,
    ENGLAND,
    FRANCE,
    HUGUENOT,
    IMPULSE_ORDER,
    IRELAND,
    OTTOMAN,
    PROTESTANT,
    SCOTLAND,
    SPAIN,
    VENICE,
)
from rules.vq.sequence.weddings import add_card_marker
from rules.vq.treasury import PHILIPPINES, add_to_spanish_row, discard_at_random, draw_to_hand
from rules.vq.victory import PARIS, add_bonus_vp
from rules.vq.war import foreign_wars
from rules.vq.war.naval_actions import check_expedition, outfit
from rules.vq.windows import CARDS, Window
from rules.war.control import change_control, place_unrest
from rules.war.displacement import displace
from rules.war.relations import is_at
from rules.war.state import ALLIED

COMMISSION_BOX = 4
NORTH_ATLANTIC, GUINEA_COAST = "north_atlantic", "guinea_coast"
FROBISHER = "frobisher"
SLAVE_TRADER, NAVARRE = "slave_trader", "henry_navarre"
JESUIT_ALLOWANCE = 2
EIGHTY_YEARS, PASSAGE = 110, 58


@dataclass(frozen=True, slots=True)
class MarkerPlaced(Event):
    """A marker that stays on the map or on a power card."""

    power: Power
    marker: Reason


@dataclass(frozen=True, slots=True)
class SettlementTaken(Event):
    settlement: SettlementId
    power: Power


@dataclass(frozen=True, slots=True)
class PassageSought(Event):
    captain: CaptainId
    total: int


@dataclass(frozen=True, slots=True)
class CipherKeyPlaced(Event):
    power: Power
    target: Power


@dataclass(frozen=True, slots=True)
class CrownContested(Event):
    """Who bid for the crown of Poland, each with die and card."""

    totals: dict[Power, int]
    winner: Power


# ---- Patronage and marriages


def italians_available(game: VqGame, power: Power) -> list[str]:
    return sponsorships(game, power, (ITALY,))


@CARDS.event(40, "event", playable=italians_available)
async def commission_from_italy(game: VqGame, power: Power) -> None:
    """40 Commission from Italy: an Italian artist or scientist in the best box."""
    chosen = await choose_one(power, "sponsored_pool", "option", italians_available(game, power), "22")
    carry_out_sponsorship(game, power, chosen, COMMISSION_BOX)


def french_couples(game: VqGame, power: Power) -> list[str]:
    nobles = game.data.nobles
    return [
        f"{couple.bride}+{couple.groom}"
        for couple in game.betrothals
        if FRANCE in (nobles[couple.bride].power, nobles[couple.groom].power) and not couple.festivities
    ]


@CARDS.event(60, "event", playable=french_couples)
async def wedding_festivities(game: VqGame, power: Power) -> None:
    """60 Wedding Festivities: +2 for a French betrothal; a card is drawn and one discarded."""
    chosen = await choose_one(power, "festive_couple", "couple", french_couples(game, power), "21.1")
    couple = betrothal_of(game, chosen.partition("+")[0])
    assert couple is not None
    couple.festivities = True
    card_play.draw_cards(game, power, 1, Reason("event", card=60))
    cards = [c for c in game.hand(power) if card_play.may_be_chosen_for_discard(game, c)]
    if cards:
        cards.sort(key=lambda card: (game.card(card).cp, card))
        options = [str(card) for card in cards]
        thrown = await choose_one(power, "festive_discard", "card", options, "6.1")
        card_play.discard(game, power, int(thrown), Reason("event", card=60))


def henry_can_marry(game: VqGame, power: Power, moment: object) -> bool:
    return game.nobles["henry_iii"].can_marry and betrothal_of(game, "henry_iii") is None


@CARDS.response(99, "event", Window.NEGOTIATION, playable=henry_can_marry)
async def louise_of_lorraine(game: VqGame, power: Power, moment: object) -> None:
    """99 Louise of Lorraine: Henry III marries without a roll, a point for France."""
    henry = game.nobles["henry_iii"]
    henry.married, henry.suitability = True, None
    game.lasting.valois_married.append("henry_iii")


def prague_is_imperial(game: VqGame, power: Power) -> bool:
    return game.controller(PRAGUE) == EMPIRE and PRAGUE_CENTER not in game.lasting.markers


@CARDS.event(62, "event", playable=prague_is_imperial)
async def prague_cultural_center(game: VqGame, power: Power) -> None:
    """62 Prague Cultural Center."""
    game.lasting.markers.append(PRAGUE_CENTER)
    game.emit(MarkerPlaced(EMPIRE, Reason("prague_cultural_center")))


# ---- Minor powers


@CARDS.event(55, "event", playable=always)
async def the_sublime_porte(game: VqGame, power: Power) -> None:
    """55 The Sublime Porte."""
    await resolve_status(game, OTTOMAN)


@CARDS.event(56, "event", playable=always)
async def german_intervention(game: VqGame, power: Power) -> None:
    """56 German Intervention."""
    await resolve_status(game, EMPIRE)


@CARDS.event(63, "event", playable=always)
async def irish_rebellion(game: VqGame, power: Power) -> None:
    """63 Irish Rebellion."""
    await resolve_status(game, IRELAND)


@CARDS.event(64, "event", playable=always)
async def geraldine_league(game: VqGame, power: Power) -> None:
    """64 Geraldine League: two steps of influence in Ireland for one power; then its status."""
    listed = list(game.data.influence[IRELAND].contestants)
    listed.sort(key=lambda other: (other != power, IMPULSE_ORDER.index(other)))
    add_influence(game, await choose_power(power, "geraldine_favour", listed), IRELAND, 2)
    await resolve_status(game, IRELAND)


@CARDS.event(65, "event", playable=always)
async def venetian_envoys(game: VqGame, power: Power) -> None:
    """65 Venetian Envoys."""
    await resolve_status(game, VENICE)


@CARDS.event(84, "event", playable=always)
async def treaty_of_berwick(game: VqGame, power: Power) -> None:
    """84 Treaty of Berwick."""
    await resolve_status(game, SCOTLAND)


@CARDS.event(82, "event", playable=always)
async def resident_ambassadors(game: VqGame, power: Power) -> None:
    """82 Resident Ambassadors: four steps of influence, three at most at one power."""
    await spread_influence(game, power, 4, most_each=3)


# ---- Cards and money


@CARDS.event(59, "event", playable=always)
async def nostradamus_prophecies(game: VqGame, power: Power) -> None:
    """59 Nostradamus' Prophecies: the best of four cards of the deck.

    The deck has no order here: the four are drawn at random, and three go back among the others.
    """
    left = sorted(game.cards.deck)
    seen: list[CardNumber] = []
    for _ in range(min(4, len(left))):
        seen.append(game.dice.draw(left, Reason("draws_card", power=power)))
        left.remove(seen[-1])
    if not seen:
        return
    seen.sort(key=lambda card: (-game.card(card).cp, card))
    options = tuple(str(card) for card in seen)
    answer = await ask(Choose(power, "prophecy", "card", options, options[0], "6.1"))
    taken = int(answer)
    game.cards.deck.remove(taken)
    game.cards.hands[power].append(taken)
    game.emit(card_play.CardCountChanged(power, 1, Reason("event", card=59)))
    game.emit(card_play.CardsDrawn(power, (taken,), audience=(power,)))


@CARDS.event(70, "event", playable=always)
async def genoese_bankers(game: VqGame, power: Power) -> None:
    """70 Genoese Bankers: two cards now, one less at the next deal."""
    card_play.draw_cards(game, power, 2, Reason("event", card=70))
    add_card_marker(game, power, -1)


def antwerp_is_spanish(game: VqGame, power: Power) -> bool:
    return game.controller("antwerp") == SPAIN


@CARDS.event(81, "event", playable=antwerp_is_spanish)
async def wool_embargo(game: VqGame, power: Power) -> None:
    """81 Wool Embargo: England and Spain discard at random unless allied; perhaps unrest in Antwerp."""
    if game.relation(ENGLAND, SPAIN) != ALLIED:
        for victim in (SPAIN, ENGLAND):
            if game.can_be_robbed(victim):
                discard_at_random(game, victim, Reason("event", card=81))
    await unrest_on_a_die(game, power, ["antwerp"])


# ---- Voyages


def captains_for_passage(game: VqGame, power: Power) -> list[CaptainId]:
    return captains_of(game, power, NORTH_ATLANTIC)


@CARDS.event(58, "event", playable=captains_for_passage)
async def northwest_passage(game: VqGame, power: Power) -> None:
    """58 Northwest Passage: home with two treasures, or nothing, damage, or death."""
    name = await choose_one(power, "passage_captain", "captain", captains_for_passage(game, power), "16.1")
    total = sum(game.roll(power, 2, Reason("northwest_passage", captain=name)))
    total += game.data.captains[name].navigation + game.has_bonus(power, MERCATOR)
    total += 2 * (name == FROBISHER)
    result = row_for(game.data.tables.northwest_passage, total).result
    game.emit(PassageSought(name, total))
    if result == "home":
        draw_to_hand(game, power, 2, Reason("northwest_passage", captain=name))
        go_home(game, name)
        card_play.remove_from_game(game, PASSAGE)
    elif result == "damaged":
        damage(game, name)
        await drop_loot(game, name)
    elif result == "eliminated":
        lose_captain(game, name)


def slavers(game: VqGame, power: Power) -> list[CaptainId]:
    return [] if SLAVE_TRADER in game.lasting.markers else captains_of(game, power, GUINEA_COAST)


@CARDS.event(61, "event", playable=slavers)
async def slave_trade(game: VqGame, power: Power) -> None:
    """61 Slave Trade: two treasures and a point lost."""
    game.lasting.markers.append(SLAVE_TRADER)
    add_bonus_vp(game, power, SLAVE_TRADER, game.data.tables.bonus_vp.slave_trader)
    draw_to_hand(game, power, 2, Reason("event", card=61))


def philippines_are_free(game: VqGame, power: Power) -> bool:
    return game.world.owners.get(PHILIPPINES) != SPAIN


@CARDS.event(71, "event", playable=philippines_are_free)
async def manila_galleon(game: VqGame, power: Power) -> None:
    """71 Manila Galleon: the Philippines are Spanish, and a treasure joins the row."""
    game.world.owners[PHILIPPINES] = SPAIN
    game.emit(SettlementTaken(PHILIPPINES, SPAIN))
    add_to_spanish_row(game, 1)


def company_ventures(game: VqGame, power: Power) -> list[str]:
    """A treasure, with a colony on the map; or captains and zones for an expedition with a colony."""
    ventures = ["treasure"] if colonies_of(game, power) else []
    zones = [zone.id for zone in game.data.world.zones.values() if power in zone.entry_for]
    ventures += [
        f"{name}:{zone}"
        for name in game.world.captains
        for zone in zones
        if allows(check_expedition, game, power, name, zone, colony=True)
    ]
    return ventures


@CARDS.event(73, "event", playable=company_ventures)
async def trading_company(game: VqGame, power: Power) -> None:
    """73 Trading Company: an expedition with a colony without paying, or a treasure of a colony."""
    chosen = await choose_one(power, "venture", "venture", company_ventures(game, power), "17.4")
    if chosen == "treasure":
        draw_to_hand(game, power, 1, Reason("event", card=73))
        return
    name, _, zone = chosen.partition(":")
    outfit(game, power, name, zone, colony=True)


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
    for bidder in IMPULSE_ORDER:
        cards = [str(c) for c in game.hand(bidder) if card_play.may_be_chosen_for_discard(game, c)]
        if game.hand(bidder):
            questions.append(Choose(bidder, "crown_bid", "card", (NOBODY, *cards), NOBODY, "6.1"))
    answers = await ask_all(questions)
    bids = {question.power: bid for question, bid in zip(questions, answers, strict=True)}
    totals: dict[Power, int] = {}
    for bidder in IMPULSE_ORDER:
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
    for other in IMPULSE_ORDER:
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
