"""Random wars keep all invariants."""

from __future__ import annotations

import pytest

from tests.positions import play_position


@pytest.mark.parametrize("seed", range(8))
def test_war_from_a_random_position(seed: int) -> None:
    assert play_position(seed, 40) > 5


@pytest.mark.fuzz
@pytest.mark.parametrize("seed", range(8, 80))
def test_long_war_from_a_random_position(seed: int) -> None:
    assert play_position(seed, 150) > 5
