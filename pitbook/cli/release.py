"""``pitbook release``: whether the files that run are those of the release."""

import click

from pitbook.cli.output import LOSE, QUIET, WIN, console, print_json
from pitbook.cli.params import as_json


@click.command()
@click.option("--licences", is_flag=True, help="List the installed dependencies with their licences, as Markdown.")
@as_json
def release(licences: bool, as_json: bool) -> None:
    """Check every file of Pitbook against the SHA-256 that its release recorded.

    A working copy has no such record; its files are identified by one hash. A server makes this check before it serves.

    \b
    Exit code: 0 if the files are those of the release, or a working copy; 1 if one was changed.

    \b
    Examples:
      pitbook release
      pitbook release --json
      pitbook release --licences
    """
    if licences:
        _print_licences(as_json)
        return
    from pitbook.compliance.release import check_release

    found = check_release()
    if as_json:
        print_json(found.to_dict())
    else:
        screen = console()
        words = "every file is as released" if found.kind == "release" else "a working copy, not a release"
        if found.faults:
            screen.print(f"[{LOSE}]Pitbook {found.version} differs from its release:[/]")
            for fault in found.faults:
                screen.print(f"  {fault}", markup=False)
        else:
            screen.print(f"[{WIN}]Pitbook {found.version}: {words}[/]")
        screen.print(f"[{QUIET}]{found.files} files, hash {found.hash}[/]")
    if found.faults:
        raise click.exceptions.Exit(1)


def _print_licences(as_json: bool) -> None:
    from pitbook.compliance.licences import parts

    found = parts()
    if as_json:
        print_json([part.to_dict() for part in found])
        return
    click.echo("# Dependencies of Pitbook\n\nPitbook itself is under the MIT licence.\n")
    click.echo("| package | version | licence |\n|---|---|---|")
    for part in found:
        click.echo(f"| {part.name} | {part.version} | {part.licence} |")
