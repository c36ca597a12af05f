"""Random legal play with invariants; and the way back from a log."""

from __future__ import annotations

import pytest

from rules.core.engine import Engine
from tests.vq.driver import new_engine, play_at_random, rules
from tests.vq.positions import play_odd_position

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


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_fewer_players(players: int) -> None:
    """Powers that nobody controls are asked nothing, and nobody but the players wins."""
    engine = new_engine("tournament", f"few {players}", players)
    play_at_random(engine, 6, check_every=20, stop_after=None if players == 4 else 400)
    assert engine.game.winner is None or engine.game.has_player(engine.game.winner)


@pytest.mark.parametrize("seed", range(6))
def test_odd_positions(seed: int) -> None:
    play_odd_position(seed, 40)
