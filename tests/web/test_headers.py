"""What every answer has in common: a page, a file, a refusal, and the answer to a request that fails."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
from fastapi.testclient import TestClient

from pitbook.web.http.guard import CONTENT, HEADERS, OVER_TLS, Guard
from tests.web.card_room import CardRoom, card_room

ON_EVERY = {name.decode(): value.decode() for name, value in HEADERS}
TLS = "strict-transport-security"


@pytest.fixture(scope="module")
def shared_room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[CardRoom]:
    with card_room(str(tmp_path_factory.mktemp("headers") / "room.db")) as made:
        yield made


def client_of(shared_room: CardRoom, base: str = "http://testserver") -> TestClient:
    app: Any = shared_room.client.app  # type: ignore[attr-defined]  # the test client's own
    return TestClient(app, base, raise_server_exceptions=False, follow_redirects=False)


def test_content_security_policy_allows_own_sources_only() -> None:
    """No source but the site itself, and no inline script or style."""
    rules = {rule.split()[0]: rule.split()[1:] for rule in CONTENT.split("; ")}
    assert rules["default-src"] == ["'self'"]
    for name, sources in rules.items():
        assert set(sources) <= {"'self'", "'none'", *(("data:",) if name == "img-src" else ())}, name
    # Directives that default-src does not cover.
    assert rules["base-uri"] == rules["frame-ancestors"] == rules["object-src"] == ["'none'"]
    assert rules["form-action"] == ["'self'"]
    assert "script-src" not in rules, "it would replace the default"


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/", 200), ("/room", 303), ("/room/sign-in", 200), ("/nothing", 404), ("/%07", 404), ("/static/base.css", 200),
        ("/static/nothing", 404), ("/api/v1/jackpots", 401), ("/api/v1/nothing", 404),
        ("/health", 200), ("/api/v1/lab/designs/x/par.doc", 422),
    ],
)  # fmt: skip
def test_every_answer_has_every_header_once(shared_room: CardRoom, path: str, status: int) -> None:
    answer = client_of(shared_room).get(path)
    assert answer.status_code == status
    for name, value in ON_EVERY.items():
        assert answer.headers.get_list(name) == [value], name
    assert TLS not in answer.headers


def test_hsts_is_sent_over_tls(shared_room: CardRoom) -> None:
    client = client_of(shared_room, "https://testserver")
    for path in ("/", "/nothing", "/api/v1/jackpots"):
        assert client.get(path).headers[TLS] == dict(OVER_TLS)[TLS.encode()].decode() == "max-age=31536000"


@pytest.mark.parametrize(
    ("path", "kind"), [("/api/v1/alerts", "application/problem+json"), ("/room/floor", "text/html")]
)
def test_server_error_reveals_no_details(
    shared_room: CardRoom, monkeypatch: pytest.MonkeyPatch, path: str, kind: str
) -> None:
    client = client_of(shared_room)

    def broken() -> None:
        raise RuntimeError("a secret of the house")

    monkeypatch.setattr(shared_room.client.app.state.services.alerts, "look", broken)  # type: ignore[attr-defined]
    token = shared_room.tokens["sue"]
    answer = client.get(path, headers={"Authorization": f"Bearer {token}", "Cookie": f"pitbook-session={token}"})
    assert answer.status_code == 500
    assert answer.headers["content-type"].startswith(kind)
    assert "secret" not in answer.text
    assert "Traceback" not in answer.text
    for name, value in ON_EVERY.items():
        assert answer.headers.get_list(name) == [value], name
    assert answer.headers["x-request-id"]


def test_a_live_stream_ends_with_the_server() -> None:
    """When the server stops, it cancels running streams, and nothing is logged as a fault."""
    sent: list[Any] = []

    async def live(_scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"data: 1\n\n", "more_body": True})
        await receive()

    async def never() -> Any:
        await asyncio.Event().wait()

    async def send(message: Any) -> None:
        sent.append(message)

    async def stopped() -> None:
        scope = {"type": "http", "method": "GET", "scheme": "http", "path": "/live", "headers": []}
        running = asyncio.ensure_future(Guard(live)(scope, never, send))
        await asyncio.sleep(0.01)
        running.cancel()
        await running

    asyncio.run(stopped())
    assert [message.get("more_body", False) for message in sent[1:]] == [True, False]
