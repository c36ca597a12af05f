"""What lies beside the map: where the points come from, scripture, debaters, Henry's wives, voyages.

Open facts alone, as everybody at the table sees them on the charts and power cards.
"""

from __future__ import annotations

import re
from typing import Any

from pbem.language import Names
from pbem.language import names as kinds
from pbem.language.voice import Voice
from rules import Power
from rules.his.powers import ENGLAND, FRANCE, HAPSBURG, OTTOMAN, PAPACY, PROTESTANT
from rules.his.victory import base_vp, scores, special_vp

Part = tuple[str, list[str]]
"""A title, and its lines."""

OWN_POINTS = {
    OTTOMAN: "piracy",
    HAPSBURG: "electorates",
    ENGLAND: "heir and Protestant home spaces",
    FRANCE: "chateaux",
    PAPACY: "Protestant spaces and St. Peter's",
    PROTESTANT: "Protestant spaces",
}
"""What a power scores for besides keys (23.2)."""
CHILDREN = {4: "Elizabeth", 5: "Edward, sickly", 6: "Edward, healthy"}
"""Lines of the pregnancy chart that bring a child (21.3)."""
WIVES = {"ask_for_divorce": "Asks for divorce from Catherine of Aragon"}
NEW_TESTAMENT, FULL_BIBLE = 6, 10


def tracks(game: Any, names: Names, voice: Voice) -> list[Part]:
    """All of it by titles; parts without a line are left out, and so is a game that has none of this."""
    if not hasattr(game, "faith"):
        return []
    parts: list[Part] = [
        ("Victory points", _points(game, names, voice)),
        ("Henry VIII", _marriage(game, names)),
        ("Scripture", _scripture(game)),
        ("St. Peter's", _basilica(game)),
        ("Debaters", _debaters(game)),
        ("Excommunicated", _banned(game, voice)),
        ("On the Atlantic", _voyages(game, voice)),
    ]
    return [(title, lines) for title, lines in parts if lines]


def _points(game: Any, names: Names, voice: Voice) -> list[str]:
    limits = game.scenario.options
    lines = [f"{_points_of(game, power, total, names, voice)}." for power, total in scores(game).items()]
    return [
        *lines,
        f"At the end of a turn {limits.standard_vp} VP win, and so does a lead of {limits.domination_lead}.",
    ]


def _points_of(game: Any, power: Power, total: int, names: Names, voice: Voice) -> str:
    keys = "electorates" if power == PROTESTANT else "keys"
    sources = {keys: base_vp(game, power), OWN_POINTS[power]: special_vp(game, power)}
    for reason, points in game.bonus_vp.get(power, {}).items():
        sources[_marker(reason, names, voice)] = points
    told = [f"{name} {points}" for name, points in sources.items() if points]
    return f"{voice.name(kinds.POWER, power)} {total}: {', '.join(told) or 'nothing'}"


_BY_CARD = re.compile(r"card_(\d+)")
_DEBATER = re.compile(r"(burnt|disgraced)_(\w+)")


def _marker(reason: str, names: Names, voice: Voice) -> str:
    """For what a marker in the box of bonus VP is."""
    if card := _BY_CARD.fullmatch(reason):
        return voice.name(kinds.CARD, card[1])
    if fate := _DEBATER.fullmatch(reason):
        return f"{voice.name(kinds.DEBATER, fate[2])} {fate[1]}"
    return names.table(kinds.OPTION).printed.get(reason, reason.replace("_", " "))


def _marriage(game: Any, names: Names) -> list[str]:
    if game.rulers.get(ENGLAND) != "henry_viii":
        return []
    status = game.tudors.status
    wife = names.table(kinds.OPTION).printed.get(status, WIVES.get(status, status.replace("_", " ").title()))
    children = [CHILDREN[line] for line in sorted(game.tudors.children) if line in CHILDREN]
    return [f"{wife}; {'children: ' + '; '.join(children) if children else 'no heir but Mary'}"]


def _scripture(game: Any) -> list[str]:
    return [
        f"{zone.capitalize()}: New Testament {game.faith.new_testament.get(zone, 0)} of {NEW_TESTAMENT}, "
        f"Bible {game.faith.full_bible.get(zone, 0)} of {FULL_BIBLE}"
        for zone in ("german", "french", "english")
    ]


def _basilica(game: Any) -> list[str]:
    cp, vp = game.faith.st_peters_cp, game.faith.st_peters_vp
    return [f"{vp} VP, {cp} CP towards the next"] if cp or vp else []


def _debaters(game: Any) -> list[str]:
    """Those in play by side and zone, with their value; those that have spoken are committed."""
    found: dict[str, dict[bool, list[str]]] = {}
    for id, debater in game.faith.debaters.items():
        if not debater.entered or debater.gone or debater.away:
            continue
        data = game.data.debaters[id]
        title = "Papal" if data.side == PAPACY else f"Protestant, {data.zone.capitalize()}"
        by_state = found.setdefault(title, {False: [], True: []})
        by_state[debater.committed].append(f"{data.name} {data.value}")
    return [
        f"{title}: {', '.join(sorted(those[False])) or 'none'}"
        + (f"; committed: {', '.join(sorted(those[True]))}" if those[True] else "")
        for title, those in sorted(found.items())
    ]


def _banned(game: Any, voice: Voice) -> list[str]:
    powers = [voice.name(kinds.POWER, power) for power in game.faith.excommunicated_powers]
    people = [voice.name(kinds.REFORMER, id) for id in game.faith.excommunicated]
    return [voice.listed([*powers, *people])] if powers or people else []


def _voyages(game: Any, voice: Voice) -> list[str]:
    return [f"{voice.name(kinds.POWER, voyage.power)}: {voyage.kind}" for voyage in game.new_world.crossing]
