"""What a letter would bring about: played on a copy, up to the first thing that its writer cannot know.

That is a die, a card drawn, another power's decision, or anything that only the real order would show the
player.  Of other powers nothing is used but what is public: their held lines, standing orders and deals are
left out, and nobody responds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NoReturn

from pbem.games import Game
from pbem.play.budget import Budget
from pbem.play.fates import Fate
from pbem.play.lines import Failure, Line
from pbem.play.outside_dice import MADE_UP
from pbem.play.sitting import Sitting
from pbem.play.windows import BY_STANDING, WindowPolicy
from rules import Event, Power, Question
from rules.core.dice import Dice
from rules.core.errors import RandomNeeded
from rules.core.reasons import Reason
from rules.core.windows import Respond


@dataclass(slots=True)
class Foreseen:
    """A line, and what everybody would be told of it."""

    line: str
    events: list[Event] = field(default_factory=list)
    number: int | None = None
    """Its number in the letter; None for a line at which the dice would fall."""
    meaning: str = ""
    """How it was read, as an order."""


@dataclass(slots=True)
class Preview:
    """How far a letter can be foreseen, and what it stops at; exactly one of the last fields is set."""

    lines: list[Foreseen] = field(default_factory=list)
    held: list[str] = field(default_factory=list)
    random: Reason | None = None
    """Why dice are rolled or cards drawn."""
    rolls_at: int = 0
    """The number of the line at which they are."""
    secret: bool = False
    """The player would learn something that only the real order may show."""
    failed: Failure | None = None
    decides: list[Power] = field(default_factory=list)
    """Others, who decide next."""
    asked: Question[Any] | None = None
    """What the player is asked next."""
    fates: dict[int, Fate] = field(default_factory=dict)
    """What would become of the lines, by their numbers; of those that it does not come to, nothing."""


class _Unrolled(Dice):
    """Dice that stop the game instead of rolling, and remember what had been reported until then."""

    __slots__ = ("_game", "told")

    def __init__(self, game: Any) -> None:
        # A game whose dice are thrown elsewhere looks first whether there are any.
        super().__init__(game.dice.seed, game.dice.used, given_dice=[1] * MADE_UP)
        self._game = game
        self.told: tuple[Event, ...] = ()

    def roll(self, count: int, reason: Reason) -> tuple[int, ...]:
        self._stop(reason)

    def draw(self, items: Sequence[Any], reason: Reason) -> Any:
        self._stop(reason)

    def _stop(self, reason: Reason) -> NoReturn:
        self.told = tuple(self._game.events)
        raise RandomNeeded("dice", 1, reason)


def preview(
    sitting: Sitting, powers: Sequence[Power], lines: Sequence[Line], budget: Budget | None = None
) -> Preview:
    """Look ahead; nothing of it happens."""
    table = _as_known_to(powers, sitting)
    dice = table.engine.game.dice = _Unrolled(table.engine.game)
    result = Preview()
    try:
        table.take_lines(powers, lines, 0, budget)
    except RandomNeeded as stop:
        result.random = stop.reason
    _tell(result, table, powers)
    result.fates = dict(table.fates)
    if result.secret:
        result.random = None
        return result
    if result.random:
        told = [event for event in dice.told if event.visible_to(None)]
        result.rolls_at = table.begun
        # They may fall when all that a line says is done: an assault is rolled for after its responses.
        if done := next((one for one in result.lines if one.number == table.begun), None):
            done.events += told
        else:
            result.lines.append(Foreseen(table.coming, told))
    elif table.failed is not None:
        result.failed = table.failed
    else:
        result.held = table.held_from(0)
        waiting = table.waiting()
        result.asked = next((waiting[power] for power in powers if power in waiting), None)
        result.decides = [power for power in waiting if power not in powers]
    return result


def _as_known_to(powers: Sequence[Power], sitting: Sitting) -> Sitting:
    """A copy without what others keep to themselves."""
    table = sitting.fork()
    real = table.policy

    def passes(question: Respond, is_open: bool, title: Game) -> str:
        return real.passes(question, is_open, title) if question.power in powers else BY_STANDING

    table.policy = WindowPolicy("preview", passes)
    table.standing = sitting.standing.copy_for(powers)
    table.held = {power: list(lines) for power, lines in sitting.held.items() if power in powers}
    table.preorders = sitting.preorders.copy_for(powers)
    if not table.talking:
        table.clerk = None
    return table


def _tell(result: Preview, table: Sitting, powers: Sequence[Power]) -> None:
    """What the lines brought, up to the first fact that is for the player's eyes only."""
    for step in table.steps:
        if step.number is not None:
            result.lines.append(Foreseen(step.words, number=step.number, meaning=step.meaning))
        for event in step.events:
            if event.visible_to(None):
                if result.lines:
                    result.lines[-1].events.append(event)
            elif any(event.visible_to(power) for power in powers):
                result.secret = True
                return
