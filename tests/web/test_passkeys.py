"""Passkeys over HTTP, with a key in software: added by badge and PIN, one challenge each; a badge is not weakened."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import select
from webauthn.helpers import decode_credential_public_key

from pitbook.jackpot.people import NotAllowed
from pitbook.room.days.records import read_records
from pitbook.room.people.lockouts import FEW_WRONG, MANY_WRONG, WINDOW
from pitbook.room.people.passkeys import ANSWERED_WITHIN, MOST, NewKeyAnswer, SignInAnswer, Site, _registered, _verified
from pitbook.room.people.sessions import LOCKS, STEP
from pitbook.store import schema
from pitbook.store.database import Database
from tests.hostile import NASTY
from tests.web.authenticator import BOTH, PRESENT, VERIFIED, Authenticator, data, text
from tests.web.card_room import PIN, CardRoom, card_room
from tests.web.test_sign_in import NONSENSE, Screen

HERE = "https://room.example"
WRONG = "this passkey cannot sign in here: use badge and PIN"
LATE = "this took too long, or was begun in another browser: try again"


@pytest.fixture
def own_room(store: str) -> Iterator[CardRoom]:
    with card_room(store) as made:
        yield made


@pytest.fixture(scope="module")
def shared_room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[CardRoom]:
    with card_room(str(tmp_path_factory.mktemp("house") / "room.db")) as made:
        yield made


@pytest.fixture
def alone(tmp_path: Any) -> Iterator[CardRoom]:
    """A room on SQLite, for tests that change the store but do not depend on its kind."""
    with card_room(str(tmp_path / "room.db")) as made:
        yield made


def at(screen: Screen) -> str:
    return str(screen.client.headers["Origin"])


def begin_adding(screen: Screen, pin: str = PIN) -> Any:
    return screen.post("/session/passkeys/challenge", {"pin": pin})


def add(screen: Screen, key: Authenticator, name: str = "My phone") -> Any:
    options = begin_adding(screen)
    assert options.status_code == 200, options.text
    return screen.post("/session/passkeys", key.make(options.json(), at(screen)) | {"name": name})


def begin(screen: Screen) -> Any:
    answer = screen.post("/session/passkey/challenge")
    assert answer.status_code == 200, answer.text
    return answer.json()


def use(screen: Screen, key: Authenticator, **wrongly: Any) -> Any:
    return screen.post("/session/passkey", key.sign(begin(screen), **{"origin": at(screen)} | wrongly))


def enrolled(own_room: CardRoom, person: str = "dana", **more: Any) -> tuple[Authenticator, str]:
    """A person's new key, and its name in the room."""
    screen, key = Screen(own_room, HERE), Authenticator(credential=f"key of {person}".encode(), **more)
    assert screen.sign_in(person).status_code == 303
    added = add(screen, key)
    assert added.status_code == 200, added.text
    return key, str(added.json()["passkey"])


def records(screen: Screen, kind: str) -> list[tuple[str, dict[str, Any]]]:
    with screen.services.database.reading_snapshot() as connection:
        return [(each.by, dict(each.data)) for each in read_records(connection, kind)]


def refused(answer: Any, words: str, status: int = 403) -> None:
    assert (answer.status_code, answer.json()["detail"]) == (status, words)
    assert not any(name.endswith("pitbook-session") for name in answer.cookies)


@pytest.mark.parametrize("edwards", [False, True])
def test_a_passkey_signs_in_as_badge_and_pin_do(own_room: CardRoom, edwards: bool) -> None:
    key, name = enrolled(own_room, "ada", edwards=edwards)
    screen = Screen(own_room, HERE)
    answer = use(screen, key)
    assert answer.status_code == 200, answer.text
    by_badge = Screen(own_room, HERE)
    by_badge.sign_in("ada")
    same = ("person", "name", "roles", "address", "screen", "locked", "locks_after_seconds")
    one, other = screen.get("/api/v1/session").json(), by_badge.get("/api/v1/session").json()
    assert {part: one[part] for part in same} == {part: other[part] for part in same}
    assert (one["how"], other["how"]) == ("passkey", "badge")
    assert list(screen.client.cookies) == ["__Host-pitbook-session"], "the challenge's cookie is gone"
    assert screen.get("/room/people").status_code == 200
    assert [told["how"] for by, told in records(screen, "sign-in") if by == "ada"][-3:] == ["badge", "passkey", "badge"]
    told = {"person": "ada", "passkey": name, "name": "My phone"}
    ((by, added),) = records(screen, "passkey-added")
    assert (by, {part: added[part] for part in told}) == ("ada", told)
    assert [each["row"]["person"] for each in added["rows"]] == ["ada"], "the proof compares the row with this"
    assert use(screen, key).status_code == 200, "again, with the next count"


def test_passkey_options_sent_to_the_browser(shared_room: CardRoom) -> None:
    screen = Screen(shared_room, HERE)
    screen.sign_in("eve")
    asked = begin_adding(screen).json()
    chosen = asked["authenticatorSelection"]
    assert (chosen["residentKey"], chosen["userVerification"]) == ("required", "required")
    assert (asked["rp"]["id"], asked["attestation"], asked["user"]["name"]) == ("room.example", "none", "eve")
    assert b"eve" not in data(asked["user"]["id"]), "the passkey stores a name that programs can read without its owner"
    first, second = begin(screen), begin(screen)
    assert (first["rpId"], first["userVerification"]) == ("room.example", "required")
    assert not first.get("allowCredentials"), "the answer reveals whose passkeys exist"
    assert first["challenge"] != second["challenge"]
    assert len(data(first["challenge"])) == 32


def test_the_challenge_is_kept_by_the_browser_alone(shared_room: CardRoom) -> None:
    screen = Screen(shared_room, HERE)
    answer = screen.post("/session/passkey/challenge")
    name, _, rest = answer.headers["set-cookie"].partition("=")
    token, _, flags = rest.partition(";")
    assert name == "__Host-pitbook-passkey"
    assert {"httponly", "secure", "samesite=strict", "path=/"} <= {flag.strip().lower() for flag in flags.split(";")}
    assert token not in answer.text
    with screen.services.database.reading_snapshot() as connection:
        kept = repr(connection.execute(select(schema.challenges)).all())
    assert token not in kept
    assert answer.json()["challenge"] not in kept


SPOILT: dict[str, Callable[[dict[str, str]], dict[str, str]]] = {
    "signature of another": lambda body: {"signature": text(bytes(8) + data(body["signature"])[8:])},
    "signature cut": lambda body: {"signature": body["signature"][:-8]},
    "data cut": lambda body: {"authenticator_data": body["authenticator_data"][:40]},
    "user of another": lambda _body: {"user": text(b"x" * 32)},
    "client data of nothing": lambda _body: {"client_data": text(b"{}")},
    "client data too deep": lambda _body: {"client_data": text(b"[" * 5000)},
    "another key": lambda _body: {"id": text(b"nobody's")},
}


def test_every_passkey_failure_has_the_same_message(shared_room: CardRoom) -> None:
    key, _ = enrolled(shared_room, "walt")
    for wrongly in (
        {"origin": "https://room.example.evil"}, {"origin": "http://room.example"}, {"host": "evil.example"},
        {"flags": PRESENT}, {"flags": VERIFIED}, {"flags": 0}, {"kind": "create"}, {"challenge": bytes(32)},
    ):  # fmt: skip
        screen = Screen(shared_room, HERE)
        refused(use(screen, key, **wrongly), WRONG)
        assert use(screen, key).status_code == 200, "the right answer is accepted at once afterwards"
    for spoil in SPOILT.values():
        screen = Screen(shared_room, HERE)
        body = key.sign(begin(screen), HERE)
        refused(screen.post("/session/passkey", body | spoil(body)), WRONG)
        assert use(screen, key).status_code == 200
    tries = records(Screen(shared_room), "sign-in-refused")
    assert [by for by, _ in tries] == ["walt"] * (len(tries) - 1) + ["unknown"]
    assert {told["how"] for _, told in tries} == {"passkey"}
    assert {told["address"] for _, told in tries} == {"testclient"}


def test_a_challenge_is_valid_once_in_its_browser_for_two_minutes(
    own_room: CardRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    key, _ = enrolled(own_room)
    screen, other = Screen(own_room, HERE), Screen(own_room, HERE)
    body = key.sign(begin(screen), HERE)
    begin(other)
    refused(other.post("/session/passkey", body), WRONG)
    cookie = dict(screen.client.cookies)
    assert screen.post("/session/passkey", body).status_code == 200
    again = Screen(own_room, HERE)
    refused(again.post("/session/passkey", body), LATE)
    for name, value in cookie.items():
        again.client.cookies.set(name, value)
    refused(again.post("/session/passkey", body), LATE)
    wrong = Screen(own_room, HERE)
    options = begin(wrong)
    refused(wrong.post("/session/passkey", key.sign(options, HERE, flags=0)), WRONG)
    refused(wrong.post("/session/passkey", key.sign(options, HERE)), LATE)
    late = Screen(own_room, HERE)
    options = begin(late)
    late.later(monkeypatch, ANSWERED_WITHIN)
    refused(late.post("/session/passkey", key.sign(options, HERE)), LATE)
    begin(late)
    with late.services.database.reading_snapshot() as connection:
        assert len(connection.execute(select(schema.challenges)).all()) == 1, "expired challenges are deleted"


def test_a_challenge_to_add_does_not_sign_in_nor_the_other_way_round(shared_room: CardRoom) -> None:
    key, _ = enrolled(shared_room, "otto")
    screen = Screen(shared_room, HERE)
    screen.sign_in("otto")
    options = begin_adding(screen).json()
    body = key.sign({"rpId": "room.example", "challenge": options["challenge"]}, HERE)
    refused(screen.post("/session/passkey", body), LATE)
    other = Authenticator(b"other")
    made = other.make(options | {"challenge": begin(screen)["challenge"]}, HERE)
    refused(screen.post("/session/passkeys", made), LATE)


def test_decreasing_signature_counter_is_refused(own_room: CardRoom) -> None:
    key, _ = enrolled(own_room)
    screen = Screen(own_room, HERE)
    assert use(screen, key).status_code == 200
    for count in (key.count - 1, 1):
        key.count = count
        answer = use(screen, key)
        assert (answer.status_code, "may be a copy" in answer.json()["detail"]) == (403, True)
    key.count = 0
    assert use(screen, key).status_code == 403, "a key with a counter cannot lose it"
    key.count = 2**32 - 1
    assert use(screen, key).status_code == 200
    silent, _ = enrolled(own_room, "dirk", count=0)
    assert [use(screen, silent).status_code for _ in range(3)] == [200] * 3
    assert records(screen, "sign-in-refused")[0][0] == "dana"


def test_wrong_passkeys_count_against_their_address_only(own_room: CardRoom, monkeypatch: pytest.MonkeyPatch) -> None:
    """A stranger who knows a key's id cannot make its owner wait, nor the owner's badge."""
    key, _ = enrolled(own_room)
    screen = Screen(own_room, HERE)
    for _ in range(MANY_WRONG - 1):
        refused(use(screen, key, flags=PRESENT), WRONG)
    assert use(screen, key).status_code == 200
    assert Screen(own_room, HERE).sign_in("dana").status_code == 303
    refused(use(screen, key, flags=PRESENT), WRONG)
    refused(use(screen, key), "too many wrong tries from this address: wait a few minutes")
    assert [by for by, _ in records(screen, "sign-in-refused")] == ["dana"] * MANY_WRONG
    screen.later(monkeypatch, WINDOW)
    assert use(screen, key).status_code == 200


def test_a_passkey_does_not_unlock_a_locked_badge(alone: CardRoom) -> None:
    key, _ = enrolled(alone)
    screen = Screen(alone, HERE)
    for _ in range(FEW_WRONG):
        assert screen.sign_in("dana", "9999").status_code == 403
    assert use(Screen(alone, HERE), key).status_code == 200
    assert "wait a minute" in screen.sign_in("dana").text


def test_passkey_unlocks_a_locked_screen(alone: CardRoom, monkeypatch: pytest.MonkeyPatch) -> None:
    dana, _ = enrolled(alone)
    dirk, _ = enrolled(alone, "dirk")
    screen = Screen(alone, HERE)
    screen.sign_in("dana")
    before = screen.get("/api/v1/session").json()["session"]
    screen.later(monkeypatch, LOCKS + STEP)
    assert screen.get("/api/v1/session").json()["locked"]
    answer = use(screen, dana)
    assert (answer.status_code, answer.json()["session"], answer.json()["locked"]) == (200, before, False)
    assert screen.get("/room/me").status_code == 200
    screen.post("/session/lock")
    answer = use(screen, dirk)
    assert (answer.json()["person"], answer.json()["session"] != before) == ("dirk", True)
    assert before not in {each.id for each in screen.services.sessions.open_sessions()}, "the one before has left"


def test_only_badge_and_pin_make_a_passkey(alone: CardRoom) -> None:
    key, _ = enrolled(alone)
    screen = Screen(alone, HERE)
    assert begin_adding(screen).status_code == 401
    use(screen, key)
    answer = begin_adding(screen)
    assert (answer.status_code, "sign in at this screen with badge and PIN" in answer.json()["detail"]) == (403, True)
    assert "data-add-passkey" not in screen.get("/room/me").text
    program = {"Authorization": f"Bearer {alone.tokens['dana']}"}
    answer = screen.post("/session/passkeys/challenge", {"pin": PIN}, **program)
    assert (answer.status_code, "at this screen" in answer.json()["detail"]) == (403, True)
    screen.sign_in("dana")
    assert "data-add-passkey" in screen.get("/room/me").text
    refused(begin_adding(screen, "9999"), "this PIN is wrong")
    made = Authenticator(b"second").make(begin_adding(screen).json(), HERE)
    screen.post("/session/lock")
    assert screen.post("/session/passkeys", made).status_code == 401, "locked meanwhile"
    screen.sign_in("dirk")
    refused(screen.post("/session/passkeys", made), LATE)


def test_a_key_that_was_not_made_for_this_page_is_not_added(shared_room: CardRoom) -> None:
    screen = Screen(shared_room, HERE)
    screen.sign_in("sue")

    def tried(origin: str = HERE, spoil: dict[str, str] | None = None, **wrongly: Any) -> Any:
        made = Authenticator(b"new").make(begin_adding(screen).json(), origin, **wrongly)
        return screen.post("/session/passkeys", made | (spoil or {}))

    words = "this passkey was not made for this page: try again"
    for answer in (
        tried("https://evil.example"), tried(flags=PRESENT), tried(flags=VERIFIED), tried(spoil={"id": text(b"other")}),
        tried(statement=("packed", {"alg": -7, "sig": bytes(64), "x5c": [b"no certificate"]})),
        tried(statement=("packed", {"alg": -7, "sig": bytes(64)})), tried(statement=("tpm", {"ver": "2.0"})),
        tried(statement=("none", {"sig": b"x"})), tried(spoil={"attestation": text(b"\xff" * 90)}),
        tried(spoil={"client_data": text(b"[]")}),
    ):  # fmt: skip
        refused(answer, words)
    assert screen.get("/api/v1/session/passkeys").json() == []
    assert tried().status_code == 200
    refused(tried(), "this passkey was added before", 400)
    assert [each["name"] for each in screen.get("/api/v1/session/passkeys").json()] == ["My phone"]


def test_number_of_named_passkeys_is_limited(alone: CardRoom) -> None:
    screen = Screen(alone, HERE)
    screen.sign_in("dana")
    names = ["<b>My phone</b>", *(f"Key {number}" for number in range(1, MOST))]
    for number, name in enumerate(names):
        assert add(screen, Authenticator(b"key %d" % number), name).status_code == 200
    answer = begin_adding(screen)
    assert (answer.status_code, f"at most {MOST}" in answer.json()["detail"]) == (400, True)
    listed = screen.get("/api/v1/session/passkeys").json()
    assert [each["name"] for each in listed] == names
    shown = screen.get("/room/me").text
    assert ("&lt;b&gt;My phone" in shown, "<b>My phone" in shown) == (True, False)
    assert screen.client.delete(f"/api/v1/session/passkeys/{listed[0]['passkey']}").status_code == 200
    excluded = begin_adding(screen).json()["excludeCredentials"]
    assert {data(each["id"]) for each in excluded} == {b"key %d" % number for number in range(1, MOST)}


def test_removed_by_its_owner_or_an_administrator(own_room: CardRoom) -> None:
    keys = {person: enrolled(own_room, person) for person in ("dana", "dirk", "sue")}
    owner, other, chief = Screen(own_room, HERE), Screen(own_room, HERE), Screen(own_room, HERE)
    assert use(owner, keys["dana"][0]).status_code == 200
    other.sign_in("dirk")
    chief.sign_in("ada")
    theirs = keys["dana"][1]
    assert other.client.delete(f"/api/v1/session/passkeys/{theirs}").status_code == 404
    assert other.client.delete(f"/api/v1/people/dana/passkeys/{theirs}").status_code == 403
    assert other.client.get("/api/v1/people/dana/passkeys").status_code == 403
    assert use(Screen(own_room, HERE), keys["dana"][0]).status_code == 200
    assert owner.client.delete(f"/api/v1/session/passkeys/{theirs}").status_code == 200
    refused(use(Screen(own_room, HERE), keys["dana"][0]), WRONG)
    assert [each["passkey"] for each in chief.get("/api/v1/people/dirk/passkeys").json()] == [keys["dirk"][1]]
    page = chief.get("/room/people").text
    assert (keys["dirk"][1] in page, theirs in page) == (True, False)
    assert chief.client.delete(f"/api/v1/people/dirk/passkeys/{keys['dirk'][1]}").status_code == 200
    refused(use(Screen(own_room, HERE), keys["dirk"][0]), WRONG)
    assert other.get("/api/v1/session").status_code == 401, "every session of theirs has ended"
    for name in (keys["dirk"][1], "x", "%25"):
        assert chief.client.delete(f"/api/v1/people/dirk/passkeys/{name}").status_code == 404
    removed = [(by, told["person"]) for by, told in records(chief, "passkey-removed")]
    assert removed == [("dana", "dana"), ("ada", "dirk")]


def test_a_new_badge_and_leaving_end_them(own_room: CardRoom) -> None:
    keys = {person: enrolled(own_room, person)[0] for person in ("dana", "dirk", "sue")}
    asked = own_room.post(
        "ada", "/proposals", {"id": "dana", "roles": ["dealer"], "pin": "8214", "own_pin": PIN}
    ).json()
    assert own_room.post("eve", f"/proposals/{asked['proposal']}/approval", {"pin": PIN}).status_code == 200
    assert own_room.client.delete("/api/v1/people/dirk", headers=own_room.headers("ada")).status_code == 200
    for person in ("dana", "dirk"):
        refused(use(Screen(own_room, HERE), keys[person]), WRONG)
    assert use(Screen(own_room, HERE), keys["sue"]).status_code == 200
    chief = Screen(own_room, HERE)
    assert [each.person for each in chief.services.passkeys.everyone()] == ["sue"]


@pytest.mark.parametrize("base", ["http://localhost", "http://localhost:8000", "https://room.example:8443", HERE])
def test_where_passkeys_work(shared_room: CardRoom, base: str) -> None:
    screen, key = Screen(shared_room, base), Authenticator(f"key at {base}".encode())
    assert "data-passkey" in screen.get("/room/sign-in").text
    screen.sign_in("ann")
    assert "data-passkey" in screen.get("/room/me").text
    assert add(screen, key).status_code == 200
    assert use(Screen(shared_room, base), key).status_code == 200
    elsewhere = Screen(shared_room, "https://other.example")
    refused(use(elsewhere, key), WRONG)


@pytest.mark.parametrize(
    "base", ["http://room.example", "http://127.0.0.1:8000", "https://127.0.0.1", "https://[::1]", "http://testserver"]
)
def test_page_without_passkey_support(shared_room: CardRoom, base: str) -> None:
    screen = Screen(shared_room, base)
    words = "passkeys need https and a name, or http://localhost: use badge and PIN here"
    refused(screen.post("/session/passkey/challenge"), words, 400)
    assert "data-passkey" not in screen.get("/room/sign-in").text
    screen.sign_in("ann")
    refused(begin_adding(screen), words, 400)
    assert "data-add-passkey" not in screen.get("/room/me").text


@pytest.mark.parametrize("host", ["[", "", "a" * 300, "localhost:x", "@", "localhost@evil.example"])
def test_invalid_hosts_are_refused_for_passkeys(shared_room: CardRoom, host: str) -> None:
    answer = Screen(shared_room).client.post("/api/v1/session/passkey/challenge", headers={"Host": host})
    assert answer.status_code in (400, 403)


def test_other_sites_are_refused(shared_room: CardRoom) -> None:
    screen, key = Screen(shared_room, HERE), Authenticator(b"x", user=b"x")
    options = begin(screen)
    for headers in (
        {"Origin": "https://evil.example"}, {"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": "same-site"},
    ):  # fmt: skip
        assert screen.post("/session/passkey/challenge", **headers).status_code == 403
        answer = screen.post("/session/passkey", key.sign(options, HERE), **headers)
        assert (answer.status_code, "another site" in answer.json()["detail"]) == (403, True)
        assert "set-cookie" not in answer.headers


def test_one_address_does_not_fill_the_store_with_challenges(alone: CardRoom) -> None:
    screen = Screen(alone, HERE)
    found = {screen.post("/session/passkey/challenge").status_code for _ in range(100)}
    assert found == {200, 429}
    assert screen.sign_in("dana").status_code == 303


def test_invalid_passkey_requests_are_refused(alone: CardRoom) -> None:
    key, _ = enrolled(alone)
    screen = Screen(alone, HERE)
    screen.sign_in("dana")
    screen.services.passkey_rate.capacity = 10_000
    signed = key.sign(begin(screen), HERE)
    made = Authenticator(b"new").make(begin_adding(screen).json(), HERE)
    for path, body in (("/session/passkey", signed), ("/session/passkeys", made)):
        for place in body:
            for value in (*NONSENSE, *NASTY[:10], "A", "AA", "AAAAA"):
                answer = screen.client.post(f"/api/v1{path}", content=json.dumps(body | {place: value}))
                assert 400 <= answer.status_code < 500, (place, value, answer.text)


SITE = Site("room.example", HERE)
CHALLENGE = bytes(range(32))
KEY = Authenticator(b"a key")
OPTIONS = {"rp": {"id": SITE.host}, "rpId": SITE.host, "user": {"id": "AAAA"}, "challenge": text(CHALLENGE)}
MADE = KEY.make(OPTIONS, HERE)
SIGNED = KEY.sign(OPTIONS, HERE)


@st.composite
def mutated_bytes(draw: st.DrawFn, whole: bytes) -> bytes:
    """Bytes with something cut, inserted or changed."""
    start = draw(st.integers(0, len(whole)))
    return whole[:start] + draw(st.binary(max_size=6)) + whole[draw(st.integers(start, len(whole))) :]


@given(st.one_of(mutated_bytes(data(MADE["attestation"])), st.binary(max_size=300)))
def test_mutated_attestations_are_refused(said: bytes) -> None:
    try:
        found = _registered(NewKeyAnswer(b"a key", data(MADE["client_data"]), said), CHALLENGE, SITE)
    except NotAllowed:
        return
    assert found[0] == b"a key"


@given(st.data())
def test_no_signature_but_the_right_one_is_accepted(draw: st.DataObject) -> None:
    right = {name: data(SIGNED[name]) for name in ("client_data", "authenticator_data", "signature")}
    name = draw.draw(st.sampled_from(sorted(right)))
    said = right | {name: draw.draw(st.one_of(mutated_bytes(right[name]), st.binary(max_size=200)))}
    signed = SignInAnswer(b"a key", said["client_data"], said["authenticator_data"], said["signature"], b"")
    try:
        _verified(signed, CHALLENGE, SITE, KEY._public())
    except NotAllowed:
        return
    assert said == right


@given(st.one_of(mutated_bytes(KEY._public()), st.binary(max_size=80)))
def test_a_signature_is_accepted_with_no_stored_key_but_its_own(kept: bytes) -> None:
    """A stored key whose bytes were changed is refused, unless they still encode the same key."""
    if accepts(kept):
        assert decode_credential_public_key(kept) == decode_credential_public_key(KEY._public())


def test_a_signature_is_accepted_with_its_own_key_and_refused_with_another() -> None:
    assert accepts(KEY._public())
    assert not accepts(Authenticator(b"another key")._public())


def accepts(kept: bytes) -> bool:
    """Whether a signature of ``KEY`` is accepted with this stored public key."""
    client, said, signature = (data(SIGNED[name]) for name in ("client_data", "authenticator_data", "signature"))
    try:
        _verified(SignInAnswer(b"a key", client, said, signature, b""), CHALLENGE, SITE, kept)
    except NotAllowed:
        return False
    return True


def test_sessions_of_an_earlier_schema_were_begun_by_badge(tmp_path: Any) -> None:
    path = str(tmp_path / "room.db")
    before = Database(path, "0002")
    row = {"token": "x", "person": "dana", "at": "", "until": "", "seen": "", "address": ""}
    with before.writing() as connection:
        columns = {**row, "screen": 1, "locked": 0, "ended": 0}
        names = ", ".join(columns)
        connection.exec_driver_sql(
            f"INSERT INTO sessions ({names}) VALUES ({', '.join('?' * len(columns))})", tuple(columns.values())
        )
    before.close()
    after = Database(path)
    with after.reading_snapshot() as connection:
        assert connection.execute(select(schema.sessions.c.how)).scalars().all() == ["badge"]
    after.close()


def test_the_flags_are_those_of_the_standard() -> None:
    """Present is bit 0 and verified bit 2 (WebAuthn, authenticator data); a test with others would prove nothing."""
    assert (PRESENT, VERIFIED, BOTH) == (0b1, 0b100, 0b101)
