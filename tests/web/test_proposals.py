"""One person alone cannot gain a role that moves money: one proposes it and another approves."""

from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from pitbook.jackpot.people import INCOMPATIBLE, MONEY_ROLES, NotAllowed, Role
from pitbook.room.audit.store_proof import prove_store
from pitbook.room.days.records import read_records
from pitbook.room.people.proposals import Proposals
from pitbook.room.people.service import People
from pitbook.store.database import Database
from tests.web.card_room import PIN, QUICK, CardRoom, card_room

FIRST = "8214"
"""The PIN that the administrator sets."""
SAM = {"id": "sam", "name": "Sam Reyes", "roles": ["supervisor"], "pin": FIRST}


@pytest.fixture
def room(tmp_path: Path) -> Iterator[CardRoom]:
    with card_room(str(tmp_path / "room.db")) as made:
        yield made


def services(room: CardRoom) -> Any:
    return room.client.app.state.services  # type: ignore[attr-defined]  # the test client's own


def put(room: CardRoom, person: str, path: str, body: Any) -> Any:
    return room.client.put(f"/api/v1{path}", json=body, headers=room.headers(person))


def sign_in(room: CardRoom, badge: str, pin: str) -> int:
    return int(room.client.post("/api/v1/sign-in", json={"badge": badge, "pin": pin}).status_code)


def propose(room: CardRoom, person: str, body: dict[str, Any]) -> Any:
    return room.post(person, "/proposals", body | {"own_pin": PIN})


def proposed(room: CardRoom, **other: Any) -> int:
    asked = propose(room, "ada", SAM | other)
    assert asked.status_code == 202, asked.text
    return int(asked.json()["proposal"])


def roles_of(room: CardRoom, person: str) -> set[str]:
    return {role for each, active in services(room).people.everyone() if each.id == person and active
            for role in each.roles}  # fmt: skip


def test_an_administrator_gives_herself_no_role(room: CardRoom) -> None:
    """The attack of one administrator, first step: she becomes an executive."""
    both = ["administrator", "executive"]
    for answer in (
        put(room, "ada", "/people/ada/roles", {"roles": both}),
        propose(room, "ada", {"id": "ada", "roles": both, "pin": FIRST}),
    ):
        assert (answer.status_code, "you cannot give yourself" in answer.text) == (403, True), answer.text
    assert roles_of(room, "ada") == {"administrator"}


def test_an_administrator_alone_makes_no_supervisor_and_records_no_award(room: CardRoom) -> None:
    """Second step: she makes a supervisor whose badge and PIN she holds, and records a win in that name."""
    room.open()
    for answer in (
        room.post("ada", "/people", SAM),
        put(room, "ada", "/people/walt/roles", {"roles": ["supervisor"]}),
        put(room, "ada", "/people/sue/pin", {"pin": FIRST}),
        room.post("ada", "/people/sue/badge"),
    ):
        assert (answer.status_code, "moves money" in answer.text) == (403, True), answer.text
    asked = propose(room, "ada", SAM)
    assert (asked.status_code, "badge" in asked.json()) == (202, False)
    number = asked.json()["proposal"]
    alone = room.post("ada", f"/proposals/{number}/approval", {"pin": PIN})
    assert (alone.status_code, "another person must approve it" in alone.text) == (403, True)
    assert roles_of(room, "sam") == set(), "nothing happens before both"
    for badge in ("sam:", f"sam:{'x' * 22}", room.badges["ada"].replace("ada", "sam")):
        assert sign_in(room, badge, FIRST) == 403
    for person, key in (("dana", "sense"), ("dana", "lock"), ("dana", "spot"), ("dana", "hand")):
        more = {"outcome": "double_royal_match"} if key == "hand" else {"seat": 1} if key in ("sense", "spot") else {}
        assert room.press(person, key, **more).status_code == 200
    for key in ("verify", "record"):
        assert room.press("ada", key).status_code == 403
    shown = room.post("eve", f"/proposals/{number}/approval", {"pin": PIN}).json()
    assert (shown["person"], shown["roles"]) == ("sam", ["supervisor"])
    assert sign_in(room, shown["badge"], PIN) == 403, "the approver knows the badge but not the PIN"
    assert sign_in(room, shown["badge"], FIRST) == 200, "sam has both"


def test_a_badge_and_pin_that_the_administrator_held_before_are_worth_nothing_after_a_grant(room: CardRoom) -> None:
    """She makes an auditor, whose badge she sees, and has the auditor made a supervisor."""
    badge = room.post("ada", "/people", SAM | {"roles": ["auditor"]}).json()["badge"]
    assert sign_in(room, badge, FIRST) == 200
    number = proposed(room, pin="5093")
    shown = room.post("eve", f"/proposals/{number}/approval", {"pin": PIN}).json()
    assert roles_of(room, "sam") == {"supervisor"}
    for pin in (FIRST, "5093"):
        assert sign_in(room, badge, pin) == 403
    assert sign_in(room, shown["badge"], "5093") == 200


def test_reset_of_a_money_role_needs_two_people(room: CardRoom) -> None:
    """A new PIN always comes with a new badge, so that knowing one of the two is not enough."""
    session = room.tokens["sue"]
    number = proposed(room, id="sue", name="", roles=["supervisor"])
    shown = room.post("eve", f"/proposals/{number}/approval", {"pin": PIN}).json()
    assert sign_in(room, room.badges["sue"], PIN) == 403
    assert sign_in(room, room.badges["sue"], FIRST) == 403
    assert sign_in(room, shown["badge"], PIN) == 403
    assert sign_in(room, shown["badge"], FIRST) == 200
    ended = room.client.get("/api/v1/session", headers={"Authorization": f"Bearer {session}"})
    assert ended.status_code == 401, "every session of theirs has ended"


def test_who_approves(room: CardRoom) -> None:
    """A second holder of authority, by badge and PIN; not the proposer, not the person concerned, and once."""
    number = proposed(room, id="eve", name="", roles=["executive"])
    answer = room.post("eve", f"/proposals/{number}/approval", {"pin": PIN})
    assert (answer.status_code, "this is about yourself" in answer.text) == (403, True)
    assert room.client.delete(f"/api/v1/proposals/{number}", headers=room.headers("eve")).status_code == 200
    number = proposed(room)
    for person in ("dana", "sue", "ann", "walt", "otto"):
        assert room.post(person, f"/proposals/{number}/approval", {"pin": PIN}).status_code == 403
        assert room.get(person, "/proposals").status_code == 403
    assert [each["person"] for each in room.get("eve", "/proposals").json()] == ["sam"]
    assert room.post("eve", f"/proposals/{number}/approval", {"pin": "9999"}).status_code == 403
    found = services(room)
    passkey = found.sessions.begin(found.sessions.person(room.tokens["eve"]), screen=True, how="passkey")
    headers = {"Authorization": f"Bearer {passkey}"}
    answer = room.client.post(f"/api/v1/proposals/{number}/approval", json={"pin": PIN}, headers=headers)
    assert (answer.status_code, "session begun with badge and PIN" in answer.text) == (403, True)
    assert roles_of(room, "sam") == set()
    assert room.post("eve", f"/proposals/{number}/approval", {"pin": PIN}).status_code == 200
    again = room.post("eve", f"/proposals/{number}/approval", {"pin": PIN})
    assert (again.status_code, "approved already" in again.text) == (400, True)
    assert room.post("eve", "/proposals/99/approval", {"pin": PIN}).status_code == 404


def test_a_proposal_is_withdrawn_or_turned_down(room: CardRoom) -> None:
    for person in ("ada", "eve"):
        number = proposed(room)
        second = propose(room, "ada", SAM)
        assert (second.status_code, "waits already" in second.text) == (400, True)
        assert room.client.delete(f"/api/v1/proposals/{number}", headers=room.headers(person)).status_code == 200
        assert room.post("eve", f"/proposals/{number}/approval", {"pin": PIN}).status_code == 400
    assert (roles_of(room, "sam"), room.get("ada", "/proposals").json()) == (set(), [])


def test_a_proposal_fails_when_its_proposer_has_lost_the_duty(room: CardRoom) -> None:
    people = services(room).people
    abe = people.add("abe", "Abe", ["administrator"], "token of abe", PIN)
    number = Proposals(people).propose("sam", "Sam", ["dealer"], FIRST, abe).number
    people.end("abe", "ada")
    answer = room.post("eve", f"/proposals/{number}/approval", {"pin": PIN})
    assert (answer.status_code, "may no longer manage people" in answer.text) == (403, True)


def test_grants_raise_alerts_and_are_in_the_chain(room: CardRoom) -> None:
    """Everyone with access to the floor gets an alert, and the proof covers the changed row of the person."""
    number = proposed(room)
    (alert,) = [each for each in room.get("sue", "/alerts").json() if each["kind"] == "people"]
    assert (alert["level"], alert["words"]) == (
        "now", "Ada proposes Sam Reyes as supervisor: a second person must approve it or turn it down."
    )  # fmt: skip
    room.post("eve", f"/proposals/{number}/approval", {"pin": PIN})
    (alert,) = [each for each in room.get("walt", "/alerts").json() if each["kind"] == "people"]
    assert alert["words"] == "Sam Reyes is supervisor now: Ada proposed it, Eve approved it."
    database = services(room).database
    with database.reading_snapshot() as connection:
        (record,) = read_records(connection, "role-approved")
    assert (record.by, record.data["proposed_by"], record.data["roles"]) == ("eve", "ada", ["supervisor"])
    assert FIRST not in repr(record.data)
    assert prove_store(database).fault == ""


def permitted() -> list[list[Role]]:
    """Every combination of roles that an administrator may have besides."""
    others: list[Role] = [role for role in MONEY_ROLES if role != "administrator"]
    found = [["administrator", *each] for size in range(3) for each in combinations(others, size)]
    return [each for each in found if not any(one in each and other in each for one, other in INCOMPATIBLE)]


def test_no_combination_of_roles_lets_one_person_give_a_role_that_moves_money(room: CardRoom) -> None:
    people = services(room).people
    for number, roles in enumerate(permitted()):
        human = f"hal-{number}"
        people.add(human, "Hal", roles, "token of hal", PIN)
        badge = {"badge": f"{human}:token of hal", "pin": PIN}
        room.tokens[human] = room.client.post("/api/v1/sign-in", json=badge).json()["token"]
        for role in MONEY_ROLES:
            new = {"id": f"new-{number}-{role}", "name": "New", "roles": [role], "pin": FIRST}
            assert room.post(human, "/people", new).status_code == 403
            asked = propose(room, human, new)
            assert asked.status_code == 202
            own = room.post(human, f"/proposals/{asked.json()['proposal']}/approval", {"pin": PIN})
            assert own.status_code == 403, (roles, role)
            if role not in roles:
                assert put(room, human, f"/people/{human}/roles", {"roles": [*roles, role]}).status_code in (400, 403)
                assert propose(room, human, {"id": human, "roles": [role], "pin": FIRST}).status_code == 403
    assert all(not roles_of(room, f"new-0-{role}") for role in MONEY_ROLES)


def test_no_role_that_moves_money_is_given_before_there_are_an_administrator_and_an_executive(store: str) -> None:
    database = Database(store)
    people = People(database)
    people._hasher = QUICK
    ada = people.add("ada", "Ada", ["administrator"], "token of ada", PIN, by="ada", first=True)
    abe = people.add("abe", "Abe", ["administrator"], "token of abe", PIN)
    with pytest.raises(NotAllowed, match="no executive yet"):
        Proposals(people).propose("sam", "Sam", ["dealer"], FIRST, ada)
    for roles in (["executive", "administrator"], ["supervisor"], ["administrator"]):
        with pytest.raises(NotAllowed):
            people.add("mal", "Mal", roles, "token of mal", PIN, by="mal", first=True)
    people.add("eve", "Eve", ["executive"], "token of eve", PIN, by="eve", first=True)
    number = Proposals(people).propose("sam", "Sam", ["dealer"], FIRST, ada).number
    assert Proposals(people).approve(number, abe)[0].roles == {"dealer"}
    assert prove_store(database).fault == ""
    database.close()


def test_acts_that_one_administrator_may_do_alone(room: CardRoom) -> None:
    """Removes roles, deactivates people, and adds read-only roles: nothing that moves money."""
    assert put(room, "ada", "/people/sue/roles", {"roles": ["auditor"]}).status_code == 200
    assert room.client.delete("/api/v1/people/dirk", headers=room.headers("ada")).status_code == 200
    assert room.post("ada", "/people", SAM | {"id": "nora", "roles": ["auditor"]}).status_code == 200
    answer = propose(room, "ada", SAM | {"roles": ["auditor"]})
    assert (answer.status_code, "moves no money" in answer.text) == (400, True)
    last = room.client.delete("/api/v1/people/eve", headers=room.headers("ada"))
    assert (last.status_code, "last executive" in last.text) == (400, True)


def test_an_administrator_makes_no_second_person_for_her_own_voids(room: CardRoom) -> None:
    """Surveillance is the second person for voids and corrections, so one person alone cannot grant it."""
    spy = SAM | {"roles": ["surveillance"]}
    for answer in (
        room.post("ada", "/people", spy),
        put(room, "ada", "/people/otto/roles", {"roles": ["surveillance"]}),
        put(room, "ada", "/people/walt/pin", {"pin": FIRST}),
        room.post("ada", "/people/walt/badge"),
    ):
        assert (answer.status_code, "surveillance moves money" in answer.text) == (403, True), answer.text
    assert propose(room, "ada", spy).status_code == 202


def test_open_administrator_screen_reveals_neither_badge_nor_pin(room: CardRoom) -> None:
    """One's own PIN is changed with the PIN before, and one's own badge by two people."""
    answer = put(room, "ada", "/people/ada/pin", {"pin": FIRST})
    assert (answer.status_code, "with the PIN that you have" in answer.text) == (403, True)
    assert room.post("ada", "/people/ada/badge").status_code == 403
    assert sign_in(room, room.badges["ada"], PIN) == 200


def test_the_name_that_was_approved_is_the_name_of_the_person(room: CardRoom) -> None:
    """Between proposal and approval the administrator adds another person under the same short name."""
    number = proposed(room)
    assert room.post("ada", "/people", SAM | {"name": "Mallory", "roles": ["auditor"]}).status_code == 200
    answer = room.post("eve", f"/proposals/{number}/approval", {"pin": PIN})
    assert (answer.status_code, "'sam' is Mallory, not Sam Reyes" in answer.text) == (403, True), answer.text
    assert roles_of(room, "sam") == {"auditor"}


def test_a_request_that_began_before_an_approval_does_not_outlive_it(room: CardRoom) -> None:
    """The previous holder of badge and PIN keeps signing in and changing the PIN during the approval."""
    sessions, people = services(room).sessions, services(room).people
    badge = room.post("ada", "/people", SAM | {"roles": ["auditor"]}).json()["badge"]
    old = sessions.identify(badge, FIRST)
    token, _ = sessions.sign_in(badge, FIRST)
    number = proposed(room, pin="5093")
    assert room.post("eve", f"/proposals/{number}/approval", {"pin": PIN}).status_code == 200
    with pytest.raises(NotAllowed, match="have just changed"):
        sessions.begin(old)
    with pytest.raises(NotAllowed, match="have just changed"):
        people.set_own_pin(old, "7391", token)
    with pytest.raises(NotAllowed, match="sign in first"):
        sessions.change_pin(token, FIRST, "7391")
    assert roles_of(room, "sam") == {"supervisor"}
    assert [each for each in sessions.open_sessions() if each.person.id == "sam"] == []


def test_open_administrator_screen_cannot_propose(room: CardRoom) -> None:
    """An executive at her screen would propose with a PIN of his own, approve, and hold badge and PIN."""
    for own in ({}, {"own_pin": FIRST}):
        assert room.post("ada", "/proposals", SAM | own).status_code == (403 if own else 422)
    assert room.get("eve", "/proposals").json() == []
