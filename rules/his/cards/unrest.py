"""Events that stir unrest (12.4): only where no units or leaders are."""

from __future__ import annotations

from collections.abc import Iterable

from rules.core.flow import Power
from rules.core.questions import choose_some
from rules.his.cards.choices import always
from rules.his.game import HisGame
from rules.his.powers import ENGLAND, FRANCE, OTTOMAN
from rules.his.windows import CARDS
from rules.war.control import may_be_stirred, place_unrest
from rules.war.ids import SpaceId

PILGRIMS = 5
TAXPAYERS = 2
JANISSARIES_AT_WAR, JANISSARIES_AT_PEACE = 2, 4
PEASANTS = 5
COMMUNEROS = 3


def open_to_unrest(game: HisGame, spaces: Iterable[SpaceId]) -> list[SpaceId]:
    """Those of the spaces that can be stirred, whoever holds them; keys first (12.4)."""
    open_ones = [space for space in spaces if may_be_stirred(game, space)]
    return game.board.keys_first(open_ones)


def spaces_speaking(game: HisGame, language: str) -> list[SpaceId]:
    """All spaces of a language zone."""
    return [space for space in game.spaces if game.board.spaces[space].lang == language]


async def stir_unrest(game: HisGame, power: Power, spaces: Iterable[SpaceId], most: int) -> None:
    """The player names up to so many of the spaces; silence as many as it may, keys first (12.4)."""
    options = open_to_unrest(game, spaces)
    if not options:
        return
    for space in await choose_some(power, "unrest", "space", options, 0, most, "12.4"):
        place_unrest(game, space)


# ---- 64 Pilgrimage of Grace


@CARDS.event(64, "event", playable=always)
async def pilgrimage_of_grace(game: HisGame, power: Power) -> None:
    """64 Pilgrimage of Grace: unrest in up to five English home spaces."""
    await stir_unrest(game, power, game.home_spaces(ENGLAND), PILGRIMS)


# ---- 80 Gabelle Revolt


@CARDS.event(80, "event", playable=always)
async def gabelle_revolt(game: HisGame, power: Power) -> None:
    """80 Gabelle Revolt: unrest in up to two French home spaces."""
    await stir_unrest(game, power, game.home_spaces(FRANCE), TAXPAYERS)


# ---- 82 Janissaries Rebel


@CARDS.event(82, "event", playable=always)
async def janissaries_rebel(game: HisGame, power: Power) -> None:
    """82 Janissaries Rebel: unrest in up to two Ottoman home spaces, four without war with a major power.

    Pirate havens are Ottoman home spaces too (21.1).
    """
    at_war = any(game.at_war(OTTOMAN, other) for other in game.majors)
    most = JANISSARIES_AT_WAR if at_war else JANISSARIES_AT_PEACE
    await stir_unrest(game, power, game.home_spaces(OTTOMAN), most)


# ---- 88 Peasants' War


@CARDS.event(88, "event", playable=always)
async def peasants_war(game: HisGame, power: Power) -> None:
    """88 Peasants' War: unrest in up to five German-speaking spaces."""
    await stir_unrest(game, power, spaces_speaking(game, "german"), PEASANTS)


# ---- 94 Revolt of the Communeros


@CARDS.event(94, "event", playable=always)
async def revolt_of_the_communeros(game: HisGame, power: Power) -> None:
    """94 Revolt of the Communeros: unrest in up to three Spanish-speaking spaces."""
    await stir_unrest(game, power, spaces_speaking(game, "spanish"), COMMUNEROS)
