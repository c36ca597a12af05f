"""Events that stir unrest (12.4): only where no units or leaders are."""

from __future__ import annotations

from collections.abc import Iterable

from rules.core.flow import Power, ask
from rules.core.questions import ChooseSome
from rules.his.game import HisGame
from rules.his.powers import ENGLAND, FRANCE, OTTOMAN
from rules.his.windows import CARDS
from rules.war.control import may_be_stirred, place_unrest
from rules.war.state import SpaceId

PILGRIMS = 5
TAXPAYERS = 2
JANISSARIES_AT_WAR, JANISSARIES_AT_PEACE = 2, 4
PEASANTS = 5
COMMUNEROS = 3


def open_to_unrest(game: HisGame, spaces: Iterable[SpaceId]) -> list[SpaceId]:
    """Those of the spaces that can be stirred, whoever holds them; keys first (12.4)."""
    open_ones = [space for space in spaces if may_be_stirred(game, space)]
    return sorted(open_ones, key=lambda space: (not game.board.spaces[space].is_key, space))


def spaces_speaking(game: HisGame, language: str) -> list[SpaceId]:
    """All spaces of a language zone."""
    return [space for space in game.spaces if game.board.spaces[space].lang == language]


async def stir_unrest(game: HisGame, power: Power, spaces: list[SpaceId], most: int) -> None:
    """The player names up to so many of the spaces; silence as many as it may, keys first (12.4)."""
    if not spaces:
        return
    silent = tuple(spaces[:most])
    chosen = await ask(ChooseSome(power, "unrest", "space", tuple(spaces), 0, most, silent, "12.4"))
    for space in chosen:
        place_unrest(game, space)


# ---- 64 Pilgrimage of Grace


def english_spaces_open(game: HisGame, power: Power) -> list[SpaceId]:
    return open_to_unrest(game, game.home_spaces(ENGLAND))


@CARDS.event(64, "event", playable=english_spaces_open)
async def pilgrimage_of_grace(game: HisGame, power: Power) -> None:
    """64 Pilgrimage of Grace: unrest in up to five English home spaces."""
    await stir_unrest(game, power, english_spaces_open(game, power), PILGRIMS)


# ---- 80 Gabelle Revolt


def french_spaces_open(game: HisGame, power: Power) -> list[SpaceId]:
    return open_to_unrest(game, game.home_spaces(FRANCE))


@CARDS.event(80, "event", playable=french_spaces_open)
async def gabelle_revolt(game: HisGame, power: Power) -> None:
    """80 Gabelle Revolt: unrest in up to two French home spaces."""
    await stir_unrest(game, power, french_spaces_open(game, power), TAXPAYERS)


# ---- 82 Janissaries Rebel


def ottoman_spaces_open(game: HisGame, power: Power) -> list[SpaceId]:
    """Pirate havens are Ottoman home spaces too (21.1)."""
    return open_to_unrest(game, game.home_spaces(OTTOMAN))


@CARDS.event(82, "event", playable=ottoman_spaces_open)
async def janissaries_rebel(game: HisGame, power: Power) -> None:
    """82 Janissaries Rebel: unrest in up to two Ottoman home spaces, four without war with a major power."""
    at_war = any(game.at_war(OTTOMAN, other) for other in game.majors)
    most = JANISSARIES_AT_WAR if at_war else JANISSARIES_AT_PEACE
    await stir_unrest(game, power, ottoman_spaces_open(game, power), most)


# ---- 88 Peasants' War


def german_spaces_open(game: HisGame, power: Power) -> list[SpaceId]:
    return open_to_unrest(game, spaces_speaking(game, "german"))


@CARDS.event(88, "event", playable=german_spaces_open)
async def peasants_war(game: HisGame, power: Power) -> None:
    """88 Peasants' War: unrest in up to five German-speaking spaces."""
    await stir_unrest(game, power, german_spaces_open(game, power), PEASANTS)


# ---- 94 Revolt of the Communeros


def spanish_spaces_open(game: HisGame, power: Power) -> list[SpaceId]:
    return open_to_unrest(game, spaces_speaking(game, "spanish"))


@CARDS.event(94, "event", playable=spanish_spaces_open)
async def revolt_of_the_communeros(game: HisGame, power: Power) -> None:
    """94 Revolt of the Communeros: unrest in up to three Spanish-speaking spaces."""
    await stir_unrest(game, power, spanish_spaces_open(game, power), COMMUNEROS)
