"""``pitbook postings``: what must be posted at a table, as placards and web pages."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from pitbook.cli.output import GOLD, QUIET, cannot_write, console, new_table, print_item, print_json
from pitbook.cli.params import as_json, property_of

if TYPE_CHECKING:
    from pitbook.reports.postings.notices import Postings

_FOLDER = click.Path(path_type=Path, file_okay=False)


@click.command()
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@click.option("--table", "table_id", metavar="ID", help="The table; every table of the property if left out.")
@click.option("--pdf", "pdf_folder", metavar="DIR", type=_FOLDER, help="Write a PDF placard for each notice.")
@click.option("--html", "html_folder", metavar="DIR", type=_FOLDER, help="Write a web page for each notice.")
@as_json
def postings(
    file: Path, table_id: str | None, pdf_folder: Path | None, html_folder: Path | None, as_json: bool
) -> None:
    """Make what must be posted at a table from the property's configuration.

    Rules of play in plain words, pay tables, limits, the jackpot's notice or a house jackpot's disclosures, and what
    to do in a dispute. Each notice has the hash of the table's configuration and a number, the hash's first digits.
    Write the number as the table's postings in FILE once the notices are up. If it differs from the number of the
    current configuration, pitbook comply reports the notices as stale.

    \b
    Examples:
      pitbook postings examples/property.toml --table royal-1
      pitbook postings examples/property.toml --pdf placards --html pages
    """
    from pitbook.reports.postings import notices as made

    of = property_of(file)
    tables = [table_id] if table_id is not None else [entry.id for entry in of.tables]
    sets = [made.postings(of, table) for table in tables]
    written = [path for each in sets for path in _write(each, pdf_folder, html_folder)]
    if as_json:
        print_json([_record(each) for each in sets])
        return
    for path in written:
        click.echo(str(path))
    if not written:
        for each in sets:
            _print(each)


def _write(posted: "Postings", pdf_folder: Path | None, html_folder: Path | None) -> list[Path]:
    from pitbook.reports.postings import html_pages as postings_html
    from pitbook.reports.postings import pdf as postings_pdf

    written = []
    for folder, ending in ((pdf_folder, "pdf"), (html_folder, "html")):
        if folder is None:
            continue
        for placard in posted.placards:
            path = folder / postings_html.file_name(posted, placard, ending)
            content = postings_pdf.write(posted, placard) if ending == "pdf" else postings_html.write(posted, placard)
            try:
                folder.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content)
            except OSError as error:
                raise cannot_write(path, error) from None
            written.append(path)
    return written


def _record(posted: "Postings") -> dict[str, object]:
    from dataclasses import asdict

    return asdict(posted) | {"dated": posted.dated.isoformat(), "number": posted.number}


def _print(posted: "Postings") -> None:
    screen = console()
    for placard in posted.placards:
        screen.print(f"[{GOLD}]{placard.title}[/]  [{QUIET}]{posted.game}, table {posted.table}[/]")
        for block in placard.blocks:
            if block.heading:
                screen.print(f"\n[bold]{block.heading}[/]")
            if block.big:
                screen.print(f"[{GOLD}]{block.big}[/]")
            for place, words in enumerate(block.words, 1):
                print_item(screen, f"{place:>2}. " if block.numbered else "  ", words)
            if block.rows:
                table = new_table(*block.headings, right=block.headings[1:])
                for row in block.rows:
                    table.add_row(*row)
                screen.print(table)
            if block.note:
                screen.print(f"[{QUIET}]{block.note}[/]")
        screen.print()
    screen.print(f"Notice number {posted.number}  [{QUIET}]configuration of the table {posted.hash}[/]", soft_wrap=True)
