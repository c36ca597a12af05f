"""What keeps a moderator at work for months: a service, backups, upgrades without fear, the man page."""

from __future__ import annotations

import configparser
import json
import logging
import lzma
import os
import shutil
import sqlite3
import stat
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from pbem.cli import app
from pbem.errors import ModeratorProblem
from pbem.store.backup import back_up_into
from pbem.store.database import known_versions, open_database

FIXTURES = Path(__file__).parents[1] / "fixtures"
RUNNING_IN_0_1 = {
    name
    for name, game in json.loads((FIXTURES / "0.1.0.json").read_text(encoding="utf-8"))["games"].items()
    if game["status"] != "over"
}


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def old(here: Path) -> Path:
    """A database as version 0.1.0 has left it."""
    with lzma.open(FIXTURES / "0.1.0.sqlite3.xz") as packed, open(here / "pbem.sqlite3", "wb") as file:
        shutil.copyfileobj(packed, file)
    (here / "pbem.sqlite3").chmod(0o600)
    return here / "pbem.sqlite3"


def pbem(*words: str, exit_code: int = 0) -> Result:
    result = CliRunner().invoke(app, list(words))
    assert result.exit_code == exit_code, result.output
    return result


# ---- Backups


def test_only_the_newest_backups_are_kept_and_nothing_else_is_deleted(
    here: Path, empty_database: Path
) -> None:
    folder = here / "backups"
    folder.mkdir()
    (folder / "pbem-notes.txt").write_text("mine")
    (folder / "pbem-20200101T000000Z.sqlite3.old").write_text("mine too")
    begin = datetime(2026, 1, 1, tzinfo=UTC)
    for day in range(5):
        back_up_into(folder, empty_database, 3, begin + timedelta(days=day))
    assert sorted(path.name for path in folder.iterdir()) == [
        "pbem-20200101T000000Z.sqlite3.old",
        "pbem-20260103T000000Z.sqlite3",
        "pbem-20260104T000000Z.sqlite3",
        "pbem-20260105T000000Z.sqlite3",
        "pbem-notes.txt",
    ]
    assert stat.S_IMODE((folder / "pbem-20260105T000000Z.sqlite3").stat().st_mode) == 0o600


def test_a_backup_that_fails_deletes_none(here: Path, empty_database: Path) -> None:
    folder = here / "backups"
    back_up_into(folder, empty_database, 1, datetime(2026, 1, 1, tzinfo=UTC))
    with pytest.raises(ModeratorProblem, match="there is no database"):
        back_up_into(folder, here / "gone.sqlite3", 1, datetime(2026, 1, 2, tzinfo=UTC))
    assert [path.name for path in folder.iterdir()] == ["pbem-20260101T000000Z.sqlite3"]


def test_backups_by_command(here: Path, empty_database: Path) -> None:
    shutil.copy(empty_database, here / "pbem.sqlite3")
    assert "checked" in pbem("backup", "--keep", "2", "copies").output
    assert len(list((here / "copies").iterdir())) == 1


# ---- Upgrades


def test_before_the_tables_change_the_database_is_copied(old: Path, caplog: pytest.LogCaptureFixture) -> None:
    before = _tables(old)
    with caplog.at_level(logging.WARNING):
        open_database(old).dispose()
    kept = old.with_name(f"{old.name}.before-{known_versions()[-1]}")
    assert _tables(kept) == before != _tables(old)
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert str(kept) in caplog.text


def test_a_new_database_needs_no_copy(here: Path) -> None:
    open_database(here / "new.sqlite3").dispose()
    assert not list(here.glob("*.before-*"))


def test_a_database_from_the_future_is_refused_and_left_alone(here: Path, empty_database: Path) -> None:
    path = here / "pbem.sqlite3"
    shutil.copy(empty_database, path)
    _execute(path, "UPDATE alembic_version SET version_num = '9999'")
    before = path.read_bytes()
    told = pbem("games", exit_code=1).output
    assert "newer version" in told
    assert "9999" in told
    assert path.read_bytes() == before
    assert not list(here.glob("*.before-*"))


def test_running_games_are_tried_on_a_copy(old: Path) -> None:
    before = old.read_bytes()
    found = json.loads(pbem("upgrade-check", "--json").stdout)
    assert found["all_go_on"] is True
    assert {game["game"] for game in found["games"]} == RUNNING_IN_0_1
    assert old.read_bytes() == before
    assert not list(old.parent.glob("*.before-*"))


def test_a_game_that_would_not_go_on_is_named(old: Path) -> None:
    name = sorted(RUNNING_IN_0_1)[-1]
    of_it = "WHERE game_id = (SELECT id FROM game WHERE name = ?)"
    _execute(old, f"UPDATE event SET data = replace(data, 'turn', 'tune') {of_it}", name)
    told = pbem("upgrade-check", exit_code=1).output
    assert f"STOPS  {name}" in told
    assert "Do not" in told


def _tables(path: Path) -> list[str]:
    with sqlite3.connect(path) as connection:
        return [name for (name,) in connection.execute("SELECT name FROM sqlite_master ORDER BY name")]


def _execute(path: Path, sql: str, *values: str) -> None:
    with sqlite3.connect(path) as connection:
        assert connection.execute(sql, values).rowcount > 0
    connection.close()


# ---- The service


@pytest.fixture
def units(here: Path) -> Path:
    (here / "my games").mkdir()
    (here / "my games" / "pbem.toml").write_text('database = "my games/pbem.sqlite3"\n')
    mine = ("--as", "nobody") if os.geteuid() == 0 else ()
    told = pbem(
        *("--settings", "my games/pbem.toml", "service", "install", "--units", "units", "--yes", *mine)
    ).output
    assert "ExecStart=" in told  # all is shown
    return here / "units"


def _read(path: Path) -> configparser.ConfigParser:
    found = configparser.ConfigParser(strict=False, interpolation=None)
    found.optionxform = str  # type: ignore[assignment, method-assign]
    found.read(path)
    return found


def test_the_units_run_this_program_with_these_settings(units: Path) -> None:
    assert sorted(path.name for path in units.iterdir()) == [
        "pbem-backup.service",
        "pbem-backup.timer",
        "pbem.service",
    ]
    main = _read(units / "pbem.service")["Service"]
    settings = units.parent / "my games" / "pbem.toml"
    assert main["ExecStart"].endswith(f'pbem --verbose --settings "{settings}" run')
    assert main["Restart"] == "always"
    assert main["UMask"] == "0077"
    copy = _read(units / "pbem-backup.service")["Service"]
    assert copy["ExecStart"].endswith(f'backup --keep 14 "{units.parent / "my games" / "backups"}"')


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not here")
def test_systemd_understands_them(units: Path) -> None:
    checked = subprocess.run(
        ["systemd-analyze", "verify", *map(str, sorted(units.iterdir()))],
        capture_output=True,
        text=True,
        check=False,
    )
    complaints = [
        line for line in checked.stderr.splitlines() if "pbem" in line and "Special user nobody" not in line
    ]
    assert not complaints


def test_status_and_removal(units: Path) -> None:
    pbem("service", "status", "--units", "units")
    pbem("service", "remove", "--units", "units", "--yes")
    assert not list(units.iterdir())
    assert "not installed" in pbem("service", "status", "--units", "units", exit_code=1).output
    assert "Nothing" in pbem("service", "remove", "--units", "units", "--yes").output


def test_nothing_is_written_without_a_yes(here: Path) -> None:
    words = ["service", "install", "--units", "units"] + (["--as", "nobody"] if os.geteuid() == 0 else [])
    assert CliRunner().invoke(app, words, input="n\n").exit_code == 1
    assert not (here / "units").exists()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can be asked")
def test_root_says_who_runs_it(here: Path) -> None:
    assert "--as" in pbem("service", "install", "--units", "units", "--yes", exit_code=1).output
    told = pbem("service", "install", "--as", "no-such-user", "--units", "units", exit_code=1).output
    assert "adduser" in told


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can be asked")
def test_who_runs_it_must_be_able_to(here: Path) -> None:
    """A service that may not open its database starts again and again, and nobody hears of it."""
    for name in ("pbem.sqlite3", "pbem.toml"):
        (here / name).touch(0o600)
    words = ("service", "install", "--as", "nobody", "--yes")
    told = pbem(*words, exit_code=1).output
    assert "chown nobody" in told
    assert "pbem.toml" in told
    assert "pbem.sqlite3" in told
    assert "chown nobody" in pbem(*words, "--units", "units").output
    for path in (here, here / "pbem.sqlite3", here / "pbem.toml"):
        shutil.chown(path, "nobody")
    assert "chown" not in pbem(*words, "--units", "units").output


def test_a_service_sees_games_among_temporary_files(units: Path) -> None:
    """With temporary files of its own it would find an empty folder in their place."""
    private = _read(units / "pbem.service")["Service"].get("PrivateTmp")
    assert (private is None) == (
        os.geteuid() != 0 or units.is_relative_to("/tmp") or sys.prefix.startswith("/tmp")
    )


# ---- The man page


def test_the_man_page_has_every_command() -> None:
    page = pbem("manual").output
    for words in ("pbem new", "pbem service install", "pbem upgrade\\-check", "pbem letter show"):
        assert f".SS {words}" in page
    assert not [line for line in page.splitlines() if line.startswith("'")]


def test_it_is_put_where_man_finds_it(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    monkeypatch.setattr(Path, "home", lambda: here)
    pbem("manual", "--install")
    assert (here / ".local" / "share" / "man" / "man1" / "pbem.1").exists()
