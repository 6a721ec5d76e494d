"""Pages: templates, their shared functions, and static files."""

import hashlib
import json
import os
from dataclasses import dataclass
from functools import cache
from pathlib import Path, PurePosixPath
from typing import Any, Final

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response
from jinja2 import ChoiceLoader, Environment, FileSystemLoader, FunctionLoader, StrictUndefined
from starlette.staticfiles import StaticFiles

from pitbook import __version__, families
from pitbook.games import game as game_of
from pitbook.money import Cents, format_cents
from pitbook.web.http import draw
from pitbook.web.http.access import public

HERE: Final = Path(__file__).parent.parent
STATIC: Final = HERE / "static"
FAMILIES: Final = "families"
UNCHANGED_SECONDS: Final = 365 * 24 * 3600


@dataclass(frozen=True, slots=True)
class Area:
    """A section of the site in the top bar."""

    key: str
    path: str
    name: str


AREAS: Final = (
    Area("games", "/games", "Games"),
    Area("play", "/play", "Play"),
    Area("lab", "/lab", "Lab"),
    Area("learn", "/learn", "Learn"),
    Area("compare", "/compare", "Compare"),
    Area("room", "/room", "Card room"),
)

router = APIRouter(include_in_schema=False, dependencies=[public("a picture, the same for all visitors")])
SMALL_NUMBERS: Final = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
)  # fmt: skip
"""Small numbers as words, for headings."""


def family_file(kind: str, name: str) -> Path | None:
    """A family's template or static file, by its name ``families/<family>/<file>``; None for any other name."""
    parts = PurePosixPath(name).parts
    if len(parts) != 3 or parts[0] != FAMILIES or parts[1] not in families.names() or parts[2] == "..":
        return None
    found = families.folder(parts[1]) / "learn" / kind / parts[2]
    return found if found.is_file() else None


@cache
def static(name: str) -> str:
    """The address of a file, with a hash that changes with its content."""
    path = family_file("static", name) or STATIC / name
    return f"/static/{name}?v={hashlib.sha256(path.read_bytes()).hexdigest()[:10]}"


encode = json.JSONEncoder(sort_keys=True).encode
"""Encodes the requests of a console key as JSON."""


def game_name(slug: str) -> str:
    """The name of a game."""
    return game_of(slug).name


def wager_name(slug: str, wager: str) -> str:
    """The name of a wager."""
    return game_of(slug).wager(wager).name


def money(cents: int) -> str:
    """An amount in cents, formatted in dollars."""
    return format_cents(Cents(cents))


def _family_template(name: str) -> str | None:
    path = family_file("templates", name)
    return path.read_text("utf-8") if path else None


def capital(words: str) -> str:
    """The text with a capital first letter; other letters stay as they are."""
    return words[:1].upper() + words[1:]


def in_words(count: int) -> str:
    """A small number as a word."""
    return SMALL_NUMBERS[count] if count < len(SMALL_NUMBERS) else str(count)


@cache
def environment() -> Environment:
    """The templates; an undefined name raises an error instead of rendering as empty."""
    found = Environment(
        loader=ChoiceLoader([FileSystemLoader(HERE / "templates"), FunctionLoader(_family_template)]),
        autoescape=True,
        auto_reload=False,  # a console includes dozens of templates: no look at the disk for each
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    found.globals |= {
        "areas": AREAS,
        "card": draw.card,
        "cards": draw.cards,
        "chip": draw.chip,
        "game_name": game_name,
        "here": "",
        "money": money,
        "sprite": draw.sprite_address(),
        "static": static,
        "version": __version__,
        "wager_name": wager_name,
    }
    found.filters["money"] = money
    found.filters |= {"capital": capital, "in_words": in_words}
    # The output of Jinja's own filter, with an encoder that is not created again for each key of a console.
    found.policies["json.dumps_function"] = lambda value, **_: encode(value)
    return found


def page(request: Request, template: str, status: int = 200, **context: Any) -> HTMLResponse:
    """Renders a page; ``here`` is the section that the bar highlights."""
    text = environment().get_template(template).render(request=request, path=request.url.path, **context)
    return HTMLResponse(text, status, headers={"Cache-Control": "no-cache"})


class Files(StaticFiles):
    """Static files: browsers cache fonts and versioned addresses permanently, and revalidate all others."""

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        """Finds the file of an address, which may be in the folder of a family."""
        found = family_file("static", Path(path).as_posix())
        return (str(found), found.stat()) if found else super().lookup_path(path)

    async def get_response(self, path: str, scope: Any) -> Response:
        answer = await super().get_response(path, scope)
        versioned = scope.get("query_string", b"").startswith(b"v=") or path.endswith(".woff2")
        keep = f"public, max-age={UNCHANGED_SECONDS}, immutable" if versioned else "no-cache"
        answer.headers["Cache-Control"] = keep
        return answer


@router.get("/static/sprite.svg")
def get_sprite() -> Response:
    """The sprite sheet of cards and chips."""
    headers = {"Cache-Control": f"public, max-age={UNCHANGED_SECONDS}, immutable"}
    return Response(draw.sprite(), media_type="image/svg+xml", headers=headers)
