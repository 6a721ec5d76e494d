"""The pays of every cell of a poker table: for each class of hand, path of choices and result, the line of each wager.

Kernels look these up. They are computed once, from the statement of the game and with the settlement code.
"""

from dataclasses import dataclass
from typing import Any

from pitbook.families.poker.exact.money import HandClasses, amounts
from pitbook.families.poker.exact.paths import Path, Paths
from pitbook.families.poker.exact.problem import Problem
from pitbook.families.poker.rules.compose import names_of, outcomes_of
from pitbook.families.poker.rules.model import RESULTS, WIN, Stake
from pitbook.games.model import Wager
from pitbook.games.settle import LOSS, Layout, Paid, pay_for
from pitbook.money import Cents
from pitbook.simulate.pricing import Priced

FOLDED, NOT_BET = "folded", "not_bet"


@dataclass(frozen=True, slots=True)
class Base:
    """The base wagers of a table."""

    priced: tuple[Priced, ...]
    staked: tuple[tuple[Cents, ...], ...]
    """For each wager and line, the stake on the wager."""
    line_of: Any
    """[wager, cell]"""
    net: Any
    """[wager, cell]"""


def results_in(problem: Problem) -> tuple[int, ...]:
    """The results that a game can have; without a dealer every hand is paid by the table alone."""
    return tuple(range(RESULTS)) if problem.rules.dealer else (WIN,)


def price_base(layout: Layout, problem: Problem, classes: HandClasses, paths: Paths, unit: Cents) -> Base:
    """Prices every base wager for every cell; ``unit`` is the first stake."""
    import numpy as np

    stakes = problem.rules.stakes
    cells = [(lines, path, result) for lines in classes.lines for path in paths.paths for result in results_in(problem)]
    line_of, net = np.zeros((2, len(stakes), len(cells)), np.int64)
    priced, staked = [], []
    for row, stake in enumerate(stakes):
        wager = layout.game.wager(stake.slug)
        ends: list[tuple[Paid, Cents]] = []
        several = len({_amount(problem, path, stake, unit) for path in paths.paths} - {0}) > 1
        for cell, (lines, path, result) in enumerate(cells):
            end = _end(layout, problem, wager, stake, lines, path, result, unit, several)
            if end not in ends:
                ends.append(end)
            line_of[row, cell] = ends.index(end)
            net[row, cell] = end[0].net or 0
        nets = tuple(Cents(paid.net or 0) for paid, _ in ends)
        bet = unit if stake is problem.rules.first else Cents(stake.first * unit)
        table = problem.tables[stake.slug].id
        priced.append(Priced(wager, table, bet, tuple(paid for paid, _ in ends), (), nets, ()))
        staked.append(tuple(Cents(0) if stake.paid_on else amount for _, amount in ends))
    return Base(tuple(priced), tuple(staked), line_of.astype(np.int16), net)


def _amount(problem: Problem, path: Path, stake: Stake, unit: Cents) -> Cents:
    return Cents(amounts(problem.rules, path.added)[stake.slug] * unit)


def _end(
    layout: Layout, problem: Problem, wager: Wager, stake: Stake, lines: int, path: Path, result: int, unit: Cents,
    several: bool,
) -> tuple[Paid, Cents]:  # fmt: skip
    """The payment of a base wager in a cell, and the stake on it."""
    amount = _amount(problem, path, stake, unit)
    if amount == 0 or (path.folded and stake.paid_on):
        return Paid(NOT_BET, "Not bet", "", Cents(0)), Cents(0)
    if path.folded:
        return Paid(FOLDED, "Folded", LOSS, Cents(-amount)), amount
    names = names_of(stake, outcomes_of(stake, result, lines, problem.options))
    paid = pay_for(layout, wager, problem.tables[stake.slug], names, amount)
    if several:
        paid = Paid(paid.outcome, f"{paid.label}, {amount // unit}x", paid.pays, paid.net, paid.share)
    return paid, amount
