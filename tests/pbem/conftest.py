"""Fixtures of the moderator's tests."""

from __future__ import annotations

import logging
import os
import shutil
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import typer.testing
from typer.testing import CliRunner

from pbem.cli import app
from pbem.config import Database, DatabaseServer
from pbem.store.database import open_database
from tests import postgresql
from tests.pbem.office import Office
from tests.pbem.terminal import Run
from tests.pbem.timed import MODERATOR, everybody_ready

# One key for all, so that a database can be copied without its key file.
os.environ["PBEM_SEED_KEY"] = "the same key for all tests of pbem"
# The command line is put together once, not for each of two thousand calls: that takes a tenth of a second.
typer.testing._get_command = cache(typer.testing._get_command)  # type: ignore[attr-defined]


# ---- On which database: SQLite; tests that are marked `both_databases` on PostgreSQL, too


KINDS = ("sqlite", "postgresql")
BY_HAND = "PBEM_TEST_DATABASE"
"""Says on which all tests run that do not name a file: to look whether something else depends on it."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    for marker, kinds in (("both_databases", KINDS), ("postgresql", KINDS[1:])):
        if metafunc.definition.get_closest_marker(marker) and "kind" in metafunc.fixturenames:
            metafunc.parametrize("kind", kinds, indirect=True, scope="session")


class Shelf:
    """Where databases of one kind are made and copied."""

    def __init__(self, kind: str) -> None:
        self._made = 0
        self._server: postgresql.PostgresServer | None = None
        if kind == "postgresql":
            postgresql.skip_without()
            self._server = postgresql.PostgresServer().build()

    def new(self, folder: Path, name: str, *, like: Database | None = None) -> Database:
        """A database without tables, or a copy of one that nobody uses just now."""
        if self._server is None:
            path = folder / f"{name}.sqlite3"
            if isinstance(like, Path):
                shutil.copy(like, path)
            return path
        self._made += 1
        name = f"{name}_{self._made}"
        template = like.url.partition("?")[0].rpartition("/")[2] if isinstance(like, DatabaseServer) else ""
        return DatabaseServer(self._server.create(name, like=template))

    def close(self) -> None:
        if self._server is not None:
            self._server.close()


@pytest.fixture(scope="session")
def kind(request: pytest.FixtureRequest) -> str:
    return str(getattr(request, "param", os.environ.get(BY_HAND, KINDS[0])))


@pytest.fixture(scope="session")
def shelf(kind: str) -> Iterator[Shelf]:
    made = Shelf(kind)
    yield made
    made.close()


@pytest.fixture(scope="session")
def empty_place(shelf: Shelf, tmp_path_factory: pytest.TempPathFactory) -> Database:
    """A database with all tables and no rows, made once."""
    place = shelf.new(tmp_path_factory.mktemp("store"), "empty")
    open_database(place).dispose()
    return place


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same as a file, for tests that look into it."""
    path = tmp_path_factory.mktemp("store") / "empty.sqlite3"
    open_database(path).dispose()
    return path


@pytest.fixture
def log_as_before() -> Iterator[None]:
    """For tests of the command line, which sets up the log of the whole process."""
    before = logging.getLogger().handlers[:]
    yield
    logging.getLogger().handlers[:] = before


@pytest.fixture
def as_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, log_as_before: None) -> Run:
    """The command line in a folder of its own, with all lines as they are shown."""
    monkeypatch.chdir(tmp_path)

    def run(*words: str, fails: bool = False) -> str:
        result = CliRunner().invoke(app, list(words))
        assert (result.exit_code != 0) == fails, result.output
        assert isinstance(result.exception, SystemExit | None), result.exception
        assert "Traceback" not in result.output
        return result.output

    return run


@pytest.fixture
def in_a_line(as_shown: Run) -> Run:
    """The same in one line, for terminals break lines anywhere."""

    def run(*words: str, fails: bool = False) -> str:
        return " ".join(as_shown(*words, fails=fails).split())

    return run


@pytest.fixture
def new_office(empty_place: Database, shelf: Shelf, tmp_path: Path) -> Iterator[Callable[..., Office]]:
    """Opens as many offices as a test needs, each with a database of its own."""
    offices: list[Office] = []

    def make(**options: Any) -> Office:
        offices.append(Office(shelf.new(tmp_path, f"{len(offices)}", like=empty_place), **options))
        return offices[-1]

    yield make
    for office in offices:
        office.close()


@pytest.fixture
def office(new_office: Callable[..., Office]) -> Office:
    """A moderator without games."""
    return new_office()


# ---- Games that have begun, copied for each test because beginning takes time


@pytest.fixture(scope="session")
def begun_at_once(empty_place: Database, shelf: Shelf, tmp_path_factory: pytest.TempPathFactory) -> Database:
    """A Tournament game that asks for deals at once."""
    place = shelf.new(tmp_path_factory.mktemp("begun"), "at-once", like=empty_place)
    office = Office(place)
    office.begin()
    office.close()
    return place


@pytest.fixture
def game(begun_at_once: Database, shelf: Shelf, tmp_path: Path) -> Iterator[Office]:
    """A copy of that game, and a moderator for it."""
    office = Office(shelf.new(tmp_path, "game", like=begun_at_once))
    yield office
    office.close()


@pytest.fixture(scope="session")
def begun(empty_place: Database, shelf: Shelf, tmp_path_factory: pytest.TempPathFactory) -> Database:
    """A Tournament game in its first negotiations, with an observer."""
    place = shelf.new(tmp_path_factory.mktemp("begun"), "begun", like=empty_place)
    office = Office(place, talks=48, mail=MODERATOR, pace={"grace": 6})
    office.begin(observers=1)
    office.close()
    return place


@pytest.fixture
def talking(begun: Database, shelf: Shelf, tmp_path: Path) -> Iterator[Office]:
    """A copy of that game, and a moderator for it."""
    place = shelf.new(tmp_path, "talking", like=begun)
    office = Office(place, talks=48, mail=MODERATOR, pace={"grace": 6})
    yield office
    office.close()


@pytest.fixture(scope="session")
def begun_playing(begun: Database, shelf: Shelf, tmp_path_factory: pytest.TempPathFactory) -> Database:
    """The same game when the negotiations are over."""
    place = shelf.new(tmp_path_factory.mktemp("begun"), "playing", like=begun)
    office = Office(place, talks=48, mail=MODERATOR, pace={"grace": 6})
    everybody_ready(office)
    office.close()
    return place


@pytest.fixture
def playing(begun_playing: Database, shelf: Shelf, tmp_path: Path) -> Iterator[Office]:
    """A copy of that, and a moderator for it."""
    place = shelf.new(tmp_path, "playing", like=begun_playing)
    office = Office(place, talks=48, mail=MODERATOR, pace={"grace": 6})
    office.written = 100  # letters before this are in the copy
    yield office
    office.close()
