"""What lies beside the map: where the points come from, scripture, debaters, Henry's wives, voyages.

Open facts alone, as everybody at the table sees them on the charts and power cards.
"""

from __future__ import annotations

import re
from typing import Any

from pbem.language import names as kinds
from pbem.language.voice import Voice
from pbem.language.widths import with_wide_marks
from pbem.language.words import fold
from rules import Power
from rules.his.powers import ENGLAND, PAPACY, PROTESTANT
from rules.his.victory import base_vp, scores, special_vp

Part = tuple[str, list[str]]
"""A title, and its lines."""

KEYS, ELECTORATES = "keys", "electorates"
CHILDREN = (4, 5, 6)
"""Lines of the pregnancy chart that bring a child (21.3)."""
NEW_TESTAMENT, FULL_BIBLE = 6, 10
ZONES = ("german", "french", "english")


def tracks(game: Any, voice: Voice) -> list[Part]:
    """All of it by titles; parts without a line are left out, and so is a game that has none of this."""
    if not hasattr(game, "faith"):
        return []
    parts: dict[str, list[str]] = {
        "points": _points(game, voice),
        "duel": _duel(game, voice),
        "marriage": _marriage(game, voice) if game.duel is None else [],
        "scripture": _scripture(game, voice),
        "basilica": _basilica(game, voice),
        "debaters": _debaters(game, voice),
        "banned": _banned(game, voice),
        "voyages": _voyages(game, voice) if game.duel is None else [],
    }
    return [(voice.word(f"track.{key}"), lines) for key, lines in parts.items() if lines]


def _duel(game: Any, voice: Voice) -> list[str]:
    """What everybody sees of the two-player game: Diplomacy cards in hand and discarded, and who commands."""
    if (duel := game.duel) is None:
        return []
    lines = [
        voice.word("track.diplomacy_hand", power=power, count=len(hand)) for power, hand in duel.hands.items()
    ]
    if duel.discards:
        lines.append(voice.word("track.diplomacy_discards", cards=tuple(duel.discards)))
    for power in duel.hands:
        if others := game.commanded(power):
            lines.append(voice.word("track.commands", power=power, other_powers=tuple(others)))
    return lines


def _points(game: Any, voice: Voice) -> list[str]:
    limits = game.scenario.options
    lines = [_points_of(game, power, total, voice) for power, total in scores(game).items()]
    first = limits.domination_from_turn
    return [
        *lines,
        voice.word(
            "track.goal",
            vp=limits.standard_vp,
            lead_vp=limits.domination_lead,
            first_turn=first if game.turn < first else None,
        ),
    ]


def _points_of(game: Any, power: Power, total: int, voice: Voice) -> str:
    keys = ELECTORATES if power == PROTESTANT else KEYS
    sources = {
        voice.word(f"track.{keys}"): base_vp(game, power),
        voice.word(f"track.own_{power}"): special_vp(game, power),  # 23.2
    }
    for reason, points in game.bonus_vp.get(power, {}).items():
        sources[marker_name(reason, voice)] = points
    told = ", ".join(f"{name} {points}" for name, points in sources.items() if points)
    return voice.word("track.points_of", power=power, vp=total, text=told or voice.word("track.nothing"))


_BY_CARD = re.compile(r"card_(\d+)")
_ABOUT = re.compile(r"(burnt|disgraced|bible)_(\w+)")


def marker_name(reason: str, voice: Voice) -> str:
    """For what a marker in the box of bonus VP is."""
    if card := _BY_CARD.fullmatch(reason):
        return voice.name(kinds.CARD, card[1])
    if about := _ABOUT.fullmatch(reason):
        return voice.word(f"track.{about[1]}", debater=about[2], language=about[2])
    return voice.name("bonus/option", reason)


def _marriage(game: Any, voice: Voice) -> list[str]:
    if game.rulers.get(ENGLAND) != "henry_viii":
        return []
    children = [voice.word(f"track.child_{line}") for line in CHILDREN if line in game.tudors.children]
    key = "track.children" if children else "track.no_children"
    return [voice.word(key, status=game.tudors.status, text="; ".join(children))]


def _scripture(game: Any, voice: Voice) -> list[str]:
    return [
        voice.word(
            "track.translated",
            language=zone,
            number=game.faith.new_testament.get(zone, 0),
            of_number=NEW_TESTAMENT,
            bible_number=game.faith.full_bible.get(zone, 0),
            of_bible_number=FULL_BIBLE,
        )
        for zone in ZONES
    ]


def _basilica(game: Any, voice: Voice) -> list[str]:
    cp, vp = game.faith.st_peters_cp, game.faith.st_peters_vp
    return [voice.word("track.built", vp=vp, cp=cp)] if cp or vp else []


def _debaters(game: Any, voice: Voice) -> list[str]:
    """Those in play by side and zone, with their value; those that have spoken are committed."""
    found: dict[str, dict[bool, list[str]]] = {}
    for id, debater in game.faith.debaters.items():
        if not debater.entered or debater.gone or debater.away:
            continue
        data = game.data.debaters[id]
        papal = data.side == PAPACY
        title = voice.word("track.papal" if papal else "track.protestant", language=data.zone)
        by_state = found.setdefault(title, {False: [], True: []})
        by_state[debater.committed].append(f"{voice.name(kinds.DEBATER, id)} {data.value}")
    return [
        with_wide_marks(f"{title}: {', '.join(sorted(those[False])) or voice.word('none')}")
        + (voice.word("track.committed", text=", ".join(sorted(those[True]))) if those[True] else "")
        for title, those in sorted(found.items(), key=lambda part: fold(part[0]))
    ]


def _banned(game: Any, voice: Voice) -> list[str]:
    powers = [voice.name(kinds.POWER, power) for power in game.faith.excommunicated_powers]
    people = [voice.name("reformer/ruler", id) for id in game.faith.excommunicated]
    return [voice.listed([*powers, *people])] if powers or people else []


def _voyages(game: Any, voice: Voice) -> list[str]:
    return [
        voice.word("track.voyage", power=voyage.power, voyage=voyage.kind)
        for voyage in game.new_world.crossing
    ]
