"""The first schema: books, their transactions and entries, controllers, people, events and records."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

APPEND_ONLY = ("transactions", "entries", "presses", "table_events", "requests", "records")


def upgrade() -> None:
    """Everything new."""
    op.create_table(
        "books",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("number", sa.BigInteger, nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("state", sa.Text, nullable=False),
    )
    op.create_table(
        "transactions",
        sa.Column("book", sa.String(40), nullable=False),
        sa.Column("number", sa.BigInteger, nullable=False),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("key", sa.String(200), nullable=False),
        sa.Column("at", sa.String(40), nullable=False),
        sa.Column("by", sa.String(200), nullable=False),
        sa.Column("data", sa.Text, nullable=False),
        sa.Column("result", sa.Text, nullable=False),
        sa.Column("previous", sa.String(64), nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("book", "number"),
        sa.UniqueConstraint("key", "book"),
    )
    op.create_table(
        "entries",
        sa.Column("book", sa.String(40), nullable=False),
        sa.Column("number", sa.BigInteger, nullable=False),
        sa.Column("account", sa.String(20), nullable=False),
        sa.Column("micros", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("book", "number", "account"),
        sa.ForeignKeyConstraint(["book", "number"], ["transactions.book", "transactions.number"]),
    )
    op.create_table(
        "pads",
        sa.Column("table", sa.String(40), primary_key=True),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("pressed", sa.BigInteger, nullable=False),
    )
    for name in ("presses", "table_events"):
        columns = [sa.Column("line", sa.Text, nullable=False)]
        if name == "presses":
            columns = [
                sa.Column("at", sa.String(40), nullable=False),
                sa.Column("by", sa.String(200), nullable=False),
                sa.Column("data", sa.Text, nullable=False),
            ]
        op.create_table(
            name,
            sa.Column("table", sa.String(40), nullable=False),
            sa.Column("number", sa.BigInteger, nullable=False),
            *columns,
            sa.PrimaryKeyConstraint("table", "number"),
        )
    op.create_table(
        "people",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("roles", sa.Text, nullable=False),
        sa.Column("badge", sa.Text, nullable=False),
        sa.Column("pin", sa.Text, nullable=False),
        sa.Column("active", sa.Integer, nullable=False),
    )
    op.create_table(
        "sessions",
        sa.Column("token", sa.String(64), primary_key=True),
        sa.Column("person", sa.String(40), nullable=False),
        sa.Column("at", sa.String(40), nullable=False),
        sa.Column("until", sa.String(40), nullable=False),
        sa.Column("ended", sa.Integer, nullable=False),
    )
    op.create_table(
        "requests",
        sa.Column("key", sa.String(200), primary_key=True),
        sa.Column("what", sa.String(200), nullable=False),
        sa.Column("at", sa.String(40), nullable=False),
        sa.Column("answer", sa.Text, nullable=False),
    )
    op.create_table(
        "records",
        sa.Column("number", sa.BigInteger().with_variant(sa.Integer, "sqlite"), primary_key=True, autoincrement=True),
        sa.Column("kind", sa.String(40), nullable=False, index=True),
        sa.Column("at", sa.String(40), nullable=False),
        sa.Column("by", sa.String(200), nullable=False),
        sa.Column("data", sa.Text, nullable=False),
    )
    forbid_changes()


def forbid_changes() -> None:
    """Adds triggers that refuse to change or delete rows of the append-only tables, for every role."""
    postgresql = op.get_bind().dialect.name == "postgresql"
    if postgresql:
        op.execute(
            "CREATE FUNCTION pitbook_refuse() RETURNS trigger LANGUAGE plpgsql AS $$ "
            "BEGIN RAISE EXCEPTION 'history is added to, never changed'; END $$"
        )
    for table in APPEND_ONLY:
        for event in ("UPDATE", "DELETE"):
            name = f"{table}_no_{event.lower()}"
            body = (
                "EXECUTE FUNCTION pitbook_refuse()"
                if postgresql
                else "BEGIN SELECT RAISE(ABORT, 'history is added to, never changed'); END"
            )
            op.execute(f"CREATE TRIGGER {name} BEFORE {event} ON {table} FOR EACH ROW {body}")
        if postgresql:
            op.execute(
                f"CREATE TRIGGER {table}_no_truncate BEFORE TRUNCATE ON {table} FOR EACH STATEMENT "
                "EXECUTE FUNCTION pitbook_refuse()"
            )
