"""``pitbook jackpot win-page`` and ``tax-form``: the papers of a prize."""

from pathlib import Path

import click

from pitbook.cli.open_room import opened, store_option
from pitbook.cli.output import print_json, write_file
from pitbook.cli.params import WHOLE, as_json, file_option
from pitbook.errors import BadInput


@click.command("win-page")
@click.argument("jackpot")
@click.argument("number", type=WHOLE)
@click.option("--player", default="", metavar="CARDS", help='The player\'s cards, such as "Ks Qs".')
@click.option("--dealer", default="", metavar="CARDS", help="The dealer's cards.")
@store_option
@file_option("pdf", "Write the page here.")
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
        write_file(pdf_file, content)
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
@file_option("pdf", "Write the form here.")
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
        write_file(pdf_file, tax_forms.write(win, statement))
        click.echo(f"{pdf_file}: form {form} for {win.slips}", err=as_json)
    if as_json:
        print_json(statement)
