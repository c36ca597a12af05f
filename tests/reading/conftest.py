"""Houses for the tests of reading: a moderator with a game at the moment that a test asks for."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from pbem.store.database import open_database
from tests.reading.house import House, Houses, Start


@pytest.fixture(scope="session")
def houses(tmp_path_factory: pytest.TempPathFactory) -> Houses:
    folder = tmp_path_factory.mktemp("houses")
    empty = folder / "empty.sqlite3"
    open_database(empty).dispose()
    return Houses(folder, empty)


@pytest.fixture
def house_at(houses: Houses) -> Iterator[Callable[[Start], House]]:
    opened: list[House] = []

    def at(start: Start) -> House:
        opened.append(houses.at(start))
        return opened[-1]

    yield at
    for house in opened:
        house.database.dispose()
