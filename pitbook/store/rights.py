"""Least privilege for a server on PostgreSQL: it may add history and update current state, and nothing else.

Another role owns the tables and migrates the schema. So even a compromised server cannot change or delete history, or
drop the triggers that protect it.
"""

from sqlalchemy import Connection, text

from pitbook.errors import BadInput, quoted
from pitbook.store.database import Database
from pitbook.store.schema import MUTABLE, metadata


def rights() -> dict[str, tuple[str, ...]]:
    """The privileges of a server, by table."""
    tables = {table: ("SELECT", "INSERT", *MUTABLE.get(table, ())) for table in metadata.tables}
    return tables | {"alembic_version": ("SELECT",)}


def grant(database: Database, role: str) -> list[str]:
    """Grants these privileges to a role and revokes all others; returns the statements that did it."""
    if not database.is_postgresql:
        raise BadInput("SQLite has no roles: every account that can write the file can change all of it")
    with database.writing() as connection:
        _check_role(connection, role)
        quote = connection.dialect.identifier_preparer.quote_identifier
        name = quote(role)
        statements = [
            f"REVOKE ALL ON {', '.join(quote(table) for table in sorted(rights()))} FROM PUBLIC, {name}",
            f"REVOKE CREATE ON SCHEMA public FROM PUBLIC, {name}",
            f"GRANT USAGE ON SCHEMA public TO {name}",
            *(f"GRANT {', '.join(may)} ON {quote(table)} TO {name}" for table, may in sorted(rights().items())),
        ]
        for statement in statements:
            connection.exec_driver_sql(statement)
    return statements


def _check_role(connection: Connection, role: str) -> None:
    """Refuses an owner or a superuser, whom privileges do not restrict."""
    found = connection.execute(
        text(
            "SELECT rolsuper, EXISTS (SELECT FROM pg_tables WHERE schemaname = 'public' AND "
            "pg_has_role(:role, tableowner, 'MEMBER')) FROM pg_roles WHERE rolname = :role"
        ),
        {"role": role},
    ).first()
    if found is None:
        raise BadInput(f"this server has no role {quoted(role)}: CREATE ROLE ... LOGIN makes one")
    if any(found):
        what = "is a superuser" if found[0] else "owns the tables, or is a member of the role that does"
        raise BadInput(f"{quoted(role)} {what}, so privileges would not restrict it: give the server a role of its own")
