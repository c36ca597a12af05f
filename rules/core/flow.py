"""Procedures that ask: what `async` and `await` mean in these rules.

A *procedure* is an `async def` that follows a procedure of the rulebook step by step.  Where a power
must decide, it awaits `ask(question)`, and the answer may come a second or a month later.  There is no
event loop here and `asyncio` is never imported: the engine drives the procedures by hand with `send()`.
To survive a restart, nothing of a suspended procedure is stored; it is run again from the last
checkpoint over the answers in the log.  Hence the rules for procedures: no clock, no randomness but the
game's dice, no iteration over sets, and across an `await` keep ids, not objects.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Coroutine, Generator, Iterable, Sequence
from typing import Annotated, Any, ClassVar, Generic, TypeAlias, TypeVar, get_args

from rules.core.errors import Illegal
from rules.core.kinds import Kind
from rules.core.records import Record

A = TypeVar("A")
T = TypeVar("T")

Power: TypeAlias = Annotated[str, Kind("power")]
"""The id of a power, major or minor: a game's data names them."""


IMPULSE, DECISION, NEGOTIATION, WINDOW = "impulse", "decision", "negotiation", "window"
"""What a question is in the course of play: it begins or goes on with one's own impulse, is a decision in
between, belongs to the talks of the powers, or is a window for responses."""


class Question(Record, Generic[A]):
    """What one power must decide now: plain data, so that it can be stored, shown and compared.

    Subclasses name their answer type in `Question[...]` and say what may be answered.  `legal` yields
    every answer where they can be listed; where they are too many (a formation out of fourteen units)
    it yields useful ones, and `check` accepts more.
    """

    kind: ClassVar[str]
    pace: ClassVar[str] = DECISION
    power: Power

    def legal(self, game: Any) -> Iterable[A]:
        """Answers that may be given now, in a fixed order; never empty."""
        raise NotImplementedError

    def check(self, game: Any, answer: A) -> None:
        """Raise `Illegal` with the reason and the rule if the answer may not be given."""
        if answer not in list(self.legal(game)):
            raise Illegal("choice.not_offered")

    def default(self, game: Any) -> A:
        """The answer that silence means (facts: sequence of play, column "silent")."""
        return next(iter(self.legal(game)))

    def pick(self, game: Any, choose: Callable[[Sequence[Any]], Any]) -> A:
        """One legal answer, by `choose` over lists; for random play without listing everything."""
        answer: A = choose(list(self.legal(game)))
        return answer

    @classmethod
    def answer_type(cls) -> Any:
        """The type in `Question[...]`, for the codec."""
        for klass in cls.__mro__:
            for base in getattr(klass, "__orig_bases__", ()):
                if (args := get_args(base)) and not isinstance(args[0], TypeVar):
                    return args[0]
        raise TypeError(f"{cls.__name__} does not name its answer type")


class Checkpoint:
    """Marks a place at the top of the sequence of play, from which the state alone can go on."""


CHECKPOINT = Checkpoint()

Asked: TypeAlias = "tuple[Question[Any], ...] | Checkpoint"
Procedure: TypeAlias = Coroutine[Asked, Any, T]


@types.coroutine
def _suspend(asked: Asked) -> Generator[Asked, Any, Any]:
    return (yield asked)


async def ask(question: Question[A]) -> A:
    """Ask one power and wait for its answer."""
    answers: tuple[A, ...] = await _suspend((question,))
    return answers[0]


async def ask_all(questions: Sequence[Question[A]]) -> tuple[A, ...]:
    """Ask several powers at the same time; no answer shows before the last is in."""
    if not questions:
        return ()
    answers: tuple[A, ...] = await _suspend(tuple(questions))
    return answers


async def checkpoint() -> None:
    """Say that the state alone tells how to go on.  Only a game's `play` calls this."""
    await _suspend(CHECKPOINT)
