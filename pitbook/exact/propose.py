"""Proposes pay tables whose house edge, hit frequency and volatility come closest to the targets.

The rule fixes the counts, so a table's figures are sums of integers and the search is exact. In a table found, a line
pays at least as much as every line below it in the order of the starting table (a rarer hand pays at least as much), so
the deals paid on each line stay the same. Without that condition, ``any_order``, the search selects the line that pays
a deal again for each table.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations
from math import ceil, floor, lcm, log

from pitbook.errors import BadInput
from pitbook.exact.par import Basis
from pitbook.exact.pay_ranges import Ranges, choose_ranges
from pitbook.exact.reprice import ONE_DOLLAR, Counts, TableFigures, by_line, reprice
from pitbook.exact.search import ClosestTables, Nets, Searcher, SearchProblem, Ways, Wish
from pitbook.pay import Loss, Odds, Pay, PayLine, PayTable, Push, paying_order

NO_LINE = "-"
"""Replaces the pay of a line that a table does not have."""


@dataclass(frozen=True, slots=True)
class FigureRange:
    """A range of a figure, and the target within it."""

    low: Fraction
    high: Fraction
    target: Fraction

    @property
    def width(self) -> float:
        """Half of the range: the unit for distances from the target."""
        return float(self.high - self.low) / 2 or 0.01

    def __contains__(self, value: Fraction) -> bool:
        return self.low <= value <= self.high


@dataclass(frozen=True, slots=True)
class Nearest:
    """The printed table that differs from a found one in the fewest lines."""

    table: PayTable
    changes: Mapping[str, tuple[str, str]]
    """Outcome -> the printed pay and the one found."""


@dataclass(frozen=True, slots=True)
class ProposedTable:
    """One pay table in the range."""

    table: PayTable
    figures: TableFigures
    distance: float
    """The distance from the targets, in half-widths of the ranges; 0 is exactly on them."""
    nearest: Nearest


@dataclass(frozen=True, slots=True)
class ProposedTables:
    """The result of a search."""

    found: tuple[ProposedTable, ...]
    """Closest first."""
    ranges: Ranges
    """The candidate pays; lines not named here are as in the starting table."""
    tables: int
    """The number of tables in these ranges."""
    priced: int
    """The number of tables priced one by one; the others were pruned in groups by bounds that miss nothing."""
    edges: tuple[Fraction, Fraction]
    """The lowest and the highest house edge of all these tables."""


def propose(
    counts: Counts,
    start: PayTable,
    edge: FigureRange,
    ranges: Ranges | None = None,
    hit: FigureRange | None = None,
    deviation: FigureRange | None = None,
    *,
    top: int = 5,
    hold: bool = False,
    any_order: bool = False,
    basis: Basis = ONE_DOLLAR,
    printed: Sequence[PayTable] = (),
) -> ProposedTables:
    """The ``top`` tables in the ranges that come closest to the targets, with exact figures.

    ``printed`` are the tables for default ranges and differences; the default is ``start``. With ``hold`` only the
    lines in ``ranges`` vary.
    """
    if top < 1:
        raise BadInput(f"{top} tables were requested: request at least one")
    if any_order and not all(isinstance(line.pay, Odds | Push | Loss) for line in start.lines):
        raise BadInput(
            f"pay table {start.id} has pays other than odds, which keep their position: any_order is not possible"
        )
    printed = tuple(printed) or (start,)
    chosen = choose_ranges(counts, start, ranges or {}, printed, hold=hold)
    best = ClosestTables(top)
    cases = [_case(counts, table, chosen, any_order, basis) for table in _with_lines_unpaid(start, chosen)]
    for number, case in enumerate(cases):
        if wish := _wish(case, edge, hit, deviation):
            before = tuple(int(_net(line.pay) * case.problem.scale) for line in case.lines)
            Searcher(case.problem, wish, before, best, number)
    found = []
    for distance, number, nets in best.ranked():
        table = cases[number].with_nets(nets)
        found.append(ProposedTable(table, reprice(counts, table, basis), distance, nearest(table, printed)))
    edges = [edge for case in cases for edge in case.edges()]
    tables = sum(case.problem.tables() for case in cases)
    return ProposedTables(tuple(found), chosen, tables, best.priced, (min(edges), max(edges)))


def _with_lines_unpaid(start: PayTable, chosen: Ranges) -> Iterator[PayTable]:
    """The table once for each choice of lines that a pay of 0 may leave unpaid."""
    always = {name for name, values in chosen.items() if not any(values)}
    maybe = [name for name, values in chosen.items() if 0 in values and name not in always]
    for size in range(len(maybe) + 1):
        for left_out in combinations(maybe, size):
            out = {*always, *left_out}
            yield replace(
                start,
                lines=tuple(replace(line, pay=Loss()) if line.outcome in out else line for line in start.lines),
            )


@dataclass(frozen=True, slots=True)
class _Case:
    """One choice of the lines that are paid at all: the starting table, and the search problem of its pays."""

    table: PayTable
    lines: tuple[PayLine, ...]
    """The lines of the problem, from the highest pay to the lowest."""
    problem: SearchProblem
    hits: Fraction

    def edges(self) -> Iterator[Fraction]:
        """The house edges with every line at its lowest and at its highest."""
        for end in (0, -1):
            lowest_or_highest = [values[end] for values in self.problem.values]
            yield Fraction(-self.problem.sum_of(lowest_or_highest), self.problem.total * self.problem.scale)

    def with_nets(self, nets: Nets) -> PayTable:
        """The table with these nets on its lines."""
        new = {
            line.outcome: _pay(line.pay, Fraction(net, self.problem.scale))
            for line, net in zip(self.lines, nets, strict=True)
        }
        lines = tuple(replace(line, pay=new.get(line.outcome, line.pay)) for line in self.table.lines)
        return replace(self.table, id="new", lines=lines, cite="", heading="", game_name="")


def _net(pay: Pay) -> Fraction:
    return pay.net if isinstance(pay, Odds) else Fraction(0)


def _pay(like: Pay, net: Fraction) -> Pay:
    """Odds of the same form with another net; a push stays a push."""
    return replace(like, ratio=net if like.stake_returned else net + 1) if isinstance(like, Odds) else like


def _case(counts: Counts, table: PayTable, chosen: Ranges, any_order: bool, basis: Basis) -> _Case:
    lines = tuple(line for line in paying_order(table.lines) if isinstance(line.pay, Odds | Push))
    place = {line.outcome: number for number, line in enumerate(lines)}
    parts = {each.name: each.sum_of for each in counts.wager.outcomes if each.sum_of and each.name not in place}
    paid, lost = by_line(counts, table)
    kinds: list[tuple[Ways, int]] = []
    others = [(Fraction(-1), lost)]
    for line, times in paid:
        names = parts.get(line.outcome, (line.outcome,))
        if all(name in place for name in names):
            kinds.append(((tuple(place[name] for name in names),), times))
        elif (net := basis.net(line.pay)) is not None:
            others.append((net, times))
        else:
            raise BadInput(f"{line.outcome} pays {line.pay}: its value depends on the meter")
    nets = [
        sorted(_net(_pay_of(line.pay, value)) for value in chosen[line.outcome] if value)
        if line.outcome in chosen
        else [_net(line.pay)]
        for line in lines
    ]
    scale = lcm(*(net.denominator for each in nets for net in each), *(net.denominator for net, _ in others))
    problem = SearchProblem(
        values=tuple(tuple(int(net * scale) for net in each) for each in nets),
        kinds=tuple(_kinds_in_any_order(counts, place, parts) if any_order else kinds),
        fixed=sum(int(net * scale) * times for net, times in others),
        fixed_square=sum(int(net * scale) ** 2 * times for net, times in others),
        total=counts.total,
        scale=scale,
        in_order=not any_order,
    )
    hits = sum(times for line, times in paid if not isinstance(line.pay, Push | Loss))
    return _Case(table, lines, problem, Fraction(hits, counts.total))


def _pay_of(like: Pay, value: Fraction) -> Pay:
    return replace(like, ratio=value) if isinstance(like, Odds) else like


def _kinds_in_any_order(
    counts: Counts, place: Mapping[str, int], parts: Mapping[str, Sequence[str]]
) -> Iterator[tuple[Ways, int]]:
    """Every class of deals, with all the lines that may pay it."""
    for names, times in counts.kinds:
        sums = [parts[name] for name in names if name in parts]
        ways = [tuple(place[part] for part in sums[0])] if sums else [(place[name],) for name in names if name in place]
        if ways:
            yield tuple(ways), times


def _wish(case: _Case, edge: FigureRange, hit: FigureRange | None, deviation: FigureRange | None) -> Wish | None:
    """The ranges in the units of the problem; None if its hit frequency is out of range."""
    if hit is not None and case.hits not in hit:
        return None
    unit = case.problem.total * case.problem.scale
    spreads = None
    if deviation is not None:
        spreads = ceil((deviation.low * unit) ** 2), floor((deviation.high * unit) ** 2)
    return Wish(
        sums=(ceil(-edge.high * unit), floor(-edge.low * unit)),
        sum_target=float(-edge.target * unit),
        sum_width=edge.width * unit,
        spreads=spreads,
        deviation_target=float(deviation.target) if deviation else 0.0,
        deviation_width=deviation.width if deviation else 1.0,
        beside=(float(case.hits - hit.target) / hit.width) ** 2 if hit else 0.0,
    )


def nearest(table: PayTable, printed: Sequence[PayTable]) -> Nearest:
    """The printed table with the fewest lines that differ, and of these the one whose pays are closest."""

    def differs(other: PayTable) -> tuple[int, float]:
        changes = changes_from(other, table)
        apart = 0.0
        for name in changes:
            old, new = other.line(name), table.line(name)
            if old and new and isinstance(old.pay, Odds) and isinstance(new.pay, Odds):
                apart += abs(log(new.pay.ratio / old.pay.ratio))
        return len(changes), apart

    closest = min(printed, key=differs)
    return Nearest(closest, changes_from(closest, table))


def changes_from(old: PayTable, new: PayTable) -> dict[str, tuple[str, str]]:
    """Outcome -> the pay in either table, where they differ; a loss counts as no line."""
    names = dict.fromkeys(line.outcome for line in (*old.lines, *new.lines))
    pays = {name: (_shown(old, name), _shown(new, name)) for name in names}
    return {name: both for name, both in pays.items() if both[0] != both[1]}


def _shown(table: PayTable, name: str) -> str:
    line = table.line(name)
    return NO_LINE if line is None or isinstance(line.pay, Loss) else str(line.pay)
