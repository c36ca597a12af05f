"""Running procedures of the faith by hand, without the engine."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules import load_rules
from rules.core.events import DiceRolled
from rules.core.flow import Checkpoint, Procedure
from rules.core.log import Setup
from rules.his.game import HisGame
from rules.his.powers import PROTESTANT_FAITH
from rules.his.sequence.setup import new_game

RULES = load_rules("his")


def position(scenario: str = "1517") -> HisGame:
    """A scenario in its Action Phase; dice fall only as they are given."""
    game = new_game(RULES.data, Setup("his", scenario, 6), "faith")
    game.phase = "action"
    game.dice.external = True
    return game


def turn(game: HisGame, faith: str, *spaces: str) -> None:
    """Give spaces a faith, without what a conversion brings along."""
    for space in spaces:
        game.spaces[space].religion = faith


def luther_in_wittenberg(scenario: str = "1517") -> HisGame:
    """Wittenberg alone is Protestant, without its regulars."""
    game = position(scenario)
    game.faith.reformers["luther"].entered = True
    game.faith.electorate_display.clear()
    turn(game, PROTESTANT_FAITH, "wittenberg")
    return game


def drive(procedure: Procedure[None], answers: Sequence[Any] = (), *, game: HisGame | None = None) -> None:
    """Run a procedure, answering its questions one after the other; all answers must be used and legal."""
    left, value = list(answers), None
    while True:
        try:
            asked = procedure.send(value)
        except StopIteration:
            assert not left, f"not asked for: {left}"
            return
        assert not isinstance(asked, Checkpoint)
        assert left, f"asked without an answer: {asked}"
        value = tuple(left.pop(0) for _ in asked)
        if game is not None:
            for question, answer in zip(asked, value, strict=True):
                question.check(game, answer)


def dice_of(game: HisGame) -> list[tuple[str, int]]:
    """Who rolled how many dice so far."""
    return [(event.power, len(event.dice)) for event in game.events if isinstance(event, DiceRolled)]
