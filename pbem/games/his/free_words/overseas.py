"""Voyages to the New World in free words."""

from __future__ import annotations

from pbem.language.items import COST, NUMBER, Item
from pbem.language.meanings import Moment, Reading
from pbem.war.free_words.parts import Part, left_over, orders
from pbem.war.free_words.subjects import without_subject

_OVERSEAS = ("explore", "colonize", "conquer")


def new_world(moment: Moment, items: list[Item], before: Part | None) -> Part | None:
    """`send out an explorer`, `4 CP conquer`, `conquest 4`."""
    for deed in _OVERSEAS:
        others = [f"deed.{other}" for other in _OVERSEAS if other != deed]
        if any(item.says(*others) and not item.says(f"deed.{deed}") for item in items):
            continue  # `a conquistador and a colony` are two
        if orders(items, deed, "new_world"):
            rest = [item for item in without_subject(moment, items) if item.kind not in (COST, NUMBER)]
            counts = [item for item in items if item.kind in (COST, NUMBER)]
            if (
                not left_over(rest, f"deed.{deed}", "about.new_world", "for", "to", "in", "times")
                and len(counts) < 2
            ):
                prices = tuple(item.count or 0 for item in counts if item.kind == NUMBER)
                return Part(deed, (Reading((deed,), prices=prices),))
    return None
