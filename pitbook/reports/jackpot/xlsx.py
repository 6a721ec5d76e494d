"""Reports of the jackpots as a spreadsheet: one worksheet per table, figures as numbers, sums as live formulas."""

import io
import re
from datetime import UTC
from typing import Any, Final

from pitbook import __version__
from pitbook.jackpot.days import moment_of
from pitbook.reports.jackpot.view import Report, ReportTable, Value

LONGEST_NAME: Final = 31
WIDTHS: Final = {"text": 16, "count": 10, "money": 18}
WIDE: Final = {"time": 25, "why": 44, "words": 60, "document": 24, "people": 36, "before": 44, "after": 44, "level": 28,
               "cite": 44, "terms": 44, "what": 26, "hash": 20, "effect": 24}  # fmt: skip


def write(report: Report) -> bytes:
    """The workbook."""
    import xlsxwriter

    made = io.BytesIO()
    with xlsxwriter.Workbook(made, {"in_memory": True}) as book:
        created = moment_of(report.made_at).astimezone(UTC).replace(tzinfo=None, microsecond=0)
        book.set_properties({"title": report.title, "author": f"Pitbook {__version__}", "created": created})
        styles = _Styles(book)
        _front(book.add_worksheet("Report"), styles, report)
        taken = {"report", "history"}
        for table in report.tables:
            name = _name(table.title, taken)
            _page(book.add_worksheet(name), styles, report, table)
    return made.getvalue()


class _Styles:
    """The cell formats, made once per workbook."""

    def __init__(self, book: Any) -> None:
        def style(**more: Any) -> Any:
            return book.add_format({"font_name": "Calibri", "font_size": 10, "valign": "top"} | more)

        quiet, wash = "#5B6673", "#F3F1EA"
        self.title = style(bold=True, font_size=16)
        self.subtitle = style(font_size=11, font_color=quiet)
        self.name = style(font_color=quiet)
        self.alert = style(bold=True, font_color="#A33A2C")
        self.head = {True: style(bold=True, bottom=1, align="right"), False: style(bold=True, bottom=1)}
        cells: dict[tuple[str, bool, int], Any] = {}
        for marked in (False, True):
            more = {"bold": True, "bg_color": wash} if marked else {}
            cells["text", marked, 0] = style(text_wrap=True, **more)
            cells["count", marked, 0] = style(num_format="#,##0", **more)
            for places in (2, 6):
                cells["money", marked, places] = style(num_format=f"#,##0.{'0' * places}", **more)
        self.cells = cells


def _name(title: str, taken: set[str]) -> str:
    """Short, without the characters that a worksheet's name may not have, and different from the others."""
    plain = re.sub(r"[\[\]:*?/\\'\x00-\x1f]", " ", title)
    name, number = plain[:LONGEST_NAME].strip() or "Table", 1
    while name.lower() in taken:
        number += 1
        tail = f" ({number})"
        name = plain[: LONGEST_NAME - len(tail)].strip() + tail
    taken.add(name.lower())
    return name


def _front(page: Any, styles: _Styles, report: Report) -> None:
    page.hide_gridlines(2)
    page.set_column(0, 0, 34)
    page.set_column(1, 1, 60)
    page.write_string(0, 0, report.title, styles.title)
    page.write_string(1, 0, f"{report.house.name}, {report.period}", styles.subtitle)
    row = 3
    for words in report.alerts:
        page.write_string(row, 0, words, styles.alert)
        row += 1
    made = ("Made", f"{report.house.local(report.made_at)}, Pitbook {__version__}")
    for name, value in (*report.facts, made):
        page.write_string(row, 0, name, styles.name)
        page.write_string(row, 1, value, styles.cells["text", False, 0])
        row += 1


def _page(page: Any, styles: _Styles, report: Report, table: ReportTable) -> None:
    page.hide_gridlines(2)
    page.set_landscape()
    page.fit_to_pages(1, 0)
    page.write_string(0, 0, table.title, styles.title)
    page.write_string(1, 0, f"{report.house.name}, {report.period}", styles.subtitle)
    for place, column in enumerate(table.columns):
        page.set_column(place, place, WIDE.get(column.key if column.kind == "text" else "", WIDTHS[column.kind]))
        page.write_string(3, place, column.name, styles.head[column.kind != "text"])
    page.freeze_panes(4, 0)
    for at, row in enumerate(table.rows, 4):
        for place, value in enumerate(row):
            _cell(page, at, place, value, _style(styles, table, place, at - 4 in table.marked))
    end = 4 + len(table.rows)
    if table.total is not None and table.rows:
        for place, value in enumerate(table.total):
            style = _style(styles, table, place, True)
            if isinstance(value, int):
                letter = _letter(place)
                shown = value / 10**6 if table.columns[place].kind == "money" else value
                page.write_formula(end, place, f"=SUM({letter}5:{letter}{end})", style, shown)
            else:
                page.write_string(end, place, value or "", style)
        end += 1
    if table.rows:
        page.autofilter(3, 0, 3 + len(table.rows), len(table.columns) - 1)
    else:
        page.write_string(4, 0, "none", styles.name)
    if table.note:
        page.write_string(end + 1, 0, table.note, styles.name)


def _style(styles: _Styles, table: ReportTable, place: int, marked: bool) -> Any:
    kind = table.columns[place].kind
    return styles.cells[kind, marked, table.places(place) if kind == "money" else 0]


def _cell(page: Any, row: int, place: int, value: Value, style: Any) -> None:
    if value is None:
        page.write_blank(row, place, None, style)
    elif isinstance(value, str):
        page.write_string(row, place, value, style)
    elif ".0" in style.num_format:
        page.write_number(row, place, value / 10**6, style)
    else:
        page.write_number(row, place, value, style)


def _letter(place: int) -> str:
    return chr(ord("A") + place)
