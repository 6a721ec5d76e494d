"""The server's role on PostgreSQL: the whole story works, and history is out of its reach, triggers or not."""

from itertools import count
from threading import Event

import psycopg
import pytest

from pitbook.errors import BadInput
from pitbook.room.audit.store_proof import prove_store
from pitbook.store import schema
from pitbook.store.database import Database
from pitbook.store.listening import Listening
from pitbook.store.rights import grant, rights
from tests.cli.command_runner import run
from tests.postgres import Server
from tests.store.full_store import go_on, tell

_NUMBERS = count(1)


@pytest.fixture(scope="module")
def role(postgres: Server) -> str:
    """A role that may sign in, and nothing else."""
    name = f"Server {next(_NUMBERS)}"
    with psycopg.connect(postgres.address(), autocommit=True) as connection:
        connection.execute(f'CREATE ROLE "{name}" LOGIN'.encode())
    return name


def as_role(address: str, role: str) -> str:
    return address.replace("postgres@", f"{role.replace(' ', '%20')}@", 1)


@pytest.fixture(scope="module")
def served(postgres: Server, role: str) -> tuple[str, str]:
    """The address of a store as its owner, and as the server, which has made the full store with this role."""
    owner = postgres.fresh()
    ran = run("store", "grant", role, "--store", owner)
    assert ran.code == 0, ran.err
    assert f'GRANT SELECT, INSERT ON "transactions" TO "{role}";' in ran.out
    server = as_role(owner, role)
    heard, listens = Event(), Event()
    database = Database(server)
    listening = Listening(database.arguments, lambda _book, _number, _cents: heard.set(), listens.set)
    try:
        assert listens.wait(20)
        tell(server)
        assert heard.wait(20)
    finally:
        listening.close()
        database.close()
    return owner, server


def test_a_server_role_that_owns_no_table_can_do_all_its_work(served: tuple[str, str]) -> None:
    """Play, prizes, days, sign-ins, and what servers tell each other; then the next day, and the drill."""
    _, server = served
    go_on(server)
    database = Database(server)
    assert prove_store(database).fault == ""
    database.close()
    assert run("store", "drill", "--store", server).code == 0


def test_server_role_has_only_the_documented_rights(served: tuple[str, str]) -> None:
    owner, server = served
    role = psycopg.conninfo.conninfo_to_dict(server)["user"]
    every = ("SELECT", "INSERT", "UPDATE", "DELETE", "TRUNCATE", "REFERENCES", "TRIGGER")
    asked = (
        "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' "
        "AND has_table_privilege(%s, oid, %s)"
    )
    with psycopg.connect(owner) as connection:
        found: dict[str, set[str]] = {}
        for right in every:
            for (table,) in connection.execute(asked, [role, right]):
                found.setdefault(table, set()).add(right)
        (creates,) = connection.execute("SELECT has_schema_privilege(%s, 'public', 'CREATE')", [role]).fetchone() or ()
    assert found == {table: set(may) for table, may in rights().items()}
    assert all(found[table] == {"SELECT", "INSERT"} for table in schema.APPEND_ONLY)
    assert not creates


CHANGES = (
    "UPDATE {0} SET {1} = {1}",
    "DELETE FROM {0}",
    "TRUNCATE {0} CASCADE",
    "DROP TRIGGER {0}_no_update ON {0}",
    "ALTER TABLE {0} DISABLE TRIGGER ALL",
    "ALTER TABLE {0} ADD COLUMN more TEXT",
    "ALTER TABLE {0} OWNER TO CURRENT_USER",
    "CREATE RULE away AS ON INSERT TO {0} DO INSTEAD NOTHING",
    "DROP TABLE {0} CASCADE",
    "SET session_replication_role = replica",
    "CREATE OR REPLACE FUNCTION pitbook_refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$",
    "GRANT ALL ON {0} TO CURRENT_USER",
)


def test_server_role_cannot_change_history(served: tuple[str, str]) -> None:
    """Refused because the privilege is missing, before any trigger runs."""
    owner, server = served
    with psycopg.connect(owner, autocommit=True) as connection:
        for table in schema.APPEND_ONLY:
            connection.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER".encode())
    with psycopg.connect(server, autocommit=True) as connection:
        connection.add_notice_handler(lambda notice: granted.append(notice.message_primary or ""))
        for table in schema.APPEND_ONLY:
            for change in CHANGES:
                granted: list[str] = []
                try:
                    connection.execute(change.format(table, '"hash"' if table != "entries" else "account").encode())
                except psycopg.errors.InsufficientPrivilege:
                    continue
                assert "no privileges were granted" in granted[0], change  # PostgreSQL only warns of this one
    database = Database(server)
    assert prove_store(database).fault == ""
    database.close()


def test_only_the_owner_upgrades_the_schema(postgres: Server, role: str) -> None:
    owner = postgres.fresh()
    Database(owner, "0003").close()
    with psycopg.connect(owner, autocommit=True) as connection:
        connection.execute(f'GRANT SELECT ON ALL TABLES IN SCHEMA public TO "{role}"'.encode())
    with pytest.raises(BadInput, match=r"has schema version 0003 and this program needs \d+: run pitbook store grant"):
        Database(as_role(owner, role))
    with pytest.raises(BadInput, match="version none"):
        Database(as_role(postgres.fresh(), role))
    database = Database(owner)
    grant(database, role)
    database.close()
    Database(as_role(owner, role)).close()


def test_a_role_that_privileges_do_not_restrict_is_refused(postgres: Server, role: str) -> None:
    owner = postgres.fresh()
    assert "is a superuser" in run("store", "grant", "postgres", "--store", owner).refusal
    assert "has no role 'nobody'" in run("store", "grant", "nobody", "--store", owner).refusal
    with psycopg.connect(owner, autocommit=True) as connection:
        connection.execute(f'ALTER TABLE records OWNER TO "{role}"'.encode())
    assert "owns the tables" in run("store", "grant", role, "--store", owner).refusal


def test_sqlite_has_no_roles(tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("rights") / "room.db"
    Database(str(path)).close()
    assert "SQLite has no roles" in run("store", "grant", "pitbook", "--store", str(path)).refusal
