"""The lobby: the front page of the house."""

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from pitbook.games import SLUGS, game
from pitbook.web.pages import page

router = APIRouter(include_in_schema=False)


@router.get("/")
def home(request: Request) -> HTMLResponse:
    """Every game at a glance, and the way to the first hand."""
    return page(request, "lobby/home.html", games=[game(slug) for slug in SLUGS])
