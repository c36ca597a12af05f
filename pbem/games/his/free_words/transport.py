"""Armies that cross the sea, in free words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from pbem.games.his.free_words.forces import SHIPS, Force, journey, route
from pbem.games.his.free_words.moves import MOVING, only, seas_of
from pbem.games.his.free_words.parts import Part
from pbem.language.forces import standing
from pbem.language.free_words import Moment, Reading
from pbem.language.items import PLACE as PLACE_ITEM
from pbem.language.items import UNITS, Item
from pbem.language.names import LEADER, PLACE
from pbem.war.orders.land import generals


def transport(moment: Moment, items: list[Item], before: Part | None) -> Part | None:
    """`ship everybody in Marseille to Barcelona`: into the sea zone, and out of it again."""
    game, power = moment.game, moment.power
    said = any(item.says("deed.transport") for item in items) or _sails_with_troops(moment, items)
    if not said or not only(items, "transport", "move", "attack", "sail"):
        return None
    about = (*MOVING, "deed.transport", "about.transport", "deed.sail")
    found = journey(moment, list(_landing(items)), generals(game, power), *about)
    if found.left or found.origin == "?" or not found.to or not found.force:
        return None
    zones = [place for place in found.to if place in game.board.zones]
    lands = [place for place in found.to if place in game.spaces]
    origin = found.origin
    if len(lands) > 1 and not origin:
        origin, lands = lands[0], lands[1:]
    if not origin and found.force.leaders:
        origin = game.leaders[found.force.leaders[0]].place or ""
    if len(lands) > 1 or not (origin or lands):
        return None
    force = found.force
    if force.leaders and not force.units and not force.every:
        force = Force(force.leaders, [], "all")
    ports = [origin] if origin else [space for space in game.spaces if standing(game, power, space)]
    readings = []
    for port in ports:
        between = zones or [
            zone for zone in seas_of(moment, port) if lands and zone in seas_of(moment, lands[0])
        ]
        for zone in between[:1] if len(between) == 1 or not lands else between:
            if zone in seas_of(moment, port):
                first = route(moment, "transport", force.said(moment), port, zone)
                readings.append(Reading((first, *(moment.say(PLACE, land) for land in lands))))
    return Part("transport", tuple(readings)) if readings else None


def _sails_with_troops(moment: Moment, items: Sequence[Item]) -> bool:
    """`Francis and 4 regulars sail from Marseille to Barcelona`: a fleet that carries them is meant."""
    own = generals(moment.game, moment.power)
    troops = any(item.kind == UNITS and item.unit and item.unit not in SHIPS for item in items)
    return any(item.says("deed.sail") for item in items) and (
        troops or any(item.named(LEADER) in own for item in items)
    )


def _landing(items: Sequence[Item]) -> Iterator[Item]:
    """`lands in Palma` is to Palma."""
    lands = False
    for item in items:
        lands = lands or item.says("land")
        yield replace(item, prep="to") if lands and item.kind == PLACE_ITEM and item.prep == "in" else item
