"""Fixtures: a forum that stands in for a real one, and a campaign on it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem import games
from pbem.calendar.clock import SetClock
from pbem.store.database import open_database
from tests.forum.campaign import MONDAY, Campaign
from tests.forum.standin import FakeMisago, FakeNodeBB, StandIn
from tests.toy_title import Toy

# One key for all, so that a database can be copied without its key file.
os.environ["PBEM_SEED_KEY"] = "the same key for all tests of pbem"

USERS = ["Anna", "Bela", "Carl"]


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("forum") / "empty.sqlite3"
    open_database(path).dispose()
    return path


@pytest.fixture
def clock() -> SetClock:
    return SetClock(MONDAY)


@pytest.fixture(params=[FakeMisago, FakeNodeBB], ids=["misago", "nodebb"])
def forum(request: pytest.FixtureRequest, clock: SetClock) -> Iterator[StandIn]:
    with request.param(clock.now, USERS).running() as running:
        yield running


@pytest.fixture
def campaign(
    forum: StandIn, clock: SetClock, empty_database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Campaign]:
    monkeypatch.setitem(games._GAMES, "toy", Toy())
    path = tmp_path / "campaign.sqlite3"
    shutil.copy(empty_database, path)
    made = Campaign(path, forum, clock)
    yield made
    made.close()
