"""What a line may mean of which not every word is understood: only ever proposed, never done.

Words that stand in no table are left out, and of the clauses those that can be read are put together, each
tried on a copy of the table after the one before.  Whoever wrote the line sees what was made of it, and says
whether that is what was meant.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from pbem.errors import OrderProblem
from pbem.games import Game
from pbem.language import suggestions
from pbem.language.meanings import Reading
from pbem.play.conditions import is_conditional
from pbem.play.free_lines import ACTION, as_a_whole
from pbem.play.on_a_copy import in_a_line, play
from rules import Engine, Power

MOST_CLAUSES = 8
LONGEST = 500
"""Characters of a line that is looked at."""
MOST_LOOKED_AT = 400
ENOUGH = 3
"""How near an order must come to a line to be what it may mean: the same deed and a name of it."""
_CUT = re.compile(
    r"\s*[,;:()]\s*|\s+[-–—]+>?\s+|(?<=[^\s.])[.!?]+\s+"
    r"|\s+(?=(?:and|then|but|so|because|since|while|as|which|und|dann|aber|denn|weil)\s)",
    re.IGNORECASE,
)


def loosely(engine: Engine[Any], title: Game, power: Power, line: str) -> list[str]:
    """What a line may mean, each as a line to copy."""
    clauses = _clauses(line) if len(line) <= LONGEST else []
    return _read_on(engine, title, power, clauses) or _nearest(engine, title, power, line)


def _clauses(line: str) -> list[str]:
    """The line, cut at marks and before conjunctions; each part with the mark behind it."""
    starts = [0, *(cut.end() for cut in _CUT.finditer(line))]
    parts = [line[start:end] for start, end in zip(starts, [*starts[1:], len(line)], strict=True)]
    parts = [part for part in parts if any(map(str.isalnum, part))]
    return [*parts[: MOST_CLAUSES - 1], "".join(parts[MOST_CLAUSES - 1 :])] if parts else []


def _read_on(engine: Engine[Any], title: Game, power: Power, clauses: Sequence[str]) -> list[str]:
    """The orders of those clauses that can be read, the longest runs of them first, in their order."""
    for start in range(len(clauses)):
        for end in range(len(clauses), start, -1):
            if found := _read(engine, title, power, "".join(clauses[start:end])):
                if len(found) > 1:
                    return found
                rest = _after(engine, title, power, found[0], clauses[end:])
                return [in_a_line((found[0], then)) for then in rest] if rest else found
    return []


def _read(engine: Engine[Any], title: Game, power: Power, words: str) -> list[str]:
    """What words mean without those that nobody knows; nothing if little is left of them, or a doubt is."""
    free, question = title.free_words_for(words), engine.question(power)
    known = free.without_unknown(words, question, engine.game)
    return as_a_whole(engine, title, power, known, asking=True).proposals if known else []


def _after(engine: Engine[Any], title: Game, power: Power, orders: str, clauses: Sequence[str]) -> list[str]:
    """What further clauses order once some orders are done.

    Where dice or others come first, it is what they would order before that, if there are CP for all of it.
    """
    fork, done = engine.fork(), tuple(orders.split("; "))
    try:
        left = play(fork, title, power, Reading(done))
    except OrderProblem:
        return []
    if left:
        return []
    found = _read_on(fork, title, power, clauses) if power in fork.waiting() else []
    goes_on = power in fork.waiting() and fork.question(power).kind == ACTION
    if found or goes_on or engine.question(power).kind != ACTION:
        return found
    talk = title.free_words_for("".join(clauses)).talk
    if any(talk.may_undo(clause) or is_conditional(clause) for clause in clauses):
        return []
    found = _read_on(engine, title, power, clauses)
    return [more for more in found if _can_follow(engine, title, power, (*done, *more.split("; ")))]


def _can_follow(engine: Engine[Any], title: Game, power: Power, orders: tuple[str, ...]) -> bool:
    try:
        return play(engine.fork(), title, power, Reading(orders)) == 0
    except OrderProblem:
        return False


def _nearest(engine: Engine[Any], title: Game, power: Power, line: str) -> list[str]:
    """The one order that is possible and comes so near to the line that it may be meant."""
    question = engine.question(power)
    orders = suggestions(question, engine.game, title.names, MOST_LOOKED_AT)
    nearest = title.free_words_for(line).likely(line, question, engine.game, orders, at_least=ENOUGH)
    return list(nearest) if len(nearest) == 1 else []
