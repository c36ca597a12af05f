"""Channels: what the headers of letters were is the mail channel's own affair"""

import sqlalchemy as sa
import sqlmodel.sql.sqltypes
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

STRING = sqlmodel.sql.sqltypes.AutoString
TABLES = ("seat", "letter", "outgoing")


def upgrade() -> None:
    for table in TABLES:
        op.add_column(table, sa.Column("channel", STRING(), nullable=False, server_default="mail"))
    op.add_column("outgoing", sa.Column("about", sa.JSON(), nullable=True))
    op.create_table(
        "label",
        sa.Column("message_id", STRING(), nullable=False),
        sa.Column("data", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(
            ["message_id"], ["outgoing.message_id"], name=op.f("fk_label_message_id_outgoing")
        ),
        sa.PrimaryKeyConstraint("message_id", name=op.f("pk_label")),
    )
    op.execute("INSERT INTO label (message_id, data) SELECT message_id, headers FROM outgoing")
    op.drop_column("outgoing", "headers")


def downgrade() -> None:
    op.add_column("outgoing", sa.Column("headers", sa.JSON(), nullable=False, server_default="{}"))
    op.execute(
        "UPDATE outgoing SET headers = (SELECT data FROM label WHERE label.message_id = outgoing.message_id)"
    )
    op.drop_table("label")
    op.drop_column("outgoing", "about")
    for table in TABLES:
        op.drop_column(table, "channel")
