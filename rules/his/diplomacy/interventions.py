"""Declarations of war with what follows: who comes to the help of a minor power (9.6, steps 4 to 6)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from rules.core.errors import Illegal
from rules.core.flow import Power, Question, ask
from rules.core.reasons import Reason
from rules.his.diplomacy import events as told
from rules.his.diplomacy.minors import activate
from rules.his.diplomacy.wars import bound_to, means_left, phony_war_begins, start_war
from rules.his.game import HisGame
from rules.his.victory import ACTION_PHASE
from rules.war.displacement import displace
from rules.war.ids import Nation
from rules.war.naval_combat import war_at_sea_breaks_out
from rules.war.relations import WarBrokeOut, is_at
from rules.war.state import ALLIED, WAR

PHONY_WAR_OPTION = "phony_wars"


class Intervene(Question[bool]):
    """WAR-2: come to the help of a minor power on which war was declared?"""

    kind: ClassVar[str] = "intervene"
    minor: Nation
    declarer: Power
    cost: int

    def legal(self, game: HisGame) -> Iterable[bool]:
        yield False
        if self.cost <= means_left(game, self.power):
            yield True

    def check(self, game: HisGame, answer: bool) -> None:
        if answer and self.cost > (left := means_left(game, self.power)):
            raise Illegal("war.intervention_too_costly", "9.6", cost_cp=self.cost, cp=left)

    def default(self, game: HisGame) -> bool:
        return False


async def declare_war(game: HisGame, declarer: Power, target: Power) -> None:
    """A power declares war; on a minor power its natural ally may intervene (9.6, steps 3 to 5).

    Whether it may be declared was seen before.
    """
    if game.relation(declarer, target) == WAR:
        return
    await start_war(game, declarer, target)
    if target in game.minors:
        await intervention(game, declarer, target)


async def intervention(game: HisGame, declarer: Power, minor: Nation) -> None:
    """France may come to the help of Scotland, the Papacy to that of Venice (9.6, steps 4 and 5).

    It costs CP in the Diplomacy Phase; against England's home card France intervenes free.
    """
    table = game.data.tables.declaration_of_war
    ally = table.intervention_by.get(minor)
    if ally is None or not may_intervene(game, ally, declarer):
        return
    cost = 0 if game.phase == ACTION_PHASE else table.intervention_cp
    if not await ask(Intervene(ally, minor, declarer, cost)):
        return
    if cost:
        game.diplomacy.owed[ally] = game.diplomacy.owed.get(ally, 0) + cost
        game.diplomacy.interventions.append((ally, minor))
    game.emit(told.Intervened(ally, minor, declarer))
    await part_new_enemies(game, declarer, ally, minor)
    new_war = game.relation(declarer, ally) != WAR
    if new_war:
        game.set_relation(declarer, ally, WAR)
        game.emit(WarBrokeOut(ally, declarer, Reason("intervention")))
    await activate(game, minor, ally)
    if cost or game.option(PHONY_WAR_OPTION) == "always":
        phony_war_begins(game, declarer, minor)
    if new_war and game.phase == ACTION_PHASE:
        await war_at_sea_breaks_out(game, declarer, ally)


def may_intervene(game: HisGame, ally: Power, declarer: Power) -> bool:
    """Not against oneself, an ally, or the other power of one's own player, and not without a card."""
    return (
        ally != declarer
        and game.relation(ally, declarer) != ALLIED
        and not bound_to(game, ally, declarer, "no_war_between")
        and bool(game.hand(ally) or game.phase == ACTION_PHASE)
    )


async def part_new_enemies(game: HisGame, declarer: Power, ally: Power, minor: Nation) -> None:
    """Where those who are about to be enemies share a space, who is not in his own space leaves (12.5)."""
    shared = [space for space in game.spaces if is_at(game, declarer, space) and is_at(game, ally, space)]
    for space in shared:
        if game.controller(space) != declarer:
            await displace(game, declarer, space)
        if game.controller(space) not in (ally, minor):
            await displace(game, ally, space)
