"""Labels of letters are stored packed

SQLite keeps bytes in any column, so there is nothing to change there; old rows stay as they are.
"""

from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    if op.get_bind().dialect.name == "postgresql":
        as_bytes = "convert_to(data::text, 'UTF8')"
        op.execute(f"ALTER TABLE label ALTER COLUMN data TYPE BYTEA USING {as_bytes}")


def downgrade() -> None:
    """What was written meanwhile stays packed: an older version cannot read it."""
