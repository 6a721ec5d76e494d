"""The felt of a blackjack table."""

from typing import TYPE_CHECKING

from pitbook.families.blackjack.rules.posted import BlackjackRules
from pitbook.table.config import TableConfig

if TYPE_CHECKING:
    from pitbook.reports.felt.drawing import FeltDrawing


def legends(config: TableConfig) -> tuple[str, ...]:
    """The pay of a blackjack, the dealer's drawing rule and, where it is offered, insurance."""
    rules = config.rules
    if not isinstance(rules, BlackjackRules):
        raise TypeError(f"{config.game.slug} has no blackjack rules")
    pays = rules.blackjack_pays
    does = "hit soft 17" if rules.hits_soft_17 else "stand on all 17s"
    words = (f"BLACKJACK PAYS {pays.numerator} TO {pays.denominator}", f"Dealer must draw to 16 and {does}")
    return (*words, "INSURANCE PAYS 2 TO 1") if rules.insurance else words


def draw_felt(felt: "FeltDrawing") -> None:
    """The arc with its legends, the insurance line, and at each seat the wager with its optional ones before it."""
    pays, draws, *insurance = legends(felt.config)
    felt.name(288, 56)
    felt.arc(pays, 362, 51, tracking=2.4)
    felt.arc(draws, 406, 25, tracking=0.7)
    for words in insurance:
        felt.band(430, 474, 58)
        felt.arc(words, 462, 29, felt.inks.accent, tracking=8)
    size, pitch = _spots(sum(not wager.house_table for wager in felt.config.wagers()))
    for seat, angle in felt.seats(17.5, 25.5):
        felt.optional_wagers(angle, seat, 604, size, pitch)
        felt.spot(felt.seat(angle, 718), 0, 56, ("BLACKJACK",), f"blackjack of seat {seat}")
        felt.seat_number(seat, angle, 800)


def _spots(count: int) -> tuple[float, float]:
    """Radius and distance of the optional spots of a seat: three and more are smaller, so that those of the first and
    last seat stay below the pay tables."""
    if count <= 2:
        return 42, 98
    size = (118 - 4 * (count - 1)) / count
    return size, 2 * size + 8
