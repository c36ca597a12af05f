"""What holds for all tests."""

from __future__ import annotations

import gc

import pytest

from pbem.play import budget

# Positions, catalogs and grammars live long: looking at them again and again is a tenth of all tests.
gc.set_threshold(20_000, 20, 20)

OWN_BUDGET = ("test_attacks",)
"""Modules that try the budget of a letter itself."""


@pytest.fixture(autouse=True)
def _time_enough(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process full of positions spends more on one collection of garbage than a letter may cost."""
    if request.module.__name__.rpartition(".")[2] not in OWN_BUDGET:
        monkeypatch.setattr(budget, "SECONDS", 60.0)
        monkeypatch.setattr(budget, "LOCKED", 30.0)
