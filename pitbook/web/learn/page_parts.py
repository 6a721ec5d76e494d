"""Shared by the pages of all drills, including those of one family."""

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from pitbook.web.http.access import public
from pitbook.web.http.pages import page


def page_router() -> APIRouter:
    """A router for public drill pages."""
    return APIRouter(
        include_in_schema=False,
        dependencies=[public("drills are public and use no data of the room")],
    )


def drill_page(request: Request, template: str, **context: Any) -> HTMLResponse:
    """Renders the template of a drill, in the Learn section of the site."""
    return page(request, template, here="learn", **context)
