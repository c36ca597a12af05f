"""The regulars of the electoral princes, who wait beside the map for their city to turn Protestant (21.6)."""

from __future__ import annotations

from rules.core.events import Event
from rules.his.game import HisGame
from rules.his.powers import PROTESTANT, PROTESTANT_FAITH
from rules.war.ids import SpaceId


class ElectorateRose(Event):
    space: SpaceId
    count: int


def raise_waiting_regulars(game: HisGame, space: SpaceId) -> None:
    """Place the regulars that wait for an electorate, if their time has come (21.6)."""
    count = game.faith.electorate_display.get(space, 0)
    if count and may_stand_up(game, space):
        del game.faith.electorate_display[space]
        game.add_units(space, PROTESTANT, regulars=count)
        game.emit(ElectorateRose(space, count))


def may_stand_up(game: HisGame, space: SpaceId) -> bool:
    """Before the League its faith is enough; later it must also be held and not besieged."""
    state = game.spaces[space]
    if state.religion != PROTESTANT_FAITH:
        return False
    return not game.faith.league or (state.control == PROTESTANT and not state.sieges)
