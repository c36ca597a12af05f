"""Held lines know for which moment they were written, games whether they began with presets and plans"""

import sqlalchemy as sa
import sqlmodel.sql.sqltypes
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    kind = sqlmodel.sql.sqltypes.AutoString()
    op.add_column("held_order", sa.Column("moment", kind, nullable=False, server_default=""))
    op.add_column("held_order", sa.Column("since", sa.Integer(), nullable=True))
    op.add_column("held_order", sa.Column("until", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("game", sa.Column("quick", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.create_index("ix_event_game_id_seq", "event", ["game_id", "seq"])


def downgrade() -> None:
    op.drop_index("ix_event_game_id_seq", "event")
    op.drop_column("game", "quick")
    for column in ("until", "since", "moment"):
        op.drop_column("held_order", column)
