"""The Negotiation Segment (9.1) as the moderator keeps it: who talks when, and the deals that come of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pbem.games.deals import Talks
from pbem.games.his.orders.diplomacy import say_item
from pbem.language import Names
from rules import Answered, Engine, Power, Question
from rules.his.diplomacy.deals import Deal
from rules.his.diplomacy.phase import ConfirmDeals, ProposeDeals
from rules.his.powers import ENGLAND, FRANCE, HAPSBURG, IMPULSE_ORDER


class HisDeals:
    """Deals of two powers: announced by the one that comes first in impulse order, confirmed by the other."""

    deal = Deal

    def talks(self, engine: Engine[Any]) -> Sequence[Talks]:
        """All talk at once; on turn 1 of 1517 England with one power, then with the other (7)."""
        if not any(isinstance(question, ProposeDeals) for question in engine.waiting().values()):
            return []
        game = engine.game
        if game.turn == game.scenario.turns[0] and game.scenario.options.limited_first_diplomacy:
            first = _first_partner(engine)
            second = FRANCE if first == HAPSBURG else HAPSBURG
            return [Talks(game.turn, 1, (ENGLAND, first)), Talks(game.turn, 2, (ENGLAND, second))]
        return [Talks(game.turn, 1, tuple(IMPULSE_ORDER))]

    def announcement(self, power: Power, partners: Sequence[Power]) -> ProposeDeals:
        return ProposeDeals(power, tuple(partners))

    def announces(self, question: Question[Any]) -> Sequence[Power] | None:
        return question.partners if isinstance(question, ProposeDeals) else None

    def confirms(self, question: Question[Any]) -> Sequence[Deal] | None:
        return question.deals if isinstance(question, ConfirmDeals) else None

    def in_order(self, deal: Deal) -> Deal:
        first, second = sorted((deal.proposer, deal.partner), key=IMPULSE_ORDER.index)
        return Deal(first, second, deal.items)

    def say(self, deal: Deal, speaker: Power, names: Names) -> str:
        own = [getattr(item, "giver", "") == speaker for item in deal.items]
        terms = [say_item(item, speaker, names) for item in deal.items]
        return ", ".join(f"you {term}" if mine else term for mine, term in zip(own, terms, strict=True))


def _first_partner(engine: Engine[Any]) -> Power:
    """With whom England talks first on turn 1 (DIP1-1): its answer is in the log since the phase began."""
    for entry in reversed(engine.log):
        if isinstance(entry, Answered) and (entry.kind, entry.power) == ("choose", ENGLAND):
            answer: Power = entry.answer
            if answer in (HAPSBURG, FRANCE):
                return answer
    return HAPSBURG
