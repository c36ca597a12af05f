"""Who goes, from where and to where: the frame of everything that moves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from pbem.language.forces import unit_word
from pbem.language.items import (
    ALL,
    COST,
    EVERY,
    HALF,
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
from pbem.language.names import LEADER, NATION
from pbem.language.names import PLACE as PLACES
from pbem.war.free_words.parts import ALWAYS
from pbem.war.free_words.ways import (
    LIKEWISE,
    are_for_elsewhere,
    begins_after_a_mark,
    buys_others,
    chained,
    goes_there_too,
    goes_too,
    is_attacked,
    is_beside_a_start,
    is_enemy_there,
    others_go,
)
from rules.war.ids import LAND_KINDS

HALF_OF_THEM = -2
"""A count: half of those that stand where the force starts."""
SHIP = "ships"
"""A ship of any kind, where a title has several."""
_ONE = frozenset("regular reg mercenary merc squadron ship warship corsair sipahi galley galleon".split())


def is_ship(unit: str) -> bool:
    """Whether a kind of unit sails; what is not said to be of a kind does not."""
    return bool(unit) and unit not in LAND_KINDS


@dataclass(frozen=True, slots=True)
class Some:
    """Units: so many of a kind, `EVERY`, `HALF_OF_THEM`, or of any kind."""

    count: int
    unit: str = ""
    nation: str = ""


@dataclass(slots=True)
class Force:
    """Leaders and units, and who stays behind of everything."""

    leaders: list[str] = field(default_factory=list)
    units: list[Some] = field(default_factory=list)
    every: str = ""
    """The word for everything: `all`, `everybody`, `rest`, `army`, `fleet`; empty if it is not everything."""
    but_leaders: list[str] = field(default_factory=list)
    but_units: list[Some] = field(default_factory=list)
    alone: bool = False
    whole: bool = False
    """Whether the units that are counted are said to be all there are."""

    def __bool__(self) -> bool:
        return bool(self.leaders or self.units or self.every)

    @property
    def naval(self) -> bool:
        return self.every == "fleet" or any(is_ship(some.unit) for some in self.units)

    def is_at(self, here: Sequence[tuple[str, str, int]]) -> bool:
        """Whether so many are there, if all are meant: `1 merc in Calais, Henry and the lot` are not one."""
        return not self.whole or sum(some.count for some in self.units) == sum(count for *_, count in here)

    def but_some(self, here: Sequence[tuple[str, str, int]]) -> Force:
        """With numbers instead of `all squadrons`, where some of them stay behind."""
        if self.every or not self.but_units:
            return self
        there = {kind: sum(count for _, one, count in here if one == kind) for _, kind, _ in here}
        units = []
        for some in self.units:
            stay = sum(one.count for one in self.but_units if one.unit in (some.unit, ""))
            count = there.get(some.unit, 0) - stay if some.count == EVERY and stay else some.count
            units.append(replace(some, count=max(count, 0) if count != EVERY else EVERY))
        return replace(self, units=units)

    def halved(self, here: Sequence[tuple[str, str, int]]) -> Force | None:
        """With numbers instead of `half the regulars`; None if they cannot be halved."""
        there = {kind: sum(count for _, one, count in here if one == kind) for _, kind, _ in here}
        if any(
            some.count == HALF_OF_THEM and (some.nation or there.get(some.unit, 1) % 2) for some in self.units
        ):
            return None
        units = [
            replace(some, count=there[some.unit] // 2) if some.count == HALF_OF_THEM else some
            for some in self.units
        ]
        return replace(self, units=units)

    def said(self, moment: Moment, *, everybody: bool = False) -> str:
        """The force as the grammar writes it; with `everybody`, other leaders come along."""
        leaders = [] if everybody else self.leaders
        pieces = [moment.say(LEADER, who) for who in leaders]
        pieces += [_said(some) for some in self.units]
        if self.every:
            pieces.append("all")
        spared = [*(moment.say(LEADER, who) for who in self.but_leaders if not leaders)]
        spared += [_said(some) for some in self.but_units]
        text = ", ".join(pieces)
        return f"{text} but {', '.join(spared)}" if spared and self.every else text


def _said(some: Some) -> str:
    nation = f"{some.nation} " if some.nation else ""
    if some.count == HALF_OF_THEM:
        return f"half {some.unit}"  # which no grammar reads: who can count them does so before
    if some.count == EVERY:
        return f"all {nation}{some.unit or 'units'}"
    return f"{some.count} {nation}{unit_word(some.unit, some.count) if some.unit else ''}".strip()


@dataclass(slots=True)
class Journey:
    """A force with its way; `ideas` are the verbs and other words that were said of it."""

    force: Force = field(default_factory=Force)
    origin: str = ""
    to: list[str] = field(default_factory=list)
    ideas: set[str] = field(default_factory=set)
    against: str = ""
    bare: bool = False
    """Whether nothing but its name says that it goes there."""
    left: list[Item] = field(default_factory=list)
    """What is not explained."""
    origins: list[str] = field(default_factory=list)
    """Where a force comes from, if there are several such places; `origin` is not clear then."""
    joined: str = ""
    """The leader whom a force joins."""
    doubtful: bool = False
    """Whether it is only guessed that it goes there."""
    led_by: list[str] = field(default_factory=list)
    """Who leaves others behind, and goes on himself."""


def journey(moment: Moment, items: Sequence[Item], own: Sequence[str], *about: str) -> Journey:
    """Explain items as a force and its way, as far as it goes."""
    found = Journey()
    force, sparing, joined = found.force, False, False
    spared_by: Item | None = None
    places: list[tuple[str, str]] = []
    for at, item in enumerate(items):
        after = items[at + 1] if at + 1 < len(items) else None
        if item.says("both_leaders") and not sparing:
            pair = _two_together(moment, own)
            force.leaders += [who for who in pair if who not in force.leaders]
            if not pair:
                found.left.append(item)
        elif item.kind in (PERSON, UNITS) and force and places and not item.prep and goes_too(items, at):
            found.left.append(item)
        elif item.kind == PERSON:
            who = item.named(LEADER)
            if _joins(items, at) or (who in own and item.prep == "to" and force):
                joined, found.joined = True, who
            elif who not in own:
                if item.named(NATION) and item.prep in ("against", "to"):
                    found.against = item.named(NATION)
                else:
                    found.left.append(item)
            else:
                people = force.but_leaders if sparing else force.leaders
                if who not in people:
                    people.append(who)
        elif item.kind == UNITS and force.every and after is not None and after.says("included"):
            continue  # `with all he has, mercenaries included`
        elif (item.kind in (UNITS, NUMBER) and item.prep in ("to", "from", "via", "against")) or (
            item.kind == UNITS and are_for_elsewhere(items, at, places)
        ):
            found.left.append(item)
        elif item.kind == UNITS:
            _add_units(force.but_units if sparing else force.units, item, items, at)
        elif item.kind == HALF and not sparing and not item.prep:
            force.units.append(Some(HALF_OF_THEM, item.unit))
        elif item.kind == NUMBER:
            if item.count == 2 and item.chunk.says("both") and force.units:
                continue
            into = force.but_units if sparing else force.units
            if into and into[-1].count == EVERY and into[-1].unit:
                into[-1] = replace(into[-1], count=item.count or 0)  # `the regulars, all four`
            else:
                into.append(Some(item.count or 0))
        elif item.kind == ALL:
            if sparing and not (force.units or force.every):
                force.alone = True
            elif not sparing:  # but for `4 regulars, leaving the rest`
                of_a_place = item.chunk.text == "all of" and after is not None and after.kind == PLACE
                force.every = force.every or ("everybody" if of_a_place else _everything(item))
        elif item.kind == REST_CP and item.chunk.text in _WITH_THE_REST and force.leaders and not sparing:
            force.every = force.every or "rest"
        elif item.kind in (COST, REST_CP):
            if places and buys_others(items, at):
                found.left.append(item)
        elif item.kind == PLACE:
            sparing = False
            way = "to" if joined and item.prep == "in" else _way(item, items, at, after, found, places)
            if way == "from" and item.prep == "in" and _comes_from_there(moment, force, places, item.place):
                way = "to"  # `the king with the army of Dijon in Besancon`
            there = any(one in ("to", "via") for one, _ in places)
            apart = way in ("to", "via") or (way == "from" and item.prep in ("", "in"))
            if there and apart and (others_go(items, at) or items[at - 1].chunk.text in LIKEWISE):
                found.left.append(item)
            places.append((way, item.place))
        elif item.kind == WORD and (item.chunk.says("but") or _spares(force, item, after)):
            sparing = True
            spared_by = item
        elif item.kind == WORD and item.named(NATION) == moment.power:
            continue
        elif item.kind == WORD and item.named(NATION) and at and items[at - 1].says("deed.attack"):
            found.against = item.named(NATION)
        elif item.kind == WORD and item.chunk.says(*about):
            found.ideas |= item.chunk.ideas
            if item.chunk.says("army", "fleet") and sparing and not force.every:
                force.alone = True  # `without his army`
            elif item.chunk.says("army", "fleet") and not force.every:
                force.every = "fleet" if item.chunk.says("fleet") else "army"
            force.alone = force.alone or item.chunk.says("alone")
        elif item.kind == WORD and item.chunk.says(*ALWAYS):
            continue
        elif item.kind == MARK:
            sparing = sparing and item.mark(",", "+", "&")
        else:
            found.left.append(item)
    _sort_places(found, places)
    if spared_by is not None and not (force.but_leaders or force.but_units or force.alone):
        if not any(item.kind == ALL for item in items):
            found.left.append(spared_by)
        elif items[-1] is spared_by or not _names_after(items, spared_by):
            found.left.append(spared_by)  # `..., but not now`
    if spared_by is not None and spared_by.says("no"):
        none_of = {some.unit for some in force.but_units}
        if any(some.unit in none_of for some in force.units):
            found.left.append(spared_by)  # `1 merc, no mercenaries`: both cannot be
    if force.but_units and not force.units and not force.every:
        force.every = "all"  # `Francis marches, leaving 1 regular`
    if len(force.units) > 2 and not force.units[0].unit:
        first, *kinds = force.units
        if all(some.unit for some in kinds) and first.count == sum(some.count for some in kinds):
            force.units = kinds  # `eight units (5 regulars, 3 mercenaries)`
    if force.every and force.units:
        force.whole = _says_all(items)
        _every_of_some(force)
    return found


_WITH_THE_REST = ("with the rest", "with all the rest")
"""Behind a leader who goes it is who goes with him, and not what is left of the points."""


def _comes_from_there(moment: Moment, force: Force, places: Sequence[tuple[str, str]], to: str) -> bool:
    """Whether a leader stands where a force is said to be, and not in another place named behind it."""
    stand = {moment.game.leaders[who].place for who in force.leaders}
    return len(places) == 1 and len(stand) == 1 and places[0][1] in stand and to not in stand


def _spares(force: Force, item: Item, after: Item | None) -> bool:
    """`Francis with 8 regulars, no mercs`: of those who go, these are none."""
    return bool(force) and item.says("no") and after is not None and after.kind in (UNITS, PERSON)


def _says_all(items: Sequence[Item]) -> bool:
    """Whether units are said to be everything: `all`, or an army that is not at their place."""
    named = [item.kind for item in items if item.kind in (UNITS, PLACE, ALL) or item.says("army", "fleet")]
    return ALL in named or (WORD in named and PLACE in named[: named.index(WORD)])


def _joins(items: Sequence[Item], at: int) -> bool:
    """Whether somebody is the one who is joined: `the two from Lyon join the King`."""
    before = next((item for item in reversed(items[:at]) if not item.says("the", "filler")), None)
    return before is not None and before.says("deed.join")


def _two_together(moment: Moment, own: Sequence[str]) -> list[str]:
    """The two leaders who stand together, if there is one such place: `both leaders`."""
    places: dict[str, list[str]] = {}
    for who in own:
        if place := moment.game.leaders[who].place:
            places.setdefault(place, []).append(who)
    pairs = [leaders for leaders in places.values() if len(leaders) == 2]
    return pairs[0] if len(pairs) == 1 else []


def _names_after(items: Sequence[Item], mark: Item) -> bool:
    """Whether somebody is named after a word."""
    after = items[next(at for at, item in enumerate(items) if item is mark) + 1 :]
    return any(item.kind in (PERSON, UNITS, NUMBER, ALL) for item in after)


def _every_of_some(force: Force) -> None:
    """`all 5`, `his 8 units and all`: the number counts; `the rest` beside units is more than these."""
    counted = force.every in ("army", "all", "fleet") and all(some.count != EVERY for some in force.units)
    if counted or all(some.count == EVERY for some in force.units):
        force.every = ""


def _add_units(into: list[Some], item: Item, items: Sequence[Item], at: int) -> None:
    count = item.count
    if count is None:
        count = 1 if item.chunk.text in _ONE else EVERY
    if into and not into[-1].unit and item.count is None and item.unit:
        into[-1] = replace(into[-1], unit=item.unit)  # `6 units (regulars only)`
        return
    if into and into[-1].count == count and item.count is None and into[-1].unit == item.unit:
        return
    into.append(Some(count, item.unit, item.nation))


def _everything(item: Item) -> str:
    for word in ("rest", "everybody", "fleet", "army"):
        if item.chunk.says(word):
            return word
    return "all"


def _way(
    item: Item,
    items: Sequence[Item],
    at: int,
    after: Item | None,
    found: Journey,
    places: list[tuple[str, str]],
) -> str:
    """What a place is to the journey: `from`, `to`, `via`, or not said (`?`)."""
    if item.prep == "in" and item.space and is_enemy_there(items, at):
        return "to"
    if item.prep == "in" and at and items[at - 1].kind == PLACE and items[at - 1].prep == "from":
        return "to"  # `from Belgrade in Mohacs`
    if item.prep in ("from", "in"):
        return "from" if not (item.prep == "in" and item.sea and not item.space) else "?in"
    if item.prep in ("to", "against", "for"):
        return "to"
    if item.prep == "via":
        return "via"
    if at and items[at - 1].mark(">"):
        return "to"  # `Dijon > Besancon, all units`
    if after is not None and not after.prep and (
        after.kind in (UNITS, ALL) or (after.kind == NUMBER and after.chunk.says("one"))
        or (after.kind == WORD and after.chunk.says("army", "fleet"))
    ):  # fmt: skip
        return "from"  # `the Paris mercenary`
    before = next((one for one in reversed(items[:at]) if not one.says("the", "filler")), None)
    if before is not None and before.says("leave") and before.chunk.says("deed.sail", "deed.move"):
        return "from"  # `leaves Algiers with his corsairs`
    if before is not None and (before.mark(">") or before.says("deed.attack", "deed.join", "enter")):
        return "to"
    if is_attacked(items, at):
        return "to"
    if before is not None and before.says("deed.move", "deed.control") and not before.says("leave"):
        return "?verb"
    if any(way in ("to", "via") for way, _ in places):
        if before is not None and (before.kind in (UNITS, ALL) or before.says("army", "fleet", "men")):
            return "from"  # `to Edirne with all the troops of Istanbul`
        parted = before is not None and (before.kind == MARK or begins_after_a_mark(items, before))
        parted = parted or (before is not None and before.says("and"))
        again = parted and after is not None and (
            (after.kind == PLACE and after.prep == "to") or after.mark(">")
        )  # fmt: skip
        return "from" if again else "to"  # `Barcelona to Gulf of Lyon, Naples to Tyrrhenian` are two ways
    if is_beside_a_start(items, at, places):
        return "from"
    beside = before is not None and before.kind == PLACE
    return "?" if beside or not places else "apart"


def _sort_places(found: Journey, places: list[tuple[str, str]]) -> None:
    places = chained(places)
    if not any(way in ("to", "via") for way, _ in places):
        # `3 regulars in Marseille occupy Nice`: what stands behind the verb is where they go.
        after_verb = [place for way, place in places if way == "?verb"]
        if len(after_verb) == 1 and not any(way == "?" for way, _ in places):
            places = [("to" if way == "?verb" else way, place) for way, place in places]
    unsaid = [place for way, place in places if way.startswith("?")]
    if any(way == "apart" for way, _ in places):
        found.origin = "?"  # `Paris: 2 mercs, Lyon: 1 merc` is no way from Paris to Lyon
        return
    said_to = [place for way, place in places if way == "to"]
    via = [place for way, place in places if way == "via"]
    origins = [place for way, place in places if way == "from"]
    attacks = not found.ideas.isdisjoint(("deed.attack",))
    for place in unsaid:
        if not origins and (said_to or len(unsaid) > 1) and not (attacks and not said_to):
            origins.append(place)
        elif not said_to or attacks:
            found.bare = found.bare or not origins
            said_to.append(place)
        else:
            origins.append(place)
    origins = list(dict.fromkeys(origins))
    if len(origins) > 1:
        found.origins = [place for _, place in places if place in origins]
        found.to = said_to if not via else []
        found.origin = "?"
        return
    found.origin = origins[0] if origins else ""
    found.to = [*via, *said_to]
    found.to = [place for at, place in enumerate(found.to) if not at or found.to[at - 1] != place]


def go_as_before(found: Journey, items: Sequence[Item], before: object) -> None:
    """`..., Montmorency too`: where those before went.  `..., same for Lyon`: the same force, from there."""
    if not goes_there_too(items) or not isinstance(before, Journey):
        return
    places = [item for item in items if item.kind == PLACE]
    if not found.to and found.force:
        found.to = before.to[-1:]
    elif not found.force and len(places) == 1 and places[0].prep in ("", "with", "for", "in", "from"):
        found.origin, found.to = places[0].place, before.to[-1:]
        found.force = Force(units=list(before.force.units), every=before.force.every)


def route(moment: Moment, verb: str, text: str, origin: str, to: str) -> str:
    """An order to go, as the grammar writes it."""
    if origin:
        return f"{verb} {text}: {moment.say(PLACES, origin)} > {moment.say(PLACES, to)}"
    return f"{verb} {text} to {moment.say(PLACES, to)}"
