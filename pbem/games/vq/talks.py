"""The Negotiation Segment (9.1) as the moderator keeps it: who talks when, and agreements of this game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from pbem.games.deals import Talks
from pbem.games.vq.orders.diplomacy import AGREEMENTS
from pbem.language.voice import Voice
from pbem.war.talks import WarDeals
from rules import Engine
from rules.vq.diplomacy.deal_items import Betroth
from rules.vq.powers import IMPULSE_ORDER
from rules.war.deals import Item


class VqDeals(WarDeals):
    """Not all powers talk, and some agree on betrothals."""

    order = IMPULSE_ORDER
    agreements = AGREEMENTS
    before_plan = ("betroth_own", "betroth_unplayed")

    def talks(self, engine: Engine[Any]) -> Sequence[Talks]:
        """Powers that nobody plays negotiate with nobody (3.2)."""
        return [replace(talks, powers=engine.game.played()) for talks in super().talks(engine)]

    def tell_own(self, item: Item, voice: Voice) -> str:
        assert isinstance(item, Betroth)
        return voice.word("deal.betroth", noble=item.bride, other_noble=item.groom)
