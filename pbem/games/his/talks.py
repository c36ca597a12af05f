"""The Negotiation Segment (9.1) as the moderator keeps it: who talks when, and the deals that come of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pbem.games.deals import PLAN, Deals, Talks
from pbem.language.voice import Voice
from rules import Answered, Engine, Power
from rules.his.diplomacy.alliances import FormAlliance, LoanSquadrons
from rules.his.diplomacy.deal_items import (
    CedeSpace,
    EndWar,
    GiveCards,
    GiveMercenaries,
    GrantDivorce,
    RescindExcommunication,
    ReturnLeader,
)
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
        return ", ".join(_told(item, reader, voice) for item in deal.items)


def _told(item: Item, reader: Power, voice: Voice) -> str:
    """One agreement; what the reader gives is told to him."""
    if isinstance(item, RescindExcommunication):
        return voice.word("deal.rescind", power=item.power)
    if isinstance(item, ReturnLeader):
        return voice.word("deal.return", leader=item.leader)
    if not isinstance(item, LoanSquadrons | CedeSpace | GiveCards | GiveMercenaries):
        return voice.word(f"deal.{MUTUAL[type(item)]}")
    you = "you_" if item.giver == reader else ""
    if isinstance(item, CedeSpace):
        return voice.word(f"deal.{you}cede", power=item.giver, space=item.space)
    if isinstance(item, GiveCards):
        return voice.word(f"deal.{you}give_cards", power=item.giver, count=item.count)
    if isinstance(item, GiveMercenaries):
        (text,) = voice.units({"mercenaries": item.count})
        return voice.word(f"deal.{you}give", power=item.giver, text=text)
    (ships,) = voice.units({"squadrons": item.count}, "" if item.nation == item.giver else item.nation)
    return voice.word(
        f"deal.{you}lend", power=item.giver, text=ships, place=item.place, leader=item.leader or None
    )


MUTUAL: dict[type[Item], str] = {EndWar: "peace", FormAlliance: "alliance", GrantDivorce: "divorce"}


def _first_partner(engine: Engine[Any]) -> Power:
    """With whom England talks first on turn 1 (DIP1-1): its answer is in the log since the phase began."""
    for entry in reversed(engine.log):
        if isinstance(entry, Answered) and (entry.kind, entry.power) == ("choose", ENGLAND):
            answer: Power = entry.answer
            if answer in (HAPSBURG, FRANCE):
                return answer
    return HAPSBURG
