"""Wars on land as the bot sees them: for which walls an army can set out, and what a campaign may bring."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from pbem.games.his.bot.mind import Mind
from pbem.games.his.bot.sieges import MOST_ASSAULTS, Sieges
from pbem.games.his.bot.units import pick_units
from pbem.games.his.bot.ways import FARTHEST, MOST_TOWNS
from rules.core.errors import allows
from rules.war.control import check_control
from rules.war.counter_mix import room_for
from rules.war.displacement import army_leaders
from rules.war.forces import MERCENARIES, Formation, army_at
from rules.war.ids import Nation, SpaceId
from rules.war.movement import fresh_army, siege_just_laid
from rules.war.siege import is_besieged
from rules.war.spring import deployment_reach

NEARER = 0.93
"""How much of a siege's worth each CP on the way leaves, where an army has a choice."""
SURE = 0.85
"""An army that takes walls so likely calls nobody else."""
WORTH_CALLING = 0.8
"""Walls for which units are called from elsewhere are worth so much."""
HURRY = {1: 0.4, 2: 0.25, 3: 0.1}
"""What an operation is worth more now than in the next impulse, by the assaults for which there is time."""
LIKELY = 0.5
"""An army that takes walls less likely than this does not set out."""
MOST_SPENT, SPENT = 9, 0.5
"""CP for which an army may be deployed in spring, and how much of them counts: some would be spent anyway."""
DEPLOYED_FOR = 4
"""CP that an army may need from where it is deployed in spring."""
RALLY = 4
"""So many CP units walk at most to a leader who has use for them."""
MUSTERED_FOR = 3
"""Units are built for a march in the same impulse if it is no longer than so many steps."""
UNSUPPLIED = 0.1
HARDLY_SUPPLIED = 0.3
ONE_ASSAULT = 0.75
"""A siege that allows one assault before winter fails by the least delay."""
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
    exposed: float = 0.0
    """What it costs that the army leaves walls of ours behind."""
    hired: int = 0
    """Units of the formation that must be built before it sets out."""
    called: SpaceId = ""
    """Where the nearest units stand that join the army before it sets out."""
    assaults: int = MOST_ASSAULTS
    """Impulses in which the army can storm this turn, if it sets out now."""

    @property
    def hurry(self) -> float:
        """What is lost if the army sets out an impulse later, as a share of what it is worth."""
        return HURRY.get(self.assaults, 0.0)

    @property
    def value(self) -> float:
        return self.worth * self.chance - LOSSES * 0.3 * self.garrison - self.exposed


class Fronts(Sieges):
    """Armies and fortifications of one view, looked at once."""

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
                pick_units(army.units, self.limit(self.best_leaders(army.leaders))),
            )
            chance = self.chance(space, formation, self.mind.impulses_left + 1)
            worth, towns = self.targets[space], self.supply(space)
            if towns is None:
                worth, towns = worth * UNSUPPLIED, ()
            elif not all(self.takes(town) for town in towns):
                worth *= HARDLY_SUPPLIED
            yield Operation(space, space, formation, (), 1, self.inside(space), chance, worth, towns, True)

    def musters(self, origin: SpaceId, kind: str, most: int, least: float) -> Iterator[Operation]:
        """What an army could take, above a least worth, if up to so many new units joined it."""
        game = self.game
        best = {one.target: one.value for one in self.operations if one.origin == origin}
        largest = game.land_strength(origin, self.power) + most
        aims = [
            target
            for target, worth in self.targets.items()
            if worth > max(best.get(target, 0.0), least)
            and self.near(origin, target, MUSTERED_FOR)
            and self.inside(target) < largest
        ]
        if not aims or is_besieged(game, origin, self.power) or siege_just_laid(game, origin, self.power):
            return
        there = fresh_army(game, origin, self.power)
        leaders = self.best_leaders(there.leaders)
        limit, stays = self.limit(leaders), self.garrison_needed(origin)
        found: list[Operation] = []
        for more in range(1, room_for(game, self.power, origin, kind, most) + 1):
            free = there.size + more - stays
            if free <= 0:
                continue
            units = (*there.units, (self.power, kind, more))
            army = Formation(leaders, pick_units(units, min(free, limit)))
            for one in self._operations_of(origin, army, aims, more):
                if one.chance >= LIKELY and one.value > best.get(one.target, 0.0):
                    best[one.target] = one.value
                    found.append(one)
            if free >= limit:
                break  # more than these do not march together
        yield from sorted(found, key=lambda one: (-one.value, one.cp + one.hired, one.target))

    def _operations_of(
        self, origin: SpaceId, army: Formation, targets: Iterable[SpaceId] | None = None, hired: int = 0
    ) -> Iterator[Operation]:
        aims = [
            (target, worth)
            for target, worth in self.targets.items()
            if (targets is None or target in targets)
            and self.near(origin, target, FARTHEST)
            and (army.size + self.reserves > self.inside(target) or self.joined(target))
        ]
        if not aims:
            return
        ways = self.ways_from(origin, army, MUSTERED_FOR + 1 if hired else FARTHEST)
        exposed: float | None = None
        for target, worth in aims:
            if target not in ways.costs:
                continue
            cost, path = ways.costs[target], ways.path(target)
            towns = self._towns_on_the_way(target, path)
            if towns is None:
                continue
            worth *= self.blockade_share(target)
            total = cost + len(towns)
            joined = self.joined(target)
            assaults = self.mind.impulses_left - self._spent_on_the_way(total)
            more = joined + self.on_the_way(path, army)
            chance = self.chance(target, army, assaults, more) if assaults > 0 else 0.0
            if assaults == 1 and self.inside(target) and not joined:
                chance *= ONE_ASSAULT
            if joined:
                chance -= self.chance(target, self.before(target), assaults)
            if chance <= 0.01 and not army.leaders:
                continue
            held = self.inside(target)
            if exposed is None:
                exposed = self.exposed(origin, army.size - hired)
            alone = Operation(
                target,
                origin,
                army,
                path,
                total,
                held,
                chance,
                worth,
                towns,
                exposed=exposed,
                hired=hired,
                assaults=assaults,
            )
            if chance > 0.01:
                yield alone
            if army.leaders and not hired and not joined and chance < SURE and worth >= WORTH_CALLING:
                yield from self._with_followers(alone, more)

    def _with_followers(self, alone: Operation, met: int) -> Iterator[Operation]:
        """The same with units that are called to the army, if that is better: as many as it takes."""
        walked = units = 0
        called = ""
        best = alone.value * NEARER**alone.cp if alone.chance >= LIKELY else 0.0
        found = None
        room = self.limit(alone.formation.leaders) - alone.formation.size
        for cost, space in self.recruits_for(alone.origin):
            if met + units >= room:
                break
            called = called or space
            walked, units = walked + cost, units + self.free_at(space)
            total = alone.cp + walked
            assaults = self.mind.impulses_left - self._spent_on_the_way(total)
            if assaults <= 0:
                break
            chance = self.chance(alone.target, alone.formation, assaults, min(room, met + units))
            chance *= ONE_ASSAULT if assaults == 1 and alone.garrison else 1.0
            one = replace(alone, chance=chance, cp=total, called=called, assaults=assaults)
            if chance >= LIKELY and one.value * NEARER**total > best:
                best, found = one.value * NEARER**total, one
        if found is not None:
            yield found

    def on_the_way(self, path: tuple[SpaceId, ...], army: Formation) -> int:
        """Units of ours that stand along a path, and go on with an army that has room for them."""
        if not self.reserves:
            return 0
        room = self.limit(army.leaders) - army.size
        return min(max(0, room), sum(self.free_at(space) for space in path[:-1]))

    @cached_property
    def reserves(self) -> int:
        """The most units that could join an army on its way."""
        return sum(sorted((self.free_at(space) for space in self.mind.own_stacks()), reverse=True)[:3])

    def free_at(self, space: SpaceId) -> int:
        """Units that could leave a space without uncovering it."""
        army = self.field_army(space)
        return army.size if army is not None else 0

    def _spent_on_the_way(self, cp: int) -> int:
        """Impulses after this one, or after the next if none goes on, that so many CP of a march take up."""
        if cp not in self._impulses_spent:
            left = cp - self.game.impulse.cp
            spent = 0 if self.game.impulse.cp else -1
            for card in self._strongest_first:
                if left <= 0:
                    break
                left -= card
                spent += 1
            self._impulses_spent[cp] = max(0, spent) if left <= 0 else len(self._strongest_first)
        return self._impulses_spent[cp]

    @cached_property
    def _impulses_spent(self) -> dict[int, int]:
        return {}

    @cached_property
    def _strongest_first(self) -> list[int]:
        return sorted((self.game.card(card).cp for card in self.mind.hand), reverse=True)

    def _towns_on_the_way(self, target: SpaceId, path: tuple[SpaceId, ...]) -> tuple[SpaceId, ...] | None:
        """Towns that a march must take for its line of communication: those it can, or those it passes."""
        towns = self.supply(target)
        if towns is None or all(town in path or self.takes(town) for town in towns):
            return towns
        passed = tuple(space for space in path[:-1] if self._price_of_way(space) != 0)
        return passed if len(passed) <= MOST_TOWNS else None

    def takes(self, town: SpaceId) -> bool:
        """Whether a town can be taken or calmed now."""
        if town not in self._taken:
            self._taken[town] = allows(check_control, self.game, self.power, town)
        return self._taken[town]

    @cached_property
    def _taken(self) -> dict[SpaceId, bool]:
        return {}

    def campaign_worth(self, holders: Iterable[Nation], hired: int = 0) -> float:
        """What could be taken from some nations by an army that is there, or is deployed there in spring.

        `hired`: mercenaries who join it, where it sets out from an own home space.
        """
        game = self.game
        held = tuple(holders)
        aims = [
            (target, worth)
            for target, worth in self.targets.items()
            if game.controller(target) in held and worth >= 0.5 and self.supply(target) is not None
        ]
        best = max(
            (self._with_hired(one, hired) for one in self.operations if game.controller(one.target) in held),
            default=0.0,
        )
        for army, capital in self._deployments() if aims else ():
            by_sea = army.size <= game.data.tables.spring_sea_limit
            reach = deployment_reach(game, self.power, capital, by_sea=by_sea, spring_preparations=False)
            for target, worth in aims:
                worth *= self.blockade_share(target)
                for base in game.board.within(target, 2):
                    if base in reach and base != target:
                        there = army_at(game, base, self.power) if base != capital else Formation()
                        leaders = self.best_leaders(tuple(dict.fromkeys((*army.leaders, *there.leaders))))
                        free = there.size - 1 + self._hired_at(base, hired)
                        more = max(0, min(free, self.limit(leaders) - army.size))
                        near = 0.85 ** (game.board.distance(base, target) or 1)
                        chance = self.chance(target, Formation(leaders, army.units), 2, more)
                        if chance >= LIKELY:
                            best = max(best, worth * near * chance)
        return best

    def _deployments(self) -> Iterator[tuple[Formation, SpaceId]]:
        """Armies that could leave a capital in spring: all that leaders command, or what goes by sea."""
        most_by_sea = self.game.data.tables.spring_sea_limit
        for capital in self.game.capitals(self.power):
            army = self.field_army(capital)
            if army is not None and army.size >= 2:
                yield army, capital
                if army.size > most_by_sea:
                    yield Formation(army.leaders, pick_units(army.units, most_by_sea)), capital

    def _hired_at(self, base: SpaceId, hired: int) -> int:
        """Of so many mercenaries, those that can be hired in a space."""
        game = self.game
        quiet = game.controller(base) == self.power and not game.spaces[base].unrest
        if not hired or not quiet or game.home_power(base) != self.power:
            return 0
        return room_for(game, self.power, base, MERCENARIES, hired)

    def _with_hired(self, one: Operation, hired: int) -> float:
        """What an army is worth before a target with mercenaries, if it would set out."""
        best = one.value if one.besieging or one.chance >= LIKELY else 0.0
        more = 0 if one.besieging else self._hired_at(one.origin, hired)
        if more and (chance := self.chance(one.target, one.formation, 2, more)) >= LIKELY:
            best = max(best, one.worth * chance - one.exposed)
        return best

    def prospect(self, base: SpaceId, army: Formation, hired: int = 0) -> float:
        """What an army in a space could take, with all that is there, that joins it, or that is hired."""
        game = self.game
        there = army_at(game, base, self.power)
        leaders = self.best_leaders(tuple(dict.fromkeys((*army.leaders, *there.leaders))))
        room = max(0, self.limit(leaders) - army.size)
        ready = min(room, max(0, there.size - self.garrison_needed(base)))
        joined = Formation(leaders, army.units)
        worths = [0.0]
        ways = self.ways_from(base, joined, DEPLOYED_FOR)
        aims = [target for target in self.targets if target in ways.costs and target != base]
        followers = list(self._followers(base)) if aims and leaders else [(0, 0)]
        for target in aims:
            if (towns := self.supply(target)) is None:
                continue
            cost = ways.costs[target] + len(towns)
            if cost > DEPLOYED_FOR:
                continue
            worth = self.targets[target] * self.blockade_share(target)
            met = self.on_the_way(ways.path(target), joined)
            for walked, size in followers:
                more = min(room, ready + hired + size + met)
                price = cost + walked + min(hired, max(0, room - ready))
                chance = self.chance(target, joined, 2, more)
                if price <= MOST_SPENT and chance >= LIKELY:
                    spent = SPENT * self.mind.weights["cp"] * price
                    worths.append(worth * chance * NEARER**price - spent)
        return max(worths)

    # ---- armies that gather

    def _followers(self, camp: SpaceId) -> Iterator[tuple[int, int]]:
        """The CP that units walk who join a leader in a space, the nearest first, and how many they are."""
        walked = units = 0
        yield walked, units
        for cost, space in self.recruits_for(camp):
            walked, units = walked + cost, units + self.free_at(space)
            yield walked, units

    def recruits_for(self, camp: SpaceId) -> list[tuple[int, SpaceId]]:
        """Spaces whose units nobody leads, with the CP that they walk to a camp, the nearest first."""
        if camp not in self._recruits:
            found = []
            for space in self._unled:
                cost = self.walk(space, camp) if space != camp else None
                if cost is not None:
                    found.append((cost, space))
            self._recruits[camp] = sorted(found)
        return self._recruits[camp]

    @cached_property
    def _recruits(self) -> dict[SpaceId, list[tuple[int, SpaceId]]]:
        return {}

    @cached_property
    def _unled(self) -> list[SpaceId]:
        """Spaces with units that could leave them, but that nobody leads."""
        return [
            space
            for space in self.mind.own_stacks()
            if self.free_at(space) > 1
            and space not in self.dangers
            and not army_leaders(self.game, space, self.power)
        ]

    def walk(self, space: SpaceId, camp: SpaceId) -> int | None:
        """The CP that units walk from a space to a camp; None if it is too far."""
        if not self.near(space, camp, RALLY):
            return None
        return self.ways_from(space, Formation(), RALLY).costs.get(camp)

    def rally(self, space: SpaceId) -> SpaceId | None:
        """Where a leader near a space has room for more units than he leads."""
        if space not in self._rallies:
            self._rallies[space] = next(
                (
                    camp
                    for camp in self._camps_of_leaders
                    if camp != space and self.walk(space, camp) is not None
                ),
                None,
            )
        return self._rallies[space]

    @cached_property
    def _rallies(self) -> dict[SpaceId, SpaceId | None]:
        return {}

    @cached_property
    def _camps_of_leaders(self) -> list[SpaceId]:
        """Where leaders of ours could lead more units than they have, those who command most first."""
        game = self.game
        room: dict[SpaceId, int] = {}
        for space in self.mind.own_stacks():
            leaders = tuple(army_leaders(game, space, self.power))
            limit = self.limit(leaders) if leaders else 0
            free = limit - (game.land_strength(space, self.power) - self.garrison_needed(space))
            if leaders and free > 0 and not game.under_siege(space):
                room[space] = limit
        return sorted(room, key=lambda space: (-room[space], space))


def fronts_of(mind: Mind) -> Fronts:
    """The fronts as a power sees them, looked at once for a decision."""
    if "fronts" not in mind.memory:
        mind.memory["fronts"] = Fronts(mind)
    found: Fronts = mind.memory["fronts"]
    return found
