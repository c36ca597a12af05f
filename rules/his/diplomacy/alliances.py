"""Alliances between major powers, and the squadrons that allies lend each other for a turn (9.2)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from rules.core.errors import Illegal
from rules.core.events import Event
from rules.core.flow import Power, ask
from rules.core.questions import Choose
from rules.his.diplomacy import events as told
from rules.his.diplomacy.deals import SQUADRONS, Deal, Item, Prospect, item
from rules.his.game import HisGame
from rules.his.powers import HAPSBURG, OTTOMAN, PAPACY, PROTESTANT
from rules.war.displacement import ships_at
from rules.war.routes import nearest, sea_steps_from
from rules.war.state import ALLIED, LOANED, WAR, LeaderId, Nation, Place, SpaceId


@item
@dataclass(frozen=True, slots=True)
class FormAlliance(Item):
    """Two powers are allies for this turn (9.2)."""

    rank: ClassVar[int] = 2

    def agree(self, deal: Deal, prospect: Prospect) -> None:
        one, other = deal.proposer, deal.partner
        may_ally(prospect, one, other)
        prospect.set_relation(one, other, ALLIED)

    async def take_effect(self, game: HisGame, deal: Deal) -> None:
        game.set_relation(deal.proposer, deal.partner, ALLIED)
        game.diplomacy.alliances_made.append((deal.proposer, deal.partner))
        game.emit(told.AllianceFormed(deal.proposer, deal.partner))

    def terms(self, deal: Deal) -> list[Event]:
        return [told.AllianceTerm(deal.proposer, deal.partner)]


def may_ally(prospect: Prospect, one: Power, other: Power) -> None:
    """Raise `Illegal` with the restriction that forbids an alliance (9.2)."""
    pair = {one, other}
    if prospect.relation(one, other) == WAR:
        raise Illegal(f"{one} and {other} are at war: the deal must end the war first", "9.2")
    if prospect.relation(one, other) == ALLIED:
        raise Illegal(f"{one} and {other} are allies already", "9.2")
    if pair == {PAPACY, OTTOMAN}:
        raise Illegal("the Papacy and the Ottoman never become allies", "9.2")
    divorced = prospect.divorce or prospect.game.diplomacy.divorce_granted
    if pair == {PAPACY, HAPSBURG} and divorced:
        raise Illegal("the Papacy granted Henry his divorce: no alliance with the Hapsburgs this turn", "9.2")


# ---- Loans


@item
@dataclass(frozen=True, slots=True)
class LoanSquadrons(Item):
    """Squadrons of one nation in one port, and perhaps a naval leader with them, serve the ally (9.2)."""

    rank: ClassVar[int] = 3
    giver: Power
    place: Place
    nation: Nation
    count: int
    leader: LeaderId = ""

    def agree(self, deal: Deal, prospect: Prospect) -> None:
        borrower = deal.other(self.giver)
        if borrower == PROTESTANT:
            raise Illegal("naval units are never lent to the Protestant", "9.2")
        if not prospect.allied_this_phase(self.giver, borrower):
            raise Illegal("squadrons are lent only together with the announcement of the alliance", "9.2")
        prospect.one_way(SQUADRONS, self.giver, borrower)
        self._check_ships(prospect)
        if self.leader:
            self._check_leader(prospect)
        if not ports_for_loan(prospect.game, borrower, self.place, self.nation, prospect.controller):
            raise Illegal(
                f"no sea zones lead from {self.place} to a port of {borrower} without passing a port",
                "9.2",
            )
        prospect.give(SQUADRONS, self.giver, borrower, self.count)
        here = (self.place, self.nation)
        prospect.loaned[here] = prospect.loaned.get(here, 0) + self.count

    def _check_ships(self, prospect: Prospect) -> None:
        game = prospect.game
        if self.place not in game.board.spaces:
            raise Illegal("squadrons are lent from a port", "9.2")
        if self.place in prospect.control:
            raise Illegal(f"{self.place} is ceded by another deal, and the ships leave it", "9.1")
        if LOANED in self.nation or game.commander(self.nation) != self.giver:
            raise Illegal(f"{self.giver} has no squadrons of {self.nation} to lend", "9.2")
        there = game.at(self.place, self.nation).squadrons - prospect.loaned.get((self.place, self.nation), 0)
        if not 1 <= self.count <= there:
            raise Illegal(
                f"{self.nation} has {there} squadrons to lend in {self.place}; never corsairs", "9.2"
            )

    def _check_leader(self, prospect: Prospect) -> None:
        game = prospect.game
        figure = game.leaders.get(self.leader)
        if figure is None or not game.is_naval_leader(self.leader) or self.leader in prospect.loaned_leaders:
            raise Illegal(f"{self.leader} is no naval leader to lend", "9.2")
        if figure.place != self.place or game.leader_commander(self.leader) != self.giver:
            raise Illegal(f"{self.leader} is not with the squadrons in {self.place}", "9.2")
        prospect.loaned_leaders.append(self.leader)

    async def take_effect(self, game: HisGame, deal: Deal) -> None:
        """The ships are marked and go to the nearest port of the borrower; NEG-7 where several are."""
        borrower = deal.other(self.giver)
        ports = ports_for_loan(game, borrower, self.place, self.nation, game.controller)
        port = ports[0]
        if len(ports) > 1:
            port = await ask(Choose(borrower, "loan_port", "space", tuple(ports), port, "9.2"))
        game.remove_units(self.place, self.nation, squadrons=self.count)
        game.add_units(port, f"{self.nation}{LOANED}{borrower}", squadrons=self.count)
        game.diplomacy.given.setdefault(SQUADRONS, []).extend([(self.giver, borrower)] * self.count)
        game.emit(told.SquadronsLoaned(self.nation, borrower, self.count, self.place, port))
        if self.leader:
            game.leaders[self.leader].place = port
            game.leaders[self.leader].loaned_to = borrower
            game.emit(told.LeaderLoaned(self.leader, borrower, port))

    def terms(self, deal: Deal) -> list[Event]:
        loan = told.LoanTerm(self.giver, self.count, self.nation, self.place)
        return [loan, told.LeaderLoanTerm(self.leader, self.place)] if self.leader else [loan]


def ports_for_loan(
    game: HisGame,
    borrower: Power,
    place: Place,
    nation: Nation,
    controller: Callable[[SpaceId], Nation | None],
) -> list[SpaceId]:
    """The borrower's ports that are nearest by sea zones; those with most of its ships first (9.2).

    Ships of Genoa and Venice are not sent through the Atlantic (16.1).
    """
    ports = [
        space for space in game.spaces if game.board.spaces[space].is_port and controller(space) == borrower
    ]
    near = nearest(sea_steps_from(game, place, (nation,)), ports)
    return sorted(near, key=lambda port: (-ships_at(game, port, borrower), port))
