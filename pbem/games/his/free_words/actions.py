"""A line of actions in free words: what command points are spent on, one deed after the other."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.games.his.free_words import deeds, moves
from pbem.games.his.free_words.faith import faith
from pbem.games.his.free_words.parts import Cutter, Deed, Part, together
from pbem.games.his.free_words.transport import transport
from pbem.language.free_words import Moment, Reading

DEEDS: tuple[Deed, ...] = (
    deeds.end,
    deeds.assault,
    deeds.piracy,
    deeds.new_world,
    faith,
    deeds.control,
    transport,
    deeds.build,
    moves.stay,
    moves.sail,
    moves.move,
    deeds.remark,
    deeds.purpose,
)


def actions(moment: Moment) -> list[Reading]:
    """All that a line may order in an impulse."""
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
