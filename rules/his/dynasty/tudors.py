"""Henry's wives and heirs, the English succession, and the Pope's part under Mary (21.3)."""

from __future__ import annotations

from collections.abc import Iterable

from rules.core.card_play import draw_cards
from rules.core.cards import CardNumber
from rules.core.errors import Illegal, allows
from rules.core.flow import ask
from rules.core.questions import Decide
from rules.core.reasons import Reason
from rules.core.rows import row_for
from rules.his.data import MaritalBox
from rules.his.dynasty import events as told
from rules.his.dynasty.rulers import accede, is_besieged, is_captive, replace_leader, rules
from rules.his.faith.actions import burn_english_books
from rules.his.faith.debate import call_debate
from rules.his.game import HisGame
from rules.his.powers import ENGLAND, PAPACY, PROTESTANT, PROTESTANT_FAITH
from rules.war.state import ALLIED

HENRY, EDWARD, MARY, ELIZABETH = "henry_viii", "edward_vi", "mary_i", "elizabeth_i"
DUDLEY = "dudley"
ASK_FOR_DIVORCE = "ask_for_divorce"
ANNE_BOLEYN, ANNE_OF_CLEVES, KATHRYN_HOWARD = "anne_boleyn", "anne_of_cleves", "kathryn_howard"

EDWARD_CARD, MARY_CARD, ELIZABETH_CARD = 19, 21, 23

NEW_MARRIAGE_LINE, ELIZABETH_LINE, SICKLY_LINE, HEALTHY_LINE = 3, 4, 5, 6
OUTCOMES = {
    "divorce": Reason("divorce"),
    "stepmother": Reason("stepmother"),
    "beheaded_reroll": Reason("beheaded_reroll"),
    "elizabeth": Reason("elizabeth"),
    "sickly_edward": Reason("sickly_edward"),
    "healthy_edward": Reason("healthy_edward"),
}


# ---- Heirs


def elizabeth_born(game: HisGame) -> bool:
    return ELIZABETH_LINE in game.tudors.children


def edward_born(game: HisGame) -> bool:
    return SICKLY_LINE in game.tudors.children or edward_healthy(game)


def edward_healthy(game: HisGame) -> bool:
    """Born healthy, or sickly at first and recovered."""
    return HEALTHY_LINE in game.tudors.children


# ---- Marital Status Changes


def check_marriage(game: HisGame) -> None:
    """Raise `Illegal` unless England may advance Henry's marital status by its home card or on a pass."""
    if game.turn < game.data.tables.first_marriage_turn:
        raise Illegal("marriage.too_early", "21.3", turn=game.data.tables.first_marriage_turn)
    if not rules(game, HENRY):
        raise Illegal("ruler.rules_no_more", "21.3", ruler=HENRY, power=ENGLAND)
    if is_captive(game, HENRY):
        raise Illegal("leader.captive", "21.3", leader=HENRY)
    if is_besieged(game, HENRY):
        raise Illegal("leader.besieged", "21.3", leader=HENRY)
    check_advance(game)


def check_advance(game: HisGame) -> None:
    """Raise `Illegal` if the marital status can never change any more, by whatever means."""
    if edward_born(game) and elizabeth_born(game):
        raise Illegal("marriage.both_heirs_born", "21.3")
    if edward_healthy(game):
        raise Illegal("marriage.edward_healthy", "21.3")
    if next_box(game) is None:
        raise Illegal("marriage.last_wife", "21.3")


def next_box(game: HisGame) -> MaritalBox | None:
    """The box to the right of the marker."""
    track = game.data.marriage.marital_track
    at = [box.id for box in track].index(game.tudors.status)
    return track[at + 1] if at + 1 < len(track) else None


async def advance_marital_status(game: HisGame) -> None:
    """Move the marker one box to the right; on a wife's box Henry has married again.

    By the home card, on a pass after result 3, or because the Papacy grants the divorce (9.1).
    """
    box = next_box(game)
    assert box is not None
    game.tudors.status = box.id
    game.emit(told.MaritalStatusAdvanced(box.id))
    if box.roll:
        marry(game, box)


def marry(game: HisGame, wife: MaritalBox) -> None:
    """The pregnancy roll of a new wife, and the benefits of the marriage."""
    if wife.id == ANNE_BOLEYN:
        # The Reformation reaches England next turn, and Catherine's nephew will not forget (21.3).
        game.tudors.boleyn_turn = game.turn
        game.tudors.hapsburg_discount = True
        game.emit(told.CatherineAvenged())
    allied = game.relation(ENGLAND, PROTESTANT) == ALLIED
    roll_for_heir(game, wife)
    if wife.id == ANNE_OF_CLEVES and allied:
        draw_cards(game, ENGLAND, 1, Reason("marriage", status=wife.id))
        draw_cards(game, PROTESTANT, 1, Reason("marriage", status=wife.id))
    elif wife.id == KATHRYN_HOWARD:
        draw_cards(game, ENGLAND, 1, Reason("marriage", status=wife.id))


def roll_for_heir(game: HisGame, wife: MaritalBox) -> None:
    """A die on the pregnancy chart; a line taken before moves the result up to the next free one."""
    chart, taken = game.data.marriage.pregnancy_chart, game.tudors.children
    (die,) = game.roll(ENGLAND, 1, Reason("pregnancy_chart", status=wife.id))
    line = chart_line(game, wife, die)
    taken[line] = wife.id
    result = next(row.result for row in chart if row.line == line)
    game.emit(told.PregnancyResult(wife.id, line, OUTCOMES[result]))
    if line == NEW_MARRIAGE_LINE:
        game.tudors.bonus_roll = True
    elif line == HEALTHY_LINE:
        for card in (MARY_CARD, ELIZABETH_CARD):
            drop_card(game, card)


def chart_line(game: HisGame, wife: MaritalBox, die: int) -> int:
    """The line of the pregnancy chart that a die means for a wife."""
    line = row_for(game.data.marriage.pregnancy_chart, die + wife.modifier).line
    while line in game.tudors.children:
        line += 1
    return line


def drop_card(game: HisGame, card: CardNumber) -> None:
    """A card that waits beside the deck will never enter; one in circulation stays (21.3)."""
    if card in game.cards.unborn:
        game.cards.unborn.remove(card)
        game.cards.removed.append(card)
        game.emit(told.CardLeftGame(card))


async def advance_marriage_on_pass(game: HisGame) -> None:
    """ACT-2, on the first English pass after result 3 of this turn: Henry may marry once more."""
    if not game.tudors.bonus_roll:
        return
    game.tudors.bonus_roll = False
    if not allows(check_marriage, game):
        return
    if await ask(Decide(ENGLAND, "marry_again", silent=True, rule="21.3")):
        await advance_marital_status(game)


# ---- The English Succession


async def edward_succeeds(game: HisGame) -> None:
    """19 Edward VI: Henry dies and his son rules."""
    if EDWARD in game.accessions:
        # Mary's card has done it before.
        game.emit(told.SuccessionSettled(ENGLAND, game.rulers[ENGLAND]))
        return
    accede(game, EDWARD)
    # Where Mary's card stood for Edward's, his own has nothing left to do.
    drop_card(game, EDWARD_CARD)
    await replace_leader(game, HENRY, DUDLEY)


async def mary_succeeds(game: HisGame) -> None:
    """21 Mary I: she follows Henry or a sickly Edward.

    While Edward, born late, has yet to come to the throne or has done so only this turn, her card is as
    good as his: sickly, he leaves it to the discard pile and so to the next turn's deck; healthy, it
    leaves the game.
    """
    if stands_for_edward(game):
        await edward_succeeds(game)
        if edward_healthy(game):
            remove_played(game, MARY_CARD)
        return
    follows_henry = rules(game, HENRY)
    accede(game, MARY)
    remove_played(game, MARY_CARD)
    if follows_henry:
        await replace_leader(game, HENRY, DUDLEY)


def stands_for_edward(game: HisGame) -> bool:
    """Whether playing Mary's card now is the same as playing Edward's."""
    if not edward_born(game):
        return False
    return edward_healthy(game) or game.accessions.get(EDWARD, game.turn) == game.turn


def remove_played(game: HisGame, card: CardNumber) -> None:
    """The card being played leaves the game instead of going to the discard pile."""
    if card in game.cards.in_play:
        game.cards.in_play.remove(card)
        game.cards.removed.append(card)


async def elizabeth_succeeds(game: HisGame) -> None:
    """23 Elizabeth I: Mary dies, and her sister rules for the rest of the game."""
    accede(game, ELIZABETH)


# When the cards of the heirs join the deck (6.2); no turn before the one printed on a card.


def mary_due(game: HisGame) -> bool:
    """No Edward was born, or a sickly one has ruled since an earlier turn."""
    return not edward_born(game) or game.accessions.get(EDWARD, game.turn) < game.turn


def elizabeth_due(game: HisGame) -> bool:
    """Elizabeth was born, and Mary has ruled since an earlier turn."""
    return elizabeth_born(game) and game.accessions.get(MARY, game.turn) < game.turn


def boleyn_wed_before(game: HisGame) -> bool:
    """Whether Henry married Anne Boleyn in an earlier turn."""
    return game.tudors.boleyn_turn is not None and game.tudors.boleyn_turn < game.turn


# ---- English Impulses Under Mary I


def mary_is_opposed(game: HisGame) -> bool:
    """Whether Mary rules and an English home space of the English zone is not Catholic."""
    return rules(game, MARY) and any(
        state.religion == PROTESTANT_FAITH
        and game.board.spaces[space].home == ENGLAND
        and game.board.spaces[space].lang == "english"
        for space, state in game.spaces.items()
    )


def papacy_takes_over(game: HisGame) -> bool:
    """Step 3: England rolls a die for the card that it has shown."""
    (die,) = game.roll(ENGLAND, 1, Reason("marys_impulse"))
    return die <= game.data.marriage.mary_impulse.takeover_max


async def papal_actions(game: HisGame, cp: int) -> None:
    """Step 4: the Papacy burns books, debates, or both in the English zone, by the value of the card."""
    game.emit(told.PapacyTookImpulse())
    await papal_works(game, row_for(game.data.marriage.mary_impulse.rows, cp).actions)


async def papal_works(game: HisGame, actions: Iterable[str]) -> None:
    """Burning books and debating in the English zone."""
    for action in actions:
        if action == "burn_books":
            await burn_english_books(game)
        elif action == "debate":
            await call_debate(game, PAPACY, "english")
