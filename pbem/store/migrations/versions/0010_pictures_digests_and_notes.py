"""Pictures in letters, daily digests, private notes"""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("game", sa.Column("pictures", sa.Boolean(), nullable=False, server_default=sa.true()))
    op.add_column("seat", sa.Column("pictures", sa.String(), nullable=False, server_default="on"))
    op.add_column("seat", sa.Column("digest", sa.JSON(), nullable=True))
    op.add_column("seat", sa.Column("notes", sa.JSON(), nullable=False, server_default="[]"))
    op.add_column("outgoing", sa.Column("picture", sa.JSON(), nullable=True))


def downgrade() -> None:
    op.drop_column("outgoing", "picture")
    op.drop_column("seat", "notes")
    op.drop_column("seat", "digest")
    op.drop_column("seat", "pictures")
    op.drop_column("game", "pictures")
