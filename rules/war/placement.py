"""New units that an event gives and their owner divides among several spaces (17)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import Any, ClassVar, TypeAlias

from rules.core.errors import Illegal, allows, named_twice
from rules.core.flow import Power, Question, ask
from rules.core.kinds import UnitKind
from rules.war.construction import add_new_units, ships_left
from rules.war.counter_mix import fits, room_for
from rules.war.ids import Nation, SpaceId
from rules.war.state import WarGame

Placement: TypeAlias = tuple[tuple[SpaceId, int], ...]
"""How many of the new units go to which space."""


def room_in(game: WarGame, nation: Nation, unit: str, space: SpaceId, most: int) -> int:
    """How many new units, up to `most`, the counters allow in one space (5.2, 17)."""
    if unit in game.naval_kinds:
        return max(0, min(most, ships_left(game, nation)))
    return room_for(game, game.counters_in(nation, space), space, unit, most)


def counters_suffice(game: WarGame, nation: Nation, unit: str, placement: Placement) -> bool:
    """Whether the counters allow all of the new units at once (5.2, 17)."""
    if unit in game.naval_kinds:
        return sum(count for _space, count in placement) <= ships_left(game, nation)
    by_nation: dict[Nation, list[tuple[SpaceId, str, int]]] = {}
    for space, count in placement:
        by_nation.setdefault(game.counters_in(nation, space), []).append((space, unit, count))
    return all(fits(game, whose, units) for whose, units in by_nation.items())


class PlaceUnits(Question[Placement]):
    """Where new units of one kind go, divided freely; silence puts all it can into the first space."""

    kind: ClassVar[str] = "place_units"
    topic: str
    nation: Nation
    unit: UnitKind
    most: int
    spaces: tuple[SpaceId, ...]
    rule: str = "17"

    def legal(self, game: WarGame) -> Iterable[Placement]:
        """All in one space, or in two halves."""
        for space in self.spaces:
            if room := room_in(game, self.nation, self.unit, space, self.most):
                yield ((space, room),)
        half = self.most // 2
        for one, other in pairwise(self.spaces):
            halves = ((one, half), (other, self.most - half))
            if half and allows(self.check, game, halves):
                yield halves

    def check(self, game: WarGame, answer: Placement) -> None:
        if (twice := named_twice(space for space, _count in answer)) is not None:
            raise Illegal("placement.named_twice", self.rule, place=twice)
        for space, count in answer:
            if space not in self.spaces:
                raise Illegal("placement.not_there", self.rule, space=space)
            if count < 1:
                raise Illegal("forces.at_least_one", self.rule)
        total = sum(count for _space, count in answer)
        if not 1 <= total <= self.most:
            raise Illegal(
                "placement.wrong_range", self.rule, least_count=1, most_count=self.most, named_count=total
            )
        if not counters_suffice(game, self.nation, self.unit, answer):
            raise Illegal("counters.cannot_place", self.rule)

    def pick(self, game: WarGame, choose: Callable[[Sequence[Any]], Any]) -> Placement:
        chosen = [choose(self.spaces) for _ in range(self.most)]
        placement = tuple((space, chosen.count(space)) for space in dict.fromkeys(chosen))
        return placement if allows(self.check, game, placement) else choose(list(self.legal(game)))


def open_spaces(game: WarGame, nation: Nation, unit: str, spaces: Iterable[SpaceId]) -> list[SpaceId]:
    """Those of the spaces for which there is a counter of a new unit; what silence prefers first."""
    able = [space for space in spaces if room_in(game, nation, unit, space, 1)]
    capitals = game.capitals(nation)

    def preference(space: SpaceId) -> tuple[bool, bool, int, SpaceId]:
        strength = game.land_strength(space, game.commander(nation))
        return space not in capitals, not game.fortified(space), -strength, space

    return sorted(able, key=preference)


async def place_units(
    game: WarGame,
    topic: str,
    power: Power,
    unit: str,
    most: int,
    spaces: Iterable[SpaceId],
    nation: Nation = "",
) -> None:
    """A power puts new units into some of the spaces, as many as the counters allow (17).

    They are its own, unless a `nation` that it commands is named.
    """
    nation = nation or power
    able = open_spaces(game, nation, unit, spaces)
    if not able:
        return
    placement: Placement = ((able[0], most),)
    if len(able) > 1:
        placement = await ask(PlaceUnits(power, topic, nation, unit, most, tuple(able)))
    for space, count in placement:
        add_new_units(game, game.counters_in(nation, space), unit, count, space)
