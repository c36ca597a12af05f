"""One decision: the view, whose it is, and what everything else in the bot asks about it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from random import Random
from typing import Any

from pbem.games.his.bot.weights import Weights
from pbem.games.suggestion import Level
from rules import Power
from rules.core.cards import CardNumber
from rules.his.game import HisGame
from rules.his.powers import (
    HAPSBURG,
    HUNGARY,
    IMPULSE_ORDER,
    OTTOMAN,
    PAPACY,
    PROTESTANT,
    PROTESTANT_FAITH,
)
from rules.his.sequence.card_draw import base_cards
from rules.his.victory import quiet_keys, victory_points
from rules.war.ids import INDEPENDENT, Nation, Place, SpaceId

TURNS_THAT_COUNT = 3
SHORT_OF_VICTORY = 4
COMING_CLOSE = 6
"""Points short of victory from which on a rival is to be stopped."""
LEAST_HIRED, MOST_HIRED = 3, 6
SHARE_HIRED = 0.3
"""Mercenaries that are hired for a campaign, for each CP in hand."""
CLOSE_BEHIND = 1
"""In the last turn, most points win: who is so close behind the first is close to victory."""


class Mind:
    """What a power thinks of while it decides one thing."""

    def __init__(self, view: HisGame, power: Power, weights: Weights, level: Level, salt: str = "") -> None:
        self.game = view
        self.power = power
        self.weights = weights
        self.level = level
        self._salt = salt

    @cached_property
    def rng(self) -> Random:
        """Chance for choices that are as good as each other; it follows from open facts and the own hand."""
        game = self.game
        facts = (
            f"{self.power}/{game.turn}/{game.phase}/{game.impulse_number}/{sorted(self.hand)}/{self._salt}"
        )
        return Random(facts)

    # ---- time

    @cached_property
    def turns_left(self) -> int:
        """Turns after this one."""
        return max(0, self.game.last_turn() - self.game.turn)

    @cached_property
    def hand(self) -> list[CardNumber]:
        return self.game.hand(self.power)

    @cached_property
    def soon_hired(self) -> int:
        """Mercenaries that the CP in hand could well add to an army before it sets out."""
        cp = sum(self.game.card(card).cp for card in self.hand)
        return max(LEAST_HIRED, min(int(cp * SHARE_HIRED), MOST_HIRED))

    @cached_property
    def impulses_left(self) -> int:
        """Impulses of this turn after the one that is going on."""
        active = self.game.impulse.power == self.power and self.game.impulse.card is not None
        return len(self.hand) if active else max(0, len(self.hand) - 1)

    # ---- points

    @cached_property
    def points(self) -> dict[Power, int]:
        return {power: victory_points(self.game, power) for power in IMPULSE_ORDER}

    @cached_property
    def rivals(self) -> list[Power]:
        """The others, those with most points first."""
        others = (power for power in IMPULSE_ORDER if not self.game.same_player(power, self.power))
        return sorted(others, key=lambda power: (-self.points[power], IMPULSE_ORDER.index(power)))

    @cached_property
    def leader(self) -> Power:
        return self.rivals[0]

    @cached_property
    def goal(self) -> int:
        return self.game.scenario.options.standard_vp

    def near_victory(self, power: Power) -> bool:
        return self.points[power] >= self.goal - SHORT_OF_VICTORY or (
            self.last_turn and self.lead(power) >= -CLOSE_BEHIND
        )

    def lead(self, power: Power) -> int:
        """Points before the best of the others; below zero: behind."""
        return self.points[power] - max(self.points[other] for other in IMPULSE_ORDER if other != power)

    def stake(self, rival: Power) -> float:
        """What a point of a rival costs us: the more, the closer it is to victory by points or at the end."""
        low, high = self.weights["rival"], self.weights["rival_near_end"]
        close = (self.points[rival] - (self.goal - COMING_CLOSE)) / COMING_CLOSE
        ahead = (self.lead(rival) + COMING_CLOSE) / COMING_CLOSE / (1 + self.turns_left)
        return low + (high - low) * min(max(close, ahead, 0.0), 1.0)

    @cached_property
    def last_turn(self) -> bool:
        return self.turns_left == 0

    # ---- friends and enemies

    @cached_property
    def enemies(self) -> list[Power]:
        """Major powers at war with this one."""
        return [power for power in IMPULSE_ORDER if self.game.at_war(self.power, power)]

    def hostile(self, nation: Nation | None) -> bool:
        """Whether a space of this nation may be attacked now."""
        known = self._foes.get(nation)
        if known is None:
            known = nation is not None and (nation == INDEPENDENT or self.game.at_war(self.power, nation))
            self._foes[nation] = known
        return known

    @cached_property
    def _foes(self) -> dict[Nation | None, bool]:
        return {}

    @cached_property
    def memory(self) -> dict[str, Any]:
        """What was worked out for this decision already, by name."""
        return {}

    def ours(self, nation: Nation | None) -> bool:
        known = self._friends.get(nation)
        if known is None:
            known = self._friends[nation] = self.game.friendly(self.power, nation)
        return known

    @cached_property
    def _friends(self) -> dict[Nation | None, bool]:
        return {}

    def against(self, place: Place) -> int:
        """Land units in a place that are no friends."""
        known = self._strangers.get(place)
        if known is None:
            here = self.game.units.get(place) or {}
            known = self._strangers[place] = sum(
                units.land for nation, units in here.items() if not self.ours(self.game.commander(nation))
            )
        return known

    @cached_property
    def _strangers(self) -> dict[Place, int]:
        return {}

    def own_stacks(self) -> Iterator[SpaceId]:
        """Spaces with land units under our command."""
        game = self.game
        for place in list(game.units):
            if place in game.spaces and game.land_strength(place, self.power):
                yield place

    # ---- what keys are worth

    def key_worth(self, power: Power, change: int = 1) -> float:
        """What one key more, or less, is worth to a power: points, and cards of the turns to come."""
        key = (power, change)
        if key not in self._key_worths:
            self._key_worths[key] = self._key_worth(power, change)
        return self._key_worths[key]

    @cached_property
    def _key_worths(self) -> dict[tuple[Power, int], float]:
        return {}

    def _key_worth(self, power: Power, change: int) -> float:
        game = self.game
        if power not in IMPULSE_ORDER:
            return 1.5
        if power == PROTESTANT:
            return 0.5
        data = game.power_data(power)
        now = quiet_keys(game, power)
        then = max(0, now + change)
        points = data.key_vp[min(then, len(data.key_vp) - 1)] - data.key_vp[min(now, len(data.key_vp) - 1)]
        cards = data.key_cards[min(then, len(data.key_cards) - 1)] - base_cards(game, power)
        return abs(points + self.weights["card"] * cards * min(self.turns_left, TURNS_THAT_COUNT))

    def worth_of_taking(self, space: SpaceId) -> float:
        """What a fortified space would bring."""
        game = self.game
        printed = game.board.spaces[space]
        holder = game.controller(space)
        worth = self.weights["fortress"]
        if printed.is_key:
            worth = self.key_worth(self.power)
            if holder in IMPULSE_ORDER:
                worth += self.stake(holder) * self.key_worth(holder, -1)
        if space in game.electorates() and game.faith.league:
            # It counts for the Protestant with its faith only (23.2).
            turned = game.spaces[space].religion == PROTESTANT_FAITH
            points = self.weights["electorate"] * (1.0 if turned else 0.5)
            if self.power == PROTESTANT:
                worth = points
            elif self.power in (HAPSBURG, PAPACY):
                worth = (1.0 if self.power == HAPSBURG else worth) + self.stake(PROTESTANT) * points
        if self.power == OTTOMAN and game.home_power(space) == HUNGARY and not game.hungary_defeated:
            worth += 0.8
        return worth

    def worth_of_keeping(self, space: SpaceId) -> float:
        """What the loss of an own fortified space would cost."""
        game = self.game
        if game.board.spaces[space].is_key:
            capital = 0.6 if space in game.capitals(self.power) else 0.0
            return self.key_worth(self.power, -1) + self.weights["key_risk"] + capital
        if space in game.electorates() and self.power in (PROTESTANT, HAPSBURG):
            return self.weights["electorate"] + self.weights["key_risk"] if self.power == PROTESTANT else 1.4
        return self.weights["fortress"]
