"""The documentation on the server."""

from fastapi import APIRouter, Request
from fastapi.responses import FileResponse, HTMLResponse, JSONResponse

from pitbook.web.docs import site
from pitbook.web.http.access import public
from pitbook.web.http.pages import page

router = APIRouter(prefix="/docs", include_in_schema=False, dependencies=[public("the documentation is public")])
FRAME = "base.html"


@router.get("")
def docs_home(request: Request) -> HTMLResponse:
    """All pages, by section."""
    return page(request, "docs/index.html", frame=FRAME, navigation=site.navigation(), prefix="/docs/", ending="")


@router.get("/search.json")
def docs_search() -> JSONResponse:
    """The search index, as JSON."""
    return JSONResponse(site.search_index())


@router.get("/images/{name}")
def docs_image(name: str) -> FileResponse:
    """A picture of a page."""
    return FileResponse(site.image(name))


@router.get("/{name}")
def docs_page(request: Request, name: str) -> HTMLResponse:
    """One page."""
    found = site.page_of(name)
    menu = site.navigation()
    return page(request, "docs/page.html", frame=FRAME, doc=found, navigation=menu, prefix="/docs/", ending="")
