"""Poker games on paper: felt, posted rules and par sheets."""

from typing import TYPE_CHECKING, Any

from pitbook.families.poker.show.felt import draw_felt as draw_felt
from pitbook.families.poker.show.felt import legends as legends
from pitbook.families.poker.show.postings import fees as fees
from pitbook.families.poker.show.postings import posted_rules as posted_rules

if TYPE_CHECKING:
    from pitbook.exact.par import ParSheet
    from pitbook.reports.par.view import SheetView
    from pitbook.reports.par.xlsx_frame import Styles


def par_view(sheet: "ParSheet") -> "SheetView":
    """Any sheet, with the choices of best play and the average stake."""
    from pitbook.families.poker.show.par import base_view

    return base_view(sheet)


def par_page(book: Any, styles: "Styles", shown: "SheetView", sheet: "ParSheet", name: str) -> None:
    """None: its worksheets are those of any wager."""
