"""The Spanish Armada (23.2), and Don John, who serves on land and at sea (10)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Self

from rules.core.actions import Chooser
from rules.core.errors import Illegal
from rules.core.events import Event
from rules.core.flow import Power
from rules.core.kinds import UnitKind
from rules.vq.actions import Action, action
from rules.vq.game import DON_JOHN, VqGame
from rules.vq.powers import SPAIN
from rules.war.advance import check_entry
from rules.war.casualties import make_change
from rules.war.control import has_enemies
from rules.war.counter_mix import fits
from rules.war.displacement import army_leaders, ships_at
from rules.war.fleets import enemies_afloat
from rules.war.forces import Formation, army_at, check_part, check_size, usual_formations
from rules.war.ids import LeaderId, SpaceId, ZoneId
from rules.war.movement import check_going, check_moving_formation, enter_space

LISBON = "lisbon"
UNITS_PER_STEP = 2
"""Land units that a step of the Armada carries."""
KINDS = ("regulars", "mercenaries")
SELDOM = 6
"""At random, Spain does something that costs nothing in one of so many cases."""


class ArmadaBuilt(Event):
    space: SpaceId


class ArmadaStrengthened(Event):
    strength: int


class TroopsEmbarked(Event):
    kind: UnitKind
    count: int
    """Negative for those who go ashore."""
    space: SpaceId


class DonJohnSwitched(Event):
    afloat: bool


def capacity(game: VqGame) -> int:
    """Land units that the Armada carries: as many as its strength (23.2)."""
    place = game.armada_at()
    return UNITS_PER_STEP * game.at(place, SPAIN).armada if place is not None else 0


def armada_ports(game: VqGame) -> list[SpaceId]:
    """Ports in which the Armada may be built: Spanish-controlled and quiet (23.2)."""
    return [
        port
        for port in game.data.tables.armada.ports
        if game.controller(port) == SPAIN
        and not game.spaces[port].unrest
        and not has_enemies(game, SPAIN, port)
    ]


def may_be_built(game: VqGame) -> bool:
    return game.armada_at() is None and game.lasting.armada_returns is None and bool(armada_ports(game))


def build_armada(game: VqGame, port: SpaceId) -> None:
    """The Armada appears at strength 2 (23.2)."""
    game.add_units(port, SPAIN, armada=1)
    game.emit(ArmadaBuilt(port))


@action
class StrengthenArmada(Action):
    """BUILD-4: one step more, in one of its ports (23.2)."""

    action_id: ClassVar[str] = "upgrade_armada"

    def check(self, game: VqGame, power: Power) -> None:
        place = game.armada_at()
        if place not in game.data.tables.armada.ports:
            raise Illegal("armada.not_in_port", "23.2")
        if game.at(place, SPAIN).armada >= game.data.tables.armada.steps:
            raise Illegal("armada.full_strength", "23.2")

    async def perform(self, game: VqGame, power: Power) -> None:
        place = game.armada_at()
        assert place is not None
        game.add_units(place, SPAIN, armada=1)
        game.emit(ArmadaStrengthened(UNITS_PER_STEP * game.at(place, SPAIN).armada))


def home_port(game: VqGame) -> SpaceId | None:
    """The port of Spain, or Lisbon, in which the Armada lies (23.2)."""
    place = game.armada_at()
    if place is None or place not in game.spaces:
        return None
    return place if game.is_home(SPAIN, place) or place == LISBON else None


def port_of_armada(game: VqGame) -> SpaceId:
    """The port in which the Armada lies; `Illegal` if it lies in none."""
    place = game.armada_at()
    if place is None or place not in game.spaces:
        raise Illegal("armada.not_in_port", "23.2")
    return place


def coast_of_armada(game: VqGame, power: Power, port: SpaceId) -> ZoneId:
    """The sea zone of the Armada, from which its troops can reach a port; `Illegal` if there is none."""
    zone = game.armada_at()
    if power != SPAIN or zone is None or zone not in game.board.zones:
        raise Illegal("armada.not_at_sea", "23.2")
    if port not in game.landing_ports(SPAIN, zone):
        raise Illegal("transport.no_port", "23.2", space=port, zone=zone)
    return zone


def check_aboard(game: VqGame, kind: str) -> None:
    """Raise `Illegal` unless there is room aboard, and a counter, for a unit more of a kind."""
    aboard = game.lasting.aboard
    if kind not in KINDS:
        raise Illegal("armada.no_such_troops", "23.2")
    if aboard.size >= capacity(game):
        raise Illegal("armada.full", "23.2", count=capacity(game))


class _RaiseAboard(Action):
    """A unit is raised onto the Armada in a home port (23.2)."""

    unit: ClassVar[str]

    def check(self, game: VqGame, power: Power) -> None:
        if power != SPAIN or home_port(game) is None:
            raise Illegal("armada.not_at_home", "23.2")
        check_aboard(game, self.unit)
        aboard = game.lasting.aboard
        setattr(aboard, self.unit, getattr(aboard, self.unit) + 1)
        shown = fits(game, SPAIN)
        setattr(aboard, self.unit, getattr(aboard, self.unit) - 1)
        if not shown:
            raise Illegal("counters.no_counter", "17.1", nation=SPAIN)

    async def perform(self, game: VqGame, power: Power) -> None:
        place = game.armada_at()
        assert place is not None
        aboard = game.lasting.aboard
        setattr(aboard, self.unit, getattr(aboard, self.unit) + 1)
        game.emit(TroopsEmbarked(self.unit, 1, place))


@action
class RaiseRegularAboard(_RaiseAboard):
    """BUILD-1: a Spanish regular onto the Armada (23.2)."""

    action_id: ClassVar[str] = "raise_regular"
    unit: ClassVar[str] = "regulars"


@action
class RaiseMercenaryAboard(_RaiseAboard):
    """BUILD-1: a Spanish mercenary onto the Armada (23.2)."""

    action_id: ClassVar[str] = "raise_mercenary"
    unit: ClassVar[str] = "mercenaries"


class _SpanishFreeAction(Action):
    """WIN-SPAIN-FREE: what Spain may do between two actions without CP."""

    def cost(self, game: VqGame, power: Power) -> int:
        return 0

    @classmethod
    def sample(cls, game: VqGame, power: Power, cp: int, choose: Chooser) -> Self | None:
        """Seldom: it costs nothing, and could be done and undone for ever."""
        options = [] if choose(range(SELDOM)) else list(cls.options(game, power))
        return choose(options) if options else None

    @classmethod
    def available(cls, game: VqGame, power: Power) -> bool:
        return power == SPAIN


@action
class EmbarkTroops(_SpanishFreeAction):
    """In port units go aboard the Armada, or ashore (negative), within its capacity (23.2)."""

    action_id: ClassVar[str] = "embark"
    unit: str
    count: int

    def check(self, game: VqGame, power: Power) -> None:
        place = port_of_armada(game)
        if self.unit not in KINDS or not self.count:
            raise Illegal("armada.no_such_troops", "23.2")
        ashore = getattr(game.at(place, SPAIN), self.unit)
        aboard = getattr(game.lasting.aboard, self.unit)
        if self.count > ashore or -self.count > aboard:
            raise Illegal("armada.no_such_troops", "23.2")
        if game.lasting.aboard.size + self.count > capacity(game):
            raise Illegal("armada.full", "23.2", count=capacity(game))
        self._ship(game, place, self.count)
        shown = fits(game, SPAIN)
        self._ship(game, place, -self.count)
        if not shown:
            raise Illegal("counters.cannot_divide", "5.3", nation=SPAIN)

    def _ship(self, game: VqGame, place: SpaceId, count: int) -> None:
        """So many units go aboard, or ashore."""
        aboard = game.lasting.aboard
        setattr(aboard, self.unit, getattr(aboard, self.unit) + count)
        if count > 0:
            game.remove_units(place, SPAIN, **{self.unit: count})
        else:
            game.add_units(place, SPAIN, **{self.unit: -count})

    @classmethod
    def ways(cls, game: VqGame, power: Power) -> Iterator[Self]:
        return (cls(unit, count) for unit in KINDS for count in (1, 2, -1, -2))

    async def perform(self, game: VqGame, power: Power) -> None:
        place = game.armada_at()
        assert place is not None
        self._ship(game, place, self.count)
        game.emit(TroopsEmbarked(self.unit, self.count, place))


@action
class EmbarkLeader(_SpanishFreeAction):
    """In port an army leader goes aboard the Armada, or ashore again (23.2)."""

    action_id: ClassVar[str] = "embark"
    leader: LeaderId

    def check(self, game: VqGame, power: Power) -> None:
        place = port_of_armada(game)
        if self.leader not in (*game.lasting.aboard.leaders, *army_leaders(game, place, SPAIN)):
            raise Illegal("leader.not_on_map", "23.2", leader=self.leader)

    @classmethod
    def options(cls, game: VqGame, power: Power) -> Iterator[Self]:
        place = game.armada_at()
        if place is not None and place in game.spaces:
            for leader in (*game.lasting.aboard.leaders, *army_leaders(game, place, SPAIN)):
                yield cls(leader)

    async def perform(self, game: VqGame, power: Power) -> None:
        place, aboard = game.armada_at(), game.lasting.aboard.leaders
        if self.leader in aboard:
            aboard.remove(self.leader)
            game.leaders[self.leader].place = place
        else:
            game.leaders[self.leader].place = None
            aboard.append(self.leader)


@action
class LandFromArmada(Action):
    """Troops of the Armada at sea land in a port next to it (23.2, 16.3 step 3)."""

    action_id: ClassVar[str] = "naval_transport_step"
    to: SpaceId
    formation: Formation

    def check(self, game: VqGame, power: Power) -> None:
        zone = coast_of_armada(game, power, self.to)
        if not self.formation.size:
            raise Illegal("formation.empty", "23.2")
        check_part(troops_aboard(game), self.formation, zone, "23.2")
        check_load(game, self.formation)
        if enemies_afloat(game, SPAIN, self.to):
            raise Illegal("transport.enemy_ships", "16.3", space=self.to)
        check_entry(game, SPAIN, self.to, with_units=True)
        check_going(game, zone, self.to, self.formation)

    @classmethod
    def ways(cls, game: VqGame, power: Power) -> Iterator[Self]:
        zone, whole = game.armada_at(), troops_aboard(game)
        if zone is None or zone not in game.board.zones or not whole.size:
            return
        for to in game.landing_ports(SPAIN, zone):
            for formation in usual_formations(game, whole):
                yield cls(to, formation)

    async def perform(self, game: VqGame, power: Power) -> None:
        """They count as being off the coast until they are ashore."""
        zone, aboard = game.armada_at(), game.lasting.aboard
        assert zone is not None
        for _nation, kind, count in self.formation.units:
            setattr(aboard, kind, getattr(aboard, kind) - count)
            game.add_units(zone, SPAIN, **{kind: count})
        for leader in self.formation.leaders:
            aboard.leaders.remove(leader)
            game.leaders[leader].place = zone
        await enter_space(game, SPAIN, zone, self.to, self.formation)
        for nation in game.nations_of(SPAIN):
            await make_change(game, nation, self.to)


@action
class BoardArmadaAtSea(Action):
    """Troops in a port go aboard the Armada that lies off its coast (23.2)."""

    action_id: ClassVar[str] = "naval_transport_step"
    port: SpaceId
    formation: Formation

    def check(self, game: VqGame, power: Power) -> None:
        coast_of_armada(game, power, self.port)
        check_moving_formation(game, SPAIN, self.port, self.formation)
        if any(nation != SPAIN or kind not in KINDS for nation, kind, _count in self.formation.units):
            raise Illegal("armada.no_such_troops", "23.2")
        check_load(game, self.formation)
        if game.lasting.aboard.size + self.formation.size > capacity(game):
            raise Illegal("armada.full", "23.2", count=capacity(game))

    @classmethod
    def ways(cls, game: VqGame, power: Power) -> Iterator[Self]:
        zone = game.armada_at()
        if zone is None or zone not in game.board.zones:
            return
        for port in game.landing_ports(SPAIN, zone):
            for formation in usual_formations(game, army_at(game, port, SPAIN)):
                yield cls(port, formation)

    async def perform(self, game: VqGame, power: Power) -> None:
        aboard = game.lasting.aboard
        for _nation, kind, count in self.formation.units:
            game.remove_units(self.port, SPAIN, **{kind: count})
            setattr(aboard, kind, getattr(aboard, kind) + count)
            game.emit(TroopsEmbarked(kind, count, self.port))
        for leader in self.formation.leaders:
            game.leaders[leader].place = None
            aboard.leaders.append(leader)
        await make_change(game, SPAIN, self.port)


def troops_aboard(game: VqGame) -> Formation:
    """Everybody on the Armada, as one formation."""
    aboard = game.lasting.aboard
    units = tuple((SPAIN, kind, count) for kind in KINDS if (count := getattr(aboard, kind)))
    return Formation(tuple(aboard.leaders), units)


def check_load(game: VqGame, formation: Formation) -> None:
    """Raise `Illegal` beyond five units without a leader, or what he commands (16.3, 23.2)."""
    limit = game.data.tables.transport_limit
    if formation.leaders:
        check_size(game, formation, "5.1")
    elif formation.size > min(limit, game.data.tables.formation_without_leader):
        raise Illegal("transport.too_many", "16.3", limit=limit)


@action
class SwitchDonJohn(_SpanishFreeAction):
    """Don John becomes a naval leader or an army leader, in a friendly-controlled port (10)."""

    action_id: ClassVar[str] = "switch_don_john"

    def check(self, game: VqGame, power: Power) -> None:
        place = game.leaders[DON_JOHN].place
        if place is None or place not in game.spaces or not game.board.spaces[place].is_port:
            raise Illegal("leader.not_in_port", "10", leader=DON_JOHN)
        if not game.friendly(SPAIN, game.controller(place)):
            raise Illegal("space.not_friendly", "10", space=place)
        if not game.lasting.don_john_afloat and not ships_at(game, place, SPAIN):
            raise Illegal("leader.no_ships_here", "16.1", leader=DON_JOHN)

    async def perform(self, game: VqGame, power: Power) -> None:
        game.lasting.don_john_afloat = not game.lasting.don_john_afloat
        game.emit(DonJohnSwitched(game.lasting.don_john_afloat))
