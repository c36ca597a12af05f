"""What can go wrong inside the rules.

RulesError
├── Refused                 the player can repair it
│   ├── NotAsked            this power owes no answer now
│   └── Illegal             understood, but the rules forbid it: cites the rule
├── RandomNeeded            dice or draws made elsewhere ran out
│   └── ThrownElsewhere     this game's dice are never its seed's
├── ReplayMismatch          a stored log no longer fits these rules: names the order
└── BrokenInvariant         a bug in the rules: the game must stop before it is stored

Reading a player's words wrongly is no matter of the rules: see `pbem.errors`.

A refusal is a code with fields; its sentence is in a catalog, in the language of whoever reads it.

>>> no_way = Illegal("movement.not_adjacent", "13.1", from_space="paris", space="rome")
>>> str(no_way)  # for developers
"movement.not_adjacent(from_space='paris', space='rome') [13.1]"
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import ParamSpec, TypeAlias, TypeVar

from rules.core.reasons import Reason

P = ParamSpec("P")
T = TypeVar("T", bound=Hashable)

Field: TypeAlias = str | int | tuple[str, ...] | tuple[int, ...] | Reason
"""What a refusal tells of: ids and numbers, never a sentence."""


class RulesError(Exception):
    """The root of everything the rules raise on purpose."""


class Refused(RulesError):
    """An answer that was not accepted; nothing has changed.

    `code` and `fields` say why; `rule` names the paragraph.
    """

    def __init__(self, code: str, rule: str = "", **fields: Field) -> None:
        super().__init__(code, rule)
        self.code = code
        self.rule = rule
        self.fields = fields

    def __str__(self) -> str:
        told = ", ".join(f"{name}={value!r}" for name, value in self.fields.items())
        return f"{self.code}({told})" + (f" [{self.rule}]" if self.rule else "")


class NotAsked(Refused):
    """The power has no open question."""

    def __init__(self, power: str) -> None:
        super().__init__("question.not_asked", power=power)


class Illegal(Refused):
    """The rules forbid it."""


def allows(check: Callable[P, None], *args: P.args, **kwargs: P.kwargs) -> bool:
    """Whether a check of the rules refuses nothing."""
    try:
        check(*args, **kwargs)
    except Illegal:
        return False
    return True


def refusal_of(check: Callable[P, None], *args: P.args, **kwargs: P.kwargs) -> Illegal | None:
    """What a check of the rules says; None if it refuses nothing."""
    try:
        check(*args, **kwargs)
    except Illegal as problem:
        return problem
    return None


def named_twice(things: Iterable[T]) -> T | None:
    """The first thing that is named a second time, if there is one.

    >>> named_twice(["suleiman", "charles_v", "suleiman"])
    'suleiman'
    """
    seen: dict[T, bool] = {}
    for thing in things:
        if thing in seen:
            return thing
        seen[thing] = True
    return None


class RandomNeeded(RulesError):
    """Dice are thrown elsewhere in this game, and the next ones are not known yet."""

    def __init__(self, what: str, count: int, reason: Reason) -> None:
        super().__init__(f"{count} {what} needed: {reason}")
        self.what = what
        self.count = count
        self.reason = reason


class ThrownElsewhere(RandomNeeded):
    """All dice of this game are thrown elsewhere, and these are not known yet."""


class ReplayMismatch(RulesError):
    """A log entry does not fit the question that the rules ask at its place."""

    def __init__(self, seq: int, problem: str) -> None:
        super().__init__(f"order {seq} no longer fits: {problem}")
        self.seq = seq
        self.problem = problem


class BrokenInvariant(RulesError):
    """The position contradicts the rules; carries every contradiction found."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__("; ".join(problems))
        self.problems = problems
