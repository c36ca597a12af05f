"""The benchmark, read by alignment: nothing foreign is obeyed, nothing of the player's is lost."""

from __future__ import annotations

import pytest

from tests.reading.make_letters import Letter, letters
from tests.reading.mutate import mutate
from tests.reading.runner import Tally

MUTATIONS = 400


@pytest.fixture(scope="module")
def corpus() -> list[Letter]:
    return list(letters())


def check(tally: Tally) -> None:
    assert tally.obeyed == []
    assert tally.lost == []
    assert tally.taken == []
    assert tally.warned == []


def test_every_letter(corpus: list[Letter]) -> None:
    tally = Tally()
    for letter in corpus:
        tally.add(letter)
    check(tally)
    assert len(tally.other) < len(corpus) // 10


def test_letters_as_programs_and_servers_change_them(corpus: list[Letter]) -> None:
    tally = Tally()
    for seed in range(MUTATIONS):
        tally.add(mutate(corpus[7 * seed % len(corpus)], seed))
    check(tally)
