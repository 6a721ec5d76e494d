"""Gambling days: each day adds up and begins where the one before ended."""

from datetime import UTC, date, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitbook.errors import BadInput
from pitbook.jackpot.book import Action
from pitbook.jackpot.days import days, gambling_day, hits, last_of_each_level, parse_day
from tests.jackpot.test_book import PAPERS, Ledger, wagers


@given(st.lists(st.sampled_from(["coin", "share", "top", "out", "up", "down", "terms"]), max_size=30), st.data())
def test_every_day_adds_up(steps: list[str], data: st.DataObject) -> None:
    ledger = Ledger()
    for step in steps:
        if step == "coin":
            ledger.do(wagers(data.draw(st.integers(1, 7))))
        elif step in ("share", "top"):
            outcome = "double_royal_match" if step == "share" else "double_royal_match_suited"
            ledger.do(Action("award", {"outcome": outcome, "table": "1", "seat": 1}))
        elif step == "out" and ledger.items[-1].kind == "award":
            last = ledger.items[-1]
            ledger.do(Action("back-out", {"award": last.number, "entries": dict(last.entries), **PAPERS}))
        elif step == "up":
            ledger.do(Action("adjust", {"pool": "reserve", "micros": 7, "reason": "missed-wagers", **PAPERS}))
        elif step == "down":
            ledger.do(Action("adjust", {"pool": "displayed", "micros": -3, "reason": "malfunction", **PAPERS}))
        elif step == "terms":
            new = {"seed_micros": 10_000_000, "contribution": "1/7", "reserve": "1/13", "limit_micros": None}
            when = data.draw(st.sampled_from(["now", "restart"]))
            ledger.do(Action("change-terms", {"terms": new, "when": when, **PAPERS}))
    found = list(days(ledger.items, lambda at: date(2026, 1, 1)))
    assert [day.difference for day in found] == [0]
    assert found[0].closing == ledger.book.pools()
    # Split anywhere, both days add up and meet.
    cut = data.draw(st.integers(1, len(ledger.items)))
    first, second = list(days(ledger.items[:cut], lambda at: date(2026, 1, 1))), ledger.items[cut:]
    split = iter([date(2026, 1, 1)] * cut + [date(2026, 1, 2)] * len(second))
    both = list(days(ledger.items, lambda at: next(split)))
    assert all(day.difference == 0 for day in both)
    assert both[0].closing == first[0].closing
    assert len(both) == 1 or both[1].opening == both[0].closing


def test_hits_are_listed_and_those_backed_out_are_marked() -> None:
    ledger = Ledger()
    ledger.do(wagers(7))
    for _ in range(30):
        ledger.do(Action("award", {"outcome": "double_royal_match", "table": "3", "seat": 4}))
    last = ledger.items[-1]
    ledger.do(Action("back-out", {"award": last.number, "entries": dict(last.entries), **PAPERS}))
    found = hits(ledger.items)
    assert len(found) == 30
    assert [hit.backed_out for hit in found] == [last.number + 1] + [0] * 29
    assert len(last_of_each_level(found)["double_royal_match"]) == 25


def test_a_gambling_day_begins_in_the_morning() -> None:
    pacific = timezone(timedelta(hours=-8))
    day_of = gambling_day(pacific, 6)
    assert day_of("2026-03-02T13:59:59+00:00") == date(2026, 3, 1)
    assert day_of("2026-03-02T14:00:00+00:00") == date(2026, 3, 2)
    assert gambling_day(UTC, 0)("2026-03-02T00:00:00+00:00") == date(2026, 3, 2)
    for at in ("yesterday", "2026-03-02T00:00:00"):
        with pytest.raises(BadInput):
            day_of(at)
    with pytest.raises(BadInput):
        gambling_day(UTC, 13)


@pytest.mark.parametrize("day", ["", "2026-13-01", "20261116", "2026-W47-1", "٢٠٢٦-١١-١٦", "2026-11-16\n", "1e3"])
def test_only_one_form_of_a_date_is_read(day: str) -> None:
    assert parse_day("2026-11-16") == date(2026, 11, 16)
    with pytest.raises(BadInput, match="is not a date: write 2026-11-16"):
        parse_day(day)
