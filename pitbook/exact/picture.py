"""A par sheet as a picture: the chart as SVG, and the small table that a notebook shows."""

from fractions import Fraction
from html import escape

from pitbook.exact.figures import ReturnChart, chart, fixed, number, one_in, percent, places_for
from pitbook.exact.par import ParSheet

ROW, BAR, GAP = 22, 13, 10
VALUE, WIDTH = 92, 860
LETTER, LONGEST = 6.8, 40
"""The approximate width of a character, and the number of characters shown of a label."""


def chart_svg(drawn: ReturnChart) -> str:
    """Horizontal bars, one per line; text inherits its colour, bars have the class ``bar``."""
    height = ROW * len(drawn.bars) + 4
    labels = [bar.label if len(bar.label) <= LONGEST else bar.label[: LONGEST - 1] + "…" for bar in drawn.bars]
    before = LETTER * max(map(len, labels), default=0)
    room = WIDTH - before - VALUE - 2 * GAP
    low = min((bar.value for bar in drawn.bars), default=0)
    high = max((bar.value for bar in drawn.bars), default=0)
    span = float(max(high, 0) - min(low, 0)) or 1.0
    zero = before + GAP + room * float(-min(low, 0)) / span
    shape = f'viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}"'
    drawing = f'<svg xmlns="http://www.w3.org/2000/svg" class="chart" {shape} role="img" font-size="12"'
    drawing += f' fill="currentColor" aria-label="{escape(drawn.title)}"><title>{escape(drawn.title)}</title>'
    for place, (bar, label) in enumerate(zip(drawn.bars, labels, strict=True)):
        top = place * ROW + 2
        size = room * abs(float(bar.value)) / span
        left = zero if bar.value >= 0 else zero - size
        drawing += f"<g><title>{escape(bar.label)}: {escape(bar.text)}</title>"
        drawing += f'<text x="{before:.1f}" y="{top + 12}" text-anchor="end">{escape(label)}</text>'
        box = f'x="{left:.2f}" y="{top + 2}" width="{max(size, 0.5):.2f}" height="{BAR}" rx="2"'
        drawing += f'<rect class="bar" {box} fill="#b5832a"/>'
        drawing += f'<text x="{max(zero, left + size) + 6:.2f}" y="{top + 12}">{escape(bar.text)}</text></g>'
    return f"{drawing}</svg>"


_CELL = "padding:.2em .7em;text-align:{}"


def sheet_html(sheet: ParSheet) -> str:
    """A table of the outcomes, the summary, and the chart: self-contained, in the notebook's colours."""
    chances = places_for(row.probability for row in sheet.rows)
    returns = places_for(row.returned for row in sheet.rows)
    head = ("Event", "Pays", "Combinations", "Probability", "1 in", "Return")
    cells = [_row("th", head, bold=True)]
    cells += [
        _row(
            "td",
            (
                row.label,
                row.pays,
                f"{row.count:,}",
                fixed(row.probability, chances),
                one_in(row.one_in),
                fixed(row.returned, returns),
            ),
        )
        for row in sheet.rows
    ]
    cells.append(
        _row(
            "td",
            ("Total", "", f"{sheet.total:,}", fixed(sum_of(sheet), chances), "", fixed(sheet.returned, returns)),
            bold=True,
        )
    )
    decks = f"{sheet.decks} deck{'s' if sheet.decks > 1 else ''}"
    title = f"{sheet.game.name}: {sheet.wager.name}, pay table {sheet.table.id}, {decks}"
    summary = (
        f"House edge {percent(sheet.house_edge)} · hit frequency {percent(sheet.hit_frequency)} · "
        f"standard deviation {number(sheet.standard_deviation)}"
    )
    drawn = chart(sheet)
    return (
        '<div class="pitbook-sheet" style="max-width:62em">'
        f'<p style="margin:.3em 0"><strong>{escape(title)}</strong><br>{escape(summary)}</p>'
        f'<table style="border-collapse:collapse;font-variant-numeric:tabular-nums">{"".join(cells)}</table>'
        f'<p style="margin:.8em 0 .2em">{escape(drawn.title)}</p>{chart_svg(drawn)}'
        "</div>"
    )


def sum_of(sheet: ParSheet) -> Fraction:
    """The sum of the probabilities of all rows, which must be 1."""
    return sum((row.probability for row in sheet.rows), Fraction(0))


def _row(tag: str, texts: tuple[str, ...], *, bold: bool = False) -> str:
    weight = ";font-weight:bold;border-top:1px solid currentColor" if bold and tag == "td" else ""
    cells = (
        f'<{tag} style="{_CELL.format("left" if place < 2 else "right")}{weight}">{escape(text)}</{tag}>'
        for place, text in enumerate(texts)
    )
    return f"<tr>{''.join(cells)}</tr>"
