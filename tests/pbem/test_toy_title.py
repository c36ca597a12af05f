"""The moderator with another game in it: Three Towns (`tests/toy_title.py`) by mail, to the end."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What was told at the turns of a whole game, played in a process that knows no other title."""
    command = [sys.executable, "-m", "tests.play_toy", str(tmp_path_factory.mktemp("toy"))]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=100, check=False)
    assert run.returncode == 0, run.stderr
    assert "put aside" not in run.stderr
    found: dict[str, Any] = json.loads(run.stdout)
    return found


def test_no_other_title_is_imported(told: dict[str, Any]) -> None:
    assert told["titles"] == []


def test_it_fits_on_a_page() -> None:
    assert len((ROOT / "tests" / "toy_title.py").read_text(encoding="utf-8").splitlines()) <= 150


def test_players_are_invited_and_the_game_begins(told: dict[str, Any]) -> None:
    assert all("The seat is yours" in answer for answer in told["joined"])
    assert "Three Towns, game towns" in told["start"]
    assert "#1    Wall (1 CP, response)" in told["start"]


def test_one_of_the_players_uses_another_channel(told: dict[str, Any]) -> None:
    assert len(told["delivered"]) > 10
    assert set(told["delivered"]) == {"blue"}


def test_a_deal_is_proposed_agreed_and_announced(told: dict[str, Any]) -> None:
    assert "Blue 1: a truce. Blue is asked to agree." in told["proposed"]
    assert "Red 1 is agreed: a truce." in told["agreed"]
    assert [deal["status"] for deal in told["archive"]] == ["announced"]


def test_a_standing_order_answers_a_window_and_an_order_waits_for_its_impulse(told: dict[str, Any]) -> None:
    assert "play Wall (#1); once" in told["standing"]
    assert "Blue plays Wall (#1)" in told["red stopped"]
    assert "Red takes" not in told["red stopped"]
    assert "Blue takes Cork." in told["red stopped"]  # ordered with `next impulse:`, before it was asked


def test_words_at_any_time(told: dict[str, Any]) -> None:
    assert "Turn 2, Towns" in told["map"]
    assert "No cards." in told["map"]
    assert "The windows of Blue are open" in told["windows"]


def test_a_rewind_is_told_and_the_game_goes_on_from_there(told: dict[str, Any]) -> None:
    assert "What came\nafter order 3 no longer counts" in told["rewound"]
    assert told["asked"] == ["blue"]


def test_the_end_the_map_and_the_replay(told: dict[str, Any]) -> None:
    assert "The winner: Red (three towns victory)." in told["report"]
    assert told["verified"] > 5
    assert "Alba" in told["picture"]
    assert told["replay"].startswith("<!DOCTYPE html>")
