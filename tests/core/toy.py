"""A tiny game for the engine's own tests: bids, a nested window, dice, draws and a checkpoint a round."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import ClassVar

from rules.core.dice import Dice
from rules.core.engine import StateRules
from rules.core.events import Event
from rules.core.flow import Procedure, Question, ask, ask_all, checkpoint
from rules.core.log import Setup
from rules.core.reasons import Reason


@dataclass(slots=True)
class ToyGame:
    dice: Dice
    events: list[Event] = field(default_factory=list, compare=False, metadata={"transient": True})
    round: int = 1
    rounds: int = 3
    score: dict[str, int] = field(default_factory=lambda: {"a": 0, "b": 0})
    bag: list[str] = field(default_factory=lambda: ["x", "y", "z"])


class Bid(Question[int]):
    kind: ClassVar[str] = "bid"

    def legal(self, game: ToyGame) -> Iterable[int]:
        return range(1, 4)


class Double(Question[bool]):
    kind: ClassVar[str] = "double"
    bid: int

    def legal(self, game: ToyGame) -> Iterable[bool]:
        return (False, True)


class Rolled(Event):
    power: str
    total: int


async def window(game: ToyGame, bid: int) -> int:
    """Two levels below play(): the other may double, secretly and at once with the bidder."""
    doubles = await ask_all([Double("a", bid), Double("b", bid)])
    return bid * 2 ** sum(doubles)


async def one_round(game: ToyGame, power: str) -> None:
    bid = await ask(Bid(power))
    dice = game.dice.roll(await window(game, bid), Reason("points"))
    game.events.append(Rolled(power, sum(dice)))
    game.score[power] += sum(dice)
    if game.bag:
        game.bag.remove(game.dice.draw(game.bag, Reason("bag")))


async def play(game: ToyGame) -> None:
    while game.round <= game.rounds:
        await checkpoint()
        await one_round(game, "a" if game.round % 2 else "b")
        game.round += 1


class ToyRules(StateRules[ToyGame]):
    name = "toy"
    state = ToyGame

    def new_game(self, setup: Setup, seed: str) -> ToyGame:
        return ToyGame(
            Dice(seed, external=setup.scenario == "external"),
            rounds=int(dict(setup.options).get("rounds", 3)),
        )

    def play(self, game: ToyGame) -> Procedure[None]:
        return play(game)


TOY = ToyRules()
SETUP = Setup("toy", "plain")
