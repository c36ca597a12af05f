"""The actions of this game (11.1), and how command points are spent on them one after another."""

from __future__ import annotations

from rules.core.actions import Action, ChooseAction, Chooser, Stop
from rules.core.flow import Power, ask
from rules.core.windows import open_window
from rules.his.game import ACTIONS, HisGame
from rules.his.powers import IMPULSE_ORDER
from rules.his.victory import check_automatic_victory
from rules.war.windows import WarWindow

__all__ = [
    "ACTIONS",
    "Action",
    "ChooseAction",
    "Chooser",
    "Stop",
    "action",
    "spend_cp",
    "time_to_respond",
]

action = ACTIONS.enter


async def spend_cp(
    game: HisGame, power: Power, cp: int, *, only: tuple[str, ...] = (), silent: tuple[str, ...] = ()
) -> None:
    """Spend CP on one action after another, each finished before the next is named (11.1)."""
    before = game.impulse.cp
    game.impulse.cp = cp
    while game.impulse.cp > 0 and not game.impulse.ended:
        chosen = await ask(ChooseAction(power, game.impulse.cp, only, silent))
        if isinstance(chosen, Stop):
            break
        game.impulse.cp -= chosen.cost(game, power)
        await chosen.perform(game, power)
        await game.settle()
        check_automatic_victory(game)
        await open_window(game, WarWindow.AFTER_ACTION, chosen, powers=IMPULSE_ORDER)
    game.impulse.cp = before


async def time_to_respond(game: HisGame) -> None:
    """Let others respond to what an event has done before anybody spends the CP that it gives (6.1)."""
    await game.settle()
    await open_window(game, WarWindow.AFTER_ACTION, None, powers=IMPULSE_ORDER)
