"""A duel on paper."""

from typing import TYPE_CHECKING, Any

from pitbook.reports.family import PostedRules
from pitbook.reports.felt.svg import CARD, Frame
from pitbook.reports.par.view import SheetView, plain_view
from pitbook.table.config import TableConfig

if TYPE_CHECKING:
    from pitbook.exact.par import ParSheet
    from pitbook.reports.felt.drawing import FeltDrawing
    from pitbook.reports.par.xlsx_frame import Styles


def legends(config: TableConfig) -> tuple[str, ...]:
    return ("THE HIGHER CARD WINS",)


def draw_felt(felt: "FeltDrawing") -> None:
    felt.place(Frame(0, 168), 0, CARD[0] + 12, CARD[1] + 14, "DEALER", "dealer's card")
    felt.name(296, 42)
    for seat, angle in felt.seats(18.5, 26):
        felt.cards(seat, angle, 540, 1)
        felt.optional_wagers(angle, seat, 672, 40, 98)
        felt.seat_number(seat, angle, 785)


def posted_rules(config: TableConfig) -> PostedRules | None:
    return PostedRules("High card", ("One card each; you may swap yours once; the higher rank wins even money.",))


def fees(config: TableConfig) -> tuple[str, ...]:
    return ()


def par_view(sheet: "ParSheet") -> SheetView:
    return plain_view(sheet)


def par_page(book: Any, styles: "Styles", shown: SheetView, sheet: "ParSheet", name: str) -> None:
    """None: its worksheets are those of any wager."""
