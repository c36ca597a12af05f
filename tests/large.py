"""A database full of finished games: one game is played and copied, with other names, tokens and numbers.

`python -m tests.large pbem.sqlite3 1000` fills a database.  Copies are rows for rows like the game that was
played, but for what no letter ever reads again and what would fill the disk: the texts of sent letters and
the positions are cut to a few bytes.  `python -m tests.large` measures what a real reply costs beside them
(`tests.bench_replies`), and how large the game is that was played.
"""

from __future__ import annotations

import sqlite3
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from statistics import median

from sqlalchemy import Column, Table, update
from sqlmodel import SQLModel

from pbem.store import clocks
from pbem.store.database import open_database
from pbem.store.games import find_game
from pbem.store.office_tables import SignUpRow
from pbem.store.tables import GameRow, OutgoingRow, QuestionRow, table_of
from pbem.store.talk_tables import TalksRow
from pbem.store.unit_of_work import UnitOfWork
from tests.bench_mail import Mailbox, whole_impulse
from tests.bench_replies import quantiles, replies
from tests.pbem.office import GAME, Office

SCENARIO = "1517"
TALKS = 48
CUT = {"outgoing.text": 200, "outgoing.html": 0, "snapshot.state": 16}
"""Columns that are cut, and the bytes that are left."""
SIZES = (0, 200, 1_000)
LETTERS = 60
MEGABYTE = 1_000_000


# ---- One game that is over


def play_one(folder: Path, scenario: str = SCENARIO, *, letters: int | None = None) -> Path:
    """A game, with negotiations and press, in which everybody does what silence would.

    It is played to its end, or ended by hand after so many letters: fewer rows, but of the same kinds.
    """
    file = folder / "finished.sqlite3"
    open_database(file).dispose()
    office = Office(file, talks=TALKS)
    office.begin(seed="finished", scenario=scenario)
    for _ in count() if letters is None else range(letters):
        engine = office.engine()
        if engine.over:
            break
        power = next(iter(engine.waiting()))
        if _is_talking(office):
            letter = office.letter(power, "press to all: Good luck to everybody.", "ready")
            office.later(TALKS)
        else:
            letter = office.letter(power, *whole_impulse(engine, power))
        office.moderator.poll(Mailbox([letter]))
        office.moderator.tick()
    with UnitOfWork(office.database) as work:
        now = office.clock.now()
        work.session.exec(update(OutgoingRow).values(status="sent", attempts=1, sent_at=now))
        work.session.exec(update(GameRow).values(status="over", ended_at=now))
        work.session.exec(update(QuestionRow).values(status="closed"))
        work.session.exec(update(TalksRow).values(closed_at=now))
        work.commit()
    office.database.dispose()
    return file


def _is_talking(office: Office) -> bool:
    with UnitOfWork(office.database) as work:
        return clocks.open_talks(work.session, find_game(work.session, GAME)) is not None


# ---- Many copies of it


def fill(database: Path, finished: Path, games: int) -> None:
    """Copy a finished game so many times into a database that is up to date."""
    with sqlite3.connect(database, isolation_level=None) as to:
        to.execute("PRAGMA synchronous = OFF")
        to.execute("PRAGMA cache_size = -200000")
        to.execute("ATTACH ? AS finished", (str(finished),))
        to.execute("BEGIN")
        first = {table.name: _highest(to, "main", table) for table in _tables()}
        stride = {table.name: _highest(to, "finished", table) for table in _tables()}
        for table in _tables():
            to.execute(_copy(table, first, stride), {"games": games})
        to.execute("COMMIT")
        to.execute("DETACH finished")
    to.close()


def _tables() -> list[Table]:
    """What belongs to a game, parents first; sign-ups come before one."""
    found = [table for table in SQLModel.metadata.sorted_tables if table is not table_of(SignUpRow)]
    return [table for table in found if table.foreign_keys or table is table_of(GameRow)]


def _highest(database: sqlite3.Connection, schema: str, table: Table) -> int:
    if "id" not in table.columns:
        return 0
    highest = database.execute(f'SELECT coalesce(max(id), 0) FROM {schema}."{table.name}"').fetchone()[0]
    return int(highest)


def _copy(table: Table, first: dict[str, int], stride: dict[str, int]) -> str:
    names = ", ".join(f'"{column.name}"' for column in table.columns)
    values = ", ".join(_value(column, first, stride) for column in table.columns)
    return (
        "WITH RECURSIVE copy(n) AS (SELECT 0 WHERE :games > 0 UNION ALL SELECT n + 1 FROM copy "
        f'WHERE n + 1 < :games) INSERT INTO main."{table.name}" ({names}) '
        f'SELECT {values} FROM copy CROSS JOIN finished."{table.name}" AS old'
    )


def _value(column: Column[object], first: dict[str, int], stride: dict[str, int]) -> str:
    """A column of a copy: numbers are counted on, what must be unique gets the copy's number."""
    old = f'old."{column.name}"'
    owner = next((key.column.table.name for key in column.foreign_keys), None)
    if column.name == "id":
        owner = column.table.name
    if owner is not None and column.name != "message_id":
        return f"{old} + {first[owner]} + copy.n * {stride[owner]}"
    if column.unique or column.name == "message_id":
        return f"replace({old}, '@', 'x' || copy.n || '@') || iif(instr({old}, '@'), '', 'x' || copy.n)"
    left = CUT.get(f"{column.table.name}.{column.name}")
    return old if left is None else f"substr({old}, 1, {left})"


# ---- What a reply costs beside them


@dataclass(frozen=True, slots=True)
class Cost:
    """Seconds of some letters, each from its bytes to its committed answer."""

    wall: Sequence[float]
    cpu: Sequence[float]


def reply_beside(finished: Path, games: int, folder: Path) -> Cost:
    """Real replies of one order in running games, in a database with so many finished ones."""
    file = folder / f"beside-{games}.sqlite3"
    open_database(file).dispose()
    fill(file, finished, games)
    try:
        office = Office(file)
        found = replies(office, LETTERS, (1,))[1]
        office.database.dispose()
        return Cost(found.wall, found.cpu)
    finally:
        file.unlink()


def size_of(finished: Path) -> float:
    """Megabytes that a finished game takes in a database, with nothing else in it."""
    with sqlite3.connect(finished) as database:
        database.execute("VACUUM")
    database.close()
    return finished.stat().st_size / MEGABYTE


def rows() -> Iterator[tuple[str, str, str]]:
    """Lines of the table of figures: what, the figure, what is to be reached."""
    base = 0.0
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        finished = play_one(folder)
        yield "a finished game in the database", f"{size_of(finished):.1f} MB", "under 4 MB"
        for games in SIZES:
            cost = reply_beside(finished, games, folder)
            base = base or median(cost.cpu)
            name = f"a real reply, {games:,} finished games (n={len(cost.cpu)})"
            yield f"{name}: CPU, 50/90/100 %", f"{quantiles(cost.cpu)} ms", "as without, within 20 %"
            yield f"{name}: wall, 50/90/100 %", f"{quantiles(cost.wall)} ms", ""
            yield f"{name}: median CPU, of that without", f"{median(cost.cpu) / base:.2f}", "1.20 or less"


def main() -> int:
    if len(sys.argv) == 3:
        with tempfile.TemporaryDirectory() as place:
            open_database(Path(sys.argv[1])).dispose()
            fill(Path(sys.argv[1]), play_one(Path(place)), int(sys.argv[2]))
        return 0
    for what, figure, wanted in rows():
        print(f"{what:<62} {figure:>20}   {wanted}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
