"""Moves by land in free words: marches, ways of several steps, and who stays behind."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from pbem.errors import OrderProblem
from pbem.language.forces import standing
from pbem.language.items import EVERY, MARK, PERSON, WORD, Item
from pbem.language.items import PLACE as PLACE_ITEM
from pbem.language.meanings import Moment, Reading
from pbem.language.parse import parse_line, say
from pbem.war.free_words.forces import HALF_OF_THEM, Force, Journey, go_as_before, journey, route
from pbem.war.free_words.parts import Part, deeds_in
from pbem.war.free_words.stays import are_apart, only
from pbem.war.orders.land import generals

MOVING = (
    "same",
    "deed.join",
    "deed.move",
    "deed.attack",
    "deed.lead",
    "about.move",
    "army",
    "alone",
    "men",
    "everybody",
    "leader",
)


def move(moment: Moment, items: list[Item], before: Part | None) -> Part | None:
    """A march by land, or several on a way."""
    items = list(_departing(_as_a_way(items)))
    if before is not None and before.deed in ("sail", "sail on") and is_carried(items):
        return None  # `..., then it carries 2 regulars to Nice`: across the sea
    if not only(items, "move", "attack", "lead", "join"):
        return None
    found = journey(moment, items, generals(moment.game, moment.power), *MOVING, "fleet")
    if found.left or found.origin == "?" or found.force.naval:
        return None
    spaces = moment.game.spaces
    if any(place not in spaces for place in (*found.to, *filter(None, [found.origin]))):
        return None
    if found.force.whole and not _starts(moment, found):
        return None  # `1 merc in Calais, Henry and the lot to Boulogne`: these are two
    begun = before.about if before is not None and before.deed == "remark" else None
    if isinstance(begun, Force) and begun.alone and not {*found.force.leaders} <= {*begun.leaders}:
        return None  # `Only Ibrahim moves. Suleiman ...`
    there = {moment.game.leaders[who].place for who in begun.leaders} if isinstance(begun, Force) else set()
    if isinstance(begun, Force) and not found.force.leaders and (not found.origin or there == {found.origin}):
        found.force.leaders = list(begun.leaders)  # `Francis lifts the siege and goes to Lyon with all`
        found.force.every = found.force.every or ("" if found.force.units else begun.every)
    elif isinstance(begun, Force) and _come_along(items) and not found.origin:
        more = [who for who in found.force.leaders if who not in begun.leaders]
        found.force.leaders = [*begun.leaders, *more]  # `... and takes the whole army, Ibrahim included`
    left = before.about if before is not None and before.deed == "stay" else None
    others = not found.force.leaders or _come_along(items)
    if isinstance(left, Journey) and left.led_by and not found.origin and others:
        found.force.leaders = [*left.led_by, *found.force.leaders]
    moved = before is not None and before.deed in ("move", "move on")
    if before is not None and before.deed == "move":
        go_as_before(found, items, before.about)
    goes_on = not found.origin or (before is not None and found.origin == _last_place(before))
    if moved and found.to and not found.force and goes_on and "deed.attack" not in found.ideas:
        return Part("move on", (Reading(()),), tuple(found.to))  # `to Dijon and on to Lyon`
    if moved and not found.force.leaders and found.force.units and _goes_on_himself(items):
        assert before is not None
        if isinstance(before.about, Journey) and len(before.about.force.leaders) == 1:
            found.force.leaders = list(before.about.force.leaders)  # `From there he goes on with 8 regulars`
            found.origin = found.origin or _last_place(before)
    unled = not found.force.leaders and not found.force.every and not found.origin
    if unled and found.force and ("deed.join" in found.ideas or not deeds_in(items)):
        return None  # `2 mercs to Paris`, `reinforce Paris with 2 mercs`: these may be new ones
    if not found.to and found.joined in moment.game.leaders and found.force.leaders:
        found.to = [place] if (place := moment.game.leaders[found.joined].place) else []
    found.doubtful = found.bare and bool(found.force.leaders) and not found.origin
    if not found.to or (
        found.bare and (found.force or "deed.attack" not in found.ideas) and not found.doubtful
    ):
        return None
    if (
        not found.force
        and "deed.attack" not in found.ideas
        and not (found.origin and "deed.move" in found.ideas)
    ):
        return None
    return Part("move", (), found)


def _as_a_way(items: Sequence[Item]) -> list[Item]:
    """`Suleiman, 8 regulars: Pressburg`, `...: Istanbul, Edirne, Sofia`: a way behind a colon."""
    colon = next((at for at, item in enumerate(items) if item.mark(":")), 0)
    way = list(items[colon + 1 :])
    named = any(item.kind == PERSON for item in items[:colon])
    plain = all(item.kind == PLACE_ITEM and not item.prep for item in way[::2])
    joined = all(item.mark(",") for item in way[1::2])
    if not (named and plain and joined and len(way) % 2) or any(i.kind == PLACE_ITEM for i in items[:colon]):
        return list(items)
    arrow = replace(items[colon], chunk=replace(items[colon].chunk, text=">"))
    head = [*items[:colon], arrow] if len(way) == 1 else list(items[: colon + 1])
    return [*head, *(arrow if item.kind == MARK else item for item in way)]


def _goes_on_himself(items: Sequence[Item]) -> bool:
    return any(item.kind == WORD and item.chunk.text in ("he", "she") for item in items)


def go_along(moment: Moment, items: list[Item], before: Part | None) -> Part | None:
    """`Francis goes to Besancon. He takes 4 regulars along.`: with whom, in a clause of its own."""
    going = before.about if before is not None and before.deed == "move" else None
    if not isinstance(going, Journey) or not going.force.leaders or going.force.units or going.force.every:
        return None
    if any(item.kind in (PERSON, PLACE_ITEM) for item in items) or going.force.alone:
        return None
    taken = _goes_on_himself(items[:1]) and any(item.says("deed.lead") for item in items[1:2])
    follow = bool(items) and items[-1].chunk.text in _HIM and any(item.says("deed.follow") for item in items)
    found = journey(moment, items, (), *MOVING, "deed.follow")
    if not (taken or follow) or found.left or not found.force:
        return None
    return Part("along", (Reading(()),), found.force)


_HIM = ("him", "them", "her", "accompany him", "accompanies him", "follow him", "follows him", "go with him")


def is_carried(items: Sequence[Item]) -> bool:
    """Whether a ship that was just named takes others along: `it carries`, `the fleet brings`."""
    at = next((at for at, item in enumerate(items) if item.says("deed.move", "deed.lead")), 0)
    return any(item.chunk.text in ("it", "they", "she") or item.says("fleet") for item in items[:at])


def _come_along(items: Sequence[Item]) -> bool:
    """Whether everybody who is named is only said to be of those who go: `Ibrahim included`."""
    people = [at for at, item in enumerate(items) if item.kind == PERSON]
    return bool(people) and all(at + 1 < len(items) and items[at + 1].says("included") for at in people)


def _last_place(part: Part) -> str:
    """Where a march ends: `from Belgrade to Mohacs, and then from Mohacs to Buda`."""
    way = part.about.to if isinstance(part.about, Journey) else part.about
    return str(way[-1]) if isinstance(way, (list, tuple)) and way else ""


def _departing(items: Sequence[Item]) -> Iterator[Item]:
    """`Montmorency leaves Paris for Lyon`: right before a place it is a verb of going."""
    for at, item in enumerate(items):
        after = items[at + 1] if at + 1 < len(items) else None
        if item.says("leave") and after is not None and after.kind == PLACE_ITEM and not after.prep:
            yield replace(item, chunk=replace(item.chunk, ideas=frozenset({"leave", "deed.move"})))
        else:
            yield item


def gone_on(parts: Sequence[Part]) -> list[Part]:
    """The parts with `and on to Lyon` added to the way that it goes on."""
    found: list[Part] = []
    for part in parts:
        if part.deed not in ("move on", "sail on"):
            found.append(part)
            continue
        going = next(one.about for one in reversed(found) if one.deed in ("move", "sail"))
        assert isinstance(going, Journey)
        assert isinstance(part.about, tuple)
        going.to += part.about
    return found


def finished(moment: Moment, parts: Sequence[Part], verb: str = "move") -> list[Part] | None:
    """The parts with their moves put into orders; who stays is told to who goes."""
    stays = [part.about for part in parts if part.deed == "stay"]
    moves = [part for part in parts if part.deed == "move"]
    if stays and not any(part.deed in ("move", "sail", *_WITH_A_FORCE) for part in parts):
        return None
    led = {who for stayed in stays if isinstance(stayed, Journey) for who in stayed.led_by}
    going = {who for part in moves if isinstance(part.about, Journey) for who in part.about.force.leaders}
    here = {stayed.origin for stayed in stays if isinstance(stayed, Journey) and stayed.led_by}
    if any(moment.game.leaders[who].place not in here for who in led - going):
        return None  # who leaves others behind goes somewhere himself
    forces = [part.about for part in parts if part.deed in _WITH_A_FORCE]
    if any(not are_apart(force, stayed) for force in forces for stayed in stays):
        return None
    done: list[Part] = []
    for at, part in enumerate(parts):
        if part.deed != "move":
            done += [part] if part.deed != "along" else []
            continue
        assert isinstance(part.about, Journey)
        if len(moves) == 1:
            for stayed in stays:
                assert isinstance(stayed, Journey)
                if stayed.origin in part.about.to and stayed.origin not in _stands(moment, part.about):
                    return None  # `from Paris to Dijon and on to Lyon.  The 4 regulars in Dijon stay`
                if _leaves_only_them(moment, part.about, stayed):
                    part.about.force.every = "all"
                if not _spare(part.about, stayed):
                    return None
        if (
            at + 1 < len(parts)
            and isinstance(along := parts[at + 1].about, Force)
            and parts[at + 1].deed == "along"
        ):
            part.about.force.units, part.about.force.every = list(along.units), along.every
        readings = _marches(moment, part.about, verb)
        done.append(Part("move", tuple(readings), part.about, part.after))
    return done


def _stands(moment: Moment, going: Journey) -> set[str]:
    """Where those stand who are said to go."""
    led = {moment.game.leaders[who].place or "" for who in going.force.leaders}
    return {going.origin} if going.origin else led


_WITH_A_FORCE = ("assault", "transport")


def _leaves_only_them(moment: Moment, going: Journey, stayed: Journey) -> bool:
    """`Francis marches on Besancon, leaving one mercenary`: everybody else goes with him."""
    force, left = going.force, stayed.force
    if force.units or force.every or force.alone or not left.units or "leave_behind" not in stayed.ideas:
        return False
    places = {moment.game.leaders[who].place for who in force.leaders} or {going.origin}
    return len(places) == 1 and "" not in places and stayed.origin in ("", *places)


def _spare(going: Journey, stayed: Journey) -> bool:
    """Leave behind who stays; False if the same are said to go."""
    force = going.force
    if set(stayed.force.leaders) & set(force.leaders):
        return False
    none_of = {some.unit for some in stayed.force.units if some.count == EVERY}
    all_of = {some.unit for some in force.units if some.count == EVERY}
    if any(some.unit in none_of for some in force.units) or any(
        some.unit in all_of for some in stayed.force.units
    ):
        return False
    if stayed.force.but_units or stayed.force.but_leaders:
        return _takes_only(force, stayed.force)
    if not stayed.force:
        return stayed.origin != going.origin or not stayed.origin  # `Linz stays`
    if stayed.origin and not going.origin and force.every:
        going.origin = stayed.origin
    if force.every:
        force.but_units += stayed.force.units
        force.but_leaders += [who for who in stayed.force.leaders if who not in force.but_leaders]
        if stayed.force.every and not stayed.force.units:
            force.every, force.but_units = "", []
            force.alone = True
    elif stayed.force.every and not force.units:
        force.alone = True
    return bool(force)


def _takes_only(force: Force, left: Force) -> bool:
    """`Francis marches, leaving all but 2 regulars behind`: these two go with him."""
    if force.units or force.every or left.units:
        return False
    force.units += left.but_units
    force.leaders += [who for who in left.but_leaders if who not in force.leaders]
    return True


def _marches(moment: Moment, found: Journey, verb: str) -> list[Reading]:
    force = found.force
    if not force:
        return _nobody_named(moment, found, verb)
    if any(some.count == EVERY for some in force.units) and force.but_units and not force.every:
        starts = _starts(moment, found)
        if len(starts) != 1 or not starts[0]:
            return []
        force = force.but_some(standing(moment.game, moment.power, starts[0]))
    if any(some.count == HALF_OF_THEM for some in force.units):
        starts = _starts(moment, found)
        half = force.halved(standing(moment.game, moment.power, starts[0])) if len(starts) == 1 else None
        if half is None:
            return []
        force = half
    texts = [(force.said(moment), True)]
    if force.leaders and not force.units and not force.every and not force.alone:
        # A leader alone, or with his army?  Nobody knows.
        whole = Force(force.leaders, [], "all", list(force.but_leaders), list(force.but_units))
        texts = [(force.said(moment), False), (whole.said(moment), False)]
    elif force.every == "everybody" and force.leaders and not force.but_leaders:
        leads = "deed.lead" in found.ideas
        texts = (
            [(force.said(moment, everybody=True), True)]
            if leads
            else [*texts, (force.said(moment, everybody=True), True)]
        )
    readings = []
    for text, sure in texts:
        for start in _starts(moment, found):
            readings += [Reading(lines, sure) for lines in _legs(moment, verb, text, start, found.to)]
    if found.doubtful:  # `Francis and everyone Besancon`
        return [replace(one, sure=False) for one in readings]
    if not any(some.count != EVERY and not some.unit for some in force.units):
        return readings
    # `6 units` of several kinds: the regulars may be meant, which is only proposed.
    kinds = Force(force.leaders, [replace(some, unit=some.unit or "regulars") for some in force.units])
    for start in _starts(moment, found):
        readings += [
            Reading(lines, sure=False) for lines in _legs(moment, verb, kinds.said(moment), start, found.to)
        ]
    return readings


def _starts(moment: Moment, found: Journey) -> list[str]:
    """Where a force starts from: where it is said to, where its leaders are, or next to where it goes."""
    if found.force.whole:
        whole, found = found.force, replace(found, force=replace(found.force, whole=False))
        return [
            start
            for start in _starts(moment, found)
            if start and whole.is_at(standing(moment.game, moment.power, start))
        ]
    if found.origin:
        return [found.origin]
    game, force = moment.game, found.force
    leaders = force.leaders or force.but_leaders
    if leaders:
        places = list(dict.fromkeys(game.leaders[who].place for who in leaders))
        return [places[0]] if len(places) == 1 and places[0] else []
    if not force.every:
        return [""]
    if not found.to:
        return []  # `everybody to Buda's rescue` names no place to go to
    return [space for space in game.board.neighbours(found.to[0]) if standing(game, moment.power, space)]


def _legs(moment: Moment, verb: str, text: str, origin: str, to: Sequence[str]) -> list[tuple[str, ...]]:
    first = route(moment, verb, text, origin, to[0])
    if len(to) == 1:
        return [(first,)]
    try:
        answer = parse_line(first, moment.question, moment.game, moment.names)
    except OrderProblem:
        return []
    said = say(moment.question, answer, moment.names)
    same = said.removeprefix(f"{verb} ").partition(":")[0]
    return [(first, *(route(moment, verb, same, a, b) for a, b in pairwise(to)))]


def _nobody_named(moment: Moment, found: Journey, verb: str) -> list[Reading]:
    """`attack Besancon`: every army that is there to do it; never done without asking."""
    game, power = moment.game, moment.power
    places = [found.origin] if found.origin else [
        space for space in game.board.neighbours(found.to[0]) if standing(game, power, space)
    ]  # fmt: skip
    return [Reading((route(moment, verb, "all", space, found.to[0]),), sure=False) for space in places]
