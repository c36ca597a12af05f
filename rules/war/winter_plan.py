"""Who goes where in winter: the groups under way, and how they are counted (19.3).

Armies are planned in `rules.war.winter_armies`, fleets in `rules.war.winter_fleets`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Generic, TypeVar

from rules.core.errors import Illegal
from rules.core.records import Record
from rules.war.forces import UnitCount
from rules.war.ids import LeaderId, Nation, Place, SpaceId

LOST = ""
"""The destination of those who have none: they are eliminated."""

K = TypeVar("K", bound="str | tuple[str, str]")


class Homeward(Record):
    """Units and leaders that go home from one place to one space together."""

    place: Place
    destination: SpaceId
    units: tuple[UnitCount, ...] = ()
    leaders: tuple[LeaderId, ...] = ()

    @property
    def size(self) -> int:
        return sum(count for _nation, _kind, count in self.units)


class Tally(Generic[K]):
    """Units by nation and kind, in one heap for each key."""

    __slots__ = ("_heaps",)

    def __init__(self) -> None:
        self._heaps: dict[K, dict[tuple[Nation, str], int]] = {}

    def add(self, key: K, units: Iterable[UnitCount]) -> None:
        heap = self._heaps.setdefault(key, {})
        for nation, kind, count in units:
            heap[nation, kind] = heap.get((nation, kind), 0) + count

    def take(self, key: K, units: Iterable[UnitCount]) -> None:
        """Take units away; `Illegal` if there are not as many."""
        heap = self._heaps.setdefault(key, {})
        for nation, kind, count in units:
            left = heap.get((nation, kind), 0) - count
            if count < 1 or left < 0:
                raise Illegal(
                    "forces.not_so_many_to_choose", "19.3", count=count, unit=kind, nation=nation, place=key
                )
            heap[nation, kind] = left

    def at(self, key: K) -> tuple[UnitCount, ...]:
        heap = self._heaps.get(key, {})
        return tuple((nation, kind, count) for (nation, kind), count in heap.items() if count)

    def heaps(self) -> list[K]:
        """The keys under which there are units, sorted."""
        return sorted(key for key, heap in self._heaps.items() if any(heap.values()))


class Journeys:
    """Groups under way, one for each pair of places."""

    __slots__ = ("leaders", "units")

    def __init__(self) -> None:
        self.units: Tally[tuple[Place, SpaceId]] = Tally()
        self.leaders: dict[tuple[Place, SpaceId], list[LeaderId]] = {}

    def send(self, place: Place, destination: SpaceId, units: Iterable[UnitCount]) -> None:
        self.units.add((place, destination), units)

    def send_leader(self, place: Place, destination: SpaceId, leader: LeaderId) -> None:
        self.leaders.setdefault((place, destination), []).append(leader)

    def destinations_from(self, place: Place) -> list[SpaceId]:
        """Where groups of units go from a place, the largest group first."""
        groups = [(key[1], self.units.at(key)) for key in self.units.heaps() if key[0] == place]
        groups.sort(key=lambda group: -sum(count for _nation, _kind, count in group[1]))
        return [destination for destination, _units in groups if destination != LOST]

    def all(self) -> tuple[Homeward, ...]:
        """Every group, sorted by place and destination."""
        pairs = sorted(dict.fromkeys((*self.units.heaps(), *self.leaders)))
        return tuple(
            Homeward(*pair, self.units.at(pair), tuple(self.leaders.get(pair, ()))) for pair in pairs
        )
