"""Wars on land as the bot sees them: which walls which army can take, and which of our own are in danger."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from pbem.games.his.bot.mind import Mind
from pbem.games.his.bot.odds import field_win, siege_odds
from pbem.games.his.bot.units import pick_units, squadrons_of
from rules.core.errors import allows
from rules.war.control import check_control, has_enemies, has_friendly_ships, is_source
from rules.war.displacement import army_leaders
from rules.war.forces import (
    CAVALRY,
    Formation,
    army_at,
    best_battle_rating,
    formation_limit,
)
from rules.war.ids import LeaderId, Nation, SpaceId
from rules.war.movement import check_move, fresh_army, siege_just_laid
from rules.war.siege import inside_strength, is_besieged
from rules.war.spring import deployment_reach

FARTHEST = 7
"""An army that needs more CP to its target is not sent there."""
MOST_ASSAULTS = 3
DEFENDED_ENOUGH = 4
"""More units than these do not fit inside walls under siege."""
NEAR = 3
WON_IN_THE_FIELD = 0.6
UNSUPPLIED = 0.1
HARDLY_SUPPLIED = 0.3
TOO_FEW = 0.6
RELIEF = 0.6
MOST_TOWNS = 3
UNBLOCKADED = 0.12
NEAR_BLOCKADE = 0.7
LOSSES = 0.25
"""What the units are worth that a siege costs, as a share of those that are needed."""


@dataclass(frozen=True, slots=True)
class Operation:
    """An army, a fortification that it could take, and what comes of it."""

    target: SpaceId
    origin: SpaceId
    formation: Formation
    path: tuple[SpaceId, ...]
    cp: int
    """To arrive, with towns to be taken on the way."""
    garrison: int
    chance: float
    worth: float
    towns: tuple[SpaceId, ...] = ()
    """Towns on the way that are not ours and cut the line of communication."""
    besieging: bool = False

    @property
    def value(self) -> float:
        return self.worth * self.chance - LOSSES * 0.3 * self.garrison


class Fronts:
    """Armies and fortifications of one view, looked at once."""

    def __init__(self, mind: Mind) -> None:
        self.mind = mind
        self.game = mind.game
        self.power = mind.power

    # ---- armies

    def garrison_needed(self, space: SpaceId) -> int:
        """Units that stay when an army leaves a space of ours."""
        if space not in self._garrisons:
            self._garrisons[space] = self._garrison(space)
        return self._garrisons[space]

    @cached_property
    def _garrisons(self) -> dict[SpaceId, int]:
        return {}

    def _garrison(self, space: SpaceId) -> int:
        game = self.game
        if not game.fortified(space) or not self.mind.ours(game.controller(space)):
            return 0
        least = 1 if game.board.spaces[space].is_key else 0
        if space in game.capitals(self.power):
            least = 2 if self.mind.enemies or self.power not in ("ottoman",) else 1
        if self.menace(space) >= 3:
            least += 1
        return min(least, DEFENDED_ENOUGH)

    def menace(self, space: SpaceId) -> int:
        """Enemy units that could stand before a space in two moves."""
        game, mind = self.game, self.mind
        most = 0
        for near in game.board.within(space, 2):
            if near != space and game.units.get(near):
                for enemy in mind.enemies:
                    most = max(most, game.land_strength(near, enemy))
        return most

    def field_army(self, origin: SpaceId, keep: int | None = None) -> Formation | None:
        """The strongest formation that can leave a space, with its best leaders."""
        game = self.game
        if is_besieged(game, origin, self.power) or siege_just_laid(game, origin, self.power):
            return None
        army = fresh_army(game, origin, self.power)
        free = army.size - (self.garrison_needed(origin) if keep is None else keep)
        if free <= 0:
            return None
        leaders = self.best_leaders(army.leaders)
        return Formation(leaders, pick_units(army.units, min(free, formation_limit(game, leaders))))

    def best_leaders(self, leaders: tuple[LeaderId, ...]) -> tuple[LeaderId, ...]:
        """The two who command most, with a good fighter among them."""
        printed = self.game.printed_leader
        return tuple(sorted(leaders, key=lambda who: (-printed(who).command, -printed(who).battle, who))[:2])

    def rating(self, formation: Formation) -> int:
        return best_battle_rating(self.game, formation.leaders)

    # ---- targets

    @cached_property
    def targets(self) -> dict[SpaceId, float]:
        """Fortifications that may be attacked now, with what they are worth."""
        game, mind = self.game, self.mind
        closed = game.closed_spaces(self.power)
        return {
            space: mind.worth_of_taking(space)
            for space, state in game.spaces.items()
            if state.control is not None
            and game.fortified(space)
            and space not in closed
            and mind.hostile(state.control)
        }

    def inside(self, space: SpaceId) -> int:
        """Those who would hold a fortification."""
        if self.game.under_siege(space):
            return inside_strength(self.game, space)
        return self.mind.against(space)

    def their_rating(self, space: SpaceId) -> int:
        game = self.game
        leaders = [who for who in game.leaders_at(space) if not self.mind.ours(game.leader_commander(who))]
        return best_battle_rating(game, [who for who in leaders if not game.is_naval_leader(who)])

    # ---- operations

    @cached_property
    def operations(self) -> list[Operation]:
        """All of them, the best first."""
        if not self.game.wages_war(self.power) or not self.targets:
            return []
        found = [*self._sieges_under_way()]
        for origin in list(self.mind.own_stacks()):
            if self.power in self.game.spaces[origin].sieges:
                continue
            army = self.field_army(origin)
            if army is not None and (army.size >= 2 or army.leaders):
                found += self._operations_of(origin, army)
        return sorted(found, key=lambda one: (-one.value, one.cp, one.target, one.origin))

    def best_for(self, origin: SpaceId) -> Operation | None:
        return next((one for one in self.operations if one.origin == origin), None)

    def _sieges_under_way(self) -> Iterator[Operation]:
        game = self.game
        for space in self.targets:
            if self.power not in game.spaces[space].sieges:
                continue
            army = army_at(game, space, self.power)
            formation = Formation(
                self.best_leaders(army.leaders),
                pick_units(army.units, formation_limit(game, self.best_leaders(army.leaders))),
            )
            chance = self.chance(space, formation, self.mind.impulses_left + 1)
            worth, towns = self.targets[space], self.supply(space)
            if towns is None:
                worth, towns = worth * UNSUPPLIED, ()
            elif not all(allows(check_control, game, self.power, town) for town in towns):
                worth *= HARDLY_SUPPLIED
            yield Operation(space, space, formation, (), 1, self.inside(space), chance, worth, towns, True)

    def chance(self, space: SpaceId, army: Formation, assaults: int, more: int = 0) -> float:
        """The chance that an army before a fortification takes it this turn."""
        walkers = sum(count for _nation, kind, count in army.units if kind != CAVALRY) + more
        walkers = min(walkers, formation_limit(self.game, army.leaders))
        garrison, rating = self.inside(space), self.rating(army)
        if garrison > DEFENDED_ENOUGH:
            # They fight before the walls first.
            defence = garrison + self.their_rating(space) + 1
            attack = army.size + more + rating
            won = field_win(attack, defence)
            lost = round(defence / 3)
            left = max(1, garrison - round(attack / 3) - 1)
            return won * siege_odds(max(0, walkers - lost), rating, left, 0, assaults)
        odds = siege_odds(walkers, rating, garrison, self.their_rating(space), min(assaults, MOST_ASSAULTS))
        if garrison and walkers < 2 * garrison + (2 if army.leaders else 4) and not self._joined(space):
            odds *= TOO_FEW
        return odds * (1 - self.relief_of(space, walkers + rating))

    def relief_of(self, space: SpaceId, strength: int) -> float:
        """How likely it is that an enemy army comes and drives besiegers away."""
        key = (space, strength)
        if key not in self._reliefs:
            self._reliefs[key] = self._relief(space, strength)
        return self._reliefs[key]

    @cached_property
    def _reliefs(self) -> dict[tuple[SpaceId, int], float]:
        return {}

    def _relief(self, space: SpaceId, strength: int) -> float:
        game = self.game
        worst = 0.0
        for enemy in self.mind.enemies:
            for near in game.board.within(space, 2):
                if near == space or not (size := game.land_strength(near, enemy)):
                    continue
                leaders = army_leaders(game, near, enemy)
                free = min(size - (1 if game.fortified(near) else 0), formation_limit(game, leaders))
                if free >= 2:
                    odds = field_win(free + best_battle_rating(game, leaders), strength + 1)
                    worst = max(worst, odds * RELIEF)
        return worst

    def _operations_of(self, origin: SpaceId, army: Formation) -> Iterator[Operation]:
        ways = self.ways_from(origin, army)
        for target, worth in self.targets.items():
            if target not in ways:
                continue
            cost, path = ways[target]
            if cost > FARTHEST or (army.size <= self.inside(target) and not self._joined(target)):
                continue
            towns = self.supply(target)
            if towns is None:
                continue
            worth *= self.blockade_share(target)
            total = cost + len(towns)
            joined = self._joined(target)
            assaults = self.mind.impulses_left - max(0, (total - 1) // 4)
            chance = self.chance(target, army, assaults, joined) if assaults > 0 else 0.0
            if joined:
                chance -= self.chance(target, self._before(target), assaults)
            if chance > 0.01:
                yield Operation(target, origin, army, path, total, self.inside(target), chance, worth, towns)

    def _joined(self, target: SpaceId) -> int:
        """Units of ours that stand before a target already."""
        if self.power not in self.game.spaces[target].sieges:
            return 0
        return self._before(target).size

    def _before(self, target: SpaceId) -> Formation:
        return army_at(self.game, target, self.power)

    def supply(self, target: SpaceId) -> tuple[SpaceId, ...] | None:
        """Towns to be taken or calmed for a line of communication to a target; None: there can be none."""
        if target not in self._supplies:
            self._supplies[target] = self._shortest_supply(target)
        return self._supplies[target]

    @cached_property
    def _supplies(self) -> dict[SpaceId, tuple[SpaceId, ...] | None]:
        return {}

    def _shortest_supply(self, target: SpaceId) -> tuple[SpaceId, ...] | None:
        """Searched backwards, as the line itself is (12.1), over what is ours or can be."""
        game, power = self.game, self.power
        # Of ways that cost the same, one over a town in which our army stands comes first.
        queue: list[tuple[int, bool, str, tuple[SpaceId, ...]]] = [(0, False, target, ())]
        seen: set[str] = set()
        while queue:
            cost, _, here, towns = heapq.heappop(queue)
            if here in seen or cost > MOST_TOWNS:
                continue
            seen.add(here)
            if here != target and is_source(game, power, here):
                return towns
            for there in game.board.neighbours(here) if here in game.spaces else ():
                if there not in seen and (price := self._price_of_way(there)) is not None:
                    more = (*towns, there) if price else towns
                    empty = bool(price) and not game.land_strength(there, power)
                    heapq.heappush(queue, (cost + price, empty, there, more))
            zones = game.board.zones_of(here) if here in game.spaces else game.board.zone_neighbours(here)
            for zone in zones:
                if zone not in seen and has_friendly_ships(game, power, zone):
                    heapq.heappush(queue, (cost, False, zone, towns))
            if here in game.board.zones:
                for port in game.board.ports_of(here):
                    if port not in seen and self._price_of_way(port) == 0:
                        heapq.heappush(queue, (cost, False, port, towns))
        return None

    def _price_of_way(self, space: SpaceId) -> int | None:
        """CP for a line through a space; None: no line leads there."""
        game = self.game
        state = game.spaces[space]
        if game.blocks_lines(space) or has_enemies(game, self.power, space):
            return None
        if self.mind.ours(state.control):
            return 1 if state.unrest else 0
        if game.fortified(space) or not self.mind.hostile(state.control) or self.mind.against(space):
            return None
        return 1

    def blockaded(self, space: SpaceId) -> bool:
        """Whether ships keep nobody from assaulting a port (15.1)."""
        game = self.game
        if not game.board.zones_of(space):
            return True
        holder = game.controller(space) or ""
        afloat = sum(squadrons_of(self.mind, zone, holder) for zone in game.board.zones_of(space))
        in_port = squadrons_of(self.mind, space, holder)
        own = sum(squadrons_of(self.mind, zone, self.power) for zone in game.board.zones_of(space))
        return not afloat and (not in_port or own > in_port)

    def blockade_share(self, space: SpaceId) -> float:
        """How much of a siege's worth ships in the port leave: all, most if ours are near, or little."""
        if self.blockaded(space):
            return 1.0
        game = self.game
        holder = game.controller(space) or ""
        zones = game.board.zones_of(space)
        if any(squadrons_of(self.mind, zone, holder) for zone in zones):
            return UNBLOCKADED
        near = {
            place
            for zone in zones
            for place in (zone, *game.board.ports_of(zone), *game.board.zone_neighbours(zone))
        }
        own = sum(squadrons_of(self.mind, place, self.power) for place in sorted(near))
        return NEAR_BLOCKADE if own > squadrons_of(self.mind, space, holder) else UNBLOCKADED

    def campaign_worth(self, holders: Iterable[Nation]) -> float:
        """What could be taken from some nations by an army that is there, or is deployed there in spring."""
        game = self.game
        held = tuple(holders)
        aims = [
            (target, worth)
            for target, worth in self.targets.items()
            if game.controller(target) in held and worth >= 0.5 and self.supply(target) is not None
        ]
        best = max((one.value for one in self.operations if game.controller(one.target) in held), default=0.0)
        for capital in game.capitals(self.power) if aims else ():
            army = self.field_army(capital)
            if army is None or army.size < 2:
                continue
            by_sea = army.size <= game.data.tables.spring_sea_limit
            reach = deployment_reach(game, self.power, capital, by_sea=by_sea, spring_preparations=False)
            for target, worth in aims:
                worth *= self.blockade_share(target)
                for base in game.board.within(target, 2):
                    if base in reach and base != target:
                        there = army_at(game, base, self.power) if base != capital else Formation()
                        leaders = self.best_leaders(tuple(dict.fromkeys((*army.leaders, *there.leaders))))
                        more = max(0, min(there.size - 1, formation_limit(game, leaders) - army.size))
                        near = 0.85 ** (game.board.distance(base, target) or 1)
                        joined = Formation(leaders, army.units)
                        best = max(best, worth * near * self.chance(target, joined, 2, more))
        return best

    # ---- ways

    def ways_from(
        self, origin: SpaceId, army: Formation, farthest: int = FARTHEST
    ) -> dict[SpaceId, tuple[int, tuple[SpaceId, ...]]]:
        """Where an army can march, with the CP and the spaces on the way; it halts before hostile walls."""
        game, mind = self.game, self.mind
        closed = game.closed_spaces(self.power)
        attack = army.size + self.rating(army)
        found: dict[SpaceId, tuple[int, tuple[SpaceId, ...]]] = {}
        queue: list[tuple[int, SpaceId, tuple[SpaceId, ...]]] = [(0, origin, ())]
        while queue:
            cost, here, path = heapq.heappop(queue)
            if here in found or cost > farthest:
                continue
            found[here] = (cost, path)
            holder = game.controller(here)
            friendly = mind.ours(holder)
            if here != origin:
                if not friendly and game.fortified(here):
                    continue
                foes = mind.against(here)
                if foes and field_win(attack, foes + 1 + self.their_rating(here)) < WON_IN_THE_FIELD:
                    continue
            for near in game.board.neighbours(here):
                if near in found or near in closed:
                    continue
                there = game.controller(near)
                if there is None or not (mind.ours(there) or mind.hostile(there)):
                    continue
                step = game.march_cost(self.power, here, near)
                heapq.heappush(queue, (cost + step, near, (*path, near)))
        return found

    def may_march(self, origin: SpaceId, to: SpaceId, formation: Formation) -> bool:
        return allows(check_move, self.game, self.power, origin, to, formation)

    # ---- danger

    @cached_property
    def dangers(self) -> dict[SpaceId, tuple[float, float]]:
        """Own fortifications that an enemy could take: the chance now, and with one unit more inside."""
        found: dict[SpaceId, tuple[float, float]] = {}
        game = self.game
        for space, state in game.spaces.items():
            if state.control != self.power or not game.fortified(space):
                continue
            now = self.danger(space, 0)
            if now > 0.02:
                found[space] = (now, self.danger(space, 1))
        return found

    def danger(self, space: SpaceId, more: int) -> float:
        """The chance that an enemy takes a space of ours soon, with some more units in it."""
        game, mind = self.game, self.mind
        garrison = min(game.land_strength(space, self.power) + more, DEFENDED_ENOUGH)
        worst = 0.0
        for enemy in mind.enemies:
            for near in game.board.within(space, NEAR):
                strength = game.land_strength(near, enemy)
                if strength < 2 or strength <= game.land_strength(space, self.power):
                    continue
                leaders = army_leaders(game, near, enemy)
                strength = min(strength, formation_limit(game, leaders))
                steps = max(1, game.board.distance(near, space) or 1) if near != space else 1
                share = {1: 0.7, 2: 0.4, 3: 0.2}[min(steps, 3)] if near != space else 0.9
                odds = siege_odds(strength, best_battle_rating(game, leaders), garrison, 0, 2)
                worst = max(worst, share * odds)
        return worst


def fronts_of(mind: Mind) -> Fronts:
    """The fronts as a power sees them, looked at once for a decision."""
    if "fronts" not in mind.memory:
        mind.memory["fronts"] = Fronts(mind)
    found: Fronts = mind.memory["fronts"]
    return found
