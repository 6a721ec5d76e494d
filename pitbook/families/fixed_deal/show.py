"""Games without decisions on paper: the felt with its spots; there is no base game whose rules are posted."""

from typing import TYPE_CHECKING, Any, Final

from pitbook.families.fixed_deal.rules import cards_of
from pitbook.games.model import Wager
from pitbook.money import format_cents
from pitbook.pay import Odds
from pitbook.reports.family import PostedRules
from pitbook.reports.felt.letters import fitting
from pitbook.reports.felt.svg import CARD, Frame
from pitbook.reports.par.view import SheetView, plain_view
from pitbook.table.config import TableConfig

if TYPE_CHECKING:
    from pitbook.exact.par import ParSheet
    from pitbook.reports.felt.drawing import FeltDrawing
    from pitbook.reports.par.xlsx_frame import Styles

FEW: Final = 3
"""Lines of a pay table that go into one legend."""
ROOM: Final = 290.0
"""Millimetres that the spots of one seat may take."""


def numbered_wager(config: TableConfig) -> Wager | None:
    """The wager that has a numbered spot for each of the dealer's cards, if the game has one."""
    return next((wager for wager in config.wagers() if wager.spots), None)


def dependent_wager(config: TableConfig, wager: Wager) -> Wager | None:
    """The wager that comes with bets on all spots of another."""
    return next((each for each in config.game.wagers if each.requires_all_of == wager.slug), None)


def legends(config: TableConfig) -> tuple[str, ...]:
    """The pays of the first wager, if they fit, and the bets that qualify for the wager that comes with it."""
    tables = config.layout.tables
    first = numbered_wager(config) or config.wagers()[0]
    lines = [line for line in reversed(tables[first.slug][0].lines) if isinstance(line.pay, Odds)]
    found = ["  ·  ".join(f"{line.label} pays {line.pay}".upper() for line in lines)] if len(lines) <= FEW else []
    with_all = dependent_wager(config, first)
    if with_all is not None:
        lowest = format_cents(tables[with_all.slug][0].tier)
        found.append(f"BET {lowest} OR MORE ON ALL {first.spots} TO QUALIFY FOR THE {with_all.name.upper()}")
    return tuple(found)


def draw_felt(felt: "FeltDrawing") -> None:
    """The dealer's places, and for every seat its cards with the spots below them."""
    config = felt.config
    numbered = numbered_wager(config)
    count = cards_of(config.game, "dealer")
    for number in range(1, count + 1):
        frame = Frame((number - (count + 1) / 2) * (CARD[0] + 22), 168)
        label, small = (ordinal(number), "CARD") if numbered else ("DEALER", "")
        felt.place(frame, 0, CARD[0] + 12, CARD[1] + 14, label, f"dealer's {ordinal(number)} card", small)
    felt.name(296, 42)
    words = legends(config)
    if words:
        felt.arc(words[0], 346, fitting(words[0], 900, 27), tracking=0.8)
    for more in words[1:]:
        felt.band(370, 410, 62)
        felt.arc(more, 398, fitting(more, 900, 23), felt.inks.accent, tracking=1.2)
    for seat, angle in felt.seats(18.5, 26):
        felt.cards(seat, angle, 540, cards_of(config.game, "player"))
        if numbered is None:
            pitch = min(98.0, ROOM / len(config.wagers()))
            felt.optional_wagers(angle, seat, 672, pitch * 0.43, pitch)
        else:
            _numbered_spots(felt, seat, angle, numbered)
        felt.seat_number(seat, angle, 785)


def _numbered_spots(felt: "FeltDrawing", seat: int, angle: float, wager: Wager) -> None:
    """A spot for each card of the dealer's (letter 000, rule 1)."""
    for number in range(1, wager.spots + 1):
        x = (number - (wager.spots + 1) / 2) * 53
        felt.spot(felt.seat(angle, 672), x, 25, (ordinal(number), "CARD"), f"spot {number} of seat {seat}")
    if dependent_wager(felt.config, wager) is not None:
        felt.seat_legend(seat, angle, 722, f"BET ALL {wager.spots} TO QUALIFY", 205)


def ordinal(number: int) -> str:
    """``1ST`` to ``5TH``."""
    return f"{number}{ {1: 'ST', 2: 'ND', 3: 'RD'}.get(number, 'TH') }"


def posted_rules(config: TableConfig) -> PostedRules | None:
    """None: the procedure of the game has all rules."""
    return None


def fees(config: TableConfig) -> tuple[str, ...]:
    """None: the house takes no fees."""
    return ()


def par_view(sheet: "ParSheet") -> SheetView:
    """None: its sheets are shown like those of any wager."""
    return plain_view(sheet)


def par_page(book: Any, styles: "Styles", shown: SheetView, sheet: "ParSheet", name: str) -> None:
    """None: its worksheets are those of any wager."""
