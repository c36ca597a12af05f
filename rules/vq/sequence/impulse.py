"""The Action Phase: one impulse after another until all six powers pass in a row (11)."""

from __future__ import annotations

from dataclasses import dataclass

from rules.core import card_play
from rules.core.cards import CardNumber
from rules.core.events import Event
from rules.core.flow import Power, ask
from rules.core.impulse import Pass, PlayEvent, PlayForCP, TakeImpulse
from rules.core.questions import Choose
from rules.core.reasons import Reason
from rules.core.story import ImpulseBegan, Passed
from rules.core.windows import open_window
from rules.vq.actions import of_kinds, spend_cp, time_to_respond
from rules.vq.dynasty.science import claim_bonus, open_bonuses
from rules.vq.game import VqGame
from rules.vq.kinds import Treasure
from rules.vq.powers import IMPULSE_ORDER
from rules.vq.state import Impulse
from rules.vq.treasury import DRAW_CARD, SCIENCE, VICTORY_POINT, discard, hand_of, spendable, worth
from rules.vq.victory import add_bonus_vp, check_automatic_victory
from rules.vq.windows import CARDS, Window
from rules.war.state import Campaign

KEEP = "none"
TREASURES_OPTION, SEVERAL = "treasures", "several"
"""Several treasures may extend an impulse, one after the other (11)."""


class TreasurePlayed(Event):
    power: Power
    treasure: Treasure


@dataclass(slots=True)
class EventDeclared:
    """The moment after an event is declared and before it has any effect (#28)."""

    power: Power
    card: CardNumber
    use: str
    cp_instead: int = 0
    cancelled: bool = False


# ---- The impulse


async def next_impulse(game: VqGame) -> bool:
    """Give the next power its impulse; False when the Action Phase is over."""
    power = game.turn_power
    game.turn_power = IMPULSE_ORDER[(IMPULSE_ORDER.index(power) + 1) % len(IMPULSE_ORDER)]
    if power not in game.majors:  # nobody controls it (3.2)
        return True
    if game.impulse.power == power:
        # Only a position set up by hand (a rule case) stands in the middle of an impulse here.
        await spend_cp(game, power, game.impulse.cp)
        await extend_impulse(game, power)
        end_impulse(game)
        return True
    game.impulse_number += 1
    game.impulse, game.campaign = Impulse(power), Campaign()
    game.emit(ImpulseBegan(power, game.impulse_number, game.turn))
    await impulse(game, power)
    end_impulse(game)
    return game.passes < len(game.majors)


def end_impulse(game: VqGame) -> None:
    """Forget what counts within one impulse; cards drawn too late may be played from the next one on."""
    game.impulse, game.campaign = Impulse(), Campaign()


async def impulse(game: VqGame, power: Power) -> None:
    """One impulse: a card for CP, a card as an event, or a pass; then perhaps a treasure (11)."""
    if not game.hand(power):
        pass_impulse(game, power)  # a treasure only extends an impulse
        return
    play = await ask(TakeImpulse(power))
    if isinstance(play, Pass):
        pass_impulse(game, power)
        return
    game.passes = 0
    if isinstance(play, PlayForCP):
        await play_for_cp(game, power, play.card)
    elif isinstance(play, PlayEvent):
        await play_as_event(game, power, play.card, play.use)
    await extend_impulse(game, power)


def pass_impulse(game: VqGame, power: Power) -> None:
    game.passes += 1
    game.emit(Passed(power))


async def play_for_cp(game: VqGame, power: Power, card: CardNumber) -> None:
    """Spend a card's command points on actions; the card is discarded (11)."""
    cp = card_play.discard_for_cp(game, power, card)
    game.impulse.card = card
    await spend_cp(game, power, cp)


async def play_as_event(game: VqGame, power: Power, card: CardNumber, use: str) -> None:
    """Declare the event, let a home card be cancelled, carry it out; mandatory ones give 2 CP (6.1, 11)."""
    entry = CARDS.events[card][use]
    game.impulse.card = card
    card_play.begin_play(game, power, card, use)
    card_play.remember_event(game, power, card)
    moment = EventDeclared(power, card, use)
    if game.card(card).kind == "home":
        others = [other for other in game.majors if other != power]
        subject = Reason("event", card=card)
        await open_window(game, Window.EVENT_DECLARED, moment, powers=others, subject=subject)
    await card_play.resolve_event(game, power, entry, cancelled=moment.cancelled)
    await game.elsewhere.see_intrusions(game)
    game.impulse.kinds.clear()  # what an event buys does not bind a treasure (11)
    check_automatic_victory(game)
    cp = moment.cp_instead if moment.cancelled else game.card(card).use(use).grants_cp
    if cp and game.card(card).kind == "mandatory":
        await time_to_respond(game)
        await spend_cp(game, power, cp)
    elif moment.cancelled and cp:
        await spend_cp(game, power, cp, of_card=False)


# ---- 11 A treasure extends the impulse


async def extend_impulse(game: VqGame, power: Power) -> None:
    """ACT-3: once in an impulse a power may play a treasure after its card (11); by an option several."""
    while await treasure_is_played(game, power) and game.option(TREASURES_OPTION) == SEVERAL:
        game.impulse.treasure_played = False


async def treasure_is_played(game: VqGame, power: Power) -> bool:
    """The power plays a treasure, or does not."""
    treasures = sorted(dict.fromkeys(spendable(game, power)))
    if not treasures or game.impulse.treasure_played or game.impulse.ended:
        return False
    chosen = await ask(Choose(power, "treasure", "treasure", (KEEP, *treasures), KEEP, "11"))
    if chosen == KEEP:
        return False
    game.impulse.treasure_played = True
    game.emit(TreasurePlayed(power, chosen))
    if chosen == VICTORY_POINT:
        hand_of(game, power).remove(chosen)  # out of the game
        add_bonus_vp(game, power, VICTORY_POINT, 1)
        return True
    discard(game, power, [chosen], Reason("spent"))
    if chosen == DRAW_CARD:
        for card in card_play.draw_cards(game, power, 1, Reason("treasure")):
            game.hold_back(card)
    elif chosen == SCIENCE:
        await choose_science(game, power)
    else:
        barred = of_kinds(game, *game.impulse.kinds) if game.impulse.kinds else ()
        await spend_cp(game, power, worth(chosen), barred=barred, of_card=False)
    return True


async def choose_science(game: VqGame, power: Power) -> None:
    """ACT-4: a science bonus that nobody has, of use to the power (22.2)."""
    options = open_bonuses(game, power)
    if options:
        chosen = await ask(Choose(power, "science_bonus", "science", tuple(options), options[0], "22.2"))
        claim_bonus(game, power, chosen)
