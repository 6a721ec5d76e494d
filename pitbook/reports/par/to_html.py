"""Par sheets as one page for a browser: self-contained, light or dark as the reader prefers, printable."""

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from importlib.resources import files

from pitbook import __version__
from pitbook.exact.par import ParSheet
from pitbook.exact.picture import chart_svg
from pitbook.reports.html_page import html_page
from pitbook.reports.par.view import Block, Fact, SheetView, title_of, view


def write(sheets: Sequence[ParSheet]) -> bytes:
    """The page, as UTF-8."""
    views = [view(sheet) for sheet in sheets]
    title = title_of(views)
    style = files("pitbook.reports.par").joinpath("par.css").read_text("utf-8")
    parts = [
        *(_contents(views, escape(title)) if len(views) > 1 else ()),
        "<main>",
        *(_sheet(shown, place) for place, shown in enumerate(views, 1)),
        f"</main>\n<footer>Pitbook {__version__}. Every figure follows exactly from the inputs named.</footer>",
    ]
    return html_page(title, style, parts, dark=True)


def _contents(views: Sequence[SheetView], title: str) -> Iterator[str]:
    yield f'<header><p class="kind">Par sheets</p><h1>{title}</h1></header>\n<nav aria-label="Sheets">'
    heads = ("Game", "Wager", "Pay table", "Shoe", "House edge", "Hit frequency", "Deviation")
    rows = [
        (
            escape(entry.game),
            f'<a href="#sheet-{place}">{escape(entry.wager)}</a>',
            escape(entry.table),
            entry.shoe,
            entry.house_edge,
            entry.hit_frequency,
            entry.deviation,
        )
        for place, entry in enumerate((shown.entry for shown in views), 1)
    ]
    yield _table("contents", heads, rows, words=4)
    yield "</nav>"


def _sheet(shown: SheetView, place: int) -> str:
    return "\n".join(
        [
            f'<article id="sheet-{place}" aria-labelledby="title-{place}">',
            f'<header><p class="kind">Par sheet</p><h2 id="title-{place}">{escape(shown.title)}</h2>',
            f'<p class="subtitle">{escape(shown.subtitle)}</p></header>',
            _about(shown.about),
            _figures(shown.summary),
            "<section><h3>Outcomes</h3>",
            _outcomes(shown),
            f'<p class="note">{escape(shown.check)}</p></section>',
            _chart(shown),
            '<div class="blocks">',
            *(_block(block) for block in shown.blocks),
            "</div>",
            "<section><h3>Assumptions</h3><ol>",
            *(f"<li>{escape(sentence)}</li>" for sentence in shown.assumptions),
            "</ol></section>\n</article>",
        ]
    )


def _about(facts: Iterable[Fact]) -> str:
    rows = "".join(f"<div><dt>{escape(fact.name)}</dt><dd>{escape(fact.value)}</dd></div>" for fact in facts)
    return f'<dl class="about">{rows}</dl>'


def _figures(facts: Iterable[Fact]) -> str:
    rows = "".join(
        f"<div><dt>{escape(fact.name)}</dt><dd>{escape(fact.value)}"
        + (f'<span class="exact">{escape(fact.exact)}</span>' if fact.exact else "")
        + "</dd></div>"
        for fact in facts
    )
    return f'<dl class="figures">{rows}</dl>'


def _outcomes(shown: SheetView) -> str:
    rows = [[escape(cell) for cell in line.cells] for line in shown.lines]
    foot = [escape(cell) for cell in shown.total.cells]
    return _table("outcomes", shown.headings, rows, words=shown.words, foot=foot)


def _chart(shown: SheetView) -> str:
    drawn = shown.chart
    if not drawn.bars:
        return ""
    note = f'<p class="note">{escape(drawn.note)}</p>' if drawn.note else ""
    return f'<section><h3>{escape(drawn.title)}</h3><div class="scroll">{chart_svg(drawn)}</div>{note}</section>'


def _block(block: Block) -> str:
    rows = [[escape(cell) for cell in row] for row in block.rows]
    note = f'<p class="note">{escape(block.note)}</p>' if block.note else ""
    table = _table("block", block.headings, rows, words=block.words, marked=block.marked)
    wide = ' class="wide"' if block.wide else ""
    return f"<section{wide}><h3>{escape(block.title)}</h3>{table}{note}</section>"


def _table(
    kind: str,
    heads: Sequence[str],
    rows: Iterable[Sequence[str]],
    *,
    words: int,
    foot: Sequence[str] = (),
    marked: int = -1,
) -> str:
    """A table whose cells are HTML already; the first ``words`` columns hold words, the others figures."""

    def cells(row: Sequence[str]) -> str:
        first, *others = row
        made = [f'<th scope="row">{first}</th>']
        made += [f"<td{kind_of(place)}>{cell}</td>" for place, cell in enumerate(others, 1)]
        return "".join(made)

    def kind_of(place: int) -> str:
        return ' class="figure"' if place >= words else ""

    head = "".join(f'<th scope="col"{kind_of(place)}>{escape(name)}</th>' for place, name in enumerate(heads))
    mark = ' class="marked"'
    body = "".join(f"<tr{mark if place == marked else ''}>{cells(row)}</tr>" for place, row in enumerate(rows))
    end = f"<tfoot><tr>{cells(foot)}</tr></tfoot>" if foot else ""
    table = f'<table class="{kind}"><thead><tr>{head}</tr></thead><tbody>{body}</tbody>{end}</table>'
    return f'<div class="scroll">{table}</div>'
