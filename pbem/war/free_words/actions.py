"""A line of actions in free words: what command points are spent on, one deed after the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pbem.language.meanings import Moment, Reading
from pbem.war.free_words import moves, voyages
from pbem.war.free_words.parts import Cutter, Deed, Part, together


@dataclass(frozen=True, slots=True)
class Actions:
    """The deeds of a title, in the order in which they are tried."""

    deeds: tuple[Deed, ...]

    def read(self, moment: Moment) -> list[Reading]:
        """All that a line may order in an impulse."""
        parts = Cutter(moment, self.deeds).parts()
        return [] if parts is None else _finished(moment, parts)


def _finished(moment: Moment, parts: Sequence[Part]) -> list[Reading]:
    """The deeds as orders."""
    for at, part in enumerate(parts):
        if part.deed == "purpose" and not (at + 1 < len(parts) and parts[at + 1].after.startswith(":")):
            return []
    done = moves.finished(moment, moves.gone_on(parts))
    if done is None:
        return []
    sailed = voyages.sailed(moment, done)
    return [] if sailed is None else together([part for part in sailed if part.deed != "stay"])
