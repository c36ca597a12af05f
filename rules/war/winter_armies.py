"""Land units returning home for winter: where they may go, and where silence sends them (19.3)."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence

from rules.core.errors import Illegal
from rules.core.flow import Power
from rules.war.displacement import army_leaders
from rules.war.forces import Formation, UnitCount, cheapest_units, units_at, without
from rules.war.ids import LAND_KINDS, LeaderId, Nation, Place, SpaceId
from rules.war.routes import nearest, next_to, steps_from
from rules.war.state import WarGame
from rules.war.winter_plan import LOST, Homeward, Journeys, Tally


class ArmyPlan:
    """What becomes of all armies of one power, step by step as in the procedure of 19.3."""

    def __init__(self, game: WarGame, power: Power) -> None:
        self.game, self.power = game, power
        self.limit = game.war_tables().winter_limit
        self.journeys = Journeys()
        self.standing: Tally[SpaceId] = Tally()
        """Units without orders yet; at the end those that stay."""
        for space in game.units:
            if space in game.spaces:
                self.standing.add(space, units_at(game, space, power))
        self.starts = self.standing.heaps()
        self._distances: dict[SpaceId, Mapping[Place, int]] = {}
        self._safe: dict[SpaceId, list[Place]] = {}

    # ---- where

    def may_stay(self, nation: Nation, space: SpaceId) -> bool:
        """Whether a nation's units may winter where they are."""
        game = self.game
        if space in game.winter_homes(nation):
            return self.is_open_home(space)
        if game.winters_only_at_home(nation):
            return False
        return game.fortified(space) and game.controller(space) == self.power

    def is_open_home(self, home: SpaceId) -> bool:
        """A capital in enemy hands takes nobody in; a minor ally's key must be the power's own (19.3)."""
        holder = self.game.controller(home)
        if home in self.game.capitals(self.power):
            return holder is not None and not self.game.at_war(self.power, holder)
        return holder == self.power

    def homes(self, nation: Nation, space: SpaceId) -> list[SpaceId]:
        """Capitals and the like to which a nation's units may return from a space; best way first."""
        homes = [home for home in self.game.winter_homes(nation) if home != space and self.is_open_home(home)]
        distance = self.distances(space)
        homes = [home for home in homes if home in distance]
        return sorted(homes, key=lambda home: (not self.is_safe(space, home), distance[home], home))

    def nearest_fortified(self, space: SpaceId) -> list[SpaceId]:
        """The nearest fortified spaces that the power controls, whoever holds what lies between."""
        return nearest(self.distances(space), self.quarters(space))

    def quarters(self, space: SpaceId) -> list[SpaceId]:
        """Fortified spaces that the power controls and can reach from a space."""
        game, distance = self.game, self.distances(space)
        return [
            other
            for other in game.spaces_of(self.power)
            if other != space and game.fortified(other) and other in distance
        ]

    def distances(self, space: SpaceId) -> Mapping[Place, int]:
        if space not in self._distances:
            self._distances[space] = steps_from(self.game, space, closed_to=self.power)
        return self._distances[space]

    def destinations(self, nation: Nation, space: SpaceId) -> list[SpaceId]:
        """Where a nation's units in a space may be ordered, room apart."""
        game = self.game
        if not self.has_capital:
            crowded = self.crowd(space) > self.limit
            return self.quarters(space) if crowded or not self.may_stay(nation, space) else []
        if space in game.capitals(self.power) and self.may_stay(nation, space):
            return []  # units in their home capital never move now
        homes = self.homes(nation, space)
        if self.may_stay(nation, space) or game.winters_only_at_home(nation):
            return homes
        return [*homes, *(near for near in self.nearest_fortified(space) if near not in homes)]

    @property
    def has_capital(self) -> bool:
        return bool(self.game.capitals(self.power))

    # ---- room

    def limited(self, space: SpaceId, units: Iterable[UnitCount]) -> int:
        """Units that count against the limit of a space; in its homes a nation's units do not."""
        return sum(count for nation, _, count in units if space not in self.game.winter_homes(nation))

    def crowd(self, space: SpaceId) -> int:
        """Units that stand in a space and may stay there, as far as they are limited."""
        stay = [unit for unit in self.standing.at(space) if self.may_stay(unit[0], space)]
        return self.limited(space, stay)

    def room(self, space: SpaceId) -> int:
        """How many more limited units a space can take."""
        coming = sum(self.arriving(*key) for key in self.journeys.units.heaps() if key[1] == space)
        return self.limit - min(self.crowd(space), self.limit) - coming

    def arriving(self, place: Place, space: SpaceId, more: int = 0) -> int:
        """Limited units of a group, and so many more, that reach a space: attrition comes first (19.3)."""
        units = self.journeys.units.at((place, space))
        size = sum(count for _nation, _kind, count in units) + more
        if not self.is_safe(place, space):
            size -= half_rounded_up(size)
        return min(size, self.limited(space, units) + more)

    def most(self, place: Place, space: SpaceId, count: int) -> int:
        """How many of some limited units may join the group from a place to a space."""
        room = self.room(space) + self.arriving(place, space)
        return max(
            (some for some in range(count + 1) if self.arriving(place, space, some) <= room), default=0
        )

    # ---- attrition

    def is_safe(self, space: Place, destination: SpaceId) -> bool:
        """Whether a path leads there without attrition (19.3)."""
        if space not in self._safe:
            self._safe[space] = safe_reach(self.game, self.power, space)
        return destination in self._safe[space]

    # ---- orders

    def obey(self, orders: Sequence[Homeward]) -> None:
        """Send home what the player names; raise `Illegal` where the rules forbid it."""
        for order in orders:
            if order.place not in self.game.spaces:
                raise Illegal("winter.no_land_units", "19.3", place=order.place)
            for nation, kind, count in order.units:
                if kind not in LAND_KINDS:
                    raise Illegal("forces.no_land_units", "19.3", count=count, unit=kind)
                self.check_destination(nation, order)
        for order in orders:
            self.standing.take(order.place, order.units)
            self.journeys.send(order.place, order.destination, order.units)
        for space in dict.fromkeys(order.destination for order in orders):
            if self.room(space) < 0:
                raise Illegal("winter.too_many", "19.3", limit=self.limit, space=space)

    def check_destination(self, nation: Nation, order: Homeward) -> None:
        """Units of a nation may go from where they are to where they are sent (19.3)."""
        allowed = self.destinations(nation, order.place)
        if order.destination in allowed:
            return
        if order.place in self.game.capitals(self.power):
            raise Illegal("winter.stay_in_capital", "19.3", place=order.place)
        if not allowed:
            raise Illegal("winter.nowhere_to_go", "19.3", nation=nation, place=order.place)
        raise Illegal("winter.only_to", "19.3", nation=nation, place=order.place, spaces=tuple(allowed))

    def check_nearest(self, orders: Sequence[Homeward]) -> None:
        """Without a capital the nearest space with room must be taken, the own first (19.3, exception 1)."""
        if self.has_capital:
            return
        for order in orders:
            if not order.units:
                continue
            if self.may_stay(self.power, order.place) and self.room(order.place) > 0:
                raise Illegal("winter.room_for_them", "19.3", place=order.place)
            distance = self.distances(order.place)
            for nearer in self.quarters(order.place):
                if distance[nearer] < distance[order.destination] and self.room(nearer) > 0:
                    raise Illegal("winter.nearer", "19.3", near_space=nearer, place=order.place)

    # ---- the usual way

    def complete(self) -> None:
        """Send everybody else where silence sends them: step 1, stacking; step 2, all who must leave."""
        for space in self.starts:
            self.thin_out(space)
        for space in self.starts:
            self.send_away(space)

    def thin_out(self, space: SpaceId) -> None:
        """Step 1: of more than four units in a space, the excess goes to the capital, mercenaries first."""
        excess = self.crowd(space) - self.limit
        if excess <= 0:
            return
        limited = [
            unit
            for unit in self.standing.at(space)
            if self.may_stay(unit[0], space) and space not in self.game.winter_homes(unit[0])
        ]
        self.disperse(space, cheapest_units(self.power, limited, excess), ())

    def send_away(self, space: SpaceId) -> None:
        """Step 2: units in unfortified and foreign spaces go to the nearest quarters or to the capital."""
        leaving = [unit for unit in self.standing.at(space) if not self.may_stay(unit[0], space)]
        if leaving:
            near = sorted(self.nearest_fortified(space), key=lambda other: (-self.crowd(other), other))
            self.disperse(space, leaving, near)

    def disperse(self, space: SpaceId, units: Sequence[UnitCount], near: Sequence[SpaceId]) -> None:
        """Put units under way by preference, as far as there is room; who finds none is lost."""
        for nation, kind, count in units:
            self.standing.take(space, ((nation, kind, count),))
            for destination in self.preferences(nation, space, near):
                unlimited = destination in self.game.winter_homes(nation)
                some = count if unlimited else self.most(space, destination, count)
                if some > 0:
                    self.journeys.send(space, destination, ((nation, kind, some),))
                    count -= some
                if not count:
                    break
            if count:
                self.journeys.send(space, LOST, ((nation, kind, count),))

    def preferences(self, nation: Nation, space: SpaceId, near: Sequence[SpaceId]) -> list[SpaceId]:
        """Nearest without attrition, else a home without, else nearest, else a home."""
        distance = self.distances(space)
        if not self.has_capital:
            return sorted(
                self.quarters(space), key=lambda other: (distance[other], -self.crowd(other), other)
            )
        homes = self.homes(nation, space)
        if self.game.winters_only_at_home(nation):
            return homes
        choices = [*near, *(home for home in homes if home not in near)]
        return sorted(choices, key=lambda other: not self.is_safe(space, other))

    # ---- step 3: leaders

    def choices_for_leader(self, space: SpaceId, nation: Nation) -> list[SpaceId]:
        """Where an army leader must go whose space is vacated; nowhere if he stays."""
        game = self.game
        vacated = space in self.starts and not self.standing.at(space)
        if not vacated and (space in self.starts or self.may_stay(self.power, space)):
            return []
        capitals = [
            home
            for home in game.capitals(self.power)
            if self.is_open_home(home) and game.is_capital_of(nation, home)
        ]
        distance = self.distances(space)
        capitals.sort(key=lambda home: (distance.get(home, 999), home))
        with_units = self.journeys.destinations_from(space)
        choices = [*with_units, *(home for home in capitals if home not in with_units)]
        return choices or self.nearest_fortified(space) or [LOST]

    def send_leaders(self, orders: Sequence[Homeward]) -> None:
        """Step 3: leaders of vacated spaces go with units or to the capital; others stay."""
        game, wanted = self.game, named_leaders(orders)
        for space in game.places_with_leaders():
            for leader in army_leaders(game, space, self.power):
                choices = self.choices_for_leader(space, game.leaders[leader].power)
                place, destination = wanted.pop(leader, (space, choices[0] if choices else space))
                if place != space:
                    raise Illegal("leader.elsewhere", "19.3", leader=leader, place=space, other_place=place)
                if destination == space and not choices:
                    continue
                if not choices:
                    raise Illegal("winter.leader_stays", "19.3", leader=leader, space=space)
                if destination not in choices:
                    raise Illegal("winter.leader_goes", "19.3", leader=leader, space=space)
                self.journeys.send_leader(space, destination, leader)
        for leader in wanted:
            raise Illegal("leader.no_army_leader", "19.3", leader=leader)


def named_leaders(orders: Sequence[Homeward]) -> dict[LeaderId, tuple[Place, SpaceId]]:
    """Leaders in orders, with where they are said to be and to go."""
    named: dict[LeaderId, tuple[Place, SpaceId]] = {}
    for order in orders:
        for leader in order.leaders:
            if leader in named:
                raise Illegal("leader.named_twice", "19.3", leader=leader)
            named[leader] = (order.place, order.destination)
    return named


def plan_armies(game: WarGame, power: Power, orders: Sequence[Homeward]) -> tuple[Homeward, ...]:
    """All winter journeys of a power's armies, with its orders obeyed; `Illegal` if they cannot be."""
    plan = ArmyPlan(game, power)
    plan.obey(orders)
    plan.complete()
    plan.check_nearest(orders)
    plan.send_leaders(orders)
    return plan.journeys.all()


# ---- attrition


def safe_reach(game: WarGame, power: Power, space: SpaceId) -> list[Place]:
    """Where paths of friendly and quiet spaces and any sea zones lead; enemy units do not matter (19.3)."""

    friends = {nation: game.friendly(power, nation) for nation in (*game.majors, *game.minors)}
    closed = game.closed_spaces(power)

    zones, spaces = game.board.zones, game.spaces
    seen = {space: True}
    queue: deque[Place] = deque([space])
    while queue:
        for there in next_to(game.board, queue.popleft(), closed):
            if there in seen:
                continue
            if there not in zones:
                state = spaces[there]
                if state.unrest or not friends.get(state.control or "", False):
                    continue
            seen[there] = True
            queue.append(there)
    return list(seen)


def attrition(game: WarGame, power: Power, journey: Homeward) -> int:
    """Units that a group loses on its way: half, rounded up, if no safe path leads there (19.3)."""
    if journey.destination in safe_reach(game, power, journey.place):
        return 0
    return half_rounded_up(journey.size)


def half_rounded_up(count: int) -> int:
    return (count + 1) // 2


def survivors(journey: Homeward, lost: Sequence[UnitCount]) -> tuple[UnitCount, ...]:
    """Who is left of a group after attrition."""
    return without(Formation(units=journey.units), Formation(units=tuple(lost))).units
