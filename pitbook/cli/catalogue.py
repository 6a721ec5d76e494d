"""``pitbook catalogue``: the games that letter 004 amends."""

import click

from pitbook.cli.output import GOLD, QUIET, console, new_table, print_json
from pitbook.cli.params import as_json


@click.command()
@as_json
def catalogue(as_json: bool) -> None:
    """List the 66 games that letter 004 amends, and how far Pitbook supports each.

    \b
    Examples:
      pitbook catalogue
      pitbook catalogue --json
    """
    from dataclasses import asdict, replace

    from pitbook.exact.select import can_analyse
    from pitbook.games.catalogue import amendments
    from pitbook.games.catalogue import catalogue as listed_games
    from pitbook.table.config import can_deal

    entries = [
        replace(entry, play=can_deal(entry.game, entry.wager), analyse=can_analyse(entry.game, entry.wager))
        if entry.settles
        else entry
        for entry in listed_games()
    ]
    if as_json:
        games = [asdict(entry) | {"status": entry.status, "why": entry.why} for entry in entries]
        print_json({"amendments": list(amendments()), "games": games})
        return
    screen = console()
    screen.print(f"[{GOLD}]Letter 004, submission 3119[/]  [{QUIET}]the amendments: {'; '.join(amendments())}[/]")
    table = new_table("no", "game", "family", "what it is", "in Pitbook", right=("no",))
    for entry in entries:
        status = f"{entry.status}: {entry.why}" if entry.status == "partly" else entry.status
        table.add_row(str(entry.number), entry.name, entry.family, entry.summary, status)
    screen.print(table)
