"""Pages of the back office: meters, ledgers with drill-down, days, the bank, reports, configuration, the wall."""

from collections.abc import Mapping
from datetime import date
from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import HTMLResponse
from markupsafe import Markup

from pitbook.errors import NotFound, quoted
from pitbook.jackpot.book import ACCOUNTS, POOLS, PRIZES
from pitbook.jackpot.days import MOVES, Day
from pitbook.jackpot.funds import dollars_up
from pitbook.jackpot.ledger import OPENED, Transaction
from pitbook.jackpot.people import Person
from pitbook.jackpot.setup import Setup
from pitbook.money import MICROS_PER_CENT, format_micros, whole_cents
from pitbook.pay import format_percent
from pitbook.room.configurations import compare
from pitbook.web.http.room_frame import room_page, show
from pitbook.web.office.jackpots_api import OptionalDay, services
from pitbook.web.office.transaction_words import facts, in_dollars, kind_words

router = APIRouter(prefix="/room/office", include_in_schema=False)

Office = Annotated[Person, Depends(room_page("see the back office"))]
Name = Annotated[str, Query(max_length=40)]
AT_ONCE: Final = 100
"""Most transactions on one page."""
MOST_DAYS: Final = 400
REPORTS: Final = {
    "close": "Daily close: opening, accrued, paid, adjusted, closing",
    "accrual": "Accrual record: the contributions of each table",
    "hits": "Prizes, and the last 25 of each level",
    "adjustments": "Manual acts: adjustments, back-outs, late awards, voids and changes of status",
    "terms": "Terms of every jackpot, and their changes",
    "bank": "Deposits and balances of the prize account",
    "funds": "The prize-funds test: whether the account holds what players are owed",
    "exceptions": "Exceptions: settings against the letter's advice, meters that ran dry",
}
MOVE_WORDS: Final = {
    "accrued": "Accrued from wagers",
    "seeded": "Seed advanced by the house",
    "paid": "Paid to players",
    "adjusted": "Adjusted manually",
    "moved": "Moved between pools",
}


def dollars(micros: int, *, up: bool = False) -> Markup:
    """An amount of the ledger, truncated to the cent like a display, or rounded ``up`` where the bank account must
    cover it; the tooltip shows the exact amount.
    """
    shown = dollars_up(micros) if up else in_dollars(whole_cents(micros))
    if micros % MICROS_PER_CENT == 0:
        return Markup("{}").format(shown)
    return Markup('<span title="exactly {}">{}</span>').format(format_micros(micros), shown)


def _show(request: Request, person: Person, template: str, part: str, **context: Any) -> HTMLResponse:
    found = services(request)
    return show(
        request, person, "office", f"room/office/{template}.html", part=part, dollars=dollars, in_dollars=in_dollars,
        exact=format_micros, house=found.days.house(), names=found.people.names(), **context,
    )  # fmt: skip


@router.get("")
def overview(request: Request, person: Office) -> HTMLResponse:
    """Every meter, the payments due, and the alerts."""
    found = services(request)
    books = [found.jackpots.book(name) for name in found.jackpots.names()]
    house = found.days.house()
    turn = found.days.next_to_close()
    today = house.day_of(found.jackpots.worker.clock())
    return _show(
        request, person, "home", "home", books=books, funds=found.days.funds(), turn=turn, today=today,
        waiting=max(0, (today - turn).days) if turn is not None else 0, alerts=found.alerts.look(),
    )  # fmt: skip


# -- jackpots and their ledgers ----------------------------------------------------------------------------------------


@router.get("/jackpots/{jackpot}")
def jackpot_page(request: Request, person: Office, jackpot: str) -> HTMLResponse:
    """One jackpot: its pools, terms and days, and its newest transactions."""
    found = services(request)
    book, days = found.jackpots.book(jackpot), found.days.days(jackpot)
    last = found.jackpots.number(jackpot)
    newest = found.jackpots.page(jackpot, max(0, last - 20))
    return _show(
        request, person, "jackpot", "jackpots", book=book, setup=book.setup, terms=terms_words(book.setup),
        days=list(reversed(days))[:MOST_DAYS], newest=list(reversed(newest)), tables=found.jackpots.tables_of(jackpot),
        pools=POOLS, last=last,
    )  # fmt: skip


@router.get("/jackpots/{jackpot}/days/{day}")
def day_page(request: Request, person: Office, jackpot: str, day: date) -> HTMLResponse:
    """One gambling day of a jackpot: opening to closing, pool by pool, and the contribution of each table."""
    figures, closed = _day(request, jackpot, day)
    return _show(
        request, person, "day", "jackpots", jackpot=jackpot, figures=figures, closed=closed, pools=POOLS, moves=MOVES,
        words=MOVE_WORDS,
    )  # fmt: skip


@router.get("/jackpots/{jackpot}/ledger")
def ledger_page(
    request: Request,
    person: Office,
    jackpot: str,
    day: OptionalDay = None,
    table: Name = "",
    number: Annotated[int, Query(alias="round", ge=0, le=10**12)] = 0,
    after: Annotated[int, Query(ge=0, le=10**15)] = 0,
) -> HTMLResponse:
    """The transactions behind a total (of a jackpot, day, table or round) and their sum."""
    found = services(request)
    found.jackpots.book(jackpot)
    first, last = 1, found.jackpots.number(jackpot)
    if day is not None:
        figures, _ = _day(request, jackpot, day)
        first, last = figures.first or 1, figures.last if figures.first else 0
    chosen: list[Transaction] = []
    sums = dict.fromkeys(ACCOUNTS, 0)
    matching = 0
    place = first - 1
    while place < last:
        page = [item for item in found.jackpots.page(jackpot, place) if item.number <= last]
        if not page:
            break
        place = page[-1].number
        for item in page:
            if _matches(item, table, number):
                matching += 1
                for account, micros in item.entries.items():
                    sums[account] += micros
                if item.number > after and len(chosen) < AT_ONCE:
                    chosen.append(item)
    return _show(
        request, person, "ledger", "jackpots", jackpot=jackpot, day=day, table=table, number=number, items=chosen,
        sums={account: micros for account, micros in sums.items() if micros}, matching=matching, accounts=ACCOUNTS,
        more=chosen[-1].number if len(chosen) == AT_ONCE and chosen[-1].number < last else 0,
    )  # fmt: skip


TOLD: Final = ("keyed", "verified", "verified_by")
"""Facts that the list of people of a prize already shows."""


@router.get("/jackpots/{jackpot}/ledger/{number}")
def transaction_page(request: Request, person: Office, jackpot: str, number: int) -> HTMLResponse:
    """One transaction: what it did, who did it, its entries, and its place in the hash chain."""
    if not 0 < number < 2**63:
        raise NotFound(f"the jackpot {quoted(jackpot)} has no transaction {number}")
    found = services(request)
    item = found.jackpots.transaction(jackpot, number)
    day = found.days.house().day_of(item.at)
    people = found.reports.win(jackpot, number).people if item.kind in PRIZES else None
    told = {name: value for name, value in item.data.items() if not (people and name in TOLD)}
    return _show(
        request, person, "transaction", "jackpots", jackpot=jackpot, item=item, day=day, people=people,
        last=found.jackpots.number(jackpot), accounts=ACCOUNTS, kind=kind_words(item.kind),
        done=list(facts(item.kind, told)),
        result=list(facts(item.kind, item.result)),
    )  # fmt: skip


def _day(request: Request, jackpot: str, day: date) -> tuple[Day, bool]:
    found = services(request).days.days(jackpot)
    for figures, closed in found:
        if figures.day == day:
            return figures, closed
    raise NotFound(f"the jackpot {quoted(jackpot)} has no gambling day {day}")


def _matches(item: Transaction, table: str, number: int) -> bool:
    data: Mapping[str, Any] = item.data if item.kind != OPENED else {}
    return (not table or str(data.get("table", "")) == table) and (not number or data.get("round") == number)


def terms_words(setup: Setup) -> dict[str, str]:
    """A jackpot's terms as a person writes them."""
    terms = setup.terms
    words = {
        "Seed" if setup.kind == "progressive" else "Posted prize": format_micros(terms.seed),
        "Contribution": format_percent(terms.contribution),
        "Reserve": format_percent(terms.reserve),
    }
    return words | ({"Maximum": format_micros(terms.limit)} if terms.limit is not None else {})


# -- days and the bank -------------------------------------------------------------------------------------------------


@router.get("/days")
def days_page(request: Request, person: Office) -> HTMLResponse:
    """The next day to close with its totals, and the closed days."""
    found = services(request)
    turn = found.days.next_to_close()
    today = found.days.house().day_of(found.jackpots.worker.clock())
    every = {name: found.days.days(name) for name in found.jackpots.names()}
    due = [figures for days in every.values() for figures, _ in days if figures.day == turn]
    closed = sorted({figures.day for days in every.values() for figures, is_closed in days if is_closed}, reverse=True)
    return _show(
        request, person, "days", "days", turn=turn, over=turn is not None and turn < today, due=due, pools=POOLS,
        moves=MOVES, words=MOVE_WORDS, closed=closed[:MOST_DAYS],
    )  # fmt: skip


@router.get("/bank")
def bank_page(request: Request, person: Office) -> HTMLResponse:
    """The prize account: required balance, deposits, and the next deposit due."""
    return _show(request, person, "bank", "bank", funds=services(request).days.funds())


@router.get("/reports")
def reports_page(request: Request, person: Office) -> HTMLResponse:
    """Every report in every file format."""
    found = services(request)
    today = found.days.house().day_of(found.jackpots.worker.clock())
    return _show(request, person, "reports", "reports", reports=REPORTS, jackpots=found.jackpots.names(), today=today)


# -- configuration -----------------------------------------------------------------------------------------------------


@router.get("/configuration")
def configuration_page(
    request: Request, person: Office, before: Name = "", after: Name = "", shown: Name = ""
) -> HTMLResponse:
    """The current version, earlier versions, and the differences between two."""
    kept = services(request).configurations
    versions = kept.versions()
    current = kept.find(shown) if shown else versions[-1] if versions else None
    first = kept.find(before) if before else None
    second = kept.find(after) if after else versions[-1] if versions else None
    changes = compare(first.text, second.text) if first is not None and second is not None else None
    return _show(
        request, person, "configuration", "configuration", versions=list(reversed(versions)), current=current,
        first=first, second=second, changes=changes, newest=versions[-1] if versions else None,
    )  # fmt: skip


# -- the wall ----------------------------------------------------------------------------------------------------------


def _wall(request: Request, day: date | None) -> dict[str, Any]:
    found = services(request)
    wanted = day or found.days.house().day_of(found.jackpots.worker.clock())
    books = [found.jackpots.book(name) for name in found.jackpots.names()]
    controllers = [
        found.jackpots.controller(table) for book in books for table in found.jackpots.tables_of(book.setup.id)
    ]
    return {
        "holds": {hold.table: hold for hold in found.holds.of_day(wanted)},
        "floor": found.pit.floor(),
        "books": books,
        "pending": [controller for controller in controllers if controller.wins],
        "alerts": found.alerts.look(),
        "day": wanted,
    }


@router.get("/wall")
def wall_page(request: Request, person: Office, day: OptionalDay = None) -> HTMLResponse:
    """All tables on one screen: meters, pending wins, and each table's hold against its expected hold."""
    return _show(request, person, "wall", "wall", **_wall(request, day))


@router.get("/wall/part")
def wall_part(request: Request, person: Office, day: OptionalDay = None) -> HTMLResponse:
    """The figures of the wall as a fragment, which the wall's page reloads."""
    return _show(request, person, "wall_part", "wall", **_wall(request, day))
