"""Fixtures of the moderator's tests."""

from __future__ import annotations

import logging
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from pbem.store.database import open_database
from tests.pbem.office import Office
from tests.pbem.timed import MODERATOR, everybody_ready

# One key for all, so that a database can be copied without its key file.
os.environ["PBEM_SEED_KEY"] = "the same key for all tests of pbem"


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with all tables and no rows, made once."""
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
def new_office(empty_database: Path, tmp_path: Path) -> Iterator[Callable[..., Office]]:
    """Opens as many offices as a test needs, each with a database of its own."""
    offices: list[Office] = []

    def make(**options: Any) -> Office:
        path = tmp_path / f"{len(offices)}.sqlite3"
        shutil.copy(empty_database, path)
        offices.append(Office(path, **options))
        return offices[-1]

    yield make
    for office in offices:
        office.database.dispose()


@pytest.fixture
def office(new_office: Callable[..., Office]) -> Office:
    """A moderator without games."""
    return new_office()


@pytest.fixture
def game(office: Office) -> Office:
    """A moderator with a Tournament game that has begun."""
    office.begin()
    return office


# ---- A game in its negotiations, copied for each test because beginning takes time


@pytest.fixture(scope="session")
def begun(empty_database: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A Tournament game in its first negotiations, with an observer."""
    path = tmp_path_factory.mktemp("begun") / "begun.sqlite3"
    shutil.copy(empty_database, path)
    office = Office(path, talks=48, mail=MODERATOR, pace={"grace": 6})
    office.begin(observers=1)
    office.database.dispose()
    return path


@pytest.fixture
def talking(begun: Path, tmp_path: Path) -> Iterator[Office]:
    """A copy of that game, and a moderator for it."""
    path = tmp_path / "talking.sqlite3"
    shutil.copy(begun, path)
    office = Office(path, talks=48, mail=MODERATOR, pace={"grace": 6})
    yield office
    office.database.dispose()


@pytest.fixture(scope="session")
def begun_playing(begun: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same game when the negotiations are over."""
    path = tmp_path_factory.mktemp("begun") / "playing.sqlite3"
    shutil.copy(begun, path)
    office = Office(path, talks=48, mail=MODERATOR, pace={"grace": 6})
    everybody_ready(office)
    office.database.dispose()
    return path


@pytest.fixture
def playing(begun_playing: Path, tmp_path: Path) -> Iterator[Office]:
    """A copy of that, and a moderator for it."""
    path = tmp_path / "playing.sqlite3"
    shutil.copy(begun_playing, path)
    office = Office(path, talks=48, mail=MODERATOR, pace={"grace": 6})
    office.written = 100  # letters before this are in the copy
    yield office
    office.database.dispose()
