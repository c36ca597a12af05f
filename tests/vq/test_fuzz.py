"""Random legal play of whole games, with invariants; and the way back from snapshots."""

from __future__ import annotations

import pytest

from rules.core.engine import Engine
from tests.vq.driver import new_engine, play_at_random, rules


@pytest.mark.parametrize(("scenario", "seed"), [("campaign", 3), ("tournament", 4)])
def test_whole_games(scenario: str, seed: int) -> None:
    engine = new_engine(scenario, f"fuzz {scenario}")
    counts = play_at_random(engine, seed, check_every=10)
    assert engine.over
    assert engine.game.winner is not None
    assert counts["decisions"] > 300
    again = Engine.rebuild(rules(), engine.game.setup, f"fuzz {scenario}", engine.log)
    assert again.digest() == engine.digest()
