"""`pbem new` on a terminal: it asks for what is missing, and keeps the answers as a roster."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pbem.cli import app
from tests.pbem.terminal import talk

ANSWERS = [
    ("Name of the game", "Summer!"),
    ("Name of the game", "summer"),
    ("Title", "his"),
    ("Scenario", "1066"),
    ("Scenario", "tournament"),
    ("Language of the letters", "de"),
    ("  Ottoman", "ahmed"),
    ("  Ottoman", "Ahmed <ahmed@example.org>"),
    ("  Hapsburg", "Carla <carla@example.org>; en"),
    ("  England", "Ed <ed@example.org>"),
    ("  France", "bot:clever"),
    ("  France", "bot:usual"),
    ("  Papacy", "Paula <paula@example.org>"),
    ("  Protestant", "england"),
    ("An observer", "Olga <olga@example.org>"),
    ("An observer", ""),
    ("Time zone", "Mars/Olympus"),
    ("Time zone", "Europe/Berlin"),
    ("Hours for an impulse", "96"),
    ("Hours for any other", ""),
    ("Hours for the talks", "24"),
    ("Days on which", "sat,sun"),
    ("Response windows", ""),
    ("Readings", "?"),
    ("Readings", "scots_raids"),
    ("Readings", "scots_raid"),
]


def test_a_game_from_one_conversation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said = talk([sys.executable, "-m", "pbem", "new"], tmp_path, ANSWERS)
    assert "summer is ready" in said
    assert "tournament: turns 4 to 6" in said
    assert "rewind: nobody; the game goes on" in said
    assert said.count("interception") == 1  # the readings are not told again to whoever was asked
    assert "Small letters, digits and dashes" in said
    assert '"ahmed" is no address' in said
    assert 'there is no bot "clever"' in said
    roster = tomllib.loads((tmp_path / "summer.toml").read_text())
    assert (roster["scenario"], roster["language"]) == ("tournament", "de")
    assert roster["pace"] == {
        "zone": "Europe/Berlin",
        "impulse": 96,
        "negotiation": 24,
        "quiet_days": ["sat", "sun"],
    }
    assert list(roster["options"]) == ["scots_raid"]
    seats = {tuple(seat.get("powers", ())): seat["address"] for seat in roster["seats"]}
    assert seats[("england", "protestant")] == "ed@example.org"
    assert seats[("france",)] == "bot:usual"
    assert seats[()] == "olga@example.org"

    monkeypatch.chdir(tmp_path)
    path = tmp_path / "summer.toml"
    path.write_text(path.read_text().replace('name = "summer"', 'name = "autumn"'))
    result = CliRunner().invoke(app, ["new", "--from", "summer.toml"])
    assert result.exit_code == 0, result.output
    assert "autumn is ready" in result.output
