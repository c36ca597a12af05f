"""A game before it begins: its plan, and what can be wrong with it."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pbem.domain.windows import POLICIES
from rules import Power, Setup
from rules.his.options import option_problems, today

if TYPE_CHECKING:
    from rules.his.data import HisData

NAME = re.compile(r"^[a-z0-9][a-z0-9-]{0,30}$")
ADDRESS = re.compile(r"^[^@\s<>,;:\"]{1,64}@[^@\s<>,;:\"]{1,250}$")
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

    def setup(self) -> Setup:
        seats = sum(1 for player in self.players if player.powers)
        return Setup(self.game, self.scenario, seats, today(self.options))


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
    seats = [player.powers for player in plan.players if player.powers]
    seatings = {len(seating.seats): seating.seats for seating in data.seats.seatings}
    if len(seats) not in seatings:
        yield f"{len(seats)} players cannot play this game: {', '.join(map(str, sorted(seatings)))} can"
        return
    wanted = {frozenset(powers) for powers in seatings[len(seats)]}
    if {frozenset(powers) for powers in seats} != wanted:
        hands = "; ".join(" and ".join(powers) for powers in seatings[len(seats)])
        yield f"{len(seats)} players share the powers like this: {hands}"
