"""Faith in free words: preaching, the suppression of heresy, rebellion, and what the dice convert (18)."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.games.vq.free_words.pieces import (
    POINTS,
    at_any_price,
    is_another,
    only_beside,
    points,
    prices_of,
    says_the_rest,
    shared_out,
)
from pbem.games.vq.orders.kinds import AREA
from pbem.language.items import ALL, COST, NUMBER, PLACE, REST_CP, Item
from pbem.language.meanings import Moment, Reading
from pbem.language.names import NATION, SPACE
from pbem.war.free_words.answers import adds_nothing
from pbem.war.free_words.parts import Part, no_verb, one, orders
from pbem.war.free_words.points import with_points_left

MOST_TIMES = 3
_IN_AREAS = {"suppress": "suppress heresy", "preach": "preach"}
_ACTIONS = {"suppress": "suppress_heresy", "preach": "preach"}


def in_areas(moment: Moment, items: list[Item], before: Part | None) -> Part | None:
    """`preach in France`, `stamp out heresy in the Low Countries, twice`."""
    for deed, order in _IN_AREAS.items():
        again = before is not None and before.deed == deed and no_verb(items)
        if not (orders(items, deed) or again):
            continue
        areas = [item.named(AREA) for item in items if _is_area(moment, item)]
        if not areas and any(item.says("at_home") for item in items):
            areas = [area for area in _areas_of(moment, deed) if area == moment.power]
        prices = prices_of(moment, _ACTIONS[deed])  # `preach in France with the other 2`
        told = _without_the_total([item for item in items if not _is_price(item, prices)])
        counts = [item.count or 0 for item in told if item.kind == NUMBER]
        rest = [
            item
            for item in items
            if not _is_area(moment, item) and item.kind not in (NUMBER, COST, REST_CP, ALL)
        ]
        if not only_beside(moment, rest, deed, "times", "against", "at_home"):
            continue
        if len(areas) > 1 and counts:  # `twice in France, once in Scotland`
            shared = shared_out(
                [item for item in told if item.kind != COST], lambda item: _is_area(moment, item)
            )
            if shared is None or sum(times for _, times in shared.shares) > MOST_TIMES:
                return None
            in_turn = [item.named(AREA) for item, times in shared.shares for _ in range(times)]
            lines = [f"{order} in {moment.say(AREA, area)}" for area in in_turn]
            return Part(deed, one(*lines, sure=shared.sure))
        times = counts[0] if counts else _with_the_rest(moment, items, before, deed)
        if len(counts) > 1 or not 1 <= times <= MOST_TIMES:
            continue
        if again and not areas:
            continue
        if (
            not areas
            and before is not None
            and before.deed == deed
            and any(i.says("once_more") for i in items)
        ):
            return Part(deed, before.readings)  # `suppress heresy in France, then heresy again`
        if not areas:
            return Part(deed, _anywhere(moment, deed, order, times))
        lines = [f"{order} in {moment.say(AREA, area)}" for area in areas]
        return Part(deed, one(*lines * times)) if len(lines) == 1 or times == 1 else None
    return None


def _is_price(item: Item, prices: Sequence[int]) -> bool:
    return item.kind == NUMBER and item.prep in ("with", "for") and item.count in prices


def _without_the_total(items: Sequence[Item]) -> list[Item]:
    """`three sermons: two for France, one for Scotland`: without how many there are in all."""
    numbers = [item for item in items if item.kind == NUMBER]
    colon = next((at for at, item in enumerate(items) if item.mark(":")), 0)
    heads = [item for item in items[:colon] if item.kind == NUMBER]
    if len(heads) != 1 or len(numbers) < 3:
        return list(items)
    total = heads[0].count == sum(item.count or 0 for item in numbers[1:])
    return [item for item in items if item is not heads[0]] if total else list(items)


def _with_the_rest(moment: Moment, items: Sequence[Item], before: Part | None, deed: str) -> int:
    """How often `the rest` pays for a deed: once without these words, else as often as it can."""
    if not says_the_rest(items):
        return 1
    left = int(getattr(with_points_left(moment, items, before).question, "cp", 0))
    cost = min(prices_of(moment, _ACTIONS[deed]), default=0)
    return left // cost if cost else 0


def _anywhere(moment: Moment, deed: str, order: str, times: int) -> tuple[Reading, ...]:
    """Where it may be, if nothing is said of that: of several areas, the player chooses."""
    lines = [f"{order} in {moment.say(AREA, area)}" for area in _areas_of(moment, deed)]
    return tuple(Reading((line,) * times, sure=len(lines) == 1) for line in lines)


def _areas_of(moment: Moment, deed: str) -> Sequence[str]:
    """Where a power may do this at all."""
    areas: Sequence[str] = moment.game.data.actions[_ACTIONS[deed]].areas.get(moment.power, ())
    return areas


def _is_area(moment: Moment, item: Item) -> bool:
    """An area by its name; the own power as the subject is none."""
    subject = not item.prep and item is moment.items[0] and len(moment.items) > 1
    return bool(item.named(AREA)) and not (subject and bool(item.named(NATION)))


def rebel(moment: Moment, items: list[Item], before: Part | None) -> Part | None:
    """`rebellion in Lyon for 3`, `3 CP on a revolt in Antwerp`."""
    again = before is not None and before.deed == "rebel" and no_verb(items)
    if not (orders(items, "rebel") or again):
        return None
    spaces = [item.space for item in items if item.kind == PLACE and item.prep in ("", "in", "to", "for")]
    prices = prices_of(moment, "rebellion")
    said = points(moment, items, before, prices)
    rest = [item for item in items if item.kind not in (PLACE, *POINTS) and not is_another(moment, item)]
    if len(spaces) != 1 or not spaces[0] or said is None or not only_beside(moment, rest, "rebel", "against"):
        return None
    order = f"rebel in {moment.say(SPACE, spaces[0])}"
    return Part("rebel", at_any_price(order, said, prices))


# ---- Conversions (18.5)

_DICE = {"sixes": "sixes", "fours": "minor", "saved": "saved", "unrest": "unrest"}
"""Words that say by which dice the spaces after them turn, as the order has it."""


_BY_NUMBER = {4: "minor", 5: "minor", 6: "sixes"}


def convert(moment: Moment) -> list[Reading]:
    """`Rouen with the six, then Lyon and Dijon, unrest in Dijon`; `whatever is best`."""
    if any(item.says("usual") for item in moment.items):
        plain = all(item.says("usual") or adds_nothing(moment, item, "convert") for item in moment.items)
        return [Reading(("usual",))] if plain else []
    found: dict[str, list[str]] = {}
    bucket = ""
    for at, item in enumerate(moment.items):
        if item.kind == PLACE and item.space:
            found.setdefault(_die_after(moment.items, at) or bucket, []).append(item.space)
        elif said := _die(item):
            bucket = said if not _die_belongs_before(moment.items, at) else bucket
        elif item.mark(";") and bucket == "unrest":
            bucket = ""
        elif not adds_nothing(moment, item, "convert", "with", "by", "in", "for", "to", "both"):
            return []
    if not found:
        return []
    parts = [
        f"{lead} {', '.join(moment.say(SPACE, space) for space in found[lead])}".strip()
        for lead in ("", *_DICE.values())
        if lead in found
    ]
    return [Reading(("; ".join(parts),))]


def _die(item: Item) -> str:
    if item.kind == NUMBER and item.count in _BY_NUMBER:
        return _BY_NUMBER[item.count]  # `Toulouse with the 5`
    return next((order for idea, order in _DICE.items() if item.chunk.says(idea)), "")


def _die_belongs_before(items: Sequence[Item], at: int) -> bool:
    """`Rouen with the six`: the die stands after its space."""
    before = [one for one in items[:at] if not one.says("the", "filler")]
    if items[at].prep in ("with", "for"):
        return bool(before) and before[-1].kind == PLACE
    with_ = bool(before) and before[-1].says("with", "for")
    return with_ and len(before) > 1 and before[-2].kind == PLACE


def _die_after(items: Sequence[Item], at: int) -> str:
    for n, item in enumerate(items[at + 1 : at + 5], at + 1):
        if _die(item):
            return _die(item) if _die_belongs_before(items, n) else ""
        if not item.says("with", "for", "the", "filler"):
            return ""
    return ""
