"""Buying diplomatic influence (24.5)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Self

from rules.core.errors import Illegal
from rules.core.flow import Power
from rules.vq.actions import Action, action
from rules.vq.diplomacy.minors import add_influence, contestants, influence_of, is_open
from rules.vq.game import VqGame
from rules.war.ids import Nation


@action
class BuyInfluence(Action):
    """INFL-1: one step more at a power for which one is listed (24.5)."""

    action_id: ClassVar[str] = "buy_influence"
    minor: Nation

    def check(self, game: VqGame, power: Power) -> None:
        column = game.data.influence.get(self.minor)
        if column is None or not is_open(game, self.minor) or power not in contestants(game, self.minor):
            raise Illegal("influence.not_listed", "24.5", nation=self.minor)
        if power in game.influence.barred.get(self.minor, ()):
            raise Illegal("influence.barred", "9.4", nation=self.minor)
        if self.minor in game.influence.resolved:
            raise Illegal("influence.resolved", "24.5", nation=self.minor)
        if influence_of(game, power, self.minor) >= game.data.tables.influence_most:
            raise Illegal("influence.full", "24.5", nation=self.minor)

    @classmethod
    def ways(cls, game: VqGame, power: Power) -> Iterator[Self]:
        return map(cls, game.data.influence)

    async def perform(self, game: VqGame, power: Power) -> None:
        add_influence(game, power, self.minor, 1)
