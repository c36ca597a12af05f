"""Statements that every letter runs, without what an ORM does around them.

SQLAlchemy puts them together, once for each kind of database, and knows how values are stored.  Then the
driver alone runs them: that costs a tenth of a statement that goes through a session.  They see what the
session has flushed, and belong to its transaction.  What `BareRows` finds are rows of the session all the
same: changed, they are stored with it, or by `change` at once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, Generic, TypeAlias, TypeVar

from sqlalchemy import Connection, Dialect, bindparam, inspect, select, update
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Mapper, class_mapper, make_transient_to_detached
from sqlalchemy.orm.attributes import set_committed_value
from sqlalchemy.sql.compiler import SQLCompiler
from sqlmodel import Session, SQLModel

from pbem.store.tables import table_of
from pbem.store.unit_of_work import check_locked

Converter: TypeAlias = Callable[[Any], Any] | None
Values: TypeAlias = Mapping[str, Any]
Found = TypeVar("Found", bound=SQLModel)
_CONNECTED = "connected"


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

    def row(self, stored: Sequence[Any]) -> tuple[Any, ...]:
        """A row that was found, read."""
        if not any(self.read):
            return tuple(stored)
        return tuple(
            [value if read is None else read(value) for value, read in zip(stored, self.read, strict=True)]
        )


class Bare:
    """One statement."""

    def __init__(self, statement: Any) -> None:
        self._statement = statement
        self._ready: dict[tuple[str, tuple[str, ...]], _Ready] = {}

    def rows(self, session: Session, **values: Any) -> list[tuple[Any, ...]]:
        """What a SELECT finds."""
        found, read = self.stored(session, values)
        return [read(row) for row in found]

    def first(self, session: Session, **values: Any) -> tuple[Any, ...] | None:
        """The first row that it finds."""
        return next(iter(self.rows(session, **values)), None)

    def stored(
        self, session: Session, values: Values
    ) -> tuple[Sequence[Any], Callable[[Any], tuple[Any, ...]]]:
        """What a SELECT finds as it is stored, and how to read such a row."""
        connection = _connection(session)
        ready = self._for(connection.dialect, ())
        return _run(connection, ready, ready.values(values)), ready.row

    def run(self, session: Session, *every: Values) -> None:
        """An INSERT, UPDATE or DELETE, for each of these values."""
        check_locked(session)
        connection = _connection(session)
        for values in every:
            ready = self._for(connection.dialect, tuple(values))
            _run(connection, ready, ready.values(values), writes=True)

    def added(self, session: Session, values: Values) -> tuple[Any, ...] | None:
        """What an INSERT of one row says of it; None if it has not been added."""
        check_locked(session)
        connection = _connection(session)
        ready = self._for(connection.dialect, tuple(values))
        found = _run(connection, ready, ready.values(values))
        return tuple(found[0]) if found else None

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


class BareRows(Generic[Found]):
    """A SELECT of whole rows of one table; what is there of columns `without` is read when somebody asks."""

    def __init__(
        self, kind: type[Found], *where: Any, order_by: Any = None, without: Sequence[str] = ()
    ) -> None:
        self._kind = kind
        self._where, self._order_by, self._without = where, order_by, without

    @cached_property
    def _mapper(self) -> Mapper[Found]:
        return class_mapper(self._kind)

    @cached_property
    def _columns(self) -> tuple[str, ...]:
        return tuple(one.key for one in self._mapper.column_attrs if one.key not in self._without)

    @cached_property
    def _key_places(self) -> list[int]:
        """Where the primary key stands in a row."""
        key = (self._mapper.get_property_by_column(column).key for column in self._mapper.primary_key)
        return [self._columns.index(name) for name in key]

    @cached_property
    def _statement(self) -> Bare:
        query = select(*(getattr(self._kind, name) for name in self._columns)).where(*self._where)
        return Bare(query if self._order_by is None else query.order_by(*self._order_by))

    def all(self, session: Session, **values: Any) -> list[Found]:
        """What it finds; a row that the session knows already is that one, as it is there."""
        found, read = self._statement.stored(session, values)
        return [self._known(session, row) or self._new(session, read(row)) for row in found]

    def first(self, session: Session, **values: Any) -> Found | None:
        """The first row that it finds."""
        return next(iter(self.all(session, **values)), None)

    def _known(self, session: Session, row: Sequence[Any]) -> Found | None:
        key = self._mapper.identity_key_from_primary_key(tuple([row[place] for place in self._key_places]))
        known: Found | None = session.identity_map.get(key)
        return known

    def _new(self, session: Session, row: Sequence[Any]) -> Found:
        found: Found = self._mapper.class_manager.new_instance()
        inspect(found).dict.update(zip(self._columns, row, strict=True))
        make_transient_to_detached(found)
        session.add(found)
        return found


def change(session: Session, row: SQLModel, **values: Any) -> None:
    """Give columns of a row of the session other values, in the table at once.

    A flush costs ten times as much.  But only a flush can store a new row, and only what it has stored is
    known to a savepoint that is taken back.
    """
    if not inspect(row).persistent or session.in_nested_transaction():
        for name, value in values.items():
            setattr(row, name, value)
        session.add(row)
        return
    statement, key = _changing(type(row), tuple(values))
    statement.run(session, {**values, **{bound: getattr(row, name) for name, bound in key.items()}})
    for name, value in values.items():
        set_committed_value(row, name, value)


@cache
def _changing(kind: type[SQLModel], columns: tuple[str, ...]) -> tuple[Bare, dict[str, str]]:
    """An UPDATE of some columns of one row; what its primary key is called there."""
    table = table_of(kind)
    key = {column.key: f"key_{column.key}" for column in table.primary_key}
    where = [table.c[name] == bindparam(bound) for name, bound in key.items()]
    return Bare(update(table).where(*where).values({name: bindparam(name) for name in columns})), key


def _connection(session: Session) -> Connection:
    """The connection of a session's transaction: to look it up each time costs as much as a statement."""
    transaction, connected = session.get_transaction(), session.info.get(_CONNECTED)
    if connected is None or connected[0] is not transaction or transaction is None:
        connection = session.connection()
        connected = session.info[_CONNECTED] = session.get_transaction(), connection
    found: Connection = connected[1]
    return found


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
