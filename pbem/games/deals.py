"""Talks between powers, as the moderator knows them of any title: who talks, and what two of them agree."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Protocol

from pbem.language.voice import Voice
from rules import Engine, Power, Question
from rules.core.records import Record

PLAN = 9
"""The part of the turn plan: after all talks, everybody writes what comes next, and nobody sees it."""


class Talks(Record):
    """A negotiation window: which turn's, which part of it, and who talks."""

    turn: int
    part: int
    powers: tuple[Power, ...]

    @property
    def is_plan(self) -> bool:
        """Whether it is the turn plan: then nobody talks, and everybody writes ahead."""
        return self.part == PLAN

    def together(self, one: Power, other: Power) -> bool:
        return one != other and one in self.powers and other in self.powers


class Deal(Protocol):
    """What two powers agree on: a stored dataclass of the rules."""

    @property
    def proposer(self) -> Power: ...

    @property
    def partner(self) -> Power: ...


class Deals(ABC):
    """How a title makes deals between two powers.  The rules ask for them twice.

    A question of class `announce`, with `partners`, asks a power for its deals; one of class `confirm`,
    with `deals`, asks the other power which of them it confirms.
    """

    deal: type[Any]
    """The class of its deals, for the store: made from two powers and its terms."""
    announce: type[Question[Any]]
    confirm: type[Question[Any]] | None = None
    """None: what one power announces need not be confirmed."""
    order: Sequence[Power]
    """The powers, as they announce."""

    def talks(self, engine: Engine[Any]) -> Sequence[Talks]:
        """The talks of this turn, in their order; none if the rules do not ask for deals now."""
        asked = any(isinstance(question, self.announce) for question in engine.waiting().values())
        return [Talks(engine.game.turn, 1, tuple(self.order))] if asked else []

    def plan(self, engine: Engine[Any]) -> Talks | None:
        """The turn plan, if the game stands where it can be written; None in a game without one."""
        return None

    def announcement(self, power: Power, partners: Sequence[Power]) -> Question[Any]:
        """The question to which a proposal is an answer: its grammar reads it, its check judges it."""
        make: Any = self.announce
        question: Question[Any] = make(power, tuple(partners))
        return question

    def announces(self, question: Question[Any]) -> Sequence[Power] | None:
        """With whom the power may announce deals; None if the question asks something else."""
        return getattr(question, "partners", ()) if isinstance(question, self.announce) else None

    def confirms(self, question: Question[Any]) -> Sequence[Any] | None:
        """The deals that the question asks to confirm; None if it asks something else."""
        asked = self.confirm is not None and isinstance(question, self.confirm)
        return getattr(question, "deals", ()) if asked else None

    def in_order(self, deal: Any) -> Any:
        """The same deal, announced by the power that announces first."""
        first, second = sorted((deal.proposer, deal.partner), key=list(self.order).index)
        return replace(deal, proposer=first, partner=second)

    def said_by(self, power: Power, deal: Any) -> Any:
        """The same deal, announced by this one of its two powers."""
        other = deal.partner if deal.proposer == power else deal.proposer
        return replace(deal, proposer=power, partner=other)

    @abstractmethod
    def tell(self, deal: Any, reader: Power, voice: Voice) -> str:
        """The terms of a deal, as one of its powers reads them: `alliance, you cede Besançon`."""
