"""Construction (17), and control and unrest (12)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Self

from rules.core.cards import CardNumber
from rules.core.errors import Illegal
from rules.core.events import Event
from rules.core.flow import Power
from rules.vq.actions import ACTIONS, Action, Chooser, action
from rules.vq.diplomacy.minors import FortressRaised
from rules.vq.game import VqGame
from rules.vq.kinds import OceanId, SettlementId
from rules.vq.powers import ENGLAND, FACTIONS, PROTESTANT, SPAIN, WALLOONS
from rules.vq.ships import CORSAIRS, GALLEONS, GALLEYS, RACE_BUILT
from rules.vq.war import foreign_wars
from rules.war.construction import build, building_sites, check_construction, ships_left
from rules.war.control import has_enemies
from rules.war.ids import Nation, SpaceId
from rules.war.land_actions import AssaultFortification, MoveFormation
from rules.war.sea_actions import NavalTransport

LONDON, HAWKINS, RACE_BUILT_FROM = "london", "hawkins", 3

for shared in (MoveFormation, AssaultFortification, NavalTransport):
    ACTIONS.enter(shared)


def own_nations(game: VqGame, power: Power) -> tuple[Nation, ...]:
    """Whose units a power builds as its own (17.2, 23.6)."""
    if power == PROTESTANT:
        return FACTIONS
    return (SPAIN, WALLOONS) if power == SPAIN else (power,)


class _BuildUnit(Action):
    """Construct one unit in a space; `nation` is whose counters it is."""

    unit: ClassVar[str]
    space: SpaceId
    nation: Nation

    @classmethod
    def nations(cls, game: VqGame, power: Power) -> tuple[Nation, ...]:
        """Whose units of this kind a power may build by this action."""
        return own_nations(game, power)

    def check(self, game: VqGame, power: Power) -> None:
        if self.space not in game.spaces:
            raise Illegal("space.unknown", "17", space=self.space)
        if self.nation not in self.nations(game, power):
            raise Illegal("forces.not_yours", "17", nation=self.nation)
        check_construction(game, power, self.nation, self.unit, self.space)

    @classmethod
    def options(cls, game: VqGame, power: Power) -> Iterator[Self]:
        for nation in cls.nations(game, power):
            for space in building_sites(game, power, nation, cls.unit):
                yield cls(space, nation)

    @classmethod
    def sample(cls, game: VqGame, power: Power, cp: int, choose: Chooser) -> Self | None:
        """One home space is tried after another."""
        afloat = cls.unit in game.naval_kinds
        untried = [
            cls(space, nation)
            for nation in cls.nations(game, power)
            if not afloat or ships_left(game, nation) > 0
            for space in game.home_spaces(nation)
            if not afloat or game.board.spaces[space].is_port
        ]
        return cls.first_allowed(untried, game, power, cp, choose)

    async def perform(self, game: VqGame, power: Power) -> None:
        build(game, self.nation, self.unit, self.space)

    def places(self) -> tuple[SpaceId, ...]:
        return (self.space,)


# ---- 17.2 Land units


@action
class RaiseRegulars(_BuildUnit):
    """BUILD-1: a regular; of a minor ally too; Spain's in the Netherlands are Walloons (17.2, 24.3)."""

    action_id: ClassVar[str] = "raise_regular"
    unit: ClassVar[str] = "regulars"

    @classmethod
    def nations(cls, game: VqGame, power: Power) -> tuple[Nation, ...]:
        minors = tuple(minor for minor in game.minors if game.minor_allies.get(minor) == power)
        return (*own_nations(game, power), *minors)


@action
class RaiseMercenary(_BuildUnit):
    """BUILD-1: a mercenary (17.2)."""

    action_id: ClassVar[str] = "raise_mercenary"
    unit: ClassVar[str] = "mercenaries"


@action
class RaiseOttomanCavalry(_BuildUnit):
    """BUILD-1: Ottoman cavalry (17.2)."""

    action_id: ClassVar[str] = "raise_cavalry"
    unit: ClassVar[str] = "cavalry"


@action
class ReinforceForeignWar(Action):
    """BUILD-1: a unit onto the card of a foreign war, eight at most there (17.2, 23.7)."""

    action_id: ClassVar[str] = "foreign_war"
    war: CardNumber
    unit: str

    def cost(self, game: VqGame, power: Power) -> int:
        return game.action_cost(power, foreign_wars.RAISED_BY[self.unit])

    def check(self, game: VqGame, power: Power) -> None:
        foreign_wars.check_reinforcement(game, power, self.war, self.unit)

    @classmethod
    def ways(cls, game: VqGame, power: Power) -> Iterator[Self]:
        return (cls(card, unit) for card in game.foreign_wars for unit in foreign_wars.RAISED_BY)

    async def perform(self, game: VqGame, power: Power) -> None:
        foreign_wars.reinforce(game, self.war, self.unit)


@action
class FightAbroad(Action):
    """FW-3: a battle in a foreign war (23.7)."""

    action_id: ClassVar[str] = "foreign_war"
    war: CardNumber

    def check(self, game: VqGame, power: Power) -> None:
        foreign_wars.check_fight(game, power, self.war)

    @classmethod
    def ways(cls, game: VqGame, power: Power) -> Iterator[Self]:
        return map(cls, game.foreign_wars)

    async def perform(self, game: VqGame, power: Power) -> None:
        await foreign_wars.fight(game, self.war)


# ---- 17.3 Ships


@action
class BuildGalley(_BuildUnit):
    """BUILD-2: a galley (17.3)."""

    action_id: ClassVar[str] = "build_galley"
    unit: ClassVar[str] = GALLEYS


@action
class BuildOttomanCorsair(_BuildUnit):
    """BUILD-2: a corsair, in any Ottoman port (17.3)."""

    action_id: ClassVar[str] = "build_corsair"
    unit: ClassVar[str] = CORSAIRS


@action
class BuildGalleon(_BuildUnit):
    """BUILD-2: a galleon on the Atlantic; in London with Hawkins it is race-built (17.3)."""

    action_id: ClassVar[str] = "build_galleon"
    unit: ClassVar[str] = GALLEONS

    async def perform(self, game: VqGame, power: Power) -> None:
        hawkins = game.leaders[HAWKINS].place == LONDON == self.space and game.turn >= RACE_BUILT_FROM
        build(game, self.nation, RACE_BUILT if hawkins and power == ENGLAND else GALLEONS, self.space)


@action
class BuildMinorShip(Action):
    """BUILD-2: a ship of a minor ally in its home port (24.3)."""

    action_id: ClassVar[str] = "build_minor_ship"
    space: SpaceId
    nation: Nation

    def check(self, game: VqGame, power: Power) -> None:
        if self.space not in game.spaces:
            raise Illegal("space.unknown", "17", space=self.space)
        kind = game.data.powers[self.nation].ships if self.nation in game.minors else None
        if kind is None:
            raise Illegal("construction.not_of_a_minor", "24.3", nation=self.nation, unit=GALLEYS)
        check_construction(game, power, self.nation, kind, self.space)

    @classmethod
    def ways(cls, game: VqGame, power: Power) -> Iterator[Self]:
        allies = (minor for minor in game.minors if game.minor_allies.get(minor) == power)
        return (cls(space, minor) for minor in allies for space in game.home_spaces(minor))

    async def perform(self, game: VqGame, power: Power) -> None:
        kind = game.data.powers[self.nation].ships
        assert kind is not None
        build(game, self.nation, kind, self.space)


class PatrolBuilt(Event):
    ocean: OceanId


@action
class BuildPatrol(Action):
    """BUILD-3: a patrol in an ocean zone with a Spanish settlement (17.3)."""

    action_id: ClassVar[str] = "build_patrol"
    zone: OceanId

    def check(self, game: VqGame, power: Power) -> None:
        if self.zone not in game.data.world.zones:
            raise Illegal("world.no_zone", "17.3", ocean=self.zone)
        if not any(game.world.owners.get(place) == SPAIN for place in game.data.world.on(self.zone)):
            raise Illegal("world.no_spanish_settlement", "17.3", ocean=self.zone)
        if sum(game.world.patrols.values()) >= game.data.counters.patrols:
            raise Illegal("world.no_patrol_left", "17.3")

    @classmethod
    def ways(cls, game: VqGame, power: Power) -> Iterator[Self]:
        return map(cls, game.data.world.zones)

    async def perform(self, game: VqGame, power: Power) -> None:
        game.world.patrols[self.zone] = game.world.patrols.get(self.zone, 0) + 1
        game.emit(PatrolBuilt(self.zone))


# ---- 17.5 Fortresses


class WorldFortressBuilt(Event):
    settlement: SettlementId


def check_fortress(game: VqGame, power: Power, space: SpaceId) -> None:
    """Raise `Illegal` unless a power may fortify a space: its own home, unfortified, quiet (17.5, 2.1)."""
    if space not in game.spaces:
        raise Illegal("space.unknown", "17.5", space=space)
    if game.controller(space) != power or not any(game.is_home(n, space) for n in own_nations(game, power)):
        raise Illegal("construction.not_at_home", "17.5", space=space, nation=power)
    if game.fortified(space):
        raise Illegal("construction.fortified", "2.1", space=space)
    if game.spaces[space].unrest:
        raise Illegal("space.unrest", "12.4", space=space)
    if has_enemies(game, power, space):
        raise Illegal("construction.enemies", "17.5", space=space)


def build_fortress(game: VqGame, space: SpaceId) -> None:
    game.spaces[space].fortress = True
    game.emit(FortressRaised(space))


@action
class BuildFortress(Action):
    """BUILD-5: a fortress in an own home space (17.5)."""

    action_id: ClassVar[str] = "build_fortress"
    space: SpaceId

    def check(self, game: VqGame, power: Power) -> None:
        check_fortress(game, power, self.space)

    @classmethod
    def ways(cls, game: VqGame, power: Power) -> Iterator[Self]:
        return map(cls, game.spaces_of(power))

    async def perform(self, game: VqGame, power: Power) -> None:
        build_fortress(game, self.space)

    def places(self) -> tuple[SpaceId, ...]:
        return (self.space,)


@action
class FortifySettlement(Action):
    """BUILD-5: Spain fortifies a settlement, with a fortress of its power card (17.5, 8.2)."""

    action_id: ClassVar[str] = "build_fortress"
    settlement: SettlementId

    def check(self, game: VqGame, power: Power) -> None:
        if power != SPAIN or game.world.owners.get(self.settlement) != SPAIN:
            raise Illegal("world.not_spanish", "17.5", settlement=self.settlement)
        if self.settlement in game.world.fortresses:
            raise Illegal("world.fortified", "17.5", settlement=self.settlement)
        if not game.lasting.spanish_fortresses:
            raise Illegal("world.no_fortress_left", "8.2")

    @classmethod
    def ways(cls, game: VqGame, power: Power) -> Iterator[Self]:
        return map(cls, game.world.owners)

    async def perform(self, game: VqGame, power: Power) -> None:
        game.lasting.spanish_fortresses -= 1
        game.world.fortresses.append(self.settlement)
        game.emit(WorldFortressBuilt(self.settlement))
