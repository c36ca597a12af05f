"""The Action Phase: one impulse after another until all six powers pass in a row (11)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from rules.core import card_play
from rules.core.cards import CardNumber
from rules.core.errors import Illegal, allows
from rules.core.events import Event
from rules.core.flow import IMPULSE, Power, Question, ask
from rules.core.impulse import Pass, Play, PlayEvent, PlayForCP, TakeImpulse, may_pass
from rules.core.questions import Choose
from rules.core.reasons import Reason
from rules.core.story import ImpulseBegan, Passed
from rules.core.windows import open_window
from rules.his.actions import spend_cp, time_to_respond
from rules.his.dynasty.events import CardShown
from rules.his.dynasty.tudors import (
    advance_marriage_on_pass,
    mary_is_opposed,
    papacy_takes_over,
    papal_actions,
)
from rules.his.game import HisGame
from rules.his.powers import ENGLAND, IMPULSE_ORDER, PROTESTANT
from rules.his.state import Impulse
from rules.his.two_players.mary import mary_stirs
from rules.his.victory import check_automatic_victory
from rules.his.windows import CARDS, Window
from rules.war.state import Campaign

MANDATORY_CP = 2
PASS = "pass"


class ImpulseSkipped(Event):
    power: Power


@dataclass(slots=True)
class EventDeclared:
    """The moment after an event is declared and before it has any effect.

    A response that cancels the event sets `cancelled`; if it ends the impulse too, `game.impulse.ended`.
    """

    power: Power
    card: CardNumber
    use: str
    target: str = ""
    """Whom it is aimed at, where that is said with the declaration (#5): see `Registry.event`."""
    cancelled: bool = False


# ---- The impulse


async def next_impulse(game: HisGame) -> bool:
    """Give the next power its impulse; False when the Action Phase is over."""
    power = game.turn_power
    order = game.players
    game.turn_power = order[(order.index(power) + 1) % len(order)]
    if game.impulse.power == power:
        # Only a position set up by hand (a rule case) stands in the middle of an impulse here.
        await finish_impulse(game, power)
        return True
    if power in game.skips:
        # A skipped impulse is not a pass (#38), so the row of six begins anew: this power is its last.
        game.skips.remove(power)
        game.passes = 0
        game.emit(ImpulseSkipped(power))
        return True
    game.impulse_number += 1
    game.impulse, game.campaign = Impulse(power), Campaign()
    game.emit(ImpulseBegan(power, game.impulse_number, game.turn))
    mary_may_stir = game.duel is not None and power == PROTESTANT and mary_is_opposed(game)
    await impulse(game, power)
    end_impulse(game)
    if mary_may_stir:
        await mary_stirs(game)
    if game.passes >= len(order):
        return False
    await open_window(game, Window.BETWEEN_IMPULSES, power, powers=IMPULSE_ORDER)
    check_automatic_victory(game)
    return True


def end_impulse(game: HisGame) -> None:
    """Forget what counts within one impulse; cards drawn too late wait for the next one (16.4, #56)."""
    game.impulse, game.campaign = Impulse(held_back=game.impulse.held_back), Campaign()


async def finish_impulse(game: HisGame, power: Power) -> None:
    """Spend the CP left of an impulse that the position already stands in."""
    await spend_cp(game, power, game.impulse.cp)
    end_impulse(game)
    await open_window(game, Window.BETWEEN_IMPULSES, power, powers=IMPULSE_ORDER)
    check_automatic_victory(game)


async def impulse(game: HisGame, power: Power) -> None:
    """One impulse: a card for CP, a card as an event, or a pass (11)."""
    if not game.hand(power):
        await pass_impulse(game, power)
        return
    if power == ENGLAND and mary_is_opposed(game):
        play = await impulse_under_mary(game)
        if play is None:
            game.passes = 0
            return
    else:
        play = await ask(TakeImpulse(power))
    if isinstance(play, Pass):
        await pass_impulse(game, power)
        return
    game.passes = 0
    if isinstance(play, PlayForCP):
        await play_for_cp(game, power, play.card)
    elif isinstance(play, PlayEvent):
        await play_as_event(game, power, play.card, play.use)


async def pass_impulse(game: HisGame, power: Power) -> None:
    """Pass; England may first have a marriage to bring forward (21.3)."""
    game.passes += 1
    game.emit(Passed(power))
    if power == ENGLAND and game.tudors.bonus_roll:
        await advance_marriage_on_pass(game)
        if not all(allows(may_pass, game, drawer) for drawer in (ENGLAND, PROTESTANT)):
            # 6.1: a wedding may bring cards that cannot be kept; then the phase does not end on this pass.
            game.passes = 0


async def play_for_cp(game: HisGame, power: Power, card: CardNumber) -> None:
    """Spend a card's command points on actions; the card is discarded (11)."""
    cp = card_play.discard_for_cp(game, power, card)
    game.impulse.card = card
    await spend_cp(game, power, cp)


async def play_as_event(game: HisGame, power: Power, card: CardNumber, use: str) -> None:
    """Declare the event, let it be cancelled, carry it out (6.1, 11)."""
    entry = CARDS.events[card][use]
    game.impulse.card = card
    card_play.begin_play(game, power, card, use)
    card_play.remember_event(game, power, card)
    game.impulse.target = await entry.aim(game, power) if entry.aim is not None else ""
    moment = EventDeclared(power, card, use, game.impulse.target)
    subject = Reason("event", card=card)
    if moment.target in game.data.reformers:
        subject = Reason("event_against_reformer", card=card, reformer=moment.target)
    elif moment.target:
        subject = Reason("event_against_ruler", card=card, power=moment.target)
    await open_window(game, Window.EVENT_DECLARED, moment, powers=IMPULSE_ORDER, subject=subject)
    await card_play.resolve_event(game, power, entry, cancelled=moment.cancelled)
    check_automatic_victory(game)
    if game.card(card).kind == "mandatory" and not game.impulse.ended:
        # The event is always resolved first, then the power spends 2 CP (6.1).
        await time_to_respond(game)
        await spend_cp(game, power, MANDATORY_CP)


# ---- 21.3 English Impulses Under Mary I


async def impulse_under_mary(game: HisGame) -> Play | None:
    """What England plays under Mary; None if the Papacy acted instead (21.3, steps 1 to 4)."""
    usual = TakeImpulse(ENGLAND).default(game)
    silent = str(usual.card) if isinstance(usual, PlayForCP | PlayEvent) else PASS
    cards = tuple(str(card) for card in game.hand(ENGLAND))
    choices = (*cards, PASS) if allows(may_pass, game, ENGLAND) else cards
    shown = await ask(Choose(ENGLAND, "show_card", "card", choices, silent, "21.3"))
    if shown == PASS:
        return Pass()
    card = int(shown)
    game.emit(CardShown(ENGLAND, card))  # step 1
    if game.card(card).kind != "mandatory" and papacy_takes_over(game):  # steps 2 and 3
        card_play.discard(game, ENGLAND, card, Reason("marys_impulse"))
        await papal_actions(game, game.card(card).cp)  # step 4
        return None
    plays = list(PlayShownCard(ENGLAND, card).legal(game))
    if len(plays) > 1:
        return await ask(PlayShownCard(ENGLAND, card))
    return plays[0]


class PlayShownCard(Question[Play]):
    """How to play the card that England has shown (21.3, step 3)."""

    kind: ClassVar[str] = "shown_card"
    pace: ClassVar[str] = IMPULSE
    card: CardNumber

    def legal(self, game: HisGame) -> Iterable[Play]:
        return [
            play
            for play in TakeImpulse(self.power).legal(game)
            if isinstance(play, PlayForCP | PlayEvent) and play.card == self.card
        ]

    def check(self, game: HisGame, answer: Play) -> None:
        if not isinstance(answer, PlayForCP | PlayEvent) or answer.card != self.card:
            raise Illegal("card.must_be_played", "21.3", card=self.card)
        TakeImpulse(self.power).check(game, answer)
