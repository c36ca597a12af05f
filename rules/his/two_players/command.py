"""Acting with a power that has no player: a player spends his CP on its moves while it is at war (11)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Self

from rules.core.errors import Illegal
from rules.core.flow import Power, ask
from rules.core.windows import open_window
from rules.his.actions import Action, ChooseAction, Stop, action
from rules.his.duel import PLAYERS
from rules.his.game import HisGame
from rules.his.powers import HAPSBURG, IMPULSE_ORDER, PAPACY
from rules.his.victory import check_automatic_victory
from rules.war.sea_actions import NavalMove
from rules.war.windows import WarWindow

OPEN_TO_OTHERS = ("MoveFormation", "NavalTransport", "NavalMove", "AssaultFortification", "ControlSpace")
"""What may be done with such a power: move, sail, assault, take unfortified spaces; it never builds."""


@action
class Command(Action):
    """D2-5: spend the CP of this card on actions of a power without a player."""

    action_id: ClassVar[str] = "command"
    power: Power

    def cost(self, game: HisGame, power: Power) -> int:
        return 0

    def check(self, game: HisGame, power: Power) -> None:
        if self.power not in game.commanded(power):
            raise Illegal("command.not_at_war", "11", power=self.power)
        if was_idle(game, self.power):
            raise Illegal("command.had_its_turn", "11", power=self.power)

    @classmethod
    def options(cls, game: HisGame, power: Power) -> Iterator[Self]:
        for other in game.commanded(power) if power in PLAYERS else ():
            if not was_idle(game, other) and can_do_something(game, other):
                yield cls(other)

    @classmethod
    def available(cls, game: HisGame, power: Power) -> bool:
        return game.duel is not None and power in PLAYERS

    async def perform(self, game: HisGame, power: Power) -> None:
        """One action after the other, until the player stops; it is the other power's impulse meanwhile."""
        before, game.impulse.power = game.impulse.cp, self.power
        while game.impulse.cp > 0 and not game.impulse.ended:
            chosen = await ask(ChooseAction(self.power, game.impulse.cp, OPEN_TO_OTHERS))
            if isinstance(chosen, Stop):
                break
            game.impulse.cp -= chosen.cost(game, self.power)
            await chosen.perform(game, self.power)
            if isinstance(chosen, NavalMove) and self.power == HAPSBURG and power == PAPACY:
                await papal_ships_sail_along(game)
            await game.settle()
            check_automatic_victory(game)
            await open_window(game, WarWindow.AFTER_ACTION, chosen, powers=IMPULSE_ORDER)
        game.impulse.power = power
        if game.impulse.cp == before:
            game.impulse.idle[self.power] = before


def was_idle(game: HisGame, power: Power) -> bool:
    """Whether a power was commanded with these CP, and nothing came of it: it is not asked again so soon."""
    return game.impulse.idle.get(power) == game.impulse.cp


def can_do_something(game: HisGame, power: Power) -> bool:
    """Whether a power without a player has an action for the CP that are left."""
    question = ChooseAction(power, game.impulse.cp, OPEN_TO_OTHERS)
    return any(next(iter(question.affordable(game, kind)), None) is not None for kind in question.kinds(game))


async def papal_ships_sail_along(game: HisGame) -> None:
    """Papal ships may move in the same action as the Hapsburg ones: once, without CP (16.1)."""
    question = ChooseAction(PAPACY, 1, ("NavalMove",))
    if next(iter(question.affordable(game, NavalMove)), None) is None:
        return
    game.impulse.power = PAPACY
    chosen = await ask(question)
    if not isinstance(chosen, Stop):
        await chosen.perform(game, PAPACY)
    game.impulse.power = HAPSBURG
