"""The pieces provided are an absolute limit (5, 5.2): can all units be shown with the counters there are?

Units of one nation and kind in one place form a group that needs counters of its own.  Players may change
counters at any time, so only the sizes of all groups of a nation matter.  Regulars and mercenaries (or
cavalry) are the two sides of the same counters; small powers have counters that show 1 or 2.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from rules.core.errors import Illegal
from rules.war.forces import Formation
from rules.war.ids import LAND_KINDS, Nation, Place
from rules.war.state import WarGame
from rules.war.title import CounterMix


@lru_cache(maxsize=8192)
def representable(mix: CounterMix, groups: tuple[int, ...]) -> bool:
    """Whether these groups of units can all be shown at once with these counters (5.2)."""
    groups = tuple(sorted((size for size in groups if size), reverse=True))
    largest_first = tuple(sorted(mix, key=lambda entry: -max(entry[0])))
    return _fill(largest_first, groups)


@lru_cache(maxsize=65536)
def _fill(mix: CounterMix, groups: tuple[int, ...]) -> bool:
    """Fill the groups (largest first) with counters, those of the highest denomination first."""
    if not groups:
        return True
    if sum(groups) > sum(max(sides) * count for sides, count in mix):
        return False
    (sides, count), rest = mix[0], mix[1:]
    if _greedy(sides, rest):
        return _fill(rest, _take(groups, sides[0], count))
    fewer = ((sides, count - 1), *rest) if count > 1 else rest
    if _fill(fewer, groups):  # leave one counter out
        return True
    return any(
        _fill(fewer, _less(groups, size, side))
        for side in sides
        for size in dict.fromkeys(groups)
        if size >= side
    )


def _greedy(sides: tuple[int, ...], rest: CounterMix) -> bool:
    """Whether as many of a counter as possible is always best: all smaller ones divide it."""
    return len(sides) == 1 and all(len(other) == 1 and sides[0] % other[0] == 0 for other, _count in rest)


def _take(groups: tuple[int, ...], side: int, count: int) -> tuple[int, ...]:
    """Use up to `count` counters of a denomination; in which group does not matter."""
    left = []
    for size in groups:
        used = min(count, size // side)
        count -= used
        left.append(size - used * side)
    return tuple(sorted((size for size in left if size), reverse=True))


def _less(groups: tuple[int, ...], size: int, side: int) -> tuple[int, ...]:
    left = list(groups)
    left[left.index(size)] -= side
    return tuple(sorted((size for size in left if size), reverse=True))


# ---- on the map


def groups_of(game: WarGame, nation: Nation) -> dict[tuple[Place, str], int]:
    """The groups of a nation's land units on the map; only ships are ever on loan."""
    return {
        (place, kind): count
        for place, here in game.units.items()
        if nation in here
        for kind in LAND_KINDS
        if (count := getattr(here[nation], kind))
    }


def sizes_of(game: WarGame, nation: Nation) -> list[int]:
    """How large these groups are.  Written out, as it is asked of most powers in every window."""
    sizes: list[int] = []
    for here in game.units.values():
        if nation in here:
            units = here[nation]
            if units.regulars:
                sizes.append(units.regulars)
            if units.mercenaries:
                sizes.append(units.mercenaries)
            if units.cavalry:
                sizes.append(units.cavalry)
    return sizes


def fits(game: WarGame, nation: Nation, changes: Iterable[tuple[Place, str, int]] = ()) -> bool:
    """Whether a nation's counters can show its units, after some changes (place, kind, more or fewer)."""
    mix = game.counter_mix(nation)
    if not mix:
        return True
    sizes = sizes_of(game, nation)
    changed: dict[tuple[Place, str], int] = {}
    for place, kind, count in changes:
        changed[place, kind] = changed.get((place, kind), 0) + count
    for (place, kind), count in changed.items():
        if size := getattr(game.at(place, nation), kind):
            sizes.remove(size)
        sizes.append(size + count)
    return representable(mix, (*sorted(sizes), *sorted(game.away_groups(nation))))


def fits_somewhere(game: WarGame, nation: Nation, kind: str, places: Iterable[Place]) -> bool:
    """Whether one unit more of a kind can be shown in any of some places; only the size there matters."""
    tried: set[int] = set()
    for place in places:
        size = getattr(game.at(place, nation), kind)
        if size not in tried:
            tried.add(size)
            if fits(game, nation, [(place, kind, 1)]):
                return True
    return False


def room_for(game: WarGame, nation: Nation, place: Place, kind: str, most: int) -> int:
    """How many units of a kind, up to `most`, the free counters allow to be added in a place (5, 17)."""
    for count in range(most, 0, -1):
        if fits(game, nation, [(place, kind, count)]):
            return count
    return 0


def check_split(game: WarGame, formation: Formation, origin: Place, to: Place) -> None:
    """Raise `Illegal` if a formation cannot leave the rest of its stack for want of counters (5.2)."""
    for nation in dict.fromkeys(whose for whose, _kind, _count in formation.units):
        parts = [(kind, count) for whose, kind, count in formation.units if whose == nation]
        if all(getattr(game.at(origin, nation), kind) == count for kind, count in parts):
            continue  # whole groups move or merge: no change is needed
        changes = [(origin, kind, -count) for kind, count in parts]
        changes += [(to, kind, count) for kind, count in parts]
        if not fits(game, nation, changes):
            raise Illegal("counters.cannot_divide", "5.2", nation=nation)
