"""What one letter, or one passed deadline, brings about at the table.

Lines are taken one after the other, each read with the question that is open then; whatever was accepted
stays accepted, so a refusal never tells the outcome of an order that is not kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from pbem.play.budget import Budget
from pbem.play.letter_lines import LetterLines
from pbem.play.lines import BY_DEADLINE, Line
from pbem.play.settling import settle
from pbem.play.standing.orders import StandingOrders
from pbem.play.table import Table
from rules import Power


@dataclass(slots=True)
class Sitting(Table):
    """A table at which somebody plays: after each thing that is done, what needs no asking is settled."""

    def fork(self) -> Sitting:
        """A copy on which to look ahead: what happens there does not happen here."""
        return Sitting(
            self.engine.fork(),
            self.title,
            self.policy,
            {power: list(lines) for power, lines in self.held.items()},
            dict(self.opened),
            deepcopy(self.clerk),
            StandingOrders(list(self.standing.orders), list(self.standing.open_windows)),
            self.preorders.copy_for(),
            self.told_since,
            self.revocable,
        )

    def settle(self) -> None:
        """Let windows, held lines, deals and standing orders answer, until somebody must be asked."""
        settle(self)

    def take_lines(
        self, powers: Sequence[Power], lines: Sequence[Line], letter: int, budget: Budget | None = None
    ) -> None:
        """Carry out a seat's lines up to the first that is not accepted, or for which there is no time.

        When somebody else must decide first, the lines left are held, before those held already.
        """
        LetterLines(self, powers, lines, letter, budget or Budget()).take()
        self.settle()

    def take_default(self, power: Power) -> None:
        """Answer for a power that was silent too long."""
        self.take_answer(power, self.engine.question(power).default(self.engine.game), BY_DEADLINE)

    def take_answer(self, power: Power, answer: Any, source: str, words: str = "") -> None:
        """Take an answer that somebody else gives for a power: the moderator, or a caretaker."""
        self.submit(power, answer, source, words=words)
        self.settle()
