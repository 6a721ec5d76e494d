"""The request log: every kind of request is logged, without personal data."""

import json
import logging
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import pytest
import uvicorn
from fastapi.testclient import TestClient

from pitbook.cli.serve import settings
from pitbook.web.http import observe
from tests.web.card_room import PIN, CardRoom, card_room

ADDRESS: Final = "203.0.113.77"
AGENT: Final = "Zelda's own browser"
FIELDS: Final = {"event", "level", "timestamp", "method", "route", "status", "request", "milliseconds"}
DRAWN: Final = {"timestamp", "request", "milliseconds"}
OF_A_LIBRARY: Final = {"event", "level", "logger", "fault"}


@pytest.fixture
def own_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[CardRoom]:
    """A room that logs every request, also read-only ones."""
    monkeypatch.setattr(observe, "SLOW_SECONDS", -1.0)
    with card_room(str(tmp_path / "room.db")) as made:
        yield made


@pytest.fixture(autouse=True)
def server_logging() -> Iterator[None]:
    """Configures logging as a server in this process does, before and after these tests."""
    uvicorn.Config("", **settings((), log=False))
    yield
    uvicorn.Config("", **settings((), log=False))


@contextmanager
def written(capsys: pytest.CaptureFixture[str]) -> Iterator[Callable[[], str]]:
    """Turns the log on; returns a function that returns what was written."""
    before = logging.root.handlers[:], logging.root.level
    capsys.readouterr()
    try:
        observe.write_log()
        yield lambda: capsys.readouterr().err
    finally:
        observe.log.setLevel(logging.NOTSET)
        logging.root.handlers, logging.root.level = before


def night(made: CardRoom) -> set[str]:
    """A new person, all ways to sign in, a player, a visitor, queries with values; everything that must not be
    logged."""
    private = {PIN, ADDRESS, AGENT, "Zelda", "zelda", "Pat O'Brien", "Ann Onymous", *made.badges.values()}
    private |= {badge.partition(":")[2] for badge in made.badges.values()}
    private |= {made.tokens[person] for person in made.badges}
    made.client.headers |= {"X-Forwarded-For": ADDRESS, "User-Agent": AGENT}
    new = {"id": "zelda", "name": "Zelda Quixote", "roles": ["auditor"], "pin": "918273"}
    badge = made.post("ada", "/people", new).json()["badge"]
    private |= {badge, badge.partition(":")[2], "918273", "Quixote"}
    signed = made.client.post("/api/v1/sign-in", json={"badge": badge, "pin": "918273"})
    private.add(signed.json()["token"])
    for wrong in ("111111", "222222"):
        made.client.post("/api/v1/sign-in", json={"badge": badge, "pin": wrong})
        private.add(wrong)
    screen = TestClient(made.client.app, headers={"Origin": "http://testserver"})  # type: ignore[attr-defined]
    screen.post("/room/sign-in", data={"badge": badge, "pin": "918273", "to": "/room/people?of=zelda"})
    private |= {value for value in screen.cookies.values() if len(value) > 10}
    screen.get("/room/me")
    screen.get("/room/first", params={"token": "a-one-time-token"})
    made.client.get("/api/v1/session", params={"token": "a-token-in-a-query", "name": "Zelda"})
    made.client.get("/zelda/918273")
    private |= {"a-one-time-token", "a-token-in-a-query"}
    made.client.request("ZELDA", "/health")
    table = screen.post("/api/v1/play/tables", json={"game": "ez-pai-gow", "private": True}, headers=key(made)).json()
    screen.post(f"/api/v1/play/tables/{table['table']}/seat", json={"player": "Ann Onymous"}, headers=key(made))
    private |= {table["table"], *(value for value in screen.cookies.values() if len(value) > 10)}
    made.post("dana", "/tables/royal-1/seat", {"seat": 1, "player": "Pat O'Brien", "chips": 100})
    made.post("ada", "/people/zelda/badge")
    made.client.request("DELETE", "/api/v1/people/zelda", headers=made.headers("ada"))
    return private


def key(made: CardRoom) -> dict[str, str]:
    return {"Idempotency-Key": made.key()}


def test_log_contains_no_personal_data(own_room: CardRoom, capsys: pytest.CaptureFixture[str]) -> None:
    with written(capsys) as log:
        private = night(own_room)
        text = log()
    lines = [json.loads(line) for line in text.splitlines()]
    routes = {line["route"] for line in lines}
    assert {"/api/v1/people", "/api/v1/sign-in", "/room/sign-in", "/room/first", "/api/v1/people/{person}"} <= routes
    assert {"/api/v1/play/tables/{table}/seat", "/api/v1/tables/{table}/seat", observe.NO_ROUTE} <= routes
    assert len(private) > 30
    assert {field for line in lines for field in line} == FIELDS
    # A request's random number or a time may contain the four digits of a PIN by chance.
    said = json.dumps([{field: line.get(field) for field in FIELDS - DRAWN} for line in lines])
    assert [value for value in private if value in said] == []
    assert all(re.fullmatch(r"[0-9a-f]{16}", line["request"]) for line in lines)


def test_error_is_logged_without_its_message(
    own_room: CardRoom, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """An exception may contain anything that a user typed: its type is logged, and the request number leads to the
    rest."""
    people: Any = own_room.client.app.state.services.people  # type: ignore[attr-defined]  # the test client's own

    def everyone() -> None:
        raise RuntimeError("Zelda Quixote, PIN 918273")

    monkeypatch.setattr(people, "everyone", everyone)
    with written(capsys) as log:
        client = TestClient(own_room.client.app, raise_server_exceptions=False)  # type: ignore[attr-defined]
        answer = client.get("/api/v1/people", headers=own_room.headers("ada"))
        assert answer.status_code == 500
        assert "Zelda" not in answer.text
        uvicorn.Config(own_room.client.app, **settings((), log=True))  # type: ignore[attr-defined]  # as the command does
        try:
            everyone()
        except RuntimeError as error:
            logging.getLogger("uvicorn.error").error("Exception in ASGI application\n", exc_info=error)
            logging.getLogger("asyncio").error("Task was never retrieved\nfuture: %r", error)
            logging.getLogger("some.library").warning("cannot serve %s", "Zelda Quixote")
        text = log()
    lines = [json.loads(line) for line in text.splitlines()]
    (failed,) = [line for line in lines if line["event"] == "request failed"]
    assert (failed["route"], failed["request"]) == ("/api/v1/people", answer.headers["x-request-id"])
    said = {(line["event"], line.get("fault")) for line in lines if "logger" in line}
    assert ("Exception in ASGI application", "RuntimeError") in said
    assert {field for line in lines if "logger" in line for field in line} <= OF_A_LIBRARY
    assert [value for value in ("Zelda", "Quixote", "918273") if value in text] == []


def test_log_fields_are_the_documented_ones() -> None:
    page = (Path(__file__).resolve().parents[2] / "docs" / "operations.md").read_text("utf-8")
    part = page.partition("## The log")[2].partition("\n## ")[0]
    rows = [line.split("|")[1] for line in part.splitlines() if line.startswith("| `")]
    assert {name.strip(" `") for row in rows for name in row.split(",")} == FIELDS | OF_A_LIBRARY
