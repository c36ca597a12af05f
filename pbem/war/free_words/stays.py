"""Who stays behind, in free words: `the mercs stay`, `leave 1 regular in Dijon`, `while Francis waits`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from pbem.language.forces import standing
from pbem.language.items import ALL, EVERY, NUMBER, PERSON, UNITS, Item
from pbem.language.items import PLACE as PLACE_ITEM
from pbem.language.meanings import Moment, Reading
from pbem.language.names import LEADER
from pbem.war.free_words.forces import Force, Journey, Some, journey
from pbem.war.free_words.parts import Part, deeds_in
from pbem.war.orders.land import generals
from pbem.war.orders.naval import own_admirals
from rules.war.ids import LAND_KINDS


def only(items: Sequence[Item], *deeds: str) -> bool:
    """Whether every verb may say one of these deeds."""
    allowed = {f"{table}.{deed}" for deed in deeds for table in ("deed", "about")}
    return all(not one.isdisjoint(allowed) for one in deeds_in(items))


def stay(moment: Moment, items: list[Item], before: Part | None) -> Part | None:
    """`the mercs stay behind`, `leave 1 regular in Dijon`, `while Francis waits`."""
    if without := _go_without(items):
        return Part("stay", (Reading(()),), Journey(Force(units=[Some(EVERY, unit) for unit in without])))
    if does_not(items):
        items = [
            *items[:-1],
            replace(items[-1], chunk=replace(items[-1].chunk, ideas=frozenset({"deed.stay"}))),
        ]
    if not any(item.says("deed.stay") for item in items) or not only(items, "stay"):
        return None
    own = [*generals(moment.game, moment.power), *own_admirals(moment.game, moment.power)]
    if any(item.says("with") and item.chunk.text.startswith("and ") for item in items):
        return None  # `leaves 1 regular and takes everyone else`
    led_by, items = _who_leaves_them(items, own)
    if _leaves_what_stands_before(items):
        return None
    found = journey(
        moment,
        list(_leaving(items)),
        own,
        "deed.stay",
        "about.stay",
        "about.move",
        "men",
        "army",
        "fleet",
        "he",
        "while",
        "rest",
    )
    told = found.force or "about.stay" in found.ideas or found.origin or found.to  # `Linz stays`
    if found.left or found.origin == "?" or not told:
        return None
    if (found.force.but_leaders or found.force.but_units) and not found.force.every:
        return None  # `1 cavalry, but Ibrahim remains`: of two clauses
    if found.force.but_units and any(
        item.says("about.move") and not item.says("about.stay") for item in items
    ):
        return None  # `taking everyone except a single regular that minds Dijon`: who is taken goes
    if found.to and any(item.prep in ("to", "via", "against", "for") or item.mark(">") for item in items):
        return None
    found.origin, found.to = found.origin or (found.to[0] if found.to else ""), []
    found.led_by = led_by
    if found.origin and not _are_there(moment, found):
        return None  # `to Lincoln and then York, Henry stays`
    return Part("stay", (Reading(()),), found)


def _are_there(moment: Moment, found: Journey) -> bool:
    """Whether those who are said to stay in a place stand there, as far as they are named."""
    game, force = moment.game, found.force
    if any(game.leaders[who].place != found.origin for who in force.leaders):
        return False
    kinds = (*LAND_KINDS, *game.naval_kinds)
    here = {kind for _, kind, _ in standing(game, moment.power, found.origin, kinds)}
    return not any(some.unit in kinds and some.unit not in here for some in force.units)


def does_not(items: Sequence[Item]) -> bool:
    """`Charles does not.`: what stands before it is not done by these."""
    return (
        len(items) > 1
        and items[-1].says("not")
        and items[-1].chunk.text in _DOES_NOT
        and all(
            item.kind in (PERSON, UNITS, NUMBER, ALL, PLACE_ITEM) or item.says("the", "and")
            for item in items[:-1]
        )
    )


_DOES_NOT = ("does not", "do not", "doesnt", "dont", "not", "will not", "wont")


def _leaving(items: Sequence[Item]) -> Iterator[Item]:
    """`leaving one mercenary`: here it is the verb, and spares nobody of those who stay."""
    for item in items:
        verb = item.says("leave_behind") and item.says("but")
        yield replace(item, chunk=replace(item.chunk, ideas=item.chunk.ideas - {"but"})) if verb else item


def _go_without(items: Sequence[Item]) -> list[str]:
    """`No mercenaries with him.`: the kinds that do not come along."""
    plain = [item for item in items if not item.says("the", "filler")]
    if len(plain) < 3 or not plain[0].says("no") or plain[1].count is not None:
        return []
    with_him = all(item.says("with", "about.move") and item.chunk.text in _WITH_HIM for item in plain[2:])
    return [plain[1].unit] if plain[1].kind == UNITS and not plain[1].nation and with_him else []


_WITH_HIM = ("with him", "with them", "with her", "along", "along with him")


def _who_leaves_them(items: list[Item], own: Sequence[str]) -> tuple[list[str], list[Item]]:
    """`Francis leaves 2 regulars behind`: the leader before the verb, and the items without him."""
    first = items[0].named(LEADER) if items[0].kind == PERSON else ""
    after = items[1] if len(items) > 1 else None
    if first in own and after is not None and after.says("leave_behind"):
        return [first], items[1:]
    return [], items


def _leaves_what_stands_before(items: Sequence[Item]) -> bool:
    """`both mercenaries, leaving one regular`: who is left stands after the verb, not before it."""
    for at, item in enumerate(items):
        if item.says("leave_behind"):
            left = any(one.kind in (UNITS, ALL, NUMBER, PERSON) for one in items[at + 1 : at + 4])
            return any(one.kind in (UNITS, ALL, NUMBER, PERSON) for one in items[:at]) or not left
    return False


def are_apart(force: object, stayed: object) -> bool:
    """Whether it is said who acts, and nobody of them is said to stay."""
    if not isinstance(force, Force) or not isinstance(stayed, Journey) or force.every or not force:
        return False
    kinds = {some.unit for some in force.units if some.count == EVERY}
    return not set(stayed.force.leaders) & set(force.leaders) and not any(
        some.unit in kinds or "" in kinds for some in stayed.force.units
    )
