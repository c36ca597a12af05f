"""The actions of the New World: colonize, explore, conquer (20)."""

from __future__ import annotations

from typing import ClassVar

from rules.core.flow import Power
from rules.his.actions import Action, action
from rules.his.game import HisGame
from rules.his.new_world.voyages import (
    check_colony,
    check_conquest,
    check_exploration,
    launch_conquest,
    launch_exploration,
    send_colony,
)


@action
class Colonize(Action):
    """Send colonists (20.1)."""

    action_id: ClassVar[str] = "colonize"

    def check(self, game: HisGame, power: Power) -> None:
        check_colony(game, power)

    async def perform(self, game: HisGame, power: Power) -> None:
        send_colony(game, power)


@action
class Explore(Action):
    """Launch a voyage of exploration (20.2)."""

    action_id: ClassVar[str] = "explore"

    def check(self, game: HisGame, power: Power) -> None:
        check_exploration(game, power)

    async def perform(self, game: HisGame, power: Power) -> None:
        launch_exploration(game, power)


@action
class Conquer(Action):
    """Launch a voyage of conquest (20.3)."""

    action_id: ClassVar[str] = "conquer"

    def check(self, game: HisGame, power: Power) -> None:
        check_conquest(game, power)

    async def perform(self, game: HisGame, power: Power) -> None:
        launch_conquest(game, power)
