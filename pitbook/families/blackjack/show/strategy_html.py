"""The blackjack strategy chart as one page for a browser: it fetches nothing, is light or dark, and prints."""

from collections.abc import Iterable, Iterator
from html import escape
from importlib.resources import files
from typing import Final

from pitbook import __version__
from pitbook.families.blackjack.exact.analysis import Analysis, Departure
from pitbook.families.blackjack.exact.chart import CODES, ChartRow, action_of, chart
from pitbook.families.blackjack.exact.split import TREATMENT
from pitbook.families.blackjack.exact.values import UP_CARDS, VALUE_NAMES
from pitbook.families.blackjack.rules.posted import headline
from pitbook.reports.html_page import html_page

LISTED: Final = 16
"""The most exceptions to the chart that are listed."""


def write(analysis: Analysis) -> bytes:
    """The page, as UTF-8."""
    style = files("pitbook.families.blackjack.show").joinpath("strategy.css").read_text("utf-8")
    title = "Blackjack strategy"
    departures = analysis.departures()
    made = chart(analysis)
    hard, *others = (_part(name, rows) for name, rows in made.parts)
    parts = [
        f'<header><p class="kind">Strategy chart</p><h1>{title}</h1>',
        f'<p class="subtitle">{escape(headline(analysis.rules))}</p></header>',
        "<main>",
        _figures(analysis),
        f'<div class="charts"><div>{hard}{_legend(made.codes())}</div><div>{"".join(others)}</div></div>',
        *_departures(departures),
        f'<p class="note treatment">{escape(TREATMENT)}</p>',
        f"</main>\n<footer>Pitbook {__version__}. Point at a cell to see the value of every action.</footer>",
    ]
    return html_page(f"{title}: {headline(analysis.rules)}", style, parts, dark=True)


def _figures(analysis: Analysis) -> str:
    facts = (
        ("House edge by this chart", f"{-analysis.total.expectation:.4%}"),
        ("House edge by the best play for every card", f"{-analysis.composition.expectation:.4%}"),
    )
    items = "".join(f"<div><dt>{name}</dt><dd>{value}</dd></div>" for name, value in facts)
    return f'<dl class="figures">{items}</dl>'


def _part(name: str, rows: Iterable[ChartRow]) -> str:
    heads = "".join(f'<th scope="col">{VALUE_NAMES[up].replace("T", "10")}</th>' for up in UP_CARDS)
    lines = "\n".join(_row(row) for row in rows)
    head = f'<tr><th scope="col"><span class="quiet">Dealer</span></th>{heads}</tr>'
    return f'<table class="chart"><caption>{name}</caption><thead>{head}</thead>\n<tbody>\n{lines}\n</tbody></table>'


def _row(row: ChartRow) -> str:
    cells = "".join(
        f'<td class="{action_of(cell.code)}" title="{_worth(cell.values)}">{cell.code}</td>' for cell in row.cells
    )
    return f'<tr><th scope="row">{row.name.replace("T", "10")}</th>{cells}</tr>'


def _worth(values: dict[str, float]) -> str:
    """The value of every action, the best first."""
    best_first = sorted(values.items(), key=lambda item: -item[1])
    return "&#10;".join(f"{action} {value:+.5f}" for action, value in best_first)


def _legend(codes: Iterable[str]) -> str:
    items = "".join(
        f'<li><span class="key {action_of(code)}">{code}</span> {escape(CODES[code])}</li>' for code in codes
    )
    return f'<ul class="legend">{items}</ul>'


def _departures(departures: list[Departure]) -> Iterator[str]:
    if not departures:
        return
    shown = departures[:LISTED]
    more = f" ({len(departures)} hands; the {LISTED} that matter most)" if len(departures) > LISTED else ""
    half = (len(shown) + 1) // 2
    yield "<section><h2>Exceptions to the chart</h2>"
    yield f'<p class="note">Hands in which another play is better than the chart\'s{more}, and how much it gains.</p>'
    yield '\n<div class="charts">'
    for some in (shown[:half], shown[half:]):
        if some:
            yield from _departure_table(some)
    yield "</div></section>"


def _departure_table(departures: Iterable[Departure]) -> Iterator[str]:
    yield "<table><thead><tr><th>Cards</th><th>Against</th><th>Chart</th><th>Better</th>"
    yield '<th class="figure">Gain</th><th class="figure">Once in</th></tr></thead>\n<tbody>'
    for each in departures:
        cards, up = each.cards.replace("T", "10"), VALUE_NAMES[each.up].replace("T", "10")
        yield (
            f'<tr><td class="cards">{cards}</td><td>{up}</td>'
            f'<td>{each.chart}</td><td><span class="key {each.best}">{each.best}</span></td>'
            f'<td class="figure">{each.gain:.4%}</td><td class="figure">{1 / each.frequency:,.0f} rounds</td></tr>'
        )
    yield "</tbody></table>"
