"""Par sheets as a PDF in the form that a test lab receives, with the same sheets inside it as data.

The same sheets give the same bytes: the file is dated by the letter, not by the clock. It is PDF/A-3b, made to be kept.
"""

import json
from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime
from importlib.resources import files
from typing import Any, Final

from pitbook import __version__
from pitbook.errors import BadInput
from pitbook.exact.figures import number, percent
from pitbook.exact.par import ParSheet
from pitbook.reports.par_view import HEADINGS, View, check_text, title_of, view

STANDARD: Final = "a-3b"
WIDE: Final = ("Pay table", "Inputs")
LONGEST: Final = 44
"""Letters that stand on half the width of a page."""
NO_DATE: Final = date(2000, 1, 1)
"""For a wager that no letter approves."""


def write(sheets: Sequence[ParSheet], dated: date | None = None) -> bytes:
    """The sheets one after the other; several of them under a table of contents."""
    try:
        import typst
    except ImportError:
        raise BadInput("a PDF needs typst: install the extra with pip install 'pitbook[print]'") from None
    day = dated or date_of(sheets)
    content = json.dumps(_content(sheets, day), ensure_ascii=False)
    records = json.dumps([sheet.to_dict() for sheet in sheets], ensure_ascii=False, indent=1)
    made = typst.compile(
        files("pitbook.reports").joinpath("par.typ").read_bytes(),
        format="pdf",
        ignore_system_fonts=True,
        sys_inputs={"sheets": content, "records": records},
        pdf_standards=STANDARD,
        timestamp=datetime(day.year, day.month, day.day, tzinfo=UTC),
    )
    if not isinstance(made, bytes):
        raise TypeError("typst gave no PDF")
    return made


def date_of(sheets: Iterable[ParSheet]) -> date:
    """The newest of the letters' dates."""
    dates = [sheet.game.letter.dated for sheet in sheets]
    return max((day for day in dates if day > date.min), default=NO_DATE)


def _content(sheets: Sequence[ParSheet], day: date) -> dict[str, Any]:
    """What the template lays out."""
    several_games = len({sheet.game.slug for sheet in sheets}) > 1
    return {
        "title": title_of(sheets),
        "version": __version__,
        "date": [day.year, day.month, day.day],
        "contents": {
            "headings": ["Wager", "Pay table", "Decks", "House edge", "Hit frequency", "Deviation"],
            "rows": [_entry(sheet, several_games=several_games) for sheet in sheets],
        },
        "sheets": [_sheet(sheet, view(sheet)) for sheet in sheets],
    }


def _entry(sheet: ParSheet, *, several_games: bool) -> list[str]:
    name = f"{sheet.game.name}: {sheet.wager.name}" if several_games else sheet.wager.name
    return [
        name,
        sheet.table.id,
        str(sheet.decks),
        percent(sheet.house_edge),
        percent(sheet.hit_frequency, 3),
        number(sheet.standard_deviation),
    ]


def _sheet(sheet: ParSheet, shown: View) -> dict[str, Any]:
    return {
        "title": shown.title,
        "subtitle": shown.subtitle,
        "about": [
            {
                "name": fact.name,
                "value": fact.value,
                "wide": fact.name in WIDE or len(fact.value) > LONGEST,
                "mono": fact.name == "Inputs",
            }
            for fact in shown.about
        ],
        "summary": [{"name": fact.name, "value": fact.value, "exact": fact.exact} for fact in shown.summary],
        "headings": HEADINGS,
        "lines": [line.cells() for line in shown.lines],
        "long": any(len(line.event) > LONGEST for line in shown.lines),
        "total": shown.total.cells(),
        "check": check_text(sheet),
        "chart": {
            "title": shown.chart.title,
            "note": shown.chart.note,
            "bars": [{"label": bar.label, "text": bar.text, "share": float(bar.value)} for bar in shown.chart.bars],
        },
        "blocks": [
            {
                "title": block.title,
                "headings": block.headings,
                "rows": block.rows,
                "marked": block.marked,
                "note": block.note,
            }
            for block in shown.blocks
        ],
        "assumptions": shown.assumptions,
    }
