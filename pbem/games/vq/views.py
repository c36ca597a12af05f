"""What may be seen of a position of Virgin Queen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from pbem.games.views import Hand, Public
from pbem.games.vq.score import lacks
from pbem.language.voice import Voice
from pbem.war import views
from pbem.war.card_uses import OutOfTurn
from rules import Power
from rules.vq.powers import EMPIRE, SPAIN
from rules.vq.treasury import hand_of
from rules.vq.victory import scores
from rules.vq.windows import CARDS, Window
from rules.war.windows import WarWindow

OUT_OF_TURN = OutOfTurn(
    CARDS,
    {
        Window.EVENT_DECLARED: "against an event",
        Window.NEGOTIATION: "this turn",
        WarWindow.ASSAULT_SUCCEEDED: "in assault",
    },
)


def public_view(game: Any, voice: Voice, *, windows: str = "") -> Public:
    """What an onlooker at the table sees."""
    return views.public_view(game, voice, scores(game), lacks, windows=windows)


def hands(game: Any, powers: Sequence[Power], voice: Voice) -> tuple[Hand, ...]:
    """The hands of a seat's own powers, and of no other."""
    cards = views.hands(game, {power: sorted(game.hand(power)) for power in powers}, voice, OUT_OF_TURN)
    return tuple(replace(hand, also=_also(game, hand.power, voice)) for hand in cards)


def _also(game: Any, power: Power, voice: Voice) -> tuple[str, ...]:
    """Treasures; the row that only Spain knows (6.3), and what the Empire hopes for (23.5)."""
    lines = []
    if held := sorted(hand_of(game, power)):
        lines.append(voice.word("hand.treasures", treasures=tuple(held)))
    if power == SPAIN and game.treasures.spain:
        lines.append(voice.word("hand.row", treasures=tuple(game.treasures.spain)))
    if power == EMPIRE and game.lasting.preference and not game.lasting.preference_open:
        lines.append(voice.word("hand.preference", faith=game.lasting.preference))
    return tuple(lines)
