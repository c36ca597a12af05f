"""How alembic reaches the database: by the connection that `pbem.store.database` hands it."""

from alembic import context
from sqlmodel import SQLModel

from pbem.store import claims as claims
from pbem.store import office_tables as office_tables
from pbem.store import standing as standing
from pbem.store import tables as tables
from pbem.store import talk_tables as talk_tables

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=SQLModel.metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
