"""The parts of every worksheet: cell formats, title block, small tables, assumptions."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from pitbook.exact.record import ratio
from pitbook.reports.par.view import Block, SheetView


@dataclass(frozen=True, slots=True)
class Places:
    """The cells of a worksheet's main figures, for the summary to point at; empty where there is none."""

    name: str
    edge: str
    hits: str
    deviation: str


class Styles:
    """The cell formats, made once per workbook."""

    def __init__(self, book: Any) -> None:
        def style(**more: Any) -> Any:
            return book.add_format({"font_name": "Calibri", "font_size": 10, "valign": "vcenter"} | more)

        gold, quiet, wash = "#A87B24", "#5B6673", "#F3F1EA"
        chance, returned = "0.000000000000", "0.0000000000"
        self.title = style(bold=True, font_size=16)
        self.subtitle = style(font_size=11, font_color=quiet)
        self.heading = style(bold=True, font_color=gold, bottom=1, bottom_color="#C9CFD6")
        self.name = style(font_color=quiet)
        self.exact = style(font_color=quiet, indent=1)
        self.text = style()
        self.right = style(align="right")
        self.marked = style(bold=True, bg_color=wash)
        self.head = style(bold=True, bottom=1)
        self.head_right = style(bold=True, bottom=1, align="right")
        self.count = style(num_format="#,##0")
        self.net = style(num_format="#,##0.000000")
        self.chance = style(num_format=chance)
        self.one_in = style(num_format="#,##0.0", align="right")
        self.returned = style(num_format=returned)
        self.percent = style(num_format="0.0000%", bold=True, align="left")
        self.percent_right = style(num_format="0.0000%", align="right")
        self.figure = style(num_format="#,##0.0000", bold=True, align="left")
        self.figure_right = style(num_format="#,##0.0000", align="right")
        self.dollars = style(num_format="$#,##0.000000", bold=True, align="left")
        self.given = style(num_format="$#,##0.00", font_color="#1F4E9E", bg_color=wash, align="left")
        self.total = style(bold=True, top=1)
        self.total_count = style(bold=True, top=1, num_format="#,##0")
        self.total_chance = style(bold=True, top=1, num_format=chance)
        self.total_returned = style(bold=True, top=1, num_format=returned)
        self._style, self._like = style, dict[tuple[str, bool], Any]()
        self._marked = {"bold": True, "bg_color": wash}

    def like(self, shown: str, marked: bool = False) -> Any:
        """The cell format of a figure with the decimals, the percent sign and the plus sign of this text."""
        decimals = len(shown.rstrip("%").partition(".")[2])
        digits = "#,##0" + (f".{'0' * decimals}" if decimals else "") + ("%" if shown.endswith("%") else "")
        pattern = f"+{digits};-{digits};{digits}" if shown.startswith("+") else digits
        if (pattern, marked) not in self._like:
            more = self._marked if marked else {}
            self._like[pattern, marked] = self._style(num_format=pattern, align="right", **more)
        return self._like[pattern, marked]


class Worksheet(ABC):
    """A page of the workbook, which is written from top to bottom."""

    @abstractmethod
    def write(self) -> Places:
        """Writes it, and says where its main figures are."""

    def __init__(self, book: Any, styles: Styles, shown: SheetView, name: str, widths: Sequence[int]) -> None:
        self.book, self.styles, self.shown, self.name = book, styles, shown, name
        self.across = len(widths)
        """The number of columns that headings span."""
        self.row = 0
        """The next free row, counted from 0."""
        self.page = book.add_worksheet(name)
        self.page.hide_gridlines(2)
        self.page.set_landscape()
        self.page.fit_to_pages(1, 0)
        for column, width in enumerate(widths):
            self.page.set_column(column, column, width)

    def open(self) -> None:
        """The title and the title block."""
        self.page.write_string(0, 0, self.shown.title, self.styles.title)
        self.page.write_string(1, 0, self.shown.subtitle, self.styles.subtitle)
        self.row = 3
        for fact in self.shown.about:
            self.page.write_string(self.row, 0, fact.name, self.styles.name)
            self.page.write_string(self.row, 1, fact.value, self.styles.text)
            self.row += 1

    def heading(self, at: int, words: str) -> None:
        self.page.write_string(at, 0, words, self.styles.heading)
        for place in range(1, self.across):
            self.page.write_blank(at, place, None, self.styles.heading)

    def figure(self, name: str, formula: str, style: Any, value: Fraction | float | None, without: str = "") -> None:
        self.page.write_string(self.row, 0, name, self.styles.name)
        self.page.write_formula(self.row, 1, formula, style, without if value is None else float(value))
        if isinstance(value, Fraction):
            self.page.write_string(self.row, 2, f"exactly {ratio(value)}", self.styles.name)
        self.row += 1

    def close(self) -> None:
        """The small tables and the assumptions."""
        for block in self.shown.blocks:
            self._block(block)
        self.heading(self.row, "Assumptions")
        for number, sentence in enumerate(self.shown.assumptions, 1):
            self.row += 1
            self.page.write_string(self.row, 0, f"{number}. {sentence}", self.styles.text)

    def _block(self, block: Block) -> None:
        page, styles = self.page, self.styles
        self.heading(self.row, block.title)
        for place, head in enumerate(block.headings):
            page.write_string(self.row + 1, place, head, styles.head if place < block.words else styles.head_right)
        self.row += 2
        for at, cells in enumerate(block.rows):
            for place, cell in enumerate(cells):
                page.write_string(self.row, place, cell, styles.text if place < block.words else styles.right)
            if at == block.marked:
                page.write_string(self.row, 0, cells[0], styles.marked)
            self._numbers(cells, block.numbers[at] if block.numbers else (), at == block.marked)
            self.row += 1
        if block.note:
            page.write_string(self.row, 0, block.note, styles.name)
            self.row += 1
        self.row += 1

    def _numbers(self, cells: Sequence[str], values: Sequence[Fraction | float | None], marked: bool) -> None:
        """Figures in the last cells of a row, shown with the digits that the cells show."""
        for place, value in enumerate(values, len(cells) - len(values)):
            if value is not None:
                self.page.write_number(self.row, place, float(value), self.styles.like(cells[place], marked))
