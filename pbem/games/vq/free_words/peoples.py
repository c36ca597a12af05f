"""Troops that are called by their people alone: `Alva takes the Walloons to Mons`."""

from __future__ import annotations

from dataclasses import replace

from pbem.language.items import NUMBER, UNITS, WORD, Item
from pbem.language.meanings import Moment, Reading
from pbem.language.names import NATION
from pbem.war.free_words import defence, moves, stays
from pbem.war.free_words.parts import Part
from pbem.war.free_words.sieges import assault

OF_ONE_KIND = {"walloons": "regulars"}
"""Peoples whose troops are all of one kind."""


def march(moment: Moment, items: list[Item], before: Part | None) -> Part | None:
    """A move, in which a people may stand for its troops."""
    return moves.move(moment, _with_peoples(moment, items), before)


def stay(moment: Moment, items: list[Item], before: Part | None) -> Part | None:
    """`the Walloon stays behind`."""
    return stays.stay(moment, [_one_of_them(item) for item in _with_peoples(moment, items)], before)


def storm(moment: Moment, items: list[Item], before: Part | None) -> Part | None:
    """An assault, in which a people may stand for its troops."""
    return assault(moment, _with_peoples(moment, items), before)


def losses(moment: Moment) -> list[Reading]:
    """`a mercenary and the Walloon`."""
    items = _with_peoples(moment, moment.items)
    return defence.losses(moment.of([_one_of_them(item) for item in items]))


def _with_peoples(moment: Moment, items: list[Item]) -> list[Item]:
    """The items with troops for peoples; beside Walloons, `3 Spaniards` are regulars, too."""
    found: list[Item] = []
    for item in items:
        before = found[-1] if found else None
        troops = _as_troops(item)
        if troops is not item and before is not None and before.kind == NUMBER:
            found[-1] = replace(troops, count=before.count, prep=before.prep)  # `1 merc, 1 walloon`
            continue
        if item.kind != WORD or item.chunk.text not in _SPANIARDS or item.named(NATION) != moment.power:
            found.append(troops)
            continue
        if before is None or before.kind != NUMBER:
            found.append(item)
            continue
        found[-1] = replace(item, kind=UNITS, count=before.count, unit="regulars", prep=before.prep)
    return found


_SPANIARDS = ("spaniards", "the spaniards", "castilians", "spanier", "spaniern")


def _one_of_them(item: Item) -> Item:
    """`the Walloon` is one, `the Walloons` are not counted."""
    alone = item.nation in OF_ONE_KIND and item.count is None and not item.chunk.text.endswith("s")
    return replace(item, count=1) if alone else item


def _as_troops(item: Item) -> Item:
    people = item.named(NATION)
    if item.kind != WORD or people not in OF_ONE_KIND:
        return item
    return replace(item, kind=UNITS, unit=OF_ONE_KIND[people], nation=people, definite=True)
