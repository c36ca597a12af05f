"""Opening the database: SQLite that keeps what it was told to keep, and its migrations."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Engine, create_engine, event

from pbem import closed
from pbem.store.seeds import SeedKeys, key_file, seal_old_ones, use_keys

if TYPE_CHECKING:
    from alembic.config import Config

MIGRATIONS = Path(__file__).parent / "migrations"

# A letter is acknowledged only when its orders are on disk, hence FULL.
PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=30000")


def open_database(path: Path, keys: SeedKeys | None = None) -> Engine:
    """The database in this file, brought up to date; the key of its seeds is beside it if nothing is said."""
    closed.make_folder(path.parent)
    if not path.exists():
        closed.make_file(path)
    for beside in ("", "-wal", "-shm", "-journal"):  # new ones SQLite makes like the file itself
        closed.close(path.with_name(path.name + beside))
    engine = connect(f"sqlite:///{path}")
    keys = keys or SeedKeys(key_file(path))
    closed.close(keys.file)
    use_keys(engine, keys)
    if not is_up_to_date(engine):
        upgrade(engine)
        seal_old_ones(engine)
    return engine


def connect(url: str) -> Engine:
    """A database whose transactions lock for writing when they begin, so that none fails half-way."""
    engine = create_engine(url, hide_parameters=True)  # they would stand in the log: seeds, tokens, letters
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _prepare)
        event.listen(engine, "begin", _begin_immediate)
    return engine


def _prepare(connection: Any, _record: Any) -> None:
    # Without this, the driver of Python 3.11 begins transactions at moments of its own choice.
    connection.isolation_level = None
    for pragma in PRAGMAS:
        connection.execute(f"PRAGMA {pragma}")


def _begin_immediate(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def is_up_to_date(engine: Engine) -> bool:
    """Whether all migrations were made; found out without what makes them, for that loads slowly."""
    latest = max(path.name.partition("_")[0] for path in (MIGRATIONS / "versions").glob("[0-9]*.py"))
    with engine.connect() as connection:
        if not engine.dialect.has_table(connection, "alembic_version"):
            return False
        made = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalars().all()
    return made == [latest]


def upgrade(engine: Engine) -> None:
    """Bring the tables up to date."""
    from alembic import command

    with engine.connect() as connection:
        command.upgrade(_config(connection), "head")


def check(engine: Engine) -> None:
    """Raise if the migrations do not lead to the tables as they are declared."""
    from alembic import command

    with engine.connect() as connection:
        command.check(_config(connection))


def _config(connection: Connection) -> Config:
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    return config
