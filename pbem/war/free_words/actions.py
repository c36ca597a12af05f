"""A line of actions in free words: what command points are spent on, one deed after the other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from pbem.language.items import ALL, COST, MARK, NUMBER, PERSON, PLACE, UNITS, UNKNOWN, Item
from pbem.language.meanings import Moment, Reading
from pbem.war.free_words import moves, voyages
from pbem.war.free_words.deeds import THERE
from pbem.war.free_words.parts import Cutter, Deed, Part, deeds_in, together
from pbem.war.free_words.points import counted


@dataclass(frozen=True, slots=True)
class Actions:
    """The deeds of a title, in the order in which they are tried."""

    deeds: tuple[Deed, ...]
    joined: Callable[[Sequence[Item]], list[Item]] = list
    """Puts sentences together that tell of one deed."""

    def read(self, moment: Moment) -> list[Reading]:
        """All that a line may order in an impulse."""
        said = {id(item.chunk) for item in moment.items if item.kind == COST}
        moment = moment.of(_with_prices(self.joined(moment.items)))
        bare = tuple(
            item.count
            for item in moment.items
            if item.kind == COST and item.count and id(item.chunk) not in said
        )
        parts = Cutter(moment, self.deeds).parts()
        found = [] if parts is None else _finished(moment, parts)
        return [replace(one, prices=(*one.prices, *bare)) for one in found]


def _with_prices(items: Sequence[Item]) -> list[Item]:
    """Bare numbers that are prices by where they stand: `a galleon for 2`, `with 2 build a galleon`."""
    found = _with_prices_behind(items)
    for at, item in enumerate(items):
        if item.kind != NUMBER or item.count is None or item.count < 1:
            continue
        after = items[at + 1] if at + 1 < len(items) else None
        ends = after is None or after.kind == MARK or after.says("and", "then")
        heads = at == 0 or items[at - 1].kind == MARK or items[at - 1].says("and", "then")
        deed = heads and after is not None and bool(deeds_in([after]))  # but not `Alva with 2 storms Breda`
        into = after is not None and after.kind == UNITS and after.prep == "to" and after.count == 1
        priced = item.prep == "for" or (at > 0 and items[at - 1].chunk.text == "for")
        takes = at > 0 and items[at - 1].chunk.text in ("takes", "needs", "eats", "uses")
        if (
            ((priced or takes) and ends)
            or (item.prep == "with" and deed)
            or (not item.prep and into)
            or (heads and _is_priced(after))
            or (ends and not heads and _is_counted(items, at))
        ):
            found[at] = replace(item, kind=COST)
    return [item for at, item in enumerate(found) if not _takes_its_price(found, at)]


def _takes_its_price(items: Sequence[Item], at: int) -> bool:
    """`piracy against Spain takes 2`: the verb between a deed and its price, which adds nothing."""
    after = items[at + 1] if at + 1 < len(items) else None
    start = next((n + 1 for n in reversed(range(at)) if items[n].kind == MARK), 0)
    return (
        items[at].chunk.text in _TAKES
        and after is not None
        and after.kind == COST
        and bool(deeds_in(items[start:at]))
    )


_TAKES = ("takes", "take", "needs", "need", "eats", "gets", "is", "uses")


def _with_prices_behind(items: Sequence[Item]) -> list[Item]:
    """`Drake pirates Spain 2, galleon in Plymouth 2`: where every clause ends in a number, it is the price
    of its deed.
    """
    clauses: list[list[Item]] = [[]]
    headed = [item for item in items[:3] if not item.says("the", "filler")][:2]
    if len(headed) > 1 and headed[0].kind == UNITS and headed[0].count is None and headed[1].mark(":"):
        return list(items)  # `mercs: Paris 2, Lyon 1`
    for item in items:
        if item.mark("+"):
            return list(items)  # `Venice +2, Rome +1`
        if item.mark(",", ";") or item.says("then"):
            clauses.append([])
        elif item.kind != MARK and not item.says("and", "first", "the", "filler"):
            clauses[-1].append(item)
    ends = [clause[-1] for clause in clauses if clause]
    priced = [end for end in ends if end.kind == NUMBER and not end.times and end.prep in ("", "for")]
    if (
        len(priced) < LEAST_PRICED
        or len(priced) < len(ends)
        or not all(len(one) > 1 for one in clauses if one)
    ):
        return list(items)
    return [replace(item, kind=COST) if any(item is end for end in priced) else item for item in items]


LEAST_PRICED = 2
"""Clauses with a number at their end that make a list of prices."""


def _is_priced(after: Item | None) -> bool:
    """What a bare number before it cannot count: `1 unrest Orleans`, `1 Francis to Dijon`."""
    return after is not None and (after.kind == PERSON or after.says("unrest"))


def _is_counted(items: Sequence[Item], at: int) -> bool:
    """Whether all that is ordered up to a bare number is counted already: `4 mercs in Lyon 4`."""
    start = (
        max((i for i in range(at) if items[i].kind == MARK or items[i].says("and", "then")), default=-1) + 1
    )
    clause = items[start:at]
    units = [item for item in clause if item.kind == UNITS]
    if any(item.kind in (NUMBER, COST, UNKNOWN) for item in clause) or not clause:
        return False
    if (items[at].count or 0) < sum(max(unit.count or 0, 0) for unit in units):
        return False  # no unit costs less than one
    if items[at].prep == "with":  # `a squadron in Rouen with 2`, but not `Francis to Dijon with 2`
        goes = any(item.says("deed.move", "deed.lead", "deed.sail") for item in clause)
        goes = goes or any(item.kind == PLACE and item.prep == "to" for item in clause)
        return bool(units) and not goes and all(unit.count for unit in units) and clause[-1].kind == PLACE
    return (
        not items[at].prep
        and clause[-1].kind == PLACE
        and bool(units or any(item.kind in (ALL, PERSON) for item in clause))
        and all(unit.count for unit in units)
    )


def _finished(moment: Moment, parts: Sequence[Part]) -> list[Reading]:
    """The deeds as orders."""
    for at, part in enumerate(parts):
        if part.deed == "purpose" and not (at + 1 < len(parts) and parts[at + 1].after.startswith(":")):
            return []
    last = parts[-1] if parts else None
    if any(part.deed == "end" and part is not last for part in parts):
        parts = [part for part in parts if part is last or part.deed != "end" or part.about != THERE]
        if any(part.deed == "end" for part in parts[:-1]):
            return []  # what stands behind would come too late
    done = moves.finished(moment, moves.gone_on(parts))
    if done is None:
        return []
    sailed = voyages.sailed(moment, done)
    paid = None if sailed is None else counted(sailed)
    return [] if paid is None else together([part for part in paid if part.deed != "stay"])
