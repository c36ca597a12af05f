"""What many cards share: events without conditions, and asking only where there is a choice."""

from __future__ import annotations

from collections.abc import Sequence

from rules.core.cards import CardNumber
from rules.core.flow import Power, ask
from rules.core.questions import Choose
from rules.his.game import HisGame


def always(game: HisGame, power: Power) -> bool:
    """For events without conditions: what they cannot do is left out (11)."""
    return True


async def choose_one(power: Power, topic: str, about: str, options: Sequence[str], rule: str) -> str:
    """One of several things; a single one is taken without a question, and silence takes the first."""
    if len(options) == 1:
        return options[0]
    return await ask(Choose(power, topic, about, tuple(options), options[0], rule))


async def choose_hidden(
    power: Power, topic: str, cards: Sequence[CardNumber], seen: int, rule: str
) -> CardNumber:
    """One of the cards of hidden hands; silence takes the first.

    It is asked for even if only one of them may be named, unless everybody has `seen` that there is one only:
    a question that is not asked would tell what the others are.
    """
    options = tuple(str(card) for card in cards)
    if seen == 1:
        return cards[0]
    chosen = await ask(Choose(power, topic, "card", options, options[0], rule))
    return int(chosen)
