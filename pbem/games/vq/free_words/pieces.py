"""What the deeds of Virgin Queen have in common: how many CP they are worth, and what is left beside them."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.language.items import ALL, COST, NUMBER, REST_CP, WORD, Item
from pbem.language.meanings import Moment, Reading
from pbem.language.names import NATION
from pbem.war.free_words.parts import Part, deeds_in, left_over
from pbem.war.free_words.points import with_points_left
from pbem.war.free_words.subjects import without_subject

POINTS = (COST, NUMBER, REST_CP, ALL)
"""Kinds of items that say how many CP a deed is worth."""


def only_beside(moment: Moment, items: Sequence[Item], deed: str, *ideas: str) -> bool:
    """Whether nothing is left but words that may stand beside a deed, and the own power."""
    own = [
        item
        for item in without_subject(moment, items)
        if not (item.kind == WORD and item.named(NATION) == moment.power and not item.prep)
    ]
    return not left_over(own, f"deed.{deed}", f"about.{deed}", "for", "to", "in", "on", *ideas)


def points(moment: Moment, items: Sequence[Item], before: Part | None, prices: Sequence[int]) -> int | None:
    """How many CP a line gives to a deed: those it names, or what is left; 0 if it names none.

    None if it names several.
    """
    said = [item.count for item in items if item.kind in (COST, NUMBER, REST_CP) and item.count is not None]
    if not said and any(item.kind in (REST_CP, ALL) for item in items):
        left = int(getattr(with_points_left(moment, items, before).question, "cp", 0))
        return min(left, max(prices, default=0))
    if len(said) > 1:
        return None
    if not said and len(moment.bracketed) == 1 and len(deeds_in(moment.items)) == 1:
        return moment.bracketed[0]  # `revolt in Tours (2)`
    return said[0] if said else 0


def says_the_rest(items: Sequence[Item]) -> bool:
    """Whether all CP that are left are spent: `the rest`, `everything into ...`; not `all of France`."""
    return any(
        item.kind == REST_CP
        or (item.kind == ALL and (item.chunk.says("rest") or item.chunk.text in _ALL_POINTS))
        for item in items
    )


_ALL_POINTS = ("everything", "all i have", "everything i have", "all we have", "everything we have", "alles")


def at_any_price(order: str, said: int, prices: Sequence[int]) -> tuple[Reading, ...]:
    """An order that may cost more or less, at what was said; if nothing was, at all prices to choose from."""
    if said:
        return (Reading((f"{order} for {said}",)),)
    return tuple(Reading((f"{order} for {price}",), sure=False) for price in prices)


def prices_of(moment: Moment, action: str) -> list[int]:
    """What an action of several prices may cost now."""
    cp = int(getattr(moment.question, "cp", 0))
    prices = moment.game.data.actions[action].cost.get(moment.power, ())
    return [price for price in prices if price <= cp or not cp]
