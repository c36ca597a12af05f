"""Wars on land as the bot sees them: which walls which army can take, and which of our own are in danger."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from pbem.games.his.bot.mind import Mind
from pbem.games.his.bot.odds import falls_soon, field_win, siege_odds
from pbem.games.his.bot.units import pick_units
from pbem.games.his.bot.ways import FARTHEST, MOST_TOWNS, Ways
from rules import Power
from rules.core.errors import allows
from rules.his.powers import OTTOMAN, PROTESTANT
from rules.war.control import check_control
from rules.war.counter_mix import room_for
from rules.war.displacement import army_leaders
from rules.war.forces import (
    CAVALRY,
    MERCENARIES,
    Formation,
    army_at,
    best_battle_rating,
    formation_limit,
)
from rules.war.ids import LeaderId, Nation, SpaceId
from rules.war.movement import fresh_army, siege_just_laid
from rules.war.siege import inside_strength, is_besieged
from rules.war.spring import deployment_reach

MOST_ASSAULTS = 3
LIKELY = 0.5
"""An army that takes walls less likely than this does not set out."""
DEFENDED_ENOUGH = 4
"""More units than these do not fit inside walls under siege."""
ELECTORATE_HELD_BY = 2
"""Units that the Protestant leaves in each electorate: it has no capital, and lives by them (21.6)."""
SOON_HIRED = 3
"""Mercenaries that join an army before it sets out, if one can count on CP for them."""
HARDLY = 0.05
"""How much an army likes walls that it could not storm."""
NEXT_YEAR = 0.3
"""What is left of a danger when its enemy has no cards any more this turn."""
DEPLOYED_FOR = 4
"""CP that an army may need from where it is deployed in spring."""
MUSTERED_FOR = 3
"""Units are built for a march in the same impulse if it is no longer than so many steps."""
NEAR = 3
COMES_FROM = {1: 0.75, 2: 0.55, 3: 0.35}
"""How likely an army comes from so many steps away."""
SIEGE_GOES_ON = 0.9
UNSUPPLIED = 0.1
HARDLY_SUPPLIED = 0.3
TOO_FEW = 0.5
ONE_ASSAULT = 0.75
"""A siege that allows one assault before winter fails by the least delay."""
RELIEF = 0.6
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

    @property
    def value(self) -> float:
        return self.worth * self.chance - LOSSES * 0.3 * self.garrison - self.exposed


class Threat(NamedTuple):
    """An enemy army that may come before a fortification of ours."""

    size: int
    walkers: int
    rating: int
    share: float
    """How likely it is that it comes."""


class Fronts(Ways):
    """Armies and fortifications of one view, looked at once."""

    def __init__(self, mind: Mind, warned: int = 0) -> None:
        """`warned`: units by which garrisons of enemies grow before we come, where a war is only declared."""
        super().__init__(mind)
        self.warned = warned

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
        least = self.mind.weights.garrisons.get(space, 1 if game.board.spaces[space].is_key else 0)
        if self.power == PROTESTANT and space in game.electorates():
            least = ELECTORATE_HELD_BY
        if space in game.capitals(self.power):
            least = max(least, 2) if self.mind.enemies or self.power != OTTOMAN else 1
        return min(least + self.menace(space) // 3, DEFENDED_ENOUGH)

    def menace(self, space: SpaceId) -> int:
        """Enemy units that could stand before a space in two moves."""
        game, mind = self.game, self.mind
        most = 0
        for near in game.board.within(space, 2):
            if near != space and game.units.get(near):
                for enemy in mind.enemies:
                    most = max(most, game.land_strength(near, enemy))
        return most

    def field_army(self, origin: SpaceId) -> Formation | None:
        """The strongest formation that can leave a space, with its best leaders."""
        if origin not in self._armies:
            self._armies[origin] = self._field_army(origin)
        return self._armies[origin]

    @cached_property
    def _armies(self) -> dict[SpaceId, Formation | None]:
        return {}

    def _field_army(self, origin: SpaceId) -> Formation | None:
        game = self.game
        if not game.land_strength(origin, self.power):
            return None  # what is asked most often, and known at once
        if is_besieged(game, origin, self.power) or siege_just_laid(game, origin, self.power):
            return None
        army = fresh_army(game, origin, self.power)
        free = army.size - self.garrison_needed(origin)
        if free <= 0:
            return None
        leaders = self.best_leaders(army.leaders)
        return Formation(leaders, pick_units(army.units, min(free, formation_limit(game, leaders))))

    def best_leaders(self, leaders: tuple[LeaderId, ...]) -> tuple[LeaderId, ...]:
        """The two who command most, with a good fighter among them."""
        printed = self.game.printed_leader
        return tuple(sorted(leaders, key=lambda who: (-printed(who).command, -printed(who).battle, who))[:2])

    # ---- targets

    @cached_property
    def targets(self) -> dict[SpaceId, float]:
        """Fortifications that may be attacked now, with what they are worth."""
        game, mind = self.game, self.mind
        return {
            space: mind.worth_of_taking(space)
            for space, state in game.spaces.items()
            if mind.hostile(state.control) and game.fortified(space) and space not in self.closed
        }

    def inside(self, space: SpaceId) -> int:
        """Those who would hold a fortification."""
        if self.game.under_siege(space):
            return inside_strength(self.game, space)
        held = self.mind.against(space)
        if held < DEFENDED_ENOUGH and self.game.controller(space) in self.mind.enemies:
            return min(held + self.warned, DEFENDED_ENOUGH)
        return held

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
        # Nobody leads more than a few units without a leader: then as many as can march must do.
        enough = 2 * garrison + 2 if army.leaders else min(2 * garrison + 4, formation_limit(self.game, ()))
        if garrison and walkers < enough and not self.joined(space):
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
        near = self.game.board.within(space, 2)
        return max(
            (
                RELIEF * field_win(dice, strength + 1)
                for place, dice in self._reliefs_afield
                if place != space and place in near
            ),
            default=0.0,
        )

    @cached_property
    def _reliefs_afield(self) -> list[tuple[SpaceId, int]]:
        """Where enemy armies stand that could march to a relief, with their dice."""
        game = self.game
        found = []
        for enemy in self.mind.enemies:
            for place in game.units:
                if place not in game.spaces or (size := game.land_strength(place, enemy)) < 2:
                    continue
                leaders = army_leaders(game, place, enemy)
                free = min(size - (1 if game.fortified(place) else 0), formation_limit(game, leaders))
                if free >= 2:
                    found.append((place, free + best_battle_rating(game, leaders)))
        return found

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
        limit, stays = formation_limit(game, leaders), self.garrison_needed(origin)
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
            and (army.size > self.inside(target) or self.joined(target))
        ]
        if not aims:
            return
        ways = self.ways_from(origin, army, MUSTERED_FOR + 1 if hired else FARTHEST)
        exposed = self.exposed(origin, army.size - hired)
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
            chance = self.chance(target, army, assaults, joined) if assaults > 0 else 0.0
            if assaults == 1 and self.inside(target) and not joined:
                chance *= ONE_ASSAULT
            if joined:
                chance -= self.chance(target, self.before(target), assaults)
            if chance > 0.01:
                held = self.inside(target)
                yield Operation(
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
                )

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
        if towns is None or all(
            town in path or allows(check_control, self.game, self.power, town) for town in towns
        ):
            return towns
        passed = tuple(space for space in path[:-1] if self._price_of_way(space) != 0)
        return passed if len(passed) <= MOST_TOWNS else None

    def joined(self, target: SpaceId) -> int:
        """Units of ours that stand before a target already."""
        if self.power not in self.game.spaces[target].sieges:
            return 0
        return self.before(target).size

    def before(self, target: SpaceId) -> Formation:
        return army_at(self.game, target, self.power)

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
                        more = max(0, min(free, formation_limit(game, leaders) - army.size))
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
        """What an army that comes to a space could take from there, with all that is there or hired."""
        game = self.game
        there = army_at(game, base, self.power)
        leaders = self.best_leaders(tuple(dict.fromkeys((*army.leaders, *there.leaders))))
        room = max(0, formation_limit(game, leaders) - army.size)
        ready = min(room, max(0, there.size - self.garrison_needed(base)))
        more = min(room, ready + hired)
        joined = Formation(leaders, army.units)
        worths = [0.0]
        costs = self.ways_from(base, joined, DEPLOYED_FOR).costs
        for target, worth in self.targets.items():
            if target in costs and target != base and (towns := self.supply(target)) is not None:
                cost = costs[target] + len(towns)
                chance = self.chance(target, joined, 2, more)
                price = cost + more - ready
                if cost <= DEPLOYED_FOR and price <= FARTHEST and chance >= LIKELY:
                    worth *= self.blockade_share(target) * chance * 0.85**price
                    worths.append(worth - self.mind.weights["cp"] * price)
        return max(worths)

    # ---- danger

    @cached_property
    def dangers(self) -> dict[SpaceId, tuple[float, float]]:
        """Own fortifications that an enemy could take: the chance now, and with one unit more inside."""
        found: dict[SpaceId, tuple[float, float]] = {}
        for space in self.threats:
            now = self.danger(space, 0)
            if now > 0.02:
                found[space] = (now, self.danger(space, 1))
        return found

    @cached_property
    def threats(self) -> dict[SpaceId, list[Threat]]:
        """Enemy armies near each own fortification."""
        game = self.game
        found: dict[SpaceId, list[Threat]] = {}
        for enemy in self.mind.enemies:
            for place, here in game.units.items():
                if place not in game.spaces or not here or (size := game.land_strength(place, enemy)) < 2:
                    continue
                aims = [
                    space
                    for space in game.board.within(place, NEAR)
                    if game.controller(space) == self.power and game.fortified(space)
                ]
                leaders = army_leaders(game, place, enemy)
                free = size - (1 if game.fortified(place) and place not in aims else 0)
                walkers, rating = min(free, formation_limit(game, leaders)), best_battle_rating(game, leaders)
                comes = {
                    space: COMES_FROM[max(1, game.board.distance(place, space) or 1)]
                    for space in aims
                    if space != place
                }
                # An army goes one way only, and rather to walls that are weak.
                likes = {
                    space: likely * (falls_soon(walkers, rating, self._held(space)) or HARDLY)
                    for space, likely in comes.items()
                }
                for space in aims:
                    share = SIEGE_GOES_ON * self._time_of(enemy, 1)
                    if space in comes:
                        way = (likes[space] / sum(likes.values())) ** 0.5
                        share = comes[space] * way * self._time_of(enemy, 2)
                    found.setdefault(space, []).append(Threat(size, walkers, rating, share))
        return {space: found[space] for space in sorted(found)}

    def _held(self, space: SpaceId) -> int:
        return min(self.game.land_strength(space, self.power), DEFENDED_ENOUGH)

    def _time_of(self, enemy: Power, impulses: int) -> float:
        """How likely an enemy finds so many impulses this turn: to come, and to storm."""
        game = self.game
        if game.phase != "action":
            return 1.0
        return max(NEXT_YEAR, min(1.0, len(game.hand(enemy)) / impulses))

    def danger(self, space: SpaceId, more: int) -> float:
        """The chance that an enemy takes a space of ours soon, with some more units in it, or fewer."""
        held = max(0, self.game.land_strength(space, self.power) + more)
        garrison = min(held, DEFENDED_ENOUGH)
        return max(
            (
                threat.share * falls_soon(threat.walkers, threat.rating, garrison)
                for threat in self.threats.get(space, ())
                if threat.size > held
            ),
            default=0.0,
        )

    def safer(self, space: SpaceId, more: int) -> float:
        """What so many units more in a fortification of ours are worth."""
        return (self.danger(space, 0) - self.danger(space, more)) * self.mind.worth_of_keeping(space)

    def exposed(self, space: SpaceId, fewer: int) -> float:
        """What it costs that so many units leave a space."""
        return -self.safer(space, -fewer) if space in self.threats else 0.0


def fronts_of(mind: Mind) -> Fronts:
    """The fronts as a power sees them, looked at once for a decision."""
    if "fronts" not in mind.memory:
        mind.memory["fronts"] = Fronts(mind)
    found: Fronts = mind.memory["fronts"]
    return found
