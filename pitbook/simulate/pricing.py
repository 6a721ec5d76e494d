"""What the answers of a wager's rule come to in money, worked out once by settlement itself for a kernel to look up."""

from collections.abc import Iterable
from dataclasses import dataclass

from pitbook.errors import BadInput
from pitbook.games.model import Wager
from pitbook.games.settle import LOSS, Layout, Paid, envy_line, pay_for
from pitbook.money import Cents, format_cents
from pitbook.pay import share_of


@dataclass(frozen=True, slots=True)
class Priced:
    """A bet on one wager: which line each answer is paid on, and what a line brings."""

    wager: Wager
    table: str
    bet: Cents
    lines: tuple[Paid, ...]
    """Every way the bet can end; the loss is the first."""
    line_of: tuple[int, ...]
    """For each answer asked about, in their order, the place of its line."""
    net: tuple[Cents, ...]
    """For each line, what it wins over the bet."""
    envy: tuple[Cents, ...]
    """For each answer, what another seat wins that qualifies for envy."""


def price(
    layout: Layout,
    wager: Wager,
    bet: Cents,
    answers: Iterable[int],
    meter: Cents | None = None,
    qualifying: Cents | None = None,
) -> Priced:
    """What a bet is paid for each of these answers; a share is paid of the ``meter``, which stands still here.

    A wager that rides on others bets nothing itself: ``qualifying`` is then the lowest of their bets.
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
        raise BadInput(f"{wager.slug} pays shares of a meter: say what it shows, such as --meter $10,000")
    return Cents(share_of(meter, paid.share) - bet)
