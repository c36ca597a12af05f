"""The Negotiation Segment (9.1) as the moderator keeps it: who talks when, and agreements of this game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pbem.games.deals import Talks
from pbem.games.his.orders.diplomacy import AGREEMENTS
from pbem.language.voice import Voice
from pbem.war.talks import WarDeals
from rules import Answered, Engine, Power
from rules.his.diplomacy.deal_items import RescindExcommunication
from rules.his.powers import ENGLAND, FRANCE, HAPSBURG, IMPULSE_ORDER
from rules.war.deals import Item


class HisDeals(WarDeals):
    """On turn 1 of 1517 only England talks."""

    order = IMPULSE_ORDER
    agreements = AGREEMENTS
    before_plan = ("first_negotiation",)

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
        """The two-player game, with a Diplomacy Phase of its own, has none."""
        return None if engine.game.scenario.two_player else super().plan(engine)

    def tell_own(self, item: Item, voice: Voice) -> str:
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
