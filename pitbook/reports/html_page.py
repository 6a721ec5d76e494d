"""The frame of a page for a browser that fetches nothing: its style is part of it."""

from collections.abc import Iterable
from html import escape


def html_page(title: str, style: str, parts: Iterable[str], *, body: str = "<body>", dark: bool = False) -> bytes:
    """The page, as UTF-8. ``parts`` are HTML already; with ``dark`` the page is light or dark as the reader prefers."""
    lines = (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        *(['<meta name="color-scheme" content="light dark">'] if dark else []),
        f"<title>{escape(title)}</title>\n<style>\n{style}</style>\n</head>\n{body}",
        *parts,
        "</body>\n</html>\n",
    )
    return "\n".join(lines).encode()
