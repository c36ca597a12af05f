"""`pbem doctor`: each thing that can be wrong is found, with the command that mends it."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from importlib.metadata import version
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from sqlmodel import Session
from typer.testing import CliRunner

from pbem.cli import app
from pbem.store.claims import ClaimRow, Process
from pbem.store.database import open_database
from pbem.store.office_tables import HeartbeatRow
from tests.pbem.office import GAME, Office

Examine = Callable[..., dict[str, list[dict[str, Any]]]]


@pytest.fixture
def folder(empty_database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    shutil.copy(empty_database, tmp_path / "pbem.sqlite3")
    (tmp_path / "pbem.sqlite3").chmod(0o600)
    return tmp_path


@pytest.fixture
def examined(folder: Path) -> Examine:
    """What the doctor finds, by check; `well` says whether it is to be content."""

    def examine(*words: str, is_well: bool = True) -> dict[str, list[dict[str, Any]]]:
        result = CliRunner().invoke(app, ["doctor", "--json", "--no-mail", *words])
        told = json.loads(result.output)
        assert told["well"] is is_well, told
        assert result.exit_code == (0 if is_well else 1)
        found: dict[str, list[dict[str, Any]]] = {}
        for finding in told["findings"]:
            assert (finding["state"] == "well") == (not finding["mend"])
            found.setdefault(finding["check"], []).append(finding)
        return found

    return examine


def test_the_version_is_told() -> None:
    assert CliRunner().invoke(app, ["--version"]).output.strip() == f"pbem {version('pbem')}"


def test_all_is_well(examined: Examine) -> None:
    Path("pbem.toml").touch(0o600)
    found = examined()
    assert {name for name, ones in found.items() if any(one["state"] != "well" for one in ones)} == {
        "at work"
    }
    assert found["at work"][0]["mend"] == "pbem run"


def test_nothing_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(app, ["doctor", "--no-mail"])
    assert "there is none yet" in result.output
    assert "there is no pbem.toml here" in result.output
    assert list(tmp_path.iterdir()) == []


def test_settings_that_make_no_sense(examined: Examine, folder: Path) -> None:
    (folder / "pbem.toml").write_text("[mail]\naddres = 'gm@example.org'\n")
    (finding,) = examined(is_well=False)["settings"]
    assert "mail.addres" in finding["told"]


def test_open_files(examined: Examine, folder: Path) -> None:
    (folder / "pbem.sqlite3").chmod(0o644)
    (finding,) = examined(is_well=False)["permissions"]
    assert finding["mend"] == "chmod go= pbem.sqlite3"


def test_tokens_that_others_can_read(examined: Examine, folder: Path) -> None:
    (folder / "pbem.toml").write_text("[mail.imap]\noauth2_file = 'tokens.json'\n")
    (folder / "pbem.toml").chmod(0o600)
    (folder / "tokens.json").touch(0o644)
    (finding,) = examined(is_well=False)["permissions"]
    assert finding["mend"] == "chmod go= tokens.json"


def test_little_room(examined: Examine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _folder: SimpleNamespace(free=1_000_000))
    assert examined(is_well=False)["disk"][0]["state"] == "wrong"


def test_a_damaged_database(examined: Examine, folder: Path) -> None:
    (folder / "pbem.sqlite3").write_bytes(b"no database at all" * 100)
    assert "not a database" in examined(is_well=False)["database"][0]["told"]


def test_tables_of_another_version(examined: Examine, folder: Path) -> None:
    with sqlite3.connect(folder / "pbem.sqlite3") as connection:
        connection.execute("UPDATE alembic_version SET version_num = '0001'")
    assert "backup" in examined()["tables"][0]["mend"]
    with sqlite3.connect(folder / "pbem.sqlite3") as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    assert "newer" in examined(is_well=False)["tables"][0]["mend"]


def test_a_clock_that_was_put_back(examined: Examine, folder: Path) -> None:
    database = open_database(folder / "pbem.sqlite3")
    with Session(database) as session:
        session.add(HeartbeatRow(at=datetime.now(UTC) + timedelta(days=2)))
        session.commit()
    database.dispose()
    assert "timedatectl" in examined(is_well=False)["clock"][0]["mend"]


def test_claims_of_the_dead(examined: Examine, folder: Path) -> None:
    database = open_database(folder / "pbem.sqlite3")
    here = Process.here()
    dead = Process(here.machine, 2**22 + 1, "1", "dead")
    with Session(database) as session:
        session.add(ClaimRow(kind="outgoing", key=3, owner=str(dead), expires_at=datetime.now(UTC)))
        session.commit()
    database.dispose()
    assert [one["mend"] for one in examined()["claims"]] == ["pbem send"]


def test_letters_that_wait_and_games_on_hold(examined: Examine, folder: Path) -> None:
    office = Office(folder / "pbem.sqlite3")
    office.begin()
    (power,) = office.asked()
    office.receive(office.letter(power, "pass", From="stranger@example.test"))
    with Session(office.database) as session:
        session.connection().exec_driver_sql("UPDATE game SET status = 'held'")
        session.connection().exec_driver_sql(
            "UPDATE outgoing SET status = 'queued', created_at = '2026-01-01 00:00:00'"
        )
        session.commit()
    office.database.dispose()
    found = examined(is_well=False)
    assert {one["mend"] for one in found["queue"]} == {"pbem send", "pbem letter list --status held", ""}
    assert found["games"][0]["mend"] == f"pbem resume {GAME}"
