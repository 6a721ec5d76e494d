"""Draws docs/images/packages.svg from the imports of the code: ``python scripts/draw_packages.py``.

A package imports only from packages below it. An arrow is an import; arrows that follow from others are left out.
"""

import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

import grimp

ROOT: Final = Path(__file__).resolve().parent.parent
PICTURE: Final = ROOT / "docs" / "images" / "packages.svg"
SMALL: Final = ("pay", "meter", "money", "cards", "toml_file", "extras", "errors", "source")
"""Small base modules that every package uses: drawn as one box, without arrows to it."""
BASE: Final = "base"
ABOUT: Final = {
    "cli": "the pitbook command",
    "web": "pages, HTTP API, live streams",
    "room": "the card room over the store",
    "reports": "PDF, XLSX, HTML, CSV",
    "store": "SQL schema, transactions",
    "compliance": "limits, rules, the gate",
    "jackpot": "meters, ledger, controllers",
    "simulate": "many rounds at random",
    "table": "one live round as events",
    "families": "facets that each layer loads",
    "exact": "counting, solving, par sheets",
    "games": "one folder per game",
    "hands": "what cards are worth",
    BASE: "cards, money, pay tables, errors",
}
WIDTH, HEIGHT, GAP = 200, 54, 36
MARGIN: Final = 24
ABOUT_PICTURE: Final = (
    'role="img" aria-label="The packages of Pitbook, and what each imports" font-family="system-ui, sans-serif"'
)


def rows() -> list[list[str]]:
    """The layers from top to bottom, as the import contract lists them; families are drawn beside ``table``."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"]
    layers = next(each["layers"] for each in settings if each["type"] == "layers")
    found = [[name.strip(" ()") for name in layer.split("|")] for layer in layers]
    kept = [[name for name in row if name not in SMALL] for row in found]
    return [row + (["families"] if "table" in row else []) for row in kept if row] + [[BASE]]


def imports() -> dict[str, set[str]]:
    """Package -> the packages that it imports directly."""
    graph = grimp.build_graph("pitbook")
    found: dict[str, set[str]] = {}
    for module in graph.modules:
        importer = _package(module)
        for other in graph.find_modules_directly_imported_by(module):
            imported = _package(other)
            if importer and imported and imported != importer:
                found.setdefault(importer, set()).add(imported)
    return found


def _package(module: str) -> str:
    name = module.split(".")[1] if "." in module else ""
    return BASE if name in SMALL else "" if name.startswith("__") else name


def arrows(found: Mapping[str, set[str]], order: Iterable[str]) -> list[tuple[str, str]]:
    """The direct imports to lower layers, without those that follow from others (transitive reduction)."""
    place = {name: number for number, name in enumerate(order)}
    down = {
        name: {other for other in others if place[other] > place[name] and "families" not in (name, other)}
        for name, others in found.items()
    }
    return [
        (name, other)
        for name in place
        for other in sorted(down.get(name, ()))
        if not any(other in _reached(down, between) for between in down[name] - {other})
    ]


def _reached(down: Mapping[str, set[str]], name: str) -> set[str]:
    found: set[str] = set()
    waiting = [name]
    while waiting:
        for other in down.get(waiting.pop(), ()):
            if other not in found:
                found.add(other)
                waiting.append(other)
    return found


def draw() -> str:
    """The picture as SVG."""
    layers = rows()
    width = 2 * MARGIN + 3 * WIDTH + 2 * GAP
    places: dict[str, tuple[float, float]] = {}
    for number, row in enumerate(layers):
        left = (width - len(row) * WIDTH - (len(row) - 1) * GAP) / 2
        for column, name in enumerate(row):
            places[name] = (left + column * (WIDTH + GAP), MARGIN + number * (HEIGHT + GAP))
    height = 2 * MARGIN + len(layers) * (HEIGHT + GAP) - GAP
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" {ABOUT_PICTURE}>',
        '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">',
        '<path d="M0 0L8 4L0 8Z" fill="#566070"/></marker></defs>',
        f'<rect width="{width}" height="{height}" fill="#fffdf8"/>',
    ]
    for name, other in arrows(imports(), [each for row in layers for each in row]):
        (x, y), (to_x, to_y) = places[name], places[other]
        start, end = (x + WIDTH / 2, y + HEIGHT), (to_x + WIDTH / 2, to_y - 2)
        middle = (start[1] + end[1]) / 2
        lines.append(
            f'<path d="M{start[0]:g} {start[1]:g}C{start[0]:g} {middle:g} {end[0]:g} {middle:g} {end[0]:g} {end[1]:g}" '
            'fill="none" stroke="#566070" stroke-width="1.4" marker-end="url(#tip)"/>'
        )
    for name, (x, y) in places.items():
        fill = "#fbf0d9" if name in ("families", "games") else "#efeadd"
        lines.append(
            f'<rect x="{x:g}" y="{y:g}" width="{WIDTH}" height="{HEIGHT}" rx="8" fill="{fill}" stroke="#85600f"/>'
            f'<text x="{x + WIDTH / 2:g}" y="{y + 23:g}" text-anchor="middle" font-size="15" font-weight="600" '
            f'fill="#1c2430">{name}</text>'
            f'<text x="{x + WIDTH / 2:g}" y="{y + 41:g}" text-anchor="middle" font-size="11.5" fill="#566070">'
            f"{ABOUT[name]}</text>"
        )
    return "\n".join([*lines, "</svg>", ""])


if __name__ == "__main__":
    PICTURE.write_text(draw(), "utf-8")
