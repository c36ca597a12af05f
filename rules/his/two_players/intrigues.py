"""Diplomacy cards about the cards themselves: 205, 207, 208, 215 and 219."""

from __future__ import annotations

from rules.core.card_play import discard_from_deck, draw_cards, show_hand
from rules.core.cards import CardNumber
from rules.core.flow import Power
from rules.core.questions import choose_one
from rules.core.reasons import Reason
from rules.his.duel import OPPONENT
from rules.his.faith.debate import CAMPEGGIO, available, call_debate, choose_debate_zone
from rules.his.faith.st_peters import add_to_st_peters
from rules.his.game import HisGame
from rules.his.powers import HAPSBURG, PAPACY, PROTESTANT
from rules.his.two_players import events as told
from rules.his.two_players.deck import (
    DIPLOMACY,
    EVENT,
    anything,
    carry_out,
    choose_card,
    discard_diplomacy_card,
    draw_diplomacy_card,
    duel_of,
    look_at_diplomacy_hand,
    shuffle_discards,
)
from rules.his.victory import victory_points
from rules.war.construction import add_new_units
from rules.war.control import has_enemies
from rules.war.counter_mix import room_for
from rules.war.forces import MERCENARIES, REGULARS
from rules.war.ids import SpaceId

DISCARD, SWAP = "discard", "swap"
GRANT, REFUSE = "grant", "refuse"
ANSWERS = {GRANT: Reason("divorce_granted"), REFUSE: Reason("divorce_refused")}
MERCENARIES_OF_ITALY = 4
REGULARS_OF_AN_UNCLE = 3
ITALIAN = "italian"
VIENNA = "vienna"


# ---- 205 Diplomatic Pressure


@DIPLOMACY.event(205, EVENT, playable=anything)
async def diplomatic_pressure(game: HisGame, power: Power) -> None:
    """205 Diplomatic Pressure: a look at the other's cards; the Papacy binds him, he changes its card."""
    cards = look_at_diplomacy_hand(game, power)
    if not cards:
        return
    if power == PAPACY:
        bind(game, await choose_card(PAPACY, "bound_card", cards))
        return
    own = duel_of(game).hands[PROTESTANT]
    choices = (DISCARD, SWAP) if own else (DISCARD,)
    if await choose_one(PROTESTANT, "pressure", "option", choices, "9") == SWAP:
        swap_hands(game)
    else:
        discard_diplomacy_card(game, PAPACY, cards[0])
        draw_diplomacy_card(game, PAPACY)


def bind(game: HisGame, card: CardNumber) -> None:
    """The Protestant must play a card this turn; which, only the two players know before he does."""
    duel_of(game).bound = card
    game.emit(told.DiplomacyCardBound(PROTESTANT))
    game.emit(told.BoundCardSeen(card, audience=(PAPACY, PROTESTANT)))


def swap_hands(game: HisGame) -> None:
    """Each player gets what the other has left; by now that is one card."""
    hands = duel_of(game).hands
    hands[PAPACY], hands[PROTESTANT] = hands[PROTESTANT], hands[PAPACY]
    game.emit(told.DiplomacyCardsSwapped())
    for power, hand in hands.items():
        for card in hand:
            game.emit(told.DiplomacyCardSeen(power, card, audience=(power,)))


# ---- 207 Henry Petitions for Divorce


@DIPLOMACY.event(207, EVENT, playable=anything)
async def henry_petitions_for_divorce(game: HisGame, power: Power) -> None:
    """207 Henry Petitions for Divorce: the Papacy grants or refuses it, whoever plays the card."""
    answer = await choose_one(PAPACY, "divorce_of_two", "option", (REFUSE, GRANT), "18.5")
    game.emit(told.DivorceAnswered(ANSWERS[answer]))
    if answer == REFUSE:
        await emperor_is_grateful(game)
        return
    draw_cards(game, PAPACY, 1, Reason("card", card=207))
    await emperor_is_angry(game)
    await campeggio_debates(game)


async def emperor_is_angry(game: HisGame) -> None:
    """The Protestant adds Hapsburg mercenaries in one Hapsburg space of Italy."""
    spaces = [space for space in hapsburg_spaces(game) if game.board.spaces[space].lang == ITALIAN]
    spaces = [space for space in spaces if room_for(game, HAPSBURG, space, MERCENARIES, 1)]
    if spaces:
        space = await choose_one(PROTESTANT, "divorce_mercenaries", "space", spaces, "17")
        add_new_units(game, HAPSBURG, MERCENARIES, MERCENARIES_OF_ITALY, space)


async def emperor_is_grateful(game: HisGame) -> None:
    """The Papacy adds Hapsburg regulars in Hapsburg spaces, one by one as it likes."""
    for _ in range(REGULARS_OF_AN_UNCLE):
        spaces = [space for space in hapsburg_spaces(game) if room_for(game, HAPSBURG, space, REGULARS, 1)]
        if not spaces:
            return
        space = await choose_one(PAPACY, "divorce_regulars", "space", spaces, "17")
        add_new_units(game, HAPSBURG, REGULARS, 1, space)


def hapsburg_spaces(game: HisGame) -> list[SpaceId]:
    """Spaces that the Hapsburgs control, no electorates before the League (21.6); Vienna first."""
    spaces = [
        space
        for space in game.spaces_of(HAPSBURG)
        if not game.closed_to(HAPSBURG, space) and not has_enemies(game, HAPSBURG, space)
    ]
    return sorted(spaces, key=lambda space: (space != VIENNA, not game.board.spaces[space].is_key, space))


async def campeggio_debates(game: HisGame) -> None:
    """A debate at once in any zone, with Campeggio if he is still in the game (18.5)."""
    zone = await choose_debate_zone(game, PAPACY)
    if zone is None:
        return
    able = available(game, PAPACY, zone, "", committed=False)
    await call_debate(game, PAPACY, zone, attacker=CAMPEGGIO if CAMPEGGIO in able else "")


# ---- 208 Knights of St. John


@DIPLOMACY.event(208, EVENT, playable=anything)
async def knights_of_st_john(game: HisGame, power: Power) -> None:
    """208 Knights of St. John: a card of the deck is discarded, and its CP go to St. Peter's (18.1)."""
    card = discard_from_deck(game, power)
    if card is not None:
        game.emit(told.CardTurnedForStPeters(card, game.card(card).cp))
        add_to_st_peters(game, game.card(card).cp)


# ---- 215 Machiavelli


def invasions_to_choose(game: HisGame, power: Power) -> list[CardNumber]:
    """Invasion cards in the deck or its discards that were not played this turn, his own best first."""
    duel = duel_of(game)
    cards = [
        card
        for card in (*duel.deck, *duel.discards)
        if game.card(card).invasion
        and card not in duel.played
        and DIPLOMACY.events[card][EVENT].playable(game, power)
    ]
    chooser = who_is_behind(game, power)
    return sorted(cards, key=lambda card: (invasion_commander(game, card) != chooser, -card))


def who_is_behind(game: HisGame, power: Power) -> Power:
    """The player with fewer VP; between equals the one who plays the card."""
    other = OPPONENT[power]
    return other if victory_points(game, other) < victory_points(game, power) else power


def invasion_commander(game: HisGame, card: CardNumber) -> Power:
    """Who plays the army that an Invasion brings."""
    if card in (213, 214):
        return PAPACY
    return game.player_of(HAPSBURG) if card == 211 else PROTESTANT


@DIPLOMACY.event(215, EVENT, playable=anything)
async def machiavelli(game: HisGame, power: Power) -> None:
    """215 Machiavelli: who is behind has an Invasion carried out; then the deck is shuffled anew."""
    duel = duel_of(game)
    if cards := invasions_to_choose(game, power):
        chooser = who_is_behind(game, power)
        card = await choose_card(chooser, "machiavelli_invasion", cards)
        pile = duel.deck if card in duel.deck else duel.discards
        pile.remove(card)
        duel.in_play.append(card)
        game.emit(told.DiplomacyCardPlayed(chooser, card))
        await carry_out(game, chooser, card)
        duel.in_play.remove(card)
        duel.discards.append(card)
    duel.in_play.remove(215)
    duel.discards.append(215)
    shuffle_discards(game)


# ---- 219 Spanish Inquisition


@DIPLOMACY.event(219, EVENT, playable=anything)
async def spanish_inquisition(game: HisGame, power: Power) -> None:
    """219 Spanish Inquisition: the Papacy has a Diplomacy card burnt; the Protestant shows his hand."""
    if power == PROTESTANT:
        show_hand(game, owner=PROTESTANT, viewer=PAPACY, reason=Reason("card", card=219))
        return
    cards = look_at_diplomacy_hand(game, PAPACY)
    if not cards:
        return
    worst_first = sorted(cards, key=lambda card: (not game.card(card).invasion, -card))
    burnt = await choose_card(PAPACY, "inquisition_burns", worst_first)
    discard_diplomacy_card(game, PROTESTANT, burnt)
    left = [card for card in cards if card != burnt]
    draw_diplomacy_card(game, PROTESTANT)
    if left:
        bind(game, left[0])
