"""The money value of a wager's answers, computed once by the settlement code for a kernel to look up."""

from collections.abc import Iterable
from dataclasses import dataclass

from pitbook.errors import BadInput
from pitbook.games.model import Wager
from pitbook.games.settle import LOSS, Layout, Paid, envy_line, pay_for
from pitbook.money import Cents, format_cents
from pitbook.pay import share_of


@dataclass(frozen=True, slots=True)
class Priced:
    """A bet on one wager: the line that pays each answer, and the net win of each line."""

    wager: Wager
    table: str
    bet: Cents
    lines: tuple[Paid, ...]
    """Every possible result of the bet; the loss is the first."""
    line_of: tuple[int, ...]
    """For each given answer, in their order, the index of its line."""
    net: tuple[Cents, ...]
    """For each line, its net win."""
    envy: tuple[Cents, ...]
    """For each answer, the envy of another qualifying seat."""


def price(
    layout: Layout,
    wager: Wager,
    bet: Cents,
    answers: Iterable[int],
    meter: Cents | None = None,
    qualifying: Cents | None = None,
) -> Priced:
    """The pays of a bet for each of these answers; a share is paid of the ``meter``, which stays constant here.

    A wager that requires others has no bet: ``qualifying`` is then the lowest of their bets.
    """
    table = layout.table_for(wager, bet if qualifying is None else qualifying)
    if table is None:
        raise BadInput(f"{wager.slug} has no pays for a bet of {format_cents(bet)} with this pay table")
    lines = [Paid(LOSS, "Loss", LOSS, Cents(-bet))]
    line_of, envy = [], []
    for answer in answers:
        names = wager.named(answer)
        paid = pay_for(layout, wager, table, names, bet)
        if paid not in lines:
            lines.append(paid)
        line_of.append(lines.index(paid))
        envied = envy_line(layout, wager, table, names) if wager.envy_minimum is not None else None
        envy.append(Cents(envied.envy if envied is not None and envied.envy is not None else 0))
    net = tuple(_net(wager, paid, bet, meter) for paid in lines)
    return Priced(wager, table.id, bet, tuple(lines), tuple(line_of), net, tuple(envy))


def _net(wager: Wager, paid: Paid, bet: Cents, meter: Cents | None) -> Cents:
    if paid.net is not None:
        return paid.net
    if meter is None or paid.share is None:
        raise BadInput(f"{wager.slug} pays shares of a meter: give its amount, such as --meter $10,000")
    return Cents(share_of(meter, paid.share) - bet)
