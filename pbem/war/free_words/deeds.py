"""What command points buy besides moves, in free words."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.language.colour import PAINTED
from pbem.language.items import (
    ALL,
    COST,
    MARK,
    NUMBER,
    PERSON,
    PLACE,
    REST_CP,
    UNITS,
    WORD,
    Item,
)
from pbem.language.meanings import Moment
from pbem.language.names import LEADER, MAJOR, NATION, SEA, SPACE
from pbem.war.free_words.building import Built, where_it_went
from pbem.war.free_words.forces import Force, Journey
from pbem.war.free_words.parts import ALWAYS, Part, deeds_in, left_over, no_verb, one, orders
from pbem.war.free_words.subjects import without_subject
from pbem.war.orders.land import generals

# ---- Control and unrest


def control(moment: Moment, items: list[Item], before: Part | None) -> Part | None:
    """`take Nice`, `put a French flag on Nice`, `restore order in Orleans`."""
    found = [
        part
        for deed, order in (("calm", "remove unrest in"), ("control", "control"))
        if (part := _of_a_space(moment, items, before, deed, order)) is not None
    ]
    if len(found) < 2:
        return found[0] if found else None
    # `flip Pressburg` may be either, and the board knows which.
    return Part(found[-1].deed, tuple(reading for part in found for reading in part.readings))


def _of_a_space(moment: Moment, items: list[Item], before: Part | None, deed: str, order: str) -> Part | None:
    again = no_verb(items) and (
        (before is not None and before.deed == deed)
        or (deed == "calm" and any(item.says("unrest") for item in items))
    )
    if not (orders(items, deed) or again):
        return None
    own = [item for item in without_subject(moment, items) if not item.says("unrest", "first")]
    if any(item.kind == PERSON for item in items) or _is_another_place(own, deed):
        return None  # who goes there does not only take control
    if len(items) > 1 and items[-1].says("deed.end") and _is_joint(items[-2]):
        return None  # `put down Orleans, end`: that ends the impulse, and not the unrest
    spaces = [
        item.space for item in own if item.kind == PLACE and item.prep in ("", "in", "to", "from", "for")
    ]
    rest = [item for item in own if item.kind not in (PLACE, COST, REST_CP, NUMBER)]
    bare = deed == "control" and all(item.says("deed.control", "about.control", *ALWAYS) for item in own)
    if not spaces and before is not None and (bare or any(item.says("it", "there") for item in own)):
        spaces = where_it_went(before)
        rest = [item for item in rest if not item.says("it", "there")]
        own = [item for item in own if item.kind != PLACE]
        if len(spaces) == 1 and not left_over(rest, f"deed.{deed}", f"about.{deed}"):
            return Part(deed, one(f"{order} {moment.say(SPACE, spaces[0])}"))
        return None
    numbers = [item for item in own if item.kind == NUMBER]
    if not spaces or not all(spaces) or left_over(rest, f"deed.{deed}", f"about.{deed}"):
        return None
    if len([item for item in own if item.kind == PLACE]) != len(spaces) or len(numbers) > len(spaces):
        return None
    told = (
        again and before is None and any(item.chunk.text == "again" for item in own)
    )  # `unrest in Tours again`
    # `occupy and control Nice`: the first may be a march.
    twice = len(deeds_in(own)) > len(spaces) and any(item.says("and") for item in own)
    return Part(
        deed, one(*(f"{order} {moment.say(SPACE, space)}" for space in spaces), sure=not (twice or told))
    )


def _is_joint(item: Item) -> bool:
    return item.mark(",", ";", "-", "+") or item.says("and", "then")


def _is_another_place(items: list[Item], deed: str) -> bool:
    """`another for Lyon, calm Orleans`: what stands before a comma and the verb is of the deed before."""
    verb = next((at for at, item in enumerate(items) if item.says(f"deed.{deed}")), 0)
    before, after = items[:verb], items[verb:]
    return (
        any(item.kind == PLACE for item in after)
        and any(item.mark(",") for item in before)
        and any(item.kind == PLACE for item in before)
    )


def piracy(moment: Moment, items: list[Item], before: Part | None) -> Part | None:
    """`pirate the Emperor in the Ionian Sea`."""
    if not orders(items, "piracy"):
        return None
    zones = [item.sea for item in items if item.kind == PLACE and item.sea]
    there = any(item.says("there") for item in items)
    targets = list(
        dict.fromkeys(item.named(NATION) for item in items if item.kind != PLACE and item.named(NATION))
    )
    targets = [target for target in targets if target != moment.power and target in moment.game.majors]
    rest = [
        item
        for item in without_subject(moment, items)
        if not (item.kind == PLACE and item.sea) and not item.named(NATION) and item.kind != COST
        and not (item.kind == UNITS and item.unit == "corsairs")
    ]  # fmt: skip
    if (
        len(zones) > 1
        or len(targets) != 1
        or left_over(rest, "deed.piracy", "about.piracy", "against", "in", "there")
    ):
        return None
    where = f" in {moment.say(SEA, zones[0])}" if zones else ""
    if there:
        if before is None and not zones:
            where = ""  # told in a line before: there is one such sea, or nobody knows
        elif before is None or not isinstance(before.about, Journey) or not before.about.to:
            return None
        else:
            where = f" in {moment.say(SEA, before.about.to[-1])}"
    return Part("piracy", one(f"piracy{where} against {moment.say(MAJOR, targets[0])}"))


# ---- The end


def end(moment: Moment, items: list[Item], before: Part | None) -> Part | None:
    """`I forfeit the remaining CP`."""
    if not orders(items, "end") or any(item.says(PAINTED) for item in items):
        return None  # `the cupola must be finished`
    rest = [item for item in without_subject(moment, items) if item.kind != REST_CP]
    there = THERE if any("there" in item.chunk.text.split() for item in items) else None
    return None if left_over(rest, "deed.end", "about.end", "for") else Part("end", one("end"), there)


THERE = "there"
"""`..., and stop there`: in the middle of a line it is a march that ends."""


def remark(moment: Moment, items: list[Item], before: Part | None) -> Part | None:
    """What only adds up costs, or is a head: `3 CP`, `that is my 6`, `New World`."""
    if all(item.kind in (COST, REST_CP) for item in items):
        return Part("remark", one())
    if before is not None and before.deed == "move" and _lays_siege(items):
        return Part("remark", one())
    if only_moves := _who_only_moves(moment, items):
        return Part("remark", one(), Force(only_moves, alone=True))
    if (place := _spoken_of(items)) and before is None:
        return Part("remark", one(), Built("", place))  # `Orleans is restless; calm it down`
    if all(item.kind == MARK or item.says("deed.build", *ALWAYS) for item in items) and before is None:
        return Part("remark", one())  # `I'd like to recruit: ...`
    heads = [item for item in items if not item.says("head")]
    own = generals(moment.game, moment.power)
    led = [item.named(LEADER) for item in heads if item.kind == PERSON and item.named(LEADER) in own]
    plain = [item for item in heads if item.kind not in (COST, REST_CP, NUMBER, PLACE, ALL)]
    plain = [item for item in plain if item.kind != PERSON or item.named(LEADER) not in led]
    if len(heads) < len(items) and not left_over(plain):
        everything = any(item.kind == ALL for item in heads)
        return Part("remark", one(), Force(led, [], "all" if everything else "") if led else None)
    return None


def _lays_siege(items: Sequence[Item]) -> bool:
    """`Francis and all to Besancon, siege`: whoever comes to an enemy's fortress besieges it."""
    return bool(deeds_in(items)) and all(
        item.kind == MARK or item.says("deed.attack", "it", "there", *ALWAYS) for item in items
    )


def _who_only_moves(moment: Moment, items: Sequence[Item]) -> list[str]:
    """`Only Ibrahim moves.`, before it is told where to."""
    own = generals(moment.game, moment.power)
    people = [item.named(LEADER) for item in items if item.kind == PERSON]
    plain = [item for item in items if item.kind != PERSON]
    told = any(item.says("alone") for item in plain) and any(item.says("deed.move") for item in plain)
    others = left_over(plain, "alone", "deed.move", "about.move")
    return people if len(people) == 1 and people[0] in own and told and not others else []


def _spoken_of(items: list[Item]) -> str:
    """The place of which a clause says how it is there, and orders nothing."""
    places = [item.space for item in items if item.kind == PLACE and not item.prep]
    says_so = any(item.says("remark", "scenery", "state") for item in items)
    plain = all(item.kind in (PLACE, MARK) or item.says(*ALWAYS, "be", "remark", "state") for item in items)
    return places[0] if len(places) == 1 and says_so and plain and not deeds_in(items) else ""


def purpose(moment: Moment, items: list[Item], before: Part | None) -> Part | None:
    """`Attack the Spanish ship in Barcelona:`, before the order that does it."""
    if not any(item.says("deed.attack") for item in items) or before is not None:
        return None
    enemy = any(
        (item.kind == UNITS and item.nation) or (item.kind == WORD and item.named(NATION)) for item in items
    )
    known = all(
        item.kind in (PLACE, MARK) or (item.kind == UNITS and item.nation) or item.named(NATION)
        or (item.kind == WORD and item.chunk.says(*ALWAYS, "deed.attack"))
        for item in items
    )  # fmt: skip
    return Part("purpose", one()) if enemy and known else None
