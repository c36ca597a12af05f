"""Mandatory events: 9 to 16, 18 to 23, 113 and 114 (6.1).

The 2 CP that follow them are given by the frame of the impulse.  Events with a due date are carried out by
the same functions in winter, without CP (19.8).  Cards 17 and 97 have modules of their own.
"""

from __future__ import annotations

from rules.core.card_play import draw_cards, remove_from_game
from rules.core.cards import CardNumber
from rules.core.events import Event
from rules.core.flow import Power
from rules.core.reasons import Reason
from rules.his.cards.choices import always, while_he_rules
from rules.his.diplomacy import league
from rules.his.dynasty import rulers, tudors
from rules.his.faith.actions import found_universities
from rules.his.faith.attempts import make_attempts
from rules.his.faith.odds import LANGUAGE_ZONES, Grant
from rules.his.game import HisGame
from rules.his.powers import (
    CATHOLIC,
    ENGLAND,
    FRANCE,
    HAPSBURG,
    IMPULSE_ORDER,
    OTTOMAN,
    PAPACY,
)
from rules.his.victory import add_bonus_vp
from rules.his.war import havens
from rules.his.windows import CARDS
from rules.war.ids import LeaderId
from rules.war.state import ALLIED

LEO_X = "leo_x"
BARBAROSSA, DRAGUT = "barbarossa", "dragut"
CHARLES = "charles_v"

DEFENDER_ATTEMPTS = 3
KEYS_OF_ITALY = ("genoa", "milan", "venice", "florence", "naples")
KEYS_FOR_A_CARD = 2
VP_FOR_KEYS = {3: 1, 4: 2, 5: 2}
MASTER_OF_ITALY = "master_of_italy"
FIRST_UNIVERSITIES = 2

CORONATION_OPTION, BOTH_DRAWS = "coronation_draws", "two"
"""Option of a game: a Hapsburg player of card 113 draws both as Hapsburg and as the player of the card."""


class ItalyMastered(Event):
    power: Power
    keys: int
    vp: int


class SocietyFounded(Event):
    """The Jesuits have come."""


class CorsairSucceeded(Event):
    before: LeaderId
    leader: LeaderId


# ---- 9 Barbary Pirates


def no_pirates_yet(game: HisGame, power: Power) -> bool:
    return not game.pirates


@CARDS.event(9, "event", playable=no_pirates_yet)
async def barbary_pirates(game: HisGame, power: Power) -> None:
    """9 Barbary Pirates: Algiers and Barbarossa come into play, and piracy may begin (21.1)."""
    havens.barbary_pirates(game)


# ---- 10, 14, 22: popes


@CARDS.event(10, "event", playable=while_he_rules(LEO_X))
async def clement_vii(game: HisGame, power: Power) -> None:
    """10 Clement VII: he follows Leo X (3.3)."""
    await rulers.leo_dies(game)


@CARDS.event(14, "event", playable=while_he_rules(rulers.CLEMENT_VII))
async def paul_iii(game: HisGame, power: Power) -> None:
    """14 Paul III: he follows Clement VII, and Papal ties win in the target zone (18.4)."""
    await rulers.clement_dies(game)


@CARDS.event(22, "event", playable=while_he_rules(rulers.PAUL_III))
async def julius_iii(game: HisGame, power: Power) -> None:
    """22 Julius III: he follows Paul III (18.4)."""
    await rulers.paul_dies(game)


# ---- 11 Defender of the Faith


@CARDS.event(11, "event", playable=always)
async def defender_of_the_faith(game: HisGame, power: Power) -> None:
    """11 Defender of the Faith: three Papal attempts in all zones; England draws if it played this (18.4)."""
    await make_attempts(game, PAPACY, DEFENDER_ATTEMPTS, Grant(CATHOLIC, LANGUAGE_ZONES, "card_11"))
    if power == ENGLAND:
        draw_cards(game, ENGLAND, 1, Reason("card", card=11))


# ---- 12 Master of Italy


@CARDS.event(12, "event", playable=always)
async def master_of_italy(game: HisGame, power: Power) -> None:
    """12 Master of Italy: VP for three or more of the five keys, a card for two (23.2)."""
    for holder in IMPULSE_ORDER:
        keys = sum(game.controller(key) == holder for key in KEYS_OF_ITALY)
        if vp := VP_FOR_KEYS.get(keys, 0):
            add_bonus_vp(game, holder, MASTER_OF_ITALY, vp)
            game.emit(ItalyMastered(holder, keys, vp))
        elif keys == KEYS_FOR_A_CARD and holder in game.players:
            draw_cards(game, holder, 1, Reason("card", card=12))


# ---- 13 Schmalkaldic League


def league_may_form(game: HisGame, power: Power) -> bool:
    return league.may_form(game)


@CARDS.event(13, "event", playable=league_may_form)
async def schmalkaldic_league(game: HisGame, power: Power) -> None:
    """13 Schmalkaldic League: the Protestant is a power in arms from now on (21.6)."""
    await league.form_league(game)
    remove_from_game(game, 13)


# ---- 15 Society of Jesus


def no_jesuits_yet(game: HisGame, power: Power) -> bool:
    return not game.faith.society_of_jesus


@CARDS.event(15, "event", playable=no_jesuits_yet)
async def society_of_jesus(game: HisGame, power: Power) -> None:
    """15 Society of Jesus: two universities at once, and others may be founded for CP (21.5)."""
    game.faith.society_of_jesus = True
    game.emit(SocietyFounded())
    await found_universities(game, FIRST_UNIVERSITIES)


# ---- 16 Calvin


@CARDS.event(16, "event", playable=while_he_rules(rulers.LUTHER))
async def calvin(game: HisGame, power: Power) -> None:
    """16 Calvin: Luther dies, and Calvin leads the Protestants (3.3)."""
    await rulers.luther_dies(game)


# ---- 18 Dragut


def barbarossa_lives(game: HisGame, power: Power) -> bool:
    return not game.leaders[BARBAROSSA].removed


@CARDS.event(18, "event", playable=barbarossa_lives)
async def dragut(game: HisGame, power: Power) -> None:
    """18 Dragut: he takes over from Barbarossa in port, at sea or on the Turn Track (5.1)."""
    old, new = game.leaders[BARBAROSSA], game.leaders[DRAGUT]
    new.place, new.returns, new.loaned_to = old.place, old.returns, old.loaned_to
    if new.place is None and new.returns is None:
        new.returns = game.turn + 1
    old.place = old.returns = old.loaned_to = None
    old.removed = True
    game.emit(CorsairSucceeded(BARBAROSSA, DRAGUT))


# ---- 19, 21, 23: the heirs of Henry VIII


def edward_is_born(game: HisGame, power: Power) -> bool:
    return tudors.edward_born(game)


@CARDS.event(19, "event", playable=edward_is_born)
async def edward_vi(game: HisGame, power: Power) -> None:
    """19 Edward VI: Henry VIII dies; his son rules, and Dudley commands (21.3)."""
    await tudors.edward_succeeds(game)


@CARDS.event(21, "event", playable=always)
async def mary_i(game: HisGame, power: Power) -> None:
    """21 Mary I: she follows Henry or Edward; where Edward was born late, he comes first (21.3)."""
    await tudors.mary_succeeds(game)


@CARDS.event(23, "event", playable=while_he_rules(tudors.MARY))
async def elizabeth_i(game: HisGame, power: Power) -> None:
    """23 Elizabeth I: Mary dies, and her sister rules (21.3)."""
    await tudors.elizabeth_succeeds(game)


# ---- 20 Henry II


@CARDS.event(20, "event", playable=while_he_rules(rulers.FRANCIS_I))
async def henry_ii(game: HisGame, power: Power) -> None:
    """20 Henry II: Francis I dies; his son rules and commands (21.4)."""
    await rulers.francis_dies(game)


# ---- 113, 114: cards for powers in the right place


def award_cards(game: HisGame, card: CardNumber, winners: list[Power]) -> None:
    """A card from the deck for each; the event leaves the game if anybody got one (6.1)."""
    drawn = [draw_cards(game, power, 1, Reason("card", card=card)) for power in winners]
    if any(drawn):
        remove_from_game(game, card)


def charles_is_in_italy(game: HisGame, power: Power) -> bool:
    place = game.leaders[CHARLES].place
    return place in game.spaces and game.board.spaces[place].lang == "italian"


@CARDS.event(113, "event", playable=charles_is_in_italy)
async def imperial_coronation(game: HisGame, power: Power) -> None:
    """113 Imperial Coronation: with Charles V in Italy, the Hapsburgs and the player draw a card."""
    both = [HAPSBURG, power]
    winners = both if game.option(CORONATION_OPTION) == BOTH_DRAWS else list(dict.fromkeys(both))
    award_cards(game, 113, winners)


def france_and_ottoman_allied(game: HisGame, power: Power) -> bool:
    return game.relation(FRANCE, OTTOMAN) == ALLIED


@CARDS.event(114, "event", playable=france_and_ottoman_allied)
async def la_foret(game: HisGame, power: Power) -> None:
    """114 La Forêt's Embassy in Istanbul: France and the Ottoman, if allied, draw a card each (9.2)."""
    award_cards(game, 114, [OTTOMAN, FRANCE])
