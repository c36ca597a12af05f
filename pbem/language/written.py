"""Answers as the orders that give them, by a pattern: `control {space:space}`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from pbem.language.forces import say_force, say_units, unit_word
from pbem.language.names import UNIT, Names
from rules.core.flow import Power

if TYPE_CHECKING:
    from pbem.language.registry import Say

_FIELD = re.compile(r"\{(\w*):?(\w*)\}")
_MAY_LACK = re.compile(r"\[(.*?)\]")


def written(pattern: str, empty: str = "") -> Say:
    """What writes answers by a pattern; one that chooses nothing is written as `empty`, if that is given.

    `{space:space}` is a field of the answer as a name of that kind, or the names of several; `force` is
    leaders and units, `units` units with their numbers, and without a kind it is a number or an id in words.
    A field without a name is the whole answer.  What stands in brackets is left out where a field in it is
    empty.

    >>> from pbem.language.registry import Grammars
    >>> from rules.core.flow import Question
    >>> write = written("pay {}[, all of it]", "none")
    >>> [write(Question("france"), answer, Names.of({}, Grammars())) for answer in ((31, 45), ())]
    ['pay 31, 45, all of it', 'none']
    """

    def write(question: Any, answer: Any, names: Names) -> str:
        def value(field: re.Match[str]) -> Any:
            return getattr(answer, field[1]) if field[1] else answer

        def said(field: re.Match[str]) -> str:
            return _say(value(field), field[2], question.power, names)

        def unless_empty(part: re.Match[str]) -> str:
            return part[1] if all(value(field) for field in _FIELD.finditer(part[1])) else ""

        if empty and not answer:
            return empty
        return _FIELD.sub(said, _MAY_LACK.sub(unless_empty, pattern))

    return write


def _say(value: Any, kind: str, power: Power, names: Names) -> str:
    if kind == "force":
        return say_force(value.leaders, value.units, power, names)
    if kind == "units":
        return say_units(value, power)
    if isinstance(value, tuple):
        return ", ".join(_say(one, kind, power, names) for one in value)
    return unit_word(value, 1) if kind == UNIT else names.say(kind, str(value))
