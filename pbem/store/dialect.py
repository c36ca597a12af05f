"""What SQLite and PostgreSQL do differently, apart from opening them."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Engine, Table
from sqlalchemy.dialects import postgresql, sqlite
from sqlmodel import Session


def locks_rows(database: Engine | Connection) -> bool:
    """Whether a transaction locks rows.  On SQLite it locks everything, from its beginning."""
    return database.dialect.name == "postgresql"


def unless_there(session: Session, table: Table) -> Any:
    """A statement that inserts rows, but for those whose keys are there already."""
    insert = postgresql.insert if locks_rows(session.get_bind()) else sqlite.insert
    return insert(table).on_conflict_do_nothing()
