"""Letters are stored packed

SQLite keeps bytes in any column, so there is nothing to change there; old rows stay as they are.
"""

from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None

COLUMNS = {"text": "VARCHAR", "html": "VARCHAR", "picture": "JSON"}


def upgrade() -> None:
    if op.get_bind().dialect.name == "postgresql":
        for name in COLUMNS:
            as_bytes = f"convert_to({name}::text, 'UTF8')"
            op.execute(f"ALTER TABLE outgoing ALTER COLUMN {name} TYPE BYTEA USING {as_bytes}")


def downgrade() -> None:
    """What was written meanwhile stays packed: an older version cannot read it."""
