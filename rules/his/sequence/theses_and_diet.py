"""The two phases of turn 1 that only the campaign of 1517 has: the 95 Theses and the Diet of Worms (18.1)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from rules.core.card_play import discard_from_deck, least_card, put_away
from rules.core.cards import CardNumber
from rules.core.errors import Illegal
from rules.core.flow import Power, Question, ask_all
from rules.core.reasons import Reason
from rules.his.faith import events as told
from rules.his.faith.attempts import flip_space, flip_spaces, make_attempts
from rules.his.faith.odds import OTHER, Grant
from rules.his.game import HisGame
from rules.his.powers import CATHOLIC, HAPSBURG, PAPACY, PROTESTANT, PROTESTANT_FAITH
from rules.his.sequence.card_draw import ReformerEntered
from rules.his.state import Impulse
from rules.his.two_players.events import HapsburgCardTurned
from rules.war.ids import SpaceId

THESES: CardNumber = 8
GERMAN = "german"
HIT = 5


# ---- Luther's 95 Theses


async def theses_phase(game: HisGame) -> None:
    """Luther appears, Wittenberg follows him, and five Reformation attempts are made (8.1, 18.1)."""
    game.impulse = Impulse(PROTESTANT)  # each space once, one debater's bonus: as in an impulse
    luther_appears(game)
    table = game.data.tables
    extra_dice = table.reformation.bonus["theses_95"]
    grant = Grant(PROTESTANT_FAITH, (GERMAN,), "theses", extra_dice)
    await make_attempts(game, PROTESTANT, table.attempts.reformation[f"card_{THESES}"], grant)
    game.hand(PROTESTANT).remove(THESES)
    game.cards.removed.append(THESES)
    game.impulse = Impulse()


def luther_appears(game: HisGame) -> None:
    """Luther in Wittenberg, which turns Protestant and brings its two regulars (18.1, 21.6)."""
    wittenberg = game.data.reformers["luther"].space
    game.faith.reformers["luther"].entered = True
    game.emit(ReformerEntered("luther", wittenberg))
    flip_space(game, wittenberg, PROTESTANT_FAITH)


# ---- The Diet of Worms


class DietCard(Question[int]):
    """DIET-1: the card laid face down for the Diet of Worms; the hand itself says which (18.1)."""

    kind: ClassVar[str] = "diet_card"

    def legal(self, game: HisGame) -> Iterable[int]:
        return [card for card in sorted(game.hand(self.power)) if game.card(card).kind != "mandatory"]

    def check(self, game: HisGame, answer: int) -> None:
        if answer not in game.hand(self.power):
            raise Illegal("card.not_in_hand", "18.1", card=answer)
        if game.card(answer).kind == "mandatory":
            raise Illegal("diet.mandatory_event", "18.1", card=answer)

    def default(self, game: HisGame) -> int:
        """Silence gives up the least card; if there is none, the home card."""
        least = least_card(game, self.power)
        return least if least is not None else min(self.legal(game))


async def diet_of_worms_phase(game: HisGame) -> None:
    """Three secret cards, dice by their CP, and the difference in hits converts (18.1, steps 1 to 7)."""
    powers = tuple(power for power in (PROTESTANT, HAPSBURG, PAPACY) if power in game.players)
    cards = await ask_all([DietCard(power) for power in powers])  # 1: select
    for power, card in zip(powers, cards, strict=True):  # 2: reveal
        show_card(game, power, card)
    cp = {power: game.card(card).cp for power, card in zip(powers, cards, strict=True)}
    if HAPSBURG not in powers:
        cp[HAPSBURG] = card_of_the_empire(game)
    extra = game.data.tables.diet_of_worms.protestant_extra_dice
    protestant = hits(game, PROTESTANT, cp[PROTESTANT] + extra)  # 3
    catholic = hits(game, PAPACY, cp[PAPACY]) + hits(game, HAPSBURG, cp[HAPSBURG])  # 4
    game.emit(told.DietEnded(protestant, catholic))
    if protestant > catholic:  # 5
        await convert_germany(game, PROTESTANT, PROTESTANT_FAITH, protestant - catholic)
    elif catholic > protestant:  # 6
        await convert_germany(game, PAPACY, CATHOLIC, catholic - protestant)


def card_of_the_empire(game: HisGame) -> int:
    """With two players the top card of the deck stands for the Hapsburgs; a mandatory event is 2 CP."""
    card = discard_from_deck(game, PAPACY)
    assert card is not None, "the first deck has cards left after the deal"
    game.emit(HapsburgCardTurned(card, game.card(card).cp))
    return game.card(card).cp


def show_card(game: HisGame, power: Power, card: CardNumber) -> None:
    """A card of the Diet is turned up and leaves the hand: home cards to the power card (18.1, step 2)."""
    game.hand(power).remove(card)
    put_away(game, card, as_event=False)
    game.emit(told.DietCardsShown(power, card, game.card(card).cp))


def hits(game: HisGame, power: Power, dice: int) -> int:
    return sum(die >= HIT for die in game.roll(power, dice, Reason("diet_of_worms"), hit_on=HIT))


async def convert_germany(game: HisGame, power: Power, faith: str, count: int) -> None:
    """DIET-2: German spaces one by one, each next to a space of the winner's faith (18.1)."""

    def eligible(game: HisGame) -> list[SpaceId]:
        return [
            space
            for space, printed in game.board.spaces.items()
            if printed.lang == GERMAN
            and game.spaces[space].religion == OTHER[faith]
            and any(game.spaces[near].religion == faith for near in game.board.neighbours(space))
        ]

    await flip_spaces(game, power, faith, count, eligible, "diet_conversion", "18.1")
