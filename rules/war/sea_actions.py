"""What CP buy at sea: a Naval Move (16.1) and naval transport (16.3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Self

from rules.core.actions import Action
from rules.core.errors import Illegal
from rules.core.flow import Power
from rules.war.forces import Formation
from rules.war.ids import SpaceId, ZoneId
from rules.war.naval_movement import AdmiralMove, NavalOrders, ShipMove, check_naval_move, naval_move
from rules.war.naval_options import naval_move_options
from rules.war.state import WarGame
from rules.war.transport import check_transport, naval_transport, possible_transports


def check_weather(game: WarGame) -> None:
    """Raise `Illegal` if Foul Weather keeps the power's ships where they are (#31)."""
    if game.campaign.foul_weather:
        raise Illegal("naval.foul_weather", "6.1")


class NavalMove(Action):
    """All ships that move in one Naval Move, and the leaders with them; the others stay (16.1)."""

    action_id: ClassVar[str] = "naval_move"
    ships: tuple[ShipMove, ...]
    leaders: tuple[AdmiralMove, ...] = ()

    @property
    def orders(self) -> NavalOrders:
        return NavalOrders(self.ships, self.leaders)

    def check(self, game: WarGame, power: Power) -> None:
        check_weather(game)
        check_naval_move(game, power, self.orders)

    @classmethod
    def options(cls, game: WarGame, power: Power) -> Iterator[Self]:
        if not game.campaign.foul_weather:
            for orders in naval_move_options(game, power):
                yield cls(orders.ships, orders.leaders)

    async def perform(self, game: WarGame, power: Power) -> None:
        await naval_move(game, power, self.orders)


class NavalTransport(Action):
    """A formation leaves a port for a sea zone with own ships; each further step costs a CP more (16.3)."""

    action_id: ClassVar[str] = "move_clear"
    port: SpaceId
    zone: ZoneId
    formation: Formation

    def check(self, game: WarGame, power: Power) -> None:
        check_weather(game)
        check_transport(game, power, self.port, self.zone, self.formation)

    @classmethod
    def options(cls, game: WarGame, power: Power) -> Iterator[Self]:
        if not game.campaign.foul_weather:
            for port, zone, formation in possible_transports(game, power):
                yield cls(port, zone, formation)

    async def perform(self, game: WarGame, power: Power) -> None:
        await naval_transport(game, power, self.port, self.zone, self.formation)
