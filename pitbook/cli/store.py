"""``pitbook store``: back-up, restore, and the drill that shows both work."""

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pitbook.cli.open_room import address_of, is_there, opened, store_option
from pitbook.cli.output import LOSE, QUIET, WIN, console, new_table, print_json, waiting
from pitbook.cli.params import FILE, as_json
from pitbook.errors import BadInput, quoted

if TYPE_CHECKING:
    from pitbook.room.audit.backup_drill import BackupDrill
    from pitbook.room.audit.store_proof import StoreProof


@click.group("store")
def store_group() -> None:
    """Back up a room's store while it runs, restore it, and run a drill of both.

    An archive holds everything but sign-ins, from SQLite or PostgreSQL, and goes back into an empty store of either
    kind: it is also how a room moves from one to the other. Restrict access to it as to the store itself.
    """


@store_group.command("back-up")
@click.argument("file", metavar="FILE.zip", type=FILE)
@click.option("--force", is_flag=True, help="Overwrite an existing file.")
@store_option
@as_json
def back_up_command(file: Path, force: bool, store: str | None, as_json: bool) -> None:
    """Write the whole store into one file; tables play on meanwhile.

    \b
    Examples:
      pitbook store back-up monday.zip
      pitbook store back-up monday.zip --store postgresql://pitbook@db/room
    """
    if file.exists() and not force:
        raise BadInput(f"{file} exists already: --force overwrites it")
    with opened(store) as room, waiting("backing up"):
        from pitbook.store.archive import back_up

        manifest = back_up(room.database, file, datetime.now(UTC).isoformat(timespec="seconds"))
    if as_json:
        print_json({"archive": str(file), **manifest.to_dict()})
        return
    click.echo(f"{file}: {sum(part.rows for part in manifest.tables.values()):,} rows, {file.stat().st_size:,} bytes")


@store_group.command("restore")
@click.argument("file", metavar="FILE.zip", type=FILE)
@store_option
@as_json
def restore_command(file: Path, store: str | None, as_json: bool) -> None:
    """Put an archive into an empty store, and prove everything in it, as pitbook ledger verify does.

    \b
    Exit code: 0 if everything holds; 1 if something does not.

    \b
    Examples:
      pitbook store restore monday.zip --store restored.db
      pitbook store restore monday.zip --store postgresql://pitbook@db/room
    """
    from pitbook.store.archive import read_manifest, restore

    address = address_of(store)
    new = not is_there(address)
    read_manifest(file)
    with waiting("restoring"):
        try:
            manifest = restore(file, address)
        except BaseException:
            if new:  # remove the file that this command created
                for end in ("", "-wal", "-shm"):
                    Path(address + end).unlink(missing_ok=True)
            raise
    with opened(store) as room, waiting("proving"):
        from pitbook.room.audit.store_proof import prove_store

        proof = prove_store(room.database)
    if as_json:
        ledgers = {ledger.book: ledger.holds for ledger in proof.ledgers}
        print_json({"holds": proof.holds, "fault": proof.fault, "ledgers": ledgers, **manifest.to_dict()})
    else:
        screen = console()
        rows = sum(part.rows for part in manifest.tables.values())
        screen.print(
            f"Restored {rows:,} rows of {manifest.at} into {quoted(address) if '://' not in address else 'it'}."
        )
        _print_verdict(proof)
    if not proof.holds:
        raise click.exceptions.Exit(1)


def _print_verdict(proof: "StoreProof") -> None:
    screen = console()
    if proof.holds:
        proved = {
            "ledgers": proof.ledgers,
            "chains": proof.chains,
            "records of tables": proof.tables,
            "tables of people and controllers": proof.rows,
        }
        words = ", ".join(f"{name} {len(each)}" for name, each in proved.items())
        screen.print(f"[{WIN}]Everything holds: {words}[/]")
    else:
        screen.print(f"[{LOSE}]IT DOES NOT HOLD[/]")
        screen.print(proof.fault, markup=False)


@store_group.command("grant")
@click.argument("role")
@store_option
@as_json
def grant_command(role: str, store: str | None, as_json: bool) -> None:
    """Give the role that the server runs as the rights that it needs on PostgreSQL, and no others.

    Run it as the owner of the tables, once and after each new version of Pitbook: it brings the schema up to date too.
    The role may then add to history and read it; it may not change or remove any of it, nor touch the tables
    themselves.

    \b
    Example:
      pitbook store grant pitbook_server --store postgresql://owner@db/room
    """
    with opened(store) as room:
        from pitbook.store.rights import grant

        statements = grant(room.database, role)
    if as_json:
        print_json(statements)
    else:
        click.echo("".join(f"{statement};\n" for statement in statements), nl=False)


@store_group.command("drill")
@click.option("--into", default="", metavar="ADDRESS", help="An empty store to restore into; else a temporary file.")
@store_option
@as_json
def drill_command(into: str, store: str | None, as_json: bool) -> None:
    """Back up the running store, restore it elsewhere, prove everything there and compare every row.

    \b
    Exit code: 0 if the restored rows equal the originals; 1 if not.

    \b
    Examples:
      pitbook store drill
      pitbook store drill --store room.db --into postgresql://pitbook@db/drill --json
    """
    with opened(store) as room, waiting("backing up, restoring, proving"):
        from pitbook.room.audit.backup_drill import drill

        found = drill(room.database, datetime.now(UTC).isoformat(timespec="seconds"), into)
    if as_json:
        print_json(_record(found))
    else:
        _print(found)
    if not found.holds:
        raise click.exceptions.Exit(1)


def _record(found: "BackupDrill") -> "dict[str, object]":
    return {
        "holds": found.holds,
        "rows": {name: part.rows for name, part in found.manifest.tables.items()},
        "ledgers": {ledger.book: ledger.holds for ledger in found.proof.ledgers},
        "fault": found.proof.fault,
        "differing": list(found.differing),
        "seconds": {name: round(value, 3) for name, value in found.seconds.items()},
    }


def _print(found: "BackupDrill") -> None:
    screen = console()
    table = new_table("table", "rows", "restored rows", right=("rows",))
    for name, part in found.manifest.tables.items():
        table.add_row(name, f"{part.rows:,}", f"[{LOSE}]differs[/]" if name in found.differing else "equal")
    screen.print(table)
    times = ", ".join(f"{name} {value:.2f} s" for name, value in found.seconds.items())
    screen.print(f"[{QUIET}]{times}[/]")
    _print_verdict(found.proof)
