"""A little random play in every test run; `make fuzz` plays much more."""

from __future__ import annotations

import json
import random
import subprocess
import sys

import pytest

from rules import load_rules
from rules.core import codec
from rules.core.engine import Engine, Snapshot
from rules.core.log import Answered, Entry, Setup
from rules.core.options import today
from tests.fuzz import play_at_random


@pytest.mark.parametrize(("scenario", "seed"), [("1517", 0), ("1532", 1), ("tournament", 2)])
def test_random_games_end_by_themselves(scenario: str, seed: int) -> None:
    engine = Engine.new(load_rules("his"), Setup("his", scenario, options=today()), f"fuzz-{seed}")
    play_at_random(engine, seed)
    assert engine.over
    assert engine.game.winner is not None


@pytest.mark.parametrize("players", [3, 4, 5])
def test_random_games_with_fewer_players(players: int) -> None:
    engine = Engine.new(load_rules("his"), Setup("his", "tournament", players, today()), f"seats-{players}")
    play_at_random(engine, players)
    assert engine.game.winner is not None


@pytest.mark.parametrize("seed", range(2))
def test_random_games_of_two_players(seed: int) -> None:
    engine = Engine.new(load_rules("his"), Setup("his", "two-player", 2, today()), f"two-{seed}")
    play_at_random(engine, seed)
    assert engine.game.winner in ("papacy", "protestant")
    assert {entry.power for entry in engine.log if isinstance(entry, Answered)} == {"papacy", "protestant"}


ELSEWHERE = """
import json, sys
from rules import load_rules
from rules.core import codec
from rules.core.engine import Engine, Snapshot
from rules.core.log import Entry
seq, state, tail = json.load(sys.stdin)
tail = [codec.load(entry, Entry) for entry in tail]
engine = Engine.restore(load_rules('his'), Snapshot(seq, state), tail)
print(engine.digest(), *sorted(engine.waiting()))
"""


def test_a_game_stopped_at_any_question_goes_on_identically() -> None:
    """Stored as JSON and loaded again at every question; now and then by a new process."""
    rules = load_rules("his")
    setup = Setup("his", "tournament", options=today())
    engine, log = Engine.new(rules, setup, "stop"), []
    rng = random.Random(1)
    for step in range(300):
        if engine.over:
            break
        waiting = engine.waiting()
        power = rng.choice(sorted(waiting))
        engine.submit(power, waiting[power].pick(engine.game, rng.choice), source="bot")
        log.append(engine.log[-1])
        snapshot = engine.snapshot
        tail = [codec.dump(entry, Entry) for entry in log if entry.seq > snapshot.seq]
        stored = json.dumps([snapshot.seq, snapshot.state, tail])
        seq, state, tail = json.loads(stored)
        restored = Engine.restore(rules, Snapshot(seq, state), [codec.load(entry, Entry) for entry in tail])
        assert restored.waiting() == engine.waiting()
        assert restored.digest() == engine.digest()
        assert restored.where() == engine.where()
        if step % 150 == 149:
            there = subprocess.run(
                [sys.executable, "-c", ELSEWHERE], input=stored, capture_output=True, text=True, check=True
            )
            assert there.stdout.split() == [engine.digest(), *sorted(engine.waiting())]
        engine = restored
    assert Engine.rebuild(rules, setup, "stop", log).digest() == engine.digest()
