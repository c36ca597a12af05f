"""What may be seen of a position of Here I Stand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pbem.games.his.score import lacks
from pbem.games.views import Hand, Public
from pbem.language.voice import Voice
from pbem.war import views
from pbem.war.card_uses import OutOfTurn
from rules import Power
from rules.his.powers import IMPULSE_ORDER
from rules.his.victory import scores
from rules.his.windows import CARDS, Window

OUT_OF_TURN = OutOfTurn(
    CARDS,
    {
        Window.EVENT_DECLARED: "against an event",
        Window.BETWEEN_IMPULSES: "after {power}",
        Window.DEBATERS_CHOSEN: "",
        Window.SPRING: "this turn",
        Window.DEPLOYMENT: "this turn",
        Window.SUING_FOR_PEACE: "this turn",
    },
    IMPULSE_ORDER,
)


def public_view(game: Any, voice: Voice, *, windows: str = "") -> Public:
    """What an onlooker at the table sees."""
    return views.public_view(game, voice, scores(game), lacks, windows=windows)


def hands(game: Any, powers: Sequence[Power], voice: Voice) -> tuple[Hand, ...]:
    """The hands of a seat's own powers, and of no other."""
    return views.hands(game, {power: cards_of(game, power) for power in powers}, voice, OUT_OF_TURN)


def cards_of(game: Any, power: Power) -> list[int]:
    """What a power holds; in the two-player game its Diplomacy cards after the others."""
    own = sorted(game.hand(power))
    return own if game.duel is None else [*own, *sorted(game.duel.hands.get(power, ()))]
