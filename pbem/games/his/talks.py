"""The Negotiation Segment (9.1) as the moderator keeps it: who talks when, and the deals that come of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pbem.games.deals import PLAN, Deals, Talks
from pbem.games.his.orders.diplomacy import AGREEMENTS
from pbem.language.voice import Voice
from pbem.war.talks import told
from rules import Answered, Engine, Power
from rules.his.diplomacy.deal_items import RescindExcommunication
from rules.his.powers import ENGLAND, FRANCE, HAPSBURG, IMPULSE_ORDER
from rules.war.deals import Deal, Item
from rules.war.negotiation import ConfirmDeals, ProposeDeals

PLANNED = ("diplomacy", "spring")
"""Phases in which the plan of a turn can be written."""
FIRST_TALKS = "first_negotiation"


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

    def plan(self, engine: Engine[Any]) -> Talks | None:
        """Between the talks and the first impulse of a turn: peace, wars, spring and that impulse (9, 10)."""
        game, waiting = engine.game, engine.waiting().values()
        asked = any(isinstance(question, ProposeDeals | ConfirmDeals) for question in waiting)
        first = any(getattr(question, "topic", "") == FIRST_TALKS for question in waiting)
        if game.phase not in PLANNED or asked or first or not waiting or game.scenario.two_player:
            return None
        return Talks(game.turn, PLAN, IMPULSE_ORDER)

    def tell(self, deal: Deal, reader: Power, voice: Voice) -> str:
        return told(deal, reader, voice, AGREEMENTS, _own)


def _own(item: Item, voice: Voice) -> str:
    if isinstance(item, RescindExcommunication):
        return voice.word("deal.rescind", power=item.power)
    return voice.word("deal.divorce")


def _first_partner(engine: Engine[Any]) -> Power:
    """With whom England talks first on turn 1 (DIP1-1): its answer is in the log since the phase began."""
    for entry in reversed(engine.log):
        if isinstance(entry, Answered) and (entry.kind, entry.power) == ("choose", ENGLAND):
            answer: Power = entry.answer
            if answer in (HAPSBURG, FRANCE):
                return answer
    return HAPSBURG
