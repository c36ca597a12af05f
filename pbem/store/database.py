"""Opening the database: SQLite or PostgreSQL that keeps what it was told to keep, and its migrations."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url

from pbem import closed
from pbem.config import Database, DatabaseServer
from pbem.errors import ModeratorProblem, SettingsProblem
from pbem.store.backup import back_up
from pbem.store.seeds import SeedKeys, key_file, seal_old_ones, use_keys
from pbem.store.unit_of_work import LOCKS, tell_sqlite

if TYPE_CHECKING:
    from alembic.config import Config

log = logging.getLogger(__name__)

MIGRATIONS = Path(__file__).parent / "migrations"

# A letter is acknowledged only when its orders are on disk, hence FULL.
PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=30000")
# The same for a server: a lock that does not come is an error after as long; a worker that hangs in the
# middle, or whose machine is gone, loses its locks.
ON_A_SERVER = (
    "-c synchronous_commit=on -c lock_timeout=30s -c idle_in_transaction_session_timeout=10min "
    "-c tcp_keepalives_idle=30 -c tcp_keepalives_interval=10 -c tcp_keepalives_count=3"
)
PAGE = 2048
MIGRATING = 0x7062656D
"""The number of the lock under which one process makes the tables of a server."""


def url_of(database: Database) -> URL:
    """A database as the library that talks to it names it."""
    if isinstance(database, DatabaseServer):
        return make_url(database.url).set(drivername="postgresql+psycopg")
    return URL.create("sqlite", database=str(database))


def open_database(place: Database, keys: SeedKeys | None = None) -> Engine:
    """The database in this place, brought up to date; the key of its seeds is beside it unless `keys` say."""
    if isinstance(place, Path):
        _prepare_file(place)
    engine = connect(place)
    keys = keys or SeedKeys(key_file(place))
    closed.close(keys.file)
    use_keys(engine, keys)
    try:
        if not is_up_to_date(engine):
            _bring_up_to_date(engine, place)
    except BaseException:
        engine.dispose()
        raise
    return engine


def _prepare_file(path: Path) -> None:
    closed.make_folder(path.parent)
    if not path.exists():
        closed.make_file(path)
        _begin_with_small_pages(path)
    for beside in ("", "-wal", "-shm", "-journal"):  # new ones SQLite makes like the file itself
        closed.close(path.with_name(path.name + beside))


def _begin_with_small_pages(path: Path) -> None:
    """Rows of letters fill pages of 2 KB better than the usual 4 KB; it can be said of a new file only."""
    with closing(sqlite3.connect(path)) as database:
        database.execute(f"PRAGMA page_size={PAGE}")
        database.execute("PRAGMA journal_mode=WAL")  # writes the first page


def _bring_up_to_date(engine: Engine, place: Database) -> None:
    """Migrate the tables; what they were before is kept beside them."""
    with _alone(engine):
        made = made_in(engine)
        if made == known_versions()[-1]:  # another process was faster
            return
        if made not in (None, *known_versions()):
            raise ModeratorProblem(
                f"{place} was written by a newer version of pbem (tables {made}, this version knows "
                f"{known_versions()[-1]}): install that version again, or restore a backup from before it"
            )
        if made is not None:
            _keep_as_it_was(place)
        upgrade(engine)
        seal_old_ones(engine)


def _keep_as_it_was(place: Database) -> None:
    here = place if isinstance(place, Path) else Path("pbem.dump")
    kept = here.with_name(f"{here.name}.before-{known_versions()[-1]}")
    if not kept.exists():
        back_up(place, kept)
        log.warning(
            "the tables of %s are brought up to date; as it was, it is kept in %s until you delete it",
            place,
            kept,
        )


@contextmanager
def _alone(engine: Engine) -> Iterator[None]:
    """While one process makes the tables of a server, others wait.  SQLite waits by itself."""
    if engine.dialect.name != "postgresql":
        yield
        return
    with engine.connect() as connection:
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({MIGRATING})")
        yield


def connect(place: Database) -> Engine:
    """A database whose transactions fail as a whole or not at all.

    On SQLite they lock for writing when they begin, so that none fails half-way.  On a server they see what
    is committed, and lock the rows that they are about to change (decision 23).
    """
    # Parameters would stand in the log: seeds, tokens, letters.
    if isinstance(place, DatabaseServer):
        return _connect_server(place)
    engine = create_engine(url_of(place), hide_parameters=True)
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", _begin_immediate)
    return engine


def to_look_at(place: Database) -> Engine:
    """A database that is only read, and by no means brought up to date."""
    if isinstance(place, DatabaseServer):
        return connect(place).execution_options(postgresql_readonly=True)
    return create_engine(f"sqlite:///file:{place.absolute()}?mode=ro&uri=true", hide_parameters=True)


def _connect_server(place: DatabaseServer) -> Engine:
    try:
        from pbem.store import server
    except ImportError:
        raise SettingsProblem(f"{place} needs psycopg: pip install 'pbem[postgresql]'") from None
    engine = create_engine(
        url_of(place),
        hide_parameters=True,
        pool_pre_ping=True,  # the server may have been started again since
        isolation_level="READ COMMITTED",
        connect_args={"options": ON_A_SERVER, "application_name": "pbem"},
    )
    event.listen(engine, "connect", server.prepare)
    return engine


def _prepare(connection: Any, _record: Any) -> None:
    # Without this, the driver of Python 3.11 begins transactions at moments of its own choice.
    connection.isolation_level = None
    for pragma in PRAGMAS:
        connection.execute(f"PRAGMA {pragma}")


def _begin_immediate(connection: Connection) -> None:
    locks = connection.get_execution_options().get(LOCKS, True)
    tell_sqlite(connection, "BEGIN IMMEDIATE" if locks else "BEGIN")


def is_up_to_date(engine: Engine) -> bool:
    """Whether all migrations were made; found out without what makes them, for that loads slowly."""
    return made_in(engine) == known_versions()[-1]


def known_versions() -> list[str]:
    """The migrations that this version of the program has, the latest last."""
    return sorted(path.name.partition("_")[0] for path in (MIGRATIONS / "versions").glob("[0-9]*.py"))


def made_in(engine: Engine) -> str | None:
    """The last migration that a database has seen; None if it has no tables yet."""
    with engine.connect() as connection:
        if not engine.dialect.has_table(connection, "alembic_version"):
            return None
        return connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()


def upgrade(engine: Engine, version: str = "head") -> None:
    """Bring the tables up to date."""
    from alembic import command

    with engine.connect() as connection:
        command.upgrade(_config(connection), version)
        connection.commit()


def check(engine: Engine) -> None:
    """Raise if the migrations do not lead to the tables as they are declared."""
    from alembic import command

    with engine.connect() as connection:
        command.check(_config(connection))


def _config(connection: Connection) -> Config:
    from alembic.config import Config

    # What it has to say nobody reads; left to itself it writes to what was the output when it was imported.
    config = Config(stdout=StringIO())
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    return config
