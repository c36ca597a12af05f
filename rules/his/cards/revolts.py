"""Foreign wars break out: 92 Egypt, 93 Ireland, 110 Persia (21.7)."""

from __future__ import annotations

from rules.core.cards import CardNumber
from rules.core.flow import Power, ask
from rules.core.questions import Decide
from rules.his.cards import military_events as told
from rules.his.cards.choices import always
from rules.his.game import HisGame
from rules.his.war import foreign_wars
from rules.his.windows import CARDS
from rules.war.ids import LAND_KINDS
from rules.war.removal import remove_units, stacks

EGYPT, IRELAND, PERSIA = 92, 93, 110


async def war_breaks_out(game: HisGame, card: CardNumber) -> None:
    """The victim sends units beside the map, against a foreign army of the strength in the tables."""
    await foreign_wars.begin(game, card, foreign_wars.data_of(game, card).enemy)


@CARDS.event(EGYPT, "event", playable=always)
async def revolt_in_egypt(game: HisGame, power: Power) -> None:
    """92 Revolt in Egypt: three Ottoman units must fight three."""
    await war_breaks_out(game, EGYPT)


@CARDS.event(PERSIA, "event", playable=always)
async def war_in_persia(game: HisGame, power: Power) -> None:
    """110 War in Persia: five Ottoman units must fight four."""
    await war_breaks_out(game, PERSIA)


@CARDS.event(IRELAND, "event", playable=always)
async def revolt_in_ireland(game: HisGame, power: Power) -> None:
    """93 Revolt in Ireland: four English units must fight three, or four with French or Hapsburg help."""
    await war_breaks_out(game, IRELAND)
    data = foreign_wars.data_of(game, IRELAND)
    if power in data.reinforced_by and stacks(game, power, LAND_KINDS):
        await help_the_irish(game, power)


async def help_the_irish(game: HisGame, power: Power) -> None:
    """The player may give one own land unit of the map for a fourth Irish one."""
    data = foreign_wars.data_of(game, IRELAND)
    if not await ask(Decide(power, "help_the_irish", rule="21.7")):
        return
    await remove_units(game, power, "help_for_ireland", LAND_KINDS, 1, "21.7")
    war = game.foreign_wars[IRELAND]
    war.enemy = data.enemy_reinforced or data.enemy
    game.emit(told.RebelsReinforced(power, IRELAND, war.enemy))
