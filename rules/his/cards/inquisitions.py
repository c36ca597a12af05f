"""Events that search hands, call debates, build St. Peter's or bring honour (6.1, 18.1, 18.5, 23.2)."""

from __future__ import annotations

from collections.abc import Sequence

from rules.core.card_play import (
    discard,
    discard_random_card,
    draw_cards,
    may_be_chosen_for_discard,
    may_retrieve,
    remove_from_game,
    retrievable,
    retrieve,
    show_hand,
    take_random_card,
)
from rules.core.cards import CardNumber
from rules.core.flow import Power
from rules.core.questions import choose_one
from rules.core.reasons import Reason
from rules.his.cards.choices import always, choose_hidden, while_free
from rules.his.cards.religious import TWO_SPACES
from rules.his.cards.religious_events import PointsGained, StaysInForce
from rules.his.faith.actions import CHEAP_TREATISES, publish_treatise
from rules.his.faith.attempts import flip_spaces
from rules.his.faith.debate import THOMAS_MORE, call_debate, debate_zones
from rules.his.faith.debaters import CARAFFA, commit
from rules.his.faith.st_peters import add_to_st_peters
from rules.his.game import HisGame
from rules.his.powers import CATHOLIC, ENGLAND, HAPSBURG, PAPACY, PROTESTANT, PROTESTANT_FAITH
from rules.his.sequence.impulse import EventDeclared
from rules.his.victory import add_bonus_vp
from rules.his.windows import CARDS, Window
from rules.war.ids import SpaceId

ENGLISH, ITALIAN, SPANISH = "english", "italian", "spanish"

PAPAL_BULL: CardNumber = 5
DISSOLUTION: CardNumber = 63
THOMAS_CROMWELL_CARD: CardNumber = 115
CRANMER = "cranmer"

DRAW, DISCARD, RETRIEVE, DEBATE = "draw", "discard", "retrieve", "debate"
NO_DEBATE = "none"

INQUISITION_DICE = 2
THOMAS_MORE_DICE, THOMAS_MORE_DICE_IN_ENGLAND = 1, 3
MORE_OPTION, FIRST_ROUND = "thomas_more_dice", "first_round"
"""Option of a game: the extra dice count in the first round of the debate only."""
CHILDLESS = 3
"""Results of the pregnancy chart up to this one bring no child."""


# ---- What these events have in common


def discard_of_protestant(game: HisGame, card: CardNumber) -> CardNumber | None:
    """A random card of the Protestant hand is discarded; a mandatory event is not triggered (6.1)."""
    return discard_random_card(game, PROTESTANT, Reason("card", card=card))


def gain_points(game: HisGame, power: Power, card: CardNumber, vp: int) -> None:
    """Bonus VP for who plays the event (23.2)."""
    add_bonus_vp(game, power, f"card_{card}", vp)
    game.emit(PointsGained(power, vp, card))


def protestant_spaces_of(game: HisGame, zone: str) -> list[SpaceId]:
    return [
        space
        for space, state in game.spaces.items()
        if state.religion == PROTESTANT_FAITH and game.board.spaces[space].lang == zone
    ]


async def cleanse(game: HisGame, chooser: Power, zone: str, topic: str) -> None:
    """Two Protestant spaces of a zone turn Catholic, or as many as there are."""
    await flip_spaces(
        game, chooser, CATHOLIC, TWO_SPACES, lambda game: protestant_spaces_of(game, zone), topic, "18.4"
    )


async def choose_card(power: Power, topic: str, cards: Sequence[CardNumber], rule: str) -> CardNumber:
    """One of several cards; silence takes the first."""
    return int(await choose_one(power, topic, "card", [str(card) for card in cards], rule))


# ---- 47 Copernicus, 51 Michael Servetus


def half_protestant_at_home(game: HisGame, power: Power) -> bool:
    """Whether at least half of a power's home spaces are Protestant, in unrest or not."""
    faiths = [game.spaces[space].religion for space in game.home_spaces(power)]
    return 2 * faiths.count(PROTESTANT_FAITH) >= len(faiths)


@CARDS.event(47, "event", playable=always)
async def copernicus(game: HisGame, power: Power) -> None:
    """47 Copernicus: 2 VP for a half Protestant country; else 1 VP and a card more or less."""
    if half_protestant_at_home(game, power):
        gain_points(game, power, 47, 2)
        return
    gain_points(game, power, 47, 1)
    choices = (DRAW, DISCARD) if game.drawable(PROTESTANT) else (DRAW,)
    choice = await choose_one(power, "copernicus", "option", choices, "23.2")
    if choice == DRAW:
        draw_cards(game, power, 1, Reason("card", card=47))
    else:
        discard_of_protestant(game, 47)


@CARDS.event(51, "event", playable=always)
async def michael_servetus(game: HisGame, power: Power) -> None:
    """51 Michael Servetus: 1 VP, and a random Protestant card is discarded."""
    gain_points(game, power, 51, 1)
    discard_of_protestant(game, 51)


# ---- 52 Michelangelo, 81 Indulgence Vendor


@CARDS.event(52, "event", playable=always)
async def michelangelo(game: HisGame, power: Power) -> None:
    """52 Michelangelo: two Papal dice are so many CP for St. Peter's."""
    add_to_st_peters(game, sum(game.roll(PAPACY, 2, Reason("card", card=52))))


@CARDS.event(81, "event", playable=always)
async def indulgence_vendor(game: HisGame, power: Power) -> None:
    """81 Indulgence Vendor: the CP of a random Protestant card go to St. Peter's."""
    card = discard_of_protestant(game, 81)
    if card is not None:
        add_to_st_peters(game, game.card(card).cp)


# ---- 56 Papal Inquisition


@CARDS.event(56, "event", playable=while_free(CARAFFA))
async def papal_inquisition(game: HisGame, power: Power) -> None:
    """56 Papal Inquisition: two Italian spaces turn, a hand is searched, and something comes of it."""
    commit(game, CARAFFA)
    await cleanse(game, PAPACY, ITALIAN, "papal_inquisition_space")
    suspects = [power for power in (PROTESTANT, ENGLAND) if power in game.players]
    suspect = await choose_one(PAPACY, "inquisition_hand", "power", suspects, "6.1")
    show_hand(game, owner=suspect, viewer=PAPACY, reason=Reason("card", card=56))
    await inquisition_sentence(game, suspect)


async def inquisition_sentence(game: HisGame, suspect: Power) -> None:
    """The Papacy takes a card from the hand at random, takes one from the discards, or calls a debate."""
    choices = [DRAW] if game.drawable(suspect) else []
    choices += [RETRIEVE] if retrievable(game, PAPACY) else []
    choices += [DEBATE] if debate_zones(game, PAPACY) else []
    if not choices:
        return
    choice = await choose_one(PAPACY, "inquisition_sentence", "option", choices, "6.2")
    if choice == DEBATE:
        await call_debate(game, PAPACY, extra_dice=INQUISITION_DICE)
    elif choice == DRAW:
        card = take_random_card(game, giver=suspect, taker=PAPACY, reason=Reason("card", card=56))
        assert card is not None
        game.hold_back(card)
    else:
        await retrieve_discard(game)


async def retrieve_discard(game: HisGame) -> None:
    """The Papacy takes a card of its choice out of the discard pile (6.2), for a later impulse."""
    cards = retrievable(game, PAPACY)
    cards.sort(key=lambda card: (-game.card(card).cp, card))
    card = await choose_card(PAPACY, "inquisition_discards", cards, "6.2")
    retrieve(game, PAPACY, card, Reason("card", card=56))
    game.hold_back(card)


# ---- 58 Spanish Inquisition


@CARDS.event(58, "event", playable=always)
async def spanish_inquisition(game: HisGame, power: Power) -> None:
    """58 Spanish Inquisition: two Spanish spaces turn, a card is lost, one drawn, and a debate called."""
    await cleanse(game, power, SPANISH, "spanish_inquisition_space")
    for suspect in (ENGLAND, PROTESTANT):
        show_hand(game, owner=suspect, viewer=HAPSBURG, reason=Reason("card", card=58))
    await confiscate(game)
    draw_cards(game, HAPSBURG, 1, Reason("card", card=58))
    await call_debate(game, PAPACY)


async def confiscate(game: HisGame) -> None:
    """The Hapsburgs have one card of two hands discarded, no home card or mandatory event (6.1)."""
    owners = {card: power for power in (ENGLAND, PROTESTANT) for card in game.hand(power)}
    cards = [card for card in owners if may_be_chosen_for_discard(game, card)]
    if not cards:
        return
    cards.sort(key=lambda card: (-game.card(card).cp, card))
    seen = sum(len(game.drawable(owner)) for owner in (ENGLAND, PROTESTANT))
    card = await choose_hidden(HAPSBURG, "spanish_inquisition_discard", cards, seen, "6.1")
    discard(game, owners[card], card, Reason("card", card=58))


# ---- 112 Thomas More


@CARDS.event(112, "execution", playable=always)
async def thomas_more_executed(game: HisGame, power: Power) -> None:
    """112 Thomas More, executed: no more English debates this turn; England changes a card."""
    game.this_turn.append(THOMAS_MORE)
    game.emit(StaysInForce(112))
    draw_cards(game, ENGLAND, 1, Reason("card", card=112))
    await discard_of_england(game)
    remove_from_game(game, 112)


async def discard_of_england(game: HisGame) -> None:
    """England discards a card of its choice; none if it has only home cards and mandatory events (6.1)."""
    cards = [card for card in game.hand(ENGLAND) if may_be_chosen_for_discard(game, card)]
    if not cards:
        return
    cards.sort(key=lambda card: (game.card(card).cp, card))
    card = await choose_hidden(ENGLAND, "thomas_more_discard", cards, len(game.drawable(ENGLAND)), "6.1")
    discard(game, ENGLAND, card, Reason("card", card=112))


@CARDS.event(112, "debate", playable=always)
async def thomas_more_debates(game: HisGame, power: Power) -> None:
    """112 Thomas More, alive: the Papacy may call a debate with more dice, most of all in England."""
    zones = debate_zones(game, PAPACY)
    if zones:
        zone = await choose_one(PAPACY, "thomas_more_debate", "language", (NO_DEBATE, *zones), "18.5")
        if zone != NO_DEBATE:
            dice = THOMAS_MORE_DICE_IN_ENGLAND if zone == ENGLISH else THOMAS_MORE_DICE
            once = game.option(MORE_OPTION) == FIRST_ROUND
            await call_debate(game, PAPACY, zone, extra_dice=dice, only_first_round=once)
    if game.tudors.boleyn_turn is not None:
        remove_from_game(game, 112)


# ---- 115 Thomas Cromwell


def bull_against_cranmer(game: HisGame, power: Power, moment: EventDeclared) -> bool:
    return (moment.card, moment.target, moment.cancelled) == (PAPAL_BULL, CRANMER, False)


@CARDS.response(115, "protect", Window.EVENT_DECLARED, playable=bull_against_cranmer)
async def cromwell_protects(game: HisGame, power: Power, moment: EventDeclared) -> None:
    """115 Thomas Cromwell, protector: the bull against Cranmer has no effect."""
    moment.cancelled = True


def dissolution_is_discarded(game: HisGame, power: Power) -> bool:
    return may_retrieve(game, ENGLAND, DISSOLUTION)


@CARDS.event(115, "recover", playable=dissolution_is_discarded)
async def cromwell_recovers(game: HisGame, power: Power) -> None:
    """115 Thomas Cromwell, vicar-general: card 63 goes from the discards to the English hand."""
    retrieve(game, ENGLAND, DISSOLUTION, Reason("card", card=THOMAS_CROMWELL_CARD))
    cromwell_may_fall(game)


def cranmer_is_there(game: HisGame, power: Power) -> bool:
    return game.faith.reformers[CRANMER].on_map


@CARDS.event(115, "treatise", playable=cranmer_is_there)
async def cromwell_publishes(game: HisGame, power: Power) -> None:
    """115 Thomas Cromwell, reformer: an English treatise, and cheaper ones for the rest of the turn."""
    game.this_turn.append(CHEAP_TREATISES)
    game.emit(StaysInForce(THOMAS_CROMWELL_CARD))
    await publish_treatise(game, ENGLAND, ENGLISH)
    cromwell_may_fall(game)


def cromwell_may_fall(game: HisGame) -> None:
    """His card leaves the game once a marriage of Henry's has ended without a child."""
    if any(line <= CHILDLESS for line in game.tudors.children):
        remove_from_game(game, THOMAS_CROMWELL_CARD)
