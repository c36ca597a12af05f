"""The rules as a case runs them: dice and draws fall as the case says, and it may stop after one phase."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import TypeVar

from rules.core import codec
from rules.core.dice import Dice
from rules.core.flow import Procedure, checkpoint
from rules.core.log import Setup
from rules.core.reasons import Reason
from rules.his import HisGame, HisRules
from rules.his.sequence.play import OVER, PHASES
from rules.his.victory import GameWon

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

    name = "his"

    def __init__(self, rules: HisRules, *, free_draws: bool, one_phase: bool) -> None:
        self.rules = rules
        self.free_draws = free_draws
        self.one_phase = one_phase

    def new_game(self, setup: Setup, seed: str) -> HisGame:
        return self.rules.new_game(setup, seed)

    def play(self, game: HisGame) -> Procedure[None]:
        return play_one_phase(game) if self.one_phase else self.rules.play(game)

    def dump(self, game: HisGame) -> codec.Json:
        return self.rules.dump(game)

    def load(self, data: codec.Json) -> HisGame:
        game = self.rules.load(data)
        if self.free_draws:
            game.dice = CaseDice(**{part.name: getattr(game.dice, part.name) for part in fields(Dice)})
        return game


async def play_one_phase(game: HisGame) -> None:
    """The sequence of play up to the end of the phase that the case begins in."""
    phase = game.phase
    while game.phase == phase:
        await checkpoint()
        try:
            await PHASES[phase](game)
        except GameWon:
            game.phase = OVER
