"""Reports of manual changes: adjustments, changes of terms, and settings against advice."""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Final

from pitbook.jackpot.book import HOUSE, LATE, POOLS
from pitbook.jackpot.ledger import Transaction
from pitbook.jackpot.setup import terms_from_dict
from pitbook.meter import MeterTerms
from pitbook.money import MICROS_PER_CENT, format_cents
from pitbook.reports.jackpot.view import Books, Column, JackpotView, Report, ReportTable, Value

MANUAL_KINDS: Final = ("adjust", "back-out", LATE, "void", "suspend", "resume", "retire", "distribute")
"""The kinds of transactions in the adjustments report."""


def adjustments(books: Books) -> Report:
    """Manual changes: why, by which document, by whom, and the effect on every pool."""
    columns = (
        Column("time", "Time"),
        Column("jackpot", "Jackpot"),
        Column("transaction", "No.", "count"),
        Column("what", "What"),
        Column("displayed", "Displayed", "money"),
        Column("reserve", "Reserve", "money"),
        Column("overflow", "Beyond max.", "money"),
        Column("house", "Paid by the house", "money"),
        Column("why", "Why"),
        Column("document", "Document"),
        Column("people", "People"),
    )
    rows: list[tuple[Value, ...]] = [
        (
            books.time(item.at),
            ledger.id,
            item.number,
            _what(item),
            *(-item.entries.get(pool, 0) for pool in POOLS),
            item.entries.get(HOUSE, 0),
            str(item.data.get("why", "")),
            str(item.data.get("document", "")),
            _people(books, item),
        )
        for ledger, item in _events(books, MANUAL_KINDS)
    ]
    return books.report(
        "adjustments", "Adjustments", [], [ReportTable("Manual acts", columns, tuple(rows), note="Dollars.")]
    )


def _events(books: Books, kinds: Iterable[str]) -> Iterator[tuple[JackpotView, Transaction]]:
    wanted = frozenset(kinds)
    for ledger in books.ledgers:
        for item in ledger.events:
            if item.kind in wanted and books.holds(ledger.day_of(item.number)):
                yield ledger, item


def _what(item: Transaction) -> str:
    match item.kind:
        case "adjust":
            return f"{item.data['reason']}, {item.data['pool']}"
        case "back-out":
            return f"back-out of {int(item.data['award']):,}"
        case "late-award":
            return f"late award, table {item.data['table']}, round {item.data['round']}, seat {item.data['seat']}"
        case "void":
            return f"void, table {item.data['table']}, round {item.data['round']}"
        case kind:
            return kind


def _people(books: Books, item: Transaction) -> str:
    people = [str(person) for person in item.data.get("people", [item.by])]
    return ", ".join(books.names.get(person, person) for person in people)


def terms(books: Books) -> Report:
    """Changes of seed, rates and maximum: before, after, when they took effect."""
    columns = (
        Column("time", "Time"),
        Column("jackpot", "Jackpot"),
        Column("transaction", "No.", "count"),
        Column("before", "Before"),
        Column("after", "After"),
        Column("effect", "Takes effect"),
        Column("why", "Why"),
        Column("document", "Document"),
        Column("people", "People"),
    )
    rows = [
        (
            books.time(item.at),
            ledger.id,
            item.number,
            _terms_words(before),
            _terms_words(after),
            effect,
            str(item.data.get("why", "")),
            str(item.data.get("document", "")),
            _people(books, item),
        )
        for ledger in books.ledgers
        for item, before, after, effect in _changes(ledger)
        if books.holds(ledger.day_of(item.number))
    ]
    now = ReportTable(
        "In force now",
        (
            Column("jackpot", "Jackpot"),
            Column("state", "State"),
            Column("terms", "Terms"),
            Column("waiting", "Waiting"),
        ),
        tuple(
            (
                ledger.id,
                ledger.book.status,
                _terms_words(ledger.book.setup.terms),
                _terms_words(terms_from_dict(ledger.book.pending)) if ledger.book.pending else "",
            )
            for ledger in books.ledgers
        ),
    )
    return books.report("terms", "Terms changes", [], [ReportTable("Changes", columns, tuple(rows)), now])


def _changes(ledger: JackpotView) -> Iterator[tuple[Transaction, MeterTerms, MeterTerms, str]]:
    """Each change with the terms before and after it, and when these took effect."""
    current: MeterTerms | None = None
    shares = ledger.book.setup.shares()
    for place, item in enumerate(ledger.events):
        if item.kind == "opened":
            current = terms_from_dict(item.data["terms"])
        if item.kind != "change-terms" or current is None:
            continue
        after = terms_from_dict(item.data["terms"])
        effect = "at once"
        if item.data["when"] == "restart":
            effect = _effect(ledger.events[place + 1 :], shares)
        yield item, current, after, effect
        if effect != _REPLACED:
            current = after


_REPLACED: Final = "never: changed again before"


def _effect(later: Iterable[Transaction], shares: Mapping[str, Fraction]) -> str:
    """States when terms that wait for a restart took effect."""
    for item in later:
        if item.kind == "change-terms":
            return _REPLACED
        if item.kind in ("award", LATE) and shares.get(str(item.data["outcome"])) == 1:
            return f"with transaction {item.number:,}"
    return "at the next restart"


def _terms_words(terms: MeterTerms) -> str:
    parts = [
        f"seed {format_cents(terms.seed // MICROS_PER_CENT)}",
        f"contribution {_rate(terms.contribution)}",
        f"reserve {_rate(terms.reserve)}",
    ]
    if terms.limit is not None:
        parts.append(f"maximum {format_cents(terms.limit // MICROS_PER_CENT)}")
    return ", ".join(parts)


def _rate(rate: Fraction) -> str:
    """``10.91%``; a rate with infinitely many decimals as a fraction."""
    percent = rate * 100
    return f"{float(percent):g}%" if 10_000 % percent.denominator == 0 else f"{rate} of the wager"


def exceptions(books: Books) -> Report:
    """Settings against the letter's advice, and meters that ran dry."""
    advice = ReportTable(
        "Settings against the letter's advice",
        (
            Column("time", "Time"),
            Column("jackpot", "Jackpot"),
            Column("advice", "Advice"),
            Column("words", "What follows"),
            Column("cite", "Source"),
            Column("by", "Set by"),
        ),
        tuple(
            (
                books.time(note.at),
                *(str(note.data[name]) for name in ("jackpot", "id", "words", "cite")),
                books.names.get(note.by, note.by),
            )
            for note in books.noted(books.advice)
        ),
    )
    dry = ReportTable(
        "Meters that ran dry",
        (
            Column("time", "Time"),
            Column("jackpot", "Jackpot"),
            Column("transaction", "No.", "count"),
            Column("house_paid", "Paid by the house", "money"),
        ),
        tuple(
            (books.time(item.at), ledger.id, item.number, int(item.result[name]))
            for ledger, item in _events(books, ("fixed-pay", "back-out"))
            for name in ("ran_dry_micros", "house_micros")
            if name in item.result
        ),
    )
    return books.report("exceptions", "Exceptions", [], [advice, dry], books.funds.alerts())
