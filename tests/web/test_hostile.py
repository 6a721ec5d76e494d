"""Invalid and hostile requests: every answer is a refusal with one sentence, never a server error."""

import json
import random
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitbook.room.people import lockouts as tries
from tests.hostile import NASTY, short
from tests.mutated_text import mutated
from tests.web.card_room import TERMS, CardRoom, card_room

VALUES: tuple[Any, ...] = (
    None, True, -1, 0, 10**18, 10**40, -(10**40), 1.5, float("nan"), float("inf"), "", "\x00", "a\x00b", "\ud800",
    "\u202e", "💰" * 50, "x" * 10_000, "'; drop table books; --", "../../etc", [], [[]], {}, {"$ne": 1}, ["x"] * 50,
)  # fmt: skip


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def own_room(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[CardRoom]:
    if request.param == "sqlite":
        store = str(tmp_path_factory.mktemp("house") / "room.db")
    else:
        store = request.getfixturevalue("postgres").fresh()
    with card_room(store) as made:
        assert made.open().status_code == 200
        yield made


def requests(own_room: CardRoom) -> dict[str, Any]:
    """Valid requests, which the tests make invalid."""
    game = {"game": "royal-match-21", "wager": "royal-match-progressive", "pay_table": "RMP", "decks": 6}
    papers = own_room.papers("ann")
    return {
        "/sign-in": own_room.second("dana"),
        "/people": {"id": "nina", "name": "Nina", "roles": ["dealer", "auditor"], "pin": "8214"},
        "/jackpots": {"id": "royal", **game, "terms": TERMS, "tables": [{"table": "1", "order": "1, 2", **game}]},
        "/controllers/1/presses": {"key": "spot", "seat": 9, "outcome": "x"},
        "/controllers/1/fixed-pays": {"seat": 9, "outcome": "x"},
        "/floor/tables/1/voids": own_room.papers("dirk") | {"reason": "whim"},
        "/jackpots/royal/back-outs": {"award": 999, **papers},
        "/jackpots/royal/adjustments": {"pool": "displayed", "micros": -1, "reason": "whim", **papers},
        "/jackpots/royal/terms": {"terms": TERMS, "when": "later", **papers},
        "/jackpots/royal/status": {"action": "resume", **papers},
    }


def no_fault(answer: Any) -> None:
    assert answer.status_code < 500, answer.text
    if answer.status_code >= 400:
        assert answer.headers["content-type"] == "application/problem+json"
        assert 0 < len(answer.json()["detail"]) <= 600
        assert "Traceback" not in answer.text


def places(body: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every value in a request."""
    yield path
    parts = body.items() if isinstance(body, dict) else enumerate(body) if isinstance(body, list) else ()
    for name, inner in parts:
        yield from places(inner, (*path, name))


def changed(body: Any, path: tuple[Any, ...], value: Any) -> Any:
    if not path:
        return value
    copy = dict(body) if isinstance(body, dict) else list(body)
    copy[path[0]] = changed(copy[path[0]], path[1:], value)
    return copy


def send(own_room: CardRoom, person: str, path: str, body: Any) -> Any:
    """Sends a body that may not be valid JSON."""
    text = json.dumps(body).encode()
    headers = own_room.headers(person) | {"Content-Type": "application/json"}
    return own_room.client.post(f"/api/v1{path}", content=text, headers=headers)


@pytest.fixture(scope="module")
def at_the_door(tmp_path_factory: pytest.TempPathFactory) -> Iterator[CardRoom]:
    """A room for requests that are refused before they reach the store."""
    with card_room(str(tmp_path_factory.mktemp("door") / "room.db")) as made:
        assert made.open().status_code == 200
        yield made


def spoil_every_field(own_room: CardRoom, values: int) -> None:
    before = own_room.get("eve", "/jackpots/royal").json()
    chance = random.Random(5)
    for path, body in requests(own_room).items():
        person = "ada" if path == "/people" else "sue" if path.startswith("/controllers") else "eve"
        for place in places(body):
            for value in chance.sample(VALUES, values):
                no_fault(send(own_room, person, path, changed(body, place, value)))
    assert own_room.get("eve", "/jackpots/royal").json() == before
    assert own_room.get("otto", "/jackpots/royal/proof").json()["holds"]


def test_hostile_values_in_every_field(own_room: CardRoom) -> None:
    spoil_every_field(own_room, 4)


@pytest.mark.slow
def test_all_hostile_values_in_every_field(own_room: CardRoom) -> None:
    spoil_every_field(own_room, len(VALUES))


def test_hostile_text_in_the_path(own_room: CardRoom) -> None:
    """Each text is a name in one of four addresses, and a number."""
    texts = [text for text in NASTY if text not in ("", ".")]
    for place, text in enumerate(texts):
        name = quote(text[:3000].encode("utf-8", "surrogatepass"), safe="")
        paths = (f"/jackpots/{name}", f"/controllers/{name}", f"/displays/{name}", f"/jackpots/{name}/proof")
        answer = own_room.get("eve", paths[place % len(paths)])
        no_fault(answer)
        assert answer.status_code in (401, 404, 405, 422), (short(text), answer.text)
    for number in (*(text[:200] for text in texts), "-1", str(10**30)):
        no_fault(own_room.get("eve", f"/jackpots/royal/transactions?after={quote(number.encode('utf-8', 'replace'))}"))


@pytest.mark.slow
def test_all_hostile_texts_in_every_path(own_room: CardRoom) -> None:
    for text in NASTY:
        if text in ("", "."):
            continue
        name = quote(text[:3000].encode("utf-8", "surrogatepass"), safe="")
        for path in (f"/jackpots/{name}", f"/controllers/{name}", f"/displays/{name}", f"/jackpots/{name}/proof"):
            answer = own_room.get("eve", path)
            no_fault(answer)
            assert answer.status_code in (401, 404, 405, 422), (short(text), answer.text)


@pytest.mark.parametrize(
    "content",
    [
        b"", b"{", b"null", b"[]", b'"x"', b"\xff\xfe", b"\x00", b"{}" * 1000, b"[" * 50_000, b'{"key":' * 5_000,
        b'{"key": NaN}', b'{"key": "lock", "key": "end"', b'{"key": "\\ud800"}',
    ],
)  # fmt: skip
def test_invalid_bodies_are_refused(at_the_door: CardRoom, content: bytes) -> None:
    headers = at_the_door.headers("dana") | {"Content-Type": "application/json"}
    answer = at_the_door.client.post("/api/v1/controllers/1/presses", content=content, headers=headers)
    no_fault(answer)
    assert answer.status_code in (400, 422)


def test_a_body_without_end_is_cut_off(at_the_door: CardRoom) -> None:
    def endless() -> Iterator[bytes]:
        for _ in range(1_000):
            yield b" " * 10_000

    headers = at_the_door.headers("dana") | {"Content-Type": "application/json"}
    answer = at_the_door.client.post("/api/v1/controllers/1/presses", content=endless(), headers=headers)
    no_fault(answer)
    assert answer.status_code == 413


def test_a_declared_body_above_the_limit_is_refused_at_once(at_the_door: CardRoom) -> None:
    headers = {"Content-Length": "9" * 30}
    answer = at_the_door.client.post("/api/v1/controllers/1/presses", content=b"a", headers=headers)
    assert (answer.status_code, answer.json()["title"]) == (413, "Too long")


@pytest.mark.parametrize("token", [b"x" * 9_000, b"' or 1=1 --", "Ünïcode".encode(), b"\xff\xfe"])
def test_hostile_tokens_are_refused(at_the_door: CardRoom, token: bytes) -> None:
    answer = at_the_door.client.get("/api/v1/jackpots", headers={b"Authorization": b"Bearer " + token})
    no_fault(answer)
    assert answer.status_code == 401


def test_arbitrary_tokens_and_badges_are_refused(own_room: CardRoom, monkeypatch: pytest.MonkeyPatch) -> None:
    """Any content of a program's token, of the cookies of a screen, a passkey and a player, and of a badge."""
    monkeypatch.setattr(tries, "MANY_WRONG", 10**9)  # otherwise they would be blocked
    token = own_room.tokens["eve"]
    held = st.one_of(
        st.binary(max_size=200), mutated([token, "eve:token of eve"]).map(lambda text: text.encode("utf-8", "replace"))
    )

    @settings(max_examples=40)
    @given(held, st.text(max_size=20))
    def holds(said: bytes, pin: str) -> None:
        # No server takes a header with the end of a line in it.
        value = b"".join(said.split())
        for header in (b"Bearer " + value, value):
            answer = own_room.client.get("/api/v1/jackpots", headers={b"Authorization": header})
            no_fault(answer)
            assert answer.status_code == 401 or header == f"Bearer {token}".encode()
        for name in (b"pitbook-session", b"pitbook-player", b"pitbook-passkey"):
            cookie = {b"Cookie": name + b"=" + value}
            no_fault(own_room.client.get("/api/v1/jackpots", headers=cookie))
            no_fault(own_room.client.get("/api/v1/play/tables/none", headers=cookie))
        badge = said.decode("utf-8", "replace")
        no_fault(send(own_room, "eve", "/sign-in", {"badge": badge, "pin": pin}))

    holds()


def test_unknown_paths_are_not_found(at_the_door: CardRoom) -> None:
    for path in ("/api/", "/api/v2/jackpots", "/api/v1/nothing", "/api/v1/jackpots/none", "/api/v1/displays/none"):
        answer = at_the_door.client.get(path, headers=at_the_door.headers("eve"))
        no_fault(answer)
        assert answer.status_code == 404
    answer = at_the_door.client.put("/api/v1/jackpots", headers=at_the_door.headers("eve"))
    no_fault(answer)
    assert answer.status_code == 405
