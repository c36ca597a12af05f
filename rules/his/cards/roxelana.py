"""Roxelana: Suleiman storms a city at once, or is called home to her (#42)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Self

from rules.core.errors import Illegal
from rules.core.flow import Power, ask
from rules.core.windows import open_window
from rules.his.actions import Action, ChooseAction, Stop, action, spend_cp
from rules.his.cards import military_events as told
from rules.his.cards.choices import always
from rules.his.game import HisGame
from rules.his.powers import IMPULSE_ORDER, OTTOMAN
from rules.his.victory import check_automatic_victory
from rules.his.windows import CARDS
from rules.war.assault import assault, check_assault
from rules.war.forces import Formation, army_at, usual_formations
from rules.war.ids import SpaceId
from rules.war.windows import WarWindow

CARD = 42
SULEIMAN, ISTANBUL = "suleiman", "istanbul"
CALL_HOME_CP = 2


class _CardAction(Action):
    """An action that only the card being played allows, once."""

    action_id: ClassVar[str] = "roxelana"

    @classmethod
    def available(cls, game: HisGame, power: Power) -> bool:
        return cls.__name__ in game.impulse.card_actions

    def use_up(self, game: HisGame) -> None:
        game.impulse.card_actions.remove(type(self).__name__)


@action
class FreeAssault(_CardAction):
    """An assault led by Suleiman that costs no CP, even on a city besieged a moment ago (15.1)."""

    space: SpaceId
    formation: Formation

    def cost(self, game: HisGame, power: Power) -> int:
        return 0

    def check(self, game: HisGame, power: Power) -> None:
        if self.space not in game.spaces:
            raise Illegal("assault.only_spaces", "15.1")
        if SULEIMAN not in self.formation.leaders:
            raise Illegal("assault.suleiman_must_lead", "15.1")
        if game.campaign.foul_weather:
            raise Illegal("assault.foul_weather", "6.1")
        check_assault(game, power, self.space, self.formation, siege_is_old=False)

    @classmethod
    def ways(cls, game: HisGame, power: Power) -> Iterator[Self]:
        space = game.leaders[SULEIMAN].place
        if space not in game.spaces or not game.spaces[space].sieges:
            return
        for formation in usual_formations(game, army_at(game, space, power)):
            yield cls(space, formation)

    async def perform(self, game: HisGame, power: Power) -> None:
        self.use_up(game)
        await assault(game, power, self.space, self.formation, paid=False)

    def places(self) -> tuple[SpaceId, ...]:
        return (self.space,)


@action
class CallSuleimanHome(_CardAction):
    """Suleiman, without his troops, goes to Istanbul (#42)."""

    def cost(self, game: HisGame, power: Power) -> int:
        return CALL_HOME_CP

    def check(self, game: HisGame, power: Power) -> None:
        place = game.leaders[SULEIMAN].place
        if place is None:
            raise Illegal("leader.not_on_map", "6.1", leader=SULEIMAN)
        if place == ISTANBUL:
            raise Illegal("leader.there_already", "6.1", leader=SULEIMAN, space=ISTANBUL)
        if not game.friendly(OTTOMAN, game.controller(ISTANBUL)):
            raise Illegal("space.not_friendly", "6.1", space=ISTANBUL)

    async def perform(self, game: HisGame, power: Power) -> None:
        self.use_up(game)
        suleiman = game.leaders[SULEIMAN]
        origin = suleiman.place
        assert origin is not None
        suleiman.place = ISTANBUL
        game.emit(told.LeaderWentHome(SULEIMAN, origin, ISTANBUL))


@CARDS.event(CARD, "ottoman", playable=always)
async def roxelana_ottoman(game: HisGame, power: Power) -> None:
    """42 Roxelana, ottoman: 4 CP, and before, between or after them one free assault under Suleiman."""
    game.impulse.card_actions.append(FreeAssault.__name__)
    cp = game.card(CARD).use("ottoman").grants_cp
    await spend_cp(game, OTTOMAN, cp)
    await last_chance_to_storm(game)
    game.impulse.card_actions.clear()


async def last_chance_to_storm(game: HisGame) -> None:
    """The free assault may still be made when the CP are spent."""
    if not FreeAssault.available(game, OTTOMAN) or game.impulse.ended:
        return
    if not list(FreeAssault.options(game, OTTOMAN)):
        return
    chosen = await ask(ChooseAction(OTTOMAN, 0, only=(FreeAssault.__name__,)))
    if isinstance(chosen, Stop):
        return
    await chosen.perform(game, OTTOMAN)
    check_automatic_victory(game)
    await open_window(game, WarWindow.AFTER_ACTION, chosen, powers=IMPULSE_ORDER)


@CARDS.event(CARD, "other", playable=always)
async def roxelana_other(game: HisGame, power: Power) -> None:
    """42 Roxelana, other: 4 CP, two of which may call Suleiman home to Istanbul."""
    game.impulse.card_actions.append(CallSuleimanHome.__name__)
    cp = game.card(CARD).use("other").grants_cp
    await spend_cp(game, power, cp)
    game.impulse.card_actions.clear()
