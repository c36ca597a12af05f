"""What command points can buy, with what each purchase is worth: candidates for the next action."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from pbem.games.his.bot.faith import FaithPlans
from pbem.games.his.bot.mind import Mind
from pbem.games.his.bot.odds import field_win
from pbem.games.his.bot.recruits import Recruits
from pbem.games.his.bot.seas import Seas
from pbem.games.his.bot.war import LIKELY, NEARER, RALLY, Operation, fronts_of
from pbem.games.suggestion import because
from pbem.language.voice import Message
from rules.core.actions import Action, ChooseAction, in_theatre
from rules.core.errors import allows
from rules.his.new_world.actions import Colonize, Conquer, Explore
from rules.his.powers import ENGLAND, FRANCE, HAPSBURG, OTTOMAN, PAPACY, PROTESTANT
from rules.his.war.build_actions import (
    BuildSquadron,
    BuyMercenary,
    ControlSpace,
    FightForeignWar,
    RaiseCavalry,
    RaiseRegular,
)
from rules.war.forces import CAVALRY, Formation
from rules.war.ids import LAND_KINDS, SpaceId
from rules.war.land_actions import AssaultFortification, MoveFormation

WORTH_TRYING = 0.1
HOPELESS = 0.06
LEAST_SIEGE = 0.7
DELAY = 0.4
"""What it costs to let besiegers wait: an army may come to relief, and winter does (15.1)."""
MUSTERS = 4
"""So many armies that set out with new units are looked at."""
SITES = 2
"""So many places for new units are looked at: four units fit into each."""
SQUADRONS = {OTTOMAN: 5, HAPSBURG: 5, ENGLAND: 4, FRANCE: 4, PAPACY: 2}
"""So many are enough."""
MOST_LAND = 14
"""Units that a power keeps without a use for them."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """An action, its cost, what it is worth, and why."""

    value: float
    cost: int
    action: Action
    why: Message
    group: str = ""
    """Of one group only one fits into a plan."""
    repeats: int = 1
    """How often it can be done in one impulse."""
    whole: int = 0
    """CP that what it begins needs in all."""
    at_once: bool = False
    """Before anything else: later it may not be possible."""

    @property
    def price(self) -> int:
        """CP that a plan must reckon with."""
        return max(self.cost, self.whole)

    @property
    def rate(self) -> float:
        return self.value / max(self.price, 1)


class Candidates:
    """All that a power could do with CP now."""

    def __init__(self, mind: Mind, question: ChooseAction) -> None:
        self.mind = mind
        self.game = mind.game
        self.power = mind.power
        self.question = question
        self.names = {cls.__name__ for cls in question.kinds(mind.game)}
        self.fronts = fronts_of(mind)
        self.recruits = Recruits(mind, self.fronts)
        self.faith = FaithPlans(mind)
        self.seas = Seas(mind, self.fronts)

    @cached_property
    def all(self) -> list[Candidate]:
        """The candidates that can be paid, in a fixed order."""
        found: list[Candidate] = []
        for source in self._sources():
            found += [
                one for one in source if one.cost <= self.question.cp and in_theatre(self.game, one.action)
            ]
        return found

    def _sources(self) -> Iterator[Iterator[Candidate]]:
        by_name: dict[str, Callable[[], Iterator[Candidate]]] = {
            "AssaultFortification": self.assaults,
            "MoveFormation": self.marches,
            "ControlSpace": self.control,
            "RaiseRegular": self.regulars,
            "BuyMercenary": self.mercenaries,
            "RaiseCavalry": self.cavalry,
            "BuildSquadron": self.squadrons,
            "FightForeignWar": self.foreign_wars,
            "Explore": self.explorations,
            "Colonize": self.colonies,
            "Conquer": self.conquests,
        }
        for name, source in by_name.items():
            if name in self.names:
                yield source()
        yield (
            Candidate(value, action.cost(self.game, self.power), action, why, group, repeats)
            for value, action, why, group, repeats in (
                *self.faith.actions(self.names),
                *self.seas.actions(self.names),
            )
        )

    # ---- Sieges

    def assaults(self) -> Iterator[Candidate]:
        game, mind = self.game, self.mind
        if game.campaign.foul_weather:
            return
        for one in self.fronts.operations:
            if not one.besieging:
                continue
            storm = AssaultFortification(one.target, one.formation)
            if not allows(storm.check, game, self.power):
                continue
            now = self.fronts.chance(one.target, one.formation, 1)
            later = self.fronts.chance(one.target, one.formation, 1 + mind.impulses_left)
            if later < HOPELESS:
                continue
            why = because("assault", space=one.target, percent=round(100 * later))
            worth = one.worth * max(now, 0.8 * later) + 0.12 * one.garrison + DELAY
            if now >= WORTH_TRYING or mind.impulses_left == 0 or later >= 0.15:
                yield Candidate(worth, 1, storm, why, f"army {one.target}")

    def marches(self) -> Iterator[Candidate]:
        seen: set[SpaceId] = set()
        # What is near falls first: a little more that is far away is out of reach with most cards.
        for one in sorted(self.fronts.operations, key=lambda one: -one.value * NEARER**one.cp):
            if one.besieging or not one.path or one.origin in seen:
                continue
            if one.value <= LEAST_SIEGE or one.chance < LIKELY:
                continue
            if one.called:
                if (call := self._call(one)) is not None:
                    seen |= {one.origin, one.called}
                    yield call
                continue
            step = MoveFormation(one.origin, one.path[0], one.formation)
            if not allows(step.check, self.game, self.power):
                continue
            seen.add(one.origin)
            town = ControlSpace(one.origin)
            if one.origin in one.towns and allows(town.check, self.game, self.power):
                # The CP of the march pay for it, and behind the army it may be too late.
                yield replace(self._march(one, town), why=because("supply", space=one.origin))
            else:
                yield self._march(one, step)
        yield from self.musters()
        yield from self.relief()
        yield from self.reinforcements()

    def musters(self) -> Iterator[Candidate]:
        """New units, and a march with them in the same impulse."""
        game = self.game
        cls = next((cls for cls in (BuyMercenary, RaiseRegular) if cls.__name__ in self.names), None)
        if cls is None or not self.fronts.targets or not self.mind.impulses_left:
            return
        cost = game.data.actions[cls.action_id].cost[self.power]
        found: list[tuple[float, int, Operation, BuyMercenary | RaiseRegular]] = []
        for space in self.recruits.camps:
            build = cls(space=space)
            for one in self.fronts.musters(space, cls.unit, (self.question.cp - 1) // cost, LEAST_SIEGE):
                price = one.cp + one.hired * cost
                value = one.value * (1 if one.cp <= 1 else 0.9)
                if price <= self.question.cp and one.value > LEAST_SIEGE:
                    found.append((value, price, one, build))
        found.sort(key=lambda entry: (-entry[0] / entry[1], entry[1], entry[2].target, entry[2].origin))
        able = [entry for entry in found[: 2 * MUSTERS] if allows(entry[3].check, game, self.power)]
        for value, price, one, build in able[:MUSTERS]:
            why = because("muster", space=one.target, percent=round(100 * one.chance))
            yield Candidate(value, price, build, why, f"army {one.origin}")

    def _call(self, one: Operation) -> Candidate | None:
        """The march of the nearest units that are called to an army: their share of what it will do."""
        units = self.fronts.field_army(one.called)
        way = self.fronts.ways_from(one.called, Formation(), RALLY)
        if units is None or one.origin not in way.costs:
            return None
        step = MoveFormation(one.called, way.path(one.origin)[0], units)
        if not allows(step.check, self.game, self.power):
            return None
        walk = way.costs[one.origin]
        why = because("gather", space=one.origin, other_space=one.target)
        cost = step.cost(self.game, self.power)
        value = one.value * (1 + one.hurry) * walk / one.cp
        return Candidate(value, cost, step, why, f"army {one.origin}", whole=walk)

    def _march(self, one: Operation, step: MoveFormation | ControlSpace) -> Candidate:
        cost = step.cost(self.game, self.power)
        value = one.value * (1 if one.cp <= 1 else 0.9)
        why = because("march", space=one.target, percent=round(100 * one.chance))
        return Candidate(value, cost, step, why, f"army {one.origin}", whole=one.cp)

    def relief(self) -> Iterator[Candidate]:
        """Armies that can drive besiegers away from walls of ours."""
        game, mind = self.game, self.mind
        besieged = [
            space
            for space, state in game.spaces.items()
            if state.sieges and mind.ours(state.control) and any(p in mind.enemies for p in state.sieges)
        ]
        for space in besieged:
            for near in game.board.neighbours(space):
                army = self.fronts.field_army(near)
                if army is None:
                    continue
                attack = army.size + self.fronts.rating(army) + game.land_strength(space, self.power)
                foes = sum(game.land_strength(space, enemy) for enemy in game.spaces[space].sieges)
                leaders = [w for w in game.leaders_at(space) if game.leader_commander(w) in mind.enemies]
                rating = max((game.printed_leader(w).battle for w in leaders), default=0)
                chance = field_win(attack, foes + rating + 1)
                step = MoveFormation(near, space, army)
                if chance >= 0.5 and allows(step.check, game, self.power):
                    value = chance * mind.worth_of_keeping(space) * 0.7
                    cost = step.cost(game, self.power)
                    yield Candidate(value, cost, step, because("relief", space=space), f"army {near}")

    def reinforcements(self) -> Iterator[Candidate]:
        """Units beside a fortification of ours that is in danger."""
        game = self.game
        for space in self.fronts.dangers:
            if game.under_siege(space):
                continue
            for near in game.board.neighbours(space):
                army = self.fronts.field_army(near)
                if army is None or self.fronts.best_for(near) is not None or near in self.fronts.dangers:
                    continue
                step = MoveFormation(near, space, army)
                if game.land_strength(space, self.power) < 4 and allows(step.check, game, self.power):
                    # All dangers together must become less: else two garrisons change places for ever.
                    gain = self.fronts.safer(space, army.size) - self.fronts.exposed(near, army.size)
                    if gain <= WORTH_TRYING:
                        continue
                    yield Candidate(
                        gain,
                        step.cost(game, self.power),
                        step,
                        because("garrison", space=space),
                        f"army {near}",
                    )

    # ---- Towns and unrest

    def control(self) -> Iterator[Candidate]:
        game, mind, weights = self.game, self.mind, self.mind.weights
        needed: dict[SpaceId, float] = {}
        for one in self.fronts.operations:
            for town in one.towns:
                needed[town] = max(
                    needed.get(town, 0.0), one.worth * max(one.chance, 0.4) * weights["supply"]
                )
        for option in ControlSpace.options(game, self.power):
            space = option.space
            if option.calm:
                value = self._worth_of_calm(space)
                if value > 0:
                    yield Candidate(value, 1, option, because("calm", space=space))
            else:
                value = needed.get(space, 0.0) + weights["town"]
                if game.home_power(space) == self.power:
                    value += 0.1
                if space in needed:
                    # An army that goes on may leave an enemy beside the town, and then it is too late.
                    here = game.land_strength(space, self.power) > 0
                    yield Candidate(value, 1, option, because("supply", space=space), at_once=here)
                elif not mind.ours(game.controller(space)):
                    yield Candidate(value, 1, option, because("town", space=space))

    def _worth_of_calm(self, space: SpaceId) -> float:
        game, mind = self.game, self.mind
        state = game.spaces[space]
        if not mind.ours(state.control) and not (self.power == PROTESTANT and state.religion == PROTESTANT):
            return 0.0
        value = mind.weights["unrest"]
        if game.board.spaces[space].is_key and state.control == self.power:
            value += mind.key_worth(self.power)
        if space in game.electorates() and self.power == PROTESTANT:
            value += mind.weights["electorate"]
        return value

    # ---- New units

    def _units(
        self, cls: type[RaiseRegular | BuyMercenary | RaiseCavalry], own: float, useless: float = 0.0
    ) -> Iterator[Candidate]:
        game = self.game
        abroad = self.mind.weights["abroad"] * own
        if self.land_units > MOST_LAND or self.mind.last_turn:
            abroad *= 0.3
        cost = game.data.actions[cls.action_id].cost[self.power]
        for card, war in game.foreign_wars.items():
            if war.power == self.power:
                build = cls(war=card)
                if allows(build.check, game, self.power):
                    yield Candidate(
                        own + 0.25, cost, build, because("foreign_war_units", card=card), repeats=3
                    )
        found = 0
        for need, space, why in self.recruits.sites:
            build = cls(space=space)
            if allows(build.check, game, self.power):
                yield Candidate(abroad + max(0.0, need - useless), cost, build, why, "", 4)
                found += 1
                if found == SITES:
                    return

    @cached_property
    def land_units(self) -> int:
        return self.game.counts_on_map(self.power, LAND_KINDS)

    def regulars(self) -> Iterator[Candidate]:
        return self._units(RaiseRegular, self.mind.weights["regular"] + 0.1)

    def mercenaries(self) -> Iterator[Candidate]:
        return self._units(BuyMercenary, self.mind.weights["mercenary"])

    def cavalry(self) -> Iterator[Candidate]:
        for one in self._units(RaiseCavalry, self.mind.weights[CAVALRY]):
            yield Candidate(one.value * 0.6, one.cost, one.action, one.why, one.group, one.repeats)

    def squadrons(self) -> Iterator[Candidate]:
        game = self.game
        have, wanted = game.count_on_map(self.power, "squadrons"), SQUADRONS.get(self.power, 0)
        if have >= wanted and self.seas.counters_kept:
            return
        value = self.mind.weights["squadron"] * (0.8 if have < wanted else 0.2)
        if self.mind.last_turn:
            value = 0.02
        guarded = self.seas.guarded_by
        options = BuildSquadron.options(game, self.power)
        option = next(options, None)
        if option is not None:
            if guarded:
                option = max((option, *options), key=lambda one: guarded.get(one.space, 0.0))
            value += 0.0 if self.mind.last_turn else guarded.get(option.space, 0.0)
            yield Candidate(
                value, option.cost(game, self.power), option, because("squadron", space=option.space)
            )

    def foreign_wars(self) -> Iterator[Candidate]:
        game = self.game
        for option in FightForeignWar.options(game, self.power):
            war = game.foreign_wars[option.war]
            rating = max((game.printed_leader(who).battle for who in war.leaders), default=0)
            own = war.regulars + war.mercenaries + war.cavalry + rating
            chance = field_win(own, war.enemy)
            value = 1.2 * chance + (0.3 if own >= war.enemy else -0.2)
            yield Candidate(value, 1, option, because("foreign_war", card=option.war))

    # ---- The New World

    def _voyages(self) -> float:
        """Others than the Hapsburgs have better things to do in the first turns."""
        early = self.mind.weights.voyages[self.power]
        return early if self.game.turn <= 3 else max(1.0, early)

    def explorations(self) -> Iterator[Candidate]:
        option = next(iter(Explore.options(self.game, self.power)), None)
        if option is not None:
            left = 7 - len(self.game.new_world.claimed)
            value = (
                self._voyages()
                * self.mind.weights["exploration"]
                * (1.0 if left >= 4 else 0.8 if left >= 2 else 0.4)
            )
            yield Candidate(value, option.cost(self.game, self.power), option, because("explore"), "explore")

    def conquests(self) -> Iterator[Candidate]:
        option = next(iter(Conquer.options(self.game, self.power)), None)
        if option is not None:
            value = (
                self._voyages() * self.mind.weights["conquest"] * (1.1 if self.mind.turns_left >= 2 else 0.8)
            )
            yield Candidate(value, option.cost(self.game, self.power), option, because("conquer"), "conquer")

    def colonies(self) -> Iterator[Candidate]:
        option = next(iter(Colonize.options(self.game, self.power)), None)
        if option is not None:
            value = self.mind.weights["colony"] * min(self.mind.turns_left, 6)
            if value > 0:
                yield Candidate(
                    value, option.cost(self.game, self.power), option, because("colonize"), "colony"
                )
