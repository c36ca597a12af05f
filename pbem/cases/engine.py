"""The rules as a case runs them: dice and draws fall as the case says, and it may play one part only."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, TypeVar

from pbem.games.cases import UNKNOWN, Unknown
from rules.core import codec
from rules.core.dice import Dice
from rules.core.engine import Rules
from rules.core.flow import Power, Procedure, Question
from rules.core.log import Setup
from rules.core.reasons import Reason

T = TypeVar("T")


@dataclass(slots=True)
class Fallen:
    """What has fallen since somebody looked last."""

    dice: list[int] = field(default_factory=list)
    draws: list[str] = field(default_factory=list)
    given: list[str] = field(default_factory=list)
    """Of all draws those that the case names; of unknown cards what stands for them."""

    def look_away(self) -> None:
        self.dice, self.draws = [], []


class CaseDice(Dice):
    """Dice that fall as the case says; with `free_draws`, draws that it does not name fall by the seed."""

    case: CaseRules

    def roll(self, count: int, reason: Reason) -> tuple[int, ...]:
        dice = Dice.roll(self, count, reason)
        self.case.fallen.dice += dice
        return dice

    def draw(self, items: Sequence[T], reason: Reason) -> T:
        given = bool(self.given_draws)
        if given and self.given_draws[0] == UNKNOWN:
            self.given_draws[0] = str(self.case.unknown.drawn(items))
        external, self.external = self.external, self.external and not self.case.free_draws
        try:
            item = Dice.draw(self, items, reason)
        finally:
            self.external = external
        self.case.fallen.draws.append(str(item))
        if given:
            self.case.fallen.given.append(str(item))
        return item


class CaseRules:
    """The rules, with the dice of a case."""

    def __init__(
        self,
        rules: Rules[Any],
        *,
        free_draws: bool,
        plays: Callable[[Any], Procedure[None]] | None,
        unknown: Unknown | None = None,
    ) -> None:
        self.name = rules.name
        self.rules = rules
        self.free_draws = free_draws
        self.plays = plays
        self.unknown = unknown or Unknown()
        self.fallen = Fallen()

    def new_game(self, setup: Setup, seed: str) -> Any:
        return self.rules.new_game(setup, seed)

    def play(self, game: Any) -> Procedure[None]:
        return (self.plays or self.rules.play)(game)

    def who_answers(self, game: Any, question: Question[Any]) -> Power:
        return self.rules.who_answers(game, question)

    def dump(self, game: Any) -> codec.Json:
        return self.rules.dump(game)

    def load(self, data: codec.Json) -> Any:
        game = self.rules.load(data)
        game.dice = CaseDice(**{part.name: getattr(game.dice, part.name) for part in fields(Dice)})
        game.dice.case = self
        return game
