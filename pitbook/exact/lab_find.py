"""Pay tables for a design: those with the requested house edge, closest first."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any, Final

from pitbook.errors import BadInput
from pitbook.exact.design import difference, figures_record, parse_pays, parse_span, pays_of
from pitbook.exact.distribution import distribution
from pitbook.exact.lab import Opened, with_lines
from pitbook.exact.lab_pays import proposed_pays
from pitbook.exact.propose import propose
from pitbook.exact.record import pair
from pitbook.exact.reprice import counts_of, reprice
from pitbook.pay import Loss

MOST_FOUND: Final = 20


def find_tables(found: Opened, wanted: Mapping[str, Any]) -> dict[str, Any]:
    """Runs :func:`pitbook.exact.propose.propose`, starting from the pays of a design, whose own table is left out.

    ``wanted`` has ``edge`` (``4..6%``) and optionally ``hit``, ``sd``, ``pays`` (line -> range), ``hold`` and ``top``.
    """
    edge = parse_span(wanted["edge"], "edge", percent=True)
    hit = parse_span(wanted["hit"], "hit", percent=True) if wanted.get("hit") else None
    deviation = parse_span(wanted["sd"], "sd", percent=False) if wanted.get("sd") else None
    ranges = {name: parse_pays(name, text) for name, text in wanted.get("pays", {}).items()}
    top = int(wanted.get("top", 5))
    if not 1 <= top <= MOST_FOUND:
        raise BadInput(f"{top} tables were requested: request 1 to {MOST_FOUND}")
    counts = counts_of(found.wager, found.shoe, found.options)
    present = found.table
    if found.design.rule:
        found = with_proposals(found, edge.target)
    basis = replace(found.basis, rounding=None)
    printed = [each for each in found.wager.tables if found.decks in each.decks] or list(found.wager.tables)
    if found.design.rule:
        printed = [found.table]  # a custom wager has no printed tables, only its author's
    done = propose(
        counts, found.table, edge, ranges, hit, deviation,
        top=top + 1, hold=bool(wanted.get("hold")), basis=basis, printed=printed,
    )  # fmt: skip
    now = reprice(counts, present, basis)
    fits = all(
        span is None or figure in span
        for figure, span in (
            (now.house_edge, edge),
            (now.hit_frequency, hit),
            (Fraction(now.standard_deviation), deviation),
        )
    )
    others = [each for each in done.found if pays_of(each.table) != pays_of(present)]
    return {
        "present_fits": fits,
        **{f"start_{name}": value for name, value in figures_record(reprice(counts, found.table, basis)).items()},
        "tables_in_ranges": done.tables,
        "tables_priced": done.priced,
        **pair("lowest_edge", done.edges[0]),
        **pair("highest_edge", done.edges[1]),
        "varied": list(done.ranges),
        "tables": [
            {"pays": pays_of(each.table), **figures_record(each.figures), "difference": difference(each)}
            for each in others[:top]
        ],
    }


def with_proposals(found: Opened, edge: Fraction) -> Opened:
    """A custom rule with pays near this edge for the lines that have none."""
    counted = distribution(found.wager, found.shoe, found.options)
    given = {line.outcome for line in found.table.lines if not isinstance(line.pay, Loss)}
    proposed = proposed_pays(found, counted, edge)
    pays = {name: pay for name, pay in proposed.items() if name not in {*given, *found.design.pays}}
    return replace(found, table=with_lines(found.wager, found.table, pays))
