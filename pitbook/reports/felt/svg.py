"""A small writer of vector drawings in millimetres, with named layers and letters as outlines."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from html import escape
from math import cos, degrees, radians, sin
from typing import Final, Literal

from pitbook.reports.felt.letters import EM, Glyph, Weight, outline, width_of

Anchor = Literal["start", "middle", "end"]
Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Frame:
    """A local coordinate system on the sheet: x to the viewer's right, y towards the viewer."""

    x: float
    y: float
    turn: float = 0
    """Degrees, clockwise."""

    def point(self, x: float, y: float) -> Point:
        """Where a point of this frame lies on the sheet."""
        a = radians(self.turn)
        return self.x + x * cos(a) - y * sin(a), self.y + x * sin(a) + y * cos(a)


SHEET = Frame(0, 0)
CARD: Final = (63.0, 88.0)
"""A playing card of poker size, wide and tall."""


@dataclass(frozen=True, slots=True)
class Footprint:
    """The area that a thing takes, as a convex shape, with its name."""

    name: str
    points: tuple[Point, ...]


@dataclass(slots=True)
class Layer:
    """A layer: shapes that are printed, cut or only shown together."""

    id: str
    title: str
    parts: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Drawing:
    """A sheet: its layers from the bottom up, and the areas that its things take."""

    left: float
    top: float
    width: float
    height: float
    title: str
    layers: list[Layer] = field(default_factory=list)
    footprints: list[Footprint] = field(default_factory=list)
    _glyphs: dict[str, str] = field(default_factory=dict)

    def layer(self, layer_id: str, title: str) -> Layer:
        self.layers.append(Layer(layer_id, title))
        return self.layers[-1]

    # -- shapes --------------------------------------------------------------------------------------------------------

    def path(self, layer: Layer, d: str, style: str) -> None:
        layer.parts.append(f'<path d="{d}" {style}/>')

    def circle(self, layer: Layer, frame: Frame, x: float, y: float, radius: float, style: str) -> None:
        cx, cy = frame.point(x, y)
        layer.parts.append(f'<circle cx="{mm(cx)}" cy="{mm(cy)}" r="{mm(radius)}" {style}/>')

    def box(
        self, layer: Layer, frame: Frame, x: float, y: float, wide: float, tall: float, style: str, *, corner: float = 0
    ) -> None:
        """A box, given by its centre."""
        cx, cy = frame.point(x, y)
        turn = f' transform="rotate({mm(frame.turn)} {mm(cx)} {mm(cy)})"' if frame.turn else ""
        round_ = f' rx="{mm(corner)}"' if corner else ""
        layer.parts.append(
            f'<rect x="{mm(cx - wide / 2)}" y="{mm(cy - tall / 2)}" width="{mm(wide)}" height="{mm(tall)}"{round_}'
            f"{turn} {style}/>"
        )

    # -- letters -------------------------------------------------------------------------------------------------------

    def words(
        self, layer: Layer, frame: Frame, x: float, y: float, words: str, size: float, colour: str, *,
        anchor: Anchor = "middle", weight: Weight = "bold", tracking: float = 0,
    ) -> float:  # fmt: skip
        """A straight line of letters on its baseline; returns its width."""
        line, scale = outline(words, weight), size / EM
        wide = width_of(words, size, weight, tracking)
        start = x - {"start": 0, "middle": wide / 2, "end": wide}[anchor]
        placed = [
            self._use(glyph.path, *frame.point(start + glyph.x * scale + tracking * place, y), frame.turn, scale)
            for place, glyph in _in_line(words, line.glyphs)
        ]
        self._text(layer, words, placed, colour)
        return wide

    def arc_words(
        self, layer: Layer, centre: Point, radius: float, words: str, size: float, colour: str, *,
        tracking: float = 0,
    ) -> list[Footprint]:  # fmt: skip
        """Bold letters along an arc, upright towards its centre; returns the area of each."""
        line, scale = outline(words, "bold"), size / EM
        wide = width_of(words, size, "bold", tracking)
        placed, taken = [], []
        for place, glyph in _in_line(words, line.glyphs):
            along = glyph.x * scale + tracking * place + glyph.width * scale / 2 - wide / 2
            angle = 90 - degrees(along / radius)
            foot = on_arc(centre, radius, angle)
            frame = Frame(*foot, angle - 90)
            half = glyph.width * scale / 2
            placed.append(self._use(glyph.path, *frame.point(-half, 0), frame.turn, scale))
            low, high = size * 0.2, -size * 0.7
            corners = (
                frame.point(-half, low),
                frame.point(half, low),
                frame.point(half, high),
                frame.point(-half, high),
            )
            taken.append(Footprint(f"letters {words}", corners))
        self._text(layer, words, placed, colour)
        return taken

    def _text(self, layer: Layer, words: str, placed: Iterable[str], colour: str) -> None:
        """Adds the words as text beside their outlines, for screen readers and search."""
        layer.parts.append(
            f'<g fill="{colour}" aria-label="{escape(words)}"><title>{escape(words)}</title>{"".join(placed)}</g>'
        )

    def _use(self, path: str, x: float, y: float, turn: float, scale: float) -> str:
        name = self._glyphs.setdefault(path, f"g{len(self._glyphs)}")
        spin = f" rotate({mm(turn)})" if turn else ""
        return f'<use href="#{name}" transform="translate({mm(x)} {mm(y)}){spin} scale({scale:.5f} {-scale:.5f})"/>'

    # -- the ground ----------------------------------------------------------------------------------------------------

    def take(self, name: str, frame: Frame, x: float, y: float, wide: float, tall: float) -> None:
        """Records the area of a thing: a box, given by its centre."""
        corners = [(x + sx * wide / 2, y + sy * tall / 2) for sx, sy in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
        self.footprints.append(Footprint(name, tuple(frame.point(*corner) for corner in corners)))

    def take_circle(self, name: str, frame: Frame, x: float, y: float, radius: float) -> None:
        cx, cy = frame.point(x, y)
        points = [(cx + radius * cos(radians(a)), cy + radius * sin(radians(a))) for a in range(0, 360, 15)]
        self.footprints.append(Footprint(name, tuple(points)))

    def svg(self) -> str:
        """The whole drawing, at true size."""
        view = f"{mm(self.left)} {mm(self.top)} {mm(self.width)} {mm(self.height)}"
        parts = [
            '<?xml version="1.0" encoding="UTF-8"?>',
            '<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"',
            f' width="{mm(self.width)}mm" height="{mm(self.height)}mm" viewBox="{view}">',
            f"<title>{escape(self.title)}</title>",
            "<defs>",
            *(f'<path id="{name}" d="{path}"/>' for path, name in self._glyphs.items()),
            "</defs>",
        ]
        for layer in self.layers:
            label = f'inkscape:groupmode="layer" inkscape:label="{escape(layer.title)}"'
            parts.append(f'<g id="{layer.id}" {label}>')
            parts += layer.parts
            parts.append("</g>")
        return "\n".join([*parts, "</svg>"]) + "\n"


def _in_line(words: str, glyphs: Sequence[Glyph]) -> list[tuple[int, Glyph]]:
    """Each letter with its place in the line, spaces counted."""
    places = [place for place, letter in enumerate(words) if letter != " "]
    return list(zip(places, glyphs, strict=True))


def mm(value: float) -> str:
    """Millimetres to two decimals, without trailing zeros."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def on_arc(centre: Point, radius: float, angle: float) -> Point:
    """A point on an arc; 90 degrees is straight towards the players."""
    return centre[0] + radius * cos(radians(angle)), centre[1] + radius * sin(radians(angle))


def arc_path(centre: Point, radius: float, first: float, last: float) -> str:
    """An arc from one angle to another."""
    (x1, y1), (x2, y2) = on_arc(centre, radius, first), on_arc(centre, radius, last)
    large, sweep = int(abs(last - first) > 180), int(last > first)
    return f"M{mm(x1)} {mm(y1)}A{mm(radius)} {mm(radius)} 0 {large} {sweep} {mm(x2)} {mm(y2)}"
