"""Formations (5.1): who goes together, how many a leader commands, and what must be remembered of units.

Units of one nation and kind in one place are alike.  Where some of them are marked (beaten, have tried to
intercept, have moved in foul weather), the marks are counted beside them (`UnitMarks`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from rules.core.errors import Illegal, named_twice
from rules.core.flow import Power
from rules.core.records import Record
from rules.war.displacement import army_leaders
from rules.war.ids import LAND_KINDS, LeaderId, Nation, Place, SpaceId
from rules.war.state import UnitMarks, WarGame

UnitCount: TypeAlias = tuple[Nation, str, int]
"""Some land units of one nation and kind: whose, which kind, how many."""

REGULARS, MERCENARIES, CAVALRY = LAND_KINDS
LOSS_ORDER = (MERCENARIES, CAVALRY, REGULARS)
"""Cheapest first: what silence gives up."""


class Formation(Record):
    """Army leaders and land units that act together; either may be missing."""

    leaders: tuple[LeaderId, ...] = ()
    units: tuple[UnitCount, ...] = ()

    @property
    def size(self) -> int:
        """Land units; leaders are never counted (5.1)."""
        return sum(count for _nation, _kind, count in self.units)

    def count(self, nation: Nation, kind: str) -> int:
        return sum(count for whose, what, count in self.units if (whose, what) == (nation, kind))

    @property
    def has_cavalry(self) -> bool:
        return any(kind == CAVALRY and count for _nation, kind, count in self.units)

    def by_kind(self) -> dict[str, int]:
        """Counts by kind, whosever they are, for reports."""
        totals = {kind: sum(n for _, what, n in self.units if what == kind) for kind in LAND_KINDS}
        return {kind: count for kind, count in totals.items() if count}

    def __bool__(self) -> bool:
        return bool(self.leaders) or self.size > 0


NOBODY = Formation()


# ---- 5.1 Leaders and formations


def formation_limit(game: WarGame, leaders: Iterable[LeaderId]) -> int:
    """The most land units of a formation with these leaders (5.1)."""
    ratings = sorted((game.printed_leader(leader).command for leader in leaders), reverse=True)
    return sum(ratings[:2]) if ratings else game.war_tables().formation_without_leader


def best_battle_rating(game: WarGame, leaders: Iterable[LeaderId]) -> int:
    """The highest battle rating among some leaders; 0 without any."""
    return max((game.printed_leader(leader).battle for leader in leaders), default=0)


def units_at(game: WarGame, place: Place, power: Power) -> tuple[UnitCount, ...]:
    """The land units that a power commands in a place: its own first, then its minor allies'."""
    here = game.units.get(place)
    if not here:
        return ()
    return tuple(
        (nation, kind, count)
        for nation in game.nations_of(power)
        if nation in here
        for kind in LAND_KINDS
        if (count := getattr(here[nation], kind))
    )


def army_at(game: WarGame, place: Place, power: Power) -> Formation:
    """All land units and army leaders that a power commands in a place."""
    return Formation(tuple(army_leaders(game, place, power)), units_at(game, place, power))


def land_powers_at(game: WarGame, place: Place) -> list[Power]:
    """Who commands land units in a place: majors in impulse order, then everybody else."""
    here = game.units.get(place)
    if not here:
        return []
    found = [game.commander(nation) for nation, units in here.items() if units.land]
    return [power for power in game.majors if power in found] + sorted(
        {power for power in found if power not in game.majors}
    )


def without(whole: Formation, part: Formation) -> Formation:
    """What is left of a formation when a part of it goes."""
    return Formation(
        tuple(leader for leader in whole.leaders if leader not in part.leaders),
        tuple(
            (nation, kind, left)
            for nation, kind, count in whole.units
            if (left := count - part.count(nation, kind)) > 0
        ),
    )


def together(one: Formation, other: Formation) -> Formation:
    """Two formations as one."""
    keys = dict.fromkeys((nation, kind) for nation, kind, _count in (*one.units, *other.units))
    return Formation(
        tuple(dict.fromkeys((*one.leaders, *other.leaders))),
        tuple((nation, kind, one.count(nation, kind) + other.count(nation, kind)) for nation, kind in keys),
    )


def check_part(whole: Formation, part: Formation, place: Place, rule: str) -> None:
    """Raise `Illegal` unless everything in `part` is in `whole`, and named once."""
    if leader_twice := named_twice(part.leaders):
        raise Illegal("leader.named_twice", rule, leader=leader_twice)
    if twice := named_twice((nation, kind) for nation, kind, _count in part.units):
        raise Illegal("forces.named_twice", rule, nation=twice[0], unit=twice[1])
    for leader in part.leaders:
        if leader not in whole.leaders:
            raise Illegal("leader.not_here", rule, leader=leader, place=place)
    for nation, kind, count in part.units:
        if count < 1 or kind not in LAND_KINDS:
            raise Illegal("forces.no_land_units", rule, count=count, unit=kind)
        if whole.count(nation, kind) < count:
            raise Illegal(
                "forces.not_so_many_to_choose", rule, count=count, unit=kind, nation=nation, place=place
            )


def check_size(game: WarGame, formation: Formation, rule: str) -> None:
    """Raise `Illegal` if a formation is larger than its leaders can command (5.1)."""
    limit = formation_limit(game, formation.leaders)
    if formation.size > limit:
        raise Illegal("formation.too_large", rule, count=formation.size, limit=limit)


def usual_formations(game: WarGame, army: Formation) -> list[Formation]:
    """A handful of formations out of an army, for suggestions and random play; the largest first.

    As many as may go with the two best commanders, with the best one alone, without a leader, half of
    the army, the leaders alone.
    """
    best = sorted(army.leaders, key=lambda who: -game.printed_leader(who).command)[:2]
    found = [
        Formation(tuple(leaders), first_units(army, formation_limit(game, leaders)))
        for leaders in (army.leaders, best, best[:1], ())
    ]
    half = army.size // 2
    if 0 < half <= formation_limit(game, best[:1]):
        found.append(Formation(tuple(best[:1]), first_units(army, half)))
    found.append(Formation(army.leaders))
    return [formation for formation in dict.fromkeys(found) if formation]


def first_units(army: Formation, most: int) -> tuple[UnitCount, ...]:
    """At most so many units of an army, in its order."""
    picked: list[UnitCount] = []
    for nation, kind, count in army.units:
        if take := min(count, most):
            picked.append((nation, kind, take))
            most -= take
    return tuple(picked)


def cheapest_units(power: Power, units: Sequence[UnitCount], most: int) -> tuple[UnitCount, ...]:
    """At most so many units, those that silence gives up first: minor allies' before own."""
    order = sorted(units, key=lambda unit: (LOSS_ORDER.index(unit[1]), unit[0] == power))
    return _as_listed(units, first_units(Formation(units=tuple(order)), most))


def best_units(power: Power, units: Sequence[UnitCount], most: int) -> tuple[UnitCount, ...]:
    """At most so many units, dearest first: what silence saves."""
    order = sorted(units, key=lambda unit: (-LOSS_ORDER.index(unit[1]), unit[0] != power))
    return _as_listed(units, first_units(Formation(units=tuple(order)), most))


def _as_listed(units: Sequence[UnitCount], picked: Sequence[UnitCount]) -> tuple[UnitCount, ...]:
    """The units picked, in the order in which all of them are listed."""
    order = [(nation, kind) for nation, kind, _count in units]
    return tuple(sorted(picked, key=lambda unit: order.index((unit[0], unit[1]))))


# ---- moving pieces


def shift(
    game: WarGame, formation: Formation, origin: Place, to: Place, *, fresh_first: bool = False
) -> None:
    """Put a formation from one place into another; marks go with the units.

    Of units that are partly marked the marked ones go first, unless a move by choice takes fresh ones.
    """
    for nation, kind, count in formation.units:
        present = getattr(game.at(origin, nation), kind)
        for marks in all_marks(game):
            marked = min(marks.get(origin, {}).get(nation, {}).get(kind, 0), present)
            going = max(0, count - (present - marked)) if fresh_first else min(marked, count)
            unmark(marks, origin, nation, kind, going)
            mark(marks, to, ((nation, kind, going),))
        game.remove_units(origin, nation, **{kind: count})
        game.add_units(to, nation, **{kind: count})
    for leader in formation.leaders:
        game.leaders[leader].place = to


def remove(game: WarGame, place: Place, units: Iterable[UnitCount]) -> None:
    """Eliminate land units; of units partly marked the owner gives up the marked ones."""
    for nation, kind, count in units:
        for marks in all_marks(game):
            unmark(marks, place, nation, kind, count)
        game.remove_units(place, nation, **{kind: count})


# ---- marks


def all_marks(game: WarGame) -> tuple[UnitMarks, ...]:
    """Everything that is remembered of units within an impulse."""
    campaign = game.campaign
    return campaign.beaten, campaign.intercepted, campaign.moved_in_weather


def mark(marks: UnitMarks, place: Place, units: Iterable[UnitCount]) -> None:
    """Remember something of units that are in a place."""
    for nation, kind, count in units:
        if count:
            kinds = marks.setdefault(place, {}).setdefault(nation, {})
            kinds[kind] = kinds.get(kind, 0) + count


def unmark(marks: UnitMarks, place: Place, nation: Nation, kind: str, count: int) -> None:
    """Forget it of some of them."""
    kinds = marks.get(place, {}).get(nation, {})
    if kind in kinds:
        kinds[kind] = max(0, kinds[kind] - count)


def marked(game: WarGame, marks: UnitMarks, place: Place, nation: Nation, kind: str) -> int:
    """How many units in a place are marked; never more than there are."""
    present: int = getattr(game.at(place, nation), kind)
    return min(present, marks.get(place, {}).get(nation, {}).get(kind, 0))


def free_to_go(game: WarGame, army: Formation, to: SpaceId) -> Formation:
    """Those of an army who may go to a space that no rule keeps them from."""
    leaders, nations = game.kept_from(to, army.leaders, tuple(dict.fromkeys(n for n, _, _ in army.units)))
    if not leaders and not nations:
        return army
    return Formation(
        tuple(leader for leader in army.leaders if leader not in leaders),
        tuple(unit for unit in army.units if unit[0] not in nations),
    )


def unmarked_part(game: WarGame, marks: UnitMarks, place: Place, army: Formation) -> Formation:
    """The units of an army that are not marked; its leaders stay as they are."""
    return Formation(
        army.leaders,
        tuple(
            (nation, kind, left)
            for nation, kind, count in army.units
            if (left := count - marked(game, marks, place, nation, kind)) > 0
        ),
    )


def all_marked(game: WarGame, marks: UnitMarks, place: Place, formation: Formation) -> bool:
    """Whether the units of a formation can all be marked ones."""
    return all(marked(game, marks, place, nation, kind) >= count for nation, kind, count in formation.units)
