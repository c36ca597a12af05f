"""The Spanish Armada (23.2), and Don John, who serves on land and at sea (10)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Self

from rules.core.errors import Illegal, allows
from rules.core.events import Event
from rules.core.flow import Power
from rules.vq.actions import Action, action
from rules.vq.game import DON_JOHN, VqGame
from rules.vq.powers import SPAIN
from rules.war.control import has_enemies
from rules.war.counter_mix import fits
from rules.war.displacement import ships_at
from rules.war.ids import SpaceId

LISBON = "lisbon"
UNITS_PER_STEP = 2
"""Land units that a step of the Armada carries."""
KINDS = ("regulars", "mercenaries")


@dataclass(frozen=True, slots=True)
class ArmadaBuilt(Event):
    space: SpaceId


@dataclass(frozen=True, slots=True)
class ArmadaStrengthened(Event):
    strength: int


@dataclass(frozen=True, slots=True)
class TroopsEmbarked(Event):
    kind: str
    count: int
    """Negative for those who go ashore."""
    space: SpaceId


@dataclass(frozen=True, slots=True)
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
@dataclass(frozen=True, slots=True)
class StrengthenArmada(Action):
    """BUILD-4: one step more, in one of its ports (23.2)."""

    action_id: ClassVar[str] = "upgrade_armada"

    def check(self, game: VqGame, power: Power) -> None:
        place = game.armada_at()
        if place not in game.data.tables.armada.ports:
            raise Illegal("armada.not_in_port", "23.2")
        if game.at(place, SPAIN).armada >= game.data.tables.armada.steps:
            raise Illegal("armada.full_strength", "23.2")

    @classmethod
    def options(cls, game: VqGame, power: Power) -> Iterator[Self]:
        if allows(cls().check, game, power):
            yield cls()

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


def check_aboard(game: VqGame, kind: str) -> None:
    """Raise `Illegal` unless there is room aboard, and a counter, for a unit more of a kind."""
    aboard = game.lasting.aboard
    if kind not in KINDS:
        raise Illegal("armada.no_such_troops", "23.2")
    if aboard.size >= capacity(game):
        raise Illegal("armada.full", "23.2", count=capacity(game))


@dataclass(frozen=True, slots=True)
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

    @classmethod
    def options(cls, game: VqGame, power: Power) -> Iterator[Self]:
        if allows(cls().check, game, power):
            yield cls()

    async def perform(self, game: VqGame, power: Power) -> None:
        place = game.armada_at()
        assert place is not None
        aboard = game.lasting.aboard
        setattr(aboard, self.unit, getattr(aboard, self.unit) + 1)
        game.emit(TroopsEmbarked(self.unit, 1, place))


@action
@dataclass(frozen=True, slots=True)
class RaiseRegularAboard(_RaiseAboard):
    """BUILD-1: a Spanish regular onto the Armada (23.2)."""

    action_id: ClassVar[str] = "raise_regular"
    unit: ClassVar[str] = "regulars"


@action
@dataclass(frozen=True, slots=True)
class RaiseMercenaryAboard(_RaiseAboard):
    """BUILD-1: a Spanish mercenary onto the Armada (23.2)."""

    action_id: ClassVar[str] = "raise_mercenary"
    unit: ClassVar[str] = "mercenaries"


@dataclass(frozen=True, slots=True)
class _SpanishFreeAction(Action):
    """WIN-SPAIN-FREE: what Spain may do between two actions without CP."""

    def cost(self, game: VqGame, power: Power) -> int:
        return 0

    @classmethod
    def available(cls, game: VqGame, power: Power) -> bool:
        return power == SPAIN


@action
@dataclass(frozen=True, slots=True)
class EmbarkTroops(_SpanishFreeAction):
    """In port units go aboard the Armada, or ashore (negative), within its capacity (23.2)."""

    action_id: ClassVar[str] = "embark"
    unit: str
    count: int

    def check(self, game: VqGame, power: Power) -> None:
        place = game.armada_at()
        if place is None or place not in game.spaces:
            raise Illegal("armada.not_in_port", "23.2")
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
    def options(cls, game: VqGame, power: Power) -> Iterator[Self]:
        for unit in KINDS:
            for count in (1, 2, -1, -2):
                if allows(cls(unit, count).check, game, power):
                    yield cls(unit, count)

    async def perform(self, game: VqGame, power: Power) -> None:
        place = game.armada_at()
        assert place is not None
        self._ship(game, place, self.count)
        game.emit(TroopsEmbarked(self.unit, self.count, place))


@action
@dataclass(frozen=True, slots=True)
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

    @classmethod
    def options(cls, game: VqGame, power: Power) -> Iterator[Self]:
        if allows(cls().check, game, power):
            yield cls()

    async def perform(self, game: VqGame, power: Power) -> None:
        game.lasting.don_john_afloat = not game.lasting.don_john_afloat
        game.emit(DonJohnSwitched(game.lasting.don_john_afloat))
