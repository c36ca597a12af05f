"""Moving everything from one database to another, and proving that it has arrived.

Rows are copied table by table as they are, numbers and all.  Then both sides are counted and digested, the
games are loaded on both sides, and only if all agrees the copy is kept: it is one transaction.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, MetaData, Table, func, insert, select, text
from sqlmodel import Session, SQLModel

from pbem import closed
from pbem.config import Database
from pbem.errors import ModeratorProblem
from pbem.store import claims, games, office_tables, talk_tables
from pbem.store.database import connect, is_up_to_date, made_in, to_look_at, upgrade
from pbem.store.dialect import locks_rows
from pbem.store.tables import GameRow

TOGETHER = 500
"""So many rows are read and written at a time."""
VERSION = "alembic_version"
NOT_MOVED = frozenset({table.name for table in (claims.CLAIM,)})
"""Who works on what concerns the processes on one database alone."""
KNOWN = (claims, office_tables, talk_tables)
"""Modules whose tables must have been declared."""


@dataclass(slots=True)
class Moved:
    """What was moved and compared."""

    rows: dict[str, int] = field(default_factory=dict)
    """By table."""
    games: dict[str, str] = field(default_factory=dict)
    """The digest of the position of each game that has begun, the same on both sides."""


def tables() -> list[Table]:
    """All that are moved, each after those that it refers to."""
    return [table for table in SQLModel.metadata.sorted_tables if table.name not in NOT_MOVED]


def move(source: Engine, target: Engine, tell: Callable[[int], None] = lambda rows: None) -> Moved:
    """Copy everything into a database without rows; nobody must work on either."""
    for engine in (source, target):
        if not is_up_to_date(engine):
            raise ModeratorProblem("the tables of one side are not up to date")
    moved = Moved()
    with source.connect() as here, target.connect() as there:
        if locks_rows(here):  # one moment of the whole database, whoever else is at work
            here.exec_driver_sql("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        if full := [table.name for table in tables() if _count(there, table)]:
            raise ModeratorProblem(f"the target is not empty: there are rows in {', '.join(full)}")
        done = 0
        for table in tables():
            for rows in _rows(here, table):
                there.execute(insert(table), rows)
                done += len(rows)
                tell(done)
            moved.rows[table.name] = _count(here, table)
        if locks_rows(there):
            _set_sequences(there)
        for table in tables():
            _same(here, there, table)
        moved.games = _same_games(here, there)
        there.commit()
    return moved


def copy_as_it_is(source: Database, path: Path) -> None:
    """Copy a database on a server into a new file, with tables of the same version, be it an old one."""
    old = to_look_at(source)
    new = connect(path)
    closed.make_file(path)
    try:
        if (version := made_in(old)) is None:
            raise ModeratorProblem(f"there are no tables in {source} yet")
        upgrade(new, version)
        known = MetaData()
        known.reflect(old)  # whose columns know what they hold; a file takes anything in any column
        with old.connect() as here, new.begin() as there:
            here.exec_driver_sql("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            here.exec_driver_sql("SET TIME ZONE 'UTC'")  # a file keeps times without their zone
            for table in known.sorted_tables:
                if table.name not in (*NOT_MOVED, VERSION):
                    for rows in _rows(here, table):
                        there.execute(insert(table), rows)
    finally:
        old.dispose()
        new.dispose()


def size(source: Engine) -> int:
    """How many rows there are to move."""
    with source.connect() as here:
        return sum(_count(here, table) for table in tables())


def _count(connection: Connection, table: Table) -> int:
    return int(connection.execute(select(func.count()).select_from(table)).scalar_one())


def _rows(connection: Connection, table: Table) -> Iterator[list[dict[str, Any]]]:
    """The rows of a table by its key, some at a time."""
    found = connection.execute(
        select(table).order_by(*table.primary_key), execution_options={"yield_per": TOGETHER}
    )
    for part in found.mappings().partitions(TOGETHER):
        yield [dict(row) for row in part]


def _set_sequences(connection: Connection) -> None:
    """The next number of each table comes after the last that was moved."""
    for table in tables():
        if "id" in table.c and table.c.id.primary_key:
            quoted = connection.dialect.identifier_preparer.quote(table.name)
            sequence = connection.execute(
                text("SELECT pg_get_serial_sequence(:name, 'id')"), {"name": quoted}
            ).scalar()
            if sequence is not None:
                last = connection.execute(select(func.max(table.c.id))).scalar()
                connection.execute(
                    text("SELECT setval(CAST(:name AS regclass), :last, :used)"),
                    {"name": sequence, "last": last or 1, "used": last is not None},
                )


def _same(here: Connection, there: Connection, table: Table) -> None:
    counted = _count(here, table), _count(there, table)
    digests = _digest(here, table), _digest(there, table)
    if counted[0] != counted[1] or digests[0] != digests[1]:
        raise ModeratorProblem(
            f"{table.name} differs on the two sides ({counted[0]} and {counted[1]} rows): nothing was moved"
        )


def _digest(connection: Connection, table: Table) -> str:
    """What stands in a table, in few letters, whichever database says it."""
    found = sha256()
    for rows in _rows(connection, table):
        for row in rows:
            plain = [_plain(row[column.name]) for column in table.c]
            found.update(json.dumps(plain, ensure_ascii=False, sort_keys=True).encode())
    return found.hexdigest()


def _plain(value: Any) -> Any:
    if isinstance(value, bytes | memoryview):
        return sha256(value).hexdigest()
    return value.isoformat() if isinstance(value, datetime) else value


def _same_games(here: Connection, there: Connection) -> dict[str, str]:
    """Load every game that has begun on both sides; their positions must have the same digest."""
    digests: dict[str, str] = {}
    for name, digest in _positions(here):
        digests[name] = digest
    if dict(_positions(there)) != digests:
        raise ModeratorProblem("a game stands differently on the two sides: nothing was moved")
    return digests


def _positions(connection: Connection) -> Iterator[tuple[str, str]]:
    with Session(connection) as session:
        for game in session.scalars(select(GameRow).order_by(GameRow.name)):
            if game.status != "seating":
                yield game.name, games.load_engine(session, game).digest()
            session.expunge(game)
