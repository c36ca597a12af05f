"""The parsers of the questions that are open: each is put together once for a position.

A letter that asks says how its answer is written and tries its own suggestion; the answer comes days later,
and the game has stood still.  All three need the same parser.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any
from weakref import WeakKeyDictionary

from pbem.language.grammar import Parser
from pbem.language.names import Names
from pbem.language.parse import parser_of
from rules import Engine, Power


@dataclass(slots=True)
class _Kept:
    """Those of one position: it lasts until the next entry of the log."""

    seq: int
    game: Any
    parsers: dict[Power, Parser[Any]] = field(default_factory=dict)


_KEPT: WeakKeyDictionary[Engine[Any], _Kept] = WeakKeyDictionary()


def parser_for(engine: Engine[Any], power: Power, names: Names) -> Parser[Any]:
    """The parser of what a power is asked now.

    :raises LookupError: no grammar says how its answers are written.
    """
    kept = _KEPT.get(engine)
    if kept is None or kept.seq != engine.seq or kept.game is not engine.game:
        kept = _KEPT[engine] = _Kept(engine.seq, engine.game)
    parser = kept.parsers.get(power)
    if parser is None:
        parser = kept.parsers[power] = parser_of(engine.question(power), engine.game, names)
    return parser
