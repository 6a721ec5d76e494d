"""Checks of a requested table that families share: amounts, the players' choices, and the cut card."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from pitbook.errors import BadInput, quoted
from pitbook.games.model import Game, listed
from pitbook.money import Cents, format_cents

MOST_CENTS: Final = 1 << 45
"""The largest result of a round: then no sum over this many rounds overflows."""


def check_bets(bets: Mapping[str, Cents]) -> None:
    """Refuses amounts that are not integers; settlement checks whether a wager takes such a bet."""
    for slug, cents in bets.items():
        if type(cents) is not int:
            raise BadInput(f"the bet {quoted(cents)} on {slug} is not a whole number of cents")


def check_most(most: int) -> None:
    """Refuses rounds whose result may exceed what can be added up."""
    if most > MOST_CENTS:
        raise BadInput(f"a round may come to {format_cents(most)}: at most {format_cents(MOST_CENTS)} can be added up")


def choices_of(chosen: Game, bets: Mapping[str, Cents], rules: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """The players' choices with their bets: as given, else the first choice."""
    options = {wager.choice.name: wager.choice for wager in chosen.wagers if wager.choice and wager.slug in bets}
    for name in rules:
        if name not in options:
            known = f"the choices with these bets are {listed(options)}" if options else "these bets have no choices"
            raise BadInput(f"{chosen.slug} has no rule {quoted(name)} for its players: {known}")
    return tuple((name, option.check(rules.get(name, option.default))) for name, option in options.items())


def cards_before_cut(penetration: Fraction, size: int, round_words: str, needed: int) -> int:
    """The number of cards before the cut card of a shoe of ``size`` cards, so that a round fits behind it.

    ``round_words`` says how many cards a round takes, such as ``2 seats takes 5``.
    """
    if not 0 <= penetration < 1:
        raise BadInput(
            f"a penetration of {_percent(penetration)} is not possible: the cut card is placed at 0% to below 100%"
        )
    cut = int(penetration * size)
    if size - cut < needed:
        raise BadInput(
            f"a penetration of {_percent(penetration)} leaves {size - cut} cards behind the cut card, but a round of "
            f"{round_words}: give at most {_percent(Fraction((size - needed) * 100 // size, 100))}"
        )
    return cut


def _percent(share: Fraction) -> str:
    return f"{float(share * 100):g}%"
