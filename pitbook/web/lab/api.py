"""The HTTP API of the Lab: figures of a wager while its pays change, searches, proofs, and designs to share.

Public. While a figure is being calculated the answer is 202 with ``{"state": "counting"}``: retry later.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import Annotated, Any, Literal

from fastapi import APIRouter, FastAPI, Request, Response
from fastapi.responses import JSONResponse, PlainTextResponse
from pydantic import Field

from pitbook.exact.design_game import write_design
from pitbook.exact.expression.words import LONGEST_TEXT
from pitbook.exact.lab import LabDesign, Opened, opened, removal_record, session_record, wagers
from pitbook.exact.lab_explain import explain
from pitbook.exact.removal import expected_loss
from pitbook.room.designs import Designs
from pitbook.web.games.api import MEDIA
from pitbook.web.http.access import public
from pitbook.web.http.cookies import rate_key
from pitbook.web.http.openapi import sends
from pitbook.web.lab.service import COSTS, Lab, NotReady
from pitbook.web.office.jackpots_api import StrictBody, services
from pitbook.web.play.api import Key, Visiting
from pitbook.web.play.pages import GUEST


@asynccontextmanager
async def running(app: FastAPI) -> AsyncIterator[None]:
    """Runs the Lab's workers while the application runs."""
    designs = Designs(app.state.services.database, lambda: datetime.now(UTC).isoformat())
    app.state.lab = Lab(designs, counts_ahead=getattr(app.state, "prepares", False))
    yield
    app.state.lab.close()


router = APIRouter(
    prefix="/api/v1/lab",
    tags=["lab"],
    dependencies=[public("the Lab is public and uses no data of the room")],
)

Slug = Annotated[str, Field(max_length=40)]
Text = Annotated[str, Field(max_length=40)]
Span = Annotated[str, Field(max_length=40, examples=["4..6%"])]


class DesignRequest(StrictBody):
    """A wager of the rulebook or the visitor's own rule, a shoe, and a pay table with changed pays."""

    game: Slug = Field("", examples=["match-n-poker"])
    wager: Slug = Field("", examples=["match-n-poker"])
    rule: Annotated[str, Field(max_length=LONGEST_TEXT)] = ""
    decks: Annotated[int, Field(ge=1, le=8)] | None = None
    table: Slug = Field("", examples=["1"])
    pays: Annotated[dict[Annotated[str, Field(max_length=60)], Text], Field(max_length=60)] = Field(
        default_factory=dict, examples=[{"flush": "5 to 1"}]
    )
    options: Annotated[dict[Slug, Text], Field(max_length=20)] = Field(default_factory=dict)
    bet: Text = ""
    meter: Text = ""

    def design(self) -> LabDesign:
        chosen = {name: getattr(self, name) for name in ("game", "wager", "rule", "decks", "table", "bet", "meter")}
        return LabDesign(**chosen, pays=self.pays, options=self.options)


class SessionRequest(DesignRequest):
    """A design and a number of rounds."""

    rounds: Annotated[int, Field(ge=1, le=10_000)] = 100


class ExplanationRequest(DesignRequest):
    """A design and the figure to explain."""

    figure: Annotated[str, Field(min_length=1, max_length=120, examples=["house_edge"])]


class SearchTarget(StrictBody):
    """The target of a search for pay tables."""

    edge: Span
    hit: Span = ""
    sd: Span = ""
    pays: Annotated[dict[Annotated[str, Field(max_length=60)], Span], Field(max_length=30)] = Field(
        default_factory=dict, examples=[{"flush": "3..6"}]
    )
    hold: bool = False
    top: Annotated[int, Field(ge=1, le=20)] = 5


class SearchRequest(DesignRequest):
    """A design and the target of the search."""

    wanted: SearchTarget


def lab(request: Request) -> Lab:
    """The Lab of this application."""
    found: Lab = request.app.state.lab
    return found


def _answer(found: Any) -> Response:
    if isinstance(found, NotReady):
        return JSONResponse(found.to_dict(), 202, headers={"Retry-After": "1"})
    return JSONResponse({"state": "ready", **found})


@router.get("/wagers")
def list_wagers(request: Request) -> list[dict[str, Any]]:
    """Lists every wager of the rulebook: deck counts, pay tables, lines and options."""
    lab(request).warm()
    return wagers()


@router.post("/evaluate", responses={202: {"description": "the deals are still being counted: retry later"}})
def evaluate(request: Request, asked: DesignRequest) -> Response:
    """Calculates every figure of a design exactly: fractions with decimals beside them."""
    return _answer(lab(request).evaluate(asked.design(), rate_key(request)))


@router.post("/session", responses={202: {"description": "the deals are still being counted: retry later"}})
def session(request: Request, asked: SessionRequest) -> Response:
    """Calculates the distribution of results of a number of rounds: chances, quantiles, histogram, in bets."""
    found = opened(asked.design())
    counted = lab(request).counted(found, rate_key(request))
    if isinstance(counted, NotReady):
        return _answer(counted)
    return _answer(session_record(found.sheet(counted), asked.rounds))


@router.post("/find", responses={202: {"description": "the search is still going on: ask again"}})
def find(request: Request, asked: SearchRequest) -> Response:
    """Searches for pay tables with the wanted house edge, closest first; every figure is exact."""
    found, house, who = opened(asked.design()), lab(request), rate_key(request)
    counted = house.counted(found, who)
    if isinstance(counted, NotReady):
        return _answer(counted)
    expected_loss(found.sheet(counted))  # refuses now if the design has no edge
    return _answer(house.find(found, asked.wanted.model_dump(), who))


@router.post("/removal", responses={202: {"description": "the shoe is still being counted: retry later"}})
def removal(request: Request, asked: DesignRequest) -> Response:
    """Calculates the exact effect of removing each card on the house edge."""
    found, house, who = opened(asked.design()), lab(request), rate_key(request)
    counted = house.counted(found, who)
    if isinstance(counted, NotReady):
        return _answer(counted)
    sheet = found.sheet(counted)
    expected_loss(sheet)  # refuses now if the design has no edge
    without = house.without(found, who)
    return _answer(without if isinstance(without, NotReady) else removal_record(sheet, without))


@router.post("/explain", responses={202: {"description": "the deals are still being counted: retry later"}})
def explain_figure(request: Request, asked: ExplanationRequest) -> Response:
    """Explains a figure: its fraction, its parts, example hands, and the check by a second method.

    Hands and check may come later: each says whether it is ``ready``.
    """
    found, house, who = opened(asked.design()), lab(request), rate_key(request)
    counted = house.counted(found, who)
    if isinstance(counted, NotReady):
        return _answer(counted)
    hands, proof = house.hands(found, who), house.proof(found, who)
    return _answer(
        explain(
            found,
            counted,
            asked.figure,
            None if isinstance(hands, NotReady) else hands,
            None if isinstance(proof, NotReady) else proof,
        )
    )


@router.post("/designs", status_code=201)
def save(request: Request, asked: DesignRequest) -> dict[str, Any]:
    """Saves a design permanently; its id is a hash, so the same design gets the same id."""
    house = lab(request)
    found = opened(asked.design())
    house.rate.acquire(rate_key(request), COSTS["save"])
    name = house.designs.save(found.design)
    return {"id": name, "path": f"/lab/{name}", "design": found.design.to_dict()}


@router.post("/play", responses={202: {"description": "the deals are still being counted: retry later"}})
def play_this(request: Request, response: Response, seated: Visiting, key: Key, asked: DesignRequest) -> Response:
    """Opens a private play-money table with a design, its wager on its base game, and seats the visitor. It is not
    approved."""
    house, who = lab(request), rate_key(request)
    found = opened(asked.design())
    counted = house.counted(found, who)  # in a worker process, so that a visitor's rule delays no table
    if isinstance(counted, NotReady):
        return _answer(counted)
    house.rate.acquire(who, COSTS["save"])
    name = house.designs.save(found.design)
    play = services(request).play
    table = play.open_private(f"lab-{name}", seated, key)
    if play.view(table, seated)["you"] is None:
        play.sit(table, seated, GUEST, 0, f"{key}: seat")
    answer = _answer({"table": table, "path": f"/play/table/{table}", "design": f"/lab/{name}", "approved": False})
    answer.headers.update(response.headers)  # the cookie of a new visitor
    return answer


Id = Annotated[str, Field(max_length=100)]


@router.get("/designs/{name}")
def get_design(request: Request, name: Id) -> dict[str, Any]:
    """Returns a saved design."""
    return {"id": name, "design": lab(request).designs.get(name).to_dict()}


@router.get("/designs/{name}/design.toml", response_class=PlainTextResponse)
def design_file(request: Request, name: Id) -> PlainTextResponse:
    """Downloads a saved design as a file, which Pitbook's commands accept as a game."""
    text = write_design(lab(request).designs.get(name))
    headers = {"Content-Disposition": f'attachment; filename="lab-{name[:8]}.toml"'}
    return PlainTextResponse(text, headers=headers)


@router.get(
    "/designs/{name}/par.{kind}",
    response_class=Response,
    responses=sends(MEDIA["pdf"], MEDIA["xlsx"])
    | {202: {"description": "the deals are still being counted: retry later"}},
)
def par_file(request: Request, name: Id, kind: Literal["pdf", "xlsx"]) -> Response:
    """Downloads the par sheet of a saved design, as PDF or spreadsheet."""
    house, who = lab(request), rate_key(request)
    found = opened(house.designs.get(name))
    house.rate.acquire(who, COSTS["file"])
    counted = house.counted(found, who, patience=30.0)
    if isinstance(counted, NotReady):
        return _answer(counted)
    return Response(_written(found, kind), media_type=MEDIA[kind], headers=_file_headers(found, name, kind))


def _written(found: Opened, kind: str) -> bytes:
    from pitbook.reports.par import to_pdf as par_pdf
    from pitbook.reports.par import to_xlsx as par_xlsx

    write = par_pdf.write if kind == "pdf" else par_xlsx.write
    return write([found.whole_sheet()])


def _file_headers(found: Opened, name: str, kind: str) -> dict[str, str]:
    filename = f"{found.wager.slug}-{name[:8]}.{kind}"
    return {"Content-Disposition": f'inline; filename="{filename}"', "Cache-Control": "public, max-age=3600"}
