"""Random legal play with invariants; and the way back from a log."""

from __future__ import annotations

from rules.core.engine import Engine
from tests.vq.driver import new_engine, play_at_random, rules

SOME = 250


def test_a_whole_game() -> None:
    engine = new_engine("tournament", "fuzz tournament")
    counts = play_at_random(engine, 4, check_every=40)
    assert engine.over
    assert engine.game.winner is not None
    assert counts["decisions"] > SOME


def test_a_log_leads_to_the_same_position() -> None:
    engine = new_engine("campaign", "fuzz campaign")
    play_at_random(engine, 3, check_every=10, stop_after=SOME)
    again = Engine.rebuild(rules(), engine.game.setup, "fuzz campaign", engine.log)
    assert again.digest() == engine.digest()
    assert again.waiting() == engine.waiting()
