"""The home cards of the six powers: 1 to 7 (6.1).

Where the new regulars of card 1 go is asked in `rules.his.cards.janissaries`.
"""

from __future__ import annotations

from rules.core import card_play
from rules.core.cards import CardNumber
from rules.core.errors import allows
from rules.core.flow import Power
from rules.core.impulse import check_event
from rules.core.questions import choose_one
from rules.core.reasons import Reason
from rules.his.actions import spend_cp, time_to_respond
from rules.his.diplomacy.interventions import declare_war
from rules.his.diplomacy.wars import may_declare_war
from rules.his.dynasty.chateaux import build_chateau, check_patronage
from rules.his.dynasty.emperor import check_journey, imperial_journey
from rules.his.dynasty.excommunication import (
    excommunicate_reformer,
    excommunicate_ruler,
    reformers_to_excommunicate,
    rulers_to_excommunicate,
)
from rules.his.dynasty.rulers import LUTHER
from rules.his.dynasty.tudors import advance_marital_status, check_marriage
from rules.his.faith.debate import (
    DebateRound,
    available,
    barrable,
    call_debate,
    choose_debate_zone,
    debate_zones,
    luther_may_step_in,
    substitute_luther,
)
from rules.his.faith.debaters import value
from rules.his.game import HisGame
from rules.his.powers import ENGLAND, FRANCE, HAPSBURG, PAPACY, PROTESTANT, SCOTLAND
from rules.his.sequence.impulse import play_as_event, play_for_cp
from rules.his.windows import CARDS, Window

SIX_WIVES_TARGETS = (SCOTLAND, FRANCE, HAPSBURG)
LEIPZIG_OPTION, ALL_ROUNDS = "leipzig_debate", "all_rounds"
LEIPZIG_ROUNDS = {"round_1": 1, "round_2": 2}
KEEP, FOR_CP = "keep", "for_cp"
"""What may be done with a card taken from the discards, apart from its events."""


def granted_cp(game: HisGame, card: CardNumber, use: str) -> int:
    """CP that come with a use of a card."""
    return game.card(card).use(use).grants_cp


# ---- 2 Holy Roman Emperor


def charles_may_travel(game: HisGame, power: Power) -> bool:
    return allows(check_journey, game)


@CARDS.event(2, "event", playable=charles_may_travel)
async def holy_roman_emperor(game: HisGame, power: Power) -> None:
    """2 Holy Roman Emperor: Charles V jumps to another home space, then 5 CP (21.2)."""
    await imperial_journey(game)
    await time_to_respond(game)
    await spend_cp(game, HAPSBURG, granted_cp(game, 2, "event"))


# ---- 3 Six Wives of Henry VIII


def enemies_to_choose(game: HisGame, power: Power) -> list[Power]:
    """Those on whom the restrictions at all times let England declare war (9.6)."""
    return [target for target in SIX_WIVES_TARGETS if allows(may_declare_war, game, ENGLAND, target)]


@CARDS.event(3, "war", playable=enemies_to_choose)
async def six_wives_war(game: HisGame, power: Power) -> None:
    """3 Six Wives of Henry VIII, war: a declaration free of charge, then 5 CP (9.6, 21.3).

    France may come to the help of Scotland, as free of charge (22.2).
    """
    targets = enemies_to_choose(game, ENGLAND)
    target = await choose_one(ENGLAND, "six_wives_target", "power", targets, "9.6")
    await declare_war(game, ENGLAND, target)
    await time_to_respond(game)
    await spend_cp(game, ENGLAND, granted_cp(game, 3, "war"))


def henry_may_marry(game: HisGame, power: Power) -> bool:
    return allows(check_marriage, game)


@CARDS.event(3, "marriage", playable=henry_may_marry)
async def six_wives_marriage(game: HisGame, power: Power) -> None:
    """3 Six Wives of Henry VIII, marriage: Henry's marital status goes one box on (21.3)."""
    await advance_marital_status(game)


# ---- 4 Patron of the Arts


def francis_may_build(game: HisGame, power: Power) -> bool:
    return allows(check_patronage, game)


@CARDS.event(4, "event", playable=francis_may_build)
async def patron_of_the_arts(game: HisGame, power: Power) -> None:
    """4 Patron of the Arts: a roll on the chateau table (21.4)."""
    await build_chateau(game)


# ---- 5 Papal Bull


def reformers_in_reach(game: HisGame, power: Power) -> list[str]:
    return reformers_to_excommunicate(game)


async def name_reformer(game: HisGame, power: Power) -> str:
    """Who it is must be known before Cromwell's or Luther's friends respond."""
    return await choose_one(PAPACY, "bull_reformer", "reformer", reformers_in_reach(game, power), "21.5")


@CARDS.event(5, "reformer", playable=reformers_in_reach, aim=name_reformer)
async def papal_bull_reformer(game: HisGame, power: Power) -> None:
    """5 Papal Bull, reformer: he is excommunicated, and the Papacy may debate in his zone (21.5)."""
    await excommunicate_reformer(game, game.impulse.target)


def rulers_with_guilt(game: HisGame, power: Power) -> list[Power]:
    """With two players the Bull strikes rulers in the Diplomacy Phase only (scenario book)."""
    return rulers_to_excommunicate(game) if game.duel is None else []


async def name_ruler(game: HisGame, power: Power) -> str:
    return await choose_one(PAPACY, "bull_ruler", "power", rulers_with_guilt(game, power), "21.5")


@CARDS.event(5, "ruler", playable=rulers_with_guilt, aim=name_ruler)
async def papal_bull_ruler(game: HisGame, power: Power) -> None:
    """5 Papal Bull, ruler: with grounds, a ruler is excommunicated and his land stirred (21.5)."""
    await excommunicate_ruler(game, game.impulse.target)


# ---- 6 Leipzig Debate


def papal_debates(game: HisGame, power: Power) -> list[str]:
    """The language zones in which the Papacy may call a debate (18.1)."""
    return debate_zones(game, PAPACY)


@CARDS.event(6, "event", playable=papal_debates)
async def leipzig_debate(game: HisGame, power: Power) -> None:
    """6 Leipzig Debate: the Papacy debates, naming its attacker or keeping one Protestant out (18.5)."""
    zone = await choose_debate_zone(game, PAPACY)
    assert zone is not None
    attackers = sorted(
        available(game, PAPACY, zone, "", committed=False), key=lambda name: (-value(game, name), name)
    )
    named = await choose_one(PAPACY, "leipzig", "debater", [*attackers, *barrable(game, zone)], "18.5")
    if named in attackers:
        await call_debate(game, PAPACY, zone, attacker=named)
        return
    barred_in = None
    if game.option(LEIPZIG_OPTION) != ALL_ROUNDS:  # the card: one round; 18.5: any round
        barred_in = LEIPZIG_ROUNDS[
            await choose_one(PAPACY, "leipzig_round", "option", [*LEIPZIG_ROUNDS], "18.5")
        ]
    await call_debate(game, PAPACY, zone, barred=named, barred_in=barred_in)


# ---- 7 Here I Stand


def luther_lives(game: HisGame) -> bool:
    """Neither dead (#16) nor burnt."""
    return not game.faith.debaters[LUTHER].gone


def cards_to_fetch(game: HisGame, power: Power) -> list[CardNumber]:
    """What Luther may take from the discards, the best cards first (6.2)."""
    if not luther_lives(game):
        return []
    cards = card_play.retrievable(game, PROTESTANT)
    return sorted(cards, key=lambda card: (-game.card(card).cp, card))


@CARDS.event(7, "retrieve", playable=cards_to_fetch)
async def here_i_stand_retrieve(game: HisGame, power: Power) -> None:
    """7 Here I Stand, retrieve: a card from the discards, to play at once or to keep (6.2, 11)."""
    options = [str(card) for card in cards_to_fetch(game, PROTESTANT)]
    card = int(await choose_one(PROTESTANT, "retrieve_card", "card", options, "6.2"))
    card_play.retrieve(game, PROTESTANT, card, Reason("card", card=7))
    use = await choose_one(PROTESTANT, "retrieved_card", "option", ways_to_play(game, card), "6.2")
    if use == FOR_CP:
        await play_for_cp(game, PROTESTANT, card)
    elif use != KEEP:
        await play_as_event(game, PROTESTANT, card, use)


def ways_to_play(game: HisGame, card: CardNumber) -> list[str]:
    """Keep it, spend it, or one of its events, unless somebody has had that this turn (11)."""
    uses = [use for use in CARDS.events.get(card, {}) if allows(check_event, game, PROTESTANT, card, use)]
    return [KEEP, FOR_CP, *uses]


def luther_may_debate(game: HisGame, power: Power, moment: DebateRound) -> bool:
    return luther_lives(game) and luther_may_step_in(game, moment)


@CARDS.response(7, "luther", Window.DEBATERS_CHOSEN, playable=luther_may_debate)
async def here_i_stand_luther(game: HisGame, power: Power, moment: DebateRound) -> None:
    """7 Here I Stand, luther: he steps into a round of a German debate, and a card is drawn (18.5)."""
    substitute_luther(game, moment)
    card_play.draw_cards(game, PROTESTANT, 1, Reason("card", card=7))
