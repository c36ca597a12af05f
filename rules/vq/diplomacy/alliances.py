"""Alliances between major powers, and the ships that allies lend each other for a turn (9.2)."""

from __future__ import annotations

from dataclasses import field

from rules.core.errors import Illegal
from rules.core.events import Event
from rules.core.flow import Power
from rules.core.kinds import UnitKind
from rules.vq.diplomacy.wars import no_deals_after_league
from rules.vq.powers import FRANCE, PROTESTANT, SPAIN
from rules.vq.ships import ARMADA, CORSAIRS
from rules.war.deal_items import Alliance, Loan, ports_for_loan
from rules.war.deals import SQUADRONS, Deal, Prospect, item
from rules.war.ids import LOANED, Nation, Place, SpaceId
from rules.war.state import ALLIED


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
class Ally(Alliance):
    """Two powers are allies for this turn (9.2)."""

    def check_restrictions(self, deal: Deal, prospect: Prospect) -> None:
        check_parties(deal, prospect)
        pair = {deal.proposer, deal.partner}
        if pair == {SPAIN, PROTESTANT}:
            raise Illegal("alliance.spain_and_protestant", "9.2")
        if FRANCE in pair:
            rivals = {SPAIN: PROTESTANT, PROTESTANT: SPAIN}
            rival = rivals.get(deal.other(FRANCE))
            if rival is not None and prospect.relation(FRANCE, rival) == ALLIED:
                raise Illegal("alliance.not_both", "9.2")


@item
class LendShips(Loan):
    """Ships of one nation and kind in one port, perhaps with a naval leader, serve the ally (9.2)."""

    kind: str = field(kw_only=True)

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
        if not ports_for_loan(game, borrower, self.place, self.nation, prospect.controller):
            raise Illegal("loan.no_way", "9.2", place=self.place, power=borrower)
        prospect.give(SQUADRONS, self.giver, borrower, self.count)
        here = (self.place, f"{self.nation}:{self.kind}")
        prospect.loaned[here] = prospect.loaned.get(here, 0) + self.count
        if self.leader:
            prospect.loaned_leaders.append(self.leader)

    def ships(self) -> dict[str, int]:
        return {self.kind: self.count}

    def sailed(self, borrower: Power, port: SpaceId) -> Event:
        return ShipsLoaned(self.nation, borrower, self.kind, self.count, self.place, port)
