"""Indexes, so that a letter and a tick cost the same however much is stored; and a tally for quotas"""

import sqlalchemy as sa
import sqlmodel.sql.sqltypes
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

INDEXES = (
    ("game", "status"),
    ("seat", "address"),
    ("letter", "seat_id", "status"),
    ("order", "letter_id"),
    ("held_order", "letter_id"),
    ("question", "game_id", "status"),
    ("outgoing", "seat_id", "status"),
    ("talks", "closed_at", "closes_at"),
    ("absence", "seat_id", "status"),
    ("vote", "status"),
    ("seat_offer", "game_id"),
    ("seat_offer", "seat_id"),
)


def upgrade() -> None:
    op.create_table(
        "tally",
        sa.Column("day", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("who", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("what", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("day", "who", "what", name=op.f("pk_tally")),
    )
    for table, *columns in INDEXES:
        op.create_index(op.f(f"ix_{table}_{'_'.join(columns)}"), table, columns)


def downgrade() -> None:
    for table, *columns in INDEXES:
        op.drop_index(op.f(f"ix_{table}_{'_'.join(columns)}"), table)
    op.drop_table("tally")
