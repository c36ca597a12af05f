"""What a power does with its impulse: a card for its points, a card as an event, or nothing (11)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from rules.core import card_play, codec
from rules.core.cards import CardNumber
from rules.core.errors import Illegal, allows
from rules.core.flow import IMPULSE, Power, Question
from rules.core.records import Record


class Play(Record):
    """What a power does with its impulse."""


class PlayForCP(Play):
    """Play a card for command points."""

    card: CardNumber


class PlayEvent(Play):
    """Play a card as an event, by one of its uses."""

    card: CardNumber
    use: str


class Pass(Play):
    """Play no card."""


codec.family(Play, lambda: {cls.__name__: cls for cls in (PlayForCP, PlayEvent, Pass)})


# ---- Which activity (11)


def may_pass(game: Any, power: Power) -> None:
    """Raise `Illegal` if the power may not pass (11)."""
    hand = game.hand(power)
    if any(game.card(card).kind == "home" for card in hand):
        raise Illegal("pass.home_card_unplayed", "11")
    if any(game.card(card).kind == "mandatory" for card in hand):
        raise Illegal("pass.mandatory_event_held", "11")
    if len(hand) > (limit := game.cards_kept(power)):
        raise Illegal("pass.too_many_cards", "11", count=len(hand), limit=limit)


def check_event(game: Any, power: Power, card: CardNumber, use: str) -> None:
    """Raise `Illegal` if a card may not be played as this event (11)."""
    entry = game.registry.events.get(card, {}).get(use)
    if not game.card(card).uses:
        raise Illegal("card.without_function", "11", card=card)
    if entry is None:
        raise Illegal("event.not_for_an_impulse", "11", card=card)
    if game.used_as_event(card):
        raise Illegal("event.played_already", "11", card=card)
    if game.card(card).kind == "mandatory":
        return  # it must be played; what it cannot do is skipped
    game.check_event_at_all(power, card)
    if not game.card_is_for(power, card, use):
        raise Illegal("event.not_for_your_power", "11", card=card)
    if not entry.playable(game, power):
        raise Illegal("card.conditions_not_met", "11", card=card)


def must_be_event(game: Any, card: CardNumber) -> bool:
    """Whether a card can be played as an event alone; one without a function is played for its CP."""
    return game.card(card).kind == "mandatory" and bool(game.card(card).uses)


class TakeImpulse(Question[Play]):
    """ACT-1: play a card for CP, play a card as an event, or pass (11)."""

    kind: ClassVar[str] = "impulse"
    pace: ClassVar[str] = IMPULSE

    def legal(self, game: Any) -> Iterable[Play]:
        for card in game.hand(self.power):
            if not must_be_event(game, card):
                yield PlayForCP(card)
            for use in game.registry.events.get(card, {}):
                if allows(check_event, game, self.power, card, use):
                    yield PlayEvent(card, use)
        if allows(may_pass, game, self.power):
            yield Pass()

    def check(self, game: Any, answer: Play) -> None:
        if isinstance(answer, Pass):
            may_pass(game, self.power)
        elif isinstance(answer, PlayForCP):
            self._holds(game, answer.card)
            if must_be_event(game, answer.card):
                raise Illegal("card.mandatory_is_event", "6.1", card=answer.card)
        elif isinstance(answer, PlayEvent):
            self._holds(game, answer.card)
            check_event(game, self.power, answer.card, answer.use)

    def _holds(self, game: Any, card: CardNumber) -> None:
        if card not in game.hand(self.power):
            raise Illegal("card.not_in_hand", "11", card=card)

    def default(self, game: Any) -> Play:
        """Silence passes if it may; else plays the least card for CP, a mandatory event, the home card."""
        if allows(may_pass, game, self.power):
            return Pass()
        hand = game.hand(self.power)
        if (least := card_play.least_card(game, self.power)) is not None:
            return PlayForCP(least)
        for card in sorted(hand):
            if must_be_event(game, card):
                return PlayEvent(card, next(iter(game.registry.events[card])))
        return PlayForCP(min(hand))
