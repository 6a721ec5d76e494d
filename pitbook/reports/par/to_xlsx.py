"""Par sheets as a spreadsheet: one worksheet a sheet, with live formulas, after a summary of all.

Each formula is written with its value, so that a viewer that does not compute shows it too. The same sheets give the
same bytes.
"""

import io
import re
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, Final

from pitbook import __version__
from pitbook.exact.par import ParSheet
from pitbook.reports.family import family_of
from pitbook.reports.par.to_pdf import date_of
from pitbook.reports.par.view import View, view
from pitbook.reports.par.xlsx_frame import Places, Styles, Worksheet
from pitbook.reports.par.xlsx_page import NEEDS_METER, Page

LONGEST_NAME: Final = 31
SUMMARY: Final = "Summary"


def write(sheets: Sequence[ParSheet]) -> bytes:
    """The workbook."""
    import xlsxwriter

    made = io.BytesIO()
    day = date_of(sheets)
    with xlsxwriter.Workbook(made, {"in_memory": True}) as book:
        created = datetime(day.year, day.month, day.day, tzinfo=UTC).replace(tzinfo=None)
        book.set_properties({"title": "Par sheets", "author": f"Pitbook {__version__}", "created": created})
        styles = Styles(book)
        front = book.add_worksheet(SUMMARY)
        views = [view(sheet) for sheet in sheets]
        names = worksheet_names(views)
        pages = [_page(book, styles, *each) for each in zip(views, sheets, names, strict=True)]
        _summary(front, styles, sheets, pages, [page.write() for page in pages])
    return made.getvalue()


def _page(book: Any, styles: Styles, shown: View, sheet: ParSheet, name: str) -> Worksheet:
    own = None if sheet.detail is None else family_of(sheet.game).par_page(book, styles, shown, sheet, name)
    return own or Page(book, styles, shown, sheet, name)


def worksheet_names(views: Sequence[View]) -> list[str]:
    """Short, without the characters that a worksheet's name may not have, and all different in any case."""
    taken = {SUMMARY.lower(), "history"}
    names = []
    for shown in views:
        plain = re.sub(r"[\[\]:*?/\\'\x00-\x1f]", "_", f"{shown.short} {shown.entry.decks}d")
        name, number = plain[:LONGEST_NAME].strip(), 1
        while name.lower() in taken:
            number += 1
            tail = f" ({number})"
            name = plain[: LONGEST_NAME - len(tail)].strip() + tail
        taken.add(name.lower())
        names.append(name)
    return names


def _summary(
    page: Any,
    styles: Styles,
    sheets: Sequence[ParSheet],
    pages: Sequence[Worksheet],
    places: Sequence[Places],
) -> None:
    """One line a sheet, its figures taken from its own worksheet."""
    page.hide_gridlines(2)
    page.set_landscape()
    page.fit_to_pages(1, 0)
    page.set_column(0, 1, 32)
    page.set_column(2, 6, 15)
    page.set_column(7, 7, 3)
    page.set_column(8, 8, 34)
    page.write_string(0, 0, "Par sheets", styles.title)
    words = f"Pitbook {__version__}. Figures are for each unit wagered, one player, without envy."
    page.write_string(1, 0, words, styles.subtitle)
    heads = ("Game", "Wager", "Pay table", "Decks", "House edge", "Hit frequency", "Deviation", "", "Worksheet")
    for place, head in enumerate(heads):
        page.write_string(3, place, head, styles.head_right if 3 <= place <= 6 else styles.head)
    page.freeze_panes(4, 0)
    for at, (sheet, own, its) in enumerate(zip(sheets, pages, places, strict=True), 4):
        entry = own.shown.entry
        page.write_string(at, 0, entry.game, styles.text)
        page.write_string(at, 1, entry.wager, styles.text)
        page.write_string(at, 2, entry.table, styles.text)
        page.write_number(at, 3, sheet.decks, styles.count)
        for column, cell, style, value, without in (
            (4, its.edge, styles.percent_right, sheet.house_edge, NEEDS_METER),
            (5, its.hits, styles.percent_right, sheet.hit_frequency, ""),
            (6, its.deviation, styles.figure_right, sheet.standard_deviation, ""),
        ):
            if cell:
                cached = without if value is None else float(value)
                page.write_formula(at, column, f"='{its.name}'!{cell}", style, cached)
        page.write_url(at, 8, f"internal:'{its.name}'!A1", string=its.name)
    page.autofilter(3, 0, 3 + len(sheets), 8)
