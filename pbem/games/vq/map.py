"""Virgin Queen on the map of Europe: what its powers look like, and what only its spaces have.

The colours keep apart for eyes that see red and green, or blue and yellow, alike; every colour has its
letters and every ring its pattern besides.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import Any

from pbem.games.views import Public
from pbem.games.vq import world
from pbem.games.vq.board import parts_of
from pbem.games.vq.views import public_view
from pbem.language.voice import Voice
from pbem.pictures.look import Look
from pbem.pictures.map import PlaceView, Stack
from pbem.pictures.scene import Figure
from pbem.war import map as war_map
from pbem.war.land import CYPRUS, LAND
from pbem.war.map import BLACK, GREY, WHITE, look_of
from rules.vq.data import VqData
from rules.vq.game import VqGame
from rules.war.ids import INDEPENDENT, LAND_KINDS

JESUIT = "J"

NATIONS = {
    "ottoman": ("O", "#4dbf6f", BLACK),
    "spain": ("S", "#f0c93e", BLACK),
    "england": ("E", "#cc3a02", WHITE),
    "france": ("F", "#144f78", WHITE),
    "holy_roman_empire": ("H", "#c750d4", BLACK),
    "protestant": ("Pr", "#654334", WHITE),
    "huguenot": ("Hu", "#654334", WHITE),
    "dutch": ("D", "#654334", WHITE),
    "walloons": ("W", "#f0c93e", BLACK),
    "morisco": ("M", "#4dbf6f", BLACK),
    "ireland": ("I", GREY, BLACK),
    "papacy": ("Pa", GREY, BLACK),
    "portugal": ("Po", GREY, BLACK),
    "scotland": ("Sc", GREY, BLACK),
    "venice": ("V", GREY, BLACK),
    INDEPENDENT: ("i", WHITE, BLACK),
    "knights_of_st_john": ("K", WHITE, BLACK),
}
"""Letters, colour, and the colour in which the letters are written."""


def look_in(voice: Voice, title: str, data: VqData) -> Look:
    """What the map looks like, for readers of a language."""
    badges = {JESUIT: voice.word("map.jesuit")}
    look = look_of(
        voice, title, NATIONS, (*LAND, CYPRUS, *world.LAND), badges, (*LAND_KINDS, *VqGame.naval_kinds)
    )
    return replace(look, signs=world.sea_signs(data, voice))


class Onlooker(war_map.Onlooker):
    """Sees Jesuits too."""

    nations = tuple(NATIONS)

    def public(self, game: Any) -> Public:
        return public_view(game, self._voice)

    def parts(self, game: Any) -> list[tuple[str, list[str]]]:
        return parts_of(game, self._voice)

    def badges(self, game: Any, space: str) -> list[tuple[str, str]]:
        return [(JESUIT, self._voice.word("map.jesuit"))] if game.spaces[space].jesuit else []

    def faith(self, game: VqGame, space: str) -> str:
        """Outside the areas it is printed (2.3)."""
        return game.religion(space)

    def more_places(self, game: Any) -> Iterable[tuple[str, PlaceView]]:
        """The World."""

        def stack(power: str, units: dict[str, int], figures: tuple[Figure, ...]) -> Stack:
            counts = tuple(units.get(kind, 0) for kind in war_map.KINDS)
            return self._stack(power, power, counts, figures)

        return world.places(game, self._voice, stack)

    def pirates(self, game: Any) -> Collection[str]:
        return [zone for zone, powers in game.this_turn.piracy.items() if powers]
