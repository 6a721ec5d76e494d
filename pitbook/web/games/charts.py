"""The charts of a wager: return by line, edge by decks and pay table, 100 hands, effect of each card."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from markupsafe import Markup, escape

from pitbook.games.model import Wager
from pitbook.web.games.comparison import ComparisonRow
from pitbook.web.games.counted import CountingExposure, Edge, HistogramBar, Hundred, SheetFigures
from pitbook.web.games.sheet_key import SheetKey
from pitbook.web.http.pages import money

MOST_EFFECTS: Final = 14
"""Most cards in the chart of effects."""
TALL, FOOT = 200, 24
"""Heights in a histogram, in pixels: the columns, and the labels under them."""
LABELS: Final = 6
SHORT: Final = 8
"""Longest label that fits a narrow column."""


@dataclass(frozen=True, slots=True)
class ChartBar:
    """One bar: its label, its length, the text at its end, and its CSS class (``bar``, ``gain``, ``loss``)."""

    label: str
    value: float
    text: str
    kind: str = "bar"


def bars(title: str, items: Sequence[ChartBar]) -> Markup:
    """Horizontal bars as a list; labels and figures are text, which wraps on small screens."""
    low = min((*(item.value for item in items), 0.0))
    span = max((*(item.value for item in items), 0.0)) - low or 1.0
    parts = []
    for item in items:
        size = 100 * abs(item.value) / span
        left = 100 * (min(item.value, 0.0) - low) / span
        shape = f'<rect class="{item.kind}" x="{left:.2f}" width="{max(size, 0.3):.2f}" height="10"/>'
        parts.append(
            f'<li><span>{escape(item.label)}</span><svg viewBox="0 0 100 10" preserveAspectRatio="none" '
            f'aria-hidden="true">{shape}</svg><strong>{escape(item.text)}</strong></li>'
        )
    kind = "bars short" if max((len(item.label) for item in items), default=0) <= SHORT else "bars"
    return Markup(f'<ul class="{kind}" aria-label="{escape(title)}">{"".join(parts)}</ul>')


def columns(title: str, items: Sequence[ChartBar]) -> Markup:
    """Vertical bars that fill the width; the labels keep their size."""
    high = max((item.value for item in items), default=1.0) or 1.0
    step, every = 100 / max(len(items), 1), max(1, -(-len(items) // LABELS))
    parts = []
    for place, item in enumerate(items):
        tall = TALL * item.value / high
        parts.append(
            f'<g><title>{escape(item.text)}</title><rect class="{item.kind}" x="{place * step + step * 0.08:.3f}%" '
            f'y="{TALL - tall:.1f}" width="{step * 0.84:.3f}%" height="{max(tall, 0.5):.1f}" rx="1.5"/></g>'
        )
        if place % every == 1 and item.label:
            parts.append(f'<text x="{place * step:.3f}%" y="{TALL + FOOT - 6}">{escape(item.label)}</text>')
    words = escape(title)
    return Markup(
        f'<svg class="histogram" role="img" aria-label="{words}" width="100%" height="{TALL + FOOT}"><title>{words}'
        f'</title>{"".join(parts)}<path class="axis" d="M0 {TALL + 0.5}h4000"/></svg>'
    )


def edge_chart(rows: list[ComparisonRow]) -> Markup | None:
    """The edges of those wagers that are calculated; None while there are none."""
    known = [row for row in rows if row.edge is not None]
    if not known:
        return None
    times = Counter(row.name for row in known)
    names = [row.name if times[row.name] == 1 else f"{row.name}, {row.game.name}" for row in known]
    return bars(
        "House edge of each wager, with its usual pay table",
        [ChartBar(name, 100 * (row.edge or 0.0), row.edge_text) for name, row in zip(names, known, strict=True)],
    )


@dataclass(frozen=True, slots=True)
class Charts:
    """The charts of a wager; None while a figure is being calculated."""

    returns: Markup | None
    by_decks: Markup | None
    by_table: Markup | None
    session: Markup | None
    effects: Markup | None


def drawn(
    wager: Wager,
    of: SheetKey,
    sheet: SheetFigures | None,
    edges: tuple[Edge, ...] | None,
    session: Hundred | None,
    watched: CountingExposure | None,
) -> Charts:
    """Draws the charts whose figures are ready."""
    return Charts(
        returns=None if sheet is None else returns_chart(sheet),
        by_decks=None if edges is None else decks_chart(wager, of, edges),
        by_table=None if edges is None else tables_chart(of, edges),
        session=None if session is None else session_chart(session),
        effects=None if watched is None else effects_chart(watched),
    )


def returns_chart(sheet: SheetFigures) -> Markup:
    """The return of each line."""
    drawn = sheet.view.chart
    return bars(drawn.title, [ChartBar(bar.label, float(bar.value), bar.text) for bar in drawn.bars])


def decks_chart(wager: Wager, of: SheetKey, edges: tuple[Edge, ...]) -> Markup | None:
    """The edge of this pay table by decks; if each deck count has its own tables, of those in the same position."""
    place = wager.table_ids(of.decks).index(of.table) if of.table else 0
    shown = []
    for count in sorted({edge.decks for edge in edges}):
        ids = wager.table_ids(count)
        table = of.table if of.table in ids or not ids else ids[min(place, len(ids) - 1)]
        found = next((edge for edge in edges if (edge.table, edge.decks) == (table, count)), None)
        if found is not None and found.edge is not None:
            name = f"{count} deck{'s' if count > 1 else ''}" + (f", table {table}" if table != of.table else "")
            shown.append(_edge_bar(name, found, of))
    return bars("House edge by decks", shown) if len(shown) > 1 else None


def tables_chart(of: SheetKey, edges: tuple[Edge, ...]) -> Markup | None:
    """The edges of all pay tables for this deck count."""
    shown = [_edge_bar(edge.table, edge, of) for edge in edges if edge.decks == of.decks and edge.edge is not None]
    return bars("House edge by pay table", shown) if len(shown) > 1 else None


def _edge_bar(name: str, edge: Edge, of: SheetKey) -> ChartBar:
    here = edge.decks == of.decks and edge.table == of.table
    return ChartBar(name, float(edge.edge or 0), edge.text, "bar" if here else "bar other")


def session_chart(session: Hundred) -> Markup:
    """Chances of results of a session: losses, then wins."""
    shown = [
        ChartBar("" if bar.low is None else money(bar.low), bar.chance, f"{_span(bar)}: {bar.chance:.2%}", _kind(bar))
        for bar in session.bars
    ]
    return columns("Chances of results after 100 hands", shown)


def _span(bar: HistogramBar) -> str:
    if bar.low is None:
        return f"below {money(bar.high or 0)}"
    return f"{money(bar.low)} or more" if bar.high is None else f"{money(bar.low)} to below {money(bar.high)}"


def _kind(bar: HistogramBar) -> str:
    return "loss" if bar.high is not None and bar.high <= 0 else "gain"


def effects_chart(watched: CountingExposure) -> Markup | None:
    """The cards that move the edge most."""
    ranked = sorted(watched.effects, key=lambda each: -abs(each.change))[:MOST_EFFECTS]
    kept = [each for each in watched.effects if each in ranked and each.change]
    drawn_bars = [ChartBar(each.label, each.change, each.text, "gain" if each.change < 0 else "loss") for each in kept]
    return bars("Change of the house edge when one such card has gone", drawn_bars) if drawn_bars else None
