"""Blackjack solved in double precision: the dealer's hand, every player action, optimal strategies and their values.

Everything is counted over the composition of the shoe by value (ace, 2 to 9, ten), card by card and without
replacement. The modules, each using only those before it:

- ``values``: cards by value; ``arrays``: loads NumPy; the rules are in `families.blackjack.rules.posted`;
- ``dealer``: the distribution of the dealer's final hand; ``hands``: all hands of a player; ``pays``: their pays;
  ``ground``: a shoe together with the rules;
- ``solve``: the value of each action; ``split`` and ``split_pairs``: the values of split hands;
- ``strategies``: the best strategy that sees every card; ``total``: the best that sees only totals; ``outcome``: the
  distribution of a round's result; ``removal``: the effect of removing a card;
- ``analysis``: all of it for one shoe; ``chart`` and ``sheet``: as data; ``base``: as a par sheet.

This module is the family's facet for :mod:`pitbook.exact`.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from pitbook.exact.progress import Report
from pitbook.games.model import Game, Wager

if TYPE_CHECKING:
    from pitbook.exact.par import ParSheet
    from pitbook.exact.select import SheetRequest
    from pitbook.exact.sheets import SheetJob

SECONDS: float = 5.0
"""For six decks with splits, on one core."""
BY_BET: bool = False
CARDS_OF_A_HAND: Final = Fraction(27, 10)
"""The approximate number of cards of a hand, also the dealer's; rules and strategies change it a little."""


def cards_per_round(game: Game, players: int) -> Fraction | None:
    """For the players' hands and the dealer's."""
    return CARDS_OF_A_HAND * (players + 1)


def jobs(game: Game, ask: "SheetRequest") -> "Sequence[SheetJob]":
    """The sheet of the base game."""
    from pitbook.families.blackjack.exact.base import base_jobs

    return base_jobs(game, ask)


def record_of(sheet: "ParSheet") -> dict[str, Any]:
    """The solver's record, with method and hashes."""
    from pitbook.families.blackjack.exact.base import base_record

    return base_record(sheet)


def first_asked(game: Game) -> Sequence[Callable[[Report], object]]:
    """The strategy chart for the rules of the game."""
    from pitbook.families.blackjack.exact.base import is_by_itself
    from pitbook.families.blackjack.rules.posted import BlackjackRules, rules_of_game

    rules = BlackjackRules() if is_by_itself(game) else rules_of_game(game, None, {}, {})

    def strategy(report: Report) -> object:
        from pitbook.families.blackjack.exact.analysis import Analysis
        from pitbook.families.blackjack.exact.chart import chart_codes, chart_record

        analysis = Analysis(rules)
        return chart_record(analysis), chart_codes(analysis), analysis.expectation

    return (strategy,)


def after_folds(sheet: "ParSheet") -> None:
    """None: no blackjack hand is folded."""


def removal_of(game: Game, wager: Wager) -> "Callable[[ParSheet], Mapping[str, float]] | None":
    """Solves the game again without one card of each value."""
    from pitbook.families.blackjack.exact.base import effects_of_removal

    return effects_of_removal
