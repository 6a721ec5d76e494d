"""Notices as self-contained web pages that link to each other."""

from collections.abc import Iterator
from html import escape
from importlib.resources import files

from pitbook import __version__
from pitbook.reports.html_page import html_page
from pitbook.reports.postings.notices import Placard, PlacardBlock, Postings


def write(posted: Postings, placard: Placard) -> bytes:
    """One notice, as UTF-8."""
    style = files("pitbook.reports.postings").joinpath("postings.css").read_text("utf-8")
    title = f"{placard.title}, table {posted.table}"
    parts = [
        _others(posted, placard),
        f'<header><p class="kind">{escape(posted.game)}</p><h1>{escape(placard.title)}</h1></header>\n<main>',
        *(line for block in placard.blocks for line in _block(block)),
        "</main>",
        f"<footer>{escape(posted.house)}, table {posted.table}. {escape(posted.game)}, {escape(posted.letter)}.",
        f"<br>Notice number <b>{posted.number}</b>. Configuration of the table <code>{posted.hash}</code>",
        f"<br>Pitbook {__version__}</footer>",
    ]
    return html_page(title, style, parts)


def file_name(posted: Postings, placard: Placard, ending: str) -> str:
    return f"{posted.table}-{placard.id}.{ending}"


def _others(posted: Postings, placard: Placard) -> str:
    links = "".join(
        f'<a href="{file_name(posted, each, "html")}"{" aria-current=page" if each is placard else ""}>'
        f"{escape(each.title)}</a>"
        for each in posted.placards
    )
    return f'<nav aria-label="Notices of this table">{links}</nav>'


def _block(block: PlacardBlock) -> Iterator[str]:
    yield "<section>"
    if block.heading:
        yield f"<h2>{escape(block.heading)}</h2>"
    if block.big:
        yield f'<p class="big">{escape(block.big)}</p>'
    if len(block.words) > 1:
        tag = "ol" if block.numbered else "ul"
        yield f"<{tag}>" + "".join(f"<li>{escape(words)}</li>" for words in block.words) + f"</{tag}>"
    elif block.words:
        yield f"<p>{escape(block.words[0])}</p>"
    if block.rows:
        heads = "".join(f'<th scope="col">{escape(name)}</th>' for name in block.headings)
        rows = "\n".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in block.rows)
        yield f"<table><thead><tr>{heads}</tr></thead>\n<tbody>\n{rows}\n</tbody></table>"
    if block.note:
        yield f'<p class="note">{escape(block.note)}</p>'
    yield "</section>"
