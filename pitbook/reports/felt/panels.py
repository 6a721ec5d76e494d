"""Pay tables beside the dealer, in letters as large as the space allows; on both sides if they fit."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from pitbook.errors import BadInput
from pitbook.reports.felt.letters import width_of
from pitbook.reports.felt.svg import Drawing, Frame, Layer

LARGEST, SMALLEST, STEP = 17.0, 5.0, 0.5
"""Letter sizes to try, in millimetres."""
PITCH: Final = 1.32
"""Line height, in letter sizes."""
FOOTNOTE: Final = 0.75
"""Size of a footnote, in letter sizes."""
GUTTER: Final = 18.0
READABLE: Final = 9.5
"""From this size on it is better to have all tables on both sides than larger ones on one side each."""


@dataclass(frozen=True, slots=True)
class Panel:
    """One pay table."""

    heading: str
    rows: tuple[tuple[str, ...], ...]
    """A label, and one or more columns of pays."""
    heads: tuple[str, ...] = ()
    """Headings of the columns of pays, if there are several."""
    footnotes: tuple[str, ...] = ()
    """Printed under the table, in smaller letters."""

    @property
    def lines(self) -> float:
        """The number of lines that it takes, the space after it included."""
        return 1.35 + bool(self.heads) + len(self.rows) + FOOTNOTE * len(self.footnotes) + 0.7

    def width(self, size: float) -> float:
        """The width that it needs."""
        labels = max((width_of(row[0], size, "regular") for row in self.rows), default=0)
        columns = range(1, len(self.rows[0]) if self.rows else 1)
        pays = sum(self.column(place, size) for place in columns)
        notes = max((width_of(words, size * FOOTNOTE, "regular") for words in self.footnotes), default=0)
        return max(labels + pays + size, width_of(self.heading, size * 1.12), notes)

    def column(self, place: int, size: float) -> float:
        """The width of a column of pays, with the space before it."""
        heads = [self.heads[place - 1]] if self.heads else []
        return max(width_of(words, size) for words in (*(row[place] for row in self.rows), *heads)) + size * 0.9


@dataclass(frozen=True, slots=True)
class Set:
    """Panels in columns, at one size."""

    size: float
    columns: tuple[tuple[Panel, ...], ...]


def arrange(panels: Sequence[Panel], sides: int, wide: float, tall: float) -> Set | None:
    """The largest letters in which the panels fit on this number of sides; None if they never fit."""
    size = LARGEST
    while size >= SMALLEST:
        lines = tall / (size * PITCH)
        for count in (1, 2, 3):
            each = (wide - GUTTER * (count - 1)) / count
            columns = _fill(panels, count * sides, lines)
            if columns is not None and all(panel.width(size) <= each for panel in panels):
                return Set(size, columns)
        size -= STEP
    return None


def _fill(panels: Sequence[Panel], count: int, lines: float) -> tuple[tuple[Panel, ...], ...] | None:
    """Distributes panels over columns as evenly as possible, in order."""
    if not panels or max(panel.lines for panel in panels) > lines + 0.7:
        return None
    # The least column height that holds all of them in order.
    for limit in sorted({sum(panel.lines for panel in panels[a:b]) for a in range(len(panels))
                         for b in range(a + 1, len(panels) + 1)}):  # fmt: skip
        columns: list[list[Panel]] = [[]]
        for panel in panels:
            if columns[-1] and sum(each.lines for each in columns[-1]) + panel.lines > limit + 1e-9:
                columns.append([])
            columns[-1].append(panel)
        if len(columns) <= count and limit <= lines + 0.7:
            return tuple(tuple(column) for column in columns)
    return None


def draw_panels(
    drawing: Drawing, layer: Layer, panels: Sequence[Panel], left: Frame, right: Frame, wide: float, tall: float,
    ink: str, accent: str,
) -> float:  # fmt: skip
    """Draws all pay tables left and right of the dealer; returns the size of their letters."""
    both = arrange(panels, 1, wide, tall)
    split = arrange(panels, 2, wide, tall)
    if both is not None and (split is None or both.size >= READABLE or both.size >= split.size - STEP):
        for frame in (left, right):
            _draw_side(drawing, layer, both.columns, both.size, frame, wide, tall, ink, accent)
        return both.size
    if split is None:
        raise BadInput("the pay tables do not fit on the felt: offer fewer wagers")
    half = (len(split.columns) + 1) // 2
    _draw_side(drawing, layer, split.columns[:half], split.size, left, wide, tall, ink, accent)
    _draw_side(drawing, layer, split.columns[half:], split.size, right, wide, tall, ink, accent)
    return split.size


def _draw_side(
    drawing: Drawing, layer: Layer, columns: Sequence[Sequence[Panel]], size: float, frame: Frame, wide: float,
    tall: float, ink: str, accent: str,
) -> None:  # fmt: skip
    """Columns side by side, centred in their area."""
    widest = [max(panel.width(size) for panel in column) for column in columns]
    room = (wide - sum(widest)) / max(len(columns), 1)
    spread = [each + min(room, size * 5) for each in widest]
    whole = sum(spread) + GUTTER * (len(columns) - 1)
    x = -whole / 2
    for column, each in zip(columns, spread, strict=True):
        lines = sum(panel.lines for panel in column) - 0.7
        y = -min(lines * size * PITCH, tall) / 2
        drawing.take("pay tables", frame, x + each / 2, y + lines * size * PITCH / 2, each, lines * size * PITCH)
        for panel in column:
            y = _draw_panel(drawing, layer, panel, frame, x, y, each, size, ink, accent)
        x += each + GUTTER


def _draw_panel(
    drawing: Drawing, layer: Layer, panel: Panel, frame: Frame, x: float, y: float, wide: float, size: float, ink: str,
    accent: str,
) -> float:  # fmt: skip
    """Draws one pay table from the top down; returns where it ends."""
    step = size * PITCH
    y += step * 0.95
    drawing.words(layer, frame, x, y, panel.heading, size * 1.12, accent, anchor="start")
    rule = y + step * 0.28
    (x1, y1), (x2, y2) = frame.point(x, rule), frame.point(x + wide, rule)
    drawing.path(layer, f"M{x1:.2f} {y1:.2f}L{x2:.2f} {y2:.2f}", f'stroke="{accent}" stroke-width="{size * 0.07:.2f}"')
    y += step * 0.4
    if panel.heads:
        y += step
        _draw_columns(drawing, layer, panel, ("", *panel.heads), frame, x, y, wide, size, accent)
    for row in panel.rows:
        y += step
        drawing.words(layer, frame, x, y, row[0], size, ink, anchor="start", weight="regular")
        _draw_columns(drawing, layer, panel, row, frame, x, y, wide, size, ink)
    for words in panel.footnotes:
        y += step * FOOTNOTE
        drawing.words(layer, frame, x, y, words, size * FOOTNOTE, accent, anchor="start", weight="regular")
    return y + step * 0.7


def _draw_columns(
    drawing: Drawing, layer: Layer, panel: Panel, cells: Sequence[str], frame: Frame, x: float, y: float, wide: float,
    size: float, colour: str,
) -> None:  # fmt: skip
    end = x + wide
    for place in range(len(cells) - 1, 0, -1):
        if cells[place]:
            drawing.words(layer, frame, end, y, cells[place], size, colour, anchor="end")
        end -= panel.column(place, size)
