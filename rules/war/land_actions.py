"""What CP buy on land: moving a formation (13) and assaulting a besieged space (15.1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Self

from rules.core.actions import Action, Chooser
from rules.core.errors import Illegal
from rules.core.flow import Power
from rules.war.assault import assault, check_assault, possible_assaults
from rules.war.forces import Formation
from rules.war.ids import SpaceId
from rules.war.movement import check_move, move_formation, moves_from, places_to_leave, possible_moves
from rules.war.state import WarGame


class MoveFormation(Action):
    """MOVE-1: move a formation to an adjacent space; dearer over a pass (13.1, steps 1 to 3)."""

    action_id: ClassVar[str] = "move_clear"
    origin: SpaceId
    to: SpaceId
    formation: Formation

    def cost(self, game: WarGame, power: Power) -> int:
        return game.march_cost(power, self.origin, self.to)

    def check(self, game: WarGame, power: Power) -> None:
        for space in (self.origin, self.to):
            if space not in game.spaces:
                raise Illegal("movement.only_spaces", "13.1")
        check_move(game, power, self.origin, self.to, self.formation)

    @classmethod
    def options(cls, game: WarGame, power: Power) -> Iterator[Self]:
        for origin, to, formation in possible_moves(game, power):
            yield cls(origin, to, formation)

    @classmethod
    def sample(cls, game: WarGame, power: Power, cp: int, choose: Chooser) -> Self | None:
        """One stack is looked at after another: listing all moves of all stacks takes long."""
        places = places_to_leave(game, power)
        while places:
            origin = choose(places)
            moves = [cls(*move) for move in moves_from(game, power, origin)]
            if moves := [move for move in moves if move.cost(game, power) <= cp]:
                chosen: Self = choose(moves)
                return chosen
            places.remove(origin)
        return None

    async def perform(self, game: WarGame, power: Power) -> None:
        await move_formation(game, power, self.origin, self.to, self.formation)

    def places(self) -> tuple[SpaceId, ...]:
        return (self.origin, self.to)


class AssaultFortification(Action):
    """ASSAULT-1: storm a fortification that the power besieges (15.1)."""

    action_id: ClassVar[str] = "assault"
    space: SpaceId
    formation: Formation

    def check(self, game: WarGame, power: Power) -> None:
        if self.space not in game.spaces:
            raise Illegal("assault.only_spaces", "15.1")
        if game.campaign.foul_weather:
            raise Illegal("assault.foul_weather", "6.1")
        check_assault(game, power, self.space, self.formation)

    @classmethod
    def options(cls, game: WarGame, power: Power) -> Iterator[Self]:
        for space, formation in possible_assaults(game, power):
            yield cls(space, formation)

    async def perform(self, game: WarGame, power: Power) -> None:
        await assault(game, power, self.space, self.formation)

    def places(self) -> tuple[SpaceId, ...]:
        return (self.space,)
