"""Actions of construction (17) and of control and unrest (12)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Self

from rules.core.cards import CardNumber
from rules.core.errors import Illegal
from rules.core.flow import Power
from rules.core.reasons import Reason
from rules.his.actions import Action, Chooser, action
from rules.his.game import HisGame
from rules.his.war import foreign_wars
from rules.war.construction import build, building_sites, check_construction
from rules.war.control import change_control, check_control, check_removal_of_unrest, remove_unrest
from rules.war.ids import Nation, SpaceId

NO_WAR: CardNumber = 0


def sites(game: HisGame, power: Power, unit: str) -> Iterator[tuple[SpaceId, Nation]]:
    """Spaces for a new unit, with the minor ally whose unit it is, or "" for one's own."""
    abroad = game.impulse.recruiting_abroad
    for nation in game.nations_of(power):
        for space in building_sites(game, power, nation, unit, abroad=abroad):
            yield space, "" if nation == power else nation


class _Build(Action):
    """Construct one unit in a space; `nation` names a minor ally whose unit it is, else it is one's own."""

    unit: ClassVar[str]
    space: SpaceId = ""
    nation: Nation = ""

    def whose(self, power: Power) -> Nation:
        return self.nation or power

    def check(self, game: HisGame, power: Power) -> None:
        if self.space not in game.spaces:
            raise Illegal("space.unknown", "17", space=self.space)
        abroad = game.impulse.recruiting_abroad
        check_construction(game, power, self.whose(power), self.unit, self.space, abroad=abroad)

    @classmethod
    def options(cls, game: HisGame, power: Power) -> Iterator[Self]:
        for space, nation in sites(game, power, cls.unit):
            yield cls(space=space, nation=nation)

    @classmethod
    def sample(cls, game: HisGame, power: Power, cp: int, choose: Chooser) -> Self | None:
        """One home space is tried after another."""
        if game.impulse.recruiting_abroad or game.foreign_wars:
            return super().sample(game, power, cp, choose)
        untried = [
            cls(space=space, nation="" if nation == power else nation)
            for nation in game.nations_of(power)
            for space in game.home_spaces(nation)
        ]
        return cls.first_allowed(untried, game, power, cp, choose)

    async def perform(self, game: HisGame, power: Power) -> None:
        build(game, self.whose(power), self.unit, self.space)

    def places(self) -> tuple[SpaceId, ...]:
        return (self.space,)


class _BuildLand(_Build):
    """Construct one land unit in a space, or on the card of a foreign `war` (17.1, 21.7)."""

    war: CardNumber = NO_WAR

    def check(self, game: HisGame, power: Power) -> None:
        if self.war:
            foreign_wars.check_reinforcement(game, power, self.whose(power), self.war, self.unit)
            return
        foreign_wars.check_may_build_at_home(game, power, self.whose(power))
        super().check(game, power)

    @classmethod
    def options(cls, game: HisGame, power: Power) -> Iterator[Self]:
        forced = foreign_wars.to_be_reinforced(game, power)
        for space, nation in sites(game, power, cls.unit):
            if nation or not forced:
                yield cls(space=space, nation=nation)
        for card in foreign_wars.short_of_units(game, power):
            if foreign_wars.has_counter_for(game, card, cls.unit):
                yield cls(war=card)

    async def perform(self, game: HisGame, power: Power) -> None:
        if self.war:
            foreign_wars.reinforce(game, self.war, self.unit)
        else:
            await super().perform(game, power)


@action
class RaiseRegular(_BuildLand):
    """Raise one regular, one's own or a minor ally's (17.1, 22.3)."""

    action_id: ClassVar[str] = "raise_regular"
    unit: ClassVar[str] = "regulars"


@action
class BuyMercenary(_BuildLand):
    """Buy one mercenary (17.1)."""

    action_id: ClassVar[str] = "buy_mercenary"
    unit: ClassVar[str] = "mercenaries"


@action
class RaiseCavalry(_BuildLand):
    """Raise one cavalry unit (17.1)."""

    action_id: ClassVar[str] = "raise_cavalry"
    unit: ClassVar[str] = "cavalry"


@action
class BuildSquadron(_Build):
    """Build one squadron, one's own or a minor ally's (17.2, 22.3)."""

    action_id: ClassVar[str] = "build_squadron"
    unit: ClassVar[str] = "squadrons"


@action
class BuildCorsair(_Build):
    """Build one corsair, once Barbary Pirates has happened (17.2)."""

    action_id: ClassVar[str] = "build_corsair"
    unit: ClassVar[str] = "corsairs"

    def check(self, game: HisGame, power: Power) -> None:
        if not game.pirates:
            raise Illegal("construction.no_corsairs_yet", "17.2")
        super().check(game, power)

    @classmethod
    def options(cls, game: HisGame, power: Power) -> Iterator[Self]:
        if game.pirates:
            for space, nation in sites(game, power, cls.unit):
                yield cls(space=space, nation=nation)


@action
class ControlSpace(Action):
    """Take control of an unfortified space, or remove unrest from any (CTRL-1; 12.2, 12.4)."""

    action_id: ClassVar[str] = "control_space"
    space: SpaceId
    calm: bool = False
    """Remove the unrest there instead of taking control."""

    def check(self, game: HisGame, power: Power) -> None:
        if self.space not in game.spaces:
            raise Illegal("space.unknown", "12.2", space=self.space)
        if self.calm:
            check_removal_of_unrest(game, power, self.space)
        else:
            check_control(game, power, self.space)

    @classmethod
    def ways(cls, game: HisGame, power: Power) -> Iterator[Self]:
        # Only spaces in or next to which the power has land units, and those that may be calmed from afar.
        near = {
            space: True
            for origin in game.units
            if origin in game.spaces and game.land_strength(origin, power)
            for space in (origin, *game.board.clear_neighbours(origin))
        }
        for space, state in game.spaces.items():
            if space not in near and not state.unrest:
                continue
            for calm in (False, True) if state.unrest else (False,):
                yield cls(space, calm)

    async def perform(self, game: HisGame, power: Power) -> None:
        if self.calm:
            remove_unrest(game, self.space)
            return
        change_control(game, self.space, power, Reason("action"))

    def places(self) -> tuple[SpaceId, ...]:
        return (self.space,)


@action
class FightForeignWar(Action):
    """Fight one battle of a foreign war (21.7)."""

    action_id: ClassVar[str] = "foreign_war"
    war: CardNumber

    def check(self, game: HisGame, power: Power) -> None:
        foreign_wars.check_fight(game, power, self.war)

    @classmethod
    def ways(cls, game: HisGame, power: Power) -> Iterator[Self]:
        return map(cls, game.foreign_wars)

    async def perform(self, game: HisGame, power: Power) -> None:
        await foreign_wars.fight(game, self.war)
