"""How command points are spent on one action after another, and the treasure that extends an impulse (11)."""

from __future__ import annotations

from rules.core.actions import Action, ChooseAction, Chooser, Stop
from rules.core.flow import Power, ask
from rules.core.windows import open_window
from rules.vq.game import VqGame
from rules.vq.victory import check_automatic_victory
from rules.vq.windows import ACTIONS
from rules.war.windows import WarWindow

__all__ = ["ACTIONS", "Action", "ChooseAction", "Chooser", "Stop", "action", "spend_cp", "time_to_respond"]

action = ACTIONS.enter
FREE = "free"
"""The kind of what costs nothing between two actions."""


def kind_of(game: VqGame, cls: type[Action]) -> str:
    """The colour of an action on the power card (11)."""
    data = game.data.actions.get(cls.action_id)
    return data.kind if data is not None else FREE


def of_kinds(game: VqGame, *kinds: str) -> tuple[str, ...]:
    """The names of all actions of some kinds."""
    return tuple(name for name, cls in ACTIONS.items() if name != "Stop" and kind_of(game, cls) in kinds)


async def spend_cp(
    game: VqGame,
    power: Power,
    cp: int,
    *,
    only: tuple[str, ...] = (),
    barred: tuple[str, ...] = (),
    of_card: bool = True,
) -> None:
    """Spend CP on one action after another, each finished before the next is named (11.1).

    `only` and `barred` name actions.  What CP `of_card` buy is remembered: a treasure buys none of that kind.
    """
    before = game.impulse.cp
    game.impulse.cp = cp
    while game.impulse.cp > 0 and not game.impulse.ended:
        chosen = await ask(ChooseAction(power, game.impulse.cp, only, (), barred))
        if isinstance(chosen, Stop):
            break
        game.impulse.cp -= chosen.cost(game, power)
        if of_card and (kind := kind_of(game, type(chosen))) not in (*game.impulse.kinds, FREE):
            game.impulse.kinds.append(kind)
        await chosen.perform(game, power)
        await game.settle()
        await game.elsewhere.see_intrusions(game)
        check_automatic_victory(game)
        await open_window(game, WarWindow.AFTER_ACTION, chosen, powers=game.majors)
    game.impulse.cp = before


async def time_to_respond(game: VqGame) -> None:
    """Let others respond to what an event has done before anybody spends the CP that it gives (6.1)."""
    await game.settle()
    await game.elsewhere.see_intrusions(game)
    check_automatic_victory(game)
    await open_window(game, WarWindow.AFTER_ACTION, None, powers=game.majors)
