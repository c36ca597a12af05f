"""Who is the subject of an order, which adds nothing to it."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.language.items import PERSON, WORD, Item
from pbem.language.meanings import Moment
from pbem.language.names import LEADER, NATION


def without_subject(moment: Moment, items: Sequence[Item]) -> list[Item]:
    """The items without the own power, and without an own leader who is the subject: `Francis hires ...`."""
    own = [
        item
        for item in items
        if not (item.kind == WORD and item.named(NATION) == moment.power and item.prep in ("", "for", "with"))
    ]
    while own and own[0].says("the", "filler"):
        own = own[1:]
    if own and own[0].kind == PERSON and not own[0].prep:
        who = own[0].named(LEADER)
        figure = moment.game.leaders.get(who)
        commands = figure is not None and moment.game.leader_commander(who) == moment.power
        if commands or own[0].named(NATION) == moment.power:
            own = own[1:]
    return own
