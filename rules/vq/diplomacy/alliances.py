"""Alliances between major powers, and the ships that allies lend each other for a turn (9.2)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.core.errors import Illegal
from rules.core.events import Event
from rules.core.flow import Power
from rules.core.kinds import UnitKind
from rules.core.questions import choose_one
from rules.vq.diplomacy.wars import no_deals_after_league
from rules.vq.game import ARMADA, CORSAIRS, VqGame
from rules.vq.powers import (
    FRANCE,
    PROTESTANT,
    SPAIN,
)
from rules.war import treaty_events as treaty
from rules.war.deals import SQUADRONS, Deal, Item, Prospect, item
from rules.war.displacement import ships_at
from rules.war.ids import LOANED, LeaderId, Nation, Place, SpaceId
from rules.war.routes import nearest, sea_steps_from
from rules.war.state import ALLIED, WAR


@dataclass(frozen=True, slots=True)
class ShipsLoaned(Event):
    """Ships went to an ally for the turn, from one port to another (9.2)."""

    nation: Nation
    borrower: Power
    kind: UnitKind
    count: int
    origin: Place
    port: SpaceId


def check_parties(deal: Deal, prospect: Prospect) -> None:
    """Spain has nothing to agree with France and the Protestant after the League (20.10)."""
    if no_deals_after_league(prospect.game, deal.proposer, deal.partner):
        raise Illegal("deal.league_turn", "20.10")


@item
@dataclass(frozen=True, slots=True)
class Ally(Item):
    """Two powers are allies for this turn (9.2)."""

    rank: ClassVar[int] = 2

    def agree(self, deal: Deal, prospect: Prospect) -> None:
        one, other = deal.proposer, deal.partner
        check_parties(deal, prospect)
        if prospect.relation(one, other) == WAR:
            raise Illegal("alliance.at_war", "9.2", power=one, other_power=other)
        if prospect.relation(one, other) == ALLIED:
            raise Illegal("alliance.already", "9.2", power=one, other_power=other)
        if {one, other} == {SPAIN, PROTESTANT}:
            raise Illegal("alliance.spain_and_protestant", "9.2")
        if FRANCE in (one, other):
            rivals = {SPAIN: PROTESTANT, PROTESTANT: SPAIN}
            rival = rivals.get(deal.other(FRANCE))
            if rival is not None and prospect.relation(FRANCE, rival) == ALLIED:
                raise Illegal("alliance.not_both", "9.2")
        prospect.set_relation(one, other, ALLIED)

    async def take_effect(self, game: VqGame, deal: Deal) -> None:
        game.set_relation(deal.proposer, deal.partner, ALLIED)
        game.diplomacy.alliances_made.append((deal.proposer, deal.partner))
        game.emit(treaty.AllianceFormed(deal.proposer, deal.partner))

    def terms(self, deal: Deal) -> list[Event]:
        return [treaty.AllianceTerm(deal.proposer, deal.partner)]


@item
@dataclass(frozen=True, slots=True)
class LendShips(Item):
    """Ships of one nation and kind in one port, perhaps with a naval leader, serve the ally (9.2)."""

    rank: ClassVar[int] = 3
    giver: Power
    place: Place
    nation: Nation
    kind: str
    count: int
    leader: LeaderId = ""

    def agree(self, deal: Deal, prospect: Prospect) -> None:
        borrower = deal.other(self.giver)
        if not prospect.allied_this_phase(self.giver, borrower):
            raise Illegal("loan.only_with_alliance", "9.2")
        prospect.one_way(SQUADRONS, self.giver, borrower)
        game = prospect.game
        if self.place not in game.board.spaces:
            raise Illegal("loan.from_port", "9.2")
        if LOANED in self.nation or game.commander(self.nation) != self.giver:
            raise Illegal("forces.not_yours", "9.2", nation=self.nation)
        if self.kind in (CORSAIRS, ARMADA) or self.kind not in game.naval_kinds:
            raise Illegal("loan.never_lent", "9.2", unit=self.kind)
        there = getattr(game.at(self.place, self.nation), self.kind)
        there -= prospect.loaned.get((self.place, f"{self.nation}:{self.kind}"), 0)
        if not 1 <= self.count <= there:
            raise Illegal(
                "forces.not_so_many",
                "9.2",
                count=self.count,
                unit=self.kind,
                nation=self.nation,
                place=self.place,
            )
        if self.leader and (
            self.leader not in game.leaders
            or not game.is_naval_leader(self.leader)
            or game.leaders[self.leader].place != self.place
            or game.leader_commander(self.leader) != self.giver
            or self.leader in prospect.loaned_leaders
        ):
            raise Illegal("leader.not_at_sea_here", "9.2", leader=self.leader, place=self.place)
        if not ports_for_loan(game, borrower, self.place):
            raise Illegal("loan.no_way", "9.2", place=self.place, power=borrower)
        prospect.give(SQUADRONS, self.giver, borrower, self.count)
        here = (self.place, f"{self.nation}:{self.kind}")
        prospect.loaned[here] = prospect.loaned.get(here, 0) + self.count
        if self.leader:
            prospect.loaned_leaders.append(self.leader)

    async def take_effect(self, game: VqGame, deal: Deal) -> None:
        """The ships are marked and go to the nearest port of the borrower; NEG-7 where several are."""
        borrower = deal.other(self.giver)
        port = await choose_one(
            borrower, "loan_port", "space", ports_for_loan(game, borrower, self.place), "9.2"
        )
        game.remove_units(self.place, self.nation, **{self.kind: self.count})
        game.add_units(port, f"{self.nation}{LOANED}{borrower}", **{self.kind: self.count})
        game.diplomacy.given.setdefault(SQUADRONS, []).extend([(self.giver, borrower)] * self.count)
        game.emit(ShipsLoaned(self.nation, borrower, self.kind, self.count, self.place, port))
        if self.leader:
            game.leaders[self.leader].place = port
            game.leaders[self.leader].loaned_to = borrower
            game.emit(treaty.LeaderLoaned(self.leader, borrower, port))

    def terms(self, deal: Deal) -> list[Event]:
        loan = treaty.LoanTerm(self.giver, self.count, self.nation, self.place)
        return [loan, treaty.LeaderLoanTerm(self.leader, self.place)] if self.leader else [loan]


def ports_for_loan(game: VqGame, borrower: Power, place: Place) -> list[SpaceId]:
    """The borrower's ports that are nearest by sea zones; those with most of its ships first (9.2)."""
    ports = [space for space in game.spaces_of(borrower) if game.board.spaces[space].is_port]
    near = nearest(sea_steps_from(game, place), ports)
    return sorted(near, key=lambda port: (-ships_at(game, port, borrower), port))
