"""Declared windows, and the way back for late responses"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "windows",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("open", sa.JSON(), nullable=False),
        sa.Column("revocable", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_windows_game_id_game")),
        sa.PrimaryKeyConstraint("game_id", name=op.f("pk_windows")),
    )
    # The policy under which nobody is ever asked is now one in which each power says whether it is.
    op.execute("UPDATE game SET windows = 'standing' WHERE windows = 'closed'")


def downgrade() -> None:
    op.execute("UPDATE game SET windows = 'closed' WHERE windows <> 'ask'")
    op.drop_table("windows")
