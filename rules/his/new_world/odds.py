"""The exact chances of the New World (20), from the tables that the voyages are read on."""

from __future__ import annotations

from fractions import Fraction

from rules.core.chances import add, evenly, sum_of
from rules.core.flow import Power
from rules.his.game import HisGame
from rules.his.new_world.phase import found_conquering, found_exploring
from rules.his.new_world.riches import COLONIAL_OPTION, CONQUESTS_TOO, riches_for
from rules.his.new_world.voyages import POTOSI


def exploration_odds(game: HisGame, power: Power) -> dict[str, Fraction]:
    """What an exploration finds (20.2), by the explorers who may be drawn: lost, nothing, choice, prizes.

    As if no other voyage claimed anything before it.
    """
    world, table = game.new_world, game.data.tables.new_world
    bonus = 0 if power in world.charted else table.uncharted
    found: dict[str, Fraction] = {}
    for chance, explorer in evenly(sorted(world.explorers[power])):
        for total, with_chance in enumerate(sum_of(2)):
            if with_chance:
                result = found_exploring(game, total + bonus + game.data.explorers[explorer].value)
                add(found, result, chance * with_chance)
    return found


def conquest_odds(game: HisGame, power: Power) -> dict[str, Fraction]:
    """What a conquest brings (20.3), by the conquistadors who may be drawn: killed, nothing, prizes."""
    found: dict[str, Fraction] = {}
    for chance, figure in evenly(sorted(game.new_world.conquistadors[power])):
        for total, with_chance in enumerate(sum_of(2)):
            if with_chance:
                result = found_conquering(game, total + game.data.conquistadors[figure].value)
                add(found, result, chance * with_chance)
    return found


def riches_odds(game: HisGame, power: Power, source: str) -> dict[str, Fraction]:
    """What a colony, or a conquest by its id, yields each turn (20.4), by the letters of the table."""
    table, colony = game.data.tables.new_world, source not in game.data.tables.new_world.riches
    column = "colony" if colony else source
    with_marker = (
        colony or source == POTOSI or game.option(COLONIAL_OPTION, first=CONQUESTS_TOO) == CONQUESTS_TOO
    )
    better = (
        table.plantations if column in table.plantations_on and power in game.new_world.plantations else 0
    )
    found: dict[str, Fraction] = {}
    for total, chance in enumerate(sum_of(2)):
        if chance:
            result, _marker = riches_for(game, power, column, total + better, with_marker=with_marker)
            add(found, result, chance)
    return found
