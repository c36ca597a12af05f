"""What CP buy on land: moving a formation (13) and assaulting a besieged space (15.1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Self

from rules.core.errors import Illegal
from rules.core.flow import Power
from rules.his.actions import Action, action
from rules.his.game import HisGame
from rules.war.assault import assault, check_assault, possible_assaults
from rules.war.forces import Formation
from rules.war.movement import check_move, move_formation, possible_moves
from rules.war.state import SpaceId


@action
@dataclass(frozen=True, slots=True)
class MoveFormation(Action):
    """MOVE-1: move a formation to an adjacent space; dearer over a pass (13)."""

    action_id: ClassVar[str] = "move_clear"
    origin: SpaceId
    to: SpaceId
    formation: Formation

    def cost(self, game: HisGame, power: Power) -> int:
        return game.march_cost(power, self.origin, self.to)

    def check(self, game: HisGame, power: Power) -> None:
        for space in (self.origin, self.to):
            if space not in game.spaces:
                raise Illegal("a formation moves from one space to another", "13.1")
        check_move(game, power, self.origin, self.to, self.formation)

    @classmethod
    def options(cls, game: HisGame, power: Power) -> Iterator[Self]:
        for origin, to, formation in possible_moves(game, power):
            yield cls(origin, to, formation)

    async def perform(self, game: HisGame, power: Power) -> None:
        await move_formation(game, power, self.origin, self.to, self.formation)

    def places(self) -> tuple[SpaceId, ...]:
        return (self.origin, self.to)


@action
@dataclass(frozen=True, slots=True)
class AssaultFortification(Action):
    """ASSAULT-1: storm a fortification that the power besieges (15.1)."""

    action_id: ClassVar[str] = "assault"
    space: SpaceId
    formation: Formation

    def check(self, game: HisGame, power: Power) -> None:
        if self.space not in game.spaces:
            raise Illegal("only a space can be assaulted", "15.1")
        if game.campaign.foul_weather:
            raise Illegal("foul weather allows no assault in this impulse", "6.1")
        check_assault(game, power, self.space, self.formation)

    @classmethod
    def options(cls, game: HisGame, power: Power) -> Iterator[Self]:
        for space, formation in possible_assaults(game, power):
            yield cls(space, formation)

    async def perform(self, game: HisGame, power: Power) -> None:
        await assault(game, power, self.space, self.formation)

    def places(self) -> tuple[SpaceId, ...]:
        return (self.space,)
