"""The Negotiation Segment (9.1) as the moderator keeps it: who talks when, and the deals that come of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pbem.games.deals import Deals, Talks
from pbem.games.his.orders.diplomacy import say_item
from pbem.language import Names
from rules import Answered, Engine, Power
from rules.his.diplomacy.deals import Deal
from rules.his.diplomacy.phase import ConfirmDeals, ProposeDeals
from rules.his.powers import ENGLAND, FRANCE, HAPSBURG, IMPULSE_ORDER


class HisDeals(Deals):
    """Deals of two powers: announced by the one that comes first in impulse order, confirmed by the other."""

    deal = Deal
    announce = ProposeDeals
    confirm = ConfirmDeals
    order = IMPULSE_ORDER

    def talks(self, engine: Engine[Any]) -> Sequence[Talks]:
        """All talk at once; on turn 1 of 1517 England with one power, then with the other (7)."""
        game, talks = engine.game, super().talks(engine)
        if not talks or game.turn > game.scenario.turns[0]:
            return talks
        if not game.scenario.options.limited_first_diplomacy:
            return talks
        first = _first_partner(engine)
        second = FRANCE if first == HAPSBURG else HAPSBURG
        return [Talks(game.turn, 1, (ENGLAND, first)), Talks(game.turn, 2, (ENGLAND, second))]

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
