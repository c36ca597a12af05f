"""Command points that `the rest` speaks of: what is left after the deeds before it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from pbem.errors import OrderProblem
from pbem.language.items import ALL, COST, REST_CP, Item
from pbem.language.meanings import Moment, Reading
from pbem.language.parse import parse_line
from pbem.war.free_words.parts import Part
from rules.core.actions import Action, ChooseAction

_ORDERS_NOTHING = ("remark", "stay")


@dataclass(frozen=True, slots=True)
class WhenCounted:
    """A deed that waits until the ways before it have become orders, which say what is left for it."""

    read: Callable[[Part], Part | None]


def speaks_of_all(items: Sequence[Item]) -> bool:
    return any(item.kind in (REST_CP, ALL) for item in items)


def are_counted(before: Part | None) -> bool:
    """Whether all deeds up to here are orders; who goes on a way may be told behind it."""
    return all(part.readings or part.deed in _ORDERS_NOTHING for part in _back_from(before))


def counted(parts: Sequence[Part]) -> list[Part] | None:
    """The deeds with those that had to wait; None if nobody can tell what is left for these."""
    done: list[Part] = []
    before: Part | None = None
    for part in parts:
        found: Part | None = replace(part, previous=before)
        if isinstance(part.about, WhenCounted):
            assert before is not None
            found = part.about.read(before)
            if found is None or isinstance(found.about, WhenCounted):
                return None
            found = replace(found, after=part.after, previous=before)
        assert found is not None
        done.append(found)
        before = found
    return done


def with_points_left(moment: Moment, items: Sequence[Item], before: Part | None) -> Moment:
    """The moment with the points that `the rest` speaks of; where nobody can tell them, there are none."""
    question = moment.question
    if before is None or not speaks_of_all(items) or not isinstance(question, ChooseAction):
        return moment
    own = {id(item) for item in items}
    said = sum(item.count or 0 for item in moment.items if item.kind == COST and id(item) not in own)
    spent = _spent(moment, before) or said
    left = question.cp - spent if spent else 0
    return replace(moment, question=replace(question, cp=max(left, 0)))


def _spent(moment: Moment, before: Part) -> int:
    """What deeds cost, one after the other; 0 if that depends on what they come to."""
    total = 0
    for part in _back_from(before):
        if part.deed in _ORDERS_NOTHING:
            continue
        costs = {_cost(moment, reading) for reading in part.readings}
        if len(costs) != 1 or 0 in costs:
            return 0  # which way it is read decides
        total += costs.pop()
    return total


def _cost(moment: Moment, reading: Reading) -> int:
    """What the actions of a reading cost; 0 if it has others, or if that cannot be told."""
    total = 0
    for line in reading.lines:
        try:
            answer = parse_line(line, moment.question, moment.game, moment.names)
        except OrderProblem:
            return 0
        if not isinstance(answer, Action):
            return 0
        total += answer.cost(moment.game, moment.power)
    return total


def _back_from(part: Part | None) -> Iterator[Part]:
    while part is not None:
        yield part
        part = part.previous
