"""What the deeds of Virgin Queen have in common: how many CP they are worth, and what is left beside them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from pbem.games.vq.orders.kinds import OCEAN
from pbem.language.items import ALL, COST, MARK, NUMBER, PERSON, REST_CP, UNITS, WORD, Item
from pbem.language.meanings import Moment, Reading
from pbem.language.names import LEADER, NATION
from pbem.war.free_words.parts import BESIDE_ANY, Deed, Part, deeds_in, left_over, no_verb, one, orders
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
    return not left_over(own, f"deed.{deed}", f"about.{deed}", BESIDE_ANY, "for", "to", "in", "on", *ideas)


def is_another(moment: Moment, item: Item) -> bool:
    """Whether an item names another power, or its leader: against whom something is done."""
    who, nation = item.named(LEADER), item.named(NATION)
    if item.kind == PERSON:
        return who in moment.game.leaders and moment.game.leader_commander(who) != moment.power
    return item.kind == WORD and bool(nation) and nation != moment.power


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


@dataclass(frozen=True, slots=True)
class Shared:
    """Things with how much each of them gets; not sure if it may be more."""

    shares: tuple[tuple[Item, int], ...]
    sure: bool = True


def shared_out(items: Sequence[Item], is_one: Callable[[Item], bool]) -> Shared | None:
    """`2 for Venice, 1 for Rome`, `Venice 2, Rome 1`, `one each for both`; None if nobody can tell.

    A number before several is that of each if `each` says so, else of all, which is sure after a colon.
    """
    told = [item for item in items if item.kind in (NUMBER, COST) or is_one(item)]
    named = [item for item in told if is_one(item)]
    counts = [item.count or 0 for item in told if not is_one(item)]
    if not counts:
        return Shared(tuple((item, 1) for item in named))
    if len(counts) == len(named):
        in_turn = all(is_one(before) != is_one(after) for before, after in pairwise(told))
        return Shared(tuple(zip(named, counts, strict=True))) if in_turn else None
    if len(counts) > 1 or not named:
        return None
    if any(item.says("each") for item in items):
        return Shared(tuple((item, counts[0]) for item in named))
    if counts[0] != len(named) or is_one(told[0]):
        return None
    colon = any(item.mark(":") for item in items[items.index(told[0]) : items.index(named[0])])
    return Shared(tuple((item, 1) for item in named), sure=colon)


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


def said_again(deed: str) -> Deed:
    """The reader of a clause that only says once more what was ordered before it, and what that costs:
    `I want to know what the Turk holds; 2 CP to spy`.
    """

    def read(moment: Moment, items: list[Item], before: Part | None) -> Part | None:
        if before is None or before.deed != deed or not orders(items, deed) or not before.readings:
            return None
        rest = [item for item in items if item.kind != COST]
        again = any(item.says("times", "more", "also", "once_more", *_TWICE) for item in rest)
        return None if again or not only_beside(moment, rest, deed) else Part("remark", one())

    return read


_TWICE = ("one", "also")


def repeated(moment: Moment, items: list[Item], before: Part | None) -> Part | None:
    """`piracy against Spain, then again with the last 2`: the deed before, once more."""
    again = any(item.says("once_more") for item in items)
    if before is None or not before.readings or not before.readings[0].lines or not again:
        return None
    paid = [item for item in items if item.kind in (COST, REST_CP) or (item.kind == NUMBER and item.prep)]
    plain = not left_over([item for item in items if not item.says("once_more") and item not in paid])
    return Part(before.deed, before.readings, before.about) if plain else None


def with_details(items: Sequence[Item]) -> list[Item]:
    """`I outfit Hawkins. He starts off Guinea.`, `Piracy! Target: Spain.`: sentences that tell more of a deed
    belong to the one with it."""
    found = list(items)
    for at, item in enumerate(found):
        if not item.mark(";"):
            continue
        end = next((n for n in range(at + 1, len(found)) if found[n].mark(";")), len(found))
        before = next((n + 1 for n in reversed(range(at)) if found[n].mark(";")), 0)
        if _tells_more(found[before:at], found[at + 1 : end]):
            found[at] = replace(item, chunk=replace(item.chunk, text=","))
    return found


def _tells_more(sentence: Sequence[Item], after: Sequence[Item]) -> bool:
    words = [item for item in after if item.kind != MARK and not item.says("the")]
    if not words:
        return False
    if orders(sentence, "piracy"):
        return words[0].says("against") and no_verb(after)
    outfits = any("deed.outfit" in verb for verb in deeds_in(sentence))
    tells = any(item.named(OCEAN) or item.says("colony") for item in words)
    goes = all(not verb.isdisjoint(_GOES) for verb in deeds_in(after))
    who = words[0].chunk.text in _HE or not any(item.kind in (PERSON, UNITS) for item in words)
    patrols = any(item.says("patrol") for item in words)
    return outfits and tells and goes and who and not patrols


_GOES = ("deed.outfit", "deed.move", "deed.sail", "about.outfit")
_HE = ("he", "she", "er", "sie")
