"""Recorded games replay to the same position, whatever the hash seed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.golden import FOLDER, GAMES, path_of, replay


def test_every_golden_game_is_recorded() -> None:
    assert sorted(FOLDER.glob("*.json.gz")) == sorted(path_of(*game) for game in GAMES)


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.json.gz")), ids=lambda path: path.name.split(".")[0])
def test_golden(path: Path) -> None:
    assert replay(path) == []


def test_golden_games_do_not_depend_on_the_hash_seed() -> None:
    """Here it is another in every run."""
    result = subprocess.run(
        [sys.executable, "-m", "tests.golden"],
        env={**os.environ, "PYTHONHASHSEED": "77"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stdout + result.stderr
