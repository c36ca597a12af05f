"""A game out of one file, and its first letter before there is a game."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.pbem.terminal import Run

POWERS = ("ottoman", "hapsburg", "england", "france", "pope", "protestant")
ROSTER = """\
scenario = "tournament"
windows = "ask"
options = { last_turn = 6 }
pace = { zone = "Europe/Berlin", impulse = 96, quiet_days = ["sat"] }
"""


@pytest.fixture
def pbem(tmp_path: Path, as_shown: Run) -> Run:
    seats = [
        f'[[seats]]\npowers = ["{p}"]\nname = "{p.title()}"\naddress = "{p}@example.test"\n' for p in POWERS
    ]
    seats.append('[[seats]]\naddress = "olga@example.test"\nlanguage = "de"\n')
    (tmp_path / "summer.toml").write_text(ROSTER + "\n".join(seats))
    return as_shown


def test_a_game_from_a_file(pbem: Run, tmp_path: Path) -> None:
    shown = pbem("new", "--from", "summer.toml", "--dry-run")
    assert "To: " in shown
    assert "Subject: [summer]" in shown
    assert [path.name for path in tmp_path.iterdir()] == ["summer.toml"]
    assert "summer is ready" in pbem("new", "--from", "summer.toml", "--impulse", "120")
    assert "olga" in pbem("players", "summer").lower()
    kept = pbem("pace", "summer")
    assert "Europe/Berlin" in kept
    assert "120" in kept
    assert "96" not in kept


def test_what_can_be_wrong_with_it(pbem: Run, tmp_path: Path) -> None:
    assert "needs a name and seats" in pbem("new", "summer", fails=True)
    path = tmp_path / "bad.toml"
    for text, told in (
        ("seats = []", "seats"),
        ("senario = '1517'\nseats = [{address = 'a@b.test'}]", "senario"),
        ("pace = {speed = 3}\nseats = [{address = 'a@b.test'}]", "the pace has no speed"),
        ("no toml [", "bad.toml"),
    ):
        path.write_text(text)
        assert told in pbem("new", "--from", "bad.toml", fails=True)
    assert not (tmp_path / "pbem.sqlite3").exists()
