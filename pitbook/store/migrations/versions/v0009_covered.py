"""The chain covers people, passkeys and the state of controllers; roles that move money are proposed and approved."""

import hashlib
import json
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa
from alembic import op

from pitbook.store.chain import RECORDS, append

revision = "0009"
down_revision = "0004"
branch_labels = None
depends_on = None

COVERED: Mapping[str, tuple[str, ...]] = {
    "people": ("id", "name", "roles", "badge", "pin", "active"),
    "passkeys": ("id", "person", "name", "host", "credential", "public_key", "active"),
}
SECRET = ("badge", "pin")


def upgrade() -> None:
    """Writes one record with every row as it is now: a proof notices changes from here on.

    A store without people and controllers needs no record: all its rows will be covered from the first.
    """
    op.create_table(
        "proposals",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("person", sa.String(40), nullable=False),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("roles", sa.Text, nullable=False),
        sa.Column("pin", sa.Text, nullable=False),
        sa.Column("at", sa.String(40), nullable=False),
        sa.Column("by", sa.String(40), nullable=False),
        sa.Column("state", sa.String(20), nullable=False),
    )
    connection = op.get_bind()
    rows = [
        {"table": table, "row": {name: _digest(row[name]) if name in SECRET else row[name] for name in columns}}
        for table, columns in COVERED.items()
        for row in connection.execute(sa.text(f"SELECT * FROM {table} ORDER BY id")).mappings()
    ]
    rows += [
        {
            "table": "controllers",
            "row": {"table": row["table"], "pressed": row["pressed"], "state": _digest(row["state"])},
        }
        for row in connection.execute(sa.text('SELECT * FROM pads ORDER BY "table"')).mappings()
    ]
    if not rows:
        return
    data: dict[str, Any] = {"tables": [*COVERED, "controllers"], "rows": rows}
    written = json.dumps(data, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    record = {"kind": "coverage-began", "at": datetime.now(UTC).isoformat(), "by": "the upgrade", "data": written}
    append(connection, RECORDS, "records", [record])


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
