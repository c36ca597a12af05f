"""Troops that are called by their people alone: `Alva takes the Walloons to Mons`."""

from __future__ import annotations

from dataclasses import replace

from pbem.language.items import UNITS, WORD, Item
from pbem.language.meanings import Moment
from pbem.language.names import NATION
from pbem.war.free_words import moves
from pbem.war.free_words.parts import Part

OF_ONE_KIND = {"walloons": "regulars"}
"""Peoples whose troops are all of one kind."""


def march(moment: Moment, items: list[Item], before: Part | None) -> Part | None:
    """A move, in which a people may stand for its troops."""
    return moves.move(moment, [_as_troops(item) for item in items], before)


def _as_troops(item: Item) -> Item:
    people = item.named(NATION)
    if item.kind != WORD or people not in OF_ONE_KIND:
        return item
    return replace(item, kind=UNITS, unit=OF_ONE_KIND[people], nation=people, definite=True)
