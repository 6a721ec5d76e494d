"""The exact figures of the wagers at a table, for comparison with simulated ones.

Every figure is for a fresh shoe, and for pays rounded to the cent as in settlement.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from pitbook.cards import Shoe
from pitbook.exact.distribution import distribution
from pitbook.exact.par import checked_options, default_basis, groups_seen, has_par_sheet
from pitbook.money import Cents
from pitbook.simulate.pricing import Priced, price

if TYPE_CHECKING:
    from pitbook.simulate.table import TableRequest


@dataclass(frozen=True, slots=True)
class Known:
    """The exact figures of one wager."""

    chances: tuple[Fraction, ...] = ()
    """The probability of each line, in the order of its pays; empty if only the mean is known."""
    mean: Fraction | float | None = None
    """The net win of a bet, in cents, without envy."""
    envy: Fraction | None = None
    """The envy value of another seat's hand for this bet, in cents; None without envy, or if the bet does not
    qualify."""
    envied: Fraction = Fraction(0)
    """The probability that a hand wins envy for other seats."""
    note: str = ""
    """Why nothing is known, or under which conditions it is."""


@dataclass(frozen=True, slots=True)
class Whole:
    """A base game of several wagers, taken together."""

    unit: Cents
    """The initial stake of a seat."""
    mean: Fraction | None = None
    """The net win of all base wagers of a seat in a round, in cents; None if it is not known."""


def known(ask: "TableRequest", priced: Priced) -> Known:
    """The exact figures of a wager that one deal from a full shoe decides; empty for others."""
    if not has_par_sheet(priced.wager):
        return Known()
    layout, bets, choices = ask.layout, ask.bets, ask.rules
    wager, game = priced.wager, layout.game
    qualifying = bets.get(wager.requires_all_of) if wager.requires_all_of else None
    table = layout.table_for(wager, priced.bet if qualifying is None else qualifying)
    if table is None:
        return Known()
    chosen = {wager.choice.name: choices[wager.choice.name]} if wager.choice and wager.choice.name in choices else {}
    options = checked_options(game, wager, {**layout.options, **chosen})
    groups = groups_seen(wager, table, default_basis(wager, table, options), options)
    counted = distribution(wager, Shoe.of_decks(layout.decks, joker=game.joker), options, groups)
    answers = list(counted.answers)
    each = price(layout, wager, priced.bet, answers, ask.meter, qualifying)
    chances = dict.fromkeys(each.lines, Fraction(0))
    envy = envied = Fraction(0)
    qualifies = wager.envy_minimum is not None and priced.bet >= wager.envy_minimum
    for answer, line, cents in zip(answers, each.line_of, each.envy, strict=True):
        chance = Fraction(counted.answers[answer], counted.total)
        chances[each.lines[line]] += chance
        if qualifies and cents:
            envy += chance * cents
            envied += chance
    mean = sum((chances[line] * net for line, net in zip(each.lines, each.net, strict=True)), Fraction(0))
    return Known(tuple(chances.get(line, Fraction(0)) for line in priced.lines), mean, envy or None, envied)


def of_outcomes(priced: Priced, chances: Iterable[tuple[str, Fraction]]) -> Known:
    """The exact figures from the probability of each outcome: an outcome that no line pays is a loss."""
    by_name = dict(chances)
    each = tuple(by_name.get(line.outcome, Fraction(0)) for line in priced.lines)
    return Known(each, sum((chance * net for chance, net in zip(each, priced.net, strict=True)), Fraction(0)))
