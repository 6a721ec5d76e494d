"""``pitbook jackpot close``, ``report``, ``win-page``, ``tax-form`` and the prize account: the books of jackpots."""

from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pitbook.cli.open_room import Decorator, badge_option, opened, request_key, store_option
from pitbook.cli.output import GOLD, LOSE, QUIET, WHOLE, as_json, console, new_table, print_json
from pitbook.errors import BadInput, quoted

if TYPE_CHECKING:
    from pitbook.reports.jackpot.view import Report

KINDS = ("close", "accrual", "hits", "adjustments", "terms", "bank", "funds", "exceptions")


WHOLE_WORDS = ("day", "time", "transactions", "hash")
"""Columns that are not broken in a narrow terminal."""


class GamblingDay(click.ParamType[date]):
    """A day, as 2026-11-15."""

    name = "day"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> date:
        if isinstance(value, date):
            return value
        text = str(value)
        try:
            if len(text) != 10 or not text.isascii():
                raise ValueError
            return date.fromisoformat(text)
        except ValueError:
            self.fail(f"{quoted(text)} is no day: write 2026-11-15", param, ctx)


DAY = GamblingDay()


@click.command()
@click.option("--day", type=DAY, metavar="DAY", help="The gambling day; the oldest that is not closed if left out.")
@store_option
@badge_option
@as_json
def close(day: date | None, store: str | None, badge: str | None, as_json: bool) -> None:
    """Close a gambling day for every jackpot. It is proved first, and closed once; what does not add up is refused.

    Days are closed in order, those without play too, by somebody of accounting.

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
    _print(report)


def _file(form: str, words: str) -> Decorator:
    kind = click.Path(path_type=Path, dir_okay=False)
    return click.option(f"--{form}", f"{form}_file", metavar="FILE", type=kind, help=words)


@click.command()
@click.argument("kind", type=click.Choice(KINDS))
@click.option("--from", "first", type=DAY, metavar="DAY", help="The first gambling day; the last closed if left out.")
@click.option("--to", "last", type=DAY, metavar="DAY", help="The last gambling day; the first if left out.")
@click.option("--jackpot", default="", metavar="NAME", help="Only this jackpot.")
@store_option
@_file("pdf", "Write it to print and to keep.")
@_file("xlsx", "Write a spreadsheet.")
@_file("csv", "Write comma-separated values.")
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
    accrual       what each table brought, for the master games report
    hits          prizes of the period, and the last 25 of each level
    adjustments   what was done by hand: why, by which document, by whom
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
        _write(path, content)
        click.echo(f"{path}: {made.title} as {form.upper()}", err=json_file == "-")
    if json_file == "-":
        print_json(made.to_dict())
    elif not written:
        _print(made)


def _write(path: Path, content: bytes) -> None:
    try:
        path.write_bytes(content)
    except OSError as error:
        raise BadInput(f"{path} cannot be written: {(error.strerror or str(error)).lower()}") from None


def _print(made: "Report") -> None:
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
    """Words of a person's own are no markup."""
    from rich.text import Text

    return Text(words)


@click.command("win-page")
@click.argument("jackpot")
@click.argument("number", type=WHOLE)
@click.option("--player", default="", metavar="CARDS", help='The player\'s cards, such as "Ks Qs".')
@click.option("--dealer", default="", metavar="CARDS", help="The dealer's cards.")
@store_option
@_file("pdf", "Write the page here.")
@as_json
def win_page(
    jackpot: str, number: int, player: str, dealer: str, store: str | None, pdf_file: Path | None, as_json: bool
) -> None:
    """Print the page of a prize: NUMBER is its transaction in the ledger of JACKPOT.

    Cards that are not the hand which was recorded are refused.

    \b
    Examples:
      pitbook jackpot win-page royal 1042 --pdf win.pdf
      pitbook jackpot win-page royal 1042 --player "Ks Qs" --dealer "Kh Qh" --pdf win.pdf
    """
    if not 0 < number < 2**63:
        raise BadInput("a transaction has a number from 1 on")
    if pdf_file is None and not as_json:
        raise BadInput("say where the page goes: --pdf FILE, or --json for the facts")
    with opened(store) as room:
        from pitbook.reports.jackpot.win_page import record, write

        win = room.reports.win(jackpot, number, player, dealer)
        content = write(win) if pdf_file is not None else b""
    if pdf_file is not None:
        _write(pdf_file, content)
        click.echo(f"{pdf_file}: the win page of {jackpot} {number}", err=as_json)
    if as_json:
        print_json(record(win))


@click.command("tax-form")
@click.argument("jackpot")
@click.argument("numbers", type=WHOLE, nargs=-1, required=True)
@click.option(
    "--people",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    required=True,
    metavar="FILE",
    help="Who receives the winnings, as TOML.",
)
@store_option
@_file("pdf", "Write the form here.")
@as_json
def tax_form(
    jackpot: str, numbers: tuple[int, ...], people: Path, store: str | None, pdf_file: Path | None, as_json: bool
) -> None:
    """Fill in the tax form of a prize: 5754 for a shared win, 1042-S for a non-resident.

    NUMBERS are the transactions of one player's prizes in one round: identical wagers, which the law takes for one. The
    file has a [[person]] with name, address, tin, other_id and share (such as "1/2") for each winner, the one who is
    paid first. A person with a country, foreign_tin and born is a non-resident; then [payer] has ein and address.
    Nothing of the file is stored.

    \b
    Examples:
      pitbook jackpot tax-form royal 1042 --people examples/winners.toml --pdf 5754.pdf
      pitbook jackpot tax-form royal 1042 1043 --people examples/winners.toml --json
    """
    if any(not 0 < number < 2**63 for number in numbers):
        raise BadInput("a transaction has a number from 1 on")
    if pdf_file is None and not as_json:
        raise BadInput("say where the form goes: --pdf FILE, or --json for its fields")
    from pitbook.reports.jackpot import tax_forms

    form, persons, ein, address = tax_forms.read_people(people)
    with opened(store) as room:
        win = tax_forms.TaxedWin(tuple(room.reports.win(jackpot, number) for number in dict.fromkeys(numbers)))
    if form == "5754":
        statement = tax_forms.statement_5754(win, persons[0][0], tuple(persons))
    else:
        statement = tax_forms.statement_1042s(win, persons[0][0], ein, address)
    if pdf_file is not None:
        _write(pdf_file, tax_forms.write(win, statement))
        click.echo(f"{pdf_file}: form {form} for {win.slips}", err=as_json)
    if as_json:
        print_json(statement)


@click.command()
@click.argument("amount")
@click.option("--slip", required=True, metavar="WORDS", help="The deposit slip.")
@store_option
@badge_option
@as_json
def deposit(amount: str, slip: str, store: str | None, badge: str | None, as_json: bool) -> None:
    """Record a deposit of accrued funds to the prize account, which is due every week (WAC 230-15-455).

    \b
    Example:
      pitbook jackpot deposit 1240.50 --slip "slip 771"
    """
    from pitbook.money import parse_cents

    cents = parse_cents(amount)
    with opened(store) as room:
        funds = room.days.deposit(cents, slip, room.person(badge), request_key())
    _told(funds, as_json)


@click.command()
@click.argument("amount")
@click.option("--seen", type=click.Choice(["online", "statement"]), default="online", show_default=True)
@click.option("--document", required=True, metavar="WORDS", help="The statement, or the page that was seen.")
@store_option
@badge_option
@as_json
def balance(amount: str, seen: str, document: str, store: str | None, badge: str | None, as_json: bool) -> None:
    """Record what the prize account holds. Where it is short, every jackpot is suspended at once (WAC 230-15-455).

    \b
    Example:
      pitbook jackpot balance 61200 --document "page of 16 November"

    \b
    Exit code: 0 if the account holds what it must; 1 if it is short.
    """
    from pitbook.money import parse_cents

    cents = parse_cents(amount)
    with opened(store) as room:
        funds = room.days.balance(cents, seen, document, room.person(badge), request_key())
    _told(funds, as_json)
    if funds["must_stop"]:
        raise click.exceptions.Exit(1)


def _told(funds: dict[str, Any], as_json: bool) -> None:
    if as_json:
        print_json(funds)
        return
    from pitbook.jackpot.funds import dollars_up

    for words in funds["alerts"]:
        click.echo(words)
    click.echo(f"owed {dollars_up(funds['owed_micros'])}, required {dollars_up(funds['required_micros'])}")
    if funds["deposit_due_cents"]:
        click.echo(f"next deposit {dollars_up(funds['undeposited_micros'])}, due {funds['due_at']}")
    for name in funds.get("suspended", ()):
        click.echo(f"{name} is suspended")


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
    """Show what the house is called and when its gambling day begins; or set it, as an administrator.

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


COMMANDS = (close, report, win_page, tax_form, deposit, balance, house)
