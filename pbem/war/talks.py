"""The Negotiation Segment (9.1) as the moderator keeps it: deals, the turn plan, and deals in words."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, ClassVar

from pbem.games.deals import PLAN, Deals, Talks
from pbem.language.voice import Voice
from pbem.war.orders.deals import Agreements, is_made_by
from rules import Engine, Power
from rules.war.deals import SQUADRONS, Deal, Item
from rules.war.negotiation import ConfirmDeals, ProposeDeals

PLANNED = ("diplomacy", "spring")
"""Phases in which the plan of a turn can be written."""


class WarDeals(Deals):
    """Deals of two powers: announced by the one that comes first in impulse order, confirmed by the other."""

    deal = Deal
    announce = ProposeDeals
    confirm = ConfirmDeals
    agreements: ClassVar[Agreements]
    before_plan: ClassVar[tuple[str, ...]] = ()
    """Topics of choices that belong to the talks: the plan comes after them."""

    def plan(self, engine: Engine[Any]) -> Talks | None:
        """Between the talks and the first impulse of a turn: peace, wars, spring and that impulse (9, 10)."""
        game, waiting = engine.game, engine.waiting().values()
        talking = any(
            isinstance(question, ProposeDeals | ConfirmDeals)
            or getattr(question, "topic", "") in self.before_plan
            for question in waiting
        )
        if game.phase not in PLANNED or talking or not waiting:
            return None
        return Talks(game.turn, PLAN, game.majors)

    def tell(self, deal: Deal, reader: Power, voice: Voice) -> str:
        return ", ".join(self._told(item, reader, voice) for item in deal.items)

    @abstractmethod
    def tell_own(self, item: Item, voice: Voice) -> str:
        """An agreement that only this title has."""

    def _told(self, item: Any, reader: Power, voice: Voice) -> str:
        """One agreement; what the reader gives is told to him."""
        agreements = self.agreements
        if item == agreements.peace:
            return voice.word("deal.peace")
        if item == agreements.alliance:
            return voice.word("deal.alliance")
        if is_made_by(agreements.free, item):
            return voice.word("deal.return", leader=item.leader)
        if not hasattr(item, "giver"):
            return self.tell_own(item, voice)
        you = "you_" if item.giver == reader else ""
        if is_made_by(agreements.cede, item):
            return voice.word(f"deal.{you}cede", power=item.giver, space=item.space)
        for gift in agreements.gifts:
            if is_made_by(gift.item, item) and gift.unit:
                (text,) = voice.units({gift.unit: item.count})
                return voice.word(f"deal.{you}give", power=item.giver, text=text)
            if is_made_by(gift.item, item):
                return voice.word(f"deal.{you}{gift.told}", power=item.giver, count=item.count)
        nation = "" if item.nation == item.giver else item.nation
        (ships,) = voice.units({getattr(item, "kind", SQUADRONS): item.count}, nation)
        return voice.word(
            f"deal.{you}lend", power=item.giver, text=ships, place=item.place, leader=item.leader or None
        )
