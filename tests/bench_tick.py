"""What a tick costs with a thousand running games in which nothing is due (`make bench`)."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from pbem.store.database import open_database
from tests import large
from tests.bench_replies import quantiles
from tests.pbem.office import Office

GAMES = 1_000
TICKS = 30


def rows() -> Iterator[tuple[str, str, str]]:
    """Lines of the table of figures: what, the figure, what is to be reached."""
    with tempfile.TemporaryDirectory() as place:
        one, many = Path(place) / "one.sqlite3", Path(place) / "many.sqlite3"
        for file in (one, many):
            open_database(file).dispose()
        office = Office(one)
        office.begin()
        office.database.dispose()
        large.fill(many, one, GAMES)
        office = Office(many)
        cpu = []
        for _ in range(TICKS):
            began = time.process_time()
            assert office.moderator.tick() == 0
            cpu.append(time.process_time() - began)
        office.database.dispose()
        name = f"a tick, {GAMES:,} running games, nothing due (n={TICKS})"
        yield f"{name}: CPU, 50/90/100 %", f"{quantiles(cpu)} ms", "median under 20"


if __name__ == "__main__":
    for line in rows():
        print(*line, sep=" | ")
