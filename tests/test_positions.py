"""Random wars, and everything at random from odd positions, keep all invariants; `make fuzz` plays more."""

from __future__ import annotations

import pytest

from tests.positions import play_odd_position, play_position


@pytest.mark.parametrize("seed", range(8))
def test_war_from_a_random_position(seed: int) -> None:
    assert play_position(seed, 40) > 5


@pytest.mark.parametrize("seed", range(24))
def test_everything_from_an_odd_position(seed: int) -> None:
    assert play_odd_position(seed, 60) > 5


@pytest.mark.fuzz
@pytest.mark.parametrize("seed", range(8, 32))
def test_long_war_from_a_random_position(seed: int) -> None:
    assert play_position(seed, 150) > 5
