"""Which way a place is to a force: told by what stands before it and behind it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from pbem.language.items import MARK, NUMBER, PERSON, PLACE, UNITS, Item
from pbem.language.names import NATION


def goes_there_too(items: Sequence[Item]) -> bool:
    """`..., and the Salonika one too`, `Montmorency follows`: others go where the first have gone."""
    return any(item.says("same") or item.chunk.text in LIKEWISE for item in items)


LIKEWISE = (
    "likewise", "ditto", "follow", "follows", "follow suit", "follows suit", "does the same", "do the same",
    "does likewise", "do likewise", "same", "the same", "same for", "the same for", "same with",
    "the same with",
    "joins them there", "join them there", "goes along", "go along", "comes along", "come along", "similarly",
)  # fmt: skip


def others_go(items: Sequence[Item], at: int) -> bool:
    """`Francis goes to Besancon with 4, Montmorency and 2 mercs go to Lyon`: two ways, and not one."""
    start = next((one for one in reversed(range(at)) if _is_gone_to(items, one)), -1)
    before = items[start + 1 : at]
    joint = next((at for at, item in enumerate(before) if item.kind == MARK or item.says("and")), None)
    return joint is not None and any(
        item.kind in (PERSON, UNITS, NUMBER) and not item.prep for item in before[joint:]
    )


def _is_gone_to(items: Sequence[Item], at: int) -> bool:
    said = items[at].prep in ("to", "via", "against") or (at > 0 and items[at - 1].mark(">"))
    return items[at].kind == PLACE and said


def goes_too(items: Sequence[Item], at: int) -> bool:
    """`..., and to Zaragoza go Charles and a regular`: others than those who were named before."""
    before = next((one for one in reversed(items[:at]) if not one.says("the", "filler")), None)
    return (
        before is not None
        and before.says("deed.move")
        and not before.says("with", "deed.attack", "leave_behind")
        and (before.chunk.text in _GO or not before.says("deed.lead"))
    )


_GO = ("go", "goes", "march", "marches", "head", "heads", "ride", "rides", "come", "comes")


def is_a_way(items: Sequence[Item]) -> bool:
    """`1 regular Paris -> Dijon`: an arrow from one place to another."""
    return any(
        item.mark(">") and items[at - 1].kind == PLACE and after.kind == PLACE
        for at, (item, after) in enumerate(pairwise(items))
        if at
    )


def buys_others(items: Sequence[Item], at: int) -> bool:
    """`3 regulars Paris to Dijon, remaining CP: mercenaries in Paris`: what points buy does not go along."""
    after = next(
        (item for item in items[at + 1 :] if not (item.kind == MARK or item.says("the", "filler"))), None
    )
    return after is not None and after.kind in (UNITS, NUMBER, PERSON) and after.prep in ("", "for", "to")


def are_for_elsewhere(items: Sequence[Item], at: int, places: Sequence[tuple[str, str]]) -> bool:
    """`Brandon to Norwich, and a merc for Calais`: units for another place do not go there."""
    return any(way == "to" for way, _ in places) and any(
        item.kind == PLACE and item.prep == "for" for item in items[at + 1 :]
    )


def is_beside_a_start(items: Sequence[Item], at: int, places: Sequence[tuple[str, str]]) -> bool:
    """`the squadrons of Athens and Salonika ... to the Aegean`: two places before the way to a third."""
    return (
        at > 1
        and items[at - 1].says("and")
        and items[at - 2].kind == PLACE
        and bool(places)
        and places[-1][0] in ("from", "?")
        and any(item.kind == PLACE and item.prep == "to" for item in items[at + 1 :])
    )


def begins_after_a_mark(items: Sequence[Item], units: Item) -> bool:
    """Whether units are the first after a comma: `..., squadron Naples to Tyrrhenian`."""
    at = next(at for at, item in enumerate(items) if item is units)
    return units.kind == UNITS and at > 0 and items[at - 1].kind == MARK


def is_enemy_there(items: Sequence[Item], at: int) -> bool:
    """`invade Scotland at Edinburgh`: whose place it is stands between the verb and the place."""
    before = [item for item in items[:at] if not item.says("the", "filler")][-2:]
    return len(before) == 2 and before[0].says("deed.attack") and bool(before[1].named(NATION))


def is_attacked(items: Sequence[Item], at: int) -> bool:
    """`Besancon is attacked by Francis`."""
    after = [item for item in items[at + 1 : at + 4] if not item.says("filler", "be")][:1]
    return bool(after) and after[0].says("deed.attack") and after[0].says("past")


def chained(places: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """`London to Lincoln, Lincoln to York`: where a way ends, the next one begins."""
    return [
        (way, place)
        for at, (way, place) in enumerate(places)
        if not (at and way != "to" and places[at - 1] == ("to", place) and at + 1 < len(places))
    ]
