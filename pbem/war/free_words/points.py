"""Command points that `the rest` speaks of: what is left after the deeds before it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pbem.errors import OrderProblem
from pbem.language.items import ALL, COST, REST_CP, Item
from pbem.language.meanings import Moment
from pbem.language.parse import parse_line
from pbem.war.free_words.parts import Part
from rules.core.actions import Action, ChooseAction


def with_points_left(moment: Moment, items: Sequence[Item], before: Part | None) -> Moment:
    """The moment with the points that `the rest` speaks of; where nobody can tell them, there are none."""
    question = moment.question
    everything = any(item.kind in (REST_CP, ALL) for item in items)
    if before is None or not everything or not isinstance(question, ChooseAction):
        return moment
    own = {id(item) for item in items}
    said = sum(item.count or 0 for item in moment.items if item.kind == COST and id(item) not in own)
    spent = _spent(moment, before) or said
    left = question.cp - spent if spent else 0
    return replace(moment, question=replace(question, cp=max(left, 0)))


def _spent(moment: Moment, part: Part | None) -> int:
    """What deeds cost, one after the other; 0 if that depends on what they come to."""
    total = 0
    while part is not None:
        if part.deed != "remark" and len(part.readings) != 1:
            return 0
        for line in part.readings[0].lines:
            try:
                answer = parse_line(line, moment.question, moment.game, moment.names)
            except OrderProblem:
                return 0
            if not isinstance(answer, Action):
                return 0
            total += answer.cost(moment.game, moment.power)
        part = part.previous
    return total
