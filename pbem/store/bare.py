"""Statements that every letter runs, without what an ORM does around them.

SQLAlchemy puts them together, once for each kind of database, and knows how values are stored.  Then the
driver alone runs them: that costs a tenth of a statement that goes through a session.  They see what the
session has flushed, and belong to its transaction.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from sqlalchemy import Connection, Dialect
from sqlalchemy.exc import DBAPIError
from sqlalchemy.sql.compiler import SQLCompiler
from sqlmodel import Session

Converter: TypeAlias = Callable[[Any], Any] | None
Values: TypeAlias = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class _Ready:
    """A statement for one kind of database."""

    text: str
    names: tuple[str, ...]
    """Of its values, in their order."""
    positional: bool
    usual: dict[str, Any]
    """Values that stand in the statement itself."""
    stored: Mapping[str, Callable[[Any], Any]]
    """How values are stored, where they are not stored as they are."""
    read: tuple[Converter, ...]
    """How columns are read."""

    def values(self, given: Values) -> Any:
        every = {**self.usual, **given}
        for name, store in self.stored.items():
            every[name] = store(every[name])
        return tuple([every[name] for name in self.names]) if self.positional else every


class Bare:
    """One statement."""

    def __init__(self, statement: Any) -> None:
        self._statement = statement
        self._ready: dict[tuple[str, tuple[str, ...]], _Ready] = {}

    def rows(self, session: Session, **values: Any) -> list[tuple[Any, ...]]:
        """What a SELECT finds."""
        connection = session.connection()
        ready = self._for(connection.dialect, ())
        found = _run(connection, ready, ready.values(values))
        if not any(ready.read):
            return [tuple(row) for row in found]
        return [
            tuple(
                [value if read is None else read(value) for value, read in zip(row, ready.read, strict=True)]
            )
            for row in found
        ]

    def first(self, session: Session, **values: Any) -> tuple[Any, ...] | None:
        """The first row that it finds."""
        return next(iter(self.rows(session, **values)), None)

    def run(self, session: Session, *every: Values) -> None:
        """An INSERT, UPDATE or DELETE, for each of these values."""
        connection = session.connection()
        for values in every:
            ready = self._for(connection.dialect, tuple(values))
            _run(connection, ready, ready.values(values), writes=True)

    def _for(self, dialect: Dialect, keys: tuple[str, ...]) -> _Ready:
        known = self._ready.get((dialect.name, keys))
        if known is None:
            known = self._ready[dialect.name, keys] = self._prepare(dialect, keys)
        return known

    def _prepare(self, dialect: Dialect, keys: tuple[str, ...]) -> _Ready:
        statement = self._statement
        columns = None
        if getattr(statement, "is_insert", False):
            statement, columns = statement.inline(), list(keys)  # nobody asks for the new number
        compiled = statement.compile(dialect=dialect, column_keys=columns)
        assert isinstance(compiled, SQLCompiler)
        assert "POSTCOMPILE" not in str(compiled), "lists of values of any length need a session"
        stored = {
            name: store
            for name, bound in compiled.binds.items()
            if (store := bound.type.dialect_impl(dialect).bind_processor(dialect)) is not None
        }
        read = ()
        if getattr(statement, "is_select", False):
            read = tuple(
                column.type.dialect_impl(dialect).result_processor(dialect, None)
                for column in statement.selected_columns
            )
        names = tuple(compiled.positiontup or compiled.binds)
        usual = {name: value for name, value in compiled.params.items() if value is not None}
        return _Ready(str(compiled), names, compiled.positional, usual, stored, read)


def _run(connection: Connection, ready: _Ready, values: Any, *, writes: bool = False) -> Sequence[Any]:
    dialect = connection.dialect
    if dialect.name != "sqlite" or connection.dispatch.before_cursor_execute:  # somebody looks on
        result = connection.exec_driver_sql(ready.text, values)
        return () if writes else result.all()
    driver: Any = connection.connection.driver_connection
    try:
        cursor = driver.execute(ready.text, values)
        return () if writes else cursor.fetchall()
    except dialect.loaded_dbapi.Error as error:
        raise DBAPIError.instance(
            ready.text, None, error, dialect.loaded_dbapi.Error, hide_parameters=True, dialect=dialect
        ) from error
