"""One transaction: everything that a letter brings about is stored together, or not at all."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from datetime import datetime
from types import TracebackType
from typing import Any, Self

from sqlalchemy import Connection, Engine, event
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import ORMExecuteState
from sqlmodel import Session

from pbem.config import Settings
from pbem.errors import NotLocked
from pbem.store.ready_games import begin_work

LOCKS = "locks"
"""An option of connections: whether their transactions lock for writing when they begin."""


@dataclass
class Transaction:
    """What everybody needs who does something in a transaction."""

    session: Session
    settings: Settings
    now: datetime


class UnitOfWork:
    """`with UnitOfWork(database) as work: ...; work.commit()`.  Without the commit nothing has happened.

    With `locks=False` it only reads until `lock` is called, and others can write meanwhile.
    """

    session: Session

    def __init__(self, database: Engine, *, locks: bool = True) -> None:
        self._database = database
        self._locks = locks

    def __enter__(self) -> Self:
        self.session = Session(self._database, expire_on_commit=False, autoflush=False)
        self._at_work = begin_work(self.session, self._database)
        if not self._locks:
            self.session.info[LOCKS] = False
            self.session.connection(execution_options={LOCKS: False})
        return self

    def at(self, settings: Settings, now: datetime) -> Transaction:
        return Transaction(self.session, settings, now)

    def commit(self) -> None:
        self.session.commit()
        self._at_work.committed()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.session.close()


def is_locked(session: Session) -> bool:
    """Whether nobody else can have written since this transaction looked."""
    locked: bool = session.info.get(LOCKS, True)
    return locked


def lock(session: Session) -> None:
    """From here on nobody else writes.  What was read before may have changed: whoever relies on it looks."""
    if is_locked(session):
        return
    session.info[LOCKS] = True
    if session.get_bind().dialect.name == "sqlite":
        connection = session.connection()
        tell_sqlite(connection, "ROLLBACK")  # nothing was written; what is read from now on is fresh
        tell_sqlite(connection, "BEGIN IMMEDIATE")


def tell_sqlite(connection: Connection, words: str) -> None:
    """Begin or end a transaction, without what SQLAlchemy does around a statement: a letter has six of them.

    :raises OperationalError: the database stays locked.
    """
    driver: Any = connection.connection.driver_connection
    try:
        driver.execute(words)
    except sqlite3.OperationalError as error:
        raise OperationalError(words, None, error, hide_parameters=True) from error


def check_locked(session: Session) -> None:
    """Nothing may be written before: SQLite would lock by itself, and fail if somebody else has written.

    It could watch over that itself (`PRAGMA query_only`), but with each such word it forgets all statements
    that it has prepared.

    :raises NotLocked: the session only reads.
    """
    if not is_locked(session):
        raise NotLocked


@event.listens_for(Session, "before_flush")
def _before_flush(session: Session, _context: object, _instances: object) -> None:
    check_locked(session)


@event.listens_for(Session, "do_orm_execute")
def _before_statement(state: ORMExecuteState) -> None:
    if not state.is_select:
        check_locked(state.session)  # type: ignore[arg-type]
