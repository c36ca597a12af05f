"""Talks between powers, as the moderator knows them of any title: who talks, and what two of them agree."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from pbem.language.voice import Voice
from rules import Engine, Power, Question


@dataclass(frozen=True, slots=True)
class Talks:
    """A negotiation window: which turn's, which part of it, and who talks."""

    turn: int
    part: int
    powers: tuple[Power, ...]

    def together(self, one: Power, other: Power) -> bool:
        return one != other and one in self.powers and other in self.powers


class Deal(Protocol):
    """What two powers agree on: a stored dataclass of the rules."""

    @property
    def proposer(self) -> Power: ...

    @property
    def partner(self) -> Power: ...


class Deals(Protocol):
    """How a title makes deals.  The rules ask for them twice: to announce them, and to confirm them."""

    deal: type[Any]
    """The class of its deals, for the store."""

    def talks(self, engine: Engine[Any]) -> Sequence[Talks]:
        """The talks of this turn, in their order; none if the rules do not ask for deals now."""

    def announcement(self, power: Power, partners: Sequence[Power]) -> Question[Any]:
        """The question to which a proposal is an answer: its grammar reads it, its check judges it."""

    def announces(self, question: Question[Any]) -> Sequence[Power] | None:
        """With whom the power may announce deals; None if the question asks something else."""

    def confirms(self, question: Question[Any]) -> Sequence[Any] | None:
        """The deals that the question asks to confirm; None if it asks something else."""

    def in_order(self, deal: Any) -> Any:
        """The same deal, announced by the power that announces first."""

    def tell(self, deal: Any, reader: Power, voice: Voice) -> str:
        """The terms of a deal, as one of its powers reads them: `alliance, you cede Besançon`."""
