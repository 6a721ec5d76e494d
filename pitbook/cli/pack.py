"""``pitbook pack``: the audit pack of a period, and its check."""

from datetime import date
from pathlib import Path

import click

from pitbook.cli.open_room import opened, store_option
from pitbook.cli.output import LOSE, WIN, console, print_json, write_file
from pitbook.cli.params import DAY, FILE, as_json, file_option, property_of
from pitbook.errors import BadInput


@click.group(invoke_without_command=True)
@file_option("property", "The property's configuration.")
@click.option("--from", "first", type=DAY, metavar="DAY", help="The first gambling day, such as 2026-11-01.")
@click.option("--to", "last", type=DAY, metavar="DAY", help="The last gambling day.")
@click.option("--out", metavar="FILE.zip", type=FILE, help="Where the pack goes.")
@click.option("--no-par", is_flag=True, help="Leave the par sheets out; some take a minute to count the first time.")
@click.option("--force", is_flag=True, help="Overwrite an existing file.")
@store_option
@as_json
@click.pass_context
def pack(
    ctx: click.Context,
    property_file: Path | None,
    first: date | None,
    last: date | None,
    out: Path | None,
    no_par: bool,
    force: bool,
    store: str | None,
    as_json: bool,
) -> None:
    """Bundle the records of a period for an auditor, with a manifest of hashes and an offline verifier.

    Letters, configuration history, par sheets, ledgers with their proofs, jackpots, adjustments and rounds. Note the
    printed SHA-256: it proves later that the pack was not replaced.

    \b
    Examples:
      pitbook pack --store room.db --property examples/property.toml --from 2026-11-01 --to 2026-11-30 --out nov.zip
      pitbook pack verify nov.zip
    """
    if ctx.invoked_subcommand is not None:
        return
    from pitbook.room.audit.pack import make_pack

    if property_file is None or first is None or last is None or out is None:
        raise BadInput("a pack needs --property FILE, --from DAY, --to DAY and --out FILE.zip")
    if out.exists() and not force:
        raise BadInput(f"{out} exists already: --force overwrites it")
    of = property_of(property_file)
    with opened(store) as room:
        made = make_pack(room.days, of, first, last, par=not no_par)
    write_file(out, made.content)
    if as_json:
        print_json({"pack": str(out), "sha256": made.sha256, "bytes": len(made.content), "manifest": made.manifest})
        return
    click.echo(f"{out}: {len(made.manifest['files'])} files, {len(made.content):,} bytes\nSHA-256 {made.sha256}")


@pack.command("verify")
@click.argument("file", metavar="FILE.zip", type=FILE)
@click.option("--sha256", "expected", default="", metavar="HEX", help="The SHA-256 noted when the pack was made.")
@as_json
def verify(file: Path, expected: str, as_json: bool) -> None:
    """Check a pack: every file, the pack itself, every ledger's chain, and a replay of every ledger.

    \b
    Exit code: 0 if all holds, 1 if a single byte was changed.

    \b
    Example:
      pitbook pack verify nov.zip
    """
    from rich.markup import escape

    from pitbook.room.audit.pack_check import LARGEST
    from pitbook.room.audit.pack_verify import check_pack

    try:
        if file.exists() and not file.is_file():  # reading a device may never end
            raise BadInput(f"{file} is not a regular file")
        if file.stat().st_size > LARGEST:
            raise BadInput(f"{file} is larger than {LARGEST:,} bytes")
        content = file.read_bytes()
    except OSError as error:
        raise BadInput(f"{file}: {(error.strerror or 'cannot be read').lower()}") from None
    found = check_pack(content, expected)
    if as_json:
        print_json(found.to_dict())
    else:
        screen = console()
        for words in found.wrong:
            screen.print(f"[{LOSE}]{escape(str(file))}[/]: {escape(words)}")
        for words in found.done:
            screen.print(escape(words))
        if not found.wrong:
            screen.print(
                f"[{WIN}]{escape(str(file))} holds[/]: {found.files} files, SHA-256 {found.sha256}", soft_wrap=True
            )
    if found.wrong:
        raise click.exceptions.Exit(1)
