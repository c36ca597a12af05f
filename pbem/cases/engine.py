"""The rules as a case runs them: dice and draws fall as the case says, and it may play one part only."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields
from typing import Any, TypeVar

from rules.core import codec
from rules.core.dice import Dice
from rules.core.engine import Rules
from rules.core.flow import Power, Procedure, Question
from rules.core.log import Setup
from rules.core.reasons import Reason

T = TypeVar("T")


class CaseDice(Dice):
    """Dice that fall as the case says; with `free_draws`, draws that it does not name fall by the seed."""

    def draw(self, items: Sequence[T], reason: Reason) -> T:
        if self.given_draws:
            return Dice.draw(self, items, reason)
        self.external = False
        try:
            return Dice.draw(self, items, reason)
        finally:
            self.external = True


class CaseRules:
    """The rules, with the dice of a case."""

    def __init__(
        self, rules: Rules[Any], *, free_draws: bool, plays: Callable[[Any], Procedure[None]] | None
    ) -> None:
        self.name = rules.name
        self.rules = rules
        self.free_draws = free_draws
        self.plays = plays

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
        if self.free_draws:
            game.dice = CaseDice(**{part.name: getattr(game.dice, part.name) for part in fields(Dice)})
        return game
