"""Alliances between major powers, and the squadrons that allies lend each other for a turn (9.2)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from rules.core.errors import Illegal
from rules.core.events import Event
from rules.core.flow import Power
from rules.core.questions import choose_one
from rules.his.dynasty.tudors import HENRY
from rules.his.game import HisGame
from rules.his.powers import HAPSBURG, OTTOMAN, PAPACY, PROTESTANT
from rules.war import treaty_events as treaty
from rules.war.deals import SQUADRONS, Deal, Item, Prospect, item
from rules.war.displacement import ships_at
from rules.war.ids import LOANED, LeaderId, Nation, Place, SpaceId
from rules.war.routes import nearest, sea_steps_from
from rules.war.state import ALLIED, WAR

DIVORCE = "divorce"
"""What a deal notes for others after it, if it has Henry's divorce in it."""


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
        game.emit(treaty.AllianceFormed(deal.proposer, deal.partner))

    def terms(self, deal: Deal) -> list[Event]:
        return [treaty.AllianceTerm(deal.proposer, deal.partner)]


def may_ally(prospect: Prospect, one: Power, other: Power) -> None:
    """Raise `Illegal` with the restriction that forbids an alliance (9.2)."""
    pair = {one, other}
    if prospect.relation(one, other) == WAR:
        raise Illegal("alliance.at_war", "9.2", power=one, other_power=other)
    if prospect.relation(one, other) == ALLIED:
        raise Illegal("alliance.already", "9.2", power=one, other_power=other)
    if pair == {PAPACY, OTTOMAN}:
        raise Illegal("alliance.papacy_and_ottoman", "9.2")
    divorced = prospect.has_noted(DIVORCE, HENRY) or prospect.game.diplomacy.divorce_granted
    if pair == {PAPACY, HAPSBURG} and divorced:
        raise Illegal("alliance.divorce_granted", "9.2")


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
            raise Illegal("loan.never_to_protestant", "9.2")
        if not prospect.allied_this_phase(self.giver, borrower):
            raise Illegal("loan.only_with_alliance", "9.2")
        prospect.one_way(SQUADRONS, self.giver, borrower)
        self._check_ships(prospect)
        if self.leader:
            self._check_leader(prospect)
        if not ports_for_loan(prospect.game, borrower, self.place, self.nation, prospect.controller):
            raise Illegal("loan.no_way", "9.2", place=self.place, power=borrower)
        prospect.give(SQUADRONS, self.giver, borrower, self.count)
        here = (self.place, self.nation)
        prospect.loaned[here] = prospect.loaned.get(here, 0) + self.count

    def _check_ships(self, prospect: Prospect) -> None:
        game = prospect.game
        if self.place not in game.board.spaces:
            raise Illegal("loan.from_port", "9.2")
        if self.place in prospect.control:
            raise Illegal("loan.port_ceded", "9.1", place=self.place)
        if LOANED in self.nation or game.commander(self.nation) != self.giver:
            raise Illegal("loan.no_squadrons", "9.2", power=self.giver, nation=self.nation)
        there = game.at(self.place, self.nation).squadrons - prospect.loaned.get((self.place, self.nation), 0)
        if not 1 <= self.count <= there:
            raise Illegal("loan.not_so_many", "9.2", nation=self.nation, count=there, place=self.place)

    def _check_leader(self, prospect: Prospect) -> None:
        game = prospect.game
        figure = game.leaders.get(self.leader)
        if figure is None or not game.is_naval_leader(self.leader) or self.leader in prospect.loaned_leaders:
            raise Illegal("loan.no_naval_leader", "9.2", leader=self.leader)
        if figure.place != self.place or game.leader_commander(self.leader) != self.giver:
            raise Illegal("loan.leader_elsewhere", "9.2", leader=self.leader, place=self.place)
        prospect.loaned_leaders.append(self.leader)

    async def take_effect(self, game: HisGame, deal: Deal) -> None:
        """The ships are marked and go to the nearest port of the borrower; NEG-7 where several are."""
        borrower = deal.other(self.giver)
        ports = ports_for_loan(game, borrower, self.place, self.nation, game.controller)
        port = await choose_one(borrower, "loan_port", "space", ports, "9.2")
        game.remove_units(self.place, self.nation, squadrons=self.count)
        game.add_units(port, f"{self.nation}{LOANED}{borrower}", squadrons=self.count)
        game.diplomacy.given.setdefault(SQUADRONS, []).extend([(self.giver, borrower)] * self.count)
        game.emit(treaty.SquadronsLoaned(self.nation, borrower, self.count, self.place, port))
        if self.leader:
            game.leaders[self.leader].place = port
            game.leaders[self.leader].loaned_to = borrower
            game.emit(treaty.LeaderLoaned(self.leader, borrower, port))

    def terms(self, deal: Deal) -> list[Event]:
        loan = treaty.LoanTerm(self.giver, self.count, self.nation, self.place)
        return [loan, treaty.LeaderLoanTerm(self.leader, self.place)] if self.leader else [loan]


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
