"""What command points buy besides moves, in free words."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.games.his.free_words.forces import journey
from pbem.games.his.free_words.parts import ALWAYS, Part, deeds_in, left_over, no_verb, orders
from pbem.games.his.orders.land import generals
from pbem.language.free_words import Moment, Reading
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
from pbem.language.names import CARD, DEBATER, LANGUAGE, LEADER, MAJOR, NATION, SEA, SPACE
from rules.his.war.build_actions import BuildCorsair, BuildSquadron, BuyMercenary, RaiseCavalry, RaiseRegular

MOST_BUILT = 12
_BUILDS = {
    "regulars": (RaiseRegular, "regular"),
    "mercenaries": (BuyMercenary, "mercenary"),
    "cavalry": (RaiseCavalry, "cavalry"),
    "squadrons": (BuildSquadron, "squadron"),
    "corsairs": (BuildCorsair, "corsair"),
}


def without_subject(moment: Moment, items: Sequence[Item]) -> list[Item]:
    """The items without the own power, and without an own leader who is the subject: `Francis hires ...`."""
    own = [
        item
        for item in items
        if not (item.kind == WORD and item.named(NATION) == moment.power and not item.prep)
    ]
    while own and own[0].says("the", "filler"):
        own = own[1:]
    if own and own[0].kind == PERSON and not own[0].prep:
        who = own[0].named(LEADER)
        figure = moment.game.leaders.get(who)
        if (figure is not None and moment.game.leader_commander(who) == moment.power) or own[0].named(NATION) == moment.power:
            own = own[1:]
    return own


def one(*lines: str, sure: bool = True) -> tuple[Reading, ...]:
    return (Reading(lines, sure),)


# ---- Construction


def build(moment: Moment, items: list[Item], before: Part | None) -> Part | None:
    """`2 mercs in Paris, 1 in Lyon`, `raise three regulars: two in Vienna and one in Antwerp`."""
    said = orders(items, "build")
    if not (said or no_verb(items)):
        return None
    found, unit = list[str](), _unit_before(before)
    pending: list[tuple[int | None, str]] = []
    announced, closed, single = 0, False, False
    for item in without_subject(moment, items):
        if (
            item.kind == UNITS
            and item.unit
            and not item.nation
            and item.prep not in ("from", "against", "via")
        ):
            if pending and pending[-1][1] == item.unit and (pending[-1][0] is None or item.count is None):
                count = pending[-1][0] if item.count is None else item.count
                pending[-1] = (count, item.unit)
            else:
                pending.append((item.count, item.unit))
            unit, closed = item.unit, False
        elif item.kind == NUMBER:
            if pending and pending[-1][0] is None:
                pending[-1] = (item.count, pending[-1][1])
            elif pending and not announced and not found and pending[-1][0] is not None and len(pending) == 1:
                announced, pending = pending[0][0] or 0, [(item.count, pending[0][1])]
            elif unit and not pending:
                pending.append((item.count, unit))
            else:
                return None
            closed = False
        elif item.kind == PLACE and item.space and item.prep in ("", "in", "for", "to"):
            if closed and not pending and single and item.prep in ("", "in"):
                pending = [(1, unit)]  # `a mercenary: Paris, Paris, Lyon`
            if not pending or (item.prep == "to" and not said):
                return None
            single = len(pending) == 1 and pending[0][0] in (None, 1)
            for count, kind in pending:
                built = _orders(moment, count, kind, item.space, items)
                if built is None:
                    return None
                found += built
            pending, closed = [], True
        elif item.kind == COST or item.kind == MARK or item.kind == REST_CP or (item.kind == ALL and pending and pending[-1][0] is not None) or (item.kind == WORD and item.chunk.says(
            *ALWAYS, "deed.build", "about.build", "more", "for", "times"
        )):
            continue
        else:
            return None
    if pending or not found or len(found) > MOST_BUILT or (announced and announced != len(found)):
        return None
    return Part("build", one(*found), unit)


def _no_number(item: Item) -> bool:
    return item.kind == UNITS and item.count is None and item.chunk.text.endswith("s")


def _unit_before(before: Part | None) -> str:
    return (
        before.about
        if before is not None and before.deed == "build" and isinstance(before.about, str)
        else ""
    )


def _orders(
    moment: Moment, count: int | None, unit: str, space: str, items: Sequence[Item]
) -> list[str] | None:
    action, name = _BUILDS[unit]
    if count is None:
        if any(item.kind == REST_CP for item in items):
            cost = moment.game.data.actions[action.action_id].cost.get(moment.power, 1) or 1
            count = getattr(moment.question, "cp", 0) // cost
        elif any(_no_number(item) for item in items):
            return None
        else:
            count = 1
    if not 1 <= count <= MOST_BUILT:
        return None
    return [f"build {name} in {moment.say(SPACE, space)}"] * count


# ---- Control and unrest


def control(moment: Moment, items: list[Item], before: Part | None) -> Part | None:
    """`take Nice`, `put a French flag on Nice`, `restore order in Orleans`."""
    for deed, order in (("calm", "remove unrest in"), ("control", "control")):
        again = no_verb(items) and (
            (before is not None and before.deed == deed)
            or (deed == "calm" and any(item.says("unrest") for item in items))
        )
        if not (orders(items, deed) or again):
            continue
        own = without_subject(moment, items)
        spaces = [
            item.space for item in own if item.kind == PLACE and item.prep in ("", "in", "to", "from", "for")
        ]
        rest = [item for item in own if item.kind not in (PLACE, COST, REST_CP, NUMBER)]
        numbers = [item for item in own if item.kind == NUMBER]
        if not spaces or not all(spaces) or left_over(rest, f"deed.{deed}", f"about.{deed}"):
            continue
        if len([item for item in own if item.kind == PLACE]) != len(spaces) or len(numbers) > len(spaces):
            continue
        return Part(deed, one(*(f"{order} {moment.say(SPACE, space)}" for space in spaces)))
    return None


# ---- Sieges


def assault(moment: Moment, items: list[Item], before: Part | None) -> Part | None:
    """`storm the walls`, `assault on Metz with everything, Siege Mining added`."""
    if not orders([item for item in items if not item.says("deed.play")], "assault"):
        return None
    cards = [item.named(CARD) for item in items if _is_card(moment, item)]
    rest = [item for item in items if not _is_card(moment, item) and not item.says("deed.play", "no_card")]
    if any(item.says("no_card") for item in items) and cards:
        return None
    about = ("deed.assault", "about.assault", "army", "men", "card", "everybody", "no_card")
    found = journey(moment, rest, generals(moment.game, moment.power), *about)
    places = [place for place in (found.origin, *found.to) if place]
    if found.left or found.origin == "?" or len(set(places)) > 1:
        return None
    besieged = [space for space, marks in moment.game.spaces.items() if moment.power in marks.sieges]
    force = found.force
    if (places and places[0] not in besieged) or any(some.nation for some in force.units):
        return None
    with_all = force.every and not force.but_units and not force.leaders
    if force.leaders and not force.units and not force.every:
        # `Francis storms the city`: with all whom he commands, if nobody else does.
        others = [who for space in besieged for who in moment.game.leaders_at(space, moment.power)]
        sure = sorted(others) == sorted(force.leaders) or force.alone
        return Part(
            "assault",
            one(*(f"assault {moment.say(SPACE, space)}" for space in (places[:1] or besieged)), sure=sure),
        )
    text = f" with {force.said(moment)}" if force and not with_all else ""
    return Part(
        "assault",
        tuple(
            Reading((f"assault {moment.say(SPACE, space)}{text}", *(f"play {card}" for card in cards)))
            for space in (places[:1] or besieged)
        ),
    )


def _is_card(moment: Moment, item: Item) -> bool:
    number = item.named(CARD)
    return (
        bool(number) and item.kind in (WORD, PLACE, PERSON) and int(number) in moment.game.hand(moment.power)
    )


# ---- Faith


def faith(moment: Moment, items: list[Item], before: Part | None) -> Part | None:
    """Treatises, translations, debates, books, St. Peter's, universities."""
    for deed, reader in _FAITH.items():
        said = orders([item for item in items if not item.says("deed.commit")], deed)
        if said or (before is not None and before.deed == deed and no_verb(items)):
            if found := reader(moment, items):
                return Part(deed, found)
    return None


def _zone_and_debater(moment: Moment, items: Sequence[Item], deed: str) -> tuple[str, str, list[Item]] | None:
    """The language and the debater of a deed, and what is left of its items; None if it is not clear."""
    debaters = moment.game.faith.debaters
    zones, helpers, rest = list[str](), list[str](), list[Item]()
    for item in items:
        who = item.named(DEBATER)
        if item.named(LANGUAGE) and item.kind in (WORD, PLACE):
            zones.append(item.named(LANGUAGE))
        elif who and who in debaters and item.kind in (WORD, PERSON):
            helpers.append(who)
        elif (item.kind == WORD and item.named(NATION) == moment.power) or item.kind == MARK or (
            item.kind == WORD
            and item.chunk.says(
                *ALWAYS, f"deed.{deed}", f"about.{deed}", "deed.commit", "zone", "for", "times", "in", "to"
            )
        ):
            continue
        else:
            rest.append(item)
    zones, helpers = list(dict.fromkeys(zones)), list(dict.fromkeys(helpers))
    if len(zones) > 1 or len(helpers) > 1:
        return None
    return zones[0] if zones else "", helpers[0] if helpers else "", rest


def _with(moment: Moment, debater: str) -> str:
    return f" with {moment.say(DEBATER, debater)}" if debater else ""


def _in_zone(deed: str, order: str) -> object:
    def read(moment: Moment, items: Sequence[Item]) -> tuple[Reading, ...]:
        found = _zone_and_debater(moment, items, deed)
        if found is None:
            return ()
        zone, who, rest = found
        counts = [item.count or 0 for item in rest if item.kind == NUMBER]
        if any(item.kind not in (COST, NUMBER) for item in rest) or not zone or len(counts) > 1:
            return ()
        times = counts[0] if counts else 1
        if not 1 <= times <= 3:
            return ()
        return one(*[f"{order} {zone}{_with(moment, who)}"] * times)

    return read


def _debate(moment: Moment, items: Sequence[Item]) -> tuple[Reading, ...]:
    pools = [pool for pool in ("uncommitted", "committed") if any(item.says(pool) for item in items)]
    rest = [item for item in items if not item.says("uncommitted", "committed")]
    rest = [item for item in rest if not item.named(NATION) or item.named(LANGUAGE)]
    found = _zone_and_debater(moment, rest, "debate")
    if found is None or found[1] or any(item.kind != COST for item in found[2]) or not found[0]:
        return ()
    return one(f"debate {found[0]}", *pools)


def _translate(moment: Moment, items: Sequence[Item]) -> tuple[Reading, ...]:
    """Steps of a work in a language; several languages each with their own steps."""
    works = [work for work in ("new testament", "full bible") if any(item.says(work) for item in items)]
    rest = [item for item in items if not item.says("new testament", "full bible")]
    found = _zone_and_debater(moment, rest, "translate")
    if found is None or not found[0] or len(works) > 1:
        return ()
    zone, who, left = found
    steps = [item.count or 0 for item in left if item.kind in (NUMBER, COST)]
    if any(item.kind not in (NUMBER, COST) for item in left) or len(steps) > 1:
        return ()
    work = f" {works[0]}" if works else ""
    due = one(f"translate {zone} {steps[0] if steps else 1}{_with(moment, who)}", sure=bool(not works))
    if not works or works == ["new testament"]:
        return one(
            f"translate {zone}{work} {steps[0] if steps else 1}{_with(moment, who)}",
            sure=bool(steps or works),
        )
    return one(f"translate {zone} full bible {steps[0] if steps else 1}{_with(moment, who)}") + due


def _st_peters(moment: Moment, items: Sequence[Item]) -> tuple[Reading, ...]:
    counts = [item.count or 0 for item in items if item.kind in (NUMBER, COST)]
    everything = any(item.kind in (REST_CP, ALL) for item in items)
    rest = [item for item in without_subject(moment, items) if item.kind not in (NUMBER, COST, REST_CP, ALL)]
    if left_over(rest, "deed.stpeters", "about.stpeters", "times", "for", "to", "in") or len(counts) > 1:
        return ()
    if counts:
        return one(f"st peters {counts[0]}")
    cp = getattr(moment.question, "cp", 0)
    return one(f"st peters {cp}", sure=everything)


def _university(moment: Moment, items: Sequence[Item]) -> tuple[Reading, ...]:
    spaces = [item.space for item in items if item.kind == PLACE and item.prep in ("", "in", "for", "to")]
    found = _zone_and_debater(moment, [item for item in items if item.kind != PLACE], "university")
    if len(spaces) != 1 or not spaces[0] or found is None or any(item.kind != COST for item in found[2]):
        return ()
    return one(f"university {moment.say(SPACE, spaces[0])}{_with(moment, found[1])}")


_FAITH = {
    "treatise": _in_zone("treatise", "treatise"),
    "burn": _in_zone("burn", "burn books"),
    "debate": _debate,
    "translate": _translate,
    "stpeters": _st_peters,
    "university": _university,
}


# ---- Across the ocean, and under the black flag


def new_world(moment: Moment, items: list[Item], before: Part | None) -> Part | None:
    """`send out an explorer`, `4 CP conquer`, `conquest 4`."""
    for deed in ("explore", "colonize", "conquer"):
        if orders(items, deed, "new_world"):
            rest = [item for item in without_subject(moment, items) if item.kind not in (COST, NUMBER)]
            counts = [item for item in items if item.kind in (COST, NUMBER)]
            if (
                not left_over(rest, f"deed.{deed}", "about.new_world", "for", "to", "in", "times")
                and len(counts) < 2
            ):
                return Part(deed, one(deed))
    return None


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
    if there and before is not None and getattr(before.about, "to", ()):
        where = f" in {moment.say(SEA, before.about.to[-1])}"  # type: ignore[attr-defined]
    elif there:
        return None
    return Part("piracy", one(f"piracy{where} against {moment.say(MAJOR, targets[0])}"))


# ---- The end


def end(moment: Moment, items: list[Item], before: Part | None) -> Part | None:
    """`I forfeit the remaining CP`."""
    if not orders(items, "end"):
        return None
    rest = [item for item in without_subject(moment, items) if item.kind != REST_CP]
    return None if left_over(rest, "deed.end", "about.end", "for") else Part("end", one("end"))


def remark(moment: Moment, items: list[Item], before: Part | None) -> Part | None:
    """What only says what the moves are for, or adds up their cost: `3 CP`, `that is my 6`, `invade Scotland`."""
    if all(item.kind in (COST, REST_CP) for item in items):
        return Part("remark", one())
    heads = [item for item in items if not item.says("head")]
    if len(heads) < len(items) and not left_over(
        [item for item in heads if item.kind not in (COST, REST_CP, NUMBER)]
    ):
        return Part("remark", one())
    return None


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


__all__ = ["assault", "build", "control", "deeds_in", "end", "faith", "new_world", "piracy", "remark"]
