"""Rows that change, and that the chain of records covers: people, passkeys, proposals, and the state of controllers.

A row of history never changes, so its own hash covers it. A person's row does change, and every change writes a record
in the same transaction that states what the row is from then on (:func:`write_change`). The newest such record is what
the row must be: ``pitbook ledger verify`` compares them (``pitbook/room/audit/row_proof.py``). Secrets are stated as a
digest. The state of a controller changes with every press, so the press itself has its digest, and no record is needed.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from sqlalchemy import Connection

from pitbook.store.chain import RECORDS, append, digest
from pitbook.store.work import encode

BEGAN: Final = "coverage-began"
"""The record that a migration writes: what the rows were when the chain began to cover them."""
KINDS: Final = (
    BEGAN, "person-added", "person-ended", "badge-made", "pin-changed", "roles-changed", "passkey-added",
    "passkey-removed", "role-proposed", "role-approved", "role-withdrawn",
)  # fmt: skip
"""Every kind of record that states rows."""
COVERED: Final[Mapping[str, tuple[str, ...]]] = {
    "people": ("id", "name", "roles", "badge", "pin", "active"),
    "passkeys": ("id", "person", "name", "host", "credential", "public_key", "active"),
    "proposals": ("number", "person", "name", "roles", "pin", "at", "by", "state"),
}
"""The columns that are covered, the one that names a row first. How often a passkey was used is not."""
SECRET: Final = frozenset({"badge", "pin"})
"""Columns of which a record has a digest only."""


def stated(table: str, row: Mapping[str, Any]) -> dict[str, Any]:
    """A row as a record states it."""
    values = {name: digest(row[name]) if name in SECRET else row[name] for name in COVERED[table]}
    return {"table": table, "row": values}


def write_change(
    connection: Connection, kind: str, by: str, at: str, data: Mapping[str, Any], rows: Iterable[Mapping[str, Any]]
) -> None:
    """Records a change of covered rows, each as :func:`stated`; the last thing that the changing transaction does."""
    if kind not in KINDS:
        raise ValueError(f"the proof does not read records of kind {kind!r}")
    told = encode({**data, "rows": list(rows)})
    append(connection, RECORDS, "records", [{"kind": kind, "at": at, "by": by, "data": told}])
