"""Voyages to the New World in free words."""

from __future__ import annotations

from itertools import pairwise

from pbem.language.items import COST, NUMBER, PLACE, Item
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
        several = any(
            one.kind == NUMBER and other.chunk.text.endswith("ions") for one, other in pairwise(items)
        )
        if orders(items, deed, "new_world") and not several:  # `two explorations`
            rest = [item for item in without_subject(moment, items) if item.kind not in (COST, NUMBER)]
            rest = [item for item in rest if not _is_home_port(moment, item)]
            counts = [item for item in items if item.kind in (COST, NUMBER) and item.chunk.text != "one"]
            if (
                not left_over(rest, f"deed.{deed}", "about.new_world", "for", "to", "in", "times")
                and len(counts) < 2
            ):
                prices = tuple(item.count or 0 for item in counts if item.kind == NUMBER)
                return Part(deed, (Reading((deed,), prices=prices),))
    return None


def _is_home_port(moment: Moment, item: Item) -> bool:
    """`an expedition leaves Seville`: where a voyage begins adds nothing, if it is one's own port."""
    return (
        item.kind == PLACE
        and item.prep in ("", "from", "in")
        and item.space in moment.game.spaces
        and moment.game.controller(item.space) == moment.power
    )
