"""Presses, events of tables, requests and records are chained by hash; records are numbered by their chain."""

from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa
from alembic import op

from pitbook.store.chain import RECORDS, Head, events_chain, lane_chain, seal

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

CHAINED = ("presses", "table_events", "requests", "records")
AT_ONCE = 1_000
"""Rows that are written together."""


def upgrade() -> None:
    """Existing rows get hashes of their present contents: a proof notices changes from here on, not earlier ones."""
    op.add_column("requests", sa.Column("lane", sa.Integer, nullable=False, server_default="0"))
    op.add_column("requests", sa.Column("number", sa.BigInteger, nullable=False, server_default="0"))
    for table in (*CHAINED, "pads"):
        op.add_column(table, sa.Column("hash", sa.String(64), nullable=False, server_default=""))
    op.create_table(
        "chains",
        sa.Column("name", sa.String(60), primary_key=True),
        sa.Column("number", sa.BigInteger, nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
    )
    connection = op.get_bind()
    if connection.dialect.name == "postgresql":
        connection.execute(sa.text("ALTER TABLE records ALTER COLUMN number DROP DEFAULT"))
        connection.execute(sa.text("DROP SEQUENCE IF EXISTS records_number_seq"))
    for table in CHAINED:
        put_back = _take_trigger(connection, table)
        for chain, head in _chain(connection, table).items():
            _keep(connection, table, chain, head)
        connection.exec_driver_sql(put_back)


def _take_trigger(connection: sa.Connection, table: str) -> str:
    """Disables the trigger that would refuse adding hashes to history; returns the statement that restores it."""
    name = f"{table}_no_update"
    if connection.dialect.name == "postgresql":
        connection.execute(sa.text(f"ALTER TABLE {table} DISABLE TRIGGER {name}"))
        return f"ALTER TABLE {table} ENABLE TRIGGER {name}"
    kept = sa.text("SELECT sql FROM sqlite_master WHERE type = 'trigger' AND name = :name")
    statement = str(connection.execute(kept, {"name": name}).scalar_one())
    connection.execute(sa.text(f"DROP TRIGGER {name}"))
    return statement


def _chain(connection: sa.Connection, table: str) -> dict[str, Head]:
    """Gives every row its hash; returns the head of each chain."""
    heads: dict[str, Head] = {}
    waiting: list[dict[str, Any]] = []
    found = sa.Table(table, sa.MetaData(), autoload_with=connection)
    own = [column.name for column in found.primary_key.columns]
    change = found.update().where(*(found.c[name] == sa.bindparam(f"own_{name}") for name in own))
    change = change.values(
        hash=sa.bindparam("sealed"), **({"number": sa.bindparam("place")} if table == "requests" else {})
    )
    for row in _rows(connection, found):
        chain = lane_chain(0) if table == "requests" else RECORDS if table == "records" else str(row["table"])
        before = heads.get(chain, Head())
        number = before.number + 1 if table == "requests" else int(row["number"])
        heads[chain] = Head(number, seal(table, row | {"number": number}, before.hash))
        written = {f"own_{name}": row[name] for name in own} | {"sealed": heads[chain].hash}
        waiting.append(written | ({"place": number} if table == "requests" else {}))
        if len(waiting) == AT_ONCE:
            connection.execute(change, waiting)
            waiting = []
    if waiting:
        connection.execute(change, waiting)
    return heads


def _rows(connection: sa.Connection, found: sa.Table) -> Iterator[dict[str, Any]]:
    """Rows in the order of their chains, a page at a time, so that no open cursor reads rows while they change."""
    order = [found.c["at"], found.c["key"]] if found.name == "requests" else list(found.primary_key.columns)
    last: list[Any] | None = None
    while True:
        page = sa.select(found).order_by(*order).limit(AT_ONCE)
        if last is not None:
            page = page.where(sa.tuple_(*order) > sa.tuple_(*(sa.literal(each) for each in last)))
        rows = [dict(row) for row in connection.execute(page).mappings()]
        yield from rows
        if len(rows) < AT_ONCE:
            return
        last = [rows[-1][column.name] for column in order]


def _keep(connection: sa.Connection, table: str, chain: str, head: Head) -> None:
    """Stores the head of a chain, for presses in the controller's row."""
    values = {"number": head.number, "hash": head.hash}
    if table == "presses":
        connection.execute(
            sa.text('UPDATE pads SET hash = :hash WHERE "table" = :table'), {"hash": head.hash, "table": chain}
        )
        return
    name = events_chain(chain) if table == "table_events" else chain
    connection.execute(
        sa.text("INSERT INTO chains (name, number, hash) VALUES (:name, :number, :hash)"), values | {"name": name}
    )
