"""Expectations of a case: each looks at the position and says what it found instead, if anything."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pbem.cases.pieces import number_of, one
from pbem.cases.position import json_value
from pbem.errors import CaseMalformed
from pbem.games.cases import Found, Look, Words
from pbem.language.names import MAJOR
from pbem.language.words import fold, key
from rules.core.flow import Question

if TYPE_CHECKING:
    from pbem.cases.run import Run

LOOKS: Words[Look] = Words()
"""Expectations that every title has."""


def check(run: Run, text: str) -> Found:
    """What was found instead of what an `expect` line says, or None."""
    wanted = True
    first, _, rest = text.partition(" ")
    if first in ("no", "not"):
        wanted = False
        first, _, rest = rest.partition(" ")
    first = first.rstrip(":").lower()
    look = LOOKS.get(first) or run.title.cases.looks.get(first)
    if look is None:
        raise CaseMalformed(f'nobody knows how to expect "{first}"')
    return look(run, rest.strip().lstrip(": "), wanted)


def same(found: Any, expected: Any) -> Found:
    """What was found, unless it is what was expected."""
    return None if found == expected else str(found)


@LOOKS.add("turn")
def _turn(run: Run, text: str, wanted: bool) -> Found:
    return same(run.title.turn(run.game), number_of(text, "the turn"))


@LOOKS.add("asked")
def _asked(run: Run, text: str, wanted: bool) -> Found:
    """`asked england`, `asked england intercept`, `asked nobody`; kind, topic or window."""
    waiting = run.engine.waiting()
    told = ", ".join(f"{power} {describe(question)}" for power, question in waiting.items()) or "nobody asked"
    if text == "nobody":
        return None if (not waiting) == wanted else told
    who, _, what = text.partition(" ")
    question = waiting.get(one(MAJOR, who, run.names))
    found = question is not None and (not what or matches(question, what))
    return None if found == wanted else told


def describe(question: Question[Any]) -> str:
    """A question in a word: its topic, its window, or its kind."""
    return str(getattr(question, "topic", "") or getattr(question, "window", "") or question.kind)


def matches(question: Question[Any], what: str) -> bool:
    """Whether a question is of this kind, topic or window."""
    words = (question.kind, getattr(question, "topic", ""), getattr(question, "window", ""))
    return key(what) in [key(word) for word in words if word]


@LOOKS.add("event")
def _event(run: Run, text: str, wanted: bool) -> Found:
    """Something reported since the last order holds this text, or is of this class."""
    text = fold(text.strip().strip('"'))
    told = [run.voice.event(event) for event in run.events]
    found = any(text in fold(sentence) for sentence in told) or any(
        fold(type(event).__name__) == text for event in run.events
    )
    if found == wanted:
        return None
    return "these events: " + " ".join(told) if told else "no events"


@LOOKS.add("rolled")
def _rolled(run: Run, text: str, wanted: bool) -> Found:
    """`rolled 5 6 2`: the dice since the last order, all of them, in order."""
    return same(run.rules.fallen.dice, [number_of(die, "a die") for die in text.split()])


@LOOKS.add("drawn")
def _drawn(run: Run, text: str, wanted: bool) -> Found:
    """`drawn 31 44`: what was drawn since the last order, all of it, in order, by number or id."""
    return same(run.rules.fallen.draws, text.split())


@LOOKS.add("digest")
def _digest(run: Run, text: str, wanted: bool) -> Found:
    """`digest 4f0c...`: the fingerprint of the position, or how it begins."""
    found = run.engine.digest()
    return None if text and found.startswith(text) else found


@LOOKS.add("field")
def _state_field(run: Run, text: str, wanted: bool) -> Found:
    """`field faith.league = true`: any field of the stored state."""
    path, equals, value = text.partition("=")
    if not equals:
        raise CaseMalformed("expected: expect field <path> = <JSON value>")
    at = run.engine.rules.dump(run.game)
    for part in path.strip().split("."):
        try:
            at = at[int(part)] if isinstance(at, list) else at[part]
        except (KeyError, IndexError, ValueError, TypeError):
            at = None
            break
    return None if (at == json_value(value.strip())) == wanted else repr(at)
