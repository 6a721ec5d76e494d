"""Blackjack on paper: felt, posted rules, par sheets and charts."""

from typing import TYPE_CHECKING, Any

from pitbook.families.blackjack.show.felt import draw_felt as draw_felt
from pitbook.families.blackjack.show.felt import legends as legends
from pitbook.families.blackjack.show.postings import fees as fees
from pitbook.families.blackjack.show.postings import posted_rules as posted_rules

if TYPE_CHECKING:
    from pitbook.exact.par import ParSheet
    from pitbook.reports.par.view import SheetView
    from pitbook.reports.par.xlsx_frame import Styles, Worksheet


def par_view(sheet: "ParSheet") -> "SheetView":
    """The base game: net results, both strategies, the dealer's hands and the chart."""
    from pitbook.families.blackjack.show.par import blackjack_view

    return blackjack_view(sheet)


def par_page(book: Any, styles: "Styles", shown: "SheetView", sheet: "ParSheet", name: str) -> "Worksheet | None":
    """Chances as numbers instead of counts."""
    from pitbook.families.blackjack.show.par_xlsx import BlackjackPage

    return BlackjackPage(book, styles, shown, sheet, name)
