"""Sieges as the bot sees them: which army could take which walls, and how likely."""

from __future__ import annotations

from functools import cached_property

from pbem.games.his.bot.dangers import DEFENDED_ENOUGH, Dangers
from pbem.games.his.bot.mind import Mind
from pbem.games.his.bot.odds import field_win, siege_odds
from pbem.games.his.bot.units import pick_units
from rules.war.displacement import army_leaders
from rules.war.forces import (
    CAVALRY,
    Formation,
    army_at,
    best_battle_rating,
    formation_limit,
)
from rules.war.ids import LeaderId, SpaceId
from rules.war.movement import fresh_army, siege_just_laid
from rules.war.siege import inside_strength, is_besieged

MOST_ASSAULTS = 3
TOO_FEW = 0.5
RELIEF = 0.6


class Sieges(Dangers):
    """Armies of one view, and walls that may be attacked."""

    def __init__(self, mind: Mind, warned: int = 0) -> None:
        """`warned`: units by which garrisons of enemies grow before we come, where a war is only declared."""
        super().__init__(mind)
        self.warned = warned

    # ---- armies

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
        return Formation(leaders, pick_units(army.units, min(free, self.limit(leaders))))

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
        known = self._holders.get(space)
        if known is None:
            known = self._holders[space] = self._inside(space)
        return known

    @cached_property
    def _holders(self) -> dict[SpaceId, int]:
        return {}

    def _inside(self, space: SpaceId) -> int:
        if self.game.under_siege(space):
            return inside_strength(self.game, space)
        held = self.mind.against(space)
        if held < DEFENDED_ENOUGH and self.game.controller(space) in self.mind.enemies:
            return min(held + self.warned, DEFENDED_ENOUGH)
        return held

    def limit(self, leaders: tuple[LeaderId, ...]) -> int:
        """How many units some leaders move together."""
        known = self._limits.get(leaders)
        if known is None:
            known = self._limits[leaders] = formation_limit(self.game, leaders)
        return known

    @cached_property
    def _limits(self) -> dict[tuple[LeaderId, ...], int]:
        return {}

    def joined(self, target: SpaceId) -> int:
        """Units of ours that stand before a target already."""
        if self.power not in self.game.spaces[target].sieges:
            return 0
        return self.before(target).size

    def before(self, target: SpaceId) -> Formation:
        return army_at(self.game, target, self.power)

    def chance(self, space: SpaceId, army: Formation, assaults: int, more: int = 0) -> float:
        """The chance that an army before a fortification takes it this turn."""
        walkers = sum(count for _nation, kind, count in army.units if kind != CAVALRY) + more
        walkers = min(walkers, self.limit(army.leaders))
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
        enough = 2 * garrison + 2 if army.leaders else min(2 * garrison + 4, self.limit(()))
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
                free = min(size - (1 if game.fortified(place) else 0), self.limit(tuple(leaders)))
                if free >= 2:
                    found.append((place, free + best_battle_rating(game, leaders)))
        return found
