"""Armies that cross the sea, in free words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from pbem.language.forces import standing
from pbem.language.items import PLACE as PLACE_ITEM
from pbem.language.items import UNITS, Item
from pbem.language.meanings import Moment, Reading
from pbem.language.names import LEADER, PLACE
from pbem.war.free_words.forces import Force, Journey, is_ship, journey, route
from pbem.war.free_words.moves import MOVING, is_carried
from pbem.war.free_words.parts import Part
from pbem.war.free_words.stays import only
from pbem.war.free_words.voyages import seas_of
from pbem.war.orders.land import generals


def transport(moment: Moment, items: list[Item], before: Part | None) -> Part | None:
    """`ship everybody in Marseille to Barcelona`: into the sea zone, on to another one, and out again."""
    game, power = moment.game, moment.power
    said = any(item.says("deed.transport") for item in items) or _sails_with_troops(moment, items)
    sea = before.about.to[-1:] if before is not None and isinstance(before.about, Journey) else []
    carried = bool(sea) and sea[0] in game.board.zones and is_carried(items)
    said = said or carried or _goes_over_sea(moment, items)
    if not said or not only(items, "transport", "move", "attack", "sail"):
        return None
    about = (*MOVING, "deed.transport", "about.transport", "deed.sail")
    found = journey(moment, list(_landing(items)), generals(game, power), *about)
    if found.left or found.origin == "?" or not found.to or not found.force or found.force.naval:
        return None
    zones = [place for place in found.to if place in game.board.zones] or (sea if carried else [])
    lands = [place for place in found.to if place in game.spaces]
    origin = found.origin
    if len(lands) > 1 and not origin:
        origin, lands = lands[0], lands[1:]
    if not origin and found.force.leaders:
        origin = game.leaders[found.force.leaders[0]].place or ""
    if len(lands) > 1 or not (origin or lands) or not (zones or lands):
        return None
    force = found.force
    if force.leaders and not force.units and not force.every:
        force = Force(force.leaders, [], "all")
    ports = [origin] if origin else [space for space in game.spaces if standing(game, power, space)]
    readings = []
    for port in ports:
        ways = [zones] if zones else _ways(moment, port, lands[0])
        for first, *further in ways:
            if first in seas_of(moment, port):
                out = route(moment, "transport", force.said(moment), port, first)
                steps = [moment.say(PLACE, place) for place in (*further, *lands)]
                readings.append(Reading((out, *steps)))
    return Part("transport", tuple(readings), force) if readings else None


def _ways(moment: Moment, port: str, land: str) -> list[list[str]]:
    """The sea zones between a port and a coast: one if that will do, or else two."""
    near, far = seas_of(moment, port), seas_of(moment, land)
    if common := [zone for zone in near if zone in far]:
        return [[zone] for zone in common]
    zones = moment.game.board.zones
    return [[a, b] for a in near if a in zones for b in far if b in zones and b in seas_of(moment, a)]


def _goes_over_sea(moment: Moment, items: Sequence[Item]) -> bool:
    """`Alva + 4r Naples > Tyrrhenian > Tunis`: arrows that lead troops from a port over a sea to a coast."""
    way = [item for item in items if item.kind == PLACE_ITEM]
    arrows = sum(item.mark(">") for item in items)
    seas = [not item.space and bool(item.sea) for item in way]
    troops = any(
        item.named(LEADER) in generals(moment.game, moment.power)
        or (item.kind == UNITS and item.unit and not is_ship(item.unit))
        for item in items
    )
    return troops and len(way) > 2 and arrows >= len(way) - 1 and all(seas[1:-1]) and not seas[0] | seas[-1]


def _sails_with_troops(moment: Moment, items: Sequence[Item]) -> bool:
    """`Francis and 4 regulars sail from Marseille to Barcelona`: a fleet that carries them is meant."""
    own = generals(moment.game, moment.power)
    troops = any(item.kind == UNITS and item.unit and not is_ship(item.unit) for item in items)
    return any(item.says("deed.sail") for item in items) and (
        troops or any(item.named(LEADER) in own for item in items)
    )


def _landing(items: Sequence[Item]) -> Iterator[Item]:
    """`lands in Palma` is to Palma, and who crosses a sea goes through it."""
    lands = False
    before: Item | None = None
    for item in items:
        lands = lands or item.says("land")
        crosses = before is not None and before.says("deed.sail") and not before.says("leave")
        if item.kind == PLACE_ITEM and lands and item.prep == "in":
            yield replace(item, prep="to")
        elif item.kind == PLACE_ITEM and crosses and not item.space and not item.prep:
            yield replace(item, prep="via")
        else:
            yield item
        before = before if item.says("the", "filler") else item
