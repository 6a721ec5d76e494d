"""Displays: every update reaches every display, also across several servers; the latest always wins."""

import asyncio
import json
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Queue
from typing import Any
from urllib.request import Request, urlopen

import pytest

from pitbook.money import Cents
from pitbook.room.jackpots.service import DisplayedAmount
from pitbook.web.http.live import FRAME_SECONDS, LiveMeters, TooMany
from tests.controller_tables import open_in_store
from tests.web.card_room import PIN, ROLES, hire_staff

ROOT = Path(__file__).resolve().parents[2]


def at(number: int, jackpot: str = "royal") -> DisplayedAmount:
    return DisplayedAmount(jackpot, number, Cents(1_000 + number))


def test_the_latest_is_always_shown_and_never_an_older_one() -> None:
    async def look() -> list[int]:
        live = LiveMeters()
        live.publish([at(1)])
        steps = live.listen("royal")
        seen = [await anext(steps)]
        live.publish([at(2), at(3)])
        live.publish([at(2)])  # an older amount that arrives late
        live.publish([at(9, "other")])
        seen.append(await anext(steps))
        live.publish([at(4)])
        live.publish([at(5)])
        start = time.monotonic()
        seen.append(await anext(steps))
        assert time.monotonic() - start < FRAME_SECONDS + 0.5
        await steps.aclose()
        assert live._listeners == {}
        return [shown.number for shown in seen if shown is not None]

    assert asyncio.run(look()) == [1, 3, 5]


def test_a_display_without_news_hears_a_heartbeat(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitbook.web.http.live.HEARTBEAT_SECONDS", 0.02)

    async def look() -> list[DisplayedAmount | None]:
        live = LiveMeters()
        live.publish([at(1)])
        steps = live.listen("royal")
        seen = [await anext(steps) for _ in range(3)]
        live.publish([at(2)])
        return [*seen, await anext(steps)]

    assert asyncio.run(look()) == [at(1), None, None, at(2)]


def test_number_of_displays_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitbook.web.http.live.MOST_DISPLAYS", 2)

    async def look() -> None:
        live = LiveMeters()
        live.publish([at(1)])
        looking = [live.listen("royal"), live.listen("royal")]
        for steps in looking:
            await anext(steps)
        with pytest.raises(TooMany):
            await anext(live.listen("royal"))
        await looking[0].aclose()
        assert await anext(live.listen("royal")) == at(1)

    asyncio.run(look())


class Served:
    """A server in a process of its own, asked with nothing but the standard library."""

    def __init__(self, port: int) -> None:
        self.port, self.count = port, 0

    def ask(self, path: str, body: Any = None, token: str = "") -> Any:
        self.count += 1
        headers = {"Content-Type": "application/json", "Idempotency-Key": f"{self.port}-{os.getpid()}-{self.count:06}"}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        data = json.dumps(body).encode() if body is not None else None
        asked = Request(f"http://127.0.0.1:{self.port}/api/v1{path}", data, headers)
        with urlopen(asked, timeout=30) as answer:
            return json.load(answer)

    def sign_in(self, person: str) -> str:
        token: str = self.ask("/sign-in", {"badge": f"{person}:token of {person}", "pin": PIN})["token"]
        return token

    def display(self, jackpot: str) -> "Queue[int]":
        """The values that a display shows, as they arrive."""
        shown: Queue[int] = Queue()
        answer = urlopen(f"http://127.0.0.1:{self.port}/api/v1/displays/{jackpot}", timeout=30)

        def look() -> None:
            with answer:
                for line in answer:
                    if line.startswith(b"data: "):
                        shown.put(int(line[6:]))

        threading.Thread(target=look, daemon=True).start()
        return shown


@contextmanager
def served(store: str) -> Iterator[Served]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "pitbook", "serve", "--store", store, "--port", str(port)]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        until = time.monotonic() + 60
        while True:
            try:
                socket.create_connection(("127.0.0.1", port), 1).close()
                break
            except OSError:
                assert process.poll() is None, process.communicate()[0]
                assert time.monotonic() < until
                time.sleep(0.05)
        yield Served(port)
    finally:
        process.terminate()
        try:
            process.communicate(timeout=20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            raise AssertionError("the server did not end when it was told to") from None


def prepare(store: str) -> None:
    from pitbook.store.database import Database

    database = Database(store)
    with database.writing() as connection:
        hire_staff(connection)
    database.close()


def open_royal(server: Served, store: str) -> None:
    game = {"game": "royal-match-21", "wager": "royal-match-progressive", "pay_table": "RMP", "decks": 6}
    terms = {"seed": "$5,000", "contribution": "10.91%", "reserve": "2%"}
    tables = [{"table": table, **game} for table in "12"]
    server.ask("/jackpots", {"id": "royal", **game, "terms": terms, "tables": tables}, server.sign_in("eve"))
    open_in_store(store)


def step(server: Served, table: str, token: str) -> int:
    """A round with one wager; returns the displayed amount."""
    server.ask(f"/controllers/{table}/presses", {"key": "sense", "seat": 1}, token)
    shown = int(server.ask(f"/controllers/{table}/presses", {"key": "lock"}, token)["shown_cents"])
    server.ask(f"/controllers/{table}/presses", {"key": "end"}, token)
    return shown


@pytest.mark.slow
def test_a_step_at_one_server_shows_at_another(postgres_store: str) -> None:
    assert "dana" in ROLES
    prepare(postgres_store)
    with served(postgres_store) as one, served(postgres_store) as other:
        open_royal(one, postgres_store)
        displays = [one.display("royal"), other.display("royal")]
        assert [display.get(timeout=10) for display in displays] == [500_000, 500_000]
        for server, table in ((one, "1"), (other, "2"), (one, "1")):
            shown = step(server, table, server.sign_in("dana"))
            assert [display.get(timeout=10) for display in displays] == [shown, shown]


@pytest.mark.slow
def test_server_stops_while_displays_are_connected(tmp_path: Path) -> None:
    """On SQLite; the servers of the test before stop with open displays too."""
    store = str(tmp_path / "room.db")
    prepare(store)
    with served(store) as server:
        open_royal(server, store)
        display = server.display("royal")
        assert display.get(timeout=10) == 500_000
        assert step(server, "2", server.sign_in("dana")) == 500_010
        assert display.get(timeout=10) == 500_010
