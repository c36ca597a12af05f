"""What rule cases must know of a title: the lines of its positions, and what can be expected of them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar

from pbem.errors import CaseMalformed
from pbem.language import Names
from rules.core.flow import Power, Procedure
from rules.core.records import Record

T = TypeVar("T")
G = TypeVar("G")
G_co = TypeVar("G_co", covariant=True)
F = TypeVar("F", bound=Callable[..., Any])


UNKNOWN = "?"
"""A card of which only is told that somebody has drawn it."""


@dataclass
class Unknown:
    """Cards of which a log tells only that somebody holds them, until they are played.

    Another card stands for each until then: one that the log does not name.  When a card is played, it turns
    out that its holder had it from the beginning, and the log is played anew with it (`pbem.cases.played`).
    """

    known: dict[str, str] = field(default_factory=dict)
    """Where it was told of (`hand france 2`, `draw 7`) -> the card, as far as it came to light."""
    named: Collection[str] = ()
    """Cards that are told to be drawn: none of them stands for another."""
    may_stand: Callable[[str], bool] = lambda card: True
    """Whether a card can stand for an unknown one: not if it must be played, or says what it is."""
    standing: dict[str, str] = field(default_factory=dict)
    """Card -> for what it stands."""
    count: int = 0

    def card(self, where: str, among: Sequence[T]) -> T:
        """The card there, or one that stands for it.

        :raises CaseMalformed: it came to light what it is, but it cannot be there.
        """
        if where in self.known:
            for one in among:
                if str(one) == self.known[where]:
                    return one
            raise CaseMalformed(
                f"{where}: card {self.known[where]} was played later, but lies elsewhere here"
            )
        taken = (*self.known.values(), *self.standing)
        free = [one for one in among if str(one) not in taken] or list(among)
        quiet = [one for one in free if str(one) not in self.named and self.may_stand(str(one))]
        if not free:
            raise CaseMalformed(f"{where}: no card is left that this could be")
        chosen = (quiet or free)[0]
        self.standing[str(chosen)] = where
        return chosen

    def drawn(self, items: Sequence[T]) -> T:
        """The next card that is drawn unseen."""
        self.count += 1
        return self.card(f"draw {self.count}", items)


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
    seed: str = ""
    """From which dice and draws fall that the case does not name; empty: none do."""
    unknown: Unknown = field(default_factory=Unknown)

    def finish(self) -> None:
        """See to what follows from the lines of the position, once all are read."""

    def hand(self, game: G, power: Power) -> Sequence[int]:
        """The cards that a power holds."""
        return ()

    def lies(self, game: G, card: int) -> str:
        """Where a card is, in a word or two; empty where that is not known."""
        return ""


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


class CaseLanguage(Record):
    """What a title adds to the language of rule cases (`docs/cases.md`)."""

    position: type[Position[Any]] = Position
    verbs: Mapping[str, Verb] = field(default_factory=dict)
    """Lines of a position: `units vienna: ...`."""
    looks: Mapping[str, Look] = field(default_factory=dict)
    """Lines of expectations: `expect units vienna: ...`."""


__all__ = ["UNKNOWN", "CaseLanguage", "Found", "Look", "Position", "Scene", "Unknown", "Verb", "Words"]
