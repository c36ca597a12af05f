"""Claims, the lanes in which letters wait, positions without seeds, servers that sign letters"""

import json
import zlib

import sqlalchemy as sa
import sqlmodel.sql.sqltypes
from alembic import op

revision = "0005"
down_revision = "0004"
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
    op.create_table(
        "checker",
        sa.Column("name", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("letters", sa.Integer(), nullable=False),
        sa.Column("seats", sa.JSON(), nullable=False),
        sa.Column("told_at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=True),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_checker")),
    )
    _take_seeds_out_of_positions(op.get_bind())
    _take_unseen_characters_out_of_names(op.get_bind())


def _take_seeds_out_of_positions(connection: sa.Connection) -> None:
    """Of games that are not over: the seeds of the others are known to everybody."""
    if connection.dialect.name == "sqlite":  # what was there is overwritten
        connection.exec_driver_sql("PRAGMA secure_delete=ON")
    positions = sa.table(
        "snapshot", sa.column("game_id"), sa.column("seq"), sa.column("state", sa.LargeBinary)
    )
    games = sa.table("game", sa.column("id"), sa.column("status"))
    at = sa.and_(positions.c.game_id == sa.bindparam("game"), positions.c.seq == sa.bindparam("after"))
    unfinished = sa.select(games.c.id).where(games.c.status != "over")
    wanted = sa.select(positions.c.game_id, positions.c.seq).where(positions.c.game_id.in_(unfinished))
    for game, seq in connection.execute(wanted).all():
        where = {"game": game, "after": seq}
        state = json.loads(
            zlib.decompress(connection.execute(sa.select(positions.c.state).where(at), where).scalar_one())
        )
        if state.get("dice", {}).get("seed"):
            state["dice"]["seed"] = ""
            text = json.dumps(state, ensure_ascii=False, separators=(",", ":"))
            connection.execute(
                sa.update(positions).where(at).values(state=zlib.compress(text.encode(), 1)), where
            )


def _take_unseen_characters_out_of_names(connection: sa.Connection) -> None:
    seats = sa.table("seat", sa.column("id"), sa.column("name"))
    for id, name in connection.execute(sa.select(seats.c.id, seats.c.name)).all():
        kept = (c if c.isprintable() else " " if c.isspace() else "" for c in name)
        if (clean := " ".join("".join(kept).split())) != name:
            connection.execute(sa.update(seats).where(seats.c.id == id).values(name=clean))


def downgrade() -> None:
    op.drop_table("checker")
    op.drop_column("letter", "lane")
    op.drop_table("claim")
