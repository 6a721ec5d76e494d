"""The background watch of a server acts on changes that only the passage of time causes."""

import time
from collections.abc import Iterator

import pytest

from pitbook.money import Cents
from pitbook.room.configurations import Configurations
from pitbook.room.watch import BY, Watch
from tests.compliance.broken_properties import ROOM, TODAY, changed
from tests.compliance.test_opening import WITHDRAWN
from tests.room.rig import ACCOUNTANT, EXECUTIVE, Room, room_over


@pytest.fixture
def house(store: str) -> Iterator[Room]:
    with room_over(store) as made:
        yield made


def watch(house: Room, every: float = 600) -> Watch:
    return Watch(house.days, Configurations(house.jackpots), every)


def test_overdue_deposit_stops_jackpots_without_a_day_close(house: Room) -> None:
    house.open()
    house.play("1", "123")
    held = house.jackpots.book("royal").held
    house.days.balance(Cents(held // 10_000), "online", "page", ACCOUNTANT, house.key())
    house.clock.set("2026-11-09T11:59:00-08:00")
    assert watch(house).look() == []
    house.clock.set("2026-11-09T12:10:00-08:00")
    assert watch(house).look() == ["royal"]
    assert house.jackpots.transactions("royal")[-1].by == BY


def test_unchecked_account_counts_only_its_deposits(house: Room) -> None:
    """No room may play on indefinitely without a prize account (WAC 230-15-455)."""
    house.open()
    house.play("1", "123")
    assert watch(house).look() == []
    house.clock.set("2026-11-10T12:00:00-08:00")
    assert house.days.funds().short == house.jackpots.book("royal").held
    house.days.deposit(Cents(39), "slip 1", ACCOUNTANT, house.key())  # what three wagers added
    assert not house.days.funds().overdue
    assert watch(house).look() == []
    house.play("1", "1")
    house.clock.set("2026-11-19T12:00:00-08:00")
    assert house.days.funds().short == house.jackpots.book("royal").held - 390_000
    assert watch(house).look() == ["royal"]


def test_configuration_stored_by_another_server_is_noticed(house: Room) -> None:
    kept = Configurations(house.jackpots)
    kept.keep(ROOM, "D. Reyes", "the opening")
    kept.open_jackpot("royal", TODAY, EXECUTIVE, house.key())
    watching = watch(house, 0.01)
    watching.begin()
    try:
        assert house.jackpots.book("royal").status == "open"
        house.clock.set("2026-03-01T12:00:00-08:00")  # before the documents of its conditions are in force
        until = time.monotonic() + 30
        while house.jackpots.book("royal").status == "open" and time.monotonic() < until:
            time.sleep(0.01)
    finally:
        watching.close()
    last = house.jackpots.transactions("royal")[-1]
    assert (last.kind, last.by) == ("suspend", BY)
    assert "it is not in force" in last.data["why"] or "the document is dated" in last.data["why"]


def test_closing_a_watch_ends_its_thread_whether_it_began_or_not(house: Room) -> None:
    never = watch(house)
    never.close()
    assert never._thread.ident is None  # no thread was started
    began = watch(house)
    began.begin()
    assert began._thread.is_alive()
    began.close()
    assert not began._thread.is_alive()


def test_manual_suspension_stays(house: Room) -> None:
    kept = Configurations(house.jackpots)
    kept.keep(ROOM, "D. Reyes", "the opening")
    kept.open_jackpot("royal", TODAY, EXECUTIVE, house.key())
    kept.keep(changed(ROOM, WITHDRAWN), "D. Reyes", "an order")
    number = house.jackpots.number("royal")
    assert watch(house).look() == []
    assert house.jackpots.number("royal") == number
