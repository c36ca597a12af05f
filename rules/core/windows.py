"""Windows: named moments at which cards may be played out of turn, and how they are asked for.

The rules ask every power that could respond by public knowledge, whether or not it holds such a card;
who is really waited for is the moderator's policy.  Cards register for windows (`rules.core.cards`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from rules.core.card_play import play_out_of_turn
from rules.core.cards import CardGame, CardPlay, Use
from rules.core.errors import Illegal, named_twice
from rules.core.events import Event
from rules.core.flow import WINDOW, Power, Question, ask_all
from rules.core.reasons import Reason

ONE_CARD = 1
ANY_NUMBER = 99


class Respond(Question[tuple[CardPlay, ...]]):
    """May play cards in a window; nobody has to.  Silence plays nothing."""

    kind: ClassVar[str] = "respond"
    pace: ClassVar[str] = WINDOW
    window: str
    subject: Reason | None = None
    most: int = ONE_CARD

    def legal(self, game: Any) -> Iterable[tuple[CardPlay, ...]]:
        yield ()
        for use in playable_uses(game, self.power, self.window):
            yield (CardPlay(use.card, use.use),)

    def check(self, game: Any, answer: tuple[CardPlay, ...]) -> None:
        if len(answer) > self.most:
            raise Illegal("card.only_one", "6.1")
        if (twice := named_twice(play.card for play in answer)) is not None:
            raise Illegal("card.named_twice", "6.1", card=twice)
        for play in answer:
            why_not(game, self.power, self.window, play)

    def default(self, game: Any) -> tuple[CardPlay, ...]:
        return ()


def playable_uses(game: CardGame, power: Power, window: str) -> list[Use[Any]]:
    """Uses of cards in a power's hand that this window allows it now."""
    hand = game.hand(power)
    moment = game.moments[-1]
    return [
        use
        for use in game.registry.by_window.get(window, ())
        if use.card in hand
        and use.card not in game.held_back()
        and game.may_respond(power, use)
        and use.playable(game, power, moment)
    ]


def why_not(game: CardGame, power: Power, window: str, play: CardPlay) -> None:
    """Raise `Illegal` if a card may not be played in a window."""
    if play.card not in game.hand(power):
        raise Illegal("card.not_in_hand", "6.1", card=play.card)
    if not any(
        use.card == play.card and use.use == play.use for use in game.registry.by_window.get(window, ())
    ):
        raise Illegal("card.not_at_this_moment", "6.1", card=play.card)
    if not any((use.card, use.use) == (play.card, play.use) for use in playable_uses(game, power, window)):
        raise Illegal("card.conditions_not_met", "6.1", card=play.card)


def could_answer(game: CardGame, window: str, powers: Iterable[Power]) -> list[Power]:
    """Those of the powers that could play something in this moment, for all that is public.

    Predicates of uses look at public facts only, so they may be asked for a power that does not hold the
    card; hands themselves count only by their size, and home cards, which everybody sees used.
    """
    moment = game.moments[-1]
    about = [
        use
        for use in game.registry.by_window.get(window, ())
        if game.could_be_held(use.card) and not game.used_as_event(use.card)
    ]
    return [
        power
        for power in powers
        if about and game.hand(power) and any(_might_play(game, power, use, moment) for use in about)
    ]


def _might_play(game: CardGame, power: Power, use: Use[Any], moment: Any) -> bool:
    home = game.card(use.card).home
    if home is not None and (home != power or use.card not in game.hand(power)):
        return False
    return game.may_respond(power, use) and bool(use.playable(game, power, moment))


async def open_window(
    game: CardGame,
    window: str,
    moment: Any,
    *,
    powers: Sequence[Power],
    subject: Reason | None = None,
    most: int = ONE_CARD,
    announce: Event | None = None,
) -> None:
    """Ask all these powers at once, then resolve what they play, in the order given.

    A card that an earlier response made impossible is not played and stays in hand.  `subject` says what
    they may respond to, where the window alone does not; `announce` is reported first if anybody is asked.
    """
    if window not in game.registry.by_window:
        return
    game.moments.append(moment)
    try:
        asked = could_answer(game, window, game.who_may_respond(powers, moment))
        if asked and announce is not None:
            game.emit(announce)
        answers = await ask_all([Respond(power, window, subject, most) for power in asked])
        for power, plays in zip(asked, answers, strict=True):
            for play in plays:
                await _resolve(game, power, window, play)
    finally:
        game.moments.pop()


async def offer(game: CardGame, power: Power, window: str, moment: Any, *, most: int = ONE_CARD) -> None:
    """Open a window for one power alone: attacker first, then defender."""
    await open_window(game, window, moment, powers=[power], most=most)


async def _resolve(game: CardGame, power: Power, window: str, play: CardPlay) -> None:
    for use in playable_uses(game, power, window):
        if (use.card, use.use) == (play.card, play.use):
            await play_out_of_turn(game, power, use, game.moments[-1])
            return
