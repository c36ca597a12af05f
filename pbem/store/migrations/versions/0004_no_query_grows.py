"""Indexes, so that what is asked for every letter and every tick costs the same however much is stored"""

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
    for table, *columns in INDEXES:
        op.create_index(op.f(f"ix_{table}_{'_'.join(columns)}"), table, columns)


def downgrade() -> None:
    for table, *columns in INDEXES:
        op.drop_index(op.f(f"ix_{table}_{'_'.join(columns)}"), table)
