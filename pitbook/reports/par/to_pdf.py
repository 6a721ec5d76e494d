"""Par sheets as a PDF in the form that a test lab receives, with the same sheets inside it as data.

The same sheets give the same bytes: the file is dated by the letter, not by the clock. It is PDF/A-3b, for archives.
"""

from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any, Final

from pitbook import __version__
from pitbook.exact.par import ParSheet
from pitbook.exact.record import record_to_keep
from pitbook.reports.par.view import HASHES, Entry, SheetView, title_of, view
from pitbook.reports.typeset import typeset

WIDE: Final = ("Pay table", "Rules", *HASHES)
LONGEST: Final = 44
"""Characters that fit on half the width of a page."""
NO_DATE: Final = date(2000, 1, 1)
"""The date of a document on a wager that no letter approves."""


def write(sheets: Sequence[ParSheet], dated: date | None = None) -> bytes:
    """The sheets one after the other; several of them under a table of contents."""
    day = dated or date_of(sheets)
    content = {"sheets": _content([view(sheet) for sheet in sheets], day)}
    records = {"records": [record_to_keep(sheet) for sheet in sheets]}
    return typeset(("pitbook.reports.par", "par.typ"), day, content, records)


def date_of(sheets: Iterable[ParSheet]) -> date:
    """The newest of the letters' dates."""
    dates = [sheet.game.letter.dated for sheet in sheets]
    return max((day for day in dates if day > date.min), default=NO_DATE)


def _content(views: Sequence[SheetView], day: date) -> dict[str, Any]:
    """The content that the template lays out."""
    several_games = len({shown.entry.game for shown in views}) > 1
    return {
        "title": title_of(views),
        "version": __version__,
        "date": [day.year, day.month, day.day],
        "contents": {
            "headings": ["Wager", "Pay table", "Decks", "House edge", "Hit frequency", "Deviation"],
            "rows": [_entry(shown.entry, several_games=several_games) for shown in views],
        },
        "sheets": [_sheet(shown) for shown in views],
    }


def _entry(entry: Entry, *, several_games: bool) -> list[str]:
    name = f"{entry.game}: {entry.wager}" if several_games else entry.wager
    return [name, entry.table, str(entry.decks), entry.house_edge, entry.hit_frequency, entry.deviation]


def _sheet(shown: SheetView) -> dict[str, Any]:
    return {
        "title": shown.title,
        "subtitle": shown.subtitle,
        "about": [
            {
                "name": fact.name,
                "value": fact.value,
                "wide": fact.name in WIDE or len(fact.value) > LONGEST,
                "mono": fact.name in HASHES,
            }
            for fact in shown.about
        ],
        "summary": [{"name": fact.name, "value": fact.value, "exact": fact.exact} for fact in shown.summary],
        "headings": shown.headings,
        "words": shown.words,
        "lines": [line.cells for line in shown.lines],
        "long": any(len(line.cells[0]) > LONGEST for line in shown.lines),
        "total": shown.total.cells,
        "check": shown.check,
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
                "words": block.words,
                "wide": block.wide,
            }
            for block in shown.blocks
        ],
        "assumptions": shown.assumptions,
    }
