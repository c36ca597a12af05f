"""Fleets in free words: out to sea, on to another sea, home to a port."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from pbem.errors import OrderProblem
from pbem.language.chunks import Chunk
from pbem.language.forces import standing
from pbem.language.items import EVERY, NUMBER, UNITS, Item
from pbem.language.items import PLACE as PLACE_ITEM
from pbem.language.meanings import Moment, Reading
from pbem.language.names import PLACE, SEA
from pbem.language.parse import parse_line, say
from pbem.war.free_words.forces import SHIP, Force, Journey, Some, go_as_before, is_ship, journey
from pbem.war.free_words.parts import Part, deeds_in
from pbem.war.free_words.stays import only
from pbem.war.orders.naval import own_admirals

_SAILING = ("same", "deed.move", "deed.sail", "deed.lead", "about.sail", "fleet", "sea", "alone", "army")


def sail(moment: Moment, items: list[Item], before: Part | None) -> Part | None:
    """A fleet puts to sea, sails on, or comes home."""
    items = _in_company(moment, items, before)
    if not only(items, "move", "sail", "lead", "stay") or (
        any(item.says("deed.stay") for item in items) and not any(item.says("leave") for item in items)
    ):
        return None
    game, power = moment.game, moment.power
    if any("port" in item.chunk.text for item in items if item.says("deed.sail")):
        items = [
            replace(item, prep="to") if item.prep == "in" else item for item in items
        ]  # `to port in Nice`
    items = list(_ships_counted(items)) if _is_at_sea(moment, items) else items
    leaving = ("leave",) if any(item.says("leave") for item in items) else ()
    found = journey(moment, items, own_admirals(game, power), *_SAILING, *leaving)
    if (
        found.left
        or (found.origin == "?" and not _from_several_ports(moment, found))
        or any(some.unit and not is_ship(some.unit) for some in found.force.units)
    ):
        return None
    if leaving and found.to and not found.origin:
        return None
    _take_kind_of(before, found)
    if before is not None and before.deed == "sail":
        go_as_before(found, items, before.about)
    if found.force.whole and not _ports(moment, found):
        return None
    sailed_before = before is not None and before.deed in ("sail", "sail on")
    if sailed_before and found.to and not found.force and not found.origin:
        return Part("sail on", (Reading(()),), tuple(found.to))
    at_sea = any(place in game.board.zones for place in (*found.to, found.origin))
    named = (
        found.force.naval or "deed.sail" in found.ideas or "sea" in found.ideas or bool(found.force.leaders)
    )
    beside = before is not None and before.deed == "sail" and bool(found.origin)
    if not (named or (at_sea and (found.force or beside))):
        return None
    puts_out = before is None and found.force.every == "fleet" and "deed.sail" in found.ideas
    if not (found.to or "sea" in found.ideas or leaving or puts_out):
        return None
    return Part("sail", (), found)


def _in_company(moment: Moment, items: list[Item], before: Part | None) -> list[Item]:
    """Those of a fleet that sails where another one goes: `and the two of Naples join him there`,
    `galleons from Seville and Corunna meet in the Atlantic`.
    """
    found = _from_all(list(_ships_of_ports(moment, items)))
    where = [item for item in found if item.kind == PLACE_ITEM and item.sea in moment.game.board.zones]
    verbs = [item for item in found if deeds_in([item])]
    meets = bool(verbs) and all(item.chunk.text in _MEETS for item in verbs)
    if meets and len(where) == 1:
        found = [replace(item, prep="to") if item is where[0] else item for item in found]
    gone = before.about if before is not None and before.deed == "sail" else None
    follows = isinstance(gone, Journey) and len(gone.to) == 1 and gone.to[0] in moment.game.board.zones
    if follows and not where and (meets or any(item.says("included") for item in found)):
        assert isinstance(gone, Journey)
        found = [
            replace(item, prep="from") if item.kind == PLACE_ITEM and not item.prep else item
            for item in found
        ]
        there = Chunk(gone.to[0], 0, 0, names={SEA: (gone.to[0],)})
        found = [item for item in found if not item.says("there", "included")]
        found.append(Item(PLACE_ITEM, there, prep="to"))
    elif meets and not where:
        return items
    return [item for item in found if item.chunk.text not in _MEETS] if meets else found


_MEETS = ("meet", "meets", "join", "joins", "him", "them", "treffen", "trifft")


def _ships_of_ports(moment: Moment, items: Sequence[Item]) -> Iterator[Item]:
    """`both galleys of Istanbul`, `the one of Salonika`: ships are of the port where they lie."""
    kept = list(items)
    for at, item in enumerate(kept):
        of = item.chunk.text == "of" and 0 < at < len(kept) - 1 and kept[at + 1].kind == PLACE_ITEM
        if of and (
            kept[at - 1].kind == NUMBER or (kept[at - 1].kind == UNITS and is_ship(kept[at - 1].unit))
        ):
            if kept[at - 1].kind == NUMBER:
                kept[at - 1] = replace(kept[at - 1], kind=UNITS, unit=SHIP)
            kept[at + 1] = replace(kept[at + 1], prep="from")
    return (item for item in kept if item.chunk.text != "of")


def _from_all(items: list[Item]) -> list[Item]:
    """`from Seville and Corunna`: the second port is one that they come from, too."""
    for at in range(2, len(items)):
        listed = (
            items[at - 1].says("and") and items[at - 2].kind == PLACE_ITEM and items[at - 2].prep == "from"
        )
        if listed and items[at].kind == PLACE_ITEM and not items[at].prep:
            items[at] = replace(items[at], prep="from")
    return items


def _take_kind_of(before: Part | None, found: Journey) -> None:
    """`The Marseille ship ..., and the Rouen one to the Channel`: one of the same kind."""
    if before is None or before.deed != "sail" or not isinstance(before.about, Journey):
        return
    kinds = {some.unit for some in before.about.force.units}
    if len(kinds) == 1 and found.force.units and all(not some.unit for some in found.force.units):
        (kind,) = kinds
        found.force.units = [replace(some, unit=kind) for some in found.force.units]


def _is_at_sea(moment: Moment, items: Sequence[Item]) -> bool:
    return any(item.kind == PLACE_ITEM and item.sea in moment.game.board.zones for item in items)


def _ships_counted(items: Sequence[Item]) -> Iterator[Item]:
    """`the three from Plymouth`, `his one from Portsmouth`: what goes to sea is ships."""
    for item, after in zip(items, (*items[1:], None), strict=True):
        from_a_port = after is not None and after.kind == PLACE_ITEM and after.prep == "from"
        if item.kind == NUMBER and from_a_port:
            yield replace(item, kind=UNITS, unit=SHIP)
        else:
            yield item


def _from_several_ports(moment: Moment, found: Journey) -> bool:
    """`the squadrons of Athens and Salonika put out into the Aegean`: all that are there, to one sea."""
    game, kinds = moment.game, moment.game.naval_kinds
    return (
        len(found.origins) > 1
        and len(found.to) == 1
        and found.to[0] in game.board.zones
        and not found.force.leaders
        and bool(found.force.units)
        and all(some.count in (EVERY, None) for some in found.force.units)
        and all(standing(game, moment.power, port, kinds) for port in found.origins)
    )


@dataclass(frozen=True, slots=True)
class Route:
    """A voyage that only one title has, as the grammar writes it; each further step is one more move."""

    steps: tuple[str, ...]
    goes_on: str = ""
    """Who sails on, if the line goes on with him."""
    zone: str = ""
    """Where he is then."""
    follows: bool = False
    """Whether it comes after the voyage before it."""


def sailed(moment: Moment, parts: Sequence[Part]) -> list[Part] | None:
    """The parts with their voyages put into orders: fleets that sail side by side are one order (16.1)."""
    done: list[Part] = []
    convoys: list[Part] = []
    for part in [*parts, Part("")]:
        if part.deed == "sail" and (not convoys or not _comes_later(part)):
            convoys.append(part)
            continue
        if convoys and part.deed != "stay":
            done.append(Part("sail", tuple(_voyages(moment, [one.about for one in convoys]))))
            convoys = []
        if part.deed == "sail":
            convoys = [part]
        elif part.deed:
            done.append(part)
    return done


def _comes_later(part: Part) -> bool:
    """Whether a voyage follows another one, instead of going beside it."""
    return "then" in part.after.split() or (isinstance(part.about, Route) and part.about.follows)


def _voyages(moment: Moment, found: Sequence[object]) -> list[Reading]:
    journeys = [
        replace(one, origin=origin, origins=[])
        for one in found
        if isinstance(one, Journey)
        for origin in (one.origins if one.origin == "?" else [one.origin])
    ]
    routes = [one for one in found if isinstance(one, Route)]
    if routes:
        texts = [_voyage(moment, one) for one in journeys if len(one.to) == 1]
        if len(texts) != len(journeys) or any(len(text) != 1 for text in texts):
            return []
        first = "; ".join([*(text[0] for text in texts), *(route.steps[0] for route in routes)])
        further = [step for route in routes for step in route.steps[1:]]
        return [Reading(tuple(f"naval move {step}" for step in (first, *further)))]
    return _fleets(moment, journeys)


def _fleets(moment: Moment, found: list[Journey]) -> list[Reading]:
    if len(found) > 1:
        if not found[0].to and not found[0].force.leaders and found[0].force.naval:
            found = found[1:]  # `all fleets put to sea: ...`
        if any(len(one.to) != 1 for one in found):
            return []
        texts = [_voyage(moment, one) for one in found]
        if any(len(text) != 1 for text in texts):
            return []
        return [Reading(("naval move " + "; ".join(text[0] for text in texts),))]
    (one,) = found
    one.force.every = one.force.every or ("" if one.force else "fleet")
    if not one.to:
        return _to_sea(moment, one)
    readings = []
    for origin in _ports(moment, one):
        text = _ships(moment, one, origin)
        if not text:
            continue
        lines = [f"naval move {text}: {moment.say(PLACE, origin)} > {moment.say(PLACE, one.to[0])}"]
        if len(one.to) > 1:
            try:
                answer = parse_line(lines[0], moment.question, moment.game, moment.names)
            except OrderProblem:
                continue
            same = say(moment.question, answer, moment.names).removeprefix("naval move ").partition(":")[0]
            lines += [
                f"naval move {same}: {moment.say(PLACE, a)} > {moment.say(PLACE, b)}"
                for a, b in pairwise(one.to)
            ]
        readings.append(Reading(tuple(lines)))
    return readings


def _voyage(moment: Moment, one: Journey) -> list[str]:
    one.force.every = one.force.every or ("" if one.force else "fleet")
    return [
        f"{text}: {moment.say(PLACE, origin)} > {moment.say(PLACE, one.to[0])}"
        for origin in _ports(moment, one)
        if _is_next(moment, origin, one.to[0]) and (text := _ships(moment, one, origin))
    ]


def _is_next(moment: Moment, origin: str, to: str) -> bool:
    return to in seas_of(moment, origin) or origin in seas_of(moment, to)


def seas_of(moment: Moment, place: str) -> Sequence[str]:
    board = moment.game.board
    if place in board.zones:
        return [*board.zone_neighbours(place), *board.ports_of(place)]
    return list(board.zones_of(place)) if place in board.spaces else []


def _ports(moment: Moment, one: Journey) -> list[str]:
    game, power = moment.game, moment.power
    return [
        port
        for port in _where(moment, one)
        if one.force.is_at(standing(game, power, port, moment.game.naval_kinds))
    ]


def _where(moment: Moment, one: Journey) -> list[str]:
    if one.origin:
        return [one.origin]
    game, power = moment.game, moment.power
    if one.force.leaders:
        places = {game.leaders[who].place for who in one.force.leaders}
        return [place for place in places if place] if len(places) == 1 else []
    held = [
        place
        for place in (*game.spaces, *game.board.zones)
        if standing(game, power, place, moment.game.naval_kinds)
    ]
    return [place for place in held if _is_next(moment, place, one.to[0])] if one.to else held


def _ships(moment: Moment, one: Journey, origin: str) -> str:
    """The ships of a voyage as the grammar writes them; empty if it is not clear of which kind they are."""
    force, kinds = one.force, moment.game.naval_kinds
    here = standing(moment.game, moment.power, origin, kinds)
    if force.leaders and not force.units and not force.every:
        force = Force(force.leaders, [], "all", force.but_leaders, force.but_units)
    if force.every == "fleet" and not force.leaders:
        there = {kind for _, kind, _ in here}
        every = [Some(EVERY, kind) for kind in kinds if kind in there] or [Some(EVERY, kinds[0])]
        force = Force([], every, but_units=force.but_units)
    of_kinds = _of_kinds(force, here)
    return "" if of_kinds is None else of_kinds.but_some(here).said(moment)


def _of_kinds(force: Force, here: Sequence[tuple[str, str, int]]) -> Force | None:
    """The force with kinds for `ships`: those of the one kind that is there; of several, all or none."""
    there = {kind: sum(count for _, one, count in here if one == kind) for _, kind, _ in here}
    units: list[Some] = []
    for some in force.units:
        if some.unit != SHIP:
            units.append(some)
        elif some.count in (EVERY, sum(there.values())):
            units += [Some(EVERY, kind, some.nation) for kind in there]
        elif len(there) == 1:
            units.append(replace(some, unit=next(iter(there))))
        else:
            return None
    return replace(force, units=units)


def _to_sea(moment: Moment, one: Journey) -> list[Reading]:
    """Out of a port there is often only one way."""
    sure = bool(one.origin or one.force.leaders)
    ports = [port for port in _ports(moment, one) if port in moment.game.spaces]
    return [
        Reading((f"naval move {text}: {moment.say(PLACE, port)} > {moment.say(PLACE, zone)}",), sure)
        for port in ports
        if (text := _ships(moment, one, port))
        for zone in seas_of(moment, port)
    ]
