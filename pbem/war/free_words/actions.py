"""A line of actions in free words: what command points are spent on, one deed after the other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from pbem.language.items import COST, MARK, NUMBER, UNITS, Item
from pbem.language.meanings import Moment, Reading
from pbem.war.free_words import moves, voyages
from pbem.war.free_words.parts import Cutter, Deed, Part, deeds_in, together


@dataclass(frozen=True, slots=True)
class Actions:
    """The deeds of a title, in the order in which they are tried."""

    deeds: tuple[Deed, ...]
    joined: Callable[[Sequence[Item]], list[Item]] = list
    """Puts sentences together that tell of one deed."""

    def read(self, moment: Moment) -> list[Reading]:
        """All that a line may order in an impulse."""
        moment = moment.of(_with_prices(self.joined(moment.items)))
        parts = Cutter(moment, self.deeds).parts()
        return [] if parts is None else _finished(moment, parts)


def _with_prices(items: Sequence[Item]) -> list[Item]:
    """Bare numbers that are prices by where they stand: `a galleon for 2`, `with 2 build a galleon`."""
    found = list(items)
    for at, item in enumerate(items):
        if item.kind != NUMBER or item.count is None or item.count < 1:
            continue
        after = items[at + 1] if at + 1 < len(items) else None
        ends = after is None or after.kind == MARK or after.says("and", "then")
        heads = at == 0 or items[at - 1].kind == MARK or items[at - 1].says("and", "then")
        deed = heads and after is not None and bool(deeds_in([after]))  # but not `Alva with 2 storms Breda`
        into = after is not None and after.kind == UNITS and after.prep == "to" and after.count == 1
        if (item.prep == "for" and ends) or (item.prep == "with" and deed) or (not item.prep and into):
            found[at] = replace(item, kind=COST)
    return found


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
