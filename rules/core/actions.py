"""Actions: what command points can buy, one at a time (11.1).

An action is a frozen dataclass that says what it costs, whether it may be taken, and which procedure
carries it out.  The procedures themselves are in the modules of their subject; which power may take which
action, and for how much, is in the title's data.  Each title has a table of its actions; some are the same
classes in several titles, so names are unique among all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import field
from typing import Any, ClassVar, Self, TypeAlias, TypeVar

from rules.core import codec
from rules.core.errors import Illegal, allows
from rules.core.flow import IMPULSE, Power, Question
from rules.core.records import Record

Chooser: TypeAlias = Callable[[Sequence[Any]], Any]
"""Takes one of several things: at random, for random play."""


class Action(Record):
    """Something that CP can buy.  `action_id` is its line in the table of actions (11.1)."""

    action_id: ClassVar[str]

    def cost(self, game: Any, power: Power) -> int:
        """CP that it costs this power."""
        cost: int = game.action_cost(power, self.action_id)
        return cost

    def check(self, game: Any, power: Power) -> None:
        """Raise `Illegal` if the rules forbid it."""
        raise NotImplementedError

    @classmethod
    def options(cls, game: Any, power: Power) -> Iterator[Self]:
        """Ways to take this action now that pass `check`, in a fixed order; not always all of them."""
        return (way for way in cls.ways(game, power) if allows(way.check, game, power))

    @classmethod
    def ways(cls, game: Any, power: Power) -> Iterator[Self]:
        """Those that `options` tries: without fields there is but one way."""
        yield cls()

    @classmethod
    def sample(cls, game: Any, power: Power, cp: int, choose: Chooser) -> Self | None:
        """One of the options that so many CP can pay, by `choose`; for random play."""
        options = [option for option in cls.options(game, power) if option.cost(game, power) <= cp]
        return choose(options) if options else None

    @classmethod
    def first_allowed(
        cls, untried: list[Self], game: Any, power: Power, cp: int, choose: Chooser
    ) -> Self | None:
        """The first of them that passes `check`, one tried after another: to check them all takes long."""
        while untried:
            option: Self = choose(untried)
            if allows(option.check, game, power):
                return option if option.cost(game, power) <= cp else None
            untried.remove(option)
        return None

    async def perform(self, game: Any, power: Power) -> None:
        """Carry it out; its CP are paid already."""
        raise NotImplementedError

    def places(self) -> tuple[str, ...]:
        """Spaces in which it is taken, for cards that confine actions to some."""
        return ()

    @classmethod
    def available(cls, game: Any, power: Power) -> bool:
        """Whether the table of actions on its power card gives it to this power (4, 11.1)."""
        found: bool = game.has_action(power, cls.action_id)
        return found


class Stop(Action):
    """No further action: CP left are lost (11.1)."""

    action_id: ClassVar[str] = "stop"

    def cost(self, game: Any, power: Power) -> int:
        return 0

    def check(self, game: Any, power: Power) -> None:
        return

    @classmethod
    def options(cls, game: Any, power: Power) -> Iterator[Self]:
        yield cls()

    async def perform(self, game: Any, power: Power) -> None:
        game.impulse.cp = 0

    @classmethod
    def available(cls, game: Any, power: Power) -> bool:
        return True


# ---- Tables of actions

EVERY_ACTION: dict[str, type[Action]] = {"Stop": Stop}
"""The actions of all titles, by the names under which they are stored."""
codec.family(Action, lambda: EVERY_ACTION)

A = TypeVar("A", bound=type[Action])


class ActionTable(dict[str, type[Action]]):
    """The actions of one title, in the order in which they are tried."""

    def __init__(self, silent: tuple[str, ...]) -> None:
        super().__init__(Stop=Stop)
        self.silent = silent
        """What silence spends CP on, best first."""

    def enter(self, cls: A) -> A:
        """Enter an action into the table."""
        assert EVERY_ACTION.get(cls.__name__, cls) is cls, f"two actions are called {cls.__name__}"
        EVERY_ACTION[cls.__name__] = cls
        self[cls.__name__] = cls
        return cls


# ---- The question


class ChooseAction(Question[Action]):
    """ACT-3: the next action, or stop and lose the CP left (11.1)."""

    kind: ClassVar[str] = "action"
    pace: ClassVar[str] = IMPULSE
    cp: int
    only: tuple[str, ...] = ()
    """Names of the actions allowed, where a card limits them; empty means all."""
    silent: tuple[str, ...] = ()
    """What silence spends on, where a card has its own answer to that."""
    barred: tuple[str, ...] = field(default=(), metadata={"omit_empty": True})
    """Names of actions that these CP cannot buy."""

    def kinds(self, game: Any) -> list[type[Action]]:
        """The actions that this power has at all."""
        return [
            cls
            for name, cls in game.actions.items()
            if name != "Stop"
            and (not self.only or name in self.only)
            and name not in self.barred
            and cls.available(game, self.power)
        ]

    def affordable(self, game: Any, cls: type[Action]) -> Iterator[Action]:
        for option in cls.options(game, self.power):
            if option.cost(game, self.power) <= self.cp and in_theatre(game, option):
                yield option

    def legal(self, game: Any) -> Iterable[Action]:
        yield Stop()
        for cls in self.kinds(game):
            yield from self.affordable(game, cls)

    def check(self, game: Any, answer: Action) -> None:
        if isinstance(answer, Stop):
            return
        name = type(answer).__name__
        if name not in game.actions or not type(answer).available(game, self.power):
            raise Illegal("action.not_yours", "11.1")
        if (self.only and name not in self.only) or name in self.barred:
            raise Illegal("action.not_with_these_cp", "11")
        if not in_theatre(game, answer):
            raise Illegal("action.only_in", "11", spaces=tuple(game.campaign.theatre))
        answer.check(game, self.power)
        if (cost := answer.cost(game, self.power)) > self.cp:
            raise Illegal("action.too_costly", "11.1", cost_cp=cost, cp=self.cp)

    def default(self, game: Any) -> Action:
        """Silence spends on what keeps, else lets the CP go."""
        for name in self.silent or game.actions.silent:
            cls = game.actions.get(name)
            if cls in self.kinds(game) and cls is not None:
                for option in self.affordable(game, cls):
                    return option
        return Stop()

    def pick(self, game: Any, choose: Chooser) -> Action:
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


def in_theatre(game: Any, wanted: Action) -> bool:
    """Whether an action stays within the spaces to which a card confines it (#97)."""
    theatre = game.campaign.theatre
    return not theatre or all(place in theatre for place in wanted.places())
