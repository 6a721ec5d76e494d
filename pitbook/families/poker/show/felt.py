"""The felt of a poker table: the dealer's hand and the board, and at each seat the base wagers in one row.

The row beside the player holds what is bet before the deal, the row behind it what choices put up; optional wagers lie
nearest to the dealer, so that the dealer settles them last.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from pitbook.families.poker.rules.model import PokerRules, Stake
from pitbook.families.poker.rules.statement import rules_of
from pitbook.games.shown import shown
from pitbook.reports.felt.letters import fitting
from pitbook.reports.felt.svg import CARD, Frame
from pitbook.table.config import TableConfig

if TYPE_CHECKING:
    from pitbook.reports.felt.drawing import FeltDrawing

GAP: Final = 10.0
WIDEST: Final = 940.0
"""Millimetres that a legend may take on its arc."""


def legends(config: TableConfig) -> tuple[str, ...]:
    """The game's own legend, and what the dealer needs to qualify."""
    rules = rules_of(config.game.slug)
    words = list(filter(None, (shown(config.game).legend.upper(),)))
    if rules.qualifies and rules.lowest_qualifying(config.layout.options):
        words.append(f"DEALER QUALIFIES WITH {rules.qualifies_words.upper()}")
    return tuple(words)


def _basis(config: TableConfig) -> tuple[str, ...]:
    """The notice on a drawn felt that no approval encloses; at a table for play money the page has it."""
    letter = config.game.letter
    if letter.is_approval:
        return ()
    return ("NOT APPROVED" if letter.outside else "DRAWN FROM PUBLIC RULES",)


def draw_felt(felt: "FeltDrawing") -> None:
    """The dealer's hand, the legends, and every seat with its spots."""
    config, rules = felt.config, rules_of(felt.config.game.slug)
    _dealer(felt, rules)
    felt.name(300, 46)
    words = (*legends(config), *_basis(config))
    if words:
        felt.band(330, 370, 58)
        felt.arc(words[0], 358.5, fitting(words[0], WIDEST, 24), tracking=1.4)
    if more := " · ".join(words[1:]):
        felt.arc(more, 397, fitting(more, WIDEST, 13), felt.inks.accent, tracking=2)
    before = rules.before_deal
    later = [stake for stake in rules.stakes if not stake.first and not stake.paid_on]
    for seat, angle in felt.seats(18.5, 25.5):
        _hand(felt, seat, angle, rules.own)
        felt.optional_wagers(angle, seat, 566, 36, 80)
        _row(felt, seat, angle, 655, later, 39)
        _row(felt, seat, angle, 744, before, 44)
        felt.seat_number(seat, angle, 806)


def _dealer(felt: "FeltDrawing", rules: PokerRules) -> None:
    wide = CARD[0] + GAP
    count = rules.dealer or rules.board
    label = "DEALER" if rules.dealer else "BOARD"
    if rules.dealer and rules.board:
        hand, board = rules.dealer * wide + 8, rules.board * wide + 8
        left = -(hand + GAP + board) / 2
        felt.place(Frame(left + hand / 2, 172), 0, hand, CARD[1] + 14, "DEALER", "dealer's hand")
        felt.place(Frame(left + hand + GAP + board / 2, 172), 0, board, CARD[1] + 14, "BOARD", "board")
        return
    felt.place(Frame(0, 172), 0, count * wide + 8, CARD[1] + 14, label, f"{label.lower()}'s hand")


def _hand(felt: "FeltDrawing", seat: int, angle: float, count: int) -> None:
    """A hand is dealt face down on one place."""
    felt.place(felt.seat(angle, 462), 0, CARD[0] * 2.3, CARD[1] + 8, f"{count} CARDS", f"cards of seat {seat}")


def _row(felt: "FeltDrawing", seat: int, angle: float, radius: float, stakes: Sequence[Stake], size: float) -> None:
    spots = [(stake, lines) for stake in stakes for lines in _spots(stake)]
    for place, (stake, lines) in enumerate(spots):
        x = (place - (len(spots) - 1) / 2) * (2 * size + GAP)
        felt.spot(felt.seat(angle, radius), x, size, lines, f"{stake.slug} of seat {seat}")


def _spots(stake: Stake) -> list[tuple[str, ...]]:
    """The print of each circle of a wager: one, or one for each of several equal bets, of which the last stays."""
    if stake.first > 1:
        return [*((str(number),) for number in range(1, stake.first)), ("$",)]
    return [tuple(stake.name.upper().split(" "))[:2]]
