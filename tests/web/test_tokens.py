"""A token is valid for its purpose only: sessions, badges, set-up addresses, challenges, players."""

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from pitbook.room.people.first_run import FirstStart
from pitbook.web.http.cookies import CHALLENGE, NAME
from pitbook.web.play.api import COOKIE as PLAYER
from tests.web.card_room import PIN, CardRoom, card_room

LOCALHOST = "http://localhost"
"""The address at which browsers allow passkeys without TLS."""


@pytest.fixture(scope="module")
def shared_room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[CardRoom]:
    with card_room(str(tmp_path_factory.mktemp("tokens") / "room.db")) as made:
        yield made


def screen(of: CardRoom) -> TestClient:
    """A browser that has nothing yet."""
    app: Any = of.client.app  # type: ignore[attr-defined]  # the test client's own
    return TestClient(app, LOCALHOST, headers={"Origin": LOCALHOST, "Idempotency-Key": "of-a-test"})


def made_tokens(of: CardRoom) -> dict[str, str]:
    """One token of every kind except a session's; the room has made all of them."""
    visitor, asking = screen(of), screen(of)
    assert visitor.post("/api/v1/play/tables", json={"game": "royal-match-21"}).status_code == 200
    assert asking.post("/api/v1/session/passkey/challenge").status_code == 200
    session = of.tokens["ada"]
    kept = hashlib.sha256(session.encode()).hexdigest()
    (listed,) = {each["session"] for each in of.get("ada", "/sessions").json() if kept.startswith(each["session"])}
    return {
        "a player's": visitor.cookies[PLAYER],
        "a challenge's": asking.cookies[CHALLENGE],
        "a set-up address's": FirstStart(of.client.app.state.services.people).invite(),  # type: ignore[attr-defined]
        "a badge": of.badges["ada"],
        "a badge's": of.badges["ada"].partition(":")[2],
        "a PIN": PIN,
        "the name of a session": listed,
        "what the store keeps of a session": kept,
    }


def test_only_a_session_token_is_accepted_as_a_session(shared_room: CardRoom) -> None:
    for kind, token in made_tokens(shared_room).items():
        for headers in ({"Authorization": f"Bearer {token}"}, {"Cookie": f"{NAME}={token}"}):
            for path in ("/api/v1/session", "/api/v1/jackpots", "/api/v1/people"):
                assert screen(shared_room).get(path, headers=headers).status_code == 401, (kind, path)
            page = screen(shared_room).get("/room", headers=headers, follow_redirects=False)
            assert page.headers["location"].startswith("/room/sign-in"), kind


def test_a_session_token_is_accepted_for_nothing_else(shared_room: CardRoom) -> None:
    session = shared_room.tokens["ada"]
    client = screen(shared_room)
    for badge in (session, f"ada:{session}"):
        assert client.post("/api/v1/session", json={"badge": badge, "pin": PIN}).status_code == 403
    assert client.get("/room/first", params={"token": session}).status_code == 403
    second = {"badge": f"ann:{shared_room.tokens['ann']}", "pin": PIN}
    asked = {
        "pool": "displayed",
        "micros": 1,
        "reason": "malfunction",
        "why": "a test",
        "document": "D",
        "second": second,
    }
    refused = shared_room.post("eve", "/jackpots/royal/adjustments", asked)
    assert (refused.status_code, "badge or PIN is wrong" in refused.text) == (403, True)
    as_player = client.get("/api/v1/play/tables", headers={"Cookie": f"{PLAYER}={session}"})
    assert "ada" not in as_player.text.lower()


def test_player_cookie_gives_no_access_to_the_room(shared_room: CardRoom) -> None:
    """The cookie of a visitor opens the tables for play money and nothing else."""
    visitor = screen(shared_room)
    table = visitor.post("/api/v1/play/tables", json={"game": "royal-match-21"}).json()["table"]
    assert visitor.post(f"/api/v1/play/tables/{table}/seat", json={"player": "Pat"}).status_code == 200
    for path in ("/tables", "/controllers/royal-1", "/alerts", "/session", f"/tables/{table}", f"/tables/play:{table}"):
        assert visitor.get(f"/api/v1{path}").status_code == 401, path
    assert visitor.post(f"/api/v1/tables/{table}/seat", json={}).status_code == 401


def test_session_is_invalid_in_another_room(shared_room: CardRoom, tmp_path: Path) -> None:
    with card_room(str(tmp_path / "other.db")) as other:
        headers = {"Authorization": f"Bearer {shared_room.tokens['ada']}"}
        assert shared_room.client.get("/api/v1/people", headers=headers).status_code == 200
        assert other.client.get("/api/v1/people", headers=headers).status_code == 401
        first = FirstStart(shared_room.client.app.state.services.people).invite()  # type: ignore[attr-defined]
        assert screen(other).get("/room/first", params={"token": first}).status_code == 403


def test_program_session_has_no_screen_functions(shared_room: CardRoom) -> None:
    """A program's session neither locks nor adds passkeys; a screen's session locks even if sent as a bearer token."""
    program = {"Authorization": f"Bearer {shared_room.tokens['dana']}"}
    locked = shared_room.client.post("/api/v1/session/lock", headers=program).json()
    assert (locked["screen"], locked["locked"]) == (False, False)
    adding = screen(shared_room).post("/api/v1/session/passkeys/challenge", json={"pin": PIN}, headers=program)
    assert adding.status_code == 403
    at = screen(shared_room)
    assert at.post("/api/v1/session", json=shared_room.second("dana")).status_code == 200
    assert at.post("/api/v1/session/lock").status_code == 200
    stolen = {"Authorization": f"Bearer {at.cookies[NAME]}"}
    assert screen(shared_room).get("/api/v1/jackpots", headers=stolen).status_code == 401
