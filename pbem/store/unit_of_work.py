"""One transaction: everything that a letter brings about is stored together, or not at all."""

from __future__ import annotations

from types import TracebackType
from typing import Self

from sqlalchemy import Engine
from sqlmodel import Session

from pbem.store.ready_games import GamesAtWork, begin_work


class UnitOfWork:
    """`with UnitOfWork(database) as work: ...; work.commit()`.  Without the commit nothing has happened."""

    session: Session
    _desk: GamesAtWork

    def __init__(self, database: Engine) -> None:
        self._database = database

    def __enter__(self) -> Self:
        self.session = Session(self._database, expire_on_commit=False, autoflush=False)
        self._at_work = begin_work(self.session, self._database)
        return self

    def commit(self) -> None:
        self.session.commit()
        self._at_work.committed()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.session.close()
