"""Where armies of a power can go: marches, lines of communication, ports that ships close."""

from __future__ import annotations

import heapq
from dataclasses import dataclass
from functools import cached_property

from pbem.games.his.bot.mind import Mind
from pbem.games.his.bot.odds import field_win
from pbem.games.his.bot.units import squadrons_of
from rules.core.errors import allows
from rules.war.assault import check_blockade
from rules.war.control import has_enemies, has_friendly_ships, is_source
from rules.war.forces import Formation, best_battle_rating
from rules.war.ids import SpaceId

FARTHEST = 7
"""An army that needs more CP to its target is not sent there."""
MOST_TOWNS = 3
UNBLOCKADED = 0.12
NEAR_BLOCKADE = 0.7
WON_IN_THE_FIELD = 0.6


@dataclass(frozen=True, slots=True)
class Marches:
    """Where an army in a space can march."""

    origin: SpaceId
    costs: dict[SpaceId, int]
    """CP to each space in reach."""
    before: dict[SpaceId, SpaceId]
    """The space from which it is entered."""

    def path(self, target: SpaceId) -> tuple[SpaceId, ...]:
        """The spaces on the way, the target last; few are asked for, so they are put together then."""
        spaces: list[SpaceId] = []
        while target != self.origin:
            spaces.append(target)
            target = self.before[target]
        return tuple(reversed(spaces))


class Ways:
    """The roads of one view; what was asked of a space once is remembered."""

    def __init__(self, mind: Mind) -> None:
        self.mind = mind
        self.game = mind.game
        self.power = mind.power

    # ---- marches

    def ways_from(self, origin: SpaceId, army: Formation, farthest: int = FARTHEST) -> Marches:
        """Where an army can march; it halts before hostile walls."""
        attack = army.size + self.rating(army)
        # Armies that the same foes can stop have the same roads.
        bars = sum(field_win(attack, defence) < WON_IN_THE_FIELD for defence in self._foes_afield)
        key = (origin, bars, farthest)
        if key not in self._ways:
            far = self._ways.get((origin, bars, FARTHEST))
            if far is not None and farthest < FARTHEST:
                near = {space: cost for space, cost in far.costs.items() if cost <= farthest}
                self._ways[key] = Marches(origin, near, far.before)
            else:
                self._ways[key] = self._search(origin, attack, farthest)
        return self._ways[key]

    @cached_property
    def _ways(self) -> dict[tuple[SpaceId, int, int], Marches]:
        return {}

    @cached_property
    def _foes_afield(self) -> list[int]:
        """The dice of all who bar a way outside walls."""
        game = self.game
        bars = (self._hindrance(space) for space, here in game.units.items() if here and space in game.spaces)
        return [dice for dice in bars if dice > 0]

    def _search(self, origin: SpaceId, attack: int, farthest: int) -> Marches:
        found = Marches(origin, {}, {})
        costs, before = found.costs, found.before
        queue: list[tuple[int, SpaceId, SpaceId]] = [(0, origin, origin)]
        while queue:
            cost, here, behind = heapq.heappop(queue)
            if here in costs:
                continue
            costs[here], before[here] = cost, behind
            if here != origin:
                defence = self._hindrance(here)
                if defence and (defence < 0 or field_win(attack, defence) < WON_IN_THE_FIELD):
                    continue
            for near, step in self._steps(here):
                if near not in costs and cost + step <= farthest:
                    heapq.heappush(queue, (cost + step, near, here))
        return found

    def near(self, origin: SpaceId, target: SpaceId, most: int) -> bool:
        """Whether a road of at most so many steps leads to a target: no march of so many CP goes farther."""
        steps = self.game.board.distance(origin, target)
        return steps is not None and steps <= most

    def _hindrance(self, space: SpaceId) -> int:
        """Dice of those who bar the way through a space; below zero: walls, beyond which no army goes."""
        known = self._hindrances.get(space)
        if known is None:
            game = self.game
            if not self.mind.ours(game.controller(space)) and game.fortified(space):
                known = -1
            else:
                foes = self.mind.against(space)
                known = foes + 1 + self.their_rating(space) if foes else 0
            self._hindrances[space] = known
        return known

    @cached_property
    def _hindrances(self) -> dict[SpaceId, int]:
        return {}

    def _steps(self, here: SpaceId) -> list[tuple[SpaceId, int]]:
        """The spaces beside one that an army may enter, with the CP for each."""
        known = self._known_steps.get(here)
        if known is None:
            game, mind = self.game, self.mind
            known = self._known_steps[here] = [
                (near, game.march_cost(self.power, here, near))
                for near in game.board.neighbours(here)
                if near not in self.closed
                and (there := game.controller(near)) is not None
                and (mind.ours(there) or mind.hostile(there))
            ]
        return known

    @cached_property
    def closed(self) -> frozenset[SpaceId]:
        """Spaces that our units may not enter at all."""
        return frozenset(self.game.closed_spaces(self.power))

    @cached_property
    def _known_steps(self) -> dict[SpaceId, list[tuple[SpaceId, int]]]:
        return {}

    def rating(self, formation: Formation) -> int:
        return best_battle_rating(self.game, formation.leaders)

    def their_rating(self, space: SpaceId) -> int:
        """The battle rating of the best leader who would fight us in a space."""
        known = self._ratings.get(space)
        if known is None:
            game = self.game
            leaders = [
                who for who in game.leaders_at(space) if not self.mind.ours(game.leader_commander(who))
            ]
            known = best_battle_rating(game, [who for who in leaders if not game.is_naval_leader(who)])
            self._ratings[space] = known
        return known

    @cached_property
    def _ratings(self) -> dict[SpaceId, int]:
        return {}

    # ---- supply

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
        if space not in self._prices:
            self._prices[space] = self._price(space)
        return self._prices[space]

    @cached_property
    def _prices(self) -> dict[SpaceId, int | None]:
        return {}

    def _price(self, space: SpaceId) -> int | None:
        game = self.game
        state = game.spaces[space]
        if game.blocks_lines(space) or has_enemies(game, self.power, space):
            return None
        if self.mind.ours(state.control):
            return 1 if state.unrest else 0
        if game.fortified(space) or not self.mind.hostile(state.control) or self.mind.against(space):
            return None
        return 1

    # ---- ports

    def blockaded(self, space: SpaceId) -> bool:
        """Whether ships keep nobody from assaulting a port (15.1)."""
        return allows(check_blockade, self.game, self.power, space)

    def blockade_share(self, space: SpaceId) -> float:
        """How much of a siege's worth ships in the port leave: all, most if ours are near, or little."""
        if space not in self._blockade_shares:
            self._blockade_shares[space] = self._blockade_share(space)
        return self._blockade_shares[space]

    @cached_property
    def _blockade_shares(self) -> dict[SpaceId, float]:
        return {}

    def _blockade_share(self, space: SpaceId) -> float:
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
