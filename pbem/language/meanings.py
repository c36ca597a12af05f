"""What a line may mean, and the moment in which it is said."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from pbem.language.items import Item
from pbem.language.names import Names
from pbem.language.vocabulary import Vocabulary
from rules.core.flow import Power, Question


@dataclass(frozen=True, slots=True)
class Reading:
    """One thing that a line may mean, as orders.  What is not sure is never done, only proposed."""

    lines: tuple[str, ...]
    sure: bool = True
    fleeting: bool = False
    """The lines after the first are answers to what comes next, and to nothing that comes later."""
    prices: tuple[int, ...] = ()
    """What the line says that its deeds cost: if they cost something else, it is not sure."""


@dataclass(slots=True)
class Moment:
    """What is asked of whom, and what the words of the line may be."""

    power: Power
    question: Question[Any]
    game: Any
    names: Names
    words: Vocabulary
    items: list[Item] = field(default_factory=list)
    bracketed: tuple[int, ...] = ()
    """Numbers that stand alone in brackets: what the deed before them costs."""

    def say(self, kind: str, id: str) -> str:
        return self.names.say(kind, id)

    def of(self, items: list[Item]) -> Moment:
        """The same moment, with other items."""
        return replace(self, items=items)

    def answer(self, topic: str) -> Mapping[str, frozenset[str]]:
        return self.words.answers.get(topic, {})


Reader: TypeAlias = Callable[[Moment], list[Reading]]
"""What the items of a moment may mean; nothing if a piece of them cannot be explained."""
