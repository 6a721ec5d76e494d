"""From fixed counts to figures: what a changed pay does to a wager, without counting anything again.

A rule says which outcomes the cards satisfy; no pay is part of that. So the deals that satisfy the same outcomes are
counted once, and for each pay table only the line that each of these kinds is paid on is looked up anew.
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
    """How many deals of a shoe satisfy which outcomes together: all that pays can be hung on."""

    wager: Wager
    kinds: tuple[tuple[tuple[str, ...], int], ...]
    """The outcomes satisfied together, and in how many deals; the empty one is what no line can pay."""
    total: int


def counts_of(wager: Wager, shoe: Shoe, options: Mapping[str, str] | None = None) -> Counts:
    """The counts of a wager for a shoe and the readings chosen."""
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
class Figures:
    """What a pay table makes of fixed counts, for each unit wagered."""

    house_edge: Fraction
    hit_frequency: Fraction
    """The chance of a line that wins; a push is no hit."""
    variance: Fraction

    @property
    def standard_deviation(self) -> float:
        return sqrt(self.variance)


def reprice(counts: Counts, table: PayTable, basis: Basis = ONE_DOLLAR) -> Figures:
    """House edge, hit frequency and variance of a pay table on counts that are already there."""
    paid, lost = by_line(counts, table)
    hits, mean, square = 0, Fraction(-lost), Fraction(lost)
    for line, times in paid:
        net = basis.net(line.pay)
        if net is None:
            raise BadInput(f"{line.outcome} pays {line.pay}: its worth needs the meter")
        mean += net * times
        square += net * net * times
        hits += 0 if isinstance(line.pay, Push | Loss) else times
    mean /= counts.total
    return Figures(-mean, Fraction(hits, counts.total), square / counts.total - mean * mean)


def by_line(counts: Counts, table: PayTable) -> tuple[list[tuple[PayLine, int]], int]:
    """The lines that are paid, with the deals paid on each, and the deals that no line pays."""
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
