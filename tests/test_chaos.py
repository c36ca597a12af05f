"""A slice of `make chaos`: a few things go wrong, always the same, and everybody gets the same letters."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_everybody_gets_the_same_letters() -> None:
    """In a process of its own, for it forks."""
    words = ["--once", "--games", "1", "--steps", "1"]
    run = subprocess.run(
        [sys.executable, "-m", "tests.chaos", *words],
        cwd=Path(__file__).parents[1],
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    assert "0 wrong" in run.stdout
    assert "SMTP cuts" in run.stdout
