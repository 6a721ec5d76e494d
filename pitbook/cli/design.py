"""``pitbook design``: pay tables with whole-number pays that come closest to a wanted house edge."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from pitbook.cli.output import GOLD, QUIET, console, new_table, print_json
from pitbook.cli.params import WHOLE, as_json, decks_option, meter_option, pairs
from pitbook.errors import BadInput

if TYPE_CHECKING:
    from rich.table import Table

    from pitbook.exact.design import Design
    from pitbook.exact.propose import ProposedTable

_COLUMNS = 5
"""The number of tables shown side by side."""


@click.command()
@click.argument("wager", nargs=-1, required=True, metavar="[GAME] WAGER")
@decks_option
@click.option("--edge", required=True, metavar="A..B%", help="The house edge you want.")
@click.option("--target-edge", metavar="C%", help="The target within that range; the middle if left out.")
@click.option("--hit", metavar="A..B%", help="The hit frequency you want.")
@click.option("--sd", metavar="A..B", help="The standard deviation you want, per unit wagered.")
@click.option(
    "--pay",
    "pays",
    multiple=True,
    metavar="OUTCOME=A..B[:STEP]",
    help="The pays to try for a line; 0 leaves it unpaid. Round numbers around the printed pays if left out.",
)
@click.option("--table", default="", metavar="ID", help="The pay table to start from: its id, or a TOML file.")
@click.option("--hold", is_flag=True, help="Vary only the lines named with --pay.")
@click.option("--any-order", is_flag=True, help="Let a rarer hand pay less than a commoner one.")
@meter_option
@click.option("--top", type=WHOLE, default=5, show_default=True, help="How many tables to print.")
@as_json
def design(
    wager: tuple[str, ...],
    decks: int | None,
    edge: str,
    target_edge: str | None,
    hit: str | None,
    sd: str | None,
    pays: tuple[str, ...],
    table: str,
    hold: bool,
    any_order: bool,
    meter: str | None,
    top: int,
    as_json: bool,
) -> None:
    """Find pay tables in a range of house edges, closest to the target first, every figure exact.

    WAGER is a wager of the rulebook, or a Python file with one of your own, which is run. In every table found a
    line pays at least as much as each line below it. A table found here is a proposal: no letter approves it.

    \b
    Examples:
      pitbook design match-n-poker --decks 6 --edge 4..6%
      pitbook design royal-match --decks 6 --edge 4..6% --pay royal_match=50..100 --sd 3..5
      pitbook design royal-match-21 royal-match --decks 8 --edge 3..7% --target-edge 4.5% --hit 20..30%
      pitbook design examples/total_21.py --decks 6 --edge 4..6% --hold --pay suited_21=10..20
    """
    from pitbook.exact.design import design as find_tables

    if len(wager) > 2:
        raise BadInput(f"{len(wager)} names were given: name a wager, or a game and a wager")
    done = find_tables(
        *wager,
        edge=edge,
        decks=decks,
        target_edge=target_edge,
        hit=hit,
        sd=sd,
        pays=pairs(pays, "--pay"),
        table=table,
        hold=hold,
        any_order=any_order,
        meter=meter,
        top=top,
    )
    if as_json:
        print_json(done.to_dict())
    else:
        _print(done)


def _print(done: "Design") -> None:
    from rich.text import Text

    from pitbook.exact.design import difference
    from pitbook.exact.figures import percent

    screen, edge, searched, found = console(), done.edge, done.proposals, done.proposals.found
    shoe = f"{done.decks} deck{'s' if done.decks > 1 else ''}"
    wanted = f"{percent(edge.low, 2)} to {percent(edge.high, 2)}, target {percent(edge.target, 2)}"
    screen.print(Text.assemble((done.wager.name, GOLD), (f"  {shoe}, house edge {wanted}", "bold")))
    for first in range(0, len(found), _COLUMNS):
        screen.print(_side_by_side(done, found[first : first + _COLUMNS], first + 1))
    for number, each in enumerate(found, 1):
        exact = each.figures.house_edge
        words = f"{difference(each)}; edge {exact.numerator:,}/{exact.denominator:,}"
        screen.print(Text.assemble((f"  {number}  ", "bold"), words), soft_wrap=True)
    notes = [f"{searched.tables:,} tables searched in {done.seconds:.2f} s, {searched.priced:,} priced one by one."]
    if not found:
        low, high = (percent(each, 2) for each in searched.edges)
        notes.insert(0, f"None of the tables in these ranges fits; their house edge runs from {low} to {high}.")
    if held := [line.label for line in done.start.lines if line.outcome not in searched.ranges]:
        notes.append(f"Held as in table {done.start.id}: {', '.join(held)}. With --pay OUTCOME=A..B a line varies.")
    notes.append("A table found here is a proposal: no letter approves it.")
    for note in notes:
        screen.print(Text(f"  {note}", QUIET), soft_wrap=True)


def _side_by_side(done: "Design", found: "Sequence[ProposedTable]", first: int) -> "Table":
    """The lines as rows; the table it starts from, then the tables found."""
    from rich.text import Text

    from pitbook.exact.design import SHOWN, shown_pay

    start = f"table {done.start.id}"
    names = [str(place) for place in range(first, first + len(found))]
    table = new_table("outcome", start, *names, right=(start, *names))
    for line in done.start.lines:
        pays = [shown_pay(each.table, line.outcome) for each in found]
        cells = [Text(pay, "" if pay == str(line.pay) else "bold") for pay in pays]
        table.add_row(Text(line.label), str(line.pay), *cells)
    table.add_section()
    for label, shown in SHOWN.items():
        table.add_row(label, shown(done.before), *(shown(each.figures) for each in found))
    table.add_row("Distance", "", *(f"{each.distance:.4f}" for each in found))
    return table
