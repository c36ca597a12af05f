"""The engine and the second reading agree; `make oracle` asks a million times."""

from __future__ import annotations

import random

import pytest

from tests.oracle.compare import compare_position, odd_moment
from tests.oracle.play import war, whole_game
from tests.oracle.tally import Tally

KNOWN = {"F1"}
"""What findings.md tells of."""


def agreed(tally: Tally) -> bool:
    assert not tally.differences, "\n".join(map(str, tally.differences))
    return set(tally.known) <= KNOWN and tally.total > 0


@pytest.mark.parametrize("seed", range(24))
def test_an_odd_position(seed: int) -> None:
    tally, rng = Tally(), random.Random(f"oracle {seed}")
    compare_position(odd_moment(seed, rng), rng, tally)
    assert agreed(tally)


@pytest.mark.parametrize("seed", range(6))
def test_a_war(seed: int) -> None:
    tally = Tally()
    war(seed, 80, tally)
    assert agreed(tally)


def test_a_whole_game() -> None:
    tally = Tally()
    whole_game(1, 200, tally)
    assert agreed(tally)
