"""Claims, and the lanes in which letters wait"""

import sqlalchemy as sa
import sqlmodel.sql.sqltypes
from alembic import op

revision = "0005"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "claim",
        sa.Column("kind", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("key", sa.Integer(), nullable=False),
        sa.Column("owner", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("expires_at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("kind", "key", name=op.f("pk_claim")),
    )
    op.create_index(op.f("ix_claim_owner"), "claim", ["owner"], unique=False)
    op.add_column("letter", sa.Column("lane", sa.Integer(), nullable=False, server_default="0"))


def downgrade() -> None:
    op.drop_column("letter", "lane")
    op.drop_table("claim")
