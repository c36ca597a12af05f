"""What many cards share: conditions of events, and choosing among cards that others do not see."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from rules.core.cards import CardNumber
from rules.core.flow import Power, ask
from rules.core.questions import Choose
from rules.his.dynasty.rulers import rules
from rules.his.faith.debaters import uncommitted
from rules.his.game import HisGame
from rules.his.kinds import DebaterId, RulerId

Playable: TypeAlias = Callable[[HisGame, Power], bool]
"""Whether a player may play an event."""


def always(game: HisGame, power: Power) -> bool:
    """For events without conditions: what they cannot do is left out (11)."""
    return True


def while_free(debater: DebaterId) -> Playable:
    """For events that commit a debater: he must be there and uncommitted (18.2)."""

    def debater_is_free(game: HisGame, power: Power) -> bool:
        return uncommitted(game, debater)

    return debater_is_free


def while_he_rules(ruler: RulerId) -> Playable:
    """For events that bring the next ruler: his forerunner must rule (3.3)."""

    def forerunner_rules(game: HisGame, power: Power) -> bool:
        return rules(game, ruler)

    return forerunner_rules


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
