"""``design``: finds pay tables of a wager with a given house edge."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from html import escape
from pathlib import Path
from time import perf_counter
from typing import Any, Final

from pitbook.cards import Shoe
from pitbook.errors import BadInput, quoted
from pitbook.exact.custom_wager import Source, find_wager, is_custom, one_table
from pitbook.exact.figures import number, percent
from pitbook.exact.par import default_basis
from pitbook.exact.propose import FigureRange, ProposedTable, ProposedTables, propose
from pitbook.exact.record import pair, ratio
from pitbook.exact.reprice import TableFigures, counts_of, reprice
from pitbook.games.model import Game, Wager
from pitbook.money import parse_cents
from pitbook.pay import PayTable

MOST_TABLES: Final = 100
MOST_STEPS: Final = 10_000
_NUMBER: Final = r"(-?\d{1,7}(?:\.\d{1,6})?)"


@dataclass(frozen=True, slots=True)
class Design:
    """Pay tables found for a wager: proposals without an approval."""

    game: Game
    wager: Wager
    decks: int
    start: PayTable
    """The table that gives the lines, their order and the pays of held lines."""
    before: TableFigures
    """The figures of that table."""
    edge: FigureRange
    proposals: ProposedTables
    seconds: float
    """The effort of the search."""

    def __len__(self) -> int:
        return len(self.proposals.found)

    def to_dict(self) -> dict[str, Any]:
        """The search and its results as a JSON record."""
        done = self.proposals
        return {
            "game": self.game.slug,
            "wager": self.wager.slug,
            "decks": self.decks,
            "starts_from": {"pay_table": self.start.id, "pays": pays_of(self.start), **figures_record(self.before)},
            "edge": [ratio(self.edge.low), ratio(self.edge.high)],
            **pair("target_edge", self.edge.target),
            "ranges": {name: [str(value) for value in values] for name, values in done.ranges.items()},
            "tables_in_ranges": done.tables,
            "tables_priced": done.priced,
            "edges_in_ranges": [ratio(each) for each in done.edges],
            "tables": [_found(each) for each in done.found],
        }

    def _repr_html_(self) -> str:
        """The notebook display: the lines as rows, the tables side by side."""
        found = self.proposals.found
        head = [self.wager.name, f"table {self.start.id}", *(str(place) for place in range(1, len(found) + 1))]
        rows = [
            [line.label, str(line.pay), *(shown_pay(each.table, line.outcome) for each in found)]
            for line in self.start.lines
        ]
        for label, shown in SHOWN.items():
            rows.append([label, shown(self.before), *(shown(each.figures) for each in found)])
        cells = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows)
        heads = "".join(f"<th>{escape(each)}</th>" for each in head)
        return f"<table><thead><tr>{heads}</tr></thead><tbody>{cells}</tbody></table>"


SHOWN: Final[Mapping[str, Callable[[TableFigures], str]]] = {
    "House edge": lambda figures: percent(figures.house_edge),
    "Hit frequency": lambda figures: percent(figures.hit_frequency),
    "Standard deviation": lambda figures: number(figures.standard_deviation),
}
"""The figures of a table, formatted for display."""


def design(
    game: Source,
    wager: str = "",
    *,
    edge: str,
    decks: int | None = None,
    target_edge: str | None = None,
    hit: str | None = None,
    sd: str | None = None,
    pays: Mapping[str, str] | None = None,
    table: str | Path | Mapping[str, str] = "",
    hold: bool = False,
    any_order: bool = False,
    meter: str | int | None = None,
    top: int = 5,
) -> Design:
    """Pay tables with a house edge such as ``"4..6%"``, closest to the middle (or ``target_edge``) first.

    The first argument may be a wager of the rulebook, a game, the path of a Python file or a function decorated with
    ``@wager``. ``pays`` gives the range of a line, ``{"flush": "3..6", "match": "1"}``; the others vary in round
    numbers around the printed ones, or with ``hold`` stay unchanged.
    """
    found, chosen = find_wager(game, wager)
    count = found.default_decks if decks is None else decks
    shoe = Shoe.of_decks(count, joker=found.joker)
    start = _start(found, chosen, count, table)
    span = parse_span(edge, "edge", percent=True, target=target_edge)
    hits = parse_span(hit, "hit", percent=True) if hit is not None else None
    deviation = parse_span(sd, "sd", percent=False) if sd is not None else None
    ranges = {name: parse_pays(name, text) for name, text in (pays or {}).items()}
    if not 1 <= top <= MOST_TABLES:
        raise BadInput(f"{top} tables were requested: request 1 to {MOST_TABLES}")
    options = found.check_options({})
    shown = None if meter is None else parse_cents(str(meter), "meter")
    basis = replace(default_basis(chosen, start, options), meter=shown, rounding=None)
    counts = counts_of(chosen, shoe, options)
    began = perf_counter()
    proposals = propose(
        counts, start, span, ranges, hits, deviation,
        top=top, hold=hold, any_order=any_order, basis=basis, printed=_printed(chosen.tables, count),
    )  # fmt: skip
    seconds = perf_counter() - began
    return Design(found, chosen, count, start, reprice(counts, start, basis), span, proposals, seconds)


def _printed(tables: Iterable[PayTable], decks: int) -> list[PayTable]:
    """The printed tables for this deck count; all of them if there is none."""
    every = list(tables)
    return [table for table in every if decks in table.decks] or every


def _start(game: Game, wager: Wager, decks: int, table: str | Path | Mapping[str, str]) -> PayTable:
    """The pay table that gives the lines: the one named, else the usual one for these decks, else the first."""
    if table:
        return one_table(game, wager, decks, table)
    if not wager.tables:
        how = "one of your own" if is_custom(game) else "one"
        raise BadInput(f"{wager.slug} has no pay table to start from: give {how} with --table FILE.toml")
    return wager.table(game.default_table(wager, decks), decks) if wager.table_ids(decks) else wager.tables[0]


def parse_span(text: str, what: str, *, percent: bool, target: str | None = None) -> FigureRange:
    """``4..6%`` or, for a deviation, ``2..3.5``."""
    sign = "%" if percent else ""
    found = re.fullmatch(rf"\s*{_NUMBER}{sign}?\s*\.\.\s*{_NUMBER}{sign}\s*", text, re.ASCII)
    if not found:
        raise BadInput(f"{what} {quoted(text)} is not a range: write it as {'4..6%' if percent else '2..3.5'}")
    unit = 100 if percent else 1
    low, high = Fraction(found[1]) / unit, Fraction(found[2]) / unit
    if low > high or (what != "edge" and low < 0):
        raise BadInput(f"{what} {quoted(text)} is not a range: write the lower number first")
    if target is None:
        return FigureRange(low, high, (low + high) / 2)
    aim = re.fullmatch(rf"\s*{_NUMBER}%\s*", target, re.ASCII)
    if not aim:
        raise BadInput(f"target edge {quoted(target)} is not a percentage: write it as 5%")
    wanted = Fraction(aim[1]) / 100
    if not low <= wanted <= high:
        raise BadInput(f"target edge {quoted(target)} is outside {quoted(text)}")
    return FigureRange(low, high, wanted)


def parse_pays(name: str, text: str) -> list[Fraction]:
    """``3..6``, ``20..50:5`` or ``1``."""
    found = re.fullmatch(rf"\s*{_NUMBER}(?:\s*\.\.\s*{_NUMBER}(?::{_NUMBER})?)?\s*", text, re.ASCII)
    if not found:
        raise BadInput(f"pay {quoted(f'{name}={text}')} is not a range of pays: write it as 3..6, 20..50:5 or 1")
    low, high, step = Fraction(found[1]), Fraction(found[2] or found[1]), Fraction(found[3] or 1)
    if low < 0 or high < 0:
        raise BadInput(f"pay {quoted(f'{name}={text}')} is negative: a line pays 0 or more")
    if low > high or step <= 0:
        raise BadInput(f"pay {quoted(f'{name}={text}')} is not a range: write the lower pay first")
    if (high - low) / step >= MOST_STEPS:
        raise BadInput(f"pay {quoted(f'{name}={text}')} holds more than {MOST_STEPS:,} pays: give a larger step")
    return [low + place * step for place in range(int((high - low) / step) + 1)]


def pays_of(table: PayTable) -> dict[str, str]:
    return {line.outcome: str(line.pay) for line in table.lines}


def shown_pay(table: PayTable, outcome: str) -> str:
    line = table.line(outcome)
    return str(line.pay) if line else ""


def difference(found: ProposedTable) -> str:
    """The difference between a found table and the nearest printed one, in words."""
    table = found.nearest.table
    if not found.nearest.changes:
        return f"is table {table.id}"
    labels = {line.outcome: line.label for line in (*table.lines, *found.table.lines)}
    words = [f"{labels[name]} {new} (was {old})" for name, (old, new) in found.nearest.changes.items()]
    return f"as table {table.id}, but {', '.join(words)}"


def figures_record(figures: TableFigures) -> dict[str, Any]:
    """The figures of a pay table as JSON data."""
    return {
        **pair("house_edge", figures.house_edge),
        **pair("hit_frequency", figures.hit_frequency),
        "standard_deviation": figures.standard_deviation,
    }


def _found(each: ProposedTable) -> dict[str, Any]:
    near = each.nearest
    return {
        "pays": pays_of(each.table),
        **figures_record(each.figures),
        "distance": each.distance,
        "nearest": {
            "pay_table": near.table.id,
            "decks": list(near.table.decks),
            "changes": {name: {"from": old, "to": new} for name, (old, new) in near.changes.items()},
        },
    }
