"""Games that are announced, and who signs up for them"""

import sqlalchemy as sa
from alembic import op
from sqlmodel.sql.sqltypes import UTCDateTime

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "opening",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("plan", sa.JSON(), nullable=False),
        sa.Column("seats", sa.Integer(), nullable=False),
        sa.Column("when_full", sa.Boolean(), nullable=False),
        sa.Column("token", sa.String(), nullable=False),
        sa.Column("seed", sa.String(), nullable=False),
        sa.Column("commitment", sa.String(), nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("letters", sa.Integer(), nullable=False),
        sa.Column("created_at", UTCDateTime(), nullable=False),
        sa.CheckConstraint("status IN ('open', 'begun', 'cancelled')", name=op.f("ck_opening_status")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_opening")),
        sa.UniqueConstraint("token", name=op.f("uq_opening_token")),
    )
    op.create_index(op.f("ix_opening_name"), "opening", ["name"])
    op.create_index(op.f("ix_opening_status"), "opening", ["status"])
    op.create_table(
        "sign_up",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("opening_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("address", sa.String(), nullable=False),
        sa.Column("channel", sa.String(), nullable=False),
        sa.Column("token", sa.String(), nullable=False),
        sa.Column("language", sa.String(), nullable=False),
        sa.Column("wishes", sa.JSON(), nullable=False),
        sa.Column("pending", sa.JSON(), nullable=True),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("letters", sa.Integer(), nullable=False),
        sa.Column("created_at", UTCDateTime(), nullable=False),
        sa.Column("joined_at", UTCDateTime(), nullable=True),
        sa.CheckConstraint(
            "status IN ('asked', 'seated', 'waiting', 'left')", name=op.f("ck_sign_up_status")
        ),
        sa.ForeignKeyConstraint(["opening_id"], ["opening.id"], name=op.f("fk_sign_up_opening_id_opening")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sign_up")),
        sa.UniqueConstraint("token", name=op.f("uq_sign_up_token")),
        sa.UniqueConstraint("opening_id", "address", name=op.f("uq_sign_up_opening_id_address")),
        sa.UniqueConstraint("opening_id", "number", name=op.f("uq_sign_up_opening_id_number")),
    )


def downgrade() -> None:
    op.drop_table("sign_up")
    op.drop_table("opening")
