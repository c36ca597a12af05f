"""Foreign wars: armies on a card beside the map, how they fight, and where they come home to (21.7)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from rules.core.cards import CardNumber
from rules.core.events import Event
from rules.core.flow import Power
from rules.core.kinds import UnitKind
from rules.war.battle import Force
from rules.war.control import has_enemies
from rules.war.counter_mix import fits
from rules.war.forces import LOSS_ORDER, Formation, UnitCount
from rules.war.ids import INDEPENDENT, LAND_KINDS, LeaderId, Nation, SpaceId
from rules.war.land_events import CounterShortage, UnitsLost
from rules.war.state import WarGame


@dataclass(slots=True)
class ForeignWar:
    """A war card beside the map (21.7)."""

    power: Power
    enemy: int
    limit: int
    regulars: int = 0
    mercenaries: int = 0
    cavalry: int = 0
    leaders: list[LeaderId] = field(default_factory=list)


class ForeignWarBegan(Event):
    power: Power
    card: CardNumber
    units: int
    enemy: int


class ExpeditionLeft(Event):
    power: Power
    space: SpaceId
    units: dict[UnitKind, int]


class LeaderLeft(Event):
    leader: LeaderId


class ForeignWarWon(Event):
    power: Power
    card: CardNumber
    vp: int


class ForeignWarReinforced(Event):
    power: Power
    card: CardNumber
    kind: UnitKind
    count: int


class UnitsCameHome(Event):
    power: Power
    count: int
    space: SpaceId


def make_change_on_card(game: WarGame, war: ForeignWar, name: str) -> None:
    """Lose units on a war card, cheapest first, until the counters can show what is left (5.2)."""
    for kind in LOSS_ORDER:
        while getattr(war, kind) and not fits(game, war.power):
            setattr(war, kind, getattr(war, kind) - 1)
            game.emit(CounterShortage(war.power, kind, name))


def strength(war: ForeignWar) -> int:
    """Own land units on the card."""
    return war.regulars + war.mercenaries + war.cavalry


@dataclass(slots=True)
class Expeditionary(Force):
    """The land units and leaders that a power has on a war card."""

    war: ForeignWar = field(kw_only=True)

    def army(self, game: WarGame, power: Power) -> Formation:
        units = tuple((power, kind, count) for kind in LAND_KINDS if (count := getattr(self.war, kind)))
        return Formation(tuple(self.war.leaders), units)

    async def lose(self, game: WarGame, power: Power, units: Iterable[UnitCount]) -> None:
        lost = Formation(units=tuple(units))
        for _nation, kind, count in lost.units:
            setattr(self.war, kind, getattr(self.war, kind) - count)
        if lost:
            game.emit(UnitsLost(power, lost.by_kind(), self.place))
        make_change_on_card(game, self.war, self.place)

    def gain(self, game: WarGame, nation: Nation, kind: str) -> None:
        setattr(self.war, kind, getattr(self.war, kind) + 1)


@dataclass(slots=True)
class Rebels(Force):
    """The foreign army on a war card."""

    war: ForeignWar = field(kw_only=True)

    def army(self, game: WarGame, power: Power) -> Formation:
        return Formation(units=((INDEPENDENT, "regulars", self.war.enemy),) if self.war.enemy else ())

    async def lose(self, game: WarGame, power: Power, units: Iterable[UnitCount]) -> None:
        lost = sum(count for _nation, _kind, count in units)
        self.war.enemy -= lost
        if lost:
            game.emit(UnitsLost(INDEPENDENT, {"regulars": lost}, self.place))

    def gain(self, game: WarGame, nation: Nation, kind: str) -> None:
        self.war.enemy += 1


def homes_for(game: WarGame, power: Power) -> list[SpaceId]:
    """The capital if it is friendly and free of enemies, else the friendly home keys that are."""

    def is_safe(space: SpaceId) -> bool:
        return game.friendly(power, game.controller(space)) and not has_enemies(game, power, space)

    if capitals := [capital for capital in game.capitals(power) if is_safe(capital)]:
        return capitals
    keys = [key for key in game.board.keys if game.home_power(key) == power]
    safe = [key for key in keys if is_safe(key)]
    safe = safe or [key for key in keys if game.friendly(power, game.controller(key))]
    return sorted(safe, key=lambda key: (-game.land_strength(key, power), key))
