"""One decision: the view, whose it is, and what everything else in the bot asks about it."""

from __future__ import annotations

from functools import cached_property
from random import Random

from pbem.games.vq.bot.weights import Weights
from rules import Power
from rules.core.errors import allows
from rules.core.rows import row_for
from rules.vq.game import VqGame
from rules.vq.powers import EMPIRE, ENGLAND, FRANCE, IMPULSE_ORDER, PROTESTANT, SPAIN
from rules.vq.victory import protestant_rows, quiet_keys, scores
from rules.war.assault import check_blockade
from rules.war.control import has_loc
from rules.war.ids import Nation, SpaceId

SHORT_OF_VICTORY = 5
SHUT_PORT = 0.2
"""How much of what walls are worth is left while ships supply them."""
STEP = 4
"""Protestant spaces in a row of the table of points."""
TURNS_THAT_COUNT = 2
SPACES_NEAR_AN_END = 14


class Mind:
    """What a power thinks of while it decides one thing."""

    def __init__(self, view: VqGame, power: Power, weights: Weights, salt: str = "") -> None:
        self.game = view
        self.power = power
        self.weights = weights
        self._salt = salt
        self._pulls: dict[SpaceId, float] = {}
        self._threats: dict[tuple[SpaceId, int], int] = {}
        self._open: dict[SpaceId, bool] = {}

    @cached_property
    def rng(self) -> Random:
        """Chance for choices that are as good as each other; it follows from open facts and the own hand."""
        game = self.game
        facts = (self.power, game.turn, game.phase, game.impulse_number, game.impulse.cp, self._salt)
        return Random(f"{facts}{sorted(game.hand(self.power))}")

    # ---- Points

    @cached_property
    def points(self) -> dict[Power, int]:
        return scores(self.game)

    @cached_property
    def turns_left(self) -> int:
        return max(0, self.game.scenario.turns[1] - self.game.turn)

    @cached_property
    def leader(self) -> Power:
        """Whoever of the others has most points."""
        others = [power for power in self.game.majors if power != self.power]
        return max(others, key=lambda power: (self.points[power], -IMPULSE_ORDER.index(power)))

    def near_victory(self, power: Power) -> bool:
        goal = self.game.data.tables.victory.standard_vp
        return power in self.points and self.points[power] >= goal - SHORT_OF_VICTORY

    def cost_of_points(self, power: Power | None) -> float:
        """What a point of another power costs this one."""
        if power not in self.points or power == self.power:
            return 0.0
        if self.near_victory(power):
            return self.weights["rival_near_end"]
        return self.weights["rival"] if power == self.leader else self.weights["rival"] / 2

    # ---- Keys and other spaces

    def key_worth(self, power: Power, change: int, space: SpaceId = "") -> float:
        """What a key more or less is worth to a power: points, and cards of the turns to come."""
        game = self.game
        if power not in game.majors:
            return 0.8
        if power == PROTESTANT:
            rows = game.data.protestant_rows
            points = rows.dutch_vp_each if space in rows.dutch_keys else rows.other_vp_each
            return points + self.weights["card"] * min(protestant_rows(game)) * 0.2
        track = game.power_data(power)
        now = len(quiet_keys(game, power))
        then = max(0, min(now + change, len(track.key_vp) - 1))
        now = min(now, len(track.key_vp) - 1)
        cards = abs(track.key_cards[then] - track.key_cards[now])
        wins = (
            self.weights["victory"] if track.auto_win is not None and now + change >= track.auto_win else 0.0
        )
        return abs(track.key_vp[then] - track.key_vp[now]) + wins + self.weights["card"] * cards * self.soon

    @property
    def soon(self) -> int:
        return min(self.turns_left, TURNS_THAT_COUNT)

    def worth_of_taking(self, space: SpaceId) -> float:
        """What a space would bring, and cost its lord."""
        game = self.game
        holder = game.controller(space)
        if game.board.spaces[space].is_key:
            lost = self.key_worth(holder, -1, space) if holder is not None else 0.0
            return self.key_worth(self.power, 1, space) + self.cost_of_points(holder) * lost
        return self.weights["fortress"] if game.fortified(space) else self.weights["town"]

    def worth_of_keeping(self, space: SpaceId) -> float:
        game = self.game
        if game.board.spaces[space].is_key:
            capital = self.weights["key_risk"] if space in game.capitals(self.power) else 0.0
            return self.key_worth(self.power, -1, space) + capital
        return self.weights["fortress"] if game.fortified(space) else self.weights["town"]

    # ---- War

    def hostile(self, nation: Nation | None) -> bool:
        if nation is None:
            return False
        return nation == "independent" or self.game.at_war(self.power, nation)

    def against(self, space: SpaceId) -> int:
        """Land units in a space of whoever is no friend."""
        here = self.game.units.get(space, {})
        return sum(
            units.land
            for nation, units in here.items()
            if not self.game.friendly(self.power, self.game.commander(nation))
        )

    def threat(self, space: SpaceId, within: int = 2) -> int:
        """Enemy land units near a space."""
        if (space, within) not in self._threats:
            near = self.game.board.within(space, within)
            strengths = (self.game.land_strength(place, enemy) for place in near for enemy in self.enemies)
            self._threats[space, within] = sum(strengths)
        return self._threats[space, within]

    @cached_property
    def enemies(self) -> list[Power]:
        return [power for power in self.game.majors if self.game.at_war(self.power, power)]

    def open_to_storm(self, space: SpaceId) -> bool:
        """Whether no warships keep a port from being stormed (15.1)."""
        if space not in self._open:
            self._open[space] = allows(check_blockade, self.game, self.power, space)
        return self._open[space]

    def siege_worth(self, space: SpaceId, size: int) -> float:
        """What so many units before walls are worth: what may fall, if it can be stormed at all."""
        foes = self.against(space)
        if size <= foes:
            return 0.0
        falls = (size - foes) / (size + 1.0)
        share = 1.0 if self.open_to_storm(space) else SHUT_PORT
        return falls * share * self.weights["siege"] * self.worth_of_taking(space)

    @cached_property
    def cut_off(self) -> list[SpaceId]:
        """Walls that are besieged by us without a line of communication, which an assault needs (15.1)."""
        game = self.game
        return [
            space
            for space, state in game.spaces.items()
            if self.power in state.sieges and not has_loc(game, self.power, space)
        ]

    @cached_property
    def goals(self) -> dict[SpaceId, float]:
        """Fortified spaces of enemies, by what they are worth for the units inside."""
        game = self.game
        return {
            space: self.worth_of_taking(space)
            * (1.0 if self.open_to_storm(space) else SHUT_PORT)
            / (1 + 0.35 * self.against(space))
            for space in game.spaces
            if game.fortified(space) and self.hostile(game.controller(space))
        }

    def pull(self, space: SpaceId) -> float:
        """How much goals draw an army that stands in a space: the best of them, less by the way to it."""
        if space not in self._pulls:
            best = 0.0
            for goal, worth in self.goals.items():
                steps = self.game.board.distance(space, goal)
                if steps is not None and steps <= 6:
                    best = max(best, worth / (1 + steps))
            self._pulls[space] = best
        return self._pulls[space]

    # ---- Faith

    @cached_property
    def slope(self) -> float:
        """What a Protestant space more is worth to this power, by the table of points (25.2)."""
        game, count = self.game, self.game.protestant_spaces()
        table = game.data.protestant_spaces
        low, high = row_for(table, max(0, count - STEP)), row_for(table, min(count + STEP, table[-1].max))
        step = 2 * STEP

        def of(power: Power) -> float:
            if power == EMPIRE:
                name = f"empire_{game.lasting.preference}"
                return (getattr(high, name, 0) - getattr(low, name, 0)) / step
            name = str(power)
            return (getattr(high, name, 0) - getattr(low, name, 0)) / step

        others = sum(self.cost_of_points(power) * of(power) for power in (SPAIN, ENGLAND, PROTESTANT))
        return of(self.power) - others + self._near_the_end(count)

    def _near_the_end(self, count: int) -> float:
        """Near fifty spaces, or nine, the game itself is at stake (25.1)."""
        table = self.game.data.tables.victory
        high = max(0, SPACES_NEAR_AN_END - (table.protestant_spaces - count)) / SPACES_NEAR_AN_END
        low = max(0, SPACES_NEAR_AN_END - (count - table.catholic_spaces)) / SPACES_NEAR_AN_END
        wants_many = high if self.power == PROTESTANT else -high
        wants_few = -low if self.power == self._catholic_heir else low
        return (wants_many + wants_few) * self.weights["riot"]

    @cached_property
    def _catholic_heir(self) -> Power:
        """Who would win if there were so few Protestant spaces: France if it has done its part (25.1)."""
        limit = self.game.data.tables.victory.french_spaces
        french = self.game.protestant_spaces("france", "scotland")
        return FRANCE if french <= limit + 3 else SPAIN

    def faith_worth(self, area: str, protestant: int) -> float:
        """What so many Protestant spaces more in an area are worth."""
        own = {"england": ENGLAND, "france": FRANCE, "netherlands": SPAIN, "scotland": ""}[area]
        local = 0.0
        if self.power == PROTESTANT and area in ("france", "netherlands"):
            local = self.weights["home_space"]
        elif own == self.power:
            local = self.weights["home_space"] if own == ENGLAND else -self.weights["home_space"]
        elif self.power == SPAIN and area == "england":
            local = -self.weights["home_space"]
        return (self.slope + local) * protestant
