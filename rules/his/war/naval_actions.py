"""Piracy (16.4); and the actions of war that are the same in every title: moves, assaults, transport."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Self

from rules.core.errors import Illegal
from rules.core.events import Event
from rules.core.flow import Power
from rules.his.actions import ACTIONS, Action, action
from rules.his.game import HisGame
from rules.his.powers import OTTOMAN
from rules.his.victory import add_bonus_vp
from rules.war.ids import ZoneId
from rules.war.land_actions import AssaultFortification, MoveFormation
from rules.war.piracy import piracy, piracy_disrupted
from rules.war.sea_actions import NavalMove, NavalTransport, check_weather

GONZAGA, GONZAGA_ZONE, GONZAGA_VP = "julia_gonzaga", "tyrrhenian_sea", 1


class GonzagaTaken(Event):
    power: Power
    vp: int


for shared in (MoveFormation, AssaultFortification, NavalMove, NavalTransport):
    ACTIONS.enter(shared)


@action
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
    def ways(cls, game: HisGame, power: Power) -> Iterator[Self]:
        for zone in game.board.zones:
            if game.at(zone, power).corsairs:
                for target in game.majors:
                    yield cls(zone, target)

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
