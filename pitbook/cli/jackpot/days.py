"""``pitbook jackpot close``, ``report`` and ``house``: the gambling days of a room's jackpots."""

from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pitbook.cli.open_room import badge_option, opened, request_key, store_option
from pitbook.cli.output import GOLD, LOSE, QUIET, console, new_table, print_json, write_file
from pitbook.cli.params import DAY, WHOLE, as_json, file_option
from pitbook.errors import BadInput

if TYPE_CHECKING:
    from pitbook.reports.jackpot.view import Report

KINDS = ("close", "accrual", "hits", "adjustments", "terms", "bank", "funds", "exceptions")

WHOLE_WORDS = ("day", "time", "transactions", "hash")
"""Columns that never wrap in a narrow terminal."""


@click.command()
@click.option("--day", type=DAY, metavar="DAY", help="The gambling day; the oldest that is not closed if left out.")
@store_option
@badge_option
@as_json
def close(day: date | None, store: str | None, badge: str | None, as_json: bool) -> None:
    """Close a gambling day for every jackpot, after proving that it adds up.

    Each day is closed once, in order, days without play too, by a person of accounting.

    \b
    Examples:
      pitbook jackpot close --day 2026-11-15 --badge ann:...
      PITBOOK_BADGE=ann:... PITBOOK_PIN=... pitbook jackpot close --json
    """
    with opened(store) as room:
        person = room.person(badge)
        wanted = day or room.days.next_to_close()
        if wanted is None:
            raise BadInput("there is no jackpot yet: there is nothing to close")
        record = room.days.close(wanted, person, request_key())
        report = room.reports.report("close", wanted, wanted)
    if as_json:
        print_json(record)
        return
    click.echo(f"{wanted} is closed by {person.name}: every jackpot adds up, to the millionth.")
    _print_report(report)


@click.command()
@click.argument("kind", type=click.Choice(KINDS))
@click.option("--from", "first", type=DAY, metavar="DAY", help="The first gambling day; the last closed if left out.")
@click.option("--to", "last", type=DAY, metavar="DAY", help="The last gambling day; the first if left out.")
@click.option("--jackpot", default="", metavar="NAME", help="Only this jackpot.")
@store_option
@file_option("pdf", "Write it to print and to keep.")
@file_option("xlsx", "Write a spreadsheet.")
@file_option("csv", "Write comma-separated values.")
@click.option("--json", "json_file", metavar="[FILE]", is_flag=False, flag_value="-", help="Write or print it as JSON.")
def report(
    kind: str,
    first: date | None,
    last: date | None,
    jackpot: str,
    store: str | None,
    pdf_file: Path | None,
    xlsx_file: Path | None,
    csv_file: Path | None,
    json_file: str | None,
) -> None:
    """Make a report over gambling days, on the screen or to a file.

    \b
    close         every pool from opening to closing, and that it adds up
    accrual       contributions of each table, for the master games report
    hits          prizes of the period, and the last 25 of each level
    adjustments   manual acts: why, by which document, by whom
    terms         changes of seed, rates and maximum
    bank          the weekly deposit due, deposits, balances against what was owed
    funds         the prize-funds test
    exceptions    settings against the letter's advice; meters that ran dry

    \b
    Examples:
      pitbook jackpot report close --from 2026-11-15 --pdf close.pdf
      pitbook jackpot report accrual --from 2026-11-01 --to 2026-11-30 --xlsx accrual.xlsx
      pitbook jackpot report funds --json
    """
    with opened(store) as room:
        made = room.reports.report(kind, first, last, jackpot)
        files = {"pdf": pdf_file, "xlsx": xlsx_file, "csv": csv_file}
        if json_file is not None and json_file != "-":
            files["json"] = Path(json_file)
        written = [(path, form, room.reports.write(made, form)[1]) for form, path in files.items() if path is not None]
    for path, form, content in written:
        write_file(path, content)
        click.echo(f"{path}: {made.title} as {form.upper()}", err=json_file == "-")
    if json_file == "-":
        print_json(made.to_dict())
    elif not written:
        _print_report(made)


def _print_report(made: "Report") -> None:
    screen = console()
    screen.print(f"[{GOLD}]{made.title}[/]  [{QUIET}]{made.period}[/]  ", end="")
    screen.print(made.house.name, markup=False)
    for words in made.alerts:
        screen.print(words, style=LOSE, markup=False)
    for name, value in made.facts:
        screen.print(f"[{QUIET}]{name}:[/] ", end="")
        screen.print(value, markup=False)
    for table in made.tables:
        right = [column.name for column in table.columns if column.kind != "text"]
        feet = table.shown(table.total) if table.total is not None else ()
        if not table.rows:
            screen.print(f"[{GOLD}]{table.title}[/]: none", highlight=False)
            continue
        drawn = new_table(*(column.name for column in table.columns), title=table.title, right=right, feet=feet)
        for place, column in enumerate(table.columns):
            drawn.columns[place].no_wrap = column.kind != "text" or column.key in WHOLE_WORDS
        for row in table.rows:
            drawn.add_row(*(_plain(cell) for cell in table.shown(row)))
        screen.print(drawn)
        if table.note:
            screen.print(f"[{QUIET}]{table.note}[/]")


def _plain(words: str) -> Any:
    """Text that people typed, with Rich markup escaped."""
    from rich.text import Text

    return Text(words)


@click.command()
@click.argument("name", required=False)
@click.option("--zone", metavar="ZONE", help="The time zone, such as America/Los_Angeles.")
@click.option("--day-starts", type=WHOLE, metavar="HOUR", help="The hour at which a gambling day begins.")
@store_option
@badge_option
@as_json
def house(
    name: str | None, zone: str | None, day_starts: int | None, store: str | None, badge: str | None, as_json: bool
) -> None:
    """Show the name of the house and the start of its gambling day; or, as an administrator, set them.

    \b
    Examples:
      pitbook jackpot house
      pitbook jackpot house "Example Card Room" --zone America/Los_Angeles
    """
    from dataclasses import replace

    with opened(store) as room:
        found = room.days.house()
        if name is not None or zone is not None or day_starts is not None:
            found = replace(
                found,
                name=found.name if name is None else name,
                zone=found.zone if zone is None else zone,
                day_starts=found.day_starts if day_starts is None else day_starts,
            )
            room.days.set_house(found, room.person(badge), request_key())
    if as_json:
        print_json(found.to_dict())
        return
    click.echo(f"{found.name}: gambling days begin at {found.day_starts}:00, {found.zone}")
