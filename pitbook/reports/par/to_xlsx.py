"""Par sheets as a spreadsheet: one worksheet per sheet, with live formulas, after a summary of all.

Each formula is written with its value, so that a viewer that does not compute shows it too. The same sheets give the
same bytes.
"""

import io
import re
from collections.abc import Sequence
from datetime import UTC, datetime
from fractions import Fraction
from typing import Any, Final

from pitbook import __version__
from pitbook.exact.par import VOLATILITY_AT_90, OutcomeRow, ParSheet
from pitbook.exact.record import has_meter, ratio
from pitbook.pay import Amount, MeterShare, Odds, Pay, Prize
from pitbook.reports.family import family_of
from pitbook.reports.par.to_pdf import date_of
from pitbook.reports.par.view import SheetView, view
from pitbook.reports.par.xlsx_frame import Places, Styles, Worksheet

LONGEST_NAME: Final = 31
SUMMARY: Final = "Summary"
EVENT, PAYS, NET, COUNT, CHANCE, ONE_IN, RETURN, WINS, EXACT_CHANCE, EXACT_RETURN, EXACT_COUNT = range(11)
WIDTHS: Final = (40, 26, 24, 23, 17, 17, 15, 7, 34, 34, 30)
MOST_BARS: Final = 16
MOST_DIGITS: Final = 10**15
"""The largest count that a spreadsheet shows in full; larger ones are also written as text."""
NEEDS_METER: Final = "needs the meter"


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


def _page(book: Any, styles: Styles, shown: SheetView, sheet: ParSheet, name: str) -> Worksheet:
    own = None if sheet.detail is None else family_of(sheet.game).par_page(book, styles, shown, sheet, name)
    return own or UsualPage(book, styles, shown, sheet, name)


def worksheet_names(views: Sequence[SheetView]) -> list[str]:
    """Short unique names without the characters that Excel forbids; case does not count."""
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
    """One line per sheet, its figures taken from its own worksheet."""
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


class UsualPage(Worksheet):
    """The worksheet of any wager; the counts of one that was solved are left empty."""

    def __init__(self, book: Any, styles: Styles, shown: SheetView, sheet: ParSheet, name: str) -> None:
        super().__init__(book, styles, shown, name, WIDTHS)
        self.sheet = sheet
        self.across = WINS + 1  # the exact fractions beside it are not printed
        self.bet = self.meter = ""
        """The cells of the wager and the meter, where net pays are computed from them."""
        self.dollars = bool(sheet.wager.requires_all_of)
        """A wager without a bet of its own has no return per unit, only an amount."""

    def write(self) -> Places:
        self.open()
        self._givens()
        # The figures are above the outcomes that they are computed from.
        figures = self.row + 1
        first = figures + 4 + (3 if self.dollars else 6)
        last = first + len(self.sheet.rows) - 1
        places = self._figures(figures, first + 1, last + 1)
        self._outcomes(first, last)
        self.row = last + 3
        self._chart(first)
        self.close()
        self.page.print_area(0, 0, self.row, WINS)
        return places

    def _givens(self) -> None:
        """The wager, and the meter where there is one: a reader may change them, and every figure follows."""
        sheet, page, styles = self.sheet, self.page, self.styles
        if sheet.wager.components or self.dollars or sheet.basis.rounding is not None:
            return
        page.write_string(self.row, 0, "Wager (may be changed)", styles.name)
        page.write_number(self.row, 1, sheet.basis.bet / 100, styles.given)
        self.bet = f"$B${self.row + 1}"
        self.row += 1
        if has_meter(sheet):
            page.write_string(self.row, 0, "Meter (may be changed)", styles.name)
            if sheet.basis.meter is None:
                page.write_blank(self.row, 1, None, styles.given)
            else:
                page.write_number(self.row, 1, sheet.basis.meter / 100, styles.given)
            self.meter = f"$B${self.row + 1}"
            self.row += 1

    def _figures(self, at: int, first: int, last: int) -> Places:
        """The summary, computed from the rows ``first`` to ``last`` of the outcome table below it."""
        sheet, styles, hit = self.sheet, self.styles, self.sheet.hit_frequency
        net, chance, wins, total = f"C{first}:C{last}", f"E{first}:E{last}", f"H{first}:H{last}", f"G{last + 1}"
        edge, hits, deviation = (f"B{at + row}" for row in (2, 3, 5))
        self.heading(at, "Summary")
        self.row = at + 1
        if self.dollars:
            worth = sheet.average_win / 100 if sheet.average_win is not None else None
            self.figure("Value per round", f"={total}", styles.dollars, worth)
        else:
            known = f'=IF({total}="","{NEEDS_METER}",-{total})'
            self.figure("House edge", known, styles.percent, self._value(sheet.house_edge), NEEDS_METER)
        self.figure("Hit frequency", f"=SUMPRODUCT({chance},{wins})", styles.percent, self._value(hit))
        odds = self._value(1 / hit) if hit else None
        self.figure("A hit is 1 in", f'=IF({hits}=0,"never",1/{hits})', styles.figure, odds, "never")
        if self.dollars:
            return Places(self.name, "", hits, "")
        mean = f"SUMPRODUCT({chance},{net})"
        spread = f"SQRT(SUMPRODUCT({chance},{net},{net})-{mean}^2)"
        cube = f"SUMPRODUCT({chance},({net}-{mean})^3)/{deviation}^3"
        for name, formula, value in (
            ("Standard deviation", spread, sheet.standard_deviation),
            (
                f"Volatility index (90%: {VOLATILITY_AT_90} deviations)",
                f"{VOLATILITY_AT_90}*{deviation}",
                sheet.volatility_index,
            ),
            ("Skewness", cube, sheet.skewness),
        ):
            self.figure(name, f'=IF({total}="","",{formula})', styles.figure, value)
        return Places(self.name, edge, hits, deviation)

    def _value(self, value: Fraction | None) -> Fraction | float | None:
        """A solved figure is a float, so no fraction is written."""
        return float(value) if value is not None and self.sheet.solved else value

    def _outcomes(self, first: int, last: int) -> None:
        sheet, page, styles = self.sheet, self.page, self.styles
        heads = ["Event", "Pays", "Net pay", "Combinations", "Probability", "1 in", "Return", "Wins"]
        if self.dollars:
            heads[NET], heads[RETURN] = "Pays ($)", "Dollars a round"
        heads += ["Probability, exact", "Return, exact", *(["Combinations, exact"] if self._large() else [])]
        self.heading(first - 2, "Outcomes")
        for place, head in enumerate(heads):
            left = place in (EVENT, PAYS) or place >= EXACT_CHANCE
            page.write_string(first - 1, place, head, styles.head if left else styles.head_right)
        for at, row in enumerate(sheet.rows, first):
            here = at + 1
            page.write_string(at, EVENT, row.label, styles.text)
            page.write_string(at, PAYS, row.pays, styles.text)
            self._net(at, row)
            if row.combinations is None:
                page.write_number(at, CHANCE, float(row.probability), styles.chance)
            else:
                page.write_number(at, COUNT, row.combinations, styles.count)
                page.write_formula(at, CHANCE, f"=D{here}/$D${last + 2}", styles.chance, float(row.probability))
            odds = "never" if row.one_in is None else float(row.one_in)
            rate = "E" if row.combinations is None else "D"
            page.write_formula(at, ONE_IN, f'=IF({rate}{here}=0,"never",1/E{here})', styles.one_in, odds)
            value = row.probability * self._amount(row) if self.dollars else row.returned
            formula = f'=IF(C{here}="","",E{here}*C{here})'
            page.write_formula(at, RETURN, formula, styles.returned, "" if value is None else float(value))
            page.write_number(at, WINS, int(row.wins), styles.count)
            if row.combinations is not None:
                page.write_string(at, EXACT_CHANCE, ratio(row.probability) or "", styles.exact)
                page.write_string(at, EXACT_RETURN, ratio(row.returned) or "", styles.exact)
            if self._large():
                page.write_string(at, EXACT_COUNT, f"{row.count:,}", styles.exact)
        self._totals(last + 1, first + 1, last + 1)

    def _large(self) -> bool:
        return self.sheet.deals is not None and self.sheet.deals >= MOST_DIGITS

    def _totals(self, at: int, first: int, last: int) -> None:
        sheet, page, styles = self.sheet, self.page, self.styles
        page.write_string(at, EVENT, "Total", styles.total)
        for place in (PAYS, NET, ONE_IN, WINS):
            page.write_blank(at, place, None, styles.total)
        if sheet.deals is None:
            page.write_blank(at, COUNT, None, styles.total)
        else:
            page.write_formula(at, COUNT, f"=SUM(D{first}:D{last})", styles.total_count, sheet.deals)
        page.write_formula(at, CHANCE, f"=SUM(E{first}:E{last})", styles.total_chance, 1)
        value = sheet.returned if sheet.average_win is None else sheet.average_win / 100
        net = f"C{first}:C{last}"
        formula = f'=IF(COUNT({net})=ROWS({net}),SUM(G{first}:G{last}),"")'
        page.write_formula(at, RETURN, formula, styles.total_returned, "" if value is None else float(value))
        if self._large():
            page.write_string(at, EXACT_COUNT, f"{sheet.total:,}", styles.exact)

    def _amount(self, row: OutcomeRow) -> Fraction:
        """The pay of a line in dollars, for a wager without a bet of its own."""
        line = self.sheet.table.line(row.outcome)
        return Fraction(line.pay.cents, 100) if line is not None and isinstance(line.pay, Amount) else Fraction(0)

    def _net(self, at: int, row: OutcomeRow) -> None:
        """The net pay: a formula if it depends on the wager or the meter, else a number."""
        page, style = self.page, self.styles.net
        if self.dollars:
            page.write_number(at, NET, float(self._amount(row)), style)
        elif formula := self._net_formula(row) if self.bet else "":
            page.write_formula(at, NET, f"={formula}", style, "" if row.net is None else float(row.net))
        elif row.net is not None:
            page.write_number(at, NET, float(row.net), style)

    def _net_formula(self, row: OutcomeRow) -> str:
        """Empty where the net pay is the same for every wager."""
        basis, table = self.sheet.basis, self.sheet.table
        line = table.line(row.outcome)
        if line is None:
            return ""
        if basis.added and line in table.added:  # what is paid on top of another line
            over, on_top = self._over_wager(basis.priced(line.pay)), basis.net(line.pay)
            return f"{_number((row.net or 0) - (on_top or 0))}+{over}" if over else ""
        match line.pay:
            case MeterShare(share):
                return f'IF({self.meter}="","",{_number(share)}*{self.meter}/{self.bet}-1)'
            case Odds(ratio, stake_returned=False):
                return f"{_number(ratio)}-1"
            case pay:
                return self._over_wager(basis.priced(pay))

    def _over_wager(self, pay: Pay) -> str:
        return f"{_number(Fraction(pay.cents, 100))}/{self.bet}" if isinstance(pay, Amount | Prize) else ""

    def _chart(self, first: int) -> None:
        """The return by line as a chart of the spreadsheet's own; of many outcomes the largest."""
        sheet, page, styles = self.sheet, self.page, self.styles
        paying = [place for place, row in enumerate(sheet.rows) if row.wins]
        if not paying:
            return
        title = self.shown.chart.title
        if paying == list(range(paying[0], paying[-1] + 1)) and len(paying) <= MOST_BARS:
            top, bottom, label, value = first + paying[0], first + paying[-1], EVENT, RETURN
        else:
            largest = sorted(paying, key=lambda place: -(sheet.rows[place].returned or 0))[:MOST_BARS]
            title = f"{title}: the largest"
            self.heading(self.row, title)
            top, label, value = self.row + 1, EVENT, RETURN
            for at, place in enumerate(sorted(largest), top):
                row, here = sheet.rows[place], first + place + 1
                page.write_formula(at, EVENT, f"=A{here}", styles.text, row.label)
                returned = "" if row.returned is None else float(row.returned)
                page.write_formula(at, RETURN, f"=G{here}", styles.returned, returned)
            bottom = top + len(largest) - 1
            self.row = bottom + 2
        drawn = self.book.add_chart({"type": "bar"})
        drawn.add_series(
            {
                "name": title,
                "categories": [self.name, top, label, bottom, label],
                "values": [self.name, top, value, bottom, value],
                "fill": {"color": "#A87B24"},
                "gap": 40,
                "data_labels": {"value": True, "num_format": "$0.0000" if self.dollars else "0.00%"},
            }
        )
        drawn.set_title({"name": title, "name_font": {"size": 11}, "overlay": False})
        drawn.set_legend({"none": True})
        drawn.set_y_axis({"reverse": True, "num_font": {"size": 9}})
        drawn.set_x_axis({"visible": False, "major_gridlines": {"visible": False}})
        height = 80 + 24 * (bottom - top + 1)
        drawn.set_size({"width": 900, "height": height})
        drawn.set_chartarea({"border": {"none": True}})
        page.insert_chart(self.row, 0, drawn, {"description": title})
        self.row += height // 20 + 2


def _number(value: Fraction | int) -> str:
    """A fraction in a formula: a whole number as it is, others as a quotient, which loses nothing."""
    exact = Fraction(value)
    return str(exact.numerator) if exact.denominator == 1 else f"({exact.numerator}/{exact.denominator})"
