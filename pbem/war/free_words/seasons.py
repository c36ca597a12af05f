"""Spring and winter in free words: who is deployed, who goes home."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pbem.language.forces import standing
from pbem.language.items import ALL, NUMBER, PERSON, PLACE, UNITS, Item
from pbem.language.meanings import Moment, Reading
from pbem.language.names import LEADER
from pbem.language.names import PLACE as PLACES
from pbem.war.free_words.answers import polarity
from pbem.war.free_words.forces import Journey, is_ship, journey
from pbem.war.free_words.moves import finished, gone_on, move
from pbem.war.free_words.parts import Cutter, Part, together
from pbem.war.free_words.stays import stay
from pbem.war.orders.seasons import leaders_of
from rules.war.ids import LAND_KINDS

_HOME = (
    "deed.move",
    "deed.lead",
    "deed.sail",
    "about.move",
    "about.sail",
    "army",
    "men",
    "fleet",
    "capital",
    "same",
    "everybody",
    "to",
)


def spring(moment: Moment) -> list[Reading]:
    """`Francis and 6 regulars deploy to Lyon`, `nobody moves`."""
    capitals = list(moment.game.capitals(moment.power))
    plain = [item for item in moment.items if not (item.kind == PLACE and item.space in capitals)]
    then = Moment(moment.power, moment.question, moment.game, moment.names, moment.words, plain)
    if polarity(then, "spring") is False:
        return [Reading(("nobody",))]
    parts = Cutter(moment, (stay, move)).parts()
    if parts is None or sum(part.deed == "move" for part in parts) != 1:
        return []
    done = finished(moment, gone_on(parts), "deploy")
    return [] if done is None else together([part for part in done if part.deed != "stay"])


def winter(moment: Moment) -> list[Reading]:
    """`2 regulars from Milan to Paris, fleet to Marseille`: all of it is one order."""
    parts = Cutter(moment, (_goes_home, stay)).parts()
    if parts is None:
        return []
    journeys: list[str] = []
    to, came_from, sure = "", "", True
    for part in parts:
        found = part.about
        assert isinstance(found, Journey)
        if part.deed == "stay":
            continue
        to = found.to[0] if found.to else to
        places = [found.origin] if found.origin else _where(moment, found)
        if not found.origin and not found.force.leaders and came_from in places:
            places = [came_from]  # `two from Turin to Milan, the third to Paris`
        came_from = places[0] if len(places) == 1 else ""
        if not to or not places:
            return []
        force = found.force
        led = bool(force.leaders and (force.units or force.every))
        sure = sure and (len(places) == 1 or bool(found.origin))
        sure = sure and bool(found.origin or force.naval or led)
        for place in places:
            journeys.append(
                f"{found.force.said(moment)}: {moment.say(PLACES, place)} > {moment.say(PLACES, to)}"
            )
    return [Reading(("return " + "; ".join(journeys),), sure)] if journeys else []


def _goes_home(moment: Moment, items: list[Item], before: Part | None) -> Part | None:
    items = _to_winter(moment, items)
    if any(item.says("deed.stay") for item in items):
        return None
    found = journey(moment, items, leaders_of(moment.game, moment.power), *_HOME)
    if "capital" in found.ideas and not found.to:
        capitals = list(moment.game.capitals(moment.power))
        found.to = capitals if len(capitals) == 1 else []
    if found.left or found.origin == "?" or not found.force or len(found.to) > 1:
        return None
    if found.to and "same" in found.ideas and not items[-1].says("same"):
        return None  # but `the six go back to Paris too`
    if not found.to and not ("same" in found.ideas and before is not None):
        return None
    return Part("home", (Reading(()),), found)


def _to_winter(moment: Moment, items: list[Item]) -> list[Item]:
    """`Charles winters in Vienna`, `goes back in Vienna`: if he is elsewhere, that is where he goes."""
    places = [item for item in items if item.kind == PLACE]
    own = leaders_of(moment.game, moment.power)
    people = [item.named(LEADER) for item in items if item.kind == PERSON]
    verbs = [item for item in items if item.says("deed.stay", "deed.move")]
    if len(verbs) == 1 and verbs[0].chunk.text in _WINTERS:
        there = [place for place in places if place.prep == "in" and place is places[-1]]
        force = any(item.kind in (UNITS, NUMBER, ALL) or item.says("fleet", "army") for item in items)
        if (
            there and force and len(places) <= 2 and not people and not _is_there(moment, places)
        ):  # `the Dijon regulars winter in Lyon`
            return [
                replace(item, prep="to")
                if item is there[0]
                else replace(item, prep="from")
                if item in places
                else item
                for item in items
                if item is not verbs[0]
            ]
    if not (len(places) == len(verbs) == 1 and people and places[0].prep == "in" and set(people) <= set(own)):
        return items
    if verbs[0].says("deed.stay") and verbs[0].chunk.text not in _WINTERS:
        return items
    if any(moment.game.leaders[who].place == places[0].place for who in people):
        return items
    return [
        replace(item, prep="to") if item is places[0] else item
        for item in items
        if item is not verbs[0] or item.says("deed.move")
    ]


def _is_there(moment: Moment, places: Sequence[Item]) -> bool:
    """`the other 4 winter in Milan`: whoever is there already stays."""
    game = moment.game
    kinds = (*LAND_KINDS, *game.naval_kinds)
    return len(places) == 1 and bool(standing(game, moment.power, places[0].place, kinds))


_WINTERS = (
    "winter", "winters", "wintering", "winter quarters",
    "goes into winter quarters", "go into winter quarters",
    "takes winter quarters", "take winter quarters", "spend the winter", "spends the winter", "overwinter",
    "overwinters", "hibernate", "hibernates", "go into quarters", "goes into quarters",
)  # fmt: skip


def _where(moment: Moment, found: Journey) -> list[str]:
    """Where the force may be if nothing says so: at sea, or abroad."""
    game, power = moment.game, moment.power
    if found.force.leaders:
        return list(dict.fromkeys(place for who in found.force.leaders if (place := game.leaders[who].place)))
    if found.force.naval:
        return [zone for zone in game.board.zones if standing(game, power, zone, game.naval_kinds)]
    if any(is_ship(some.unit) for some in found.force.units):
        return []
    return [
        space for space in game.spaces if standing(game, power, space) and game.home_power(space) != power
    ]
