"""Sessions: they end, screens lock, wrong attempts are delayed and recorded, and no secret is stored."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime

import pytest
from argon2 import PasswordHasher
from sqlalchemy import select

from pitbook.errors import BadInput, NotFound
from pitbook.jackpot.people import NotAllowed
from pitbook.room.days.records import Record, read_records
from pitbook.room.people.lockouts import FEW_WRONG, LIMITED, MANY_WRONG, WAIT, WINDOW, TooManyTries
from pitbook.room.people.service import TERMINAL, People, check_pin, new_badge
from pitbook.room.people.sessions import (
    LASTS,
    LOCKS,
    STEP,
    UNUSED,
    Locked,
    NotSignedIn,
    Sessions,
)
from pitbook.store import schema
from pitbook.store.database import Database
from tests.migrated_store import with_schema

PIN = "4071"


class Staff:
    """People and sessions with a clock that tests set."""

    def __init__(self, store: str) -> None:
        self.now = datetime(2026, 11, 2, 20, tzinfo=UTC)
        self.database = Database(with_schema(store))
        self.people = People(self.database, lambda: self.now)
        self.people._hasher = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)  # real hashes take long
        self.sessions = Sessions(self.database, self.people, lambda: self.now)
        self.badge = new_badge()
        self.people.add("dana", "Dana Dealer", ["dealer"], self.badge, PIN)
        self.people.add("dirk", "Dirk Dealer", ["dealer"], "token of dirk", PIN)

    def sign_in(self, badge: str = "", pin: str = PIN, address: str = "", screen: bool = False) -> str:
        return self.sessions.sign_in(badge or f"dana:{self.badge}", pin, address, screen=screen)[0]

    def records(self, kind: str) -> list[Record]:
        with self.database.reading_snapshot() as connection:
            return read_records(connection, kind)


@pytest.fixture
def staff(store: str) -> Iterator[Staff]:
    made = Staff(store)
    yield made
    made.database.close()


def test_badge_and_pin_together_give_a_session(staff: Staff) -> None:
    token = staff.sign_in()
    assert staff.sessions.person(token).id == "dana"
    for badge, pin in ((f"dana:{staff.badge}", "4072"), ("dana:wrong-token", PIN), ("nobody:x", PIN), ("dana", PIN)):
        with pytest.raises(NotAllowed, match=r"^badge or PIN is wrong$"):
            staff.sign_in(badge, pin)


def test_no_secret_is_stored(staff: Staff) -> None:
    People(staff.database).add("dora", "Dora Dealer", ["dealer"], staff.badge, PIN)
    token = staff.sign_in(f"dora:{staff.badge}")
    with staff.database.reading_snapshot() as connection:
        rows = [*connection.execute(select(schema.people)), *connection.execute(select(schema.sessions))]
        hashes = [*connection.execute(select(schema.people.c.pin)).scalars()]
    kept = repr(rows)
    for secret in (token, staff.badge, "token of dirk", f"'{PIN}'"):
        assert secret not in kept
    assert len(set(hashes)) == 3, "the same PIN has a different hash for each person"
    # At least what is recommended today: 64 MiB and three passes.
    assert sum(one.startswith("$argon2id$v=19$m=65536,t=3,p=4$") for one in hashes) == 1


def test_a_session_ends_with_the_shift_however_busy(staff: Staff) -> None:
    token = staff.sign_in()
    over = staff.now + LASTS
    while staff.now + UNUSED / 2 < over:
        staff.now += UNUSED / 2
        assert staff.sessions.person(token).id == "dana"
    staff.now = over
    with pytest.raises(NotSignedIn):
        staff.sessions.person(token)


def test_idle_session_ends(staff: Staff) -> None:
    used, unused = staff.sign_in(), staff.sign_in()
    staff.now += UNUSED - STEP
    staff.sessions.person(used)
    staff.sessions.person(unused, used=False)  # a page that asks by itself
    staff.now += STEP
    assert staff.sessions.person(used).id == "dana"
    with pytest.raises(NotSignedIn):
        staff.sessions.person(unused)


def test_idle_screen_locks_and_its_pin_unlocks_it(staff: Staff) -> None:
    screen, program = staff.sign_in(screen=True), staff.sign_in()
    staff.now += LOCKS
    assert staff.sessions.person(screen, used=False).id == "dana", "the page locks first, the server a step later"
    staff.now += STEP
    with pytest.raises(Locked, match="enter your PIN"):
        staff.sessions.person(screen)
    assert staff.sessions.session(screen).locked
    assert staff.sessions.person(program).id == "dana", "a program has no screen"
    with pytest.raises(NotAllowed, match=r"^this PIN is wrong$"):
        staff.sessions.unlock(screen, "4072")
    with pytest.raises(Locked):
        staff.sessions.person(screen)
    assert staff.sessions.unlock(screen, PIN).id == "dana"
    assert staff.sessions.person(screen).id == "dana"


def test_a_screen_in_use_does_not_lock(staff: Staff) -> None:
    token = staff.sign_in(screen=True)
    for _ in range(30):
        staff.now += LOCKS - STEP
        if staff.now - datetime(2026, 11, 2, 20, tzinfo=UTC) >= LASTS:
            break
        assert staff.sessions.person(token).id == "dana"


def test_a_screen_is_locked_by_hand(staff: Staff) -> None:
    token = staff.sign_in(screen=True)
    staff.sessions.lock(token)
    with pytest.raises(Locked):
        staff.sessions.person(token)
    staff.sessions.unlock(token, PIN)
    assert staff.sessions.person(token).id == "dana"
    staff.sessions.lock(token)
    staff.now += UNUSED
    with pytest.raises(NotSignedIn, match="sign in first"):
        staff.sessions.unlock(token, PIN)


def test_unlocking_counts_as_tries_of_the_badge(staff: Staff) -> None:
    token = staff.sign_in(screen=True)
    staff.sessions.lock(token)
    for _ in range(FEW_WRONG):
        with pytest.raises(NotAllowed, match="this PIN is wrong"):
            staff.sessions.unlock(token, "9999")
    for attempt in (lambda: staff.sessions.unlock(token, PIN), staff.sign_in):
        with pytest.raises(NotAllowed, match="wait a minute"):
            attempt()


def test_one_session_is_ended_by_an_administrator(staff: Staff) -> None:
    first, second = staff.sign_in(screen=True, address="10.0.0.7"), staff.sign_in()
    shown = {session.address: session for session in staff.sessions.open_sessions()}
    assert {address: each.screen for address, each in shown.items()} == {"10.0.0.7": True, "": False}
    staff.sessions.end(shown["10.0.0.7"].id, "ada")
    with pytest.raises(NotSignedIn):
        staff.sessions.person(first)
    assert staff.sessions.person(second).id == "dana"
    assert [(each.by, each.data["person"]) for each in staff.records("session-ended")] == [("ada", "dana")]
    for nonsense in (shown["10.0.0.7"].id, "", "%", "no such"):
        with pytest.raises(NotFound):
            staff.sessions.end(nonsense, "ada")
    assert [session.id for session in staff.sessions.open_sessions()] == [shown[""].id]


def test_signing_out_ends_one_and_leaving_ends_all(staff: Staff) -> None:
    tokens = [staff.sign_in("dirk:token of dirk") for _ in range(3)]
    staff.sessions.sign_out(tokens[0])
    with pytest.raises(NotSignedIn):
        staff.sessions.person(tokens[0])
    assert staff.sessions.person(tokens[1]).id == "dirk"
    staff.sessions.end_all("dirk")
    for token in tokens:
        with pytest.raises(NotSignedIn):
            staff.sessions.person(token)


def test_removed_person_cannot_use_an_open_session(staff: Staff) -> None:
    token = staff.sign_in()
    staff.people.end("dana")
    with pytest.raises(NotAllowed):
        staff.sessions.person(token)
    with pytest.raises(NotAllowed):
        staff.sign_in()
    with pytest.raises(BadInput, match="no 'nobody'"):
        staff.people.end("nobody")


def test_wrong_tries_are_slowed_down(staff: Staff) -> None:
    for _ in range(FEW_WRONG):
        with pytest.raises(NotAllowed, match="badge or PIN is wrong"):
            staff.sign_in("dirk:token of dirk", "9999")
    for _ in range(3):
        with pytest.raises(NotAllowed, match="wait a minute"):
            staff.sign_in("dirk:token of dirk")  # even the right PIN waits
    assert staff.sign_in(), "other people do not wait"
    staff.now += WAIT
    with pytest.raises(NotAllowed, match="badge or PIN is wrong"):
        staff.sign_in("dirk:token of dirk", "9999")
    with pytest.raises(NotAllowed, match="wait a minute"):
        staff.sign_in("dirk:token of dirk", "9999")
    staff.now += WAIT
    assert staff.sign_in("dirk:token of dirk")
    with pytest.raises(NotAllowed, match="badge or PIN is wrong"):
        staff.sign_in("dirk:token of dirk", "9999")  # the count begins again


def test_wrong_badge_counts_only_against_its_address(staff: Staff) -> None:
    """A wrong badge counts against its address only: the person signs in at that address and at any other."""
    for _ in range(MANY_WRONG - 1):
        with pytest.raises(NotAllowed, match="badge or PIN is wrong"):
            staff.sign_in("dana:not her badge", PIN, "10.0.0.9")
    assert staff.sign_in(address="10.0.0.9"), "the right badge and PIN at the very same address"
    assert staff.sign_in(address="10.0.0.8")
    assert staff.records(LIMITED) == []
    with pytest.raises(NotAllowed, match="badge or PIN is wrong"):
        staff.sign_in("dana:not her badge", PIN, "10.0.0.9")
    with pytest.raises(NotAllowed, match="from this address"):
        staff.sign_in(address="10.0.0.9")
    assert staff.sign_in(address="10.0.0.8"), "only the address that guesses waits"
    (record,) = staff.records(LIMITED)
    assert (record.data["limit"], record.data["address"]) == ("address", "10.0.0.9")


def test_wrong_pins_count_for_their_badge_at_their_address(staff: Staff) -> None:
    """One count, also at a locked screen and as the second person."""
    token = staff.sign_in(address="10.0.0.9", screen=True)
    for number in range(FEW_WRONG):
        attempts = (
            lambda: staff.sign_in(pin="9999", address="10.0.0.9"),
            lambda: staff.sessions.identify(f"dana:{staff.badge}", "9999", "10.0.0.9"),
            lambda: staff.sessions.unlock(token, "9999", "10.0.0.9"),
        )
        with pytest.raises(NotAllowed, match="wrong"):
            attempts[number % 3]()
    with pytest.raises(NotAllowed, match="wrong PINs with this badge here: wait a minute"):
        staff.sign_in(address="10.0.0.9")
    assert staff.sign_in("dirk:token of dirk", address="10.0.0.9"), "another badge at the same address"
    assert staff.sign_in(address="10.0.0.8"), "the same badge elsewhere"
    with pytest.raises(NotAllowed, match="wait a minute"):
        staff.sign_in(address="10.0.0.9")  # a sign-in elsewhere does not reset the count of an attacker here
    (record,) = staff.records(LIMITED)
    assert record.data == {"person": "dana", "address": "10.0.0.9", "limit": "badge"}


def test_the_addresses_of_one_network_of_ipv6_are_one_source(staff: Staff) -> None:
    """A stolen badge would otherwise have its PIN guessed from 2**64 addresses of one machine."""
    for number in range(FEW_WRONG):
        with pytest.raises(NotAllowed, match="wrong"):
            staff.sign_in(pin="9999", address=f"2001:db8::{number:x}")
    with pytest.raises(TooManyTries):
        staff.sign_in(address="2001:db8::ffff")
    assert staff.sign_in(address="2001:db8:0:1::1"), "another network"
    assert staff.sign_in(address="::ffff:10.0.0.1"), "IPv4 mapped to IPv6"


def test_delayed_attempts_do_not_count_against_the_address(staff: Staff) -> None:
    """An attempt that is not checked is not a wrong one."""
    for _ in range(FEW_WRONG):
        with pytest.raises(NotAllowed):
            staff.sign_in(pin="9999", address="10.0.0.9")
    for _ in range(MANY_WRONG):
        with pytest.raises(NotAllowed, match="wait a minute"):
            staff.sign_in(address="10.0.0.9")
    assert staff.sign_in("dirk:token of dirk", address="10.0.0.9")


@pytest.mark.every_store
def test_concurrent_attempts_are_all_counted(staff: Staff) -> None:

    def guess(pin: int) -> str:
        try:
            return staff.sign_in("dirk:token of dirk", f"{pin:04}")
        except NotAllowed as error:
            return str(error)

    with ThreadPoolExecutor(16) as pool:
        said = list(pool.map(guess, range(1000, 1040)))
    assert said.count("badge or PIN is wrong") == FEW_WRONG


@pytest.mark.every_store
def test_attempts_are_counted_across_servers(staff: Staff) -> None:
    other = Sessions(staff.database, staff.people, lambda: staff.now)
    for sessions in (staff.sessions, other, staff.sessions, other, staff.sessions):
        with pytest.raises(NotAllowed, match="badge or PIN is wrong"):
            sessions.sign_in("dirk:token of dirk", "9999")
    with pytest.raises(NotAllowed, match="wait a minute"):
        other.sign_in("dirk:token of dirk", PIN)


def test_an_address_that_guesses_is_slowed_down_whatever_the_badge(staff: Staff) -> None:
    for number in range(MANY_WRONG):
        assert staff.sign_in(address="10.0.0.9"), "right tries do not count"
        with pytest.raises(NotAllowed, match="badge or PIN is wrong"):
            staff.sign_in(f"guess-{number}:x", address="10.0.0.9")
    with pytest.raises(NotAllowed, match="from this address"):
        staff.sign_in(address="10.0.0.9")
    assert staff.sign_in(address="10.0.0.8"), "other addresses do not wait"
    staff.now += WINDOW
    assert staff.sign_in(address="10.0.0.9")


@pytest.mark.every_store
def test_attempts_are_recorded_without_the_input(staff: Staff) -> None:
    staff.sign_in(address="10.0.0.1")
    for badge in ("dana:wrong", staff.badge, f"{PIN}:x", "\x00", "\ud800"):
        with pytest.raises(NotAllowed):
            staff.sign_in(badge, address="10.0.0.2")
    assert [(each.by, each.data["address"]) for each in staff.records("sign-in")] == [("dana", "10.0.0.1")]
    refused = staff.records("sign-in-refused")
    assert [each.by for each in refused] == ["dana", "unknown", "unknown", "unknown", "unknown"]
    assert {each.data["address"] for each in refused} == {"10.0.0.2"}


def test_changes_to_people_are_on_record(staff: Staff) -> None:
    staff.people.add("ada", "Ada", ["administrator"], "token of ada", PIN)
    staff.people.add("walt", "Walt", ["auditor"], "token of walt", PIN)
    token = staff.people.new_badge("walt", "ada")
    with pytest.raises(NotAllowed):
        staff.sign_in("walt:token of walt")
    staff.people.set_pin("walt", "8642", "ada")
    assert staff.sign_in(f"walt:{token}", "8642")
    assert staff.people.set_roles("walt", ["auditor"], "ada").roles == {"auditor"}
    assert staff.sessions.identify(f"walt:{token}", "8642").may("read the ledger")
    staff.people.end("walt", "ada")
    for kind in ("badge-made", "pin-changed", "roles-changed", "person-ended"):
        assert [(each.by, each.data["person"]) for each in staff.records(kind)] == [("ada", "walt")]
    assert token not in repr([each.data for kind in ("badge-made", "pin-changed") for each in staff.records(kind)])


def test_invalid_changes_to_people_are_refused(staff: Staff) -> None:
    staff.people.add("ada", "Ada", ["administrator"], "token of ada", PIN)
    with pytest.raises(BadInput, match="kept apart"):
        staff.people.set_roles("dirk", ["dealer", "supervisor"], "ada")
    with pytest.raises(BadInput, match="too easy"):
        staff.people.set_pin("dirk", "1111", "ada")
    staff.people.add("eve", "Eve", ["executive"], "token of eve", PIN)
    for person, role in (("ada", "administrator"), ("eve", "executive")):
        for change in (
            lambda person=person: staff.people.end(person, "ada"),
            lambda person=person: staff.people.set_roles(person, ["auditor"], TERMINAL),
        ):
            with pytest.raises(BadInput, match=f"last {role}"):
                change()
    with pytest.raises(BadInput, match="there is no 'nobody'"):
        staff.people.new_badge("nobody", "ada")


@pytest.mark.parametrize("pin", ["", "123", "1234", "4321", "1111", "1212", "0123", "٣٤٥٦", "12 34", "9" * 13, "abcd"])
def test_pins_that_are_refused(pin: str) -> None:
    with pytest.raises(BadInput):
        check_pin(pin)


@pytest.mark.parametrize(
    ("person", "name", "roles", "badge"),
    [
        ("", "X", ["dealer"], "x" * 8),
        ("Ann", "X", ["dealer"], "x" * 8),
        ("a" * 41, "X", ["dealer"], "x" * 8),
        ("ann", "", ["dealer"], "x" * 8),
        ("ann", "A\x00", ["dealer"], "x" * 8),
        ("ann", "A" * 101, ["dealer"], "x" * 8),
        ("ann", "X", [], "x" * 8),
        ("ann", "X", ["king"], "x" * 8),
        ("ann", "X", ["dealer"], "short"),
        ("dana", "X", ["dealer"], "x" * 8),
    ],
)
def test_invalid_people_are_refused(staff: Staff, person: str, name: str, roles: list[str], badge: str) -> None:
    with pytest.raises(BadInput):
        staff.people.add(person, name, roles, badge, PIN)
    assert staff.people.count() == 2
