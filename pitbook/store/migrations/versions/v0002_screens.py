"""Sessions of screens, which lock, and failed sign-ins, which all servers count together."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Replaces the table of sessions: everyone must sign in again."""
    op.drop_table("sessions")
    op.create_table(
        "sessions",
        sa.Column("token", sa.String(64), primary_key=True),
        sa.Column("person", sa.String(40), nullable=False),
        sa.Column("at", sa.String(40), nullable=False),
        sa.Column("until", sa.String(40), nullable=False),
        sa.Column("seen", sa.String(40), nullable=False),
        sa.Column("address", sa.String(100), nullable=False),
        sa.Column("screen", sa.Integer, nullable=False),
        sa.Column("locked", sa.Integer, nullable=False),
        sa.Column("ended", sa.Integer, nullable=False),
    )
    op.create_table(
        "tries",
        sa.Column("whose", sa.String(64), primary_key=True),
        sa.Column("count", sa.Integer, nullable=False),
        sa.Column("at", sa.String(40), nullable=False),
    )
