"""Control and unrest (12), and an assault that only a card allows (15.1, 16.7)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Self

from rules.core.card_play import begin_play, end_play, remember_event
from rules.core.cards import CardNumber
from rules.core.errors import Illegal
from rules.core.flow import Power
from rules.core.reasons import Reason
from rules.vq.actions import Action, action
from rules.vq.game import VqGame
from rules.war.assault import assault, check_assault
from rules.war.control import change_control, check_control, check_removal_of_unrest, remove_unrest
from rules.war.forces import Formation, army_at, usual_formations
from rules.war.ids import SpaceId

SIEGE_TECHNIQUE: CardNumber = 30
TECHNIQUE_DICE = 3


# ---- 15.1, 16.7 An assault that only a card allows


@action
class StormWithTechnique(Action):
    """ASSAULT-1: storm an inland port whose partner port is held, with Siege Technique (#30, 16.7)."""

    action_id: ClassVar[str] = "assault"
    space: SpaceId
    formation: Formation

    def check(self, game: VqGame, power: Power) -> None:
        if self.space not in game.spaces or game.printed(self.space).partner_port is None:
            raise Illegal("assault.no_inland_port", "16.7")
        if SIEGE_TECHNIQUE not in game.hand(power) or game.used_as_event(SIEGE_TECHNIQUE):
            raise Illegal("card.not_in_hand", "16.7", card=SIEGE_TECHNIQUE)
        before, game.impulse.inland_open = game.impulse.inland_open, True
        try:
            check_assault(game, power, self.space, self.formation)
        finally:
            game.impulse.inland_open = before

    @classmethod
    def ways(cls, game: VqGame, power: Power) -> Iterator[Self]:
        if SIEGE_TECHNIQUE not in game.hand(power):
            return
        for space, state in game.spaces.items():
            if power in state.sieges and game.printed(space).partner_port is not None:
                for formation in usual_formations(game, army_at(game, space, power)):
                    if formation.size:
                        yield cls(space, formation)

    async def perform(self, game: VqGame, power: Power) -> None:
        begin_play(game, power, SIEGE_TECHNIQUE, "event")
        remember_event(game, power, SIEGE_TECHNIQUE)
        game.impulse.inland_open, game.impulse.technique_dice = True, TECHNIQUE_DICE
        await assault(game, power, self.space, self.formation)
        game.impulse.inland_open, game.impulse.technique_dice = False, 0
        end_play(game, SIEGE_TECHNIQUE, as_event=True)

    def places(self) -> tuple[SpaceId, ...]:
        return (self.space,)


# ---- 12.2, 12.4 Control and unrest


@action
class TakeControl(Action):
    """CTRL-1: political control of an unfortified space (12.2)."""

    action_id: ClassVar[str] = "control_space"
    space: SpaceId

    def check(self, game: VqGame, power: Power) -> None:
        if self.space not in game.spaces:
            raise Illegal("space.unknown", "12.2", space=self.space)
        check_control(game, power, self.space)

    @classmethod
    def ways(cls, game: VqGame, power: Power) -> Iterator[Self]:
        return map(cls, game.spaces)

    async def perform(self, game: VqGame, power: Power) -> None:
        change_control(game, self.space, power, Reason("action"))

    def places(self) -> tuple[SpaceId, ...]:
        return (self.space,)


@action
class CalmSpace(Action):
    """CTRL-1: remove unrest from a space (12.4)."""

    action_id: ClassVar[str] = "control_space"
    space: SpaceId

    def check(self, game: VqGame, power: Power) -> None:
        if self.space not in game.spaces:
            raise Illegal("space.unknown", "12.4", space=self.space)
        check_removal_of_unrest(game, power, self.space)

    @classmethod
    def ways(cls, game: VqGame, power: Power) -> Iterator[Self]:
        return (cls(space) for space, state in game.spaces.items() if state.unrest)

    async def perform(self, game: VqGame, power: Power) -> None:
        remove_unrest(game, self.space)

    def places(self) -> tuple[SpaceId, ...]:
        return (self.space,)
