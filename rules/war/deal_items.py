"""What titles agree on in the same words (9.1): peace, alliances, ships, captives, spaces, cards, troops.

Here is what is announced of each and, where it is the same, how it takes effect.  Who may agree on it, the
titles say.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from rules.core.card_play import take_random_card
from rules.core.errors import Illegal
from rules.core.events import Event
from rules.core.flow import Power
from rules.core.questions import choose_one
from rules.core.reasons import Reason
from rules.war import treaty_events as treaty
from rules.war.deals import CARDS, SQUADRONS, Deal, Item, Prospect
from rules.war.displacement import ships_at
from rules.war.ids import LOANED, LeaderId, Nation, Place, SpaceId
from rules.war.routes import nearest, sea_steps_from
from rules.war.state import ALLIED, WAR, WarGame


class Peace(Item):
    """Two powers end their war."""

    rank: ClassVar[int] = 1

    def terms(self, deal: Deal) -> list[Event]:
        return [treaty.PeaceTerm(deal.proposer, deal.partner)]


class Alliance(Item):
    """Two powers are allies for this turn (9.2)."""

    rank: ClassVar[int] = 2

    def agree(self, deal: Deal, prospect: Prospect) -> None:
        one, other = deal.proposer, deal.partner
        if prospect.relation(one, other) == WAR:
            raise Illegal("alliance.at_war", "9.2", power=one, other_power=other)
        if prospect.relation(one, other) == ALLIED:
            raise Illegal("alliance.already", "9.2", power=one, other_power=other)
        self.check_restrictions(deal, prospect)
        prospect.set_relation(one, other, ALLIED)

    def check_restrictions(self, deal: Deal, prospect: Prospect) -> None:
        """Raise `Illegal` with the restriction of the title that forbids an alliance (9.2)."""
        raise NotImplementedError

    async def take_effect(self, game: Any, deal: Deal) -> None:
        game.set_relation(deal.proposer, deal.partner, ALLIED)
        game.diplomacy.alliances_made.append((deal.proposer, deal.partner))
        game.emit(treaty.AllianceFormed(deal.proposer, deal.partner))

    def terms(self, deal: Deal) -> list[Event]:
        return [treaty.AllianceTerm(deal.proposer, deal.partner)]


class Loan(Item):
    """Ships of one nation in one port, and perhaps a naval leader with them, serve the ally (9.2)."""

    rank: ClassVar[int] = 3
    giver: Power
    place: Place
    nation: Nation
    count: int
    leader: LeaderId = ""

    def ships(self) -> dict[str, int]:
        """The ships by their kind."""
        raise NotImplementedError

    def sailed(self, borrower: Power, port: SpaceId) -> Event:
        """What is told when they have gone to the borrower's port."""
        raise NotImplementedError

    async def take_effect(self, game: Any, deal: Deal) -> None:
        """The ships are marked and go to the nearest port of the borrower; NEG-7 where several are."""
        borrower = deal.other(self.giver)
        ports = ports_for_loan(game, borrower, self.place, self.nation, game.controller)
        port = await choose_one(borrower, "loan_port", "space", ports, "9.2")
        game.remove_units(self.place, self.nation, **self.ships())
        game.add_units(port, f"{self.nation}{LOANED}{borrower}", **self.ships())
        game.diplomacy.given.setdefault(SQUADRONS, []).extend([(self.giver, borrower)] * self.count)
        game.emit(self.sailed(borrower, port))
        if self.leader:
            game.leaders[self.leader].place = port
            game.leaders[self.leader].loaned_to = borrower
            game.emit(treaty.LeaderLoaned(self.leader, borrower, port))

    def terms(self, deal: Deal) -> list[Event]:
        loan = treaty.LoanTerm(self.giver, self.count, self.nation, self.place)
        return [loan, treaty.LeaderLoanTerm(self.leader, self.place)] if self.leader else [loan]


def ports_for_loan(
    game: WarGame,
    borrower: Power,
    place: Place,
    nation: Nation,
    controller: Callable[[SpaceId], Nation | None],
) -> list[SpaceId]:
    """The borrower's ports that are nearest by sea zones; those with most of its ships first (9.2).

    Ships are not sent through seas that their nation never enters (16.1).
    """
    ports = [
        space for space in game.spaces if game.board.spaces[space].is_port and controller(space) == borrower
    ]
    near = nearest(sea_steps_from(game, place, (nation,)), ports)
    return sorted(near, key=lambda port: (-ships_at(game, port, borrower), port))


class Return(Item):
    """A captured army leader is set free."""

    rank: ClassVar[int] = 4
    leader: LeaderId

    def terms(self, deal: Deal) -> list[Event]:
        return [treaty.ReturnTerm(self.leader)]


class Cession(Item):
    """A power yields political control of a space."""

    rank: ClassVar[int] = 5
    giver: Power
    space: SpaceId

    def handed_over(self) -> tuple[SpaceId, ...]:
        return (self.space,)

    def terms(self, deal: Deal) -> list[Event]:
        return [treaty.CessionTerm(self.giver, deal.other(self.giver), self.space)]


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


class GiftOfMercenaries(Item):
    """Mercenaries of the giver go, as many of the receiver appear."""

    giver: Power
    count: int

    def terms(self, deal: Deal) -> list[Event]:
        return [treaty.MercenariesTerm(self.giver, deal.other(self.giver), self.count)]
