"""Assaults in free words."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.language.forces import standing
from pbem.language.items import PERSON, PLACE, WORD, Item
from pbem.language.meanings import Moment, Reading
from pbem.language.names import CARD, SPACE
from pbem.war.free_words.forces import Force, journey
from pbem.war.free_words.parts import Part, one, orders
from pbem.war.orders.land import generals


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
    if _is_whole_army(moment, force, places[:1] or besieged):
        force = Force([], [], "all")
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
            force,
        )
    text = f" with {force.said(moment)}" if force and not with_all else ""
    return Part(
        "assault",
        tuple(
            Reading((f"assault {moment.say(SPACE, space)}{text}", *(f"play {card}" for card in cards)))
            for space in (places[:1] or besieged)
        ),
        force,
    )


def _is_whole_army(moment: Moment, force: Force, spaces: Sequence[str]) -> bool:
    """`all 7 units`, if there are as many."""
    if force.leaders or len(spaces) != 1 or len(force.units) != 1 or force.units[0].unit:
        return False
    return force.units[0].count == sum(
        count for _, _, count in standing(moment.game, moment.power, spaces[0])
    )


def _is_card(moment: Moment, item: Item) -> bool:
    number = item.named(CARD)
    return (
        bool(number) and item.kind in (WORD, PLACE, PERSON) and int(number) in moment.game.hand(moment.power)
    )
