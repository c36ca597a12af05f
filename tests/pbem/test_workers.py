"""Three workers on PostgreSQL that are killed; the long form is tests/kill_workers.py."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.kill_workers import WORKERS, Siege
from tests.pbem.crew import Post, settings_for
from tests.pbem.office import Office
from tests.pbem.points import POINTS
from tests.pbem.realmail import wait_until

pytestmark = pytest.mark.postgresql


@pytest.fixture
def siege(office: Office, tmp_path: Path) -> Iterator[Siege]:
    with Post().running() as post:
        made = Siege(office, post, tmp_path, games=2, seed=17)
        yield made
        made.crew.stop()


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_three_workers_that_are_killed(siege: Siege) -> None:
    """Each named point once, and some at random."""
    for number, point in enumerate(POINTS):
        siege.crew.start_until(WORKERS[number % 3], point, number)
        if number % 3 == 2:
            siege.round(kills=3)
    siege.wait()
    assert siege.crew.kills >= 4
    siege.check()


@pytest.mark.slow
def test_a_crew_of_workers_stops_as_a_whole(game: Office, tmp_path: Path) -> None:
    """`pbem run --workers 2`: one that is killed is replaced, and SIGTERM ends all of them."""
    with Post().running() as post:
        settings = settings_for(game, post, tmp_path)
        crew = subprocess.Popen(
            [sys.executable, "-m", "pbem", "--settings", str(settings), "run", "--workers", "2"],
            stderr=subprocess.DEVNULL,
        )
        try:
            wait_until(lambda: len(post.taken) == game.letters_out(), 60)
        finally:
            crew.terminate()
            assert crew.wait(30) == 0
    assert set(post.ids().values()) == {1}
