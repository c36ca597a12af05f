"""The tracks beside the map as a replay draws them: faith, Scripture, St. Peter's, the king, debaters."""

from __future__ import annotations

from typing import Any

from pbem.games.his.tracks import FULL_BIBLE, NEW_TESTAMENT, ZONES
from pbem.language import names as kinds
from pbem.language.voice import Voice
from pbem.language.words import fold
from pbem.pictures.map import Gauge, Roll
from rules.his.powers import ENGLAND, PAPACY, PROTESTANT_FAITH

SPACES = 50
"""Protestant spaces that win the game (23)."""


def gauges(game: Any, voice: Voice) -> tuple[Gauge, ...]:
    """Tracks with a marker that moves: where it stands, and how far it can go."""
    faith, basilica = game.faith, game.data.tables.st_peters
    held = sum(space.religion == PROTESTANT_FAITH for space in game.spaces.values())
    found = [Gauge(voice.word("track.spaces"), min(held, SPACES), SPACES)]
    for zone in ZONES:
        done = faith.new_testament.get(zone, 0), faith.full_bible.get(zone, 0)
        found.append(Gauge(voice.word("track.new_testament", language=zone), done[0], NEW_TESTAMENT))
        found.append(Gauge(voice.word("track.bible", language=zone), done[1], FULL_BIBLE))
    cp = faith.st_peters_vp * basilica.cp_per_vp + faith.st_peters_cp
    found.append(Gauge(voice.word("track.basilica"), cp, basilica.max_vp * basilica.cp_per_vp))
    if game.duel is None and game.rulers.get(ENGLAND) == "henry_viii":
        boxes = [box.id for box in game.data.marriage.marital_track]
        words = voice.word("track.married", status=game.tudors.status)
        found.append(
            Gauge(voice.word("track.marriage"), boxes.index(game.tudors.status) + 1, len(boxes), words)
        )
    return tuple(found)


def rolls(game: Any, voice: Voice) -> tuple[Roll, ...]:
    """The debaters in play by side and zone, with their values; who has spoken is committed."""
    found: dict[str, list[tuple[str, bool]]] = {}
    for id, debater in game.faith.debaters.items():
        if not debater.entered or debater.gone or debater.away:
            continue
        data = game.data.debaters[id]
        side = voice.word("track.papal" if data.side == PAPACY else "track.protestant", language=data.zone)
        found.setdefault(side, []).append(
            (f"{voice.name(kinds.DEBATER, id)} {data.value}", debater.committed)
        )
    in_order = sorted(found.items(), key=lambda part: fold(part[0]))
    return tuple(Roll(side, tuple(sorted(people))) for side, people in in_order)
