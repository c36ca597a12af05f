"""A small game for tests of the moderator: marches that others may block, losses, dice, and windows.

It asks with the general questions of `rules.core.questions`, so that the general order language reads it.
Ottoman and France take impulses in turn.  In an impulse one marches (a die falls), attacks (the other side
decides whether to block; a block costs a number of units, which the attacker names), or ends.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rules.core.dice import Dice
from rules.core.engine import Engine, StateRules
from rules.core.errors import Illegal
from rules.core.events import Event
from rules.core.flow import Procedure, ask, ask_all, checkpoint
from rules.core.log import Setup
from rules.core.questions import Choose, ChooseNumber, Decide
from rules.core.reasons import Reason
from rules.core.windows import Respond

POWERS = ("ottoman", "france")


@dataclass(slots=True)
class SmallGame:
    dice: Dice
    events: list[Event] = field(default_factory=list, compare=False, metadata={"transient": True})
    impulse: int = 0
    units: dict[str, int] = field(default_factory=lambda: dict.fromkeys(POWERS, 5))
    windows: bool = False
    secret: dict[str, int] = field(default_factory=lambda: dict.fromkeys(POWERS, 0))


class Marched(Event):
    power: str
    steps: int


class SecretSeen(Event):
    power: str
    number: int


class Action(Choose):
    """March needs two units."""

    def check(self, game: SmallGame, answer: str) -> None:
        if answer == "march" and game.units[self.power] < 2:
            raise Illegal("march.too_few_units", "13.1")
        Choose.check(self, game, answer)


async def impulse(game: SmallGame, power: str) -> None:
    other = POWERS[1 - POWERS.index(power)]
    while True:
        action = await ask(Action(power, "small_action", "option", ("end", "march", "attack")))
        if action == "end":
            return
        if action == "march":
            (steps,) = game.dice.roll(1, Reason("action"))
            game.events.append(Marched(power, steps))
            game.events.append(SecretSeen(power, game.secret[power], audience=(power,)))
        elif await ask(Decide(other, "small_block")):
            game.units[power] -= await ask(ChooseNumber(power, "small_losses", 1, 3))
        if game.windows:
            await ask_all([Respond(other, "after_action")])


async def play(game: SmallGame) -> None:
    while game.impulse < 20:
        await checkpoint()
        await impulse(game, POWERS[game.impulse % 2])
        game.impulse += 1


class SmallRules(StateRules[SmallGame]):
    name = "small"
    state = SmallGame

    def new_game(self, setup: Setup, seed: str) -> SmallGame:
        return SmallGame(Dice(seed), windows=setup.scenario == "windows")

    def play(self, game: SmallGame) -> Procedure[None]:
        return play(game)


def new_engine(scenario: str = "plain") -> Engine[SmallGame]:
    return Engine.new(SmallRules(), Setup("small", scenario), "seed")
