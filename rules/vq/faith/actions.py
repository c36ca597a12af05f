"""Religious actions: preaching, the suppression of heresy, rebellion (18.2, 18.3, 18.4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Self

from rules.core.errors import Illegal
from rules.core.flow import Power
from rules.vq.actions import Action, action
from rules.vq.faith.conversions import make_conversions
from rules.vq.faith.rebellion import check_rebellion, rebel, rebellion_targets
from rules.vq.faith.support import may_begin
from rules.vq.game import VqGame
from rules.vq.kinds import AreaId
from rules.vq.powers import CATHOLIC, ENGLAND, FRANCE, PROTESTANT, PROTESTANT_FAITH
from rules.war.ids import SpaceId

GOUVERNANTE = "gouvernante_de_france"


class _Conversion(Action):
    """Five conversion attempts in an area."""

    area: AreaId

    @classmethod
    def faith(cls, power: Power) -> str:
        raise NotImplementedError

    def attempts(self, game: VqGame, power: Power) -> int:
        return game.data.actions[self.action_id].attempts

    def check(self, game: VqGame, power: Power) -> None:
        if self.area not in game.data.actions[self.action_id].areas[power]:
            raise Illegal("faith.not_in_this_area", "18.1", area=self.area)
        if not may_begin(game, self.area, self.faith(power)):
            raise Illegal("faith.core_presence", "18.1")

    @classmethod
    def ways(cls, game: VqGame, power: Power) -> Iterator[Self]:
        return map(cls, game.data.actions[cls.action_id].areas[power])

    async def perform(self, game: VqGame, power: Power) -> None:
        await make_conversions(game, power, self.faith(power), self.area, self.attempts(game, power))


@action
class Preach(_Conversion):
    """Spain in England, the Protestant in France, the Netherlands or Scotland (18.2)."""

    action_id: ClassVar[str] = "preach"

    @classmethod
    def faith(cls, power: Power) -> str:
        return PROTESTANT_FAITH if power == PROTESTANT else CATHOLIC


@action
class SuppressHeresy(_Conversion):
    """Spain in the Netherlands, England at home, France at home or in Scotland (18.3)."""

    action_id: ClassVar[str] = "suppress_heresy"

    @classmethod
    def faith(cls, power: Power) -> str:
        return PROTESTANT_FAITH if power == ENGLAND else CATHOLIC

    def attempts(self, game: VqGame, power: Power) -> int:
        """One more for France under the Gouvernante (#8)."""
        more = power == FRANCE and GOUVERNANTE in game.this_turn.reminders
        return game.data.actions[self.action_id].attempts + more


@action
class Rebel(Action):
    """REB-1: the Protestant rebels in a space, with more CP for more hope (18.4)."""

    action_id: ClassVar[str] = "rebellion"
    space: SpaceId
    cp: int

    def cost(self, game: VqGame, power: Power) -> int:
        return self.cp

    def check(self, game: VqGame, power: Power) -> None:
        if self.cp not in game.data.actions[self.action_id].cost[power]:
            raise Illegal("action.wrong_cp", "18.4", cp=self.cp)
        check_rebellion(game, self.space)

    @classmethod
    def options(cls, game: VqGame, power: Power) -> Iterator[Self]:
        for space in rebellion_targets(game):
            for cp in game.data.actions[cls.action_id].cost[power]:
                yield cls(space, cp)

    async def perform(self, game: VqGame, power: Power) -> None:
        await rebel(game, self.space, self.cp)
