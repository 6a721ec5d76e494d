"""The base game of blackjack as a worksheet: the chances as numbers, what follows from them as live formulas."""

from typing import Any, Final

from pitbook.exact.par import ParSheet
from pitbook.families.blackjack.exact.base import net_words, solved_record
from pitbook.reports.par.view import SheetView
from pitbook.reports.par.xlsx_frame import Places, Styles, Worksheet

RESULT, NET, CHANCE, ONE_IN, RETURN = range(5)
WIDTHS: Final = (34, 22, 18, 16, 16, *(13,) * 6)


class BlackjackPage(Worksheet):
    """The worksheet of blackjack solved for some rules."""

    def __init__(self, book: Any, styles: Styles, shown: SheetView, sheet: ParSheet, name: str) -> None:
        super().__init__(book, styles, shown, name, WIDTHS)
        self.sheet, self.record = sheet, solved_record(sheet)
        self.house_edge = self.record["house_edge"]["total_dependent"]

    def write(self) -> Places:
        self.open()
        # The figures stand above the outcomes that they are computed from.
        figures = self.row + 1
        first = figures + 10
        last = first + len(self.record["outcomes"]) - 1
        places = self._figures(figures, first + 1, last + 1)
        self._outcomes(first, last)
        self.row = last + 3
        self.close()
        self.page.print_area(0, 0, self.row, self.across - 1)
        return places

    def _figures(self, at: int, first: int, last: int) -> Places:
        """The summary, computed from the rows ``first`` to ``last`` of the outcome table below it."""
        sheet, styles, record = self.sheet, self.styles, self.record
        net, chance = f"B{first}:B{last}", f"C{first}:C{last}"
        edge, hits, deviation = (f"B{at + row}" for row in (2, 4, 7))
        self.heading(at, "Summary")
        self.row = at + 1
        self.figure("House edge, by the chart", f"=-E{last + 1}", styles.percent, self.house_edge)
        best = record["house_edge"]["composition_dependent"]
        self.figure("House edge, best for every card", f"={best!r}", styles.percent, best)
        for name, sign, key in (("Wins", ">0", "win"), ("Pushes", "=0", "push"), ("Loses", "<0", "loss")):
            self.figure(name, f'=SUMIF({net},"{sign}",{chance})', styles.percent, record[key])
        mean = f"SUMPRODUCT({net},{chance})"
        spread = f"=SQRT(SUMPRODUCT({net},{net},{chance})-{mean}^2)"
        self.figure("Standard deviation", spread, styles.figure, sheet.standard_deviation)
        return Places(self.name, edge, hits, deviation)

    def _outcomes(self, first: int, last: int) -> None:
        page, styles, record = self.page, self.styles, self.record
        self.heading(first - 2, "Outcomes")
        for place, head in enumerate(("Net result", "Net", "Probability", "1 in", "Return")):
            page.write_string(first - 1, place, head, styles.head_right if place else styles.head)
        for at, row in enumerate(record["outcomes"], first):
            here, net, chance = at + 1, row["net_decimal"], row["probability"]
            page.write_string(at, RESULT, net_words(net), styles.text)
            page.write_number(at, NET, net, styles.net)
            page.write_number(at, CHANCE, chance, styles.chance)
            page.write_formula(at, ONE_IN, f"=1/C{here}", styles.one_in, 1 / chance)
            page.write_formula(at, RETURN, f"=B{here}*C{here}", styles.returned, net * chance)
        page.write_string(last + 1, RESULT, "Total", styles.total)
        for place in (NET, ONE_IN):
            page.write_blank(last + 1, place, None, styles.total)
        page.write_formula(last + 1, CHANCE, f"=SUM(C{first + 1}:C{last + 1})", styles.total_chance, 1)
        total = f"=SUM(E{first + 1}:E{last + 1})"
        page.write_formula(last + 1, RETURN, total, styles.total_returned, -self.house_edge)
