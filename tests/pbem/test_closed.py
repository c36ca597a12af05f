"""Files that hold secrets are their owner's alone, whatever the umask; open ones are closed, with a word."""

from __future__ import annotations

import logging
import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem import closed, logs
from pbem.channels.mail.embedded import deliver, maildir
from pbem.channels.mail.inbox import MaildirInbox
from pbem.demo.demo import Demo, Plan
from pbem.demo.mailboxes import write_users
from pbem.moderator.archive import export_game, write_file, write_text
from pbem.store.backup import back_up
from pbem.store.database import open_database
from pbem.store.unit_of_work import UnitOfWork
from tests.pbem.office import GAME, Office


@pytest.fixture(params=[0o000, 0o022, 0o027], ids=oct, autouse=True)
def umask(request: pytest.FixtureRequest) -> Iterator[None]:
    before = os.umask(request.param)
    yield
    os.umask(before)


def open_to_others(folder: Path) -> list[str]:
    """What others may reach: nothing below a folder that is closed to them."""
    found: list[str] = []
    for path in sorted(folder.iterdir()):
        mode = path.stat().st_mode
        if mode & 0o077:
            found.append(f"{path.name} {stat.filemode(mode)}")
            if path.is_dir():
                found += open_to_others(path)
    return found


def test_a_new_database_with_what_sqlite_puts_beside_it(tmp_path: Path) -> None:
    database = open_database(tmp_path / "made" / "for it" / "pbem.sqlite3")
    with UnitOfWork(database) as work:
        work.session.connection().exec_driver_sql("INSERT INTO heartbeat VALUES (1, '2026-01-01')")
        work.commit()
    beside = {path.name for path in (tmp_path / "made" / "for it").iterdir()}
    assert {"pbem.sqlite3", "pbem.sqlite3-wal", "pbem.sqlite3-shm"} <= beside
    for path in (tmp_path / "made" / "for it").iterdir():
        assert path.stat().st_mode & 0o077 == 0, path
    assert open_to_others(tmp_path) == []
    database.dispose()


def test_an_old_database_is_closed_and_that_is_said(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path = tmp_path / "pbem.sqlite3"
    first = open_database(path)
    with UnitOfWork(first) as work:
        work.session.connection().exec_driver_sql("INSERT INTO heartbeat VALUES (1, '2026-01-01')")
        work.commit()
    for name in ("pbem.sqlite3", "pbem.sqlite3-wal", "pbem.sqlite3-shm"):
        (tmp_path / name).chmod(0o644)
    with caplog.at_level(logging.WARNING):
        open_database(path).dispose()
    assert open_to_others(tmp_path) == []
    assert len([text for text in caplog.messages if "is closed now" in text]) == 3
    caplog.clear()
    open_database(path).dispose()
    assert caplog.messages == []
    first.dispose()


def test_the_folder_of_a_database_is_not_ours_to_close(tmp_path: Path) -> None:
    shared = tmp_path / "shared"
    shared.mkdir()
    shared.chmod(0o755)
    open_database(shared / "pbem.sqlite3").dispose()
    assert stat.S_IMODE(shared.stat().st_mode) == 0o755


def test_what_belongs_to_somebody_else_is_only_told(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "theirs"
    path.touch()
    path.chmod(0o644)
    monkeypatch.setattr(closed.os, "geteuid", lambda: path.stat().st_uid + 1)
    closed.close(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o644
    assert "belongs to somebody else" in caplog.text


def test_a_maildir(tmp_path: Path) -> None:
    MaildirInbox(tmp_path / "mail" / "gm", 1000)
    maildir(tmp_path / "demo", "france@example.test")
    deliver(tmp_path / "mail" / "gm", b"secret")
    (letter,) = (tmp_path / "mail" / "gm" / "new").iterdir()
    assert letter.stat().st_mode & 0o077 == 0
    assert open_to_others(tmp_path) == []


def test_an_old_maildir_is_closed(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    for name in ("new", "cur", "tmp"):
        (tmp_path / "gm" / name).mkdir(parents=True)
    (tmp_path / "gm").chmod(0o755)
    MaildirInbox(tmp_path / "gm", 1000)
    assert open_to_others(tmp_path) == []
    assert "is closed now" in caplog.text


def test_exports_archives_and_backups(game: Office, tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    with UnitOfWork(game.database) as work:
        write_file(folder / "export.json", export_game(work.session, GAME))
    write_file(folder / "archive" / "game.json", {})
    write_text(folder / "archive" / "story.txt", "...")
    back_up(game.settings.database, folder / "backups" / "1.sqlite3")
    for path in folder.rglob("*"):
        assert path.stat().st_mode & 0o077 == 0, path
    assert folder.stat().st_mode & 0o077 == 0


def test_what_may_be_published_can_be_read_by_everybody(tmp_path: Path) -> None:
    write_text(tmp_path / "map.svg", "<svg/>", public=True)
    assert stat.S_IMODE((tmp_path / "map.svg").stat().st_mode) == 0o644


def test_the_folder_of_a_demo(tmp_path: Path) -> None:
    demo = Demo.new(tmp_path / "demo-mail", Plan())
    write_users(demo.folder, {"france@example.test": "france"})
    demo.database.dispose()
    for path in [demo.folder, *demo.folder.rglob("*")]:
        assert path.stat().st_mode & 0o077 == 0, path
    demo.folder.chmod(0o755)
    Demo.resume(demo.folder).database.dispose()
    assert open_to_others(tmp_path) == []


def test_the_log_of_the_daemon(tmp_path: Path) -> None:
    """Where a shell has sent it: into a file that the shell has made."""
    with (tmp_path / "pbem.log").open("wb") as log:
        (tmp_path / "pbem.log").chmod(0o644)
        program = "from pbem import logs; logs.set_up(verbose=False, as_json=False); logs.close_file()"
        subprocess.run([sys.executable, "-c", program], stderr=log, check=True)
    assert (tmp_path / "pbem.log").stat().st_mode & 0o077 == 0
    assert "closed now" in (tmp_path / "pbem.log").read_text()


def test_a_log_that_is_no_file_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    with open(os.devnull, "w") as nothing:
        monkeypatch.setattr(sys, "stderr", nothing)
        mode = os.fstat(nothing.fileno()).st_mode
        logs.close_file()
        assert os.fstat(nothing.fileno()).st_mode == mode
