"""What a server may do to the tables of PostgreSQL: add to history, keep up what stands beside it, and nothing else.

The tables belong to somebody else, who brings the schema up to date. So not even a server that was taken over can
change or remove what has happened, or take the triggers away that refuse it.
"""

from sqlalchemy import Connection, text

from pitbook.errors import BadInput, quoted
from pitbook.store.database import Database
from pitbook.store.schema import KEPT_UP, metadata


def rights() -> dict[str, tuple[str, ...]]:
    """What a server may do, by table."""
    tables = {table: ("SELECT", "INSERT", *KEPT_UP.get(table, ())) for table in metadata.tables}
    return tables | {"alembic_version": ("SELECT",)}


def grant(database: Database, role: str) -> list[str]:
    """Gives a role these rights and takes all others from it; the statements that did it."""
    if not database.is_postgresql:
        raise BadInput("SQLite knows no roles: whoever may write the file may write all of it")
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
    """Rights bind neither an owner nor a superuser."""
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
        raise BadInput(f"{quoted(role)} {what}: no right would bind it; give the server a role of its own")
