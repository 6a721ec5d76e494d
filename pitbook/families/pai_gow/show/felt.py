"""The felt of a pai gow table."""

from typing import TYPE_CHECKING, Final

from pitbook.families.pai_gow.rules.base import has_barred_hand
from pitbook.reports.felt.letters import fitting
from pitbook.reports.felt.svg import CARD, Frame
from pitbook.table.config import TableConfig

if TYPE_CHECKING:
    from pitbook.reports.felt.drawing import FeltDrawing

HIGH: Final = ("HIGH", "FIVE CARDS")
LOW: Final = ("LOW", "TWO CARDS")


def legends(config: TableConfig) -> tuple[str, ...]:
    """One line: the commission or the rule that replaces it, and that copies go to the dealer."""
    commission = config.layout.options.get("commission")
    words = [f"{commission} COMMISSION ON WINNING WAGERS" if commission else "NO COMMISSION"]
    if has_barred_hand(config.game):
        words.append("DEALER'S QUEEN-HIGH PAI GOW PUSHES")
    return ("  ·  ".join([*words, "DEALER WINS COPIES"]),)


def draw_felt(felt: "FeltDrawing") -> None:
    """High and low hand for dealer and seats, the wager, and the optional wagers before it."""
    for x, wide, (label, small) in ((-92, 330, HIGH), (176, 150, LOW)):
        felt.place(Frame(x, 166), 0, wide, CARD[1] + 16, label, f"dealer's {label.lower()} hand", small)
    felt.name(292, 44)
    (words,) = legends(felt.config)
    felt.band(322, 362, 66)
    felt.arc(words, 350.5, fitting(words, 700, 23), tracking=0.8)
    for seat, angle in felt.seats(20, 28):
        for radius, wide, (label, small) in ((440, 112, LOW), (548, 165, HIGH)):
            name = f"{label.lower()} hand of seat {seat}"
            felt.place(felt.seat(angle, radius), 0, wide, CARD[1] + 10, label, name, small)
        felt.optional_wagers(angle, seat, 644, 34, 74)
        felt.spot(felt.seat(angle, 738), 0, 50, ("WAGER",), f"wager of seat {seat}")
        felt.seat_number(seat, angle, 806)
