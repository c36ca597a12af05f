"""Whether letters suggest an answer"""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("game", sa.Column("suggestions", sa.Boolean(), nullable=False, server_default=sa.true()))
    op.add_column("seat", sa.Column("suggestions", sa.Boolean(), nullable=False, server_default=sa.true()))


def downgrade() -> None:
    op.drop_column("seat", "suggestions")
    op.drop_column("game", "suggestions")
