"""Pages: templates, what every template may use, and the files beside them."""

import hashlib
import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.staticfiles import StaticFiles

from pitbook import __version__
from pitbook.games import game as game_of
from pitbook.money import Cents, format_cents
from pitbook.web import draw
from pitbook.web.access import public

HERE: Final = Path(__file__).parent
STATIC: Final = HERE / "static"
UNCHANGED_SECONDS: Final = 365 * 24 * 3600


@dataclass(frozen=True, slots=True)
class Area:
    """A part of the site that the bar at the top leads to."""

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

router = APIRouter(include_in_schema=False, dependencies=[public("a picture, the same for everybody")])


@cache
def static(name: str) -> str:
    """The address of a file, which changes with what is in it."""
    found = hashlib.sha256((STATIC / name).read_bytes()).hexdigest()[:10]
    return f"/static/{name}?v={found}"


encode = json.JSONEncoder(sort_keys=True).encode
"""What a key of a console asks for, as its button says it."""


def game_name(slug: str) -> str:
    """A game as people call it."""
    return game_of(slug).name


def wager_name(slug: str, wager: str) -> str:
    """A wager as people call it."""
    return game_of(slug).wager(wager).name


def money(cents: int) -> str:
    """An amount in cents as people write it."""
    return format_cents(Cents(cents))


def capital(words: str) -> str:
    """Words that begin a line; names in them keep their letters."""
    return words[:1].upper() + words[1:]


@cache
def environment() -> Environment:
    """The templates; a name that nobody handed in is a fault, not an empty place."""
    found = Environment(
        loader=FileSystemLoader(HERE / "templates"),
        autoescape=True,
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
    found.filters["capital"] = capital
    # As Jinja would write it, by an encoder that is not made anew for each key of a console.
    found.policies["json.dumps_function"] = lambda value, **_: encode(value)
    return found


def page(request: Request, template: str, status: int = 200, **context: Any) -> HTMLResponse:
    """A page from its template; ``here`` is the area that the bar marks."""
    text = environment().get_template(template).render(request=request, path=request.url.path, **context)
    return HTMLResponse(text, status, headers={"Cache-Control": "no-cache"})


class Files(StaticFiles):
    """Files that a browser may keep: fonts, and what has a version in its address, for good; others not."""

    async def get_response(self, path: str, scope: Any) -> Response:
        answer = await super().get_response(path, scope)
        versioned = scope.get("query_string", b"").startswith(b"v=") or path.endswith(".woff2")
        keep = f"public, max-age={UNCHANGED_SECONDS}, immutable" if versioned else "no-cache"
        answer.headers["Cache-Control"] = keep
        return answer


@router.get("/static/sprite.svg")
def get_sprite() -> Response:
    """The sheet of cards and chips."""
    headers = {"Cache-Control": f"public, max-age={UNCHANGED_SECONDS}, immutable"}
    return Response(draw.sprite(), media_type="image/svg+xml", headers=headers)
