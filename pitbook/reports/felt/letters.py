"""Letters as outlines: a printer needs no font, and letters can follow an arc."""

import json
import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal

from pitbook.errors import BadInput

Weight = Literal["regular", "bold"]
EM: Final = 1000
"""Outline units per em."""
_SPACE: Final = 250
_TEMPLATE: Final = """
#set page(width: auto, height: auto, margin: 0pt)
#set text(font: "Libertinus Serif", size: 1000pt, weight: "%s", ligatures: false, number-type: "lining",
  top-edge: "baseline", bottom-edge: "baseline", lang: "en")
#text(json(bytes(sys.inputs.words)))
"""


@dataclass(frozen=True, slots=True)
class Glyph:
    """One letter of a line: where it begins, how wide it is, and its outline."""

    x: float
    width: float
    path: str
    """The outline as an SVG path, y upwards."""


@dataclass(frozen=True, slots=True)
class LetteredLine:
    """A line of letters, in units of a thousandth of their size."""

    glyphs: tuple[Glyph, ...]
    width: float


@lru_cache(maxsize=4096)
def outline(words: str, weight: Weight = "bold") -> LetteredLine:
    """The outlines of a line, spaced and kerned as the font says."""
    if not words.strip():
        return LetteredLine((), 0)
    import typst

    made = typst.compile(
        (_TEMPLATE % weight).encode(), format="svg", ignore_system_fonts=True, sys_inputs={"words": json.dumps(words)}
    )
    drawn = made.decode()
    paths = dict(re.findall(r'<symbol id="(\w+)"[^>]*><path d="([^"]*)"', drawn))
    placed = re.findall(r'<use xlink:href="#(\w+)" x="([-\d.]+)" y="[-\d.]+"', drawn)
    size = re.search(r'viewBox="0 0 ([\d.]+)', drawn)
    if len(placed) != len(words.replace(" ", "")) or not size:
        raise BadInput(f"{words!r} cannot be set in letters: use letters, figures and common signs")
    starts = [float(x) for _, x in placed]
    width = float(size[1])
    ends = [*starts[1:], width]
    after = _spaces_after(words)
    glyphs = [
        Glyph(x, end - x - _SPACE * spaces, paths[name])
        for (name, _), x, end, spaces in zip(placed, starts, ends, after, strict=True)
    ]
    return LetteredLine(tuple(glyphs), width)


def _spaces_after(words: str) -> list[int]:
    """The number of spaces after each letter."""
    found: list[int] = []
    for letter in words.strip():
        if letter == " ":
            found[-1] += 1
        else:
            found.append(0)
    return found


def width_of(words: str, size: float, weight: Weight = "bold", tracking: float = 0) -> float:
    """The width of a line, with extra space after each letter but the last."""
    return outline(words, weight).width * size / EM + tracking * max(len(words) - 1, 0)


def fitting(words: str, widest: float, largest: float, weight: Weight = "bold") -> float:
    """The largest size, up to one, at which a line is no wider than allowed."""
    wide = width_of(words, 1, weight)
    return min(largest, widest / wide) if wide else largest
