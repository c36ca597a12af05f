"""Which card to play, and how: for its CP or as an event, and when to stop."""

from __future__ import annotations

from itertools import islice
from typing import Any

from pbem.games.suggestion import Suggestion, because
from pbem.games.vq.bot.mind import Mind
from rules.core.cards import CardNumber
from rules.core.impulse import Pass, PlayEvent, PlayForCP, TakeImpulse
from rules.vq.treasury import VICTORY_POINT, worth
from rules.war.windows import WarWindow

COMBAT = (WarWindow.FIELD_BATTLE_CARDS, WarWindow.ASSAULT_CARDS, WarWindow.NAVAL_COMBAT_CARDS)
MOST_LOOKED_AT = 40
KEPT_KINDS = ("combat", "response")


def take_impulse(mind: Mind, question: TakeImpulse) -> Suggestion:
    game = mind.game
    plays = list(question.legal(game))
    events = [play for play in plays if isinstance(play, PlayEvent)]
    must = [play for play in events if game.card(play.card).kind == "mandatory"]
    if must and len(game.hand(mind.power)) <= 2:
        return Suggestion(must[0], because("event", card=must[0].card))
    passing = next((play for play in plays if isinstance(play, Pass)), None)
    uses = [play for play in plays if isinstance(play, PlayEvent | PlayForCP)]
    if passing is not None and (not uses or may_wait(mind)):
        return Suggestion(passing, because("keep"))
    judged = [(play_worth(mind, play), -at) for at, play in enumerate(uses)]
    play = uses[-max(judged)[1]]
    why = "event" if isinstance(play, PlayEvent) else "card"
    return Suggestion(play, because(why, card=play.card))


def play_worth(mind: Mind, play: Any) -> float:
    """In points; early in a turn the strongest card goes first."""
    card = mind.game.card(play.card)
    noise = mind.rng.random() * 0.05
    if isinstance(play, PlayForCP):
        late = -0.1 * (card.kind in KEPT_KINDS)
        return card.cp * mind.weights["cp"] + late + noise
    found = mind.weights.event_worth(mind.power, play.card, play.use)
    if found is None:
        found = mind.weights["cp"] * (card.cp if card.kind == "mandatory" else card.cp - 1)
    return found + noise


def may_wait(mind: Mind) -> bool:
    """What is left can be kept for the next turn, and is better there."""
    game = mind.game
    if not mind.turns_left:
        return False
    return all(
        game.card(card).kind in KEPT_KINDS or game.card(card).cp <= 2 for card in game.hand(mind.power)
    )


def respond(mind: Mind, question: Any) -> Suggestion:
    """Combat cards in its own fights; nothing else is spent on a guess."""
    if question.window in COMBAT:
        plays = [some for some in islice(question.legal(mind.game), MOST_LOOKED_AT) if some]
        if plays:
            return Suggestion(plays[0], because("combat", card=plays[0][0].card))
    return Suggestion(question.default(mind.game), because("wait"))


def treasure(mind: Mind, question: Any) -> Suggestion:
    """A treasure extends the impulse: points at once, coins while there is something to do."""
    coins = [option for option in question.options if option != "none"]
    if VICTORY_POINT in coins:
        return Suggestion(VICTORY_POINT, because("treasure"))
    return Suggestion(max(coins, key=lambda coin: (worth(coin), coin)), because("treasure"))


def least(mind: Mind, cards: list[CardNumber]) -> CardNumber:
    return min(cards, key=lambda card: (mind.game.card(card).cp, card))
