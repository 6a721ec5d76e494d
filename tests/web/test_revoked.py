"""An ended session has no access: not by a page, not by the API, and not by an already open stream."""

import asyncio
from collections.abc import Callable, Iterator
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from pitbook.room.people.service import TERMINAL
from pitbook.room.people.sessions import LASTS, UNUSED
from pitbook.web.http import live
from pitbook.web.http.cookies import NAME
from tests.web.asgi_client import PATIENCE, request
from tests.web.card_room import PIN, CardRoom, card_room

EXAMPLE = (Path(__file__).resolve().parents[2] / "examples" / "property.toml").read_text("utf-8")
STREAMS = ("/room/dealer/royal-1/live", "/room/floor/live", "/api/v1/tables/royal-1/events")
ROLE = "supervisor"
"""A role that may open all of these streams."""


class Room:
    """A room with an open table, and people who come and go."""

    def __init__(self, made: CardRoom) -> None:
        self.house = made
        self.app: Any = made.client.app  # type: ignore[attr-defined]  # the test client's own
        self.services = self.app.state.services
        self.services.configurations.keep(EXAMPLE, "ada", "a test")
        eve = self.services.sessions.person(made.tokens["eve"])
        self.services.configurations.open_jackpot("royal", self.services.configurations.today(), eve, "open it once")
        assert made.post("sue", "/tables/royal-1/open", {"checked": True}).status_code == 200

    def hire(self) -> tuple[str, str]:
        """A new person, signed in at a screen: the person and the session's token."""
        person = self.services.people.add(self.house.key(), "Gus", [ROLE], "token of gus", "8214")
        return person.id, self.services.sessions.begin(person, screen=True)

    def ask(self, method: str, path: str, body: Any = None) -> None:
        """Sends a request as the administrator."""
        headers = self.house.headers("ada")
        answer = self.house.client.request(method, f"/api/v1{path}", json=body, headers=headers)
        assert answer.status_code == 200, answer.text

    def renew(self, person: str) -> None:
        """A new badge and PIN, by two people."""
        proposal = {"id": person, "roles": [ROLE], "pin": "5093", "own_pin": PIN}
        number = self.house.post("ada", "/proposals", proposal).json()["proposal"]
        approved = self.house.post("eve", f"/proposals/{number}/approval", {"pin": PIN})
        assert approved.status_code == 200, approved.text

    def later(self, by: timedelta) -> None:
        now = self.services.sessions.now() + by
        self.services.sessions.now = lambda: now

    def session(self, token: str) -> str:
        return str(self.services.sessions.session(token).id)


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Room]:
    monkeypatch.setattr(live, "HEARTBEAT_SECONDS", 0.05)
    with card_room(str(tmp_path / "room.db")) as made:
        yield Room(made)


def headers_of(path: str, token: str) -> dict[str, str]:
    return {"cookie": f"{NAME}={token}"} if path.startswith("/room") else {"authorization": f"Bearer {token}"}


def watch_until(room: Room, paths: tuple[str, ...], token: str, act: Callable[[], None]) -> None:
    """Asserts that streams continue until ``act``, and then end."""

    async def watch(path: str, beats: asyncio.Semaphore) -> None:
        async with request(room.app, "GET", path, headers_of(path, token)) as answer:
            assert answer.status == 200, path
            assert (await answer.part()).startswith("event: view"), path
            assert (await answer.part()).startswith("event: beat"), path
            beats.release()
            await answer.parts()

    async def watch_all() -> None:
        beats = asyncio.Semaphore(0)
        watching = [asyncio.ensure_future(watch(path, beats)) for path in paths]
        for _ in paths:
            await beats.acquire()
        assert not any(each.done() for each in watching)
        await asyncio.to_thread(act)
        await asyncio.gather(*watching)

    asyncio.run(asyncio.wait_for(watch_all(), PATIENCE))


ENDS: dict[str, Callable[[Room, str, str], None]] = {
    "it is signed out": lambda room, _, token: room.services.sessions.sign_out(token),
    "an administrator ends it": lambda room, _, token: room.ask("DELETE", f"/sessions/{room.session(token)}"),
    "its person's roles change": lambda room, person, _: room.services.people.set_roles(
        person, ["surveillance"], TERMINAL
    ),
    "another badge and PIN are approved": lambda room, person, _: room.renew(person),
    "its person leaves": lambda room, person, _: room.ask("DELETE", f"/people/{person}"),
    "it was idle": lambda room, _person, _token: room.later(UNUSED),
    "the shift is over": lambda room, _person, _token: room.later(LASTS),
}


def test_open_streams_end_with_the_session(room: Room) -> None:
    for how, end in ENDS.items():
        person, token = room.hire()
        watch_until(room, STREAMS, token, partial(end, room, person, token))
        for path in STREAMS:
            again = room.house.client.get(path, headers=headers_of(path, token), follow_redirects=False)
            assert again.status_code == (303 if path.startswith("/room") else 401), how


def test_busy_stream_checks_its_session(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """A stream with constant news never sends a beat, and must check its session anyway."""
    monkeypatch.setattr(live, "HEARTBEAT_SECONDS", 0.5)
    monkeypatch.setattr(live, "FRAME_SECONDS", 0.01)
    _, token = room.hire()

    async def watch() -> None:
        path = STREAMS[-1]
        async with request(room.app, "GET", path, headers_of(path, token)) as answer:
            assert (await answer.part()).startswith("event: view")
            room.services.sessions.sign_out(token)
            ending = asyncio.ensure_future(answer.parts())
            while not ending.done():
                room.services.live_tables.publish("royal-1")
                await asyncio.sleep(0.01)
            assert ending.result() == [], "no beat came"

    asyncio.run(asyncio.wait_for(watch(), PATIENCE))
