"""The Negotiation Segment (9.1) as the moderator keeps it: who talks when, and the deals that come of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from pbem.games.deals import PLAN, Deals, Talks
from pbem.games.vq.orders.diplomacy import AGREEMENTS
from pbem.language.voice import Voice
from pbem.war.talks import told
from rules import Engine, Power
from rules.vq.diplomacy.deal_items import Betroth
from rules.vq.powers import IMPULSE_ORDER
from rules.war.deals import Deal, Item
from rules.war.negotiation import ConfirmDeals, ProposeDeals

PLANNED = ("diplomacy", "spring")
"""Phases in which the plan of a turn can be written."""
BETROTHALS = ("betroth_own", "betroth_unplayed")


class VqDeals(Deals):
    """Deals of two powers: announced by the one that comes first in impulse order, confirmed by the other."""

    deal = Deal
    announce = ProposeDeals
    confirm = ConfirmDeals
    order = IMPULSE_ORDER

    def talks(self, engine: Engine[Any]) -> Sequence[Talks]:
        """Powers that nobody plays negotiate with nobody (3.2)."""
        return [replace(talks, powers=engine.game.played()) for talks in super().talks(engine)]

    def plan(self, engine: Engine[Any]) -> Talks | None:
        """Between the talks and the first impulse of a turn: wars, spring and that impulse (9, 10)."""
        game, waiting = engine.game, engine.waiting().values()
        talking = any(isinstance(question, ProposeDeals | ConfirmDeals) for question in waiting)
        betrothing = any(getattr(question, "topic", "") in BETROTHALS for question in waiting)
        if game.phase not in PLANNED or talking or betrothing or not waiting:
            return None
        return Talks(game.turn, PLAN, game.majors)

    def tell(self, deal: Deal, reader: Power, voice: Voice) -> str:
        return told(deal, reader, voice, AGREEMENTS, _own)


def _own(item: Item, voice: Voice) -> str:
    assert isinstance(item, Betroth)
    return voice.word("deal.betroth", noble=item.bride, other_noble=item.groom)
