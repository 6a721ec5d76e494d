"""Closing days, the prize account, and the test that stops games while it is short."""

import json
import shutil
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from pitbook.errors import BadInput, NotApproved
from pitbook.jackpot.book import POOLS
from pitbook.jackpot.days import Day, contribution_mismatch
from pitbook.jackpot.house import House
from pitbook.jackpot.people import NotAllowed
from pitbook.money import Cents, dollars
from pitbook.reports.jackpot.reports import REPORTS
from pitbook.room.days.reports import Reports
from pitbook.store.work import Work
from tests.room.rig import (
    ACCOUNTANT,
    ADMINISTRATOR,
    BOTH,
    DEALER,
    EXECUTIVE,
    QUARTER,
    SUPERVISOR,
    TOP,
    Room,
    room,
    room_over,
    tamper,
)

SECOND, THIRD, FOURTH = date(2026, 11, 2), date(2026, 11, 3), date(2026, 11, 4)


def play_two_days(made: Room) -> None:
    """A jackpot opened on November 2 with two rounds, and one round on the 3rd."""
    made.open()
    made.play("1", "123")
    made.play("2", "12", seat2=QUARTER)
    made.clock.set("2026-11-03T12:00:00-08:00")
    made.play("3", "1234567")


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("kept")
    with room(folder) as made:
        play_two_days(made)
    return folder / "room.db"


@pytest.fixture(params=["sqlite", "postgresql"])
def played(request: pytest.FixtureRequest, kept: Path, tmp_path: Path) -> Iterator[Room]:
    """These two days in a store of either kind; the current day is November 5."""
    if request.param == "sqlite":
        store = shutil.copy(kept, tmp_path)
    else:
        store = request.getfixturevalue("postgres_store")
        with room_over(store) as made:
            play_two_days(made)
    with room_over(store, "2026-11-05T20:00:00+00:00") as made:
        yield made


def close(made: Room, day: date) -> dict[str, Any]:
    return made.days.close(day, ACCOUNTANT, made.key())


def test_a_closed_day_states_every_pool_and_adds_up(played: Room) -> None:
    (figures,) = close(played, SECOND)["jackpots"]
    accrued, reserved = 5 * 109_100, 5 * 20_000
    prize = (5_000_000_000 + accrued) // 4 // 10_000 * 10_000
    assert figures["opening_micros"] == dict.fromkeys(POOLS, 0)
    assert figures["seeded_micros"] == {"displayed": 5_000_000_000, "reserve": 0, "overflow": 0}
    assert figures["accrued_micros"] == {"displayed": accrued, "reserve": reserved, "overflow": 0}
    assert figures["paid_micros"] == {"displayed": prize, "reserve": 0, "overflow": 0}
    closing = {"displayed": 5_000_000_000 + accrued - prize, "reserve": reserved, "overflow": 0}
    assert figures["closing_micros"] == closing
    assert figures["difference_micros"] == 0
    assert figures["tables"]["1"] == {
        "rounds": 1,
        "wagers": 3,
        "wagered_micros": 3_000_000,
        "accrued_micros": {"displayed": 327_300, "reserve": 60_000, "overflow": 0},
        "revenue_micros": 3_000_000 - 387_300,
    }
    (after,) = close(played, THIRD)["jackpots"]
    assert after["opening_micros"] == closing
    assert after["accrued_total_micros"] == 12 * 129_100
    transactions = played.jackpots.transactions("royal")
    assert figures["hash"] == transactions[figures["transactions"][1] - 1].hash
    assert after["hash"] == transactions[-1].hash


def test_days_are_closed_once_in_order_and_when_they_are_over(played: Room) -> None:
    for day, words in (
        (date(2026, 11, 1), "no jackpot"),
        (THIRD, "next comes 2026-11-02"),
        (date(9999, 12, 31), "next comes 2026-11-02"),
    ):
        with pytest.raises(BadInput, match=words):
            close(played, day)
    first = played.days.close(SECOND, ACCOUNTANT, "the same key")
    assert played.days.close(SECOND, ACCOUNTANT, "the same key") == first
    with pytest.raises(BadInput, match="closed once"):
        close(played, SECOND)
    close(played, THIRD)
    (idle,) = close(played, FOURTH)["jackpots"]
    assert idle["opening_micros"] == idle["closing_micros"]
    assert idle["tables"] == {}
    with pytest.raises(BadInput, match="not over"):
        close(played, date(2026, 11, 5))
    assert played.days.next_to_close() == date(2026, 11, 5)
    assert [(day.day, shut) for day, shut in played.days.days("royal")] == [
        (SECOND, True),
        (THIRD, True),
        (FOURTH, True),
    ]


def test_only_accounting_closes_days_and_deposits(played: Room) -> None:
    for person in (EXECUTIVE, DEALER, ADMINISTRATOR):
        with pytest.raises(NotAllowed):
            played.days.close(SECOND, person, played.key())
        with pytest.raises(NotAllowed):
            played.days.deposit(Cents(100), "slip", person, played.key())
        with pytest.raises(NotAllowed):
            played.days.balance(Cents(100), "online", "page", person, played.key())


def test_a_tampered_day_cannot_be_closed(played: Room) -> None:
    tamper(played, "UPDATE entries SET micros = micros + 1 WHERE number = 3 AND account = 'displayed'")
    with pytest.raises(BadInput, match="2026-11-02 cannot be closed: royal, transaction 3: its hash"):
        close(played, SECOND)
    assert played.days.next_to_close() == SECOND


def test_a_ledger_cut_off_before_a_closed_day_is_found(played: Room) -> None:
    close(played, SECOND)
    close(played, THIRD)
    assert played.jackpots.verify("royal").holds
    tamper(played, "DELETE FROM entries WHERE number = 5", "DELETE FROM transactions WHERE number = 5")
    fault = played.jackpots.verify("royal").fault
    assert fault is not None
    assert (fault.number, fault.words) == (5, "2026-11-03 was closed with transaction 5: every one after 4 is missing")


def test_late_booking_belongs_to_the_next_day(played: Room) -> None:
    """A clock that was set back changes no closed day."""
    close(played, SECOND)
    played.clock.set("2026-11-02T13:00:00-08:00")
    played.play("1", "1")
    found = {day.day: day for day, _ in played.days.days("royal")}
    assert found[THIRD].wagers == 8
    played.clock.set("2026-11-05T12:00:00-08:00")
    (figures,) = close(played, THIRD)["jackpots"]
    assert figures["accrued_total_micros"] == 13 * 129_100
    assert played.jackpots.verify("royal").holds


def test_a_back_out_of_an_award_of_a_closed_day_is_closed_too(played: Room) -> None:
    close(played, SECOND)
    close(played, THIRD)
    close(played, FOURTH)
    played.jackpots.back_out("royal", 4, "misread", "D-7", BOTH, played.key())
    played.clock.set("2026-11-06T12:00:00-08:00")
    (figures,) = close(played, date(2026, 11, 5))["jackpots"]
    assert figures["back_outs"] == 1
    assert figures["closing_micros"]["displayed"] == 5_000_000_000 + 12 * 109_100
    assert figures["adjusted_micros"]["displayed"] == 1_250_130_000
    assert Day.from_dict(figures).difference == 0


def test_accrual_is_compared_with_wagers_times_rate(played: Room) -> None:
    items = played.jackpots.transactions("royal")
    assert contribution_mismatch(items, None) == ""
    wrong = [replace(item, entries={**item.entries, "reserve": -1}) for item in items]
    assert "reserve: what accrued is" in contribution_mismatch(wrong, None)


def test_accrual_is_checked_over_changes_of_terms(tmp_path: Path) -> None:
    with room(tmp_path) as made:
        made.open(contribution="10.91%", reserve="2%")
        made.play("1", "1234567")
        third = {"seed_micros": 5_000_000_000, "contribution": "1/7", "reserve": "1/13", "limit_micros": None}
        made.jackpots.change_terms("royal", third, "now", "more", "D-1", BOTH, made.key())
        made.play("1", "1234567")
        again = {**third, "contribution": str(Fraction(1, 3)), "reserve": "0"}
        made.jackpots.change_terms("royal", again, "restart", "more", "D-2", BOTH, made.key())
        made.play("1", "123", seat1=TOP)
        made.play("1", "1234567")
        made.clock.set("2026-11-05T12:00:00-08:00")
        (figures,) = close(made, SECOND)["jackpots"]
        assert figures["difference_micros"] == 0
        assert made.jackpots.book("royal").setup.terms.contribution == Fraction(1, 3)


# -- the prize account -------------------------------------------------------------------------------------------------


def test_a_short_account_stops_every_jackpot_at_once(played: Room) -> None:
    played.open("second", tables="45", seed="$1,000")
    owed = sum(played.jackpots.book(name).held for name in ("royal", "second"))
    assert played.days.funds().owed == owed
    assert not played.days.funds().must_stop
    waiting = 12 * 129_100
    assert played.days.funds().required == owed - waiting

    enough = Cents(-(-(owed - waiting) // 10_000))
    told = played.days.balance(enough, "online", "page 1", ACCOUNTANT, played.key())
    assert told["suspended"] == []
    told = played.days.balance(Cents(enough - 1), "online", "page 2", ACCOUNTANT, played.key())
    assert told["suspended"] == ["royal", "second"]
    assert told["must_stop"]
    for name in ("royal", "second"):
        assert played.jackpots.book(name).status == "suspended"
        last = played.jackpots.transactions(name)[-1]
        assert "WAC 230-15-455" in last.data["why"]
    with pytest.raises(NotApproved, match="suspended: it takes no wagers"):
        played.play("1", "1")
    with pytest.raises(NotApproved, match="no jackpot is resumed until a balance that covers it is recorded"):
        played.jackpots.manage("royal", "resume", "paid in", "D-1", BOTH, played.key())

    played.days.balance(enough, "statement", "page 3", ACCOUNTANT, played.key())
    played.jackpots.manage("royal", "resume", "paid in", "D-1", BOTH, played.key())
    assert played.jackpots.book("royal").status == "open"
    assert played.jackpots.book("second").status == "suspended"
    for name in ("royal", "second"):
        assert played.jackpots.verify(name).holds


def test_deposit_in_transit_counts(played: Room) -> None:
    owed = played.jackpots.book("royal").held
    played.days.balance(Cents((owed - 12 * 129_100) // 10_000 - 99), "online", "page", ACCOUNTANT, played.key())
    assert played.days.funds().must_stop
    funds = played.days.deposit(dollars(3), "slip 1", ACCOUNTANT, played.key())
    assert funds["in_transit_micros"] == 3_000_000
    assert funds["undeposited_micros"] == 0
    assert not funds["must_stop"]


def test_shortage_stops_games_automatically(played: Room) -> None:
    """A prize that is backed out is owed again; so is the seed of a new jackpot."""
    held = played.jackpots.book("royal").held
    played.days.balance(Cents(held // 10_000), "online", "page", ACCOUNTANT, played.key())
    assert played.jackpots.book("royal").status == "open"
    played.jackpots.back_out("royal", 4, "misread", "D-7", BOTH, played.key())
    played.jackpots.writer.run(_nothing())
    assert played.jackpots.book("royal").status == "suspended"


def test_the_seed_of_a_new_jackpot_must_be_in_the_account(played: Room) -> None:
    played.days.balance(dollars(5_000), "online", "page", ACCOUNTANT, played.key())
    played.open("second", tables="45", seed="$1,300")
    played.jackpots.writer.run(_nothing())
    assert played.jackpots.book("second").status == "suspended"


def _nothing() -> Work[None]:
    """Waits until everything queued before is done."""
    return Work(lambda unit: None)


def test_overdue_weekly_deposit_stops_games(played: Room) -> None:
    """The first wager was taken at noon on November 2."""
    held = played.jackpots.book("royal").held
    assert played.days.funds().due_at.startswith("2026-11-09T20:00:")
    played.days.balance(Cents(held // 10_000), "online", "page", ACCOUNTANT, played.key())
    played.clock.set("2026-11-09T11:59:00-08:00")
    assert not played.days.funds().overdue
    for day in (SECOND, THIRD, FOURTH):
        close(played, day)
    assert played.jackpots.book("royal").status == "open"
    played.clock.set("2026-11-09T12:01:00-08:00")
    funds = played.days.funds()
    assert funds.overdue
    assert funds.required == held
    assert funds.must_stop
    assert [words for words in funds.alerts() if "weekly deposit of $1.55 is overdue" in words]
    close(played, date(2026, 11, 5))
    assert played.jackpots.book("royal").status == "suspended"


def test_deposits_are_of_the_oldest_days_first(played: Room) -> None:
    close(played, SECOND)
    close(played, THIRD)
    funds = played.days.deposit(Cents(50), "slip 1", ACCOUNTANT, played.key())
    assert funds["due_at"].startswith("2026-11-09")  # the first day took 64.55 cents
    assert funds["undeposited_micros"] == 12 * 129_100 - 500_000
    assert funds["deposit_due_cents"] == 105
    funds = played.days.deposit(Cents(15), "slip 2", ACCOUNTANT, played.key())
    assert funds["due_at"].startswith("2026-11-10")
    funds = played.days.deposit(Cents(90), "slip 3", ACCOUNTANT, played.key())
    assert (funds["due_at"], funds["overdue"], funds["deposit_due_cents"]) == ("", False, 0)


@pytest.mark.parametrize(("amount", "document"), [(0, "slip"), (-5, "slip"), (5, " "), (5, "x" * 201), (5, "a\nb")])
def test_hostile_deposits(played: Room, amount: int, document: str) -> None:
    with pytest.raises(BadInput):
        played.days.deposit(Cents(amount), document, ACCOUNTANT, played.key())


def test_hostile_balances(played: Room) -> None:
    for amount, source in ((-1, "online"), (5, "hearsay"), (5, "")):
        with pytest.raises(BadInput):
            played.days.balance(Cents(amount), source, "page", ACCOUNTANT, played.key())
    assert played.days.balance(Cents(0), "online", "page", ACCOUNTANT, played.key())["suspended"] == ["royal"]


# -- the house ---------------------------------------------------------------------------------------------------------


def test_the_house_can_be_renamed_but_its_clock_is_fixed_once_a_day_is_closed(played: Room) -> None:
    named = House("Pine Room", "America/Los_Angeles", 6)
    with pytest.raises(NotAllowed):
        played.days.set_house(named, EXECUTIVE, played.key())
    played.days.set_house(named, ADMINISTRATOR, played.key())
    close(played, SECOND)
    played.days.set_house(House("Fir Room", "America/Los_Angeles", 6), ADMINISTRATOR, played.key())
    assert played.days.house().name == "Fir Room"
    with pytest.raises(BadInput, match="cannot change any more"):
        played.days.set_house(House("Fir Room", "UTC", 6), ADMINISTRATOR, played.key())


@pytest.mark.parametrize(
    ("name", "zone", "starts"),
    [("", "UTC", 6), ("a\nb", "UTC", 6), ("x" * 101, "UTC", 6), ("ok", "Mars/Base", 6), ("ok", "../etc", 6),
     ("ok", "UTC", 13), ("ok", "UTC", -1), ("ok", "", 6), ("ok", "a\0b", 6)],
)  # fmt: skip
def test_invalid_house_settings_are_refused(name: str, zone: str, starts: int) -> None:
    with pytest.raises(BadInput):
        House(name, zone, starts)


def test_a_day_of_summer_time_has_its_own_length() -> None:
    """Clocks go back on November 1, 2026, during the gambling day of October 31."""
    day_of = House().day_of
    assert day_of("2026-11-01T13:59:59+00:00") == date(2026, 10, 31)  # 5:59:59 standard time
    assert day_of("2026-11-01T14:00:00+00:00") == date(2026, 11, 1)
    assert day_of("2026-10-31T13:00:00+00:00") == date(2026, 10, 31)  # 6:00 daylight time


def test_a_suspended_jackpot_still_pays(played: Room) -> None:
    for seat in "12":
        played.press("1", "sense", seat=int(seat))
    played.press("1", "lock")
    played.days.balance(Cents(0), "online", "page", ACCOUNTANT, played.key())
    played.press("1", "spot", seat=1)
    played.press("1", "hand", outcome=QUARTER)
    played.press("1", "verify", SUPERVISOR)
    assert played.press("1", "record", EXECUTIVE)["told"]["prize_cents"] > 0


def test_every_report_is_made_of_either_store(played: Room) -> None:
    reports = Reports(played.days)
    close(played, SECOND)
    for kind in REPORTS:
        assert json.loads(reports.write(reports.report(kind, SECOND, THIRD), "json")[1])["report"] == kind
    win = reports.win("royal", 4)
    assert (win.dealt_by, win.people.verified.by, win.amount) == ("dana", "sam", 125_013)
