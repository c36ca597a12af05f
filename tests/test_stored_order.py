"""A position that was stored and loaded asks the same as one that never left memory.

Stored positions are sorted by name.  So nothing may be asked, or be silence's answer, in the order in which
things came into a dictionary.
"""

from __future__ import annotations

import json
import random
from dataclasses import replace
from typing import Any

import pytest

from rules import Engine, Setup, load_rules
from rules.core import codec

GAMES = 3
STEPS = 400
EVERY = 25
"""Answers after which a game is stored and loaded beside the one that goes on."""


def stored(engine: Engine[Any], rules: Any) -> Engine[Any]:
    """The same game as a database gives it back."""
    state = json.loads(codec.text(engine.snapshot.state))
    tail = [entry for entry in engine.log if entry.seq > engine.snapshot.seq]
    again: Engine[Any] = Engine.restore(rules, replace(engine.snapshot, state=state), tail)
    return again


@pytest.mark.parametrize(("game", "scenario"), [("his", "1532"), ("vq", "tournament"), ("vq", "campaign")])
def test_a_stored_game_asks_what_the_game_in_memory_asks(game: str, scenario: str) -> None:
    rules = load_rules(game)
    for seed in range(GAMES):
        engine = Engine.new(rules, Setup(game, scenario), f"stored {seed}")
        rng, other = random.Random(seed), None
        for step in range(STEPS):
            if not engine.open:
                break
            if other is None or step % EVERY == 0:
                other = stored(engine, rules)
            assert list(other.waiting().items()) == list(engine.waiting().items()), (seed, step)
            power = rng.choice(sorted(engine.waiting()))
            answer = engine.waiting()[power].pick(engine.game, rng.choice)
            for one in (engine, other):
                one.submit(power, answer, source="bot")
                one.drain()
