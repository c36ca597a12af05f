"""The seed at rest: whoever has the database alone does not know the dice to come."""

from __future__ import annotations

import json
import shutil
import sqlite3
import threading
import zlib
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from alembic import command
from sqlalchemy import Engine, text

from pbem.config import Settings, load_settings
from pbem.errors import SettingsProblem
from pbem.moderator.archive import check_export, export_game, import_game
from pbem.moderator.deeds import ModeratorDeeds
from pbem.moderator.overview import Overview
from pbem.post.service import Moderator
from pbem.store import games, seeds
from pbem.store.backup import back_up
from pbem.store.database import _config, connect, open_database
from pbem.store.positions import unpack
from pbem.store.seeds import SEALED, SeedKeys, key_file, keys_of
from pbem.store.unit_of_work import UnitOfWork
from tests.pbem.office import GAME, Office, plan

SEED = "5eed" * 16
SECOND = replace(plan(), name="second")


@pytest.fixture(autouse=True)
def key_in_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PBEM_SEED_KEY")


def everything_in(database: Path) -> bytes:
    """The bytes of a database and of what is beside it, with all that is packed in it.

    Not the copy that was made before its tables were changed: it is for the old version, which knows no key.
    """
    found = b"".join(
        path.read_bytes()
        for path in database.parent.glob(f"{database.name}*")
        if path.suffix != ".key" and not path.suffix.startswith(".before-")
    )
    with closing(sqlite3.connect(database)) as copy:
        for (state,) in copy.execute("SELECT state FROM snapshot"):
            found += json.dumps(unpack(state, seed="")).encode()
    return found


@pytest.fixture
def playing(office: Office) -> Office:
    office.begin(seed=SEED)
    office.play_silently(3)
    return office


def test_the_seed_is_nowhere_in_the_database(playing: Office) -> None:
    assert SEED.encode() not in everything_in(playing.settings.database)
    assert key_file(playing.settings.database).stat().st_mode & 0o777 == 0o600


def test_nor_in_a_backup(playing: Office, tmp_path: Path) -> None:
    back_up(playing.settings.database, tmp_path / "backups" / "copy.sqlite3")
    assert SEED.encode() not in everything_in(tmp_path / "backups" / "copy.sqlite3")


def test_a_copy_without_its_key_says_what_is_missing(playing: Office, tmp_path: Path) -> None:
    back_up(playing.settings.database, tmp_path / "elsewhere" / "copy.sqlite3")
    database = open_database(tmp_path / "elsewhere" / "copy.sqlite3")
    with pytest.raises(SettingsProblem, match=r"the key of the seeds is missing.*copy\.sqlite3\.key"):
        Overview(database).verify(GAME)
    with pytest.raises(SettingsProblem, match="a new one would open none"):
        Moderator(database, playing.settings).create_game(SECOND)
    assert not key_file(tmp_path / "elsewhere" / "copy.sqlite3").exists()
    shutil.copy(key_file(playing.settings.database), key_file(tmp_path / "elsewhere" / "copy.sqlite3"))
    assert Overview(database).verify(GAME).orders == len(playing.orders())
    database.dispose()


def test_another_key_opens_nothing(playing: Office) -> None:
    database = connect(playing.settings.database)
    key_file(playing.settings.database).write_text("another")
    with pytest.raises(SettingsProblem, match="another than the one"):
        Overview(database).verify(GAME)
    database.dispose()


def test_a_key_in_the_settings(tmp_path: Path, empty_database: Path) -> None:
    """No file is made; and a game that was sealed with a file's key still goes on."""
    shutil.copy(empty_database, tmp_path / "first.sqlite3")
    office = Office(tmp_path / "first.sqlite3")
    office.begin(seed=SEED)
    settings = Settings(database=tmp_path / "first.sqlite3", seed_key="k" * 32)
    database = open_database(settings.database, keys_of(settings))
    Moderator(database, settings).create_game(SECOND)
    key_file(settings.database).unlink()
    with UnitOfWork(database) as work:
        assert games.find_game(work.session, "second").seed.startswith(SEALED)
        assert len(seeds.seed_of(work.session, games.find_game(work.session, "second"))) == 64
        with pytest.raises(SettingsProblem):
            seeds.seed_of(work.session, games.find_game(work.session, GAME))
    office.database.dispose()
    database.dispose()


def test_a_key_that_could_be_guessed_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "pbem.toml"
    file.write_text('seed_key = "secret"\n')
    with pytest.raises(SettingsProblem, match="seed_key: must have at least 32 characters") as refused:
        load_settings(file)
    assert "secret" not in str(refused.value).replace("secrets", "")


def test_two_processes_that_make_the_key_at_once_have_one(tmp_path: Path) -> None:
    found: list[str] = []
    threads = [
        threading.Thread(target=lambda: found.append(seeds.make_key(tmp_path / "the.key"))) for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(found)) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["the.key"]


def test_an_export_holds_the_seed_and_another_machine_seals_it_anew(
    playing: Office, empty_database: Path, tmp_path: Path
) -> None:
    with UnitOfWork(playing.database) as work:
        data = export_game(work.session, GAME)
    assert data["game"]["seed"] == SEED
    assert check_export(data) is not None
    (tmp_path / "there").mkdir()
    shutil.copy(empty_database, tmp_path / "there" / "pbem.sqlite3")
    there = Office(tmp_path / "there" / "pbem.sqlite3")
    with UnitOfWork(there.database) as work:
        import_game(work.session, data)
        work.commit()
    there.play_silently(2)
    assert SEED.encode() not in everything_in(there.settings.database)
    assert Overview(there.database).verify(GAME).orders == len(there.orders())
    there.database.dispose()


def test_the_moderator_looks_at_the_position_without_the_seed(playing: Office) -> None:
    with UnitOfWork(playing.database) as work:
        desk = ModeratorDeeds(work.at(playing.settings, playing.clock.now()))
        assert SEED not in desk.position(GAME)
        assert json.loads(desk.position(GAME, "dice.used")) > 0


def test_an_old_database_with_plain_seeds_is_sealed_and_plays_on(tmp_path: Path, playing: Office) -> None:
    """As version 0.1 has left it: the seed in its column and in every position."""
    path = tmp_path / "old" / "pbem.sqlite3"
    back_up(playing.settings.database, path)
    old = connect(path)
    with old.connect() as connection:
        connection.execute(text("UPDATE game SET seed = :seed"), {"seed": SEED})
        for seq, state in connection.execute(text("SELECT seq, state FROM snapshot")).all():
            whole = unpack(state, SEED)
            whole["dice"]["seed"] = SEED
            packed = zlib.compress(json.dumps(whole).encode())
            connection.execute(
                text("UPDATE snapshot SET state = :state WHERE seq = :seq"), {"state": packed, "seq": seq}
            )
        connection.commit()
    _downgrade(old)
    old.dispose()
    assert SEED.encode() in everything_in(path)

    new = open_database(path)
    assert SEED.encode() not in everything_in(path)
    assert Overview(new).verify(GAME).orders == len(playing.orders())
    new.dispose()
    there = Office(path)
    there.clock.advance(playing.clock.now() - there.clock.now())
    there.written = 100
    there.play_silently(2)
    assert Overview(there.database).verify(GAME).orders == len(there.orders())
    there.database.dispose()


def _downgrade(database: Engine) -> None:
    with database.connect() as connection:
        command.downgrade(_config(connection), "0003")


def test_a_plain_seed_is_read_as_it_is() -> None:
    assert seeds.Keeper(SeedKeys(Path("/nowhere/the.key"))).open("a seed") == "a seed"
