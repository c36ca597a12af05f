"""What titles agree on in the same words (9.1): peace, captives, spaces, cards, mercenaries.

Here is what is announced of each and, where it is the same, how it takes effect.  Who may agree on it, the
titles say.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from rules.core.card_play import take_random_card
from rules.core.events import Event
from rules.core.flow import Power
from rules.core.reasons import Reason
from rules.war import treaty_events as treaty
from rules.war.deals import CARDS, Deal, Item
from rules.war.ids import LeaderId, SpaceId


@dataclass(frozen=True, slots=True)
class Peace(Item):
    """Two powers end their war."""

    rank: ClassVar[int] = 1

    def terms(self, deal: Deal) -> list[Event]:
        return [treaty.PeaceTerm(deal.proposer, deal.partner)]


@dataclass(frozen=True, slots=True)
class Return(Item):
    """A captured army leader is set free."""

    rank: ClassVar[int] = 4
    leader: LeaderId

    def terms(self, deal: Deal) -> list[Event]:
        return [treaty.ReturnTerm(self.leader)]


@dataclass(frozen=True, slots=True)
class Cession(Item):
    """A power yields political control of a space."""

    rank: ClassVar[int] = 5
    giver: Power
    space: SpaceId

    def handed_over(self) -> tuple[SpaceId, ...]:
        return (self.space,)

    def terms(self, deal: Deal) -> list[Event]:
        return [treaty.CessionTerm(self.giver, deal.other(self.giver), self.space)]


@dataclass(frozen=True, slots=True)
class GiftOfCards(Item):
    """Random draws from the giver's hand."""

    rank: ClassVar[int] = 6
    giver: Power
    count: int

    async def take_effect(self, game: Any, deal: Deal) -> None:
        receiver = deal.other(self.giver)
        for _ in range(self.count):
            take_random_card(game, giver=self.giver, taker=receiver, reason=Reason("treaty"))
        game.diplomacy.given.setdefault(CARDS, []).extend([(self.giver, receiver)] * self.count)

    def terms(self, deal: Deal) -> list[Event]:
        return [treaty.CardsTerm(self.giver, deal.other(self.giver), self.count)]


@dataclass(frozen=True, slots=True)
class GiftOfMercenaries(Item):
    """Mercenaries of the giver go, as many of the receiver appear."""

    giver: Power
    count: int

    def terms(self, deal: Deal) -> list[Event]:
        return [treaty.MercenariesTerm(self.giver, deal.other(self.giver), self.count)]
