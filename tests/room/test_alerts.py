"""Alerts are computed from the store: each appears with its cause and disappears with it."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from argon2 import PasswordHasher

from pitbook.errors import BadInput
from pitbook.jackpot.people import NotAllowed, Person
from pitbook.money import dollars
from pitbook.room.alerts import PENDING_MINUTES, Alert, Alerts
from pitbook.room.configurations import Configurations
from pitbook.room.jackpots.large_wins import LargeWins
from pitbook.room.jackpots.malfunctions import Malfunctions, local_time
from pitbook.room.people.lockouts import FEW_WRONG
from pitbook.room.people.service import EXAMPLE as EXAMPLE_PEOPLE
from pitbook.room.people.service import People
from pitbook.room.people.sessions import Sessions
from tests.room.rig import ACCOUNTANT, ADMINISTRATOR, BOTH, DEALER, EXECUTIVE, QUARTER, SUPERVISOR, TOP, Room, room_over

WATCHER = Person("walt", "Walt Watcher", frozenset({"surveillance"}))
EXAMPLE = (Path(__file__).resolve().parents[2] / "examples" / "property.toml").read_text("utf-8")


class Post:
    """A person who reads a room's alerts."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.configurations = Configurations(room.jackpots)
        self.wins = LargeWins(self.configurations)
        self.malfunctions = Malfunctions(room.jackpots, self.now, lambda: 72)
        self.alerts = Alerts(room.days, self.configurations, self.malfunctions, self.wins, self.now)

    def now(self) -> datetime:
        return self.room.clock.now

    def wait(self, **time: Any) -> None:
        self.room.clock.now += timedelta(**time)

    def kinds(self) -> list[str]:
        """The kinds of the alerts, without the reminder that no balance was entered."""
        return [alert.kind for alert in self.alerts.look() if "no bank balance" not in alert.words.lower()]

    def one(self, kind: str) -> Alert:
        return next(alert for alert in self.alerts.look() if alert.kind == kind)


@pytest.fixture
def post(store: str) -> Iterator[Post]:
    with room_over(store) as room:
        yield Post(room)


def test_a_room_without_faults_has_no_alerts(post: Post) -> None:
    post.room.open()
    assert post.kinds() == []


def test_short_funds_stop_all_jackpots_with_an_alert(post: Post) -> None:
    room = post.room
    room.open()
    room.days.balance(dollars(100), "online", "page 1", ACCOUNTANT, room.key())
    funds, suspended = post.one("funds"), post.one("suspended")
    assert (funds.level, suspended.level) == ("stop", "stop")
    assert "$4,900.00 short" in funds.words
    assert suspended.place == "royal"
    assert "short" in suspended.words
    room.days.balance(dollars(5_000), "online", "page 2", ACCOUNTANT, room.key())
    room.jackpots.manage("royal", "resume", "covered", "page 2", BOTH, room.key())
    assert post.kinds() == []


def test_an_overdue_deposit_is_an_alert(post: Post) -> None:
    room = post.room
    room.open()
    room.days.balance(dollars(6_000), "online", "page 1", ACCOUNTANT, room.key())
    room.play()
    post.wait(days=8)
    assert "weekly deposit" in post.one("funds").words
    assert post.one("funds").level == "now"


def test_pending_win_is_an_alert_only_after_its_time_limit(post: Post) -> None:
    room = post.room
    room.open()
    room.press("1", "sense", seat=2)
    room.press("1", "lock")
    room.press("1", "spot", seat=2)
    room.press("1", "hand", outcome=QUARTER)
    post.wait(minutes=PENDING_MINUTES - 1)
    assert post.kinds() == []
    post.wait(minutes=2)
    alert = post.one("pending")
    assert (alert.place, alert.level) == ("1", "now")
    assert f"{PENDING_MINUTES + 1} minutes" in alert.words
    assert "the supervisor's confirmation" in alert.words
    room.press("1", "verify", SUPERVISOR)
    room.press("1", "record", EXECUTIVE)
    assert "pending" not in post.kinds()


def test_meter_at_its_maximum_reports_the_overflow(post: Post) -> None:
    room = post.room
    room.open(limit="$5,000.10")
    assert post.kinds() == []
    room.play()
    alert = post.one("maximum")
    assert "$5,000.10" in alert.words
    # Three wagers of $1 add 10.91% each: $0.3273, of which $0.10 is shown.
    assert "the overflow is $0.22" in alert.words


def test_stale_notices_are_an_alert_of_their_table(post: Post) -> None:
    post.configurations.keep(EXAMPLE, "ada", "first")
    assert post.kinds() == []
    post.configurations.keep(EXAMPLE.replace("68580bd6f239", "000000000000"), "ada", "other notices")
    alert = post.one("posting")
    assert alert.place == "royal-1"
    assert "stale" in alert.words
    assert alert.link_for(SUPERVISOR) == "/room/floor/open/royal-1"
    assert alert.link_for(ADMINISTRATOR) == "/room/office/configuration"
    assert alert.link_for(ACCOUNTANT) == ""


def test_a_malfunction_is_due_after_72_hours_and_its_alert_grows(post: Post) -> None:
    case = post.malfunctions.note("shuffler", "1", "jams", "swapped", None, WATCHER, post.room.key())
    assert post.one("malfunction").level == "soon"
    post.wait(hours=61)
    assert post.one("malfunction").level == "now"
    post.wait(hours=12)
    assert "overdue" in post.one("malfunction").words
    post.malfunctions.sent(case.number, "by e-mail", SUPERVISOR, post.room.key())
    assert post.kinds() == []
    with pytest.raises(BadInput, match="sent already"):
        post.malfunctions.sent(case.number, "by e-mail", SUPERVISOR, post.room.key())
    with pytest.raises(NotAllowed):
        post.malfunctions.note("shuffler", "1", "jams", "swapped", None, DEALER, post.room.key())


def test_a_large_win_is_an_alert_until_its_checklist_is_complete(post: Post) -> None:
    room = post.room
    room.open()
    room.play(seat1=TOP)
    win = post.wins.all()[0]
    assert "7 steps" in post.one("checklist").words
    for check, _ in win.steps:
        post.wins.note("royal", win.number, check.id, "", WATCHER, room.key())
    assert post.kinds() == []


def test_a_win_that_was_backed_out_needs_no_checklist(post: Post) -> None:
    room = post.room
    room.open()
    room.play(seat1=TOP)
    win = post.wins.all()[0]
    assert post.kinds() == ["checklist"]
    room.jackpots.back_out("royal", win.number, "misread", "IR-1", BOTH, room.key())
    assert post.kinds() == []
    with pytest.raises(BadInput, match="backed out"):
        post.wins.note("royal", win.number, "hand", "", WATCHER, room.key())


def test_small_prizes_need_no_checklist_and_old_ones_are_forgotten(post: Post) -> None:
    room = post.room
    room.open(seed="$1,000")
    room.play(seat1=QUARTER)  # $250.08
    assert post.kinds() == []
    room.play(seat1=TOP)  # about $750: the deck, not the cameras
    assert [check.id for check, _ in post.wins.all()[0].steps] == ["cards-shown", "deck-counted", "hand-sealed"]
    post.wait(days=31)
    assert "checklist" not in post.kinds()


def test_alerts_are_sorted_by_urgency(post: Post) -> None:
    room = post.room
    room.open()
    post.malfunctions.note("shuffler", "1", "jams", "swapped", None, WATCHER, room.key())
    room.days.balance(dollars(1), "online", "page 1", ACCOUNTANT, room.key())
    levels = [alert.level for alert in post.alerts.look()]
    assert levels == sorted(levels, key=("stop", "now", "soon").index)
    assert levels[0] == "stop"


def test_form_times_are_in_the_rooms_time_zone(post: Post) -> None:
    house = post.room.days.house()
    moment = local_time("2026-11-02T12:00", house)
    assert moment is not None
    assert moment.utcoffset() == timedelta(hours=-8)
    assert local_time("", house) is None
    for wrong in ("noon", "2026-13-01T00:00", "99999-01-01", "\x00"):
        with pytest.raises(BadInput):
            local_time(wrong, house)


def test_a_lock_out_is_an_alert_for_an_hour(post: Post) -> None:
    """It names the badge and the address."""
    room = post.room
    room.open()
    people = People(room.database, post.now)
    people._hasher = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)  # real hashes take long
    people.add("dana", "Dana Dealer", ["dealer"], "token of dana", "4071", EXAMPLE_PEOPLE)
    sessions = Sessions(room.database, people, post.now)
    for _ in range(FEW_WRONG - 1):
        with pytest.raises(NotAllowed):
            sessions.sign_in("dana:token of dana", "9999", "10.0.0.9")
    assert post.kinds() == []
    with pytest.raises(NotAllowed):
        sessions.sign_in("dana:token of dana", "9999", "10.0.0.9")
    assert post.kinds() == ["lockout"]
    alert = post.one("lockout")
    assert alert.level == "now"
    assert "badge of dana was used with 5 wrong PINs at 10.0.0.9" in alert.words
    post.wait(minutes=61)
    assert post.kinds() == []
