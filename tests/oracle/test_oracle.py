"""The engine and the second reading agree; `make oracle` asks a million times."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from tests.oracle.compare import compare_position, odd_moment
from tests.oracle.play import war, whole_game
from tests.oracle.tally import Tally

KNOWN: set[str] = set()
"""What findings.md tells of."""


ASKING = {"snapshot.py", "formations.py", "play.py", "test_oracle.py", "__main__.py"}
"""Files that know the engine, beside those that compare."""


def test_the_reading_knows_nothing_of_the_engine() -> None:
    for path in Path(__file__).parent.glob("*.py"):
        if path.name not in ASKING and not path.name.startswith("compare"):
            assert not re.search(r"^(from|import) (rules|pbem)\b", path.read_text(), re.M), path.name


def test_every_finding_is_told() -> None:
    told = (Path(__file__).parent / "findings.md").read_text()
    assert set(re.findall(r"^## (F\d+)", told, re.M)) == KNOWN


def agreed(tally: Tally) -> bool:
    assert not tally.differences, "\n".join(map(str, tally.differences))
    return set(tally.known) <= KNOWN and tally.total > 0


@pytest.mark.parametrize("seed", range(16))
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
