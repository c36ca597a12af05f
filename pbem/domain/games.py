"""A game before it begins: its plan, and what can be wrong with it."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pbem.domain.windows import POLICIES
from rules import Power, Setup
from rules.his.options import option_problems, seated, today

if TYPE_CHECKING:
    from rules.his.data import HisData

NAME = re.compile(r"^[a-z0-9][a-z0-9-]{0,30}$")
ADDRESS = re.compile(r"^[^@\s<>,;:\"]{1,64}@[^@\s<>,;:\"]{1,250}$")
MOST_POWERS = 2
REPORTS = ("turn", "phase", "impulse")
"""What a public report may tell of: a whole turn, each phase, each impulse and phase."""


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody who has a seat; without powers an observer."""

    name: str
    address: str
    powers: tuple[Power, ...] = ()


@dataclass(frozen=True, slots=True)
class GamePlan:
    """What somebody wants to play."""

    name: str
    scenario: str
    players: tuple[Player, ...]
    windows: str = "standing"
    reports: str = "turn"
    options: tuple[tuple[str, str], ...] = ()
    game: str = "his"

    def seats(self) -> list[tuple[Power, ...]]:
        """The powers of each player, observers left out."""
        return [player.powers for player in self.players if player.powers]

    def setup(self, data: HisData) -> Setup:
        """What the rules must know of it; a seating of one's own is an option (3.1)."""
        options = today(self.options)
        if seating_advice(self, data):
            options = (*options, seated(self.seats()))
        return Setup(self.game, self.scenario, len(self.seats()), options)


def new_seed() -> str:
    """The secret from which all dice and draws come: 256 bits."""
    return secrets.token_hex(32)


def plan_problems(plan: GamePlan, data: HisData) -> list[str]:
    """Everything that is wrong with a plan, in sentences."""
    return list(_problems(plan, data))


def _problems(plan: GamePlan, data: HisData) -> Iterator[str]:
    if not NAME.match(plan.name):
        yield f'"{plan.name}" cannot name a game: small letters, digits and dashes, at most 31'
    if plan.scenario not in data.scenarios:
        yield f'there is no scenario "{plan.scenario}"; there is {", ".join(data.scenarios)}'
    if plan.windows not in POLICIES:
        yield f'there is no window policy "{plan.windows}"; there is {", ".join(POLICIES)}'
    if plan.reports not in REPORTS:
        yield f'reports cannot come by "{plan.reports}"; they come by {", ".join(REPORTS)}'
    yield from option_problems(plan.options, data.scenarios.get(plan.scenario))
    for player in plan.players:
        if not ADDRESS.match(player.address):
            yield f'"{player.address}" is not a mail address'
    yield from _seating_problems(plan, data)


def _seating_problems(plan: GamePlan, data: HisData) -> Iterator[str]:
    """All six powers have one player each, who has two at most (3.1); which two is the players' affair."""
    seats = plan.seats()
    numbers = sorted(seating.players for seating in data.seats.seatings)
    if len(seats) not in numbers:
        yield f"{len(seats)} players cannot play this game: {', '.join(map(str, numbers))} can"
        return
    taken = [power for powers in seats for power in powers]
    for power in data.majors:
        if (times := taken.count(power)) != 1:
            yield f"{power} is played by {times or 'nobody'}: every power has one player"
    if any(len(powers) > MOST_POWERS for powers in seats):
        yield f"nobody plays more than {MOST_POWERS} powers"


def seating_advice(plan: GamePlan, data: HisData) -> str:
    """How the scenario book would seat so many players, if the plan does otherwise; else nothing."""
    seats = plan.seats()
    recommended = data.seats.of(len(seats)).seats
    if {frozenset(powers) for powers in seats} == {frozenset(powers) for powers in recommended}:
        return ""
    hands = "; ".join(" and ".join(powers) for powers in recommended)
    return f"The scenario book recommends another seating for {len(seats)} players: {hands}."
