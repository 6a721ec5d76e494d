"""Signing in at a screen: cookies, locks, changes of user, roles by page and by API, other sites, the first start."""

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import select

from pitbook.room.days.records import read_records
from pitbook.room.people.first_run import LASTS as SET_UP_LASTS
from pitbook.room.people.first_run import FirstStart
from pitbook.room.people.lockouts import FEW_WRONG
from pitbook.room.people.sessions import LASTS, LOCKS, STEP, UNUSED
from pitbook.store import schema
from pitbook.web.app import create_app
from pitbook.web.http.room_frame import AREAS
from pitbook.web.people.pages import way_back
from tests.web.card_room import PIN, QUICK, CardRoom, card_room

OURS = {"Origin": "http://testserver"}
COOKIE = "pitbook-session"
NONSENSE: tuple[Any, ...] = (
    None,
    True,
    -1,
    10**40,
    1.5,
    "",
    "\x00",
    "\ud800",
    "\u202e",
    "x" * 10_000,
    [],
    {},
    ["x"] * 50,
)


class Screen:
    """A browser at one screen."""

    def __init__(self, own_room: CardRoom, base: str = "http://testserver") -> None:
        self.house = own_room
        app: Any = own_room.client.app  # type: ignore[attr-defined]  # the test client's own
        self.services = app.state.services
        self.client = TestClient(app, base_url=base, headers={"Origin": base}, follow_redirects=False)

    def sign_in(self, person: str, pin: str = PIN, to: str = "", **headers: str) -> Any:
        form = {"badge": self.house.badges[person] if person else "", "pin": pin, "to": to}
        return self.client.post("/room/sign-in", data=form, headers=headers)

    def get(self, path: str) -> Any:
        return self.client.get(path)

    def post(self, path: str, body: Any = None, **headers: str) -> Any:
        key = {"Idempotency-Key": self.house.key()}
        return self.client.post(f"/api/v1{path}", json=body or {}, headers=key | headers)

    def later(self, monkeypatch: pytest.MonkeyPatch, by: timedelta) -> None:
        now = self.services.sessions.now() + by
        monkeypatch.setattr(self.services.sessions, "now", lambda: now)
        monkeypatch.setattr(self.services.people, "now", lambda: now)


@pytest.fixture
def own_room(store: str) -> Iterator[CardRoom]:
    with card_room(store) as made:
        yield made


@pytest.fixture
def screen(own_room: CardRoom) -> Screen:
    return Screen(own_room)


@pytest.fixture(scope="module")
def shared_room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[CardRoom]:
    with card_room(str(tmp_path_factory.mktemp("house") / "room.db")) as made:
        yield made


@pytest.fixture
def quick_screen(shared_room: CardRoom) -> Screen:
    """A screen of a shared room, for tests that do not depend on the kind of store."""
    return Screen(shared_room)


def test_badge_and_pin_open_the_page_that_was_wanted(screen: Screen) -> None:
    sent = screen.get("/room/people?x=1")
    assert (sent.status_code, sent.headers["location"]) == (303, "/room/sign-in?to=/room/people%3Fx%3D1")
    assert "Card room" in screen.get(sent.headers["location"]).text
    done = screen.sign_in("ada", to="/room/people?x=1")
    assert (done.status_code, done.headers["location"]) == (303, "/room/people?x=1")
    shown = screen.get("/room/people")
    assert shown.status_code == 200
    assert shown.headers["cache-control"] == "no-store"
    assert screen.get("/api/v1/session").json()["person"] == "ada"


@pytest.mark.parametrize("base", ["http://testserver", "https://testserver"])
def test_session_cookie_is_http_only(quick_screen: Screen, base: str) -> None:
    screen = Screen(quick_screen.house, base)
    flags = {part.strip().lower() for part in screen.sign_in("dana").headers["set-cookie"].split(";")[1:]}
    assert {"httponly", "samesite=strict", "path=/", f"max-age={int(LASTS.total_seconds())}"} <= flags
    secure = base.startswith("https")
    assert ("secure" in flags) == secure
    assert not any(flag.startswith("domain") for flag in flags)
    assert list(screen.client.cookies) == [f"__Host-{COOKIE}" if secure else COOKIE]
    assert screen.get("/api/v1/session").status_code == 200


def test_over_tls_a_cookie_that_another_host_may_have_set_is_no_session(quick_screen: Screen) -> None:
    screen = Screen(quick_screen.house, "https://testserver")
    screen.client.cookies.set(COOKIE, quick_screen.house.tokens["ada"])
    assert screen.get("/api/v1/session").status_code == 401


CROSS = (
    {"Origin": "https://evil.example"},
    {"Origin": "http://testserver.evil.example"},
    {"Origin": "null"},
    {"Origin": ""},
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
    {"Sec-Fetch-Site": "none"},
    {"Sec-Fetch-Site": "cross-site", "Origin": "http://testserver"},
)


@pytest.mark.parametrize("headers", CROSS, ids=str)
def test_cross_site_writes_are_refused(quick_screen: Screen, headers: dict[str, str]) -> None:
    screen = quick_screen
    screen.sign_in("ada")
    new = screen.house.key()
    body = {"id": new, "name": "Nina", "roles": ["auditor"], "pin": "8214"}
    for answer in (
        screen.post("/people", body, **headers),
        screen.post("/session", screen.house.second("dana"), **headers),
        screen.post("/session/lock", **headers),
        screen.post("/sign-out", **headers),
        screen.sign_in("dana", **headers),
    ):
        assert answer.status_code == 403, answer.text
        assert "another site" in answer.text
    assert screen.get("/api/v1/session").json()["person"] == "ada"
    assert new not in {each.id for each, _ in screen.services.people.everyone()}
    assert screen.post("/people", body, **{"Sec-Fetch-Site": "same-origin"}).status_code == 200


def test_a_bearer_needs_no_origin(quick_screen: Screen) -> None:
    """No browser sends it by itself."""
    answer = quick_screen.house.client.post(
        "/api/v1/people",
        json={"id": quick_screen.house.key(), "name": "Nina", "roles": ["auditor"], "pin": "8214"},
        headers=quick_screen.house.headers("ada"),
    )
    assert answer.status_code == 200


def test_wrong_tries_are_slowed_and_the_page_says_so(screen: Screen) -> None:
    for _ in range(FEW_WRONG):
        answer = screen.sign_in("dirk", "9999")
        assert (answer.status_code, "Badge or PIN is wrong." in answer.text) == (403, True)
    answer = screen.sign_in("dirk")
    assert (answer.status_code, "wait a minute" in answer.text) == (403, True)
    assert "set-cookie" not in answer.headers
    assert screen.sign_in("dana").status_code == 303
    with screen.services.database.reading_snapshot() as connection:
        kept = read_records(connection, "sign-in-refused")
    assert [each.by for each in kept] == ["dirk"] * FEW_WRONG
    assert {each.data["address"] for each in kept} == {"testclient"}


@pytest.mark.parametrize(
    "form", ["", "x", "badge=%00&pin=4071", "badge=dana&pin=%ff", "&" * 3000, "badge=a%3Ab&pin=" + "9" * 5000]
)
def test_invalid_forms_are_refused(quick_screen: Screen, form: str) -> None:
    headers = {"Content-Type": "application/x-www-form-urlencoded"}
    answer = quick_screen.client.post("/room/sign-in", content=form, headers=headers)
    assert answer.status_code in (400, 403)
    assert "<h1>" in answer.text


def test_hostile_values_of_session_requests_are_refused(quick_screen: Screen) -> None:
    """Invalid values in every field of every request about sessions and people, sent by an authorised person."""
    screen = quick_screen
    screen.sign_in("ada")
    asked: tuple[tuple[str, str, dict[str, Any]], ...] = (
        ("POST", "/session", {"badge": "nobody:x", "pin": "4071"}),
        ("POST", "/session/unlock", {"pin": "9999"}),
        ("PUT", "/session/pin", {"pin": "9999", "new": "8214"}),
        ("POST", "/first", {"token": "x", "id": "x", "name": "x", "pin": "8214"}),
        ("PUT", "/people/dirk/pin", {"pin": "1111"}),
        ("PUT", "/people/dirk/roles", {"roles": ["king"]}),
        ("DELETE", "/people/nobody", {}),
        ("DELETE", "/sessions/none", {}),
    )
    for method, path, body in asked:
        spoilt = [{**body, name: value} for name in body for value in NONSENSE]
        for each in (body, {}, *spoilt):
            answer = screen.client.request(method, f"/api/v1{path}", content=json.dumps(each).encode())
            assert answer.status_code in (400, 403, 404, 422), (path, each, answer.text)
            assert 0 < len(answer.json()["detail"]) <= 600
    for path in ("/people/%00", "/people/%F0%9F%92%B0", "/sessions/%25", "/people/" + "x" * 500):
        assert screen.client.delete(f"/api/v1{path}").status_code in (400, 404), path
    assert screen.get("/api/v1/session").json()["person"] == "ada"


def test_the_next_user_of_a_screen_replaces_the_previous_one(screen: Screen) -> None:
    screen.sign_in("dana")
    before = screen.client.cookies[COOKIE]
    wrong = screen.post("/session", {"badge": screen.house.badges["sue"], "pin": "9999"})
    assert wrong.status_code == 403
    assert screen.get("/api/v1/session").json()["person"] == "dana", "a failed sign-in leaves the person signed in"
    assert screen.post("/session", screen.house.second("sue")).json()["person"] == "sue"
    assert screen.get("/api/v1/session").json()["person"] == "sue"
    old = screen.house.client.get("/api/v1/session", headers={"Authorization": f"Bearer {before}"})
    assert old.status_code == 401


def test_a_locked_screen_does_nothing_until_its_pin(screen: Screen) -> None:
    screen.sign_in("ada")
    assert screen.post("/session/lock").json()["locked"]
    assert screen.get("/api/v1/session").json()["locked"]
    assert screen.get("/api/v1/people").status_code == 401
    assert screen.post("/people", {"id": "n", "name": "N", "roles": ["dealer"], "pin": "8214"}).status_code == 401
    door = screen.get("/room/people")
    assert door.headers["location"].startswith("/room/sign-in")
    assert "This screen is locked" in screen.get(door.headers["location"]).text
    assert screen.post("/session/unlock", {"pin": "9999"}).status_code == 403
    assert screen.get("/api/v1/people").status_code == 401
    assert not screen.post("/session/unlock", {"pin": PIN}).json()["locked"]
    assert screen.get("/room/people").status_code == 200
    screen.post("/session/lock")
    assert screen.sign_in("", to="/room/people").headers["location"] == "/room/people", "the form unlocks too"
    assert screen.get("/room/people").status_code == 200


def test_the_server_locks_whether_or_not_the_page_does(screen: Screen, monkeypatch: pytest.MonkeyPatch) -> None:
    screen.sign_in("ada")
    for _ in range(3):
        screen.later(monkeypatch, LOCKS - STEP)
        assert screen.post("/session/seen").status_code == 200
    screen.later(monkeypatch, LOCKS - STEP)
    assert screen.get("/api/v1/people").status_code == 200, "what a page asks by itself does not count as use"
    screen.later(monkeypatch, 2 * STEP)
    assert screen.get("/api/v1/people").status_code == 401
    assert screen.post("/session/seen").status_code == 401
    assert screen.get("/room").status_code == 303
    screen.later(monkeypatch, UNUSED)
    assert screen.get("/api/v1/session").status_code == 401


def test_an_ended_session_stops_at_once(screen: Screen) -> None:
    screen.sign_in("dana")
    listed = screen.house.get("ada", "/sessions").json()
    (mine,) = [each for each in listed if each["screen"]]
    assert mine["person"] == "dana"
    assert COOKIE not in str(listed)
    assert screen.client.cookies[COOKIE] not in str(listed)
    for person in ("dana", "eve", "otto"):
        assert screen.house.get(person, "/sessions").status_code == 403
    ended = screen.house.client.delete(f"/api/v1/sessions/{mine['session']}", headers=screen.house.headers("ada"))
    assert ended.json() == {"ended": mine["session"], "person": "dana"}
    assert screen.get("/room").status_code == 303
    assert screen.get("/api/v1/session").status_code == 401


SEES = {
    "dana": {"dealer", "displays"},
    "sue": {"dealer", "floor", "displays"},
    "eve": {"dealer", "floor", "office", "audit", "displays", "people"},
    "ann": {"office", "audit", "displays"},
    "walt": {"floor", "audit", "displays"},
    "otto": {"floor", "office", "audit", "displays"},
    "ada": {"office", "audit", "displays", "people"},
}


@pytest.mark.parametrize("person", SEES)
def test_the_bar_shows_the_pages_of_the_role(quick_screen: Screen, person: str) -> None:
    quick_screen.sign_in(person)
    text = quick_screen.get("/room").text
    assert {area.key for area in AREAS if f'href="{area.path}"' in text} == SEES[person]


@pytest.mark.parametrize("person", [person for person in SEES if person != "ada"])
def test_a_role_without_access_is_refused_by_page_and_api(quick_screen: Screen, person: str) -> None:
    screen = quick_screen
    screen.sign_in(person)
    page = screen.get("/room/people")
    if person != "eve":  # who sees what waits for a second person
        assert page.status_code == 403
        assert "it needs the role executive or administrator" in page.text
        assert "Change user" in page.text
    for answer in (
        screen.get("/api/v1/people"),
        screen.post("/people", {"id": "n", "name": "N", "roles": ["dealer"], "pin": "8214"}),
        screen.post("/people/dana/badge"),
        screen.client.put("/api/v1/people/dana/pin", json={"pin": "8214"}),
        screen.client.put("/api/v1/people/dana/roles", json={"roles": ["administrator"]}),
        screen.client.delete("/api/v1/people/dana"),
    ):
        assert answer.status_code == 403, answer.text


@pytest.mark.parametrize(
    "to",
    ["", "/", "//evil.example", "/room/../..//evil.example\\", "https://evil.example/room/", "/room\\@evil.example",
     "/rooms", "javascript:alert(1)", "/room/sign-in?to=/room", "/room/\r\nX: y"],
)  # fmt: skip
def test_return_address_stays_on_the_site(to: str) -> None:
    assert way_back(to) == "/room"


def test_return_address_after_sign_in() -> None:
    for to in ("/room", "/room/dealer", "/room/dealer?table=royal-1", "/room?x=y"):
        assert way_back(to) == to


def test_people_over_the_api(screen: Screen) -> None:
    screen.sign_in("ada")
    added = screen.post("/people", {"id": "nina", "name": "Nina <b>", "roles": ["auditor"], "pin": "8214"}).json()
    assert added["badge"].startswith("nina:")
    assert {len(row) for row in added["qr"]} == {len(added["qr"])}
    assert "Nina &lt;b&gt;" in screen.get("/room/people").text
    nina = Screen(screen.house)
    form = {"badge": added["badge"], "pin": "8214"}
    assert nina.client.post("/room/sign-in", data=form).status_code == 303
    assert nina.get("/room").status_code == 200
    again = screen.post("/people/nina/badge").json()
    assert nina.get("/room").status_code == 303, "another badge ends what the old one began"
    assert nina.client.post("/room/sign-in", data=form).status_code == 403
    assert screen.client.put("/api/v1/people/nina/pin", json={"pin": "1111"}).status_code == 400
    assert screen.client.put("/api/v1/people/nina/pin", json={"pin": "5093"}).status_code == 200
    apart = screen.client.put("/api/v1/people/nina/roles", json={"roles": ["dealer", "accounting"]})
    assert (apart.status_code, "kept apart" in apart.text) == (400, True)
    assert screen.client.put("/api/v1/people/nina/roles", json={"roles": ["auditor"]}).json()["roles"] == ["auditor"]
    assert nina.client.post("/room/sign-in", data={"badge": again["badge"], "pin": "5093"}).status_code == 303
    assert screen.client.delete("/api/v1/people/nina").status_code == 200
    assert nina.get("/room").status_code == 303
    last = screen.client.delete("/api/v1/people/ada")
    assert (last.status_code, "last administrator" in last.text) == (400, True)


def test_person_changes_their_own_pin(screen: Screen) -> None:
    other = Screen(screen.house)
    for each in (screen, other):
        each.sign_in("dana")
    change = {"pin": PIN, "new": "9382"}
    assert screen.client.put("/api/v1/session/pin", json=change | {"pin": "9999"}).status_code == 403
    assert screen.client.put("/api/v1/session/pin", json=change | {"new": "1234"}).status_code == 400
    assert screen.client.put("/api/v1/session/pin", json=change).status_code == 200
    assert screen.get("/room/me").status_code == 200
    assert other.get("/room/me").status_code == 303
    assert other.sign_in("dana").status_code == 403
    assert other.sign_in("dana", "9382").status_code == 303


# -- the first start ---------------------------------------------------------------------------------------------------


class Empty:
    """A room without people."""

    def __init__(self, client: TestClient) -> None:
        self.client = client
        app: Any = client.app
        self.people = app.state.services.people
        self.people._hasher = QUICK
        self.first = FirstStart(self.people)

    def make(self, token: str, person: str = "ada", pin: str = "8214") -> Any:
        body = {"token": token, "id": person, "name": "Ada Moore", "pin": pin}
        return self.client.post("/api/v1/first", json=body, headers=OURS)


@pytest.fixture
def empty(store: str) -> Iterator[Empty]:
    with TestClient(create_app(store)) as client:
        yield Empty(client)


def test_the_set_up_address_makes_the_administrator_once(empty: Empty) -> None:
    token = empty.first.invite()
    assert "set-up address" in empty.client.get("/room/sign-in").text
    page = empty.client.get(f"/room/first?token={token}")
    assert (page.status_code, page.headers["cache-control"]) == (200, "no-store")
    assert empty.make(token, pin="1111").status_code == 400
    assert empty.make(token, "Not Short").status_code == 400
    made = empty.make(token)
    assert made.status_code == 200
    assert empty.client.get("/api/v1/session").json()["roles"] == ["administrator"], "this screen is signed in"
    signed = empty.client.post("/api/v1/sign-in", json={"badge": made.json()["badge"], "pin": "8214"})
    assert signed.status_code == 200
    for answer in (empty.make(token, "eva"), empty.client.get(f"/room/first?token={token}")):
        assert answer.status_code == 403
        assert "has its administrator" in answer.text
    assert empty.people.count() == 1


def test_the_executive_has_a_set_up_address_of_their_own(empty: Empty) -> None:
    """Two people from the first day on, each by an address that makes one role once."""
    ada, eve = empty.first.invite("administrator"), empty.first.invite("executive")
    assert "Create the executive" in empty.client.get(f"/room/first?token={eve}").text
    assert empty.make(ada).json()["roles"] == ["administrator"]
    assert empty.make(eve, "ada").status_code == 400, "one person cannot be both"
    assert empty.make(eve, "eve").json()["roles"] == ["executive"]
    for token in (ada, eve):
        assert empty.make(token, "mallory").status_code == 403
    assert {each.id: sorted(each.roles) for each, _ in empty.people.everyone()} == {
        "ada": ["administrator"],
        "eve": ["executive"],
    }


def test_wrong_and_earlier_set_up_addresses(empty: Empty) -> None:
    early = empty.first.invite()
    token = empty.first.invite()
    for wrong in ("x", early, token + "x", token[:-1], "💰"):
        answer = empty.make(wrong)
        assert (answer.status_code, "not the set-up address" in answer.text) == (403, True)
        assert empty.client.get("/room/first", params={"token": wrong}).status_code == 403
    assert empty.people.count() == 0
    assert empty.client.get("/room/first").status_code == 403
    assert empty.make(token).status_code == 200


def test_set_up_address_expires(empty: Empty, monkeypatch: pytest.MonkeyPatch) -> None:
    token = empty.first.invite()
    late = empty.people.now() + SET_UP_LASTS
    monkeypatch.setattr(empty.people, "now", lambda: late)
    assert "too old" in empty.make(token).text
    assert empty.people.count() == 0


@pytest.mark.every_store
def test_concurrent_set_up_creates_one_administrator(empty: Empty) -> None:
    token = empty.first.invite()
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda number: empty.make(token, f"ada-{number}").status_code, range(4)))
    assert sorted(answers) == [200, 403, 403, 403]
    assert empty.people.count() == 1


def test_only_the_hash_of_the_set_up_address_is_kept(empty: Empty) -> None:
    token = empty.first.invite()
    with empty.people.database.reading_snapshot() as connection:
        assert token not in repr(connection.execute(select(schema.records)).all())


def test_another_site_makes_no_administrator(empty: Empty) -> None:
    body = {"token": empty.first.invite(), "id": "eve", "name": "Eve", "pin": "8214"}
    for headers in ({}, {"Origin": "https://evil.example"}, {"Sec-Fetch-Site": "cross-site"}):
        assert empty.client.post("/api/v1/first", json=body, headers=headers).status_code == 403
    assert empty.people.count() == 0
