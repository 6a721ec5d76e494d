"""The last jackpots that were won, for displays: amount, hand, table and day, never the winner."""

from dataclasses import dataclass
from datetime import date

from pitbook.jackpot.book import LATE
from pitbook.jackpot.ledger import Transaction
from pitbook.money import Cents
from pitbook.room.days.records import read_kinds
from pitbook.room.days.service import Days


@dataclass(frozen=True, slots=True)
class LastWin:
    """A share of a jackpot that was paid."""

    cents: Cents
    hand: str
    table: str
    day: date


def last_wins(days: Days, jackpot: str, count: int = 5) -> list[LastWin]:
    """The newest first, without wins that were backed out."""
    setup, house = days.jackpots.book(jackpot).setup, days.house()
    labels = {line.outcome: line.label for line in setup.pay_table.lines}
    with days.database.reading_snapshot() as connection:
        items = read_kinds(connection, jackpot, ("award", LATE, "back-out"))
    undone = {int(item.data["award"]) for item in items if item.kind == "back-out"}
    awards: list[Transaction] = [item for item in items if item.kind != "back-out" and item.number not in undone]
    return [
        LastWin(
            Cents(int(item.result["prize_cents"])),
            labels.get(str(item.data["outcome"]), str(item.data["outcome"])),
            str(item.data["table"]),
            house.day_of(item.at),
        )
        for item in reversed(awards[-count:])
    ]
