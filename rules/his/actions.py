"""Actions: what command points can buy, one at a time (11.1).

An action is a frozen dataclass that says what it costs, whether it may be taken, and which procedure
carries it out.  The procedures themselves are in the modules of their subject; costs by power are in
`powers.toml`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self, TypeAlias, TypeVar

from rules.core import codec
from rules.core.errors import Illegal
from rules.core.flow import IMPULSE, Power, Question, ask
from rules.core.windows import open_window
from rules.his.game import HisGame
from rules.his.powers import IMPULSE_ORDER
from rules.his.victory import check_automatic_victory
from rules.war.ids import SpaceId
from rules.war.windows import WarWindow

Chooser: TypeAlias = Callable[[Sequence[Any]], Any]
"""Takes one of several things: at random, for random play."""


@dataclass(frozen=True, slots=True)
class Action:
    """Something that CP can buy.  `action_id` is its line in the table of actions (11.1)."""

    action_id: ClassVar[str]

    def cost(self, game: HisGame, power: Power) -> int:
        """CP that it costs this power."""
        return game.data.actions[self.action_id].cost[power]

    def check(self, game: HisGame, power: Power) -> None:
        """Raise `Illegal` if the rules forbid it."""
        raise NotImplementedError

    @classmethod
    def options(cls, game: HisGame, power: Power) -> Iterator[Self]:
        """Ways to take this action now that pass `check`, in a fixed order; not always all of them."""
        raise NotImplementedError

    @classmethod
    def sample(cls, game: HisGame, power: Power, cp: int, choose: Chooser) -> Self | None:
        """One of the options that so many CP can pay, by `choose`; for random play."""
        options = [option for option in cls.options(game, power) if option.cost(game, power) <= cp]
        return choose(options) if options else None

    async def perform(self, game: HisGame, power: Power) -> None:
        """Carry it out; its CP are paid already."""
        raise NotImplementedError

    def places(self) -> tuple[SpaceId, ...]:
        """Spaces in which it is taken, for cards that confine actions to some."""
        return ()

    @classmethod
    def available(cls, game: HisGame, power: Power) -> bool:
        """Whether the table of actions on its power card gives it to this power (4, 11.1)."""
        return power in game.data.actions[cls.action_id].cost


@dataclass(frozen=True, slots=True)
class Stop(Action):
    """No further action: CP left are lost (11.1)."""

    action_id: ClassVar[str] = "stop"

    def cost(self, game: HisGame, power: Power) -> int:
        return 0

    def check(self, game: HisGame, power: Power) -> None:
        return

    @classmethod
    def options(cls, game: HisGame, power: Power) -> Iterator[Self]:
        yield cls()

    async def perform(self, game: HisGame, power: Power) -> None:
        game.impulse.cp = 0

    @classmethod
    def available(cls, game: HisGame, power: Power) -> bool:
        return True


ACTIONS: dict[str, type[Action]] = {"Stop": Stop}
codec.family(Action, lambda: ACTIONS)

A = TypeVar("A", bound=type[Action])


def action(cls: A) -> A:
    """Enter an action into the table of actions."""
    ACTIONS[cls.__name__] = cls
    return cls


@dataclass(frozen=True, slots=True)
class ChooseAction(Question[Action]):
    """ACT-3: the next action, or stop and lose the CP left (11.1)."""

    kind: ClassVar[str] = "action"
    pace: ClassVar[str] = IMPULSE
    cp: int
    only: tuple[str, ...] = ()
    """Names of the actions allowed, where a card limits them; empty means all."""
    silent: tuple[str, ...] = ()
    """What silence spends on, where a card has its own answer to that."""

    def kinds(self, game: HisGame) -> list[type[Action]]:
        """The actions that this power has at all."""
        return [
            cls
            for name, cls in ACTIONS.items()
            if name != "Stop" and (not self.only or name in self.only) and cls.available(game, self.power)
        ]

    def affordable(self, game: HisGame, cls: type[Action]) -> Iterator[Action]:
        for option in cls.options(game, self.power):
            if option.cost(game, self.power) <= self.cp and in_theatre(game, option):
                yield option

    def legal(self, game: HisGame) -> Iterable[Action]:
        yield Stop()
        for cls in self.kinds(game):
            yield from self.affordable(game, cls)

    def check(self, game: HisGame, answer: Action) -> None:
        if isinstance(answer, Stop):
            return
        if not type(answer).available(game, self.power):
            raise Illegal("action.not_yours", "11.1")
        if self.only and type(answer).__name__ not in self.only:
            raise Illegal("action.not_with_these_cp", "11")
        if not in_theatre(game, answer):
            raise Illegal("action.only_in", "11", spaces=tuple(game.campaign.theatre))
        answer.check(game, self.power)
        if (cost := answer.cost(game, self.power)) > self.cp:
            raise Illegal("action.too_costly", "11.1", cost_cp=cost, cp=self.cp)

    def default(self, game: HisGame) -> Action:
        """Silence spends on what keeps, else lets the CP go."""
        for name in self.silent or SILENT_SPENDING:
            cls = ACTIONS.get(name)
            if cls in self.kinds(game) and cls is not None:
                for option in self.affordable(game, cls):
                    return option
        return Stop()

    def pick(self, game: HisGame, choose: Chooser) -> Action:
        kinds = self.kinds(game)
        while kinds:
            cls: type[Action] = choose(kinds)
            option = cls.sample(game, self.power, self.cp, choose)
            if option is not None and not in_theatre(game, option):
                option = next(self.affordable(game, cls), None)
            if option is not None:
                return option
            kinds.remove(cls)
        return Stop()


SILENT_SPENDING = ("BuildStPeters", "Translate", "BuyMercenary", "RaiseCavalry")


def in_theatre(game: HisGame, wanted: Action) -> bool:
    """Whether an action stays within the spaces to which a card confines it (#97)."""
    theatre = game.campaign.theatre
    return not theatre or all(place in theatre for place in wanted.places())


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
