"""Answers to an attack in free words: interception, avoiding battle, withdrawal, losses, relief."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from pbem.language.forces import standing
from pbem.language.items import ALL, EVERY, MARK, NUMBER, PERSON, PLACE, UNITS, WORD, Item
from pbem.language.meanings import Moment, Reader, Reading
from pbem.language.names import LEADER, NATION, SPACE
from pbem.language.names import PLACE as PLACES
from pbem.war.free_words.answers import ALSO, NO, YES, adds_nothing, is_said, polarity, says
from pbem.war.free_words.forces import Force, Journey, journey
from pbem.war.free_words.parts import ALWAYS, left_over
from pbem.war.free_words.stays import are_apart, does_not, stay
from pbem.war.orders.land import generals
from pbem.war.orders.naval import own_admirals

_MEN = ("men", "army", "everybody", "fleet", "alone")


def _field(moment: Moment, name: str, default: Any) -> Any:
    return getattr(moment.question, name, default)


def _refuses(items: Sequence[Item], *more: str) -> bool:
    return any(item.says("not", "doubt", "no", *more) for item in items)


def _says_no(moment: Moment, topic: str) -> bool:
    return any(says(moment, item, one, NO) for item in moment.items for one in (topic, "any"))


def _alone(force: Force) -> bool:
    """A leader is named and nobody else: he, or his army?"""
    return bool(force.leaders) and not force.units and not force.every


# ---- Interception


def intercept(moment: Moment) -> list[Reading]:
    """`Charles intercepts with 5 regulars`, `not intercepting with anyone`."""
    moment, stayed = _without_who_stays(moment)
    stacks = dict(_field(moment, "stacks", ()))
    here = [item for item in moment.items if not (item.kind == PLACE and item.place in stacks)]
    if here and polarity(moment.of(here), "intercept") is False:
        named = {item.place for item in moment.items if item.kind == PLACE} & stacks.keys()
        return [Reading(("decline",), sure=not named or named == stacks.keys())]  # `Linz stays`, and Graz?
    if _refuses(moment.items, "if_fails", "else") or _says_no(moment, "intercept"):
        return _with_the_next(moment, intercept)
    found = _force(moment, "intercept", generals(moment.game, moment.power))
    if found is None:
        return _two_stacks(moment, list(stacks))
    force, places = found
    places = [place for place in places if place in stacks]
    if force.leaders and not places:
        at = [moment.game.leaders[who].place for who in force.leaders]
        places = [place for place in at if place in stacks]
    if any(
        (one.force and not are_apart(force, one)) or (one.origin in places and not one.force)
        for one in stayed
    ):
        return []
    texts = [(force.said(moment) or "all", True)]
    if _alone(force) and not force.alone:
        texts = [("all", False), (force.said(moment), False)]
    return [
        Reading((f"intercept with {text} from {moment.say(SPACE, place)}",), sure)
        for place in dict.fromkeys(places or stacks)
        for text, sure in texts
    ]


def _two_stacks(moment: Moment, stacks: Sequence[str]) -> list[Reading]:
    """`Charles + 8 from Graz, and the 3 from Linz`: one after the other."""
    lines: list[str] = []
    part: list[Item] = []
    own = generals(moment.game, moment.power)
    for item in moment.items:
        if item.kind == PLACE and item.place in stacks:
            found = journey(moment, part, own, *_MEN)
            if found.left or not found.force:
                return []
            lines.append(f"intercept with {found.force.said(moment)} from {moment.say(SPACE, item.place)}")
            part = []
        elif not (
            says(moment, item, "intercept", YES)
            or says(moment, item, "intercept", ALSO)
            or item.chunk.says("both")
        ):
            part.append(item)
    return [Reading(tuple(lines))] if len(lines) > 1 and not left_over(part) else []


def _force(moment: Moment, topic: str, own: Sequence[str]) -> tuple[Force, list[str]] | None:
    """The force of an answer and the places in it; None if a word is not explained."""
    said = [item for item in moment.items if says(moment, item, topic, YES) or says(moment, item, "any", YES)]
    stacks = dict(_field(moment, "stacks", ()))
    from_one = any(
        item.kind == PLACE and item.prep == "from" and item.place in stacks for item in moment.items
    )
    if not said and not (from_one and any(item.kind in (PERSON, UNITS, ALL) for item in moment.items)):
        return None  # but for `Charles and 8 regulars from Graz`
    enemy, there = _field(moment, "mover", ""), _field(moment, "to", "") or _field(moment, "space", "")
    left: list[Item] = []
    places: dict[str, None] = {}
    for item in moment.items:
        if item.kind == PLACE:
            if item.place != there:
                places[item.place] = None
        elif item.kind == PERSON and item.named(LEADER) not in own and not item.prep:
            continue  # whom he intercepts
        elif item.kind in (PERSON, UNITS, ALL) or not (
            item in said
            or says(moment, item, topic, ALSO)
            or (
                item.kind == WORD
                and item.named(NATION)
                and item.named(NATION) in (enemy or item.named(NATION))
            )
            or adds_nothing(moment, item, topic, "deed.move", "deed.attack", "purpose")
        ):
            left.append(item)
    found = journey(moment, left, own, *_MEN)
    return None if found.left or len(places) > 1 else (found.force, list(places))


def naval_intercept(moment: Moment) -> list[Reading]:
    """`yes, both squadrons intercept`."""
    moment, stayed = _without_who_stays(moment)
    if polarity(moment, "naval_intercept") is False:
        return [Reading(("decline",))]
    found = _force(moment, "naval_intercept", own_admirals(moment.game, moment.power))
    if found is None or _refuses(moment.items) or _says_no(moment, "naval_intercept"):
        return []
    force, places = found
    if any(not are_apart(force, one) for one in stayed):
        return []
    chances = list(dict.fromkeys(_field(moment, "chances", ())))
    origins = [origin for _zone, origin in chances]
    places = [place for place in places if place in origins] or origins
    whole = not force.leaders and all(some.count == EVERY for some in force.units)
    said = "all" if whole else force.said(moment)
    return [
        Reading((f"intercept in {moment.say(PLACES, zone)} with {said} from {moment.say(PLACES, origin)}",))
        for zone, origin in chances
        if origin in places
    ]


# ---- Avoiding battle, and withdrawal


def avoid(moment: Moment) -> list[Reading]:
    """`retreat to Linz with everyone`, `we stand and fight`, `withdraw into Vienna`."""
    moment, stayed = _without_who_stays(moment)
    if polarity(moment, "inside"):
        return [Reading(("stay", "withdraw"), fleeting=True)]
    if any(item.says("neither") for item in moment.items) and _neither(moment):
        return [Reading(("stay", "fight"), fleeting=True)]
    if polarity(moment, "avoid_battle") is False:
        return [Reading(("stay",))]
    here = _field(moment, "space", "")
    kept = [item for item in moment.items if not (item.kind == PLACE and item.place == here)]
    said = any(
        says(moment, item, "avoid_battle", YES) or (item.kind == PLACE and item.prep == "to") for item in kept
    ) or {PLACE, ALL} <= {item.kind for item in kept}  # `Rouen, all of us`
    if (
        not said
        or _says_no(moment.of(kept), "avoid_battle")
        or any(item.says("not", "doubt") for item in kept)
    ):
        return _with_the_next(moment, avoid)
    spaces = list(dict.fromkeys(item.space for item in kept if item.kind == PLACE and item.space))
    mine = [item for item in kept if item.kind != PLACE and not _explained(moment, item)]
    found = journey(moment, mine, generals(moment.game, moment.power), *_MEN)
    if found.left or len(spaces) != 1:
        return _with_the_next(moment, avoid)
    force, order = found.force, f"avoid battle to {moment.say(SPACE, spaces[0])}"
    if _alone(force):
        alone = Reading((f"{order} with {force.said(moment)}",), sure=force.alone)
        if force.leaders == list(moment.game.leaders_at(here, moment.power)) and not force.alone:
            return [Reading((order,))]  # `Ferdinand avoids battle`: with all whom he commands
        return [alone] if force.alone else [Reading((order,), sure=False), alone]
    whole = (force.every or not force.units) and not (force.but_units or force.but_leaders)
    if any(not are_apart(force, one) for one in stayed):
        return []
    if whole:
        return [Reading((order,))]
    said_of = f"{order} with {force.said(moment)}"
    leaders = list(moment.game.leaders_at(here, moment.power))
    if leaders and not (force.leaders or force.but_leaders or force.alone or force.every):
        # `with the three regulars`: whether their leader comes along is not said.
        led = f"{order} with {replace(force, leaders=leaders).said(moment)}"
        return [Reading((one,), sure=False) for one in (led, said_of)]
    return [Reading((said_of,))]


def _without_who_stays(moment: Moment) -> tuple[Moment, list[Journey]]:
    """Without clauses of those who stay behind (`2 regs and the merc stay in the city`), and with these."""
    kept: list[Item] = []
    stayed: list[Journey] = []
    clause: list[Item] = []
    for item in [*moment.items, None]:
        if item is not None and not item.mark(",", ";"):
            clause.append(item)
            continue
        part = stay(moment, clause, None) if clause else None
        named = (
            isinstance(part.about, Journey)
            and (part.about.force.units or part.about.origin or (does_not(clause) and kept))
            if part
            else ()
        )
        if part is not None and named and isinstance(part.about, Journey):
            stayed.append(part.about)
        else:
            kept += clause if item is None else [*clause, item]
        clause = []
    return (moment.of(kept), stayed) if any(item.kind != MARK for item in kept) else (moment, [])


def _neither(moment: Moment) -> bool:
    """`neither avoids nor withdraws`."""
    return any(says(moment, item, "avoid_battle", YES) for item in moment.items) and any(
        says(moment, item, "inside", YES) or says(moment, item, "withdraw", YES)
        for item in moment.items
        if not says(moment, item, "avoid_battle", YES) or item.chunk.text.startswith("withdraw")
    )


def _explained(moment: Moment, item: Item) -> bool:
    if item.kind in (UNITS, ALL, PERSON):
        return False
    return says(moment, item, "avoid_battle", YES) or says(moment, item, "avoid_battle", ALSO)


def _with_the_next(moment: Moment, reader: Callable[[Moment], list[Reading]]) -> list[Reading]:
    """`no avoiding, straight into the fortress`: an answer now, and one to the question after it."""
    for at, item in enumerate(moment.items):
        if not (item.mark(",", ";") or item.says("and", "then", "else", "but")):
            continue
        rest, only_if = moment.items[at + 1 :], item.says("else")
        while rest and (rest[0].kind == MARK or rest[0].says("and", "then", "else", "if_fails")):
            only_if = only_if or rest[0].says("else", "if_fails")
            rest = rest[1:]
        now = reader(moment.of(moment.items[:at]))
        if len(now) != 1 or len(now[0].lines) != 1:
            continue
        inside = polarity(moment.of(rest), "inside", also=(LEADER,))
        outside = polarity(moment.of(rest), "withdraw", also=(LEADER,)) is False and any(
            says(moment, item, "withdraw", NO) and not item.says("deed.stay") for item in rest
        )
        if inside or outside:
            follow = "withdraw" if inside else "fight"
            orders = (now[0].lines[0], f"if failed: {follow}" if only_if else follow)
            return [Reading(orders, now[0].sure, fleeting=reader is avoid and not only_if)]
    return []


def withdraw(moment: Moment) -> list[Reading]:
    """`Ferdinand pulls back behind the walls`, `stay outside and fight`."""
    here = _field(moment, "place", "") or _field(moment, "space", "")
    kept = [item for item in moment.items if not (item.kind == PLACE and (item.place == here or not here))]
    kept = [item for item in kept if not _is_all_there(moment, item, here)]
    said = polarity(moment.of(kept), "withdraw")
    return [] if said is None else [Reading(("withdraw" if said else "fight",))]


def _is_all_there(moment: Moment, item: Item, here: str) -> bool:
    """`both regulars go in`: an army that is named as a whole."""
    if item.kind != UNITS or not here:
        return False
    counts = [count for _, unit, count in standing(moment.game, moment.power, here) if unit == item.unit]
    return item.count in (EVERY, None, sum(counts)) and len(standing(moment.game, moment.power, here)) == 1


def naval_avoid(moment: Moment) -> list[Reading]:
    """`slip into Barcelona harbour`, `the fleet stays and fights`."""
    places = [item for item in moment.items if item.kind == PLACE]
    rest = [
        item
        for item in moment.items
        if item.kind != PLACE and not (item.kind == UNITS and item.count is None)
    ]
    said = polarity(moment.of(rest), "naval_avoid")
    if not places:
        return [Reading(("no",))] if said is False else []
    return [Reading((moment.say(PLACES, places[0].place),))] if said and len(places) == 1 else []


# ---- Losses


def losses(moment: Moment) -> list[Reading]:
    """`2 regs die`, `both from the mercenaries`, `1 regular and 1 mercenary`."""
    count = _field(moment, "count", 0)
    some, numbers, kinds = list[str](), list[int](), list[str]()
    items, spared = _but_for_those_kept(moment.items)
    for item in items:
        if item.unit in spared:
            return []
        if item.kind == UNITS and item.unit:
            whose = f"{moment.say(NATION, item.nation)} {item.unit}" if item.nation else item.unit
            if item.count is None:
                kinds.append(whose)
            elif item.count > 0:
                some.append(f"{item.count} {whose}")
            else:
                return []
        elif item.kind == NUMBER:
            numbers.append(item.count or 0)
        elif item.kind == PLACE and item.place == _field(moment, "place", ""):
            continue
        elif not adds_nothing(moment, item, "losses", "from", "each"):
            return []
    if not some and not kinds and numbers == [1] and any(item.says("each") for item in moment.items):
        return [Reading(("lose " + ", ".join(f"1 {kind}" for kind in _kinds(moment)),))]
    sure = is_said(moment, "losses")
    if some and not kinds and not numbers:
        return [Reading((f"lose {', '.join(some)}",), sure)]
    if len(kinds) == 1 and not some and (not numbers or numbers == [count]):
        return [Reading((f"lose {count} {kinds[0]}",), sure)]
    return []


def _but_for_those_kept(items: Sequence[Item]) -> tuple[list[Item], set[str]]:
    """`keep the mercs, I lose two regulars`: without the clause of those who are kept, and their kinds."""
    lost: list[Item] = []
    spared: set[str] = set()
    clause: list[Item] = []
    for item in [*items, None]:
        if item is not None and not item.mark(",", ";"):
            clause.append(item)
            continue
        units = {one.unit for one in clause if one.kind == UNITS and one.count is None}
        kept = clause and clause[0].says("leave_behind") and units
        plain = all(one.kind == UNITS or one.says("leave_behind", "the", "filler") for one in clause)
        if kept and plain:
            spared |= units
        else:
            lost += clause
        clause = []
    return lost, spared


def _kinds(moment: Moment) -> list[str]:
    """The kinds of units of which some may be lost."""
    return list(dict.fromkeys(kind for _nation, kind, _count in _field(moment, "units", ())))


# ---- Who goes inside, who comes out to help


def part_of_army(topic: str, verb: str) -> Reader:
    """The reader of a question for a part of an army."""

    def read(moment: Moment) -> list[Reading]:
        here = _field(moment, "space", "")
        kept = [item for item in moment.items if not (item.kind == PLACE and item.place == here)]
        said = polarity(moment.of(kept), topic)
        if said is False:
            return [Reading(("nobody",))]
        if said and not any(item.kind in (UNITS, NUMBER, PERSON) for item in kept):
            return [Reading((f"{verb} all",))]
        mine, others = _and_the_rest(kept)
        if any(not _of_the_rest(moment, item, topic) for item in others):
            return []
        mine = [
            item
            for item in mine
            if not (item.kind == WORD and any(says(moment, item, topic, a) for a in (YES, ALSO)))
        ]
        found = journey(moment, mine, generals(moment.game, moment.power), "men", "army", "alone")
        if found.left or not found.force or any(says(moment, item, topic, NO) for item in mine):
            return []
        sure = not _alone(found.force) or found.force.alone
        return [Reading((f"{verb} {found.force.said(moment)}",), sure)]

    return read


def _and_the_rest(items: Sequence[Item]) -> tuple[list[Item], list[Item]]:
    """Who is meant, and what the rest does, which goes without saying."""
    for at, item in enumerate(items):
        others = any(one.kind == ALL for one in items[at:]) or any(
            "other" in one.chunk.text for one in items[at:]
        )
        if item.mark(",", ";") and others:
            return list(items[:at]), list(items[at:])
    return list(items), []


def _of_the_rest(moment: Moment, item: Item, topic: str) -> bool:
    counted = item.kind == NUMBER and item.count is not None
    return (
        item.kind in (MARK, ALL) or counted or item.chunk.says(*ALWAYS) or says(moment, item, topic, "others")
    )
