"""New units on land: where they help most, and what for."""

from __future__ import annotations

from functools import cached_property

from pbem.games.his.bot.mind import Mind
from pbem.games.his.bot.war import LIKELY, RALLY, Fronts
from pbem.games.suggestion import because
from pbem.language.voice import Message
from rules.war.displacement import army_leaders
from rules.war.forces import Formation
from rules.war.ids import SpaceId

GARRISONS = (1, 2, 3)
"""New units in walls that are in danger are judged by what so many do together."""
MARCH_OF_RECRUITS = 4
"""CP that an army which new units join may need to its target."""
WALKED = 0.85
"""How much of a unit's worth each CP leaves that it walks to a leader."""
IN_TIME = (0.2, 0.5, 1.0)
"""What units for an attack are worth by the impulses that are left: one to march, and one to storm."""


class Recruits:
    """What new units could do in one view."""

    def __init__(self, mind: Mind, fronts: Fronts) -> None:
        self.mind = mind
        self.game = mind.game
        self.power = mind.power
        self.fronts = fronts

    def need_of(self, space: SpaceId) -> tuple[float, Message]:
        """What one more unit in a space is worth beyond itself, and what for."""
        best, why = 0.0, because("build", space=space)
        if space in self.fronts.dangers:
            # The first unit may change little where three make walls that nobody storms.
            gain = max(self.fronts.safer(space, more) / more for more in GARRISONS)
            if gain > best:
                best, why = gain, because("build_defence", space=space)
        attack, aim = self._need_for_attack(space)
        if (camp := self.fronts.rally(space)) is not None:
            # They walk to a leader who has use for them.
            cost = self.fronts.ways_from(space, Formation(), RALLY).costs[camp]
            need, target = self._need_for_attack(camp)
            if need * WALKED**cost > attack:
                attack, aim = need * WALKED**cost, target
        if attack > best:
            best, why = attack, because("build_attack", space=space, other_space=aim)
        return best, why

    def _need_for_attack(self, space: SpaceId) -> tuple[float, SpaceId]:
        """What one more unit adds to the army in a space, and for which target."""
        if space not in self._needs:
            self._needs[space] = self._worth_of_recruits(space)
        return self._needs[space]

    @cached_property
    def _needs(self) -> dict[SpaceId, tuple[float, SpaceId]]:
        return {}

    def _worth_of_recruits(self, space: SpaceId) -> tuple[float, SpaceId]:
        mind, fronts = self.mind, self.fronts
        best, aim = 0.0, ""
        aims = [
            (target, worth)
            for target, worth in fronts.targets.items()
            if worth >= 0.5 and fronts.near(space, target, MARCH_OF_RECRUITS)
        ]
        army = self._muster(space)
        if army is None or not aims or (mind.last_turn and not mind.impulses_left):
            return best, aim
        ways = fronts.ways_from(space, army, MARCH_OF_RECRUITS)
        soon = sum(fronts.free_at(near) for _, near in fronts.recruits_for(space)) if army.leaders else 0
        assaults = mind.impulses_left
        share = IN_TIME[min(assaults, len(IN_TIME) - 1)]
        for target, worth in aims:
            if target not in ways.costs or fronts.supply(target) is None:
                continue
            part = share * fronts.blockade_share(target)
            near = 0.85 ** max(0, ways.costs[target] - 1)
            if part * worth * near <= best:  # even if one unit more took it for certain
                continue
            met = soon + fronts.on_the_way(ways.path(target), army)
            before = fronts.chance(target, army, max(assaults, 2), met)
            if fronts.joined(target):
                # Besiegers who stand there already may need no help.
                before = max(before, fronts.chance(target, fronts.before(target), assaults))
            for more in (1, 2, 4, 6):
                if part * worth * (1 - before) / more * near <= best:
                    break
                after = fronts.chance(target, army, max(assaults, 2), met + more)
                if after < LIKELY:
                    continue  # an army that is too weak with them, too, waits for nothing
                gain = part * worth * (after - before) / more * near * (0.95**more)
                if gain > best:
                    best, aim = gain, target
        return best, aim

    def _muster(self, space: SpaceId) -> Formation | None:
        """The army that new units would join."""
        army = self.fronts.field_army(space)
        if army is None and not self.game.under_siege(space):
            army = Formation(self.fronts.best_leaders(tuple(army_leaders(self.game, space, self.power))))
        return army

    @cached_property
    def camps(self) -> list[SpaceId]:
        """Home spaces where new land units could be of use."""
        game = self.game
        return [
            space
            for space in game.home_spaces(self.power)
            if game.controller(space) == self.power
            and (game.fortified(space) or game.land_strength(space, self.power))
            and not game.spaces[space].unrest
        ]

    @cached_property
    def sites(self) -> list[tuple[float, SpaceId, Message]]:
        """Where new land units help most."""
        game = self.game
        found = []
        for space in self.camps:
            need, why = self.need_of(space)
            capital = 0.02 if space in game.capitals(self.power) else 0.0
            found.append((need + capital, space, why))
        return sorted(found, key=lambda site: (-site[0], site[1]))[:4]
