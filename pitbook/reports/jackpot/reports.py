"""The jackpot reports, each made from a room's books as tables, facts and alerts."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

from pitbook.errors import BadInput, quoted
from pitbook.games import game
from pitbook.games.model import listed
from pitbook.jackpot.book import LATE, POOLS
from pitbook.jackpot.days import LAST, MOVES, Day, Hit, hits, last_of_each_level
from pitbook.money import MICROS_PER_CENT
from pitbook.reports.jackpot.bank import bank, funds
from pitbook.reports.jackpot.manual_changes import adjustments, exceptions, terms
from pitbook.reports.jackpot.view import POOL_NAMES, Books, Column, JackpotView, Report, ReportTable, Value, sums


def close(books: Books) -> Report:
    """The daily close: every pool of every jackpot, opening to closing, and that it adds up."""
    columns = (
        Column("day", "Day"),
        Column("jackpot", "Jackpot"),
        Column("pool", "Pool"),
        Column("opening", "Opening", "money"),
        *(Column(move, move.capitalize(), "money") for move in MOVES),
        Column("closing", "Closing", "money"),
        Column("difference", "Difference", "money"),
    )
    rows: list[tuple[Value, ...]] = []
    marked = []
    found = list(_days(books))
    for ledger, day, _ in found:
        for pool in POOLS:
            moves = (day.moves[move][pool] for move in MOVES)
            figures = (day.opening[pool], *moves, day.closing[pool], day.difference_of(pool))
            if any(figures):
                rows.append((str(day.day), ledger.id, POOL_NAMES[pool], *figures))
        marked.append(len(rows))
        sums = (sum(day.opening.values()), *map(day.total, MOVES), sum(day.closing.values()), day.difference)
        rows.append((str(day.day), ledger.id, "all", *sums))
    note = "Dollars. Opening + accrued + seeded - paid + adjusted + moved = closing. An empty pool is left out."
    tables = [ReportTable("Pools", columns, tuple(rows), note=note, marked=frozenset(marked)), _ledger_table(found)]
    wrong = [
        f"{ledger.id} has a difference on {day.day}: it cannot be closed" for ledger, day, _ in found if day.difference
    ]
    open_days = sorted({str(day.day) for _, day, closed in found if not closed})
    facts = [("Not closed yet", ", ".join(open_days))] if open_days else [("Closed", "all days of the period")]
    facts += [(f"Seal of {day}", sealed) for day, sealed in books.seals.items() if books.holds(day)]
    return books.report("close", "Daily close", facts, tables, wrong)


def _days(books: Books) -> Iterator[tuple[JackpotView, Day, bool]]:
    """Those of the period, day by day."""
    found = [(ledger, day, closed) for ledger in books.ledgers for day, closed in ledger.days if books.holds(day.day)]
    return iter(sorted(found, key=lambda each: (each[1].day, each[0].id)))


def _ledger_table(found: Iterable[tuple[JackpotView, Day, bool]]) -> ReportTable:
    rows = tuple(
        (
            str(day.day),
            ledger.id,
            "closed" if closed else "open",
            f"{day.first:,} to {day.last:,}" if day.first else f"none after {day.last:,}",
            day.rounds,
            day.wagers,
            day.wagered,
            day.revenue,
            day.hits,
            day.late_awards,
            day.back_outs,
            day.house_paid,
            ledger.hashes.get(day.day, "")[:16],
        )
        for ledger, day, closed in found
    )
    columns = (
        Column("day", "Day"),
        Column("jackpot", "Jackpot"),
        Column("state", "State"),
        Column("transactions", "Transactions"),
        Column("rounds", "Rounds", "count"),
        Column("wagers", "Wagers", "count"),
        Column("wagered", "Wagered", "money"),
        Column("house_part", "House part", "money"),
        Column("hits", "Hits", "count"),
        Column("late_awards", "Late awards", "count"),
        Column("back_outs", "Undone", "count"),
        Column("house_paid", "House paid", "money"),
        Column("hash", "Hash"),
    )
    return ReportTable(
        "Play and ledger", columns, rows, note="The hash is the ledger's at the close, its first 16 digits."
    )


def accrual(books: Books) -> Report:
    """The contributions of each table, for the master games report (WAC 230-15-671, 230-15-730)."""
    columns = (
        Column("day", "Day"),
        Column("jackpot", "Jackpot"),
        Column("table", "Table"),
        Column("game", "Game"),
        Column("rounds", "Rounds", "count"),
        Column("wagers", "Wagers", "count"),
        Column("wagered", "Wagered", "money"),
        Column("displayed", "To display", "money"),
        Column("reserve", "To reserve", "money"),
        Column("overflow", "Beyond maximum", "money"),
        Column("accrued", "Accrued", "money"),
        Column("house_part", "House part", "money"),
    )
    rows: list[tuple[Value, ...]] = [
        (
            str(day.day),
            ledger.id,
            name,
            game(ledger.book.setup.game).name,
            table.rounds,
            table.wagers,
            table.wagered,
            *(table.accrued[pool] for pool in POOLS),
            sum(table.accrued.values()),
            table.revenue,
        )
        for ledger, day, _ in _days(books)
        for name, table in sorted(day.tables.items())
    ]
    total = sums(rows, ("All", "", "", ""), len(columns))
    note = (
        "Dollars. Accrued money is the players': the master games report is adjusted by it. The house part is revenue."
    )
    return books.report("accrual", "Accrual record", [], [ReportTable("By table", columns, tuple(rows), total, note)])


def hit_report(books: Books) -> Report:
    """Every prize of the period, and the last 25 of each level."""
    tables = []
    summary: list[tuple[Value, ...]] = []
    every: list[tuple[Value, ...]] = []
    for ledger in books.ledgers:
        found = hits(ledger.events)
        period = [hit for hit in found if books.holds(ledger.day_of(hit.number))]
        every += [_hit_row(books, ledger, hit) for hit in period]
        levels = last_of_each_level(found)
        for outcome in ledger.book.setup.shares():
            of_level = [hit for hit in period if hit.outcome == outcome]
            standing = [hit for hit in of_level if not hit.backed_out]
            paid = sum(hit.prize_cents for hit in standing) * MICROS_PER_CENT
            figures = (len(of_level), len(of_level) - len(standing), paid)
            summary.append((ledger.id, ledger.label(outcome), *figures))
            rows = tuple(_hit_row(books, ledger, hit) for hit in levels.get(outcome, ()))
            tables.append(
                ReportTable(f"{ledger.id}: last {LAST} of {ledger.label(outcome)}", _HIT, rows, note=_HIT_NOTE)
            )
    by_level = ReportTable(
        "By level",
        (
            Column("jackpot", "Jackpot"),
            Column("level", "Level"),
            Column("hits", "Hits", "count"),
            Column("backed_out", "Backed out", "count"),
            Column("paid", "Paid", "money"),
        ),
        tuple(summary),
        note="Dollars. Amounts paid leave out what was backed out.",
    )
    listing = ReportTable("Hits of the period", _HIT, tuple(every), note=_HIT_NOTE)
    return books.report("hits", "Hits", [], [by_level, listing, _late_awards(books), *tables])


def _late_awards(books: Books) -> ReportTable:
    """Wins that were recorded after their round: apart from the hits, with why, evidence and who."""
    rows: list[tuple[Value, ...]] = []
    for ledger in books.ledgers:
        items = {item.number: item for item in ledger.events if item.kind == LATE}
        for hit in hits(ledger.events, LATE):
            if books.holds(ledger.day_of(hit.number)):
                data, result = items[hit.number].data, items[hit.number].result
                people = ", ".join(books.names.get(str(person), str(person)) for person in data["people"])
                house = int(result["house_cents"]) * MICROS_PER_CENT
                papers = (str(data["why"]), str(data["document"]), str(data["evidence"]), people)
                rows.append((*_hit_row(books, ledger, hit), house, *papers))
    columns = (
        *_HIT,
        Column("house", "Paid by the house", "money"),
        Column("why", "Why"),
        Column("document", "Document"),
        Column("evidence", "Evidence"),
        Column("people", "People"),
    )
    return ReportTable("Late awards of the period", columns, tuple(rows), note="Dollars. Not counted among the hits.")


_HIT_NOTE: Final = "Dollars. Before and after are the meter's; a prize that was backed out is undone by a transaction."
_HIT: Final = (
    Column("time", "Time"),
    Column("jackpot", "Jackpot"),
    Column("transaction", "No.", "count"),
    Column("level", "Level"),
    Column("table", "Table"),
    Column("round", "Round", "count"),
    Column("seat", "Seat", "count"),
    Column("prize", "Prize", "money"),
    Column("before", "Before", "money"),
    Column("after", "After", "money"),
    Column("recorded_by", "By"),
    Column("backed_out_by", "Undone by", "count"),
)


def _hit_row(books: Books, ledger: JackpotView, hit: Hit) -> tuple[Value, ...]:
    return (
        books.time(hit.at),
        ledger.id,
        hit.number,
        ledger.label(hit.outcome),
        hit.table,
        hit.round,
        hit.seat,
        *(cents * MICROS_PER_CENT for cents in (hit.prize_cents, hit.before_cents, hit.after_cents)),
        books.names.get(hit.by, hit.by),
        hit.backed_out or None,
    )


REPORTS: Final[Mapping[str, Callable[[Books], Report]]] = {
    "close": close,
    "accrual": accrual,
    "hits": hit_report,
    "adjustments": adjustments,
    "terms": terms,
    "bank": bank,
    "funds": funds,
    "exceptions": exceptions,
}


def make(kind: str, books: Books) -> Report:
    """A report by its name."""
    if kind not in REPORTS:
        raise BadInput(f"there is no report {quoted(kind)}: there are {listed(REPORTS)}")
    return REPORTS[kind](books)
