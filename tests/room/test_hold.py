"""The hold of live tables, against what every round says and against par sheets."""

from collections import Counter
from collections.abc import Iterator
from datetime import date
from fractions import Fraction
from math import sqrt
from pathlib import Path
from time import sleep

import pytest

from pitbook.exact.notebook import par
from pitbook.jackpot.house import House
from pitbook.money import Cents
from pitbook.room.play.service import play_config
from pitbook.room.tables.hold import Holds, TableHold, band_of
from pitbook.simulate import covariance
from pitbook.simulate.between_seats import counted_between_seats
from pitbook.simulate.hold import HoldRequest, play_of
from pitbook.simulate.life import TableVolume
from pitbook.store.chain import append, events_chain
from pitbook.store.database import Database
from pitbook.table.events import Event
from pitbook.table.seeded import SeededChance
from pitbook.table.steps import Ask
from pitbook.table.table import Table
from tests.migrated_store import with_schema

AT = "2026-11-02T20:00:00+00:00"
DAY = date(2026, 11, 2)
STAKES = {"base": 500, "royal-match": 500}
ROUNDS = 40


def played(rounds: int = ROUNDS) -> list[Event]:
    """Two seats at Royal Match 21 who always stand and never insure; the third round is voided."""
    made: list[Event] = []
    table = Table(play_config("royal-match-21"), SeededChance(5), lambda: AT, made.append)
    for seat in (1, 2):
        table.sit(seat, f"player {seat}", Cents(10_000_00))
    for number in range(rounds):
        for seat in (1, 2):
            for wager, cents in STAKES.items():
                table.bet(seat, wager, Cents(cents))
        table.close_betting()
        if number == 2:
            table.void("misdeal", "sam")
            continue
        table.advance()
        while isinstance(table.step, Ask):
            place, answers = next(iter(table.step.open.items()))
            table.decide(place.seat, "no" if "no" in answers else "stand", place.hand)
            table.advance()
    paid = next(event for event in made if event.kind == "settled" and event.number > made[-1].number - 40)
    if any(item.event == paid.number for item in table.settled):
        table.correct(paid.number, Cents(0), "misread", "sam")
    return made


def keep(database: Database, table: str, events: list[Event]) -> None:
    rows = [{"table": table, "line": event.line()} for event in events]
    with database.writing() as connection:
        append(connection, events_chain(table), "table_events", rows)


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    found = Database(with_schema(str(tmp_path / "room.db")))
    yield found
    found.close()


def counted(holds: Holds, day: date = DAY) -> list[TableHold]:
    """The hold when everything is counted."""
    for _ in range(600):
        found = holds.of_day(day)
        if not any(hold.counting for hold in found):
            return found
        sleep(0.05)
    raise AssertionError("the odds were never counted")


@pytest.fixture(autouse=True)
def _few_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Covariances are simulated with few rounds: these tests compare mechanisms, not figures."""
    monkeypatch.setattr(covariance, "ROUNDS", 1 << 19)


def test_hold_equals_the_record(database: Database) -> None:
    events = played()
    keep(database, "1", events)
    holds = Holds(database, House)
    (hold,) = counted(holds)
    holds.close()
    assert hold.rounds == ROUNDS - 1
    won: Counter[str] = Counter()
    payments = {}
    for event in events:
        if event.kind == "settled":
            payments[event.number] = event.data["wager"]
            won[event.data["wager"]] -= event.data["net"]
        elif event.kind == "corrected":
            won[payments[event.data["payment"]]] += event.data["was"] - event.data["net"]
    bets = 2 * (ROUNDS - 1)
    by_wager = {item.wagers: item for item in hold.wagers}
    assert {names: (item.handle, item.won) for names, item in by_wager.items()} == {
        (wager,): (bets * STAKES[wager], won[wager]) for wager in STAKES
    }
    sheet = par("royal-match-21", "royal-match", table=play_config("royal-match-21").layout.tables["royal-match"][0].id)
    assert sheet.house_edge is not None
    assert sheet.variance is not None
    side = by_wager[("royal-match",)]
    assert side.expected == pytest.approx(float(sheet.house_edge) * bets * 500)
    # Both seats make the wager in every round: two ordered pairs.
    between = counted_between_seats(sheet)
    assert between is not None
    variance = bets * float(sheet.variance) + 2 * (ROUNDS - 1) * float(between.value)
    assert side.deviation == pytest.approx(500 * sqrt(variance))
    assert hold.whole is not None
    assert hold.whole.handle == bets * 1000
    assert hold.whole.deviation == pytest.approx(sqrt(sum((item.deviation or 0) ** 2 for item in hold.wagers)))


def test_hold_bands_include_the_covariance_of_seats(database: Database) -> None:
    """The variance of a round's wins is that of the command ``hold`` for a room with as many seats."""
    keep(database, "1", played())
    holds = Holds(database, House)
    (hold,) = counted(holds)
    holds.close()
    room = TableVolume(tables=1, hours=Fraction(1), rounds=Fraction(ROUNDS - 1), seats=Fraction(2), take_up=Fraction(1))
    by_wager = {item.wagers: item for item in hold.wagers}
    base = play_of(HoldRequest("royal-match-21", "base", bet="5"), room, 1)
    assert base.between_seats is not None
    assert float(base.variance / base.variance_alone) > 1.2
    assert by_wager[("base",)].deviation == pytest.approx(sqrt(base.variance), rel=0.002)
    table = play_config("royal-match-21").layout.tables["royal-match"][0].id
    side = play_of(HoldRequest("royal-match-21", "royal-match", table, bet="5"), room, 1)
    assert side.variance != side.variance_alone
    assert by_wager[("royal-match",)].deviation == pytest.approx(sqrt(side.variance))


def test_hold_is_updated_incrementally_by_day(database: Database) -> None:
    events = played(8)
    holds = Holds(database, House)
    assert holds.of_day(DAY) == []
    middle = next(place for place, event in enumerate(events) if event.kind == "round-over") + 1
    keep(database, "1", events[:middle])
    assert holds.of_day(DAY)[0].rounds == 1
    keep(database, "1", events[middle:])
    assert holds.of_day(DAY)[0].rounds == 7
    assert holds.of_day(date(2026, 11, 3)) == []
    keep(database, "play:1", events)
    assert [hold.table for hold in holds.of_day(DAY)] == ["1"]
    holds.close()


def test_a_table_that_is_opened_again_goes_on(database: Database) -> None:
    events = played(4)
    keep(database, "1", events)
    keep(database, "1", events)
    holds = Holds(database, House)
    assert holds.of_day(DAY)[0].rounds == 6
    holds.close()


@pytest.mark.parametrize(
    ("z", "band"),
    [(None, "unknown"), (0.0, "within"), (-1.99, "within"), (2.0, "look"), (-2.9, "look"), (3.0, "outside")],
)
def test_confidence_bands_of_the_hold(z: float | None, band: str) -> None:
    assert band_of(z) == band
