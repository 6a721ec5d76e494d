"""The pages of ``docs/`` rendered from Markdown, with navigation and an index to search in.

The wheel carries ``docs/`` beside this package; in a checkout the folder itself is read.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from pitbook.errors import NotFound, quoted

PACKAGED: Final = Path(__file__).parent.parent / "documentation"
CHECKOUT: Final = Path(__file__).parents[3] / "docs"
IMAGES: Final = frozenset({".png", ".svg"})


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading of a page, which a link can lead to."""

    level: int
    anchor: str
    text: str


@dataclass(frozen=True, slots=True)
class DocPage:
    """One page, rendered."""

    name: str
    title: str
    html: str
    headings: tuple[Heading, ...]
    text: str
    """The text without markup, for the search."""


@dataclass(frozen=True, slots=True)
class DocSection:
    """Pages that the navigation lists together."""

    title: str
    pages: tuple[str, ...]


def folder() -> Path:
    """The folder of the Markdown files."""
    return PACKAGED if PACKAGED.is_dir() else CHECKOUT


@cache
def sections() -> tuple[DocSection, ...]:
    """The navigation, as ``docs/navigation.toml`` lists it."""
    listed = tomllib.loads((folder() / "navigation.toml").read_text("utf-8"))["section"]
    return tuple(DocSection(each["title"], tuple(each["pages"])) for each in listed)


def names() -> list[str]:
    """Every page in the order of the navigation."""
    return [name for section in sections() for name in section.pages]


@cache
def page_of(name: str) -> DocPage:
    """A page by its name; only pages in the navigation are served."""
    if name not in names():
        raise NotFound(f"there is no page {quoted(name)} in the documentation: see /docs")
    return _rendered(name, (folder() / f"{name}.md").read_text("utf-8"))


def image(name: str) -> Path:
    """A picture of the documentation."""
    path = folder() / "images" / name
    if Path(name).name != name or path.suffix not in IMAGES or not path.is_file():
        raise NotFound(f"there is no picture {quoted(name)} in the documentation")
    return path


def search_index() -> list[dict[str, Any]]:
    """Every page with its headings and words."""
    return [
        {"name": page.name, "title": page.title, "headings": [each.text for each in page.headings], "text": page.text}
        for page in map(page_of, names())
    ]


def _rendered(name: str, source: str) -> DocPage:
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = parser.parse(source)
    headings = tuple(_with_anchors(tokens))
    words: list[str] = []
    for token in tokens:
        words += [token.content] if token.type in ("fence", "code_block") else []
        token.children = token.children and list(_with_addresses(token.children))
        words += [child.content for child in token.children or () if child.type in ("text", "code_inline")]
    title = next((each.text for each in headings if each.level == 1), name)
    html = _scrolling(parser.renderer.render(tokens, parser.options, {}))
    return DocPage(name, title, html, tuple(each for each in headings if each.level == 2), " ".join(words))


def _with_anchors(tokens: list[Any]) -> Iterator[Heading]:
    """Gives every heading an id and yields the headings."""
    used: set[str] = set()
    for opened, inline in pairwise(tokens):
        if opened.type != "heading_open":
            continue
        text = "".join(child.content for child in inline.children or ())
        anchor = re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-") or "section"
        while anchor in used:
            anchor += "-2"
        used.add(anchor)
        opened.attrs["id"] = anchor
        yield Heading(int(opened.tag[1]), anchor, text)


def _with_addresses(children: list[Any]) -> Iterator[Any]:
    """Rewrites links for the site: one between pages shows the title of the page instead of its file name, and one to
    source code becomes plain text, since the site has no source files."""
    to_source = False
    for before, child in pairwise([None, *children]):
        if child.type == "link_open":
            href = str(child.attrs["href"])
            to_source = href.startswith("..")
            child.attrs["href"] = _address(href)
        elif before is not None and before.type == "link_open" and child.content.removesuffix(".md") in names():
            child.content = _title(child.content.removesuffix(".md"))
        if not (to_source and child.type in ("link_open", "link_close")):
            yield child


@cache
def _title(name: str) -> str:
    """The title of a page, from the first line of its file."""
    with (folder() / f"{name}.md").open(encoding="utf-8") as file:
        return file.readline().removeprefix("#").strip()


def _address(href: str) -> str:
    """A link between pages, relative to the page: ``solve.md#figures`` is ``solve#figures`` on the site."""
    found = re.fullmatch(r"([\w-]+)\.md(#[\w-]*)?", href)
    return f"{found[1]}{found[2] or ''}" if found else href


def _scrolling(html: str) -> str:
    """Makes wide tables and long lines of code scroll on their own, by keyboard too."""
    opened = '<div class="scroll" tabindex="0" role="region" aria-label="Table"><table class="data">'
    html = html.replace("<table>", opened).replace("</table>", "</table></div>")
    return html.replace("<pre>", '<pre tabindex="0">')


def navigation() -> list[Mapping[str, Any]]:
    """The sections with the titles of their pages."""
    return [
        {"title": section.title, "pages": [(name, page_of(name).title) for name in section.pages]}
        for section in sections()
    ]
