"""Tamper evidence for rows that may change: people, passkeys, proposals, and the state of controllers.

A row of history never changes, so its own hash covers it. Every change of a person's row adds a record, in the same
transaction, with the row's new contents (:func:`write_change`). The row must equal the newest such record:
``pitbook ledger verify`` compares them (``pitbook/room/audit/row_proof.py``). Secrets are recorded as digests. The
state of a controller changes with every press, so the press itself has its digest, and no record is needed.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from sqlalchemy import Connection

from pitbook.store.chain import RECORDS, append, digest
from pitbook.store.work import encode

BEGAN: Final = "coverage-began"
"""The record that the migration writes: the rows when coverage began."""
KINDS: Final = (
    BEGAN, "person-added", "person-ended", "badge-made", "pin-changed", "roles-changed", "passkey-added",
    "passkey-removed", "role-proposed", "role-approved", "role-withdrawn",
)  # fmt: skip
"""Every kind of record that contains rows."""
COVERED: Final[Mapping[str, tuple[str, ...]]] = {
    "people": ("id", "name", "roles", "badge", "pin", "active"),
    "passkeys": ("id", "person", "name", "host", "credential", "public_key", "active"),
    "proposals": ("number", "person", "name", "roles", "pin", "at", "by", "state"),
}
"""The covered columns, the primary key first. The use counter of a passkey is not covered."""
SECRET: Final = frozenset({"badge", "pin"})
"""Columns that a record has as a digest only."""


def stated(table: str, row: Mapping[str, Any]) -> dict[str, Any]:
    """A row as a record contains it."""
    values = {name: digest(row[name]) if name in SECRET else row[name] for name in COVERED[table]}
    return {"table": table, "row": values}


def write_change(
    connection: Connection, kind: str, by: str, at: str, data: Mapping[str, Any], rows: Iterable[Mapping[str, Any]]
) -> None:
    """Records a change of covered rows, each as :func:`stated`. Call it last in the transaction, as :func:`append`."""
    if kind not in KINDS:
        raise ValueError(f"the proof does not read records of kind {kind!r}")
    told = encode({**data, "rows": list(rows)})
    append(connection, RECORDS, "records", [{"kind": kind, "at": at, "by": by, "data": told}])
