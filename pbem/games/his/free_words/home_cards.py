"""Cards that are called by what they do, or ask for more than one thing."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import pairwise

from pbem.language.items import PERSON, PLACE, WORD, Item
from pbem.language.meanings import Moment, Reading
from pbem.language.names import LANGUAGE, LEADER, NATION, REFORMER, SPACE
from pbem.war.free_words.answers import adds_nothing
from pbem.war.free_words.plays import Called, EventReader, Plays, unexplained

EMPEROR, SIX_WIVES, PATRON, BULL, LEIPZIG, COMET = 2, 3, 4, 5, 6, 38


def use_by_target(names: Sequence[Item], uses: Collection[str]) -> str:
    """The use of a card that fits what it is played on: the Bull on a reformer, or on a ruler."""
    if "reformer" in uses and "ruler" in uses and names:
        if names[0].named(REFORMER):
            return "reformer"
        if names[0].named(LEADER) or names[0].named(NATION):
            return "ruler"
    if "war" in uses and "marriage" in uses and names and names[0].named(NATION):
        return "war"
    return ""


# ---- The Pope


def _bull_on_somebody(plays: Plays, moment: Moment, card: int, items: Sequence[Item]) -> list[Reading] | None:
    named = any(plays.thing(moment, item) for item in items)
    return _bull(plays, moment, card, items) if named else None


def _bull_by_deed(plays: Plays, moment: Moment, card: int, items: Sequence[Item]) -> list[Reading]:
    kept = [item for item in items if not item.says("about.bull") or plays.thing(moment, item)]
    return _bull(plays, moment, card, kept)


def _bull(plays: Plays, moment: Moment, card: int, items: Sequence[Item]) -> list[Reading]:
    """Whom the Pope excommunicates, where unrest breaks out, and in which zone is debated after that."""
    items = [item for item in items if item.named(NATION) != moment.power]
    names = [item for item in items if plays.thing(moment, item)]
    words = [item for item in items if not plays.thing(moment, item)]
    about = (
        "home_card",
        "card",
        "event",
        "about.bull",
        "about.event",
        "about.play",
        "unrest",
        "with",
        "in",
        "against",
    )
    if not names or unexplained(words, *about, "deed.debate", "about.debate", "deed.play", "zone"):
        return []
    first, others = names[0], names[1:]
    use = use_by_target([first], ("reformer", "ruler"))
    if not use:
        return []
    ruler = {"francis_i": "france", "henry_viii": "england", "charles_v": "hapsburg"}.get(
        first.named(LEADER), ""
    )
    target = (
        moment.say(NATION, ruler or first.named(NATION))
        if use == "ruler"
        else moment.say(REFORMER, first.named(REFORMER))
    )
    lines = [f"play {card} as event: {use}", target]
    spaces = [item for item in others if item.kind == PLACE and item.space]
    zones = [item.named(LANGUAGE) for item in others if item.kind == WORD and item.named(LANGUAGE)]
    if len(spaces) + len(zones) != len(others):
        return []
    if spaces:
        lines.append(", ".join(moment.say(SPACE, item.space) for item in spaces))
    undebated = any(one.chunk.text == "no" and other.says("deed.debate") for one, other in pairwise(words))
    if zones and undebated:
        return []
    if zones:
        lines += ["debate", zones[0]]
    elif undebated:
        lines.append("no")
    return [Reading(tuple(lines), fleeting=True)]


# ---- The King of England


def _marriage(plays: Plays, moment: Moment, card: int, items: Sequence[Item]) -> list[Reading]:
    """`Henry takes his next wife`."""
    words = [item for item in items if not item.says("about.marriage") and not plays.thing(moment, item)]
    about = (
        "use.marriage", "event", "home_card", "deed.play", "about.play", "in", "to", "card", "about.event",
        "more",
    )  # fmt: skip
    return [] if unexplained(words, *about) else [Reading((f"play {card} as event: marriage",))]


# ---- The Emperor


def _travel_of_charles(
    plays: Plays, moment: Moment, card: int, items: Sequence[Item]
) -> list[Reading] | None:
    if not any(item.kind == PLACE for item in items):
        return None
    return [
        Reading((f"play {card} as event", *one.lines), fleeting=True)
        for one in charles_travels(moment.of(list(items)))
    ]


def charles_travels(moment: Moment) -> list[Reading]:
    """Where Charles goes, and whether Alva goes with him."""
    spaces, alva, stays = list[str](), False, False
    for item in moment.items:
        if item.kind == PLACE and item.space:
            spaces.append(item.space)
        elif item.kind == PERSON and item.named(LEADER) == "duke_of_alva":
            alva = True
        elif item.kind == PERSON and item.named(LEADER) == "charles_v":
            continue
        elif item.chunk.says("both"):
            alva = True  # who else could be meant
        elif item.says("alone", "but", "leave") or (alva and item.says("deed.stay")):
            stays = True
        elif not adds_nothing(moment, item, "journey", "to", "for", "event", "deed.play"):
            return []
    if len(spaces) != 1:
        return []
    return [Reading((moment.say(SPACE, spaces[0]), "yes" if alva and not stays else "no"))]


OWN_EVENTS: dict[int, EventReader] = {BULL: _bull_on_somebody, EMPEROR: _travel_of_charles}
CALLED = {
    SIX_WIVES: Called(("about.marriage",), _marriage),
    PATRON: Called(("about.chateau",)),
    BULL: Called(("about.bull",), _bull_by_deed),
}
ASKED_FIRST = {LEIPZIG: ("german",)}
