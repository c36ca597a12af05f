"""What holds for all tests."""

from __future__ import annotations

import gc
import os
import shutil
from pathlib import Path

import pytest

from pbem.daemon.garbage import collect_seldom
from pbem.play import budget

# Positions, catalogs and grammars live long: looking at them again and again is a tenth of all tests.
collect_seldom()

# Tests commit some ten thousand times, and a disk takes milliseconds for each: where there is memory for it,
# their files are there.
MEMORY = Path("/dev/shm")
ENOUGH = 4 << 30
if (
    os.access(MEMORY, os.W_OK)
    and shutil.disk_usage(MEMORY).free > ENOUGH
    and not os.statvfs(MEMORY).f_flag & os.ST_NOEXEC  # some tests write a program and start it
):
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))

OWN_BUDGET = ("test_attacks",)
"""Modules that try the budget of a letter itself."""


def pytest_collection_finish() -> None:
    """All modules and tests stay to the end: no collection of garbage needs to look at them again."""
    gc.freeze()


@pytest.fixture(autouse=True)
def _time_enough(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process full of positions spends more on one collection of garbage than a letter may cost."""
    if request.module.__name__.rpartition(".")[2] not in OWN_BUDGET:
        monkeypatch.setattr(budget, "SECONDS", 60.0)
        monkeypatch.setattr(budget, "LOCKED", 30.0)
