"""The games: the list, each with its rules and examples, each wager with its figures, the comparison, the catalogue."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Annotated, Any, Final
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from pitbook.errors import BadInput
from pitbook.exact.counting import is_shoe_game
from pitbook.exact.par import has_par_sheet
from pitbook.exact.starting_hands import GridCell, starting_grid
from pitbook.games import all_games
from pitbook.games.catalogue import CatalogueEntry, amendments
from pitbook.games.model import Wager
from pitbook.games.record import bet_rule
from pitbook.room.play.service import is_played
from pitbook.web.display.meters import meter_of
from pitbook.web.family import family_of
from pitbook.web.games import comparison
from pitbook.web.games.api import CardsIn, Decks, TableId, catalogue_entries, figures_of, table_of
from pitbook.web.games.charts import drawn, edge_chart
from pitbook.web.games.comparison import Column, Order, Tables
from pitbook.web.games.counted import (
    METER,
    CountingOf,
    EdgesOf,
    ExposuresOf,
    SessionOf,
    SheetOf,
    SolvedOf,
    has_counting,
    has_session,
)
from pitbook.web.games.examples import best_example, examples
from pitbook.web.games.figures import PATIENCE, FigureService
from pitbook.web.games.finder import Filters, find, listed_games
from pitbook.web.games.pay_tables import printed
from pitbook.web.games.sheet_key import SheetKey, chosen, game_at, wager_at
from pitbook.web.http.access import public
from pitbook.web.http.pages import page
from pitbook.web.learn.how_to_play import guide
from pitbook.web.play.pages import felts

router = APIRouter(
    include_in_schema=False,
    dependencies=[public("the games and their letters are published")],
)

COLUMNS: Final[tuple[tuple[Column, str, str], ...]] = (
    ("wager", "Wager", "The wager, its game and its pay table"),
    ("edge", "House edge", "Share of each bet that the house keeps on average"),
    ("hit", "Hit frequency", "How often it wins"),
    ("volatility", "Volatility", "The standard deviation of one result, in bets"),
    ("prize", "Top prize", "The highest pay"),
    ("counting", "Counting", "What a perfect counter wins in 100 rounds, in bets"),
)


@router.get("/games")
def list_games(request: Request, filters: Annotated[Filters, Depends()]) -> HTMLResponse:
    """Every game by family, with its wagers and their edges."""
    found = list(all_games())
    rows = comparison.rows(figures_of(request), meter_of=meter_of(request))
    return page(
        request,
        "games/list.html",
        here="games",
        felts=felts(),
        games=found,
        finder=find(listed_games(found, rows), filters),
    )


@router.get("/games/{slug}")
def show_game(
    request: Request, slug: str, hand: CardsIn = "", board: CardsIn = "", dealer: CardsIn = ""
) -> HTMLResponse:
    """One game: rules in words, examples as cards, pay tables, exact figures, the solved base game."""
    game, figures = game_at(slug), figures_of(request)
    rows = comparison.rows(figures, only=slug, patience=PATIENCE, meter_of=meter_of(request))
    return page(
        request,
        "games/game.html",
        here="games",
        felts=felts(),
        game=game,
        how=guide(game),
        facts=family_of(game).lobby_facts(game),
        is_played=is_played(slug),
        sample=best_example(game),
        examples={wager.slug: examples(game, wager) for wager in game.wagers if not wager.components},
        tables={wager.slug: printed(game, wager) for wager in game.wagers if wager.tables and not wager.components},
        usual={wager.slug: chosen(game, wager) for wager in game.wagers},
        rows=rows,
        edges=edge_chart(rows),
        bet_rule=bet_rule,
        solved=solved(figures, slug, hand, board, dealer),
    )


@dataclass(frozen=True, slots=True)
class ShownSolution:
    """The solved base game on its page."""

    record: Mapping[str, Any] | None
    """The solution; None while it is being computed, or if it was refused."""
    refused: str
    """Why there is no solution, and the alternative."""
    asked: tuple[tuple[str, str, str, str], ...]
    """The input fields of a situation: name, label, entered cards and an example of as many cards."""
    wrong: str = ""
    """The fault of the entered cards."""
    percent: int | None = None
    """How much of the game is solved; None if that is not known."""
    exposures: Sequence[Mapping[str, Any]] | None = ()
    """What exposed cards are worth to a player; None while that is being computed."""
    not_exposed: str = ""
    """Why exposures are not compared."""

    @property
    def figures(self) -> list[tuple[str, str]]:
        """The available figures, as label and text."""
        found = [(words, self.record[name], form) for words, name, form in SOLUTION] if self.record else []
        return [(words, format(value, form)) for words, value, form in found if value is not None]

    @property
    def grid(self) -> list[list[GridCell]]:
        """The grid of starting hands, if the game is solved for each of them."""
        return starting_grid(self.record.get("starting_hands", {})) if self.record else []


SOLUTION: Final = (
    ("House edge", "house_edge_decimal", ".4%"),
    ("Element of risk", "element_of_risk_decimal", ".4%"),
    ("Average stake", "average_stake_decimal", ".4f"),
    ("Chance of a net win", "hit_frequency_decimal", ".2%"),
    ("Standard deviation", "standard_deviation_decimal", ".4f"),
)
_PLACES: Final = (
    ("hand", "Your cards", "Qs 6d 4h Tc 9s Kd 2h"),
    ("board", "Community cards that are face up", "Kh 7c 2s Jd 5h"),
    ("dealer", "Dealer's cards that you see", "8c 3d Ah"),
)


UNSOLVED: Final = "this game is not solved choice by choice: its exact figures are above"


def solved(figures: FigureService, slug: str, hand: str, board: str, dealer: str) -> ShownSolution:
    """The solution of the base game, and of one situation if cards are given."""
    given = {"hand": hand.strip(), "board": board.strip(), "dealer": dealer.strip()}
    wrong = ""
    try:
        record = figures.get(SolvedOf(slug))
        asks: Mapping[str, int] = record.get("cards", {}) if record else {}
        if record is not None and given["hand"]:
            try:
                record = figures.get(SolvedOf(slug, hand=given["hand"], board=given["board"], dealer=given["dealer"]))
            except BadInput as error:
                wrong = str(error)
    except BadInput:  # its sentence names commands, which do not help on a page
        return ShownSolution(None, UNSOLVED, ())
    asked = tuple(
        (name, words, given[name], " ".join(example.split()[: asks[name]]))
        for name, words, example in _PLACES
        if asks.get(name)
    )
    if record is None:
        return ShownSolution(None, "", asked, wrong, figures.percent(SolvedOf(slug)))
    try:
        return ShownSolution(record, "", asked, wrong, exposures=figures.get(ExposuresOf(slug)))
    except BadInput as error:
        return ShownSolution(record, "", asked, wrong, not_exposed=str(error))


@router.get("/games/{slug}/{wager}")
def show_wager(request: Request, slug: str, wager: str, table: TableId = "", decks: Decks = None) -> Response:
    """One wager with a pay table and a deck count: the par sheet and the figures derived from it.

    A wager that forms one game with another redirects to the page of that one.
    """
    game, figures = game_at(slug), figures_of(request)
    found = wager_at(game, wager)
    if found.counts_with:
        return RedirectResponse(f"/games/{slug}/{found.counts_with}", 303)
    of = chosen(game, found, table, decks)
    edges_of = EdgesOf(of.game, of.wager)
    figures.ask(SheetOf(of), edges_of)
    figures.ask(*([SessionOf(of)] if has_session(of) else []), *([CountingOf(of)] if has_counting(of) else []))
    sheet = figures.get(SheetOf(of))
    meter = meter_of(request)(of) if sheet is not None and sheet.by_meter else None
    edges = figures.get(edges_of, 0.02)
    session = figures.get(SessionOf(of), 0.02) if has_session(of) else None
    watched = figures.get(CountingOf(of), 0.02) if has_counting(of) else None
    return page(
        request,
        "games/wager.html",
        here="games",
        felts=felts(),
        game=game,
        wager=found,
        together=next((each for each in game.wagers if found.slug in each.components), None),
        of=of,
        query=urlencode({"table": of.table, "decks": of.decks} if of.table else {"decks": of.decks}),
        lab=lab_address(of),
        choices=table_choices(found),
        sheet=sheet,
        meter=meter,
        at_meter=sheet.at_meter(meter.cents) if sheet is not None and meter is not None else None,
        edges=edges,
        session=session,
        watched=watched,
        has_session=has_session(of),
        has_counting=has_counting(of),
        is_shoe=is_shoe_game(game),
        charts=drawn(found, of, sheet, edges, session, watched),
        examples=examples(game, found, of.table, of.decks),
        bet_rule=bet_rule,
        assumed=METER,
    )


def lab_address(of: SheetKey) -> str:
    """The address of the Lab with this design; empty for a wager that one deal does not decide."""
    if not has_par_sheet(game_at(of.game).wager(of.wager)):
        return ""
    return "/lab?" + urlencode({"w": f"{of.game}/{of.wager}", "decks": of.decks, "table": of.table})


def table_choices(wager: Wager) -> list[tuple[str, str]]:
    """The choices of pay tables: id, and label with the deck counts."""
    found: dict[str, dict[int, None]] = {}
    for table in wager.tables:
        found.setdefault(table.id, {}).update(dict.fromkeys(table.decks))
    return [(name, ", ".join(map(str, sorted(decks)))) for name, decks in found.items()]


@router.get("/compare")
def compare(
    request: Request,
    sort: Annotated[Column, Query()] = "edge",
    order: Annotated[Order, Query()] = "up",
    tables: Annotated[Tables, Query()] = "usual",
) -> HTMLResponse:
    """The comparison of all wagers, sorted by any column."""
    found = comparison.rows(figures_of(request), tables, meter_of=meter_of(request))
    headings = [
        (
            column,
            name,
            words,
            ("ascending" if order == "up" else "descending") if column == sort else "",
            "/compare?" + urlencode({"sort": column, "order": _next_order(column, sort, order), "tables": tables}),
        )
        for column, name, words in COLUMNS
    ]
    return page(
        request,
        "games/compare.html",
        here="compare",
        rows=comparison.ordered(found, sort, order),
        headings=headings,
        sort=sort,
        order=order,
        tables=tables,
        chart=edge_chart(comparison.ordered(found, "edge", "up")) if tables == "usual" else None,
    )


def _next_order(column: Column, sort: Column, order: Order) -> Order:
    """The order after a click on a column: a second click reverses it."""
    return "down" if column == sort and order == "up" else "up"


NEAREST: Final = 3
"""Number of suggestions when a search finds nothing."""


def nearest(entries: Sequence[CatalogueEntry], q: str) -> list[CatalogueEntry]:
    """The games whose names are most similar to the search."""

    def likeness(entry: CatalogueEntry) -> float:
        names = [entry.name.lower(), *entry.name.lower().split()]
        return max(SequenceMatcher(None, q.lower(), name).ratio() for name in names)

    return sorted(entries, key=likeness, reverse=True)[:NEAREST]


@router.get("/catalogue")
def show_catalogue(
    request: Request, q: Annotated[str, Query(max_length=60, description="Words to look for.")] = ""
) -> HTMLResponse:
    """The 66 games that letter 004 approves as amended."""
    entries = catalogue_entries()
    words = q.lower().split()
    shown = [
        entry
        for entry in entries
        if all(word in f"{entry.number} {entry.name} {entry.family} {entry.summary}".lower() for word in words)
    ]
    return page(
        request,
        "games/catalogue.html",
        here="games",
        entries=shown,
        nearest=[] if shown else nearest(entries, q),
        all_entries=len(entries),
        ruled=sum(entry.settles for entry in entries),
        table_of=table_of,
        playable=sum(entry.play for entry in entries),
        amendments=amendments(),
        q=q,
    )
