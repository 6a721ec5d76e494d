"""Charts as vector drawings for pages: colours by class, from the style sheet, in light and dark."""

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup, escape

ROW, BAR, GAP, VALUE = 26, 14, 10, 96
LETTER, LONGEST = 6.9, 44
"""Approximate width of a letter, and the most letters of a label."""
WIDTH = 760


@dataclass(frozen=True, slots=True)
class ChartBar:
    """One bar: its label, its length, the text at its end, and its CSS class (``bar``, ``gain``, ``loss``)."""

    label: str
    value: float
    text: str
    kind: str = "bar"


def bars(title: str, items: Sequence[ChartBar], width: int = WIDTH) -> Markup:
    """Horizontal bars, one to a line, from a common zero."""
    labels = [item.label if len(item.label) <= LONGEST else item.label[: LONGEST - 1] + "…" for item in items]
    before = LETTER * max(map(len, labels), default=0) + GAP
    low = min((*(item.value for item in items), 0.0))
    span = max((*(item.value for item in items), 0.0)) - low or 1.0
    room = max(width - before - VALUE, 60)
    zero = before + room * -low / span
    parts = []
    for place, (item, label) in enumerate(zip(items, labels, strict=True)):
        top = place * ROW
        size = room * abs(item.value) / span
        left = zero if item.value >= 0 else zero - size
        parts.append(
            f"<g><title>{escape(item.label)}: {escape(item.text)}</title>"
            f'<text x="{before - GAP:.1f}" y="{top + 17}" text-anchor="end">{escape(label)}</text>'
            f'<rect class="{item.kind}" x="{left:.1f}" y="{top + 6}" width="{max(size, 0.8):.1f}" height="{BAR}" '
            f'rx="3"/>'
            f'<text class="strong" x="{max(zero, left + size) + 7:.1f}" y="{top + 17}">{escape(item.text)}</text></g>'
        )
    return _drawing(title, width, ROW * len(items) + 4, "".join(parts))


def columns(title: str, items: Sequence[ChartBar], width: int = WIDTH, height: int = 220, every: int = 1) -> Markup:
    """Vertical bars of a histogram, with a label under each ``every``-th."""
    high = max((item.value for item in items), default=1.0) or 1.0
    room, step = height - 34, width / max(len(items), 1)
    parts = [f'<path class="axis" d="M0 {room + 8}H{width}"/>']
    for place, item in enumerate(items):
        size = room * item.value / high
        left = place * step + step * 0.1
        parts.append(
            f'<g><title>{escape(item.label)}: {escape(item.text)}</title><rect class="{item.kind}" x="{left:.1f}" '
            f'y="{room + 8 - size:.1f}" width="{max(step * 0.8, 0.8):.1f}" height="{size:.1f}" rx="1.5"/></g>'
        )
        if place % every == 0:
            parts.append(
                f'<text x="{left + step * 0.4:.1f}" y="{height - 6}" text-anchor="middle">{escape(item.label)}</text>'
            )
    return _drawing(title, width, height, "".join(parts))


def _drawing(title: str, width: float, height: float, inside: str) -> Markup:
    words = escape(title)
    return Markup(
        f'<svg class="chart" role="img" aria-label="{words}" viewBox="0 0 {width:g} {height:g}" '
        f'preserveAspectRatio="xMinYMin meet"><title>{words}</title>{inside}</svg>'
    )
