"""Actions at sea (16): Naval Move, naval transport, piracy."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Self

from rules.core.errors import Illegal, allows
from rules.core.events import Event
from rules.core.flow import Power
from rules.his.actions import Action, action
from rules.his.game import HisGame
from rules.his.powers import OTTOMAN
from rules.his.victory import add_bonus_vp
from rules.his.war.naval_options import naval_move_options
from rules.war.forces import Formation
from rules.war.ids import SpaceId, ZoneId
from rules.war.naval_movement import AdmiralMove, NavalOrders, ShipMove, check_naval_move, naval_move
from rules.war.piracy import piracy, piracy_disrupted
from rules.war.transport import check_transport, naval_transport, possible_transports

GONZAGA, GONZAGA_ZONE, GONZAGA_VP = "julia_gonzaga", "tyrrhenian_sea", 1


@dataclass(frozen=True, slots=True)
class GonzagaTaken(Event):
    power: Power
    vp: int


def check_weather(game: HisGame) -> None:
    """Raise `Illegal` if Foul Weather keeps the power's ships where they are (#31)."""
    if game.campaign.foul_weather:
        raise Illegal("naval.foul_weather", "6.1")


@action
@dataclass(frozen=True, slots=True)
class NavalMove(Action):
    """All ships that move in one Naval Move, and the leaders with them; the others stay (16.1)."""

    action_id: ClassVar[str] = "naval_move"
    ships: tuple[ShipMove, ...]
    leaders: tuple[AdmiralMove, ...] = ()

    @property
    def orders(self) -> NavalOrders:
        return NavalOrders(self.ships, self.leaders)

    def check(self, game: HisGame, power: Power) -> None:
        check_weather(game)
        check_naval_move(game, power, self.orders)

    @classmethod
    def options(cls, game: HisGame, power: Power) -> Iterator[Self]:
        if not game.campaign.foul_weather:
            for orders in naval_move_options(game, power):
                yield cls(orders.ships, orders.leaders)

    async def perform(self, game: HisGame, power: Power) -> None:
        await naval_move(game, power, self.orders)


@action
@dataclass(frozen=True, slots=True)
class NavalTransport(Action):
    """A formation leaves a port for a sea zone with own ships; each further step costs a CP more (16.3)."""

    action_id: ClassVar[str] = "move_clear"
    port: SpaceId
    zone: ZoneId
    formation: Formation

    def check(self, game: HisGame, power: Power) -> None:
        check_weather(game)
        check_transport(game, power, self.port, self.zone, self.formation)

    @classmethod
    def options(cls, game: HisGame, power: Power) -> Iterator[Self]:
        if not game.campaign.foul_weather:
            for port, zone, formation in possible_transports(game, power):
                yield cls(port, zone, formation)

    async def perform(self, game: HisGame, power: Power) -> None:
        await naval_transport(game, power, self.port, self.zone, self.formation)


@action
@dataclass(frozen=True, slots=True)
class InitiatePiracy(Action):
    """Corsairs in a sea zone go after the ports of one power there (16.4, step 1)."""

    action_id: ClassVar[str] = "piracy"
    zone: ZoneId
    target: Power

    def check(self, game: HisGame, power: Power) -> None:
        check_weather(game)
        if not game.pirates:
            raise Illegal("piracy.not_yet", "21.1")
        if self.zone not in game.board.zones:
            raise Illegal("piracy.no_zone", "16.4", zone=self.zone)
        if self.zone in game.piracy_zones:
            raise Illegal("piracy.zone_used", "16.4", zone=self.zone)
        if len(game.piracy_zones) >= game.data.tables.piracy.per_turn:
            raise Illegal("piracy.too_often", "16.4", limit=game.data.tables.piracy.per_turn)
        if not game.at(self.zone, power).corsairs:
            raise Illegal("piracy.no_corsairs", "16.4", zone=self.zone)
        if self.target not in game.majors or self.target == power:
            raise Illegal("piracy.no_target", "16.4", power=self.target)
        if not game.ports_of(self.target, self.zone):
            raise Illegal("piracy.no_port", "16.4", power=self.target, zone=self.zone)
        if game.same_player(power, self.target):
            raise Illegal("piracy.own_power", "scenario book")

    @classmethod
    def options(cls, game: HisGame, power: Power) -> Iterator[Self]:
        for zone in game.board.zones:
            if game.at(zone, power).corsairs:
                for target in game.majors:
                    found = cls(zone, target)
                    if allows(found.check, game, power):
                        yield found

    async def perform(self, game: HisGame, power: Power) -> None:
        if await piracy_disrupted(game, power, self.zone, self.cost(game, power)):
            return
        game.piracy_zones.append(self.zone)
        hits = await piracy(game, power, self.zone, self.target)
        if hits and self.zone == GONZAGA_ZONE and GONZAGA in game.this_turn:
            # The first successful piracy there after #84 brings a marker of its own.
            game.this_turn.remove(GONZAGA)
            add_bonus_vp(game, OTTOMAN, "gonzaga", GONZAGA_VP)
            game.emit(GonzagaTaken(OTTOMAN, GONZAGA_VP))
