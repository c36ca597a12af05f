"""What rule cases must know of a title: the lines of its positions, and what can be expected of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar

from pbem.language import Names
from rules.core.flow import Procedure

G = TypeVar("G")
G_co = TypeVar("G_co", covariant=True)
F = TypeVar("F", bound=Callable[..., Any])


@dataclass
class Position(Generic[G]):
    """The position of a case while it is set up, and how the case is to be run."""

    game: G
    names: Names
    changes: list[tuple[str, Any]] = field(default_factory=list)
    """Fields of the stored state that are set at the end."""
    windows_pass: bool = True
    free_draws: bool = False
    check_invariants: bool = True
    plays: Callable[[G], Procedure[None]] | None = None
    """What is played instead of the whole sequence of play: one phase of it, for example."""

    def finish(self) -> None:
        """See to what follows from the lines of the position, once all are read."""


class Scene(Protocol[G_co]):
    """What an expectation looks at: a position, and the names of all things in it."""

    names: Names

    @property
    def game(self) -> G_co: ...


Found = str | None
"""None: it is as expected; else what was found."""
Verb = Callable[[Any, str], None]
"""Carries out a line of a position (the text after its first word)."""
Look = Callable[[Any, str, bool], Found]
"""Looks after an `expect` line (the text after its first word); the flag is False after `no`."""


class Words(dict[str, F]):
    """What carries out lines, by their first word."""

    def add(self, *words: str) -> Callable[[F], F]:
        """A decorator: lines that begin with one of these words."""

        def register(function: F) -> F:
            self.update(dict.fromkeys(words, function))
            return function

        return register


@dataclass(frozen=True)
class CaseLanguage:
    """What a title adds to the language of rule cases (`docs/cases.md`)."""

    position: type[Position[Any]] = Position
    verbs: Mapping[str, Verb] = field(default_factory=dict)
    """Lines of a position: `units vienna: ...`."""
    looks: Mapping[str, Look] = field(default_factory=dict)
    """Lines of expectations: `expect units vienna: ...`."""


__all__ = ["CaseLanguage", "Found", "Look", "Position", "Scene", "Verb", "Words"]
