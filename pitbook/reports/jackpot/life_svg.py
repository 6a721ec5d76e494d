"""Simulated meters as one picture: the distribution of top awards, and some displays over the years."""

from collections.abc import Callable, Iterator, Sequence
from html import escape
from math import floor, log10
from typing import Final

from pitbook import __version__
from pitbook.exact.audit_meter import rate
from pitbook.money import MICROS_PER_CENT, format_cents
from pitbook.simulate.life_bins import BinGroup, round_money
from pitbook.simulate.life_result import LifeResult

WIDTH, LEFT, RIGHT = 960, 84, 24
TOP, TALL, BETWEEN = 100, 220, 84
"""The top of the first chart, the height of each, and the space between them."""
BARS: Final = 32
LINES: Final = ("#b5832a", "#2f6f8f", "#8c3b3b", "#4d7a3f", "#6b5b95")
INK, QUIET, RULE = "#222", "#666", "#ddd"


def life_svg(found: LifeResult, name: str) -> str:
    """A self-contained picture: no font, no script, white background."""
    below = TOP + TALL + BETWEEN
    height = below + TALL + 56
    life = found.life
    words = (
        f"{found.lives:,} lives of {float(life.years):g} years, {float(life.room.wagers_a_day):,.0f} wagers a day; "
        f"seed {format_cents(life.terms.seed // MICROS_PER_CENT)}, contribution {rate(life.terms.contribution)}, "
        f"reserve {rate(life.terms.reserve)}, fixed pays from the {'meter' if life.fixed_from_meter else 'tray'}"
    )
    decks = "one deck" if life.decks == 1 else f"{life.decks} decks"
    title = f"{name}, pay table {life.table}, {decks}"
    shape = f'viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}"'
    letters = f'font-family="system-ui, sans-serif" font-size="12" fill="{INK}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {shape} role="img" {letters} aria-label="{escape(title)}">',
        f'<title>{escape(title)}</title><rect width="{WIDTH}" height="{height}" fill="#fff"/>',
        _text(LEFT, 30, title, size=18, weight="bold"),
        _text(LEFT, 50, words, colour=QUIET),
        *_awards(found, TOP),
        *_paths(found, below),
        _text(WIDTH - RIGHT, height - 10, f"Pitbook {__version__}", colour=QUIET, anchor="end", size=10),
        "</svg>\n",
    ]
    return "\n".join(parts)


def _awards(found: LifeResult, top: int) -> Iterator[str]:
    """Bars of equal width on a logarithmic scale, with the simulated and the exact average."""
    bars = found.histogram("top_award").bars(BARS)
    yield _text(LEFT, top - 10, f"100% awards: {found.hits:,} of them, by what they paid", weight="bold")
    if not bars:
        yield _text(LEFT, top + 20, "None was won.", colour=QUIET)
        return
    most = max(bar.share for bar in bars) * 1.12  # room for the words above
    step = (WIDTH - LEFT - RIGHT) / len(bars)
    yield from _scale(top, most, lambda value: f"{value:.3g}%", 100)
    for place, bar in enumerate(bars):
        tall = TALL * bar.share / most
        x, y = LEFT + place * step, top + TALL - tall
        label = f"{round_money(bar.low)} to {round_money(bar.high)}: {bar.share:.2%}"
        yield (
            f'<rect x="{x + 1:.1f}" y="{y:.1f}" width="{step - 2:.1f}" height="{max(tall, 0.5):.1f}" rx="1.5" '
            f'fill="{LINES[0]}"><title>{escape(label)}</title></rect>'
        )
        if place % 4 == 0:
            yield _text(x, top + TALL + 16, round_money(bar.low), colour=QUIET, anchor="middle")
    means = [("played", found.top_award.value, INK), ("in the long run", found.expected.top_award_for_ever, LINES[1])]
    lower = min((cents for _, cents, _ in means if cents is not None), default=None)
    for words, cents, colour in means:
        if cents is not None and bars[0].low < cents < bars[-1].high:
            x = LEFT + _place(bars, cents) * step
            yield f'<path d="M{x:.1f} {top}V{top + TALL}" stroke="{colour}" stroke-dasharray="4 3"/>'
            label = f"average {words}: ${cents / 100:,.0f}"
            # The averages are close together, so one label is left of its line and the other right.
            side, anchor = (-6, "end") if cents == lower else (6, "start")
            yield _text(x + side, top + 12, label, colour=colour, anchor=anchor, halo=True)


def _place(bars: Sequence[BinGroup], cents: float) -> float:
    """The position of an amount on the logarithmic scale of the bars."""
    place = next(place for place, bar in enumerate(bars) if cents < bar.high)
    bar = bars[place]
    return place + log10(cents / bar.low) / log10(bar.high / bar.low)


def _paths(found: LifeResult, top: int) -> Iterator[str]:
    """What the displays of the first lives showed, week by week."""
    paths, years = found.paths, float(found.life.years)
    many = f"{len(paths)} of the lives" if len(paths) > 1 else "one life"
    yield _text(LEFT, top - 10, f"What the display shows over the years, in {many}", weight="bold")
    if not paths or len(paths[0]) < 2:
        yield _text(LEFT, top + 20, "Too short to draw: a life of several weeks has a path.", colour=QUIET)
        return
    most = max(max(path) for path in paths) or 1
    wide = WIDTH - LEFT - RIGHT
    yield from _scale(top, most / 100, lambda value: f"${value:,.0f}", 1)
    # The last point is the last complete interval of weeks, which ends before the last year.
    drawn = found.path_years
    for path, colour in reversed(list(zip(paths, LINES, strict=False))):
        points = " ".join(
            f"{LEFT + wide * drawn[place] / years:.1f},{top + TALL - TALL * cents / most:.1f}"
            for place, cents in enumerate(path)
        )
        width, opacity = (2, 1) if colour == LINES[0] else (1.1, 0.55)
        yield (
            f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="{width}" opacity="{opacity}" '
            'stroke-linejoin="round"/>'
        )
    for mark in _round_marks(years, 10):
        x = LEFT + wide * mark / years
        yield _text(x, top + TALL + 16, f"{mark:g}", colour=QUIET, anchor="middle")
    yield _text(LEFT + wide / 2, top + TALL + 32, "years", colour=QUIET, anchor="middle")


def _scale(top: int, most: float, show: Callable[[float], str], times: float) -> Iterator[str]:
    """Horizontal grid lines with their amounts."""
    for mark in _round_marks(most * times, 7):
        y = top + TALL - TALL * mark / (most * times)
        yield f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" stroke="{RULE}"/>'
        yield _text(LEFT - 8, y + 4, show(mark), colour=QUIET, anchor="end")


def _round_marks(most: float, count: int) -> list[float]:
    """About this many round numbers from 0 to the limit."""
    power = 10.0 ** floor(log10(most / count))
    step = next(power * times for times in (1, 2, 5, 10) if most / (power * times) <= count)
    return [step * place for place in range(floor(most / step + 1e-9) + 1)]


def _text(
    x: float,
    y: float,
    words: str,
    *,
    colour: str = INK,
    anchor: str = "start",
    size: int = 12,
    weight: str = "normal",
    halo: bool = False,
) -> str:
    around = ' stroke="#fff" stroke-width="4" paint-order="stroke"' if halo else ""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" fill="{colour}" text-anchor="{anchor}" font-size="{size}" '
        f'font-weight="{weight}"{around}>{escape(words)}</text>'
    )
