"""What the last letter to a seat said"""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("seat", sa.Column("memory", sa.JSON(), nullable=False, server_default="{}"))


def downgrade() -> None:
    op.drop_column("seat", "memory")
