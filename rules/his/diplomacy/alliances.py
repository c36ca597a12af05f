"""Alliances between major powers, and the squadrons that allies lend each other for a turn (9.2)."""

from __future__ import annotations

from rules.core.errors import Illegal
from rules.core.events import Event
from rules.core.flow import Power
from rules.his.dynasty.tudors import HENRY
from rules.his.powers import HAPSBURG, OTTOMAN, PAPACY, PROTESTANT
from rules.war.deal_items import Alliance, Loan, ports_for_loan
from rules.war.deals import SQUADRONS, Deal, Prospect, item
from rules.war.ids import LOANED, SpaceId
from rules.war.treaty_events import SquadronsLoaned

DIVORCE = "divorce"
"""What a deal notes for others after it, if it has Henry's divorce in it."""


@item
class FormAlliance(Alliance):
    """Two powers are allies for this turn (9.2)."""

    def check_restrictions(self, deal: Deal, prospect: Prospect) -> None:
        pair = {deal.proposer, deal.partner}
        if pair == {PAPACY, OTTOMAN}:
            raise Illegal("alliance.papacy_and_ottoman", "9.2")
        divorced = prospect.has_noted(DIVORCE, HENRY) or prospect.game.diplomacy.divorce_granted
        if pair == {PAPACY, HAPSBURG} and divorced:
            raise Illegal("alliance.divorce_granted", "9.2")


# ---- Loans


@item
class LoanSquadrons(Loan):
    """Squadrons of one nation in one port, and perhaps a naval leader with them, serve the ally (9.2)."""

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

    def ships(self) -> dict[str, int]:
        return {"squadrons": self.count}

    def sailed(self, borrower: Power, port: SpaceId) -> Event:
        return SquadronsLoaned(self.nation, borrower, self.count, self.place, port)
