"""Votes on readings of the rules before the deal"""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("seat", sa.Column("rulings", sa.JSON(), nullable=False, server_default="{}"))


def downgrade() -> None:
    op.drop_column("seat", "rulings")
