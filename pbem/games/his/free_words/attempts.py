"""Attempts to convert, one space after the other."""

from __future__ import annotations

from pbem.language.items import NUMBER, PLACE
from pbem.language.meanings import Moment, Reading
from pbem.language.names import SPACE
from pbem.war.free_words.answers import adds_nothing, says
from rules.his.faith.attempts import AttemptTarget, open_targets


def attempt(moment: Moment) -> list[Reading]:
    """`Leipzig, Brandenburg, then Breslau`: one attempt after the other, as long as there are attempts.

    It is a list of wishes: what cannot be tried is left out, unless that is all of it.
    """
    spaces: list[str] = []
    flourish = False
    for item in moment.items:
        if item.kind == PLACE and item.space and item.prep in ("", "in", "to", "for"):
            spaces.append(item.space)
        elif says(moment, item, "attempt", "flourish"):
            flourish = True
        elif item.kind == NUMBER and item.count == len(spaces) + 1:
            continue  # `1. Leipzig 2. Brandenburg`
        elif not adds_nothing(moment, item, "attempt"):
            return []
    if not spaces or len(set(spaces)) != len(spaces):
        return []
    assert isinstance(moment.question, AttemptTarget)
    can_be_tried = open_targets(moment.game, moment.question.grant)
    wanted = [space for space in spaces if space in can_be_tried] or spaces
    lines = tuple(f"target {moment.say(SPACE, space)}" for space in wanted)
    return [Reading(lines, sure=not flourish, fleeting=True)]
