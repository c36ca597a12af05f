"""Here I Stand on the map: what its powers look like, and what only its spaces have.

The colours keep apart for eyes that see red and green, or blue and yellow, alike; every colour has its
letters and every ring its pattern besides.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from pbem.games.his.board import ON_THE_MAP, marks
from pbem.games.his.gauges import gauges, rolls
from pbem.games.his.views import public_view
from pbem.games.views import Public
from pbem.language.voice import Voice
from pbem.pictures.look import Look
from pbem.pictures.map import Gauge, Roll
from pbem.war import map as war_map
from pbem.war.land import LAND
from pbem.war.map import BLACK, GREY, WHITE, look_of
from rules.his.game import HisGame
from rules.war.ids import INDEPENDENT, LAND_KINDS, NAVAL_KINDS

UNIVERSITY, REFORMER = "J", "R"

NATIONS = {
    "ottoman": ("O", "#4dbf6f", BLACK),
    "hapsburg": ("H", "#f0c93e", BLACK),
    "england": ("E", "#cc3a02", WHITE),
    "france": ("F", "#144f78", WHITE),
    "papacy": ("Pa", "#c750d4", BLACK),
    "protestant": ("Pr", "#654334", WHITE),
    "genoa": ("G", GREY, BLACK),
    "hungary": ("Hu", GREY, BLACK),
    "scotland": ("S", GREY, BLACK),
    "venice": ("V", GREY, BLACK),
    INDEPENDENT: ("i", WHITE, BLACK),
    "knights_of_st_john": ("K", WHITE, BLACK),
}


def look_in(voice: Voice, title: str) -> Look:
    """What the map looks like, for readers of a language."""
    badges = {UNIVERSITY: voice.word("map.university"), REFORMER: voice.word("map.reformer")}
    return look_of(voice, title, NATIONS, LAND, badges, (*LAND_KINDS, *NAVAL_KINDS))


class Onlooker(war_map.Onlooker):
    """Sees universities and reformers too."""

    nations = tuple(NATIONS)

    def public(self, game: Any) -> Public:
        return public_view(game, self._voice)

    def parts(self, game: Any) -> list[tuple[str, list[str]]]:
        return marks(game, self._voice, but_for=ON_THE_MAP)

    def gauges(self, game: Any) -> tuple[Gauge, ...]:
        return gauges(game, self._voice)

    def rolls(self, game: Any) -> tuple[Roll, ...]:
        return rolls(game, self._voice)

    def badges(self, game: Any, space: str) -> list[tuple[str, str]]:
        say = self._voice.word
        found = [(UNIVERSITY, say("map.university"))] if game.spaces[space].university else []
        there = sorted(
            id
            for id, reformer in game.faith.reformers.items()
            if reformer.on_map and game.data.reformers[id].space == space
        )
        return found + [(REFORMER, say("map.reformer_named", reformer=id)) for id in there]

    def faith(self, game: HisGame, space: str) -> str:
        return game.spaces[space].religion

    def pirates(self, game: HisGame) -> Collection[str]:
        return game.piracy_zones
