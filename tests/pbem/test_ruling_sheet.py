"""The ruling sheet: twenty readings that a group can agree on, each with both readings in every language."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from pbem.cli import app
from pbem.games import game_of
from pbem.games.his.cards_doc import ROOT

TITLE = game_of("his")
RULINGS = (ROOT / "docs" / "rulings.md").read_text(encoding="utf-8")


def test_there_are_twenty() -> None:
    assert len(TITLE.ruling_sheet) == len({ruling.option.name for ruling in TITLE.ruling_sheet}) == 20


@pytest.mark.parametrize("ruling", TITLE.ruling_sheet, ids=lambda ruling: ruling.option.name)
def test_both_readings_are_told_and_explained(ruling) -> None:  # type: ignore[no-untyped-def]
    assert ruling.option in TITLE.options
    for language in TITLE.languages:
        voice = TITLE.voice(language)
        usual, other = voice.word(f"ruling.{ruling.option.name}"), voice.option(ruling.option.name)
        assert usual != other
    assert ruling.option.name in RULINGS


@pytest.mark.usefixtures("log_as_before")
def test_pbem_new_shows_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pbem.toml").write_text(f'database = "{tmp_path / "x.sqlite3"}"\n')
    seats = [word for power in TITLE.powers for word in ("--seat", f"{power}=A <{power}@example.test>")]
    chosen = ["--option", "katherina_bora=four"]
    result = CliRunner().invoke(app, ["new", "six", *seats, *chosen])
    shown = " ".join(result.output.split())
    assert result.exit_code == 0
    assert "scots_raid=stays" in shown
    assert "as you chose" in shown
    assert "katherina_bora=four" not in shown
