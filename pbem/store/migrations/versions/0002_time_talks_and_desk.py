"""Time, talks and the moderator's desk"""

import sqlalchemy as sa
import sqlmodel.sql.sqltypes
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "heartbeat",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_heartbeat")),
    )
    op.create_table(
        "deed",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("what", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("details", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("reason", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_deed_game_id_game")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_deed")),
    )
    with op.batch_alter_table("deed", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_deed_game_id"), ["game_id"], unique=False)

    op.create_table(
        "press_group",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("owner", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("name", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("members", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_press_group_game_id_game")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_press_group")),
        sa.UniqueConstraint("game_id", "owner", "name", name=op.f("uq_press_group_game_id_owner_name")),
    )
    op.create_table(
        "talks",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("part", sa.Integer(), nullable=False),
        sa.Column("powers", sa.JSON(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("opened_at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
        sa.Column("closes_at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
        sa.Column("closed_at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=True),
        sa.Column("ready", sa.JSON(), nullable=False),
        sa.Column("told", sa.Boolean(), nullable=False),
        sa.Column("reminded", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_talks_game_id_game")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_talks")),
        sa.UniqueConstraint("game_id", "turn", "part", name=op.f("uq_talks_game_id_turn_part")),
    )
    op.create_table(
        "vote",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("hours", sa.Integer(), nullable=False),
        sa.Column("asked_by", sa.Integer(), nullable=False),
        sa.Column("agreed", sa.JSON(), nullable=False),
        sa.Column("refused", sa.JSON(), nullable=False),
        sa.Column("at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
        sa.Column("ends", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
        sa.Column("status", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.CheckConstraint("status IN ('open', 'passed', 'failed')", name=op.f("ck_vote_status")),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_vote_game_id_game")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_vote")),
    )
    with op.batch_alter_table("vote", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_vote_game_id_status"), ["game_id", "status"], unique=False)

    op.create_table(
        "absence",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("seat_id", sa.Integer(), nullable=False),
        sa.Column("begins", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
        sa.Column("ends", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
        sa.Column("name", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("address", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("status", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("home_name", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("home_address", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("home_token", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.CheckConstraint("status IN ('planned', 'running', 'over')", name=op.f("ck_absence_status")),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_absence_game_id_game")),
        sa.ForeignKeyConstraint(["seat_id"], ["seat.id"], name=op.f("fk_absence_seat_id_seat")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_absence")),
    )
    with op.batch_alter_table("absence", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_absence_status"), ["status"], unique=False)

    op.create_table(
        "seat_offer",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("seat_id", sa.Integer(), nullable=False),
        sa.Column("at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
        sa.Column("open", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_seat_offer_game_id_game")),
        sa.ForeignKeyConstraint(["seat_id"], ["seat.id"], name=op.f("fk_seat_offer_seat_id_seat")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_seat_offer")),
    )
    op.create_table(
        "draft",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("first", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("second", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("by", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("deal", sa.JSON(), nullable=False),
        sa.Column("status", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("why", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
        sa.Column("letter_id", sa.Integer(), nullable=True),
        sa.CheckConstraint(
            "status IN ('offered', 'agreed', 'refused', 'withdrawn', 'lapsed', 'announced', 'done', 'failed')",
            name=op.f("ck_draft_status"),
        ),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_draft_game_id_game")),
        sa.ForeignKeyConstraint(["letter_id"], ["letter.id"], name=op.f("fk_draft_letter_id_letter")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_draft")),
        sa.UniqueConstraint(
            "game_id",
            "turn",
            "first",
            "second",
            "number",
            name=op.f("uq_draft_game_id_turn_first_second_number"),
        ),
    )
    op.create_table(
        "press",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("sender", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("receivers", sa.JSON(), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("text", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
        sa.Column("letter_id", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_press_game_id_game")),
        sa.ForeignKeyConstraint(["letter_id"], ["letter.id"], name=op.f("fk_press_letter_id_letter")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_press")),
    )
    with op.batch_alter_table("press", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_press_game_id_at"), ["game_id", "at"], unique=False)

    with op.batch_alter_table("event", schema=None) as batch_op:
        batch_op.add_column(sa.Column("void", sa.Boolean(), nullable=False, server_default=sa.false()))

    with op.batch_alter_table("game", schema=None) as batch_op:
        batch_op.add_column(sa.Column("pace", sa.JSON(), nullable=False, server_default="{}"))
        batch_op.add_column(sa.Column("paused_at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=True))

    with op.batch_alter_table("question", schema=None) as batch_op:
        batch_op.add_column(sa.Column("default_at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=True))
        batch_op.add_column(sa.Column("reminded", sa.Integer(), nullable=False, server_default="0"))
    op.execute("UPDATE question SET default_at = due_at")

    with op.batch_alter_table("seat", schema=None) as batch_op:
        batch_op.add_column(
            sa.Column("status", sqlmodel.sql.sqltypes.AutoString(), nullable=False, server_default="playing")
        )
        batch_op.add_column(sa.Column("missed", sa.Integer(), nullable=False, server_default="0"))
        batch_op.add_column(sa.Column("confirmed_at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("seat", schema=None) as batch_op:
        batch_op.drop_column("confirmed_at")
        batch_op.drop_column("missed")
        batch_op.drop_column("status")

    with op.batch_alter_table("question", schema=None) as batch_op:
        batch_op.drop_column("reminded")
        batch_op.drop_column("default_at")

    with op.batch_alter_table("game", schema=None) as batch_op:
        batch_op.drop_column("paused_at")
        batch_op.drop_column("pace")

    with op.batch_alter_table("event", schema=None) as batch_op:
        batch_op.drop_column("void")

    with op.batch_alter_table("press", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_press_game_id_at"))

    op.drop_table("press")
    op.drop_table("draft")
    op.drop_table("seat_offer")
    with op.batch_alter_table("absence", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_absence_status"))

    op.drop_table("absence")
    with op.batch_alter_table("vote", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_vote_game_id_status"))

    op.drop_table("vote")
    op.drop_table("talks")
    op.drop_table("press_group")
    with op.batch_alter_table("deed", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_deed_game_id"))

    op.drop_table("deed")
    op.drop_table("heartbeat")
