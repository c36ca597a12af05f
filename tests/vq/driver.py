"""A game of Virgin Queen for tests: positions by hand, orders, dice, random play."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from rules import load_rules
from rules.core.engine import Engine, Snapshot
from rules.core.events import Event
from rules.core.flow import Question
from rules.core.log import Setup
from rules.core.options import today
from rules.vq import VqGame, VqRules
from rules.vq.data import VqData
from rules.vq.invariants import problems

PLAYERS = 6


def data() -> VqData:
    return rules().data


def rules() -> VqRules:
    return load_rules("vq")


def new_engine(scenario: str = "campaign", seed: str = "test", players: int = PLAYERS) -> Engine[VqGame]:
    return Engine.new(rules(), Setup("vq", scenario, players, today()), seed)


def position(scenario: str = "campaign", players: int = PLAYERS) -> VqGame:
    """The starting position, to be changed by hand."""
    return rules().new_game(Setup("vq", scenario, players, today()), "test")


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
    also: Callable[[Event], Iterable[str]] = lambda _event: (),
    rather: Callable[[VqGame, Question[Any]], Any] = lambda _game, _question: None,
) -> Counter[str]:
    """Play a game to its end, or some of it, by random legal answers; count questions and events.

    `also` names what else is counted of an event; an answer that `rather` has is given.
    """
    rng = random.Random(seed)
    counts: Counter[str] = Counter()
    decisions = 0
    while engine.open and decisions != stop_after:
        waiting = engine.waiting()
        power = rng.choice(sorted(waiting))
        assert power in engine.game.majors, f"{power} has nobody to answer for it"
        question = waiting[power]
        if (chosen := rather(engine.game, question)) is None:
            chosen = question.pick(engine.game, rng.choice)
        engine.submit(power, chosen, source="bot")
        decisions += 1
        counts[f"question {getattr(question, 'topic', question.kind)}"] += 1
        events = engine.drain()
        counts.update(type(event).__name__ for event in events)
        counts.update(name for event in events for name in also(event))
        if decisions % check_every == 0 and (found := problems(engine.game)):
            raise AssertionError(f"broken after {question}: {chosen}: {found}")
        assert decisions < limit, f"runaway: {engine.where()}"
    counts["decisions"] = decisions
    counts[f"victory {engine.game.victory}"] += 1
    counts[f"winner {engine.game.winner}"] += 1
    counts[f"last turn {engine.game.turn}"] += 1
    return counts
