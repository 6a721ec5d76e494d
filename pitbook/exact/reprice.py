"""Computes the figures of changed pays from fixed counts, without counting again.

A rule says which outcomes the cards satisfy and does not depend on pays. So the deals that satisfy the same outcomes
are counted once, and each pay table only selects the line that pays each of these classes.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import sqrt
from typing import Final

from pitbook.cards import Shoe
from pitbook.errors import BadInput, quoted
from pitbook.exact.distribution import distribution
from pitbook.exact.par import DEALT, Basis
from pitbook.games.model import Wager, listed
from pitbook.pay import Loss, Pay, PayLine, PayTable, Push, parse_pay, paying_order

ONE_DOLLAR: Final = Basis()


@dataclass(frozen=True, slots=True)
class Counts:
    """The number of deals of a shoe for each set of satisfied outcomes, from which any pay table can be priced."""

    wager: Wager
    kinds: tuple[tuple[tuple[str, ...], int], ...]
    """The outcomes satisfied together, and the number of deals; no line can pay the empty set."""
    total: int


def counts_of(wager: Wager, shoe: Shoe, options: Mapping[str, str] | None = None) -> Counts:
    """The counts of a wager for a shoe and the chosen options."""
    if wager.components:
        raise BadInput(f"{wager.slug} is several wagers together: name one of {listed(wager.components)}")
    if wager.requires_all_of:
        raise BadInput(f"{wager.slug} cannot be bet alone, so it has no house edge")
    if not all(group.size and group.source in DEALT for group in wager.groups):
        raise BadInput(f"{wager.slug} is decided by how hands are played or set, not by one deal")
    counted = distribution(wager, shoe, options)
    kinds: Counter[tuple[str, ...]] = Counter()
    for answer, times in counted.answers.items():
        kinds[tuple(wager.named(answer))] += times
    return Counts(wager, tuple(sorted(kinds.items())), counted.total)


@dataclass(frozen=True, slots=True)
class TableFigures:
    """The figures of a pay table on fixed counts, per unit wagered."""

    house_edge: Fraction
    hit_frequency: Fraction
    """The probability of a winning line; a push does not count as a hit."""
    variance: Fraction

    @property
    def standard_deviation(self) -> float:
        return sqrt(self.variance)


def reprice(counts: Counts, table: PayTable, basis: Basis = ONE_DOLLAR) -> TableFigures:
    """House edge, hit frequency and variance of a pay table on existing counts."""
    paid, lost = by_line(counts, table)
    hits, mean, square = 0, Fraction(-lost), Fraction(lost)
    for line, times in paid:
        net = basis.net(line.pay)
        if net is None:
            raise BadInput(f"{line.outcome} pays {line.pay}: its value depends on the meter")
        mean += net * times
        square += net * net * times
        hits += 0 if isinstance(line.pay, Push | Loss) else times
    mean /= counts.total
    return TableFigures(-mean, Fraction(hits, counts.total), square / counts.total - mean * mean)


def by_line(counts: Counts, table: PayTable) -> tuple[list[tuple[PayLine, int]], int]:
    """The paid lines with the number of deals of each, and the number of deals that no line pays."""
    ordered = paying_order(table.lines)
    wager = counts.wager
    sums = {each.name for each in wager.outcomes if each.sum_of and table.line(each.name) is None}
    lost = 0
    paid: dict[str, tuple[PayLine, int]] = {}
    for names, times in counts.kinds:
        if sums.isdisjoint(names):
            line = next((line for line in ordered if line.outcome in names), None)
        else:
            line = wager.paid_line(table, names)
        if line is None:
            lost += times
        else:
            paid[line.outcome] = line, paid.get(line.outcome, (line, 0))[1] + times
    return list(paid.values()), lost


def with_pays(table: PayTable, pays: Mapping[str, Pay | str]) -> PayTable:
    """The same table with some pays changed: ``{"flush": "5 to 1"}``."""
    known = [line.outcome for line in table.lines]
    for name in pays:
        if name not in known:
            raise BadInput(f"pay table {table.id} has no outcome {quoted(name)}: it has {listed(known)}")
    new = {name: parse_pay(pay) if isinstance(pay, str) else pay for name, pay in pays.items()}
    return replace(table, lines=tuple(replace(line, pay=new.get(line.outcome, line.pay)) for line in table.lines))
