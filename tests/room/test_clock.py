"""A clock that is set back or forward must not affect money, access or the order of history."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from pitbook.errors import BadInput
from pitbook.jackpot.people import NotAllowed
from pitbook.room.clock import runs
from pitbook.room.people.first_run import FirstStart
from pitbook.room.people.lockouts import FEW_WRONG, MANY_WRONG
from pitbook.room.people.passkeys import Passkeys
from pitbook.room.people.service import People
from pitbook.room.people.sessions import LOCKS, Locked, NotSignedIn
from pitbook.room.play.rules import PlayRules
from pitbook.store.database import Database
from tests.room.rig import ACCOUNTANT, Room, room
from tests.room.table_rig import ANN, BOB, Watch, served, usual_bets
from tests.room.test_sessions import PIN, Staff

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


@pytest.fixture
def staff(tmp_path: Path) -> Iterator[Staff]:
    made = Staff(str(tmp_path / "room.db"))
    yield made
    made.database.close()


def test_elapsed_time_counts_once() -> None:
    begun = datetime(2026, 11, 2, 20, tzinfo=UTC)
    for later, still in ((-2, False), (-1, True), (0, True), (59, True), (60, False)):
        assert runs(begun, HOUR, begun + timedelta(minutes=later)) is still


# -- access ------------------------------------------------------------------------------------------------------------


def test_session_that_starts_in_the_future_is_invalid(staff: Staff) -> None:
    """The clock was a year ahead at the sign-in, and is then corrected."""
    staff.now += 365 * DAY
    token = staff.sign_in()
    staff.now -= 365 * DAY
    with pytest.raises(NotSignedIn, match="it is over"):
        staff.sessions.person(token)
    assert staff.sessions.open_sessions() == []
    staff.now += 365 * DAY
    with pytest.raises(NotSignedIn):
        staff.sessions.person(token)


@pytest.mark.parametrize("found", ["by its token", "by another sign-in"])
def test_ended_session_stays_ended(staff: Staff, found: str) -> None:
    token = staff.sign_in()
    staff.now += timedelta(hours=3)
    if found == "by its token":
        with pytest.raises(NotSignedIn):
            staff.sessions.person(token)
    else:
        staff.sign_in("dirk:token of dirk")
    staff.now -= timedelta(hours=2, minutes=30)
    with pytest.raises(NotSignedIn):
        staff.sessions.person(token)


def test_screen_locks_when_the_clock_is_set_back(staff: Staff) -> None:
    """Otherwise no screen would lock for as long as the clock was set back."""
    screen, program = staff.sign_in(screen=True), staff.sign_in()
    staff.now += timedelta(hours=1, minutes=30)
    staff.sessions.uncover(screen)
    assert staff.sessions.person(program).id == "dana"
    staff.now -= HOUR
    with pytest.raises(Locked):
        staff.sessions.person(screen)
    staff.sessions.unlock(screen, PIN)
    assert staff.sessions.person(screen).id == "dana"
    staff.now += LOCKS + timedelta(minutes=2)
    with pytest.raises(Locked):
        staff.sessions.person(screen)
    # A program's session continues, and ends by the new time when it is not used.
    assert staff.sessions.person(program).id == "dana"
    staff.now += timedelta(hours=2)
    with pytest.raises(NotSignedIn):
        staff.sessions.person(program)


def test_badge_delay_is_at_most_a_minute_after_a_clock_change(staff: Staff) -> None:
    for _ in range(FEW_WRONG):
        with pytest.raises(NotAllowed, match="is wrong"):
            staff.sign_in(pin="0000")
    with pytest.raises(NotAllowed, match="wait a minute"):
        staff.sign_in()
    staff.now -= DAY
    with pytest.raises(NotAllowed, match="is wrong"):
        staff.sign_in(pin="0000")
    with pytest.raises(NotAllowed, match="wait a minute"):
        staff.sign_in()
    staff.now += timedelta(minutes=1)
    assert staff.sign_in()


def test_address_delay_is_minutes_after_a_clock_change(staff: Staff) -> None:
    for number in range(MANY_WRONG):
        with pytest.raises(NotAllowed, match="is wrong"):
            staff.sign_in(f"nobody{number}:x", address="192.0.2.1")
    with pytest.raises(NotAllowed, match="wait a few minutes"):
        staff.sign_in(address="192.0.2.1")
    staff.now -= DAY
    assert staff.sign_in(address="192.0.2.1")


def test_challenge_from_the_future_is_refused(staff: Staff) -> None:
    passkeys = Passkeys(staff.sessions)
    token = passkeys._challenge()
    staff.now -= HOUR
    with pytest.raises(NotAllowed, match="took too long"):
        passkeys._answered(token)
    assert passkeys._answered(passkeys._challenge())


def test_set_up_address_from_the_future_is_refused(staff: Staff, tmp_path: Path) -> None:
    database = Database(str(tmp_path / "new.db"))
    first = FirstStart(People(database, lambda: staff.now))
    token = first.invite()
    first.check(token)
    staff.now -= DAY
    with pytest.raises(NotAllowed, match="too old"):
        first.check(token)
    database.close()


# -- money and order ---------------------------------------------------------------------------------------------------


def test_the_order_of_history_is_by_number(tmp_path: Path) -> None:
    """A day forward, two days back, and the repeated hour in autumn: the ledger continues, and each day closes once."""
    with room(tmp_path, "2026-10-31T20:00:00+00:00") as made:
        made.open()
        made.play()
        made.clock.set("2026-11-01T20:00:00+00:00")  # a day too early
        made.play()
        made.clock.set("2026-10-30T20:00:00+00:00")  # and a day too late
        made.play()
        made.clock.set("2026-11-01T01:30:00-07:00")
        made.play()
        made.clock.set("2026-11-01T01:30:00-08:00")
        made.play(seat3="double_royal_match")
        items = made.jackpots.transactions("royal")
        assert [item.number for item in items] == list(range(1, 8))
        assert sorted(items, key=lambda item: item.at) != items
        assert made.jackpots.verify("royal").holds
        assert made.days.next_to_close() == date(2026, 10, 31)
        made.clock.set("2026-11-03T20:00:00+00:00")
        closed = [_close(made, date(2026, 10, 31) + turn * DAY) for turn in range(3)]
        # Transactions after the first one of the wrong day belong to that day, by their number and not by their date.
        assert [day["transactions"] for day in closed] == [[1, 2], [3, 7], [0, 7]]
        assert [day["difference_micros"] for day in closed] == [0, 0, 0]
        assert closed[-1]["closing_micros"] == made.jackpots.book("royal").pools()


def _close(made: Room, day: date) -> dict[str, Any]:
    (found,) = made.days.close(day, ACCOUNTANT, made.key())["jackpots"]
    figures: dict[str, Any] = found
    return figures


def test_a_day_is_not_closed_before_it_is_over_by_the_clock_that_was_set_back(tmp_path: Path) -> None:
    with room(tmp_path, "2026-11-03T20:00:00+00:00") as made:
        made.open()
        made.clock.set("2026-11-02T20:00:00+00:00")
        made.play()
        with pytest.raises(BadInput, match="2026-11-03 is not over"):
            made.days.close(date(2026, 11, 3), ACCOUNTANT, made.key())
        made.clock.set("2026-11-04T20:00:00+00:00")
        made.days.close(date(2026, 11, 3), ACCOUNTANT, made.key())
        with pytest.raises(BadInput, match="a day is closed once"):
            made.days.close(date(2026, 11, 3), ACCOUNTANT, made.key())


def test_play_money_table_does_not_wait_for_the_repeated_hour(tmp_path: Path) -> None:
    watch = Watch()
    with served(str(tmp_path / "room.db"), watch, rules=PlayRules(acts_at_once=10**6)) as server:
        table = server.sit("match-n-poker", ANN, BOB)
        for owner in (ANN, BOB):
            server.bet(table, owner, list(usual_bets(table)))
        server.ready(table, ANN)
        server.play.tick()
        assert server.play.view(table)["phase"] == "betting"
        watch.wait(-3600)
        server.play.tick()
        assert server.play.view(table)["phase"] == "playing"
        for _ in range(4):  # each player in turn
            watch.wait(-3600)
            server.play.tick()
        assert server.play.view(table)["phase"] == "betting"
