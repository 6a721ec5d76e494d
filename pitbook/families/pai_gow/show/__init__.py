"""Pai gow poker on paper: felt, posted rules and par sheets."""

from typing import TYPE_CHECKING, Any

from pitbook.families.pai_gow.show.felt import draw_felt as draw_felt
from pitbook.families.pai_gow.show.felt import legends as legends
from pitbook.families.pai_gow.show.postings import fees as fees
from pitbook.families.pai_gow.show.postings import posted_rules as posted_rules

if TYPE_CHECKING:
    from pitbook.exact.par import ParSheet
    from pitbook.reports.par.view import SheetView
    from pitbook.reports.par.xlsx_frame import Styles


def par_view(sheet: "ParSheet") -> "SheetView":
    """Any sheet, with the house ways and the comparison of all pairs."""
    from pitbook.families.pai_gow.show.par import pai_gow_view

    return pai_gow_view(sheet)


def par_page(book: Any, styles: "Styles", shown: "SheetView", sheet: "ParSheet", name: str) -> None:
    """None: its worksheets are those of any wager."""
