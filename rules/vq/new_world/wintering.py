"""Captains in winter (20.4): home, to a colony, or out at sea."""

from __future__ import annotations

from rules.core.flow import ask
from rules.vq.game import VqGame
from rules.vq.kinds import CaptainId, SettlementId
from rules.vq.new_world.captains import at_sea, can_go_home, go_home
from rules.vq.new_world.navigation import navigation_roll
from rules.vq.questions import ChooseForCaptain

HOME = "home"


async def captains_return(game: VqGame) -> None:
    """English captains in Europe are in their pool again; those at sea go home, ashore, or stay (20.4)."""
    for name, captain in game.world.captains.items():
        if captain.in_europe:
            captain.in_europe = False
            game.leaders[name].place = game.leaders[name].returns = None
    for name in at_sea(game):
        await captain_winters(game, name)


async def captain_winters(game: VqGame, name: CaptainId) -> None:
    """WIN5-6: an own colony or home, without dangerous passage; else he stays and must navigate (20.4)."""
    captain = game.world.captains[name]
    assert captain.power is not None
    colonies = colonies_in_reach(game, name)
    home = can_go_home(game, name)
    options = (*((HOME,) if home else ()), *colonies)
    if not options:
        await navigation_roll(game, name)
        return
    silent = HOME if home and (captain.loot or not colonies) else options[-1]
    chosen = silent
    if len(options) > 1:
        chosen = await ask(
            ChooseForCaptain(captain.power, "captain_winters", "settlement", options, silent, "20.4", name)
        )
    if chosen == HOME:
        go_home(game, name)
    else:
        captain.zone, captain.colony = None, chosen


def colonies_in_reach(game: VqGame, name: CaptainId) -> list[SettlementId]:
    """Own colonies on ocean zones that he reaches without a dangerous passage."""
    captain = game.world.captains[name]
    assert captain.zone is not None
    reached = game.data.world.safe_reach(captain.zone)
    return sorted(
        place
        for place, owner in game.world.colonies.items()
        if owner == captain.power
        and any(zone in reached for zone in game.data.world.settlements[place].zones)
    )
