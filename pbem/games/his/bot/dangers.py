"""Walls of ours that enemies could take, and what each unit in them is worth."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

from pbem.games.his.bot.odds import falls_soon
from pbem.games.his.bot.ways import Ways
from rules import Power
from rules.his.powers import OTTOMAN, PROTESTANT
from rules.war.displacement import army_leaders
from rules.war.forces import best_battle_rating, formation_limit
from rules.war.ids import SpaceId

DEFENDED_ENOUGH = 4
"""More units than these do not fit inside walls under siege."""
ELECTORATE_HELD_BY = 2
"""Units that the Protestant leaves in each electorate: it has no capital, and lives by them (21.6)."""
HARDLY = 0.05
"""How much an army likes walls that it could not storm."""
NEXT_YEAR = 0.3
"""What is left of a danger when its enemy has no cards any more this turn."""
NEAR = 3
COMES_FROM = {1: 0.75, 2: 0.55, 3: 0.35}
"""How likely an army comes from so many steps away."""
SIEGE_GOES_ON = 0.9


class Threat(NamedTuple):
    """An enemy army that may come before a fortification of ours."""

    size: int
    walkers: int
    rating: int
    share: float
    """How likely it is that it comes."""


class Dangers(Ways):
    """Own fortifications of one view, and the enemies near them."""

    # ---- garrisons

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
