"""Enemies answer a Naval Move: they intercept ships at sea, or avoid battle (16.1 steps 4 and 5)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, ClassVar

from rules.core.errors import Illegal
from rules.core.flow import Power, Question, ask
from rules.core.reasons import Reason
from rules.core.records import Record
from rules.core.windows import open_window
from rules.war.displacement import ships_at
from rules.war.fleets import (
    Fleet,
    check_fleet,
    enemies_afloat,
    fleet_at,
    may_sail,
    near_by_sea,
    sail,
    sailing_part,
    strays,
)
from rules.war.forces import best_battle_rating
from rules.war.ids import Place, ZoneId
from rules.war.naval_events import NavalAvoidanceTried, NavalInterceptionTried
from rules.war.naval_moments import AVOID, INTERCEPT, NavalRoll
from rules.war.naval_questions import ChooseThere
from rules.war.state import WarGame
from rules.war.windows import WarWindow

STAY = "none"


class Interception(Record):
    """Ships and leaders in one place that try to intercept in a sea zone next to it."""

    zone: ZoneId
    origin: Place
    fleet: Fleet


class InterceptAtSea(Question[Interception | None]):
    """WIN-NAVINT: which stack tries to intercept next, and where; None: no further attempt (16.1 step 4)."""

    kind: ClassVar[str] = "naval_intercept"
    against: Power
    chances: tuple[tuple[ZoneId, Place], ...]
    """Sea zones that were entered, each with a place from which it has not been tried yet."""

    def legal(self, game: WarGame) -> Iterator[Interception | None]:
        """No attempt, each stack as a whole, and each single kind of ship in it."""
        yield None
        for zone, origin in self.chances:
            whole = sailing_part(game, fleet_at(game, origin, self.power), zone)
            if not strays(game, self.power, origin, whole, zone):
                yield Interception(zone, origin, whole)
            for nation, kind, count in whole.ships:
                part = Fleet(((nation, kind, 1),))
                if (len(whole.ships) > 1 or count > 1) and not strays(game, self.power, origin, part, zone):
                    yield Interception(zone, origin, part)

    def check(self, game: WarGame, answer: Interception | None) -> None:
        if answer is None:
            return
        if (answer.zone, answer.origin) not in self.chances:
            raise Illegal("naval.no_interception", "16.1", from_place=answer.origin, zone=answer.zone)
        if not answer.fleet.ships:
            raise Illegal("naval.leaders_do_not_intercept", "16.1")
        check_fleet(game, self.power, answer.origin, answer.fleet)
        if not may_sail(game, answer.fleet, answer.zone):
            raise Illegal("naval.never_enter", "16.1", place=answer.zone)
        if left := strays(game, self.power, answer.origin, answer.fleet, answer.zone):
            raise Illegal("naval.leader_left_behind", "16.1", leader=left[0], place=answer.origin)

    def default(self, game: WarGame) -> Interception | None:
        return None

    def pick(self, game: WarGame, choose: Callable[[Sequence[Any]], Any]) -> Interception | None:
        answer: Interception | None = choose(list(self.legal(game)))
        return answer


# ---- Step 4: interceptions


async def conduct_interceptions(game: WarGame, power: Power, entered: list[ZoneId]) -> list[ZoneId]:
    """Enemies of the active power intercept, in impulse order; answers the zones where one succeeded."""
    winners: dict[ZoneId, Power] = {}
    for enemy in game.majors:
        if game.at_war(power, enemy):
            # Once one power has succeeded in a zone, no other may try there.
            zones = [zone for zone in entered if zone not in winners]
            for zone in await intercept_with_each_stack(game, power, enemy, zones):
                winners[zone] = enemy
    return [zone for zone in entered if zone in winners]


async def intercept_with_each_stack(
    game: WarGame, power: Power, enemy: Power, zones: list[ZoneId]
) -> list[ZoneId]:
    """One enemy tries with its stacks one after another, in the order it likes, each once for a zone."""
    tried: list[tuple[ZoneId, Place]] = []
    reached: list[ZoneId] = []
    while chances := interception_chances(game, power, enemy, zones, tried):
        attempt = await ask(InterceptAtSea(enemy, power, tuple(chances)))
        if attempt is None:
            break
        tried.append((attempt.zone, attempt.origin))
        if await interception(game, enemy, attempt):
            reached.append(attempt.zone)
    return reached


def interception_chances(
    game: WarGame, power: Power, enemy: Power, zones: list[ZoneId], tried: list[tuple[ZoneId, Place]]
) -> list[tuple[ZoneId, Place]]:
    """Zones and places next to them from which an enemy may still try.

    Ships that have ships of the active power with them have other cares.
    """
    return [
        (zone, origin)
        for zone in zones
        for origin in near_by_sea(game, zone)
        if (zone, origin) not in tried
        and game.may_intercept_among(enemy, zone)
        and sailing_part(game, fleet_at(game, origin, enemy), zone).ships
        and not ships_at(game, origin, power)
    ]


async def interception(game: WarGame, enemy: Power, attempt: Interception) -> bool:
    """One attempt: 2d6 plus the naval leader's rating against 9; success puts the ships into the zone."""
    need = game.war_tables().naval_intercept.need
    roll = await naval_roll(game, enemy, INTERCEPT, attempt.zone, attempt.fleet, need)
    game.emit(NavalInterceptionTried(enemy, attempt.origin, attempt.zone, roll.total, roll.success))
    if roll.success:
        sail(game, enemy, attempt.fleet, attempt.origin, attempt.zone)
    return roll.success


async def naval_roll(
    game: WarGame, power: Power, kind: str, zone: ZoneId, fleet: Fleet, need: int
) -> NavalRoll:
    """Roll to intercept or avoid battle; a card may change the sum before it counts."""
    reason = Reason("naval_interception" if kind == INTERCEPT else "naval_avoidance", zone=zone)
    dice = game.roll(power, 2, reason)
    roll = NavalRoll(power, kind, zone, sum(dice) + roll_modifier_at_sea(game, power, zone, fleet), need)
    await open_window(game, WarWindow.NAVAL_ROLL, roll, powers=game.majors)
    return roll


def roll_modifier_at_sea(game: WarGame, power: Power, zone: ZoneId, fleet: Fleet) -> int:
    """Best battle rating, and what a title adds, for interception and avoiding battle alike (16.1)."""
    ships = tuple(dict.fromkeys(ships for _nation, ships, _count in fleet.ships))
    bonus = game.roll_bonus(power) + game.naval_modifier(ships, zone)
    return best_battle_rating(game, fleet.leaders) + bonus


# ---- Step 5: avoiding battle


async def conduct_avoid_battle(game: WarGame, power: Power, zones: list[ZoneId]) -> None:
    """Enemies in zones that were entered and where nobody intercepted may slip away, in impulse order."""
    for enemy in game.majors:
        for zone in zones:
            if enemy in enemies_afloat(game, power, zone):
                await avoid_battle_at_sea(game, enemy, zone)


async def avoid_battle_at_sea(game: WarGame, enemy: Power, zone: ZoneId) -> None:
    """WIN-NAVAVOID: all ships of a power in the zone together; 2d6 plus the leader's rating against 9."""
    places = avoidance_places(game, enemy, zone)
    if not places:
        return
    to = await ask(ChooseThere(enemy, "naval_avoid", "place", (STAY, *places), STAY, "16.1", zone))
    if to == STAY:
        return
    fleet = fleet_at(game, zone, enemy)
    roll = await naval_roll(game, enemy, AVOID, zone, fleet, game.war_tables().naval_avoid.need)
    game.emit(NavalAvoidanceTried(enemy, zone, to, roll.total, roll.success))
    if roll.success:
        sail(game, enemy, fleet, zone, to)


def avoidance_places(game: WarGame, enemy: Power, zone: ZoneId) -> list[Place]:
    """Adjacent ports of the power, and adjacent sea zones without its enemies, open to all its ships."""
    fleet = fleet_at(game, zone, enemy)
    return [
        place
        for place in sorted(near_by_sea(game, zone))
        if may_sail(game, fleet, place)
        and (
            game.controller(place) == enemy and not game.closed_to(enemy, place)
            if place in game.spaces
            else not enemies_afloat(game, enemy, place)
        )
    ]
