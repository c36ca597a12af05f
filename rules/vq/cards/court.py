"""Courts, plots and voyages: the other events."""

from __future__ import annotations

from rules.core import card_play
from rules.core.cards import CardNumber
from rules.core.errors import allows
from rules.core.events import Event
from rules.core.flow import Power, ask
from rules.core.questions import Choose, choose_one
from rules.core.reasons import Reason
from rules.core.rows import row_for
from rules.vq.cards.calamities import unrest_on_a_die
from rules.vq.cards.choices import always, choose_power
from rules.vq.cards.home import spread_influence
from rules.vq.cards.mandatory import carry_out_sponsorship, sponsorships
from rules.vq.diplomacy.minors import add_influence, contestants, resolve_status
from rules.vq.dynasty.nobles import betrothal_of
from rules.vq.dynasty.patronage import BEST_BOX, ITALY, PRAGUE, PRAGUE_CENTER
from rules.vq.game import VqGame
from rules.vq.kinds import CaptainId, SettlementId
from rules.vq.new_world.captains import captains_of, damage, go_home, lose_captain
from rules.vq.new_world.colonies import colonies_of
from rules.vq.new_world.navigation import MERCATOR, drop_loot
from rules.vq.powers import EMPIRE, ENGLAND, FRANCE, IMPULSE_ORDER, IRELAND, OTTOMAN, SCOTLAND, SPAIN, VENICE
from rules.vq.sequence.weddings import add_card_marker
from rules.vq.treasury import PHILIPPINES, add_to_spanish_row, discard_at_random, draw_to_hand
from rules.vq.victory import add_bonus_vp
from rules.vq.war.naval_actions import check_expedition, outfit
from rules.vq.windows import CARDS, Window
from rules.war.state import ALLIED

NORTH_ATLANTIC, GUINEA_COAST = "north_atlantic", "guinea_coast"
FROBISHER = "frobisher"
SLAVE_TRADER = "slave_trader"
PASSAGE = 58


class MarkerPlaced(Event):
    """A marker that stays on the map or on a power card."""

    power: Power
    marker: Reason


class SettlementTaken(Event):
    settlement: SettlementId
    power: Power


class PassageSought(Event):
    captain: CaptainId
    total: int


# ---- Patronage and marriages


def italians_available(game: VqGame, power: Power) -> list[str]:
    return sponsorships(game, power, (ITALY,))


@CARDS.event(40, "event", playable=italians_available)
async def commission_from_italy(game: VqGame, power: Power) -> None:
    """40 Commission from Italy: an Italian artist or scientist in the best box."""
    chosen = await choose_one(power, "sponsored_pool", "option", italians_available(game, power), "22")
    carry_out_sponsorship(game, power, chosen, BEST_BOX)


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
        options = tuple(str(card) for card in cards)
        thrown = await ask(Choose(power, "festive_discard", "card", options, options[0], "6.1"))
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
    listed = contestants(game, IRELAND)
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
