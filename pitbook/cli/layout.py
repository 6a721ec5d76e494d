"""``pitbook layout``: a table's felt, drawn true to scale for a printer."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from pitbook.cli.output import print_json, write_file
from pitbook.cli.params import (
    WHOLE,
    TableSetup,
    as_json,
    file_option,
    game_named,
    property_of,
    table_options,
)
from pitbook.errors import BadInput

if TYPE_CHECKING:
    from pitbook.reports.felt.svg import Drawing
    from pitbook.table.config import TableConfig


@click.command()
@click.argument("game", required=False)
@click.option("--seats", type=WHOLE, help="How many seats; as many as the letter allows if left out.")
@table_options("Offer only these wagers, once for each.")
@file_option("property", "Take the table from a property's file.")
@click.option("--id", "table_id", metavar="ID", help="Which table of the property.")
@file_option("svg", "Write the drawing as SVG.")
@file_option("pdf", "Write it as a PDF of one page at true size.")
@as_json
def layout(
    game: str | None,
    seats: int | None,
    setup: TableSetup,
    property_file: Path | None,
    table_id: str | None,
    svg_file: Path | None,
    pdf_file: Path | None,
    as_json: bool,
) -> None:
    """Draw the felt of a table in millimetres, with its spots, legends and pay tables as configured.

    Letters are outlines. Layers are named: felt with bleed, ornament, spots, sensors, legends, pay tables; guides and
    the cut line have layers of their own, which are not printed. A ruler shows the scale.

    \b
    Examples:
      pitbook layout royal-match-21 --seats 7 --table royal-match=RM-08 --svg felt.svg
      pitbook layout million-dollar-match-the-dealer --table super-bonus=6-E --pdf felt.pdf
      pitbook layout --property examples/property.toml --id royal-1 --pdf felt.pdf
    """
    from pitbook.games.options_read import options_line
    from pitbook.reports.felt import pdf as layout_pdf
    from pitbook.reports.felt.drawing import draw_felt

    if svg_file is None and pdf_file is None:
        raise BadInput("say where the drawing goes: --svg FILE, --pdf FILE, or both")
    note = ""
    if property_file is not None:
        given = [name for name, value in (("GAME", game), ("--seats", seats), ("--decks", setup.decks),
                 ("--table", setup.tables), ("--option", setup.options), ("--rule", setup.rules),
                 ("--wager", setup.wagers)) if value]  # fmt: skip
        if given:
            raise BadInput(f"--property says how the table is set up: leave out {', '.join(given)}")
        config, note = _of_property(property_file, table_id)
    elif game is None or table_id is not None:
        raise BadInput("name the game, or a table of a property: --property FILE --id ID")
    else:
        config = setup.config(game_named(game), "felt", seats)
    drawing = draw_felt(config, note)
    written = [path for path in (svg_file, pdf_file) if path is not None]
    for path in written:
        content = (
            drawing.svg().encode() if path is svg_file else layout_pdf.write(drawing, config.game.letter.day_printed)
        )
        write_file(path, content)
    if as_json:
        print_json(_record(drawing, config, written))
        return
    for path in written:
        click.echo(f"{path}: {drawing.title}, {drawing.width:.0f} x {drawing.height:.0f} mm with its margin")
    click.echo(options_line(config.options_read("felt")))


def _record(drawing: "Drawing", config: "TableConfig", written: list[Path]) -> dict[str, object]:
    from pitbook.reports.felt.drawing import BLEED, DEEP, WIDE

    return {
        "name": config.name,
        "game": config.game.slug,
        "seats": config.seats,
        "options": config.options_read("felt"),
        "felt_mm": [WIDE, DEEP],
        "sheet_mm": [drawing.width, drawing.height],
        "bleed_mm": BLEED,
        "layers": {layer.id: layer.title for layer in drawing.layers},
        "things": {each.name: [[round(x, 2), round(y, 2)] for x, y in each.points] for each in drawing.footprints},
        "files": [str(path) for path in written],
    }


def _of_property(file: Path, table_id: str | None) -> "tuple[TableConfig, str]":
    from pitbook.compliance.property import posted_hash
    from pitbook.compliance.tables import config_of
    from pitbook.games.model import listed

    of = property_of(file)
    known = listed(entry.id for entry in of.tables) or "none"
    entry = next((entry for entry in of.tables if entry.id == table_id), None)
    if entry is None:
        raise BadInput(f"--id names a table of the property: it has {known}")
    return config_of(entry), f"{of.name}, table {entry.id}. Configuration {posted_hash(of, entry.id)}."
