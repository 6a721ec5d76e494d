"""Reads the data of reports and win pages from the store."""

import json
from collections.abc import Mapping
from datetime import date

from sqlalchemy import Connection, select

from pitbook.cards import parse_cards
from pitbook.errors import BadInput, NotFound, quoted
from pitbook.jackpot.book import ACTIONS
from pitbook.jackpot.booking_keys import back_out_key, coin_in_key, paid_key
from pitbook.jackpot.ledger import OPENED
from pitbook.reports.jackpot import csv_file as jackpot_csv
from pitbook.reports.jackpot import pdf as jackpot_pdf
from pitbook.reports.jackpot import win_page
from pitbook.reports.jackpot import xlsx as jackpot_xlsx
from pitbook.reports.jackpot.reports import make
from pitbook.reports.jackpot.view import Books, JackpotView, Note, Report
from pitbook.reports.jackpot.win_page import WinFacts
from pitbook.room.days.records import by_key, read_kinds, read_records
from pitbook.room.days.service import Days
from pitbook.store import schema
from pitbook.store.work import read_one

FORMATS = {
    "pdf": ("application/pdf", jackpot_pdf.write),
    "xlsx": ("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", jackpot_xlsx.write),
    "csv": ("text/csv; charset=utf-8", jackpot_csv.write),
    "json": ("application/json", lambda report: json.dumps(report.to_dict(), ensure_ascii=False, indent=1).encode()),
}
"""The formats of a report: the media type, and the function that writes it."""
EVENTS = (OPENED, *(kind for kind in ACTIONS if kind != "coin-in"))


class Reports:
    """The reports of a room."""

    def __init__(self, days: Days) -> None:
        self.days, self.jackpots, self.database = days, days.jackpots, days.database

    def report(self, kind: str, first: date | None = None, last: date | None = None, jackpot: str = "") -> Report:
        """A report over gambling days: by default the last closed one, or the current one if none is closed."""
        return make(kind, self.books(first, last, jackpot))

    def write(self, report: Report, form: str) -> tuple[str, bytes]:
        """A report's media type and bytes."""
        if form not in FORMATS:
            raise BadInput(f"a report is written as pdf, xlsx, csv or json, not as {quoted(form)}")
        media, write = FORMATS[form]
        return media, write(report)

    def books(self, first: date | None = None, last: date | None = None, jackpot: str = "") -> Books:
        """The data of all reports."""
        house, now = self.days.house(), self.jackpots.worker.clock()
        names = [jackpot] if jackpot else self.jackpots.names()
        listed = {name: (self.jackpots.book(name), self.days.days(name)) for name in names}
        with self.database.reading_snapshot() as connection:
            closed = read_records(connection, "day-closed")
            ledgers = [
                JackpotView(
                    book,
                    days,
                    read_kinds(connection, name, EVENTS),
                    {
                        date.fromisoformat(figures["day"]): str(figures["hash"])
                        for record in closed
                        for figures in record.data["jackpots"]
                        if figures["jackpot"] == name
                    },
                )
                for name, (book, days) in listed.items()
            ]
            notes = {
                kind: [Note(record.at, record.by, record.data) for record in read_records(connection, kind)]
                for kind in ("deposit", "bank", "advice")
            }
            people = _names(connection)
        newest = date.fromisoformat(closed[-1].data["day"]) if closed else house.day_of(now)
        return Books(
            house,
            now,
            first or last or newest,
            last or first or newest,
            ledgers,
            self.days.funds(),
            notes["deposit"],
            notes["bank"],
            [note for note in notes["advice"] if note.data["jackpot"] in names],
            people,
            {date.fromisoformat(record.data["day"]): record.hash for record in closed},
        )

    def win_page(self, jackpot: str, number: int, player: str = "", dealer: str = "") -> bytes:
        """The printed page of a prize, with its cards if they are given."""
        return win_page.write(self.win(jackpot, number, player, dealer))

    def win(self, jackpot: str, number: int, player: str = "", dealer: str = "") -> WinFacts:
        """A prize with its wager, payment and back-out."""
        setup = self.jackpots.book(jackpot).setup
        with self.database.reading_snapshot() as connection:
            prize = read_one(connection, jackpot, number)
            if prize is None:
                raise NotFound(f"the jackpot {quoted(jackpot)} has no transaction {number}")
            undone = by_key(connection, jackpot, back_out_key(number))
            table, played = str(prize.data.get("table", "")), int(prize.data.get("round") or 0)
            wagers = by_key(connection, jackpot, coin_in_key(table, played))
            paid = by_key(connection, jackpot, paid_key(number))
            people = _names(connection)
        dealt = wagers.by if wagers is not None else ""
        cards = parse_cards(player), parse_cards(dealer)
        return WinFacts(self.days.house(), setup, prize, dealt, paid, undone, people, *cards)


def _names(connection: Connection) -> Mapping[str, str]:
    """The names of all people, those who left included."""
    rows = connection.execute(select(schema.people.c.id, schema.people.c.name))
    return {row.id: row.name for row in rows}
