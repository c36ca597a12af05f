"""Holy Roman Emperor: Charles V jumps to another part of his realm (21.2)."""

from __future__ import annotations

from rules.core.errors import Illegal
from rules.core.flow import ask
from rules.core.questions import Decide, choose_one
from rules.core.reasons import Reason
from rules.core.windows import open_window
from rules.his.dynasty import events as told
from rules.his.dynasty.rulers import is_besieged, is_captive
from rules.his.game import HisGame
from rules.his.powers import HAPSBURG
from rules.war.control import has_enemies
from rules.war.ids import LeaderId, SpaceId
from rules.war.moments import Announced
from rules.war.windows import WarWindow

CHARLES, ALVA = "charles_v", "duke_of_alva"
JOURNEY = "journey"
"""The kind of this move when it is announced: Gout can stop it, Foul Weather cannot."""


def check_journey(game: HisGame) -> None:
    """Raise `Illegal` unless Charles V may jump (21.2, #2)."""
    if is_captive(game, CHARLES):
        raise Illegal("leader.captive", "21.2", leader=CHARLES)
    if is_besieged(game, CHARLES):
        raise Illegal("leader.besieged", "21.2", leader=CHARLES)
    if game.leaders[CHARLES].place not in game.spaces:
        raise Illegal("leader.not_on_map", "21.2", leader=CHARLES)
    if not journey_destinations(game):
        raise Illegal("leader.no_home_space", "21.2", leader=CHARLES)


def journey_destinations(game: HisGame) -> list[SpaceId]:
    """Other Hapsburg home spaces that he holds, without unrest and without enemies; capitals first."""
    here = game.leaders[CHARLES].place
    spaces = [
        space
        for space in game.home_spaces(HAPSBURG)
        if space != here
        and game.controller(space) == HAPSBURG
        and not game.spaces[space].unrest
        and not has_enemies(game, HAPSBURG, space)
    ]
    return sorted(spaces, key=lambda space: (space not in game.capitals(HAPSBURG), space))


async def imperial_journey(game: HisGame) -> None:
    """Charles V jumps, Alva with him if they stand together; no units go along."""
    origin = game.leaders[CHARLES].place
    spaces = journey_destinations(game)
    if origin is None or not spaces:
        return
    destination = await choose_one(HAPSBURG, "journey", "space", spaces, "21.2")
    travellers: tuple[LeaderId, ...] = (CHARLES,)
    if game.leaders[ALVA].place == origin and await ask(
        Decide(HAPSBURG, "journey_with_alva", destination, rule="21.2", about="space")
    ):
        travellers = (CHARLES, ALVA)
    announced = Announced(HAPSBURG, JOURNEY, origin, travellers, to=destination)
    others = [power for power in game.order_from(HAPSBURG) if power != HAPSBURG]
    subject = Reason("journey", leader=CHARLES, space=destination)
    await open_window(game, WarWindow.ACTION_ANNOUNCED, announced, powers=others, subject=subject)
    if announced.cancelled:
        game.emit(told.EmperorStayed(CHARLES, origin))
        return
    for leader in travellers:
        game.leaders[leader].place = destination
    game.emit(told.EmperorTravelled(travellers, origin, destination))
