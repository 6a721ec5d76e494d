"""What the pages of every drill share, also of the drills that only one family has."""

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from pitbook.web.http.access import public
from pitbook.web.http.pages import page


def page_router() -> APIRouter:
    """A router for pages to learn on: open to anyone."""
    return APIRouter(
        include_in_schema=False,
        dependencies=[public("the drills are for everybody, and know nothing of the room")],
    )


def drill_page(request: Request, template: str, **context: Any) -> HTMLResponse:
    """A page from its template, in the part of the site where one learns."""
    return page(request, template, here="learn", **context)
