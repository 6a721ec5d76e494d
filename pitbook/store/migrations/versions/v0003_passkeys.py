"""Passkeys, their challenges, and the means of sign-in of a session."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Adds the tables; existing sessions were begun with badge and PIN."""
    op.add_column("sessions", sa.Column("how", sa.String(20), nullable=False, server_default="badge"))
    op.create_table(
        "passkeys",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("person", sa.String(40), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("host", sa.String(253), nullable=False),
        sa.Column("credential", sa.Text, nullable=False),
        sa.Column("public_key", sa.Text, nullable=False),
        sa.Column("count", sa.BigInteger, nullable=False),
        sa.Column("at", sa.String(40), nullable=False),
        sa.Column("seen", sa.String(40), nullable=False),
        sa.Column("active", sa.Integer, nullable=False),
    )
    op.create_table(
        "challenges",
        sa.Column("browser", sa.String(64), primary_key=True),
        sa.Column("person", sa.String(40), nullable=False),
        sa.Column("until", sa.String(40), nullable=False),
    )
