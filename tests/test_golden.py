"""Recorded games replay to the same position, whatever the hash seed: that is another one in every run."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.golden import FOLDER, GAMES, path_of, replay


def test_every_golden_game_is_recorded() -> None:
    assert sorted(FOLDER.glob("*.json.gz")) == sorted(path_of(*game) for game in GAMES)


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.json.gz")), ids=lambda path: path.name.split(".")[0])
def test_golden(path: Path) -> None:
    assert replay(path) == []
