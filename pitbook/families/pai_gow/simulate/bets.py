"""The bets of a pai gow table: how each wager is evaluated, and the pays of its answers."""

from collections.abc import Iterable, Sequence
from typing import Final, Literal

from pitbook.errors import BadInput
from pitbook.games.model import Wager
from pitbook.games.settle import Layout
from pitbook.money import Cents
from pitbook.simulate.pricing import Priced, price

Answered = Literal["looked up", "base", "bonus", "on cards"]
"""Looked up by the kind of the seven cards; by a rule on set hands, of which a game has two; or by a rule on the cards
as dealt."""

SET_HANDS: Final = ("player low", "player high", "dealer low", "dealer high")
CALLED: Final[tuple[Answered, ...]] = ("base", "bonus", "on cards")
"""Those whose rules are called."""
ORDER: Final[tuple[Answered, ...]] = ("looked up", *CALLED)


def answered(wager: Wager) -> Answered:
    """The way in which a wager is evaluated."""
    if any(group.source in SET_HANDS for group in wager.groups):
        return "base" if wager.house_table is not None else "bonus"
    if [(group.source, group.size) for group in wager.groups] == [("player", 7)]:
        if wager.suits == "only flushes" and wager.choice is None:
            return "looked up"
        if wager.choice is not None and not wager.reads:
            return "on cards"
    raise BadInput(f"{wager.slug} cannot be simulated: its rule looks at cards in a way that is not known here")


def priced_bets(
    layout: Layout, bets: Iterable[tuple[str, Cents]], meter: Cents | None, more: Sequence[Sequence[int]] = ()
) -> list[Priced]:
    """The pays of each bet, looked-up ones first; for no line and for every single line.

    Looked-up wagers are also priced for the answers in ``more``, one row for each of these wagers.
    """
    wagers = [(layout.game.wager(slug), cents) for slug, cents in bets]
    wagers.sort(key=lambda bet: ORDER.index(answered(bet[0])))
    rows = [*more, *([()] * (len(wagers) - len(more)))]
    return [
        price(layout, wager, cents, [*single_answers(wager), *row], meter)
        for (wager, cents), row in zip(wagers, rows, strict=True)
    ]


def single_answers(wager: Wager) -> list[int]:
    """No line, and each single line."""
    named = 0
    for place, outcome in enumerate(wager.outcomes):
        named |= outcome.mask or 1 << place
    return [0, *(1 << bit for bit in range(named.bit_length()) if named >> bit & 1)]
