"""The languages of games and seats"""

import sqlalchemy as sa
import sqlmodel.sql.sqltypes
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

COLUMNS = (("game", "language", "en"), ("seat", "language", "en"), ("absence", "home_language", ""))


def upgrade() -> None:
    for table, column, usual in COLUMNS:
        kind = sqlmodel.sql.sqltypes.AutoString()
        op.add_column(table, sa.Column(column, kind, nullable=False, server_default=usual))


def downgrade() -> None:
    for table, column, _ in COLUMNS:
        op.drop_column(table, column)
