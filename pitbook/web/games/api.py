"""The HTTP API of the rulebook: games, exact figures, letters and their audits, the comparison, the catalogue.

Public. While a figure is being calculated the answer is 202 with ``{"state": "counting"}``: retry later.
"""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import asdict, replace
from threading import Thread
from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, FastAPI, Query, Request, Response
from fastapi.responses import JSONResponse
from pydantic import BaseModel, ConfigDict, Field

from pitbook import games
from pitbook.errors import BadInput, quoted
from pitbook.exact.select import can_analyse
from pitbook.games import all_games
from pitbook.games.catalogue import CatalogueEntry, Status, amendments, catalogue
from pitbook.games.record import game_record, letter_record, rules_record, table_record
from pitbook.room.play.service import play_config, played
from pitbook.web.games.comparison import Column, Order, Tables, ordered, rows
from pitbook.web.games.counted import AuditFile, AuditOf, CountingOf, FileOf, SessionOf, SheetOf, SolvedOf, everything
from pitbook.web.games.examples import examples
from pitbook.web.games.figures import FigureService
from pitbook.web.games.sheet_key import SheetKey, chosen, game_at, wager_at
from pitbook.web.http.access import public
from pitbook.web.http.openapi import sends
from pitbook.web.http.pages import page

PATIENCE: Final = 0.5
FILE_PATIENCE: Final = 5.0
"""Seconds that a request of a program or for a file waits for a figure before it gets 202."""
PREPARES_AFTER: Final = 10.0
"""Seconds after the start before figures are calculated ahead of time, so that the first visitors are served first."""
MEDIA: Final = {
    "csv": "text/csv",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "pdf": "application/pdf",
}


@asynccontextmanager
async def running(app: FastAPI) -> AsyncIterator[None]:
    """Runs the workers for figures while the application runs."""
    app.state.figures = FigureService()
    Thread(target=_read_rulebook, daemon=True).start()
    later = None
    if getattr(app.state, "prepares", False):
        later = asyncio.get_running_loop().call_later(PREPARES_AFTER, _prepare, app)
    yield
    if later is not None:
        later.cancel()
    app.state.figures.close()


def _prepare(app: FastAPI) -> None:
    app.state.figures.prepare(everything())
    Thread(target=app.openapi, daemon=True).start()  # so that the first request for the document does not wait


def _read_rulebook() -> None:
    """Loads the rulebook ahead of time, so that the first page does not wait for it."""
    for game in all_games():
        for wager in game.wagers:
            examples(game, wager)
    catalogue()


def prepare(app: FastAPI) -> None:
    """Soon after the start, calculates all figures that pages show by default; the Lab counts its usual tables too."""
    app.state.prepares = True


router = APIRouter(
    prefix="/api/v1",
    dependencies=[public("the games and their letters are published")],
)

Slug = str
TableId = Annotated[str, Query(max_length=40, description="A pay table of the letter; the usual one if left out.")]
Decks = Annotated[int | None, Query(ge=1, le=8, description="The game's usual number if left out.")]


def figures_of(request: Request) -> FigureService:
    """The figures service of this application."""
    found: FigureService = request.app.state.figures
    return found


class ApiAnswer(BaseModel):
    """An answer with at least these fields; it may hold more."""

    model_config = ConfigDict(extra="allow")


class BeingCounted(BaseModel):
    """The figure is still being calculated."""

    state: Literal["counting"] = "counting"


class ShortWager(BaseModel):
    """A wager and its pay tables."""

    wager: str
    name: str
    pay_tables: list[str]


class ShortGame(BaseModel):
    """A game in the list."""

    game: str
    name: str
    base: str
    letter: str
    maker: str
    dated: str
    submission: int | None
    decks: list[int]
    joker: bool
    seats: int
    wagers: list[ShortWager]


class PayTableLine(ApiAnswer):
    """One line of a pay table."""

    outcome: str
    label: str
    pays: str
    envy_cents: int | None


class PrintedTable(ApiAnswer):
    """A pay table as its letter prints it."""

    wager: str
    pay_table: str
    decks: list[int]
    lines: list[PayTableLine]
    cite: str


class WholeGame(ApiAnswer):
    """A game: how it is played, its wagers, its pay tables, its options, its letter."""

    game: str
    name: str
    about: str
    decks: list[int]
    procedure: list[dict[str, str]]
    wagers: list[dict[str, Any]]
    options: list[dict[str, Any]]
    tables: list[PrintedTable]


class CountedOutcome(ApiAnswer):
    """One line of a par sheet: fractions are exact, decimals beside them."""

    outcome: str
    label: str
    count: int
    probability: str
    probability_decimal: float
    pays: str


class CountedPar(ApiAnswer):
    """The par sheet of a wager whose deals are counted."""

    game: str
    wager: str
    pay_table: str
    decks: int
    total: int
    outcomes: list[CountedOutcome]
    house_edge: str | None
    house_edge_decimal: float | None
    hit_frequency: str
    standard_deviation: float | None
    assumptions: list[str]
    inputs_hash: str


class SolvedPar(ApiAnswer):
    """The par sheet of a base game that is solved."""

    game: str
    wager: str
    decks: int
    house_edge: dict[str, float]
    outcomes: list[dict[str, Any]]
    standard_deviation: float
    inputs_hash: str


class SolutionAnswer(ApiAnswer):
    """A base game solved; fractions are exact, decimals beside them."""

    game: str
    wager: str
    tables: dict[str, str]
    options: dict[str, str]
    sees: str
    deals: int | None
    house_edge: str | None
    house_edge_decimal: float | None
    element_of_risk_decimal: float | None
    average_stake_decimal: float | None
    hit_frequency_decimal: float | None
    standard_deviation_decimal: float | None
    choices: dict[str, dict[str, float]]


class AuditAnswer(ApiAnswer):
    """Every figure that a letter prints, compared with the exact one."""

    summary: dict[str, Any]
    claims: list[dict[str, Any]]
    remarks: list[dict[str, str]]
    readings: list[dict[str, Any]]
    slips: list[dict[str, Any]]


class Compared(BaseModel):
    """One wager of the comparison; a figure is null while it is being calculated, or if the wager has none."""

    game: str
    wager: str
    name: str
    pay_table: str
    decks: int
    house_edge: float | None
    hit_frequency: float | None
    standard_deviation: float | None
    top_prize: str | None
    top_prize_bets: float | None
    counter_wins_per_100_rounds: float | None
    counting: bool


class ListedGame(ApiAnswer):
    """One of the 66 games."""

    number: int
    name: str
    family: str
    summary: str
    game: str
    wager: str
    status: Status
    why: Annotated[str, Field(description="What is missing, or why the game is only listed; empty if it is complete.")]
    settles: bool
    play: bool
    analyse: bool
    note: str


class CatalogueAnswer(BaseModel):
    """The 66 games that letter 004 approves as amended."""

    amendments: list[str]
    games: list[ListedGame]


NOT_YET: Final[dict[int | str, dict[str, Any]]] = {
    202: {"model": BeingCounted, "description": "The figure is being calculated: retry in a moment."}
}
FILES_TOO: Final = NOT_YET | sends(*MEDIA.values())
PDF_TOO: Final = NOT_YET | sends(MEDIA["pdf"])


def not_yet() -> JSONResponse:
    return JSONResponse(BeingCounted().model_dump(), 202, {"Retry-After": "1", "Cache-Control": "no-store"})


def file_not_yet(request: Request, back: str) -> Response:
    """The answer for a file that is not ready: a browser gets a page that reloads itself."""
    if "text/html" not in request.headers.get("accept", ""):
        return not_yet()
    answer = page(request, "waiting.html", 202, back=back)
    answer.headers.update({"Refresh": "1", "Cache-Control": "no-store"})
    return answer


@router.get("/games", tags=["games"])
def list_games() -> list[ShortGame]:
    """Lists every game of the rulebook, in the order of the letters."""
    return [ShortGame(**game_record(game)) for game in all_games()]


@router.get("/games/{slug}", tags=["games"])
def get_game(slug: Slug) -> WholeGame:
    """Returns one game: its rules in plain words and every pay table."""
    game = game_at(slug)
    tables = [table_record(game, table) for wager in game.wagers if not wager.components for table in wager.tables]
    return WholeGame(**rules_record(game), tables=[PrintedTable(**table) for table in tables])


def _of(slug: str, wager: str, table: str, decks: int | None) -> SheetKey:
    game = game_at(slug)
    return chosen(game, wager_at(game, wager), table, decks)


@router.get("/games/{slug}/{wager}/par", tags=["games"], response_model=CountedPar | SolvedPar, responses=FILES_TOO)
def get_par(
    request: Request,
    slug: Slug,
    wager: Slug,
    table: TableId = "",
    decks: Decks = None,
    form: Annotated[Literal["json", "csv", "xlsx", "pdf"], Query(alias="format")] = "json",
) -> Response:
    """Returns the exact par sheet: outcome counts, probabilities, returns, house edge and deviation."""
    of, figures = _of(slug, wager, table, decks), figures_of(request)
    if form == "json":
        found = figures.get(SheetOf(of), PATIENCE)
        return not_yet() if found is None else JSONResponse(found.record)
    written = figures.get(FileOf(of, form), FILE_PATIENCE)
    if written is None:
        return file_not_yet(request, f"/games/{of.game}/{of.wager}")
    name = "-".join(part for part in (of.game, of.wager, of.table, f"{of.decks}d") if part)
    return _file(written, MEDIA[form], f"{name}.{form}")


@router.get("/games/{slug}/{wager}/session", tags=["games"], response_model=dict[str, Any], responses=NOT_YET)
def get_session(request: Request, slug: Slug, wager: Slug, table: TableId = "", decks: Decks = None) -> Response:
    """Returns the distribution of results of 100 hands: chances, quantiles and a histogram, in cents."""
    found = figures_of(request).get(SessionOf(_of(slug, wager, table, decks)), PATIENCE)
    return not_yet() if found is None else JSONResponse(asdict(found))


@router.get("/games/{slug}/{wager}/counting", tags=["games"], response_model=dict[str, Any], responses=NOT_YET)
def get_counting(request: Request, slug: Slug, wager: Slug, table: TableId = "", decks: Decks = None) -> Response:
    """Returns the effect of removing each card on the house edge, and the gain of a card counter."""
    found = figures_of(request).get(CountingOf(_of(slug, wager, table, decks)), PATIENCE)
    return not_yet() if found is None else JSONResponse(asdict(found))


CardsIn = Annotated[str, Query(max_length=60, description='Cards such as "Qs 6d 4h".')]
Pairs = Annotated[list[str], Query(max_length=20, description="NAME=VALUE, once for each.")]


@router.get("/solve/{slug}", tags=["games"], response_model=SolutionAnswer, responses=NOT_YET)
def get_solution(
    request: Request,
    slug: Slug,
    table: Pairs = [],  # noqa: B006 (FastAPI copies it)
    option: Pairs = [],  # noqa: B006
    pay: Annotated[list[str], Query(max_length=20, description="WAGER:OUTCOME=PAY, once for each.")] = [],  # noqa: B006
    sees: Annotated[str | None, Query(max_length=60)] = None,
    dead: CardsIn = "",
    hand: CardsIn = "",
    board: CardsIn = "",
    dealer: CardsIn = "",
) -> Response:
    """Returns the exact solution of a base game, as `pitbook solve --json` prints it; for a hand, each choice."""
    if not games.exists(slug):
        game_at(slug)  # an unknown game is refused with the list of games
    of = SolvedOf(
        slug, _pairs(table, "table"), _pairs(option, "option"), _pairs(pay, "pay"), sees, dead, hand, board, dealer
    )
    found = figures_of(request).get(of, PATIENCE)
    return not_yet() if found is None else JSONResponse(found)


def _pairs(texts: Sequence[str], name: str) -> tuple[tuple[str, str], ...]:
    """``NAME=VALUE`` texts as pairs."""
    found: dict[str, str] = {}
    for text in texts:
        key, sign, value = text.partition("=")
        if not sign or not key or key in found:
            raise BadInput(f"{name} {quoted(text)} is not NAME=VALUE, or is there twice")
        found[key] = value
    return tuple(sorted(found.items()))


@router.get("/letters/{slug}", tags=["letters"])
def get_letter(slug: Slug) -> dict[str, Any]:
    """Returns a game's approval letter: conditions, systems, and every figure it prints."""
    return letter_record(game_at(slug))


@router.get("/letters/{slug}/audit", tags=["letters"], response_model=AuditAnswer, responses=PDF_TOO)
def get_audit(
    request: Request, slug: Slug, form: Annotated[Literal["json", "pdf"], Query(alias="format")] = "json"
) -> Response:
    """Compares each printed figure with the exact one: matches, matches under one reading, or does not match."""
    game, figures = game_at(slug), figures_of(request)
    if form == "pdf":
        written = figures.get(AuditFile(game.slug), FILE_PATIENCE)
        if written is None:
            return file_not_yet(request, f"/letters/{game.slug}")
        return _file(written, MEDIA["pdf"], f"audit-{game.slug}.pdf")
    found = figures.get(AuditOf(game.slug), PATIENCE)
    return not_yet() if found is None else JSONResponse(found.record)


@router.get("/compare", tags=["games"])
def compare(
    request: Request,
    sort: Annotated[Column, Query(description="The column to sort by.")] = "edge",
    order: Order = "up",
    tables: Annotated[Tables, Query(description="The usual pay table of each wager, or all of them.")] = "usual",
) -> list[Compared]:
    """Compares all wagers; those that pay from a meter are calculated with $10,000 on it."""
    found = ordered(rows(figures_of(request), tables), sort, order)
    return [Compared(**row.to_dict()) for row in found]


@router.get("/catalogue", tags=["games"])
def get_catalogue() -> CatalogueAnswer:
    """Lists the 66 games that letter 004 approves as amended, with Pitbook's coverage of each."""
    return CatalogueAnswer(
        amendments=list(amendments()),
        games=[ListedGame(**asdict(entry), status=entry.status, why=entry.why) for entry in catalogue_entries()],
    )


def catalogue_entries() -> list[CatalogueEntry]:
    """The catalogue, with whether each game can be played and calculated here."""
    return [
        replace(entry, play=bool(table_of(entry)), analyse=entry.settles and can_analyse(entry.game, entry.wager))
        for entry in catalogue()
    ]


def table_of(entry: CatalogueEntry) -> str:
    """The slug of the table game for an entry, such as ``blazing-7s``; empty if it cannot be played."""
    if not entry.settles:
        return ""
    tables = (slug for slug, (game, _) in played().items() if game == entry.game)
    return next((slug for slug in tables if not entry.wager or entry.wager in play_config(slug).offered), "")


def _file(body: bytes, media: str, name: str) -> Response:
    return Response(body, media_type=media, headers={"Content-Disposition": f'inline; filename="{name}"'})
