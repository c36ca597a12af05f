"""A game of Virgin Queen for tests: positions by hand, orders, dice, random play."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from functools import cache
from typing import Any

from rules.core.data import scenarios_folder
from rules.core.engine import Engine, Snapshot
from rules.core.flow import Question
from rules.core.log import Setup
from rules.vq import VqGame, VqRules
from rules.vq.data import VqData, load
from rules.vq.invariants import problems

PLAYERS = 6


@cache
def data() -> VqData:
    return load(scenarios_folder() / "vq")


@cache
def rules() -> VqRules:
    return VqRules(data())


def new_engine(scenario: str = "campaign", seed: str = "test") -> Engine[VqGame]:
    return Engine.new(rules(), Setup("vq", scenario, PLAYERS), seed)


def position(scenario: str = "campaign") -> VqGame:
    """The starting position, to be changed by hand."""
    return rules().new_game(Setup("vq", scenario, PLAYERS), "test")


def clear_map(game: VqGame) -> None:
    """No units and leaders on the map."""
    game.units.clear()
    for leader in game.leaders.values():
        leader.place = None


def start(game: VqGame) -> Engine[VqGame]:
    """Play from a position."""
    return Engine(rules(), Snapshot(0, rules().dump(game)))


def in_impulse(game: VqGame, power: str, cp: int) -> Engine[VqGame]:
    """Play from the middle of an impulse with CP to spend."""
    game.phase, game.turn_power = "action", power
    game.impulse.power, game.impulse.cp = power, cp
    return start(game)


def answer(
    engine: Engine[VqGame], power: str, value: Any, *, dice: Iterable[int] = (), draws: Iterable[str] = ()
) -> None:
    engine.submit(power, value, dice=tuple(dice), draws=tuple(draws))
    found = problems(engine.game)
    assert not found, found


def asked(engine: Engine[VqGame], power: str) -> Question[Any]:
    return engine.question(power)


def play_at_random(
    engine: Engine[VqGame],
    seed: int,
    *,
    limit: int = 40_000,
    check_every: int = 1,
    stop_after: int | None = None,
) -> Counter[str]:
    """Play a game to its end, or some of it, by random legal answers; count questions and events."""
    rng = random.Random(seed)
    counts: Counter[str] = Counter()
    decisions = 0
    while engine.open and decisions != stop_after:
        waiting = engine.waiting()
        power = rng.choice(sorted(waiting))
        question = waiting[power]
        chosen = question.pick(engine.game, rng.choice)
        engine.submit(power, chosen, source="bot")
        decisions += 1
        counts[f"question {getattr(question, 'topic', question.kind)}"] += 1
        counts.update(type(event).__name__ for event in engine.drain())
        if decisions % check_every == 0 and (found := problems(engine.game)):
            raise AssertionError(f"broken after {question}: {chosen}: {found}")
        assert decisions < limit, f"runaway: {engine.where()}"
    counts["decisions"] = decisions
    counts[f"victory {engine.game.victory}"] += 1
    counts[f"winner {engine.game.winner}"] += 1
    counts[f"last turn {engine.game.turn}"] += 1
    return counts
