"""``pitbook signage``: the display of a table or of a bank of tables."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from pitbook.cli.open_room import opened, store_option
from pitbook.cli.output import print_json, write_file
from pitbook.cli.params import FILE, as_json, property_of
from pitbook.errors import BadInput

if TYPE_CHECKING:
    from pitbook.compliance.property import Property
    from pitbook.reports.postings.signage import MeterReading, Won


@click.command()
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@click.option("--jackpot", metavar="ID", help="The jackpot whose tables the display hangs over.")
@click.option("--table", "table_id", metavar="ID", help="The table that the display hangs over.")
@click.option("--html", "html_file", required=True, metavar="FILE", type=FILE, help="Write the page here.")
@store_option
@as_json
def signage(
    file: Path, jackpot: str | None, table_id: str | None, html_file: Path, store: str | None, as_json: bool
) -> None:
    """Make the display of a table or of a jackpot's tables: name, meter, pay table, last wins, disclosures.

    Served by pitbook, a progressive's meter is live. Elsewhere it shows what the store held when the page was made, or
    the starting amount without a store, and says that it is not live. A house jackpot's prize never moves.

    \b
    Examples:
      pitbook signage examples/property.toml --jackpot royal --html royal.html
      pitbook signage examples/property.toml --table royal-1 --html royal-1.html --store room.db
    """
    from pitbook.reports.postings import signage as display

    of = property_of(file)
    if bool(jackpot) == bool(table_id):
        raise BadInput("name what the display hangs over: --jackpot ID or --table ID")
    shown, winners = _from_store(of, jackpot or "", table_id or "", store) if store else (None, [])
    made = display.sign(of, table=table_id or "", jackpot=jackpot or "", shown=shown, winners=winners)
    write_file(html_file, display.write(made))
    if as_json:
        facts = {"title": made.title, "figure": made.figure, "state": made.state, "live": made.live, "hash": made.hash}
        print_json(facts | {"notices": made.notices, "file": str(html_file)})
        return
    click.echo(f"{html_file}: {made.title}{f', {made.figure}, {made.state}' if made.figure else ''}")


def _from_store(of: "Property", jackpot: str, table: str, store: str) -> "tuple[MeterReading | None, list[Won]]":
    """The meter's last amount and the last wins."""
    from pitbook.reports.postings.signage import MeterReading, Won
    from pitbook.room.jackpots.last_wins import last_wins

    name = jackpot or next((entry.id for entry in of.jackpots if table in entry.tables), "")
    with opened(store) as room:
        if name not in room.jackpots.names():
            return None, []
        newest = room.jackpots.transactions(name)[-1]
        shown = MeterReading(room.jackpots.book(name).shown, room.days.house().local(newest.at))
        wins = [Won(win.cents, win.hand, win.table, win.day) for win in last_wins(room.days, name)]
    return shown, wins
