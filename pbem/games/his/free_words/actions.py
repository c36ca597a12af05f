"""A line of actions in free words: what command points are spent on, one deed after the other."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.games.his.free_words import deeds, moves
from pbem.games.his.free_words.faith import faith
from pbem.games.his.free_words.parts import Cutter, Deed, Part, together
from pbem.language.free_words import Moment, Reading
from pbem.language.items import Item

DEEDS: tuple[Deed, ...] = (
    deeds.end,
    deeds.assault,
    deeds.piracy,
    deeds.new_world,
    faith,
    deeds.control,
    moves.transport,
    deeds.build,
    moves.stay,
    moves.sail,
    moves.move,
    deeds.remark,
    deeds.purpose,
)


def actions(moment: Moment) -> list[Reading]:
    """All that a line may order in an impulse."""
    moment.items = without_purpose(moment.items)
    parts = Cutter(moment, DEEDS).parts()
    return [] if parts is None else finished(moment, parts)


def finished(moment: Moment, parts: Sequence[Part]) -> list[Reading]:
    """The deeds as orders."""
    for at, part in enumerate(parts):
        if part.deed == "purpose" and not (at + 1 < len(parts) and parts[at + 1].after.startswith(":")):
            return []
    done = moves.finished(moment, moves.gone_on(parts))
    if done is None:
        return []
    voyages = moves.sailed(moment, done)
    if voyages is None:
        return []
    return together([part for part in voyages if part.deed != "stay"])


def without_purpose(items: Sequence[Item]) -> list[Item]:
    """Without what an order is for: `in order to lay siege to it`, up to the end of its sentence."""
    found: list[Item] = []
    inside = False
    for item in items:
        if item.mark(";"):
            inside = False
        inside = inside or item.says("purpose")
        if not inside:
            found.append(item)
    return found
