"""Reports of the prize account: deposits, balances, and the test of prize funds."""

from collections.abc import Mapping
from typing import Any

from pitbook.jackpot.book import POOLS
from pitbook.jackpot.funds import CITE, dollars_up
from pitbook.reports.jackpot.view import POOL_NAMES, Books, Column, Report, ReportTable, Value, sums


def bank(books: Books) -> Report:
    """The weekly deposit, and every balance of the prize account against what was owed (WAC 230-15-455, 230-15-720)."""
    funds = books.funds
    facts = [
        ("Accrued and not deposited", dollars_up(funds.undeposited)),
        ("Next deposit due", books.time(funds.due_at) if funds.due_at else "nothing waits"),
        ("Overdue", "yes" if funds.overdue else "no"),
    ]
    deposits = ReportTable(
        "Deposits",
        (
            Column("time", "Time"),
            Column("amount", "Amount", "money"),
            Column("document", "Slip"),
            Column("by", "Recorded by"),
        ),
        tuple(
            (
                books.time(note.at),
                int(note.data["micros"]),
                str(note.data["document"]),
                books.names.get(note.by, note.by),
            )
            for note in books.noted(books.deposits)
        ),
    )
    balances = ReportTable(
        "Recorded balances",
        (
            Column("time", "Time"),
            Column("bank", "Balance", "money"),
            Column("owed", "Owed", "money"),
            Column("undeposited", "Not due yet", "money"),
            Column("required", "Required", "money"),
            Column("difference", "Difference", "money"),
            Column("source", "Seen"),
            Column("document", "Document"),
            Column("by", "Recorded by"),
        ),
        tuple(_balance_row(books, note.at, note.by, note.data) for note in books.noted(books.balances)),
        note="Dollars. Required is owed less the part not due yet. A negative difference is a shortage.",
    )
    return books.report("bank", "Deposits and bank comparison", facts, [deposits, balances], funds.alerts())


def _balance_row(books: Books, at: str, by: str, data: Mapping[str, Any]) -> tuple[Value, ...]:
    seen, required = int(data["bank_micros"]), int(data["required_micros"])
    waits = int(data["owed_micros"]) - required
    figures = (seen, int(data["owed_micros"]), waits, required, seen - required)
    return (books.time(at), *figures, str(data["source"]), str(data["document"]), books.names.get(by, by))


def funds(books: Books) -> Report:
    """The prize-funds test: whether the account holds what is owed (WAC 230-15-455)."""
    found = books.funds
    columns = (
        Column("jackpot", "Jackpot"),
        Column("state", "State"),
        *(Column(pool, POOL_NAMES[pool].capitalize(), "money") for pool in POOLS),
        Column("reserved", "Reserved for winners", "money"),
        Column("owed", "Owed", "money"),
    )
    rows: list[tuple[Value, ...]] = [
        (ledger.id, ledger.book.status, *ledger.book.pools().values(), ledger.book.owed_to_winners, ledger.book.held)
        for ledger in books.ledgers
    ]
    total = sums(rows, ("All", ""), len(columns))
    seen = "never" if found.bank is None else f"{dollars_up(found.bank)}, {books.time(found.bank_at)}"
    facts = [
        ("Owed to players", dollars_up(found.owed)),
        ("May wait for the weekly deposit", dollars_up(0 if found.overdue else found.undeposited)),
        ("Required in the account", dollars_up(found.required)),
        ("Last recorded balance", seen),
        ("Deposited since", dollars_up(found.in_transit)),
        ("Short", dollars_up(found.short)),
        ("Result", _result(found.bank is not None, found.must_stop)),
    ]
    table = ReportTable("Owed", columns, tuple(rows), total, note="Dollars.")
    return books.report("funds", "Prize-funds test", facts, [table], found.alerts())


def _result(known: bool, short: bool) -> str:
    if not known:
        return "unknown: no balance was recorded"
    return f"SHORT: no jackpot takes wagers ({CITE})" if short else "covered"
