"""Requests that are refused before anything is done: slow bodies, repeated keys, values of another type."""

import asyncio
import json
import socket
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
import uvicorn
from fastapi import FastAPI
from fastapi.routing import APIRoute

from pitbook.web.http import guard
from pitbook.web.http.access import AccessRule, rule_of
from pitbook.web.http.guard import Guard
from pitbook.web.http.problems import answer_problems
from pitbook.web.office.jackpots_api import PrintableBody
from tests.web.card_room import ROLES, CardRoom, card_room
from tests.web.schema_examples import example_of

PRESS = "/api/v1/controllers/royal-1/presses"


@pytest.fixture(scope="module")
def shared_room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[CardRoom]:
    with card_room(str(tmp_path_factory.mktemp("bodies") / "room.db")) as made:
        yield made


# -- redirects ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/games/", "/play/", "/learn/", "/room/sign-in/", "/room/", "/room", "/static"])
@pytest.mark.parametrize("scheme", ["http", "https"])
def test_a_redirect_names_no_host(shared_room: CardRoom, path: str, scheme: str) -> None:
    """A forged Host header does not redirect the browser."""
    answer = shared_room.client.get(
        path, headers={"Host": "evil.example", "X-Forwarded-Proto": scheme}, follow_redirects=False
    )
    assert answer.status_code in (303, 307), path
    assert answer.headers["location"].startswith("/")
    assert "evil.example" not in answer.headers["location"]


@pytest.mark.parametrize("path", ["//evil.example/", "//evil.example/%2e%2e/", "/%2f/evil.example/"])
def test_a_path_is_never_taken_for_a_host(shared_room: CardRoom, path: str) -> None:
    answer = shared_room.client.get(f"http://testserver{path}", follow_redirects=False)
    assert not answer.headers.get("location", "/").startswith("//")


def test_redirect_keeps_path_and_query_only() -> None:
    """The path and query stay; two slashes at the beginning would be a host."""
    for before, after in (
        (b"http://evil.example/games?x=1", b"/games?x=1"),
        (b"https://evil.example//other.example", b"/other.example"),
        (b"//other.example/x", b"/x"),
        (b"/room/sign-in?to=/room", b"/room/sign-in?to=/room"),
    ):
        assert guard.on_this_site([(b"location", before), (b"x", b"y")]) == [(b"location", after), (b"x", b"y")]


# -- slow bodies -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/api/v1/sign-in", PRESS, "/room/sign-in", "/api/v1/session/lock"])
def test_a_body_that_does_not_arrive_is_cut_off(
    shared_room: CardRoom, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    """Tried on both kinds of routes, on a form, and on a route that does not read the body."""
    monkeypatch.setattr(guard, "BODY_SECONDS", 0.05)
    app: Any = shared_room.client.app  # type: ignore[attr-defined]  # the test client's own
    sent: list[Any] = []
    form = b"application/x-www-form-urlencoded" if path.startswith("/room") else b"application/json"
    scope = {
        "type": "http", "http_version": "1.1", "scheme": "http", "method": "POST", "path": path, "query_string": b"",
        "raw_path": path.encode(), "root_path": "", "server": ("testserver", 80), "client": ("10.0.0.7", 1),
        "headers": [(b"host", b"testserver"), (b"content-type", form), (b"content-length", b"50"),
                    (b"origin", b"http://testserver"),
                    *((name.lower().encode(), value.encode()) for name, value in shared_room.headers("dana").items())],
    }  # fmt: skip
    parts = iter([{"type": "http.request", "body": b'{"badge', "more_body": True}])

    async def receive() -> Any:
        part = next(parts, None)
        return part if part is not None else await asyncio.sleep(60)

    async def send(message: Any) -> None:
        sent.append(message)

    asyncio.run(asyncio.wait_for(app(scope, receive, send), 20))
    assert sent[0]["status"] == (200 if path.endswith("lock") else 408)
    assert (b"connection", b"close") in sent[0]["headers"]
    if sent[0]["status"] == 408:
        assert b"did not arrive within 0.05 seconds" in sent[1]["body"]


class Said(PrintableBody):
    """A minimal body."""

    seat: int


@pytest.fixture
def port(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """A real server with one route behind the guard."""
    monkeypatch.setattr(guard, "BODY_SECONDS", 0.3)
    app = FastAPI()
    app.add_middleware(Guard)
    answer_problems(app)

    @app.post("/api/v1/said")
    def said(asked: Said) -> int:
        return asked.seat

    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        door.listen()
        server = uvicorn.Server(uvicorn.Config(app, lifespan="off", log_level="error"))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [door]})
        thread.start()
        yield door.getsockname()[1]
        server.should_exit = True
        thread.join()


def said(port: int, head: str, *parts: bytes) -> bytes:
    """All that a server sends until it closes the connection."""
    with socket.create_connection(("127.0.0.1", port), timeout=20) as line:
        line.sendall(
            f"POST /api/v1/said HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n{head}\r\n\r\n".encode()
        )
        for part in parts:
            line.sendall(part)
        found = b""
        while piece := line.recv(65_536):
            found += piece
    return found


def test_a_server_closes_the_connection_of_a_slow_body(port: int) -> None:
    """The body has a length or comes in chunks; a complete body is answered."""
    assert said(port, "Content-Length: 11\r\nConnection: close", b'{"seat"', b": 3}").endswith(b"3")
    for head, part in (("Content-Length: 11", b'{"seat"'), ("Transfer-Encoding: chunked", b'7\r\n{"seat"\r\n')):
        answer = said(port, head, part)
        assert answer.startswith(b"HTTP/1.1 408")
        assert b"connection: close" in answer.lower()


# -- JSON --------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Operation:
    """One that takes JSON, with a body that is well formed."""

    method: str
    path: str
    rule: AccessRule
    body: Any

    def ask(self, shared_room: CardRoom, body: Any, person: str | None = None) -> Any:
        who = person if person is not None else next((n for n, role in ROLES.items() if role in self.rule.roles), "")
        headers = shared_room.headers(who) if who else {"Idempotency-Key": shared_room.key()}
        text = body if isinstance(body, str) else json.dumps(body)
        return shared_room.client.request(
            self.method, self.path, content=text, headers={**headers, "Content-Type": "application/json"}
        )


@pytest.fixture(scope="module")
def operations(shared_room: CardRoom) -> list[Operation]:
    app: Any = shared_room.client.app  # type: ignore[attr-defined]  # the test client's own
    document, found = app.openapi(), []
    for route in app.routes:
        if isinstance(route, APIRoute) and route.body_field is not None and route.path in document["paths"]:
            method = min(route.methods or {"POST"})
            content = document["paths"][route.path][method.lower()]["requestBody"]["content"]
            rule = rule_of(route.path, route.dependant)
            assert rule is not None
            body = example_of(document["components"]["schemas"], content["application/json"]["schema"])
            path = route.path.replace("{number}", "1").replace("{table}", "royal-1")
            found.append(Operation(method, path, rule, body))
    assert len(found) > 40
    return found


def test_every_operation_refuses_a_key_that_is_given_twice(shared_room: CardRoom, operations: list[Operation]) -> None:
    """Nested objects are checked too; a caller without access gets that error first."""
    for each in operations:
        first = json.dumps(next(iter(each.body), "x"))
        for text in (f"{{{first}: 1, {first}: 2}}", f'{{"a": [{{{first}: 1, {first}: 1}}]}}'):
            answer = each.ask(shared_room, text)
            assert answer.status_code == 422, (each, answer.text)
            assert "is given twice: give it once" in answer.json()["detail"], (each, answer.text)
        if not each.rule.public:
            text = f"{{{first}: 1, {first}: 2}}"
            assert each.ask(shared_room, text, person="").status_code == 401, each


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-32"])
def test_a_key_that_is_given_twice_is_found_in_every_encoding_of_json(encoding: str) -> None:
    with pytest.raises(guard.RepeatedKey):
        guard.check_json('{"seat": 3, "seat": 4}'.encode(encoding))


def wrong_types(value: Any) -> Iterator[Any]:
    """The same with one number or truth value of another type."""
    match value:
        case bool():
            yield from ("true", 1)
        case int():
            yield from (str(value), True, float(value))
        case dict():
            for key, part in value.items():
                for other in wrong_types(part):
                    yield {**value, key: other}
        case list():
            for place, part in enumerate(value):
                for other in wrong_types(part):
                    yield [*value[:place], other, *value[place + 1 :]]


def test_every_operation_refuses_a_value_of_another_type(shared_room: CardRoom, operations: list[Operation]) -> None:
    """``"3"``, ``true`` or ``3.0`` where a whole number belongs, ``1`` where true or false does."""
    tried = 0
    for each in operations:
        for body in wrong_types(each.body):
            answer = each.ask(shared_room, body)
            assert answer.status_code == 422, (each, body, answer.text)
            assert "valid" in answer.json()["detail"], (each, body)
            tried += 1
    assert tried > 40


def test_invalid_json_is_refused(shared_room: CardRoom) -> None:
    for text in ("{", "[" * 20_000, '{"a": 1, "a": ', "\ud800".encode("utf-8", "surrogatepass").decode("latin-1")):
        guard.check_json(text.encode())
        answer = shared_room.client.post(
            "/api/v1/sign-in", content=text.encode(), headers={"Content-Type": "application/json"}
        )
        assert answer.status_code in (400, 422)


def test_an_unprintable_address_is_refused_with_a_body_too(shared_room: CardRoom) -> None:
    """The refusal comes before any handler."""
    answer = shared_room.client.post("/api/v1/%00", content=b"{}", headers={"content-type": "application/json"})

    assert answer.status_code == 404
