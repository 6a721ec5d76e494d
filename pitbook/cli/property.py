"""``pitbook property``: the versions of a property's configuration."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from pitbook.cli.comply import today
from pitbook.cli.open_room import badge_option, opened, store_option
from pitbook.cli.output import GOLD, LOSE, QUIET, console, new_table, print_item, print_json
from pitbook.cli.params import as_json, property_of
from pitbook.errors import BadInput

if TYPE_CHECKING:
    from pitbook.cli.open_room import OpenRoom
    from pitbook.room.configurations import Configurations


@click.group("property")
def versions() -> None:
    """Keep the versions of a property's configuration, with who changed it and why."""


def _configurations(room: "OpenRoom") -> "Configurations":
    from pitbook.room.configurations import Configurations

    return Configurations(room.jackpots)


@versions.command()
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@click.option("--by", metavar="NAME", help="Your name, in a room where no one has a badge yet.")
@click.option("--why", required=True, metavar="TEXT", help="Why it is changed.")
@store_option
@badge_option
@as_json
def keep(file: Path, by: str | None, why: str, store: str | None, badge: str | None, as_json: bool) -> None:
    """Keep FILE as the newest version of the property's configuration.

    The text is stored unchanged, with its hash and the hashes of the games' packages. Tables are opened from the newest
    version; one that is open runs the version it was opened with. A jackpot that the new version does not allow is
    suspended at once. In a room whose people have badges, only an administrator keeps a version.

    \b
    Examples:
      pitbook property keep examples/property.toml --store room.db --by "D. Reyes" --why "the opening"
      pitbook property keep examples/property.toml --badge ada:... --why "second Royal Match table"
    """
    from pitbook.compliance.rules import findings

    of = property_of(file)
    against = [finding for finding in findings(of, today()) if finding.stops]
    with opened(store, new=True) as room:
        version = _configurations(room).keep(of.text, _keeper(room, by, badge), why)
    if as_json:
        print_json(version.to_dict() | {"findings": [finding.to_dict() for finding in against]})
        return
    screen = console()
    screen.print(f"[{GOLD}]Version {version.number}[/] of {of.name} is stored: {version.hash}", soft_wrap=True)
    if against:
        screen.print(f"[{LOSE}]Its tables stay closed[/]: pitbook comply {file} has {len(against)} findings.")
    for jackpot in version.suspended:
        screen.print(f"[{LOSE}]{jackpot} is suspended[/]: it takes no wagers until a version lets it run.")


def _keeper(room: "OpenRoom", by: str | None, badge: str | None) -> str:
    """The name recorded with a version: the badge's owner, or --by in a room without people."""
    if room.people.count():
        if by is not None:
            raise BadInput("the people of this room have badges: leave --by out, the badge names the author")
        person = room.person(badge)
        person.check("set up the house")
        return person.id
    if by is None:
        raise BadInput("give your name with --by NAME: no one in this room has a badge yet")
    return by


@versions.command()
@store_option
@as_json
def history(store: str | None, as_json: bool) -> None:
    """List every version: when, who and why.

    \b
    Example:
      pitbook property history --store room.db
    """
    with opened(store) as room:
        kept = _configurations(room).versions()
    if as_json:
        print_json([version.to_dict() for version in kept])
        return
    if not kept:
        click.echo("No configuration is stored.")
        return
    table = new_table("version", "hash", "kept at", "by", "why", right=("version",))
    for version in kept:
        table.add_row(
            str(version.number), version.hash[:12], version.at[:19].replace("T", " "), version.by, version.why
        )
    console().print(table)


@versions.command()
@click.argument("before")
@click.argument("after", required=False)
@store_option
@as_json
def diff(before: str, after: str | None, store: str | None, as_json: bool) -> None:
    """Show what changed from one version to another, key by key; to the newest if only one is named.

    \b
    Examples:
      pitbook property diff 1 2 --store room.db
      pitbook property diff 1 --json
    """
    from pitbook.room.configurations import compare

    with opened(store) as room:
        kept = _configurations(room)
        first, second = kept.find(before), kept.find(after) if after else kept.current()
    changes = compare(first.text, second.text)
    if as_json:
        keys = [change.to_dict() for change in changes]
        print_json({"before": first.to_dict(), "after": second.to_dict(), "changes": keys})
        return
    screen = console()
    screen.print(f"[{GOLD}]Version {first.number} to {second.number}[/]  [{QUIET}]{second.by}: {second.why}[/]")
    for change in changes:
        print_item(screen, "  ", str(change))
    if not changes:
        screen.print("  No key differs.")


@versions.command()
@click.argument("version", required=False)
@store_option
def show(version: str | None, store: str | None) -> None:
    """Print the text of a version exactly as stored; without a number, the newest.

    \b
    Example:
      pitbook property show 1 --store room.db > property.toml
    """
    with opened(store) as room:
        kept = _configurations(room)
        found = kept.find(version) if version else kept.current()
    click.echo(found.text, nl=not found.text.endswith("\n"))
