"""A simulated dealer at a console: reads the page, presses the highlighted key, and enters the cards that are dealt.

It uses the same connections as a dealer's screen: one receives the console's live stream, the other presses keys. Each
key on the page has its own API request, so the simulated dealer needs no knowledge of the game.
"""

import asyncio
import html
import json
import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any, Final

from pitbook.cards import card_names

HOST: Final = "127.0.0.1"
DECKS: Final = 6
BUTTON: Final = re.compile(r"<button ([^>]*)>")
SAID: Final = re.compile(r"""data-(name|key|do|refused)=(["'])(.*?)\2""")
CARDS: Final = re.compile(r'data-cards="(\d+)"')
SUPERVISED: Final = re.compile(r'<template data-supervisor-now><button [^>]*?value="(\w+)"')
OPTIONAL: Final = ("Yes", "Split", "Surrender")
"""Choices that these players never make; tests cover them."""


@dataclass(slots=True)
class Figures:
    """The measurements of all dealers so far."""

    answered: list[float] = field(default_factory=list)
    """Seconds from a press to its answer."""
    shown: list[float] = field(default_factory=list)
    """Seconds from a press until the console shows its effect."""
    rounds: int = 0
    errors: list[str] = field(default_factory=list)

    def clear(self) -> None:
        self.answered.clear()
        self.shown.clear()
        self.rounds = 0


class HttpConnection:
    """A persistent connection that sends one request after the other."""

    def __init__(self, port: int, token: str = "") -> None:
        self.port, self.token = port, token
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def post(self, path: str, body: Any, key: str = "") -> tuple[int, Any]:
        """Sends a request; returns the status and the parsed body of the answer."""
        content = json.dumps(body).encode() if body is not None else b""
        said = [f"POST {path} HTTP/1.1", f"Host: localhost:{self.port}", f"Content-Length: {len(content)}"]
        said += ["Content-Type: application/json"] if content else []
        said += [f"Authorization: Bearer {self.token}"] if self.token else []
        said += [f"Idempotency-Key: {key}"] if key else []
        if self._reader is None or self._writer is None:
            self._reader, self._writer = await asyncio.open_connection(HOST, self.port)
        self._writer.write("\r\n".join(said).encode() + b"\r\n\r\n" + content)
        head = (await self._reader.readuntil(b"\r\n\r\n")).lower()
        length = re.search(rb"content-length: (\d+)", head)
        answer = await self._reader.readexactly(int(length[1]) if length else 0)
        return int(head.split(b" ", 2)[1]), json.loads(answer) if answer else None

    def close(self) -> None:
        if self._writer is not None:
            self._writer.close()


async def listen(port: int, path: str, token: str, hear: Callable[[bytes], None]) -> None:
    """Passes every ``data:`` line of a live stream to ``hear``, until it is cancelled."""
    reader, writer = await asyncio.open_connection(HOST, port, limit=2**22)
    cookie = f"Cookie: pitbook-session={token}\r\n" if token else ""
    writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost:{port}\r\n{cookie}\r\n".encode())
    status = (await reader.readline()).split()
    if status[1] != b"200":
        raise RuntimeError(f"{path} answered with status {status[1].decode()}")
    try:
        async for line in reader:
            if line.startswith(b"data: "):
                hear(line[6:])
    finally:
        writer.close()
    raise RuntimeError(f"the server closed the stream {path}")


class Dealer:
    """Plays round after round at one table with every seat taken."""

    def __init__(self, port: int, table: str, token: str, supervisors: list[dict[str, str]], figures: Figures) -> None:
        self.port, self.table, self.token, self.figures = port, table, token, figures
        self._supervisors = supervisors
        self._connection = HttpConnection(port, token)
        self._chance = random.Random(table)
        self._shoe = self._shuffled()
        self._now, self._number = "", 0
        self._news = asyncio.Event()
        self._count = 0

    def hear(self, data: bytes) -> None:
        """Takes a message of the console's stream; a heartbeat has no new page."""
        said = json.loads(data)
        if "html" in said:
            self._now, self._number = said["html"], said["number"]
            self._news.set()

    async def sit(self, seats: int, chips: int, bets: list[dict[str, Any]]) -> None:
        """Fills the table, and places the bets that are repeated each round."""
        for seat in range(1, seats + 1):
            await self._ask(f"/api/v1/tables/{self.table}/seat", {"seat": seat, "player": f"P{seat}", "chips": chips})
            await self._ask(f"/api/v1/tables/{self.table}/bets", {"seat": seat, "bets": bets})

    async def play(self, gap: Callable[[], float]) -> None:
        """Presses a key every ``gap`` seconds, if the server is fast enough, until it is cancelled."""
        await self._news.wait()
        due = perf_counter() + self._chance.random() * gap()
        while True:
            await asyncio.sleep(max(0.0, due - perf_counter()))
            due = max(due + gap(), perf_counter())  # a dealer does not press faster to make up for a delay
            for path, body in self._next():
                await self._press(path, body)

    async def _press(self, path: str, body: Any) -> None:
        self._news.clear()
        start = perf_counter()
        said = await self._ask(path, body)
        if said is None:
            return
        self.figures.answered.append(perf_counter() - start)
        try:
            async with asyncio.timeout(10):
                await self._see(said.get("number", 0))
        except TimeoutError:
            told = f"event {said.get('number', 0)}, after 10 s it is at {self._number}"
            self.figures.errors.append(f"{self.table}: the console does not show {path}: {told}")
        self.figures.shown.append(perf_counter() - start)

    async def _see(self, number: int) -> None:
        """Waits until the console shows this event; a controller's key has no event, so any update counts."""
        while not number or self._number < number:
            await self._news.wait()
            if not number:
                return
            self._news.clear()

    async def _ask(self, path: str, body: Any) -> dict[str, Any] | None:
        """The answer; None if it was refused, which is recorded as an error."""
        self._count += 1
        status, said = await self._connection.post(path, body, f"load-{self.table}-{self._count}")
        if status == 200:
            return dict(said)
        self.figures.errors.append(f"{path} {body}: {status} {said}")
        return None

    def _next(self) -> list[tuple[str, Any]]:
        """The next requests: cards if some are due, else the highlighted key, a player's answer, or the same bets."""
        found = CARDS.search(self._now)
        if found is not None and found[1] != "0":
            return [(f"/api/v1/tables/{self.table}/cards", {"cards": self._cards(int(found[1]))})]
        supervised = SUPERVISED.search(self._now)
        if supervised is not None:
            badge = self._supervisors[supervised[1] == "record"]
            return [(f"/api/v1/controllers/{self.table}/supervised", {"key": supervised[1], **badge})]
        keys = list(self._keys())
        lit = next((do for _, key, do in keys if key == "Enter"), None)
        if lit is not None:
            if lit[0][0].endswith("/close-betting"):
                if len(self._shoe) < DECKS * 52 // 4:
                    self._shoe = self._shuffled()
                    return [(f"/api/v1/tables/{self.table}/shuffle", None)]
                self.figures.rounds += 1
            return [(path, body) for path, body in lit]
        again = next((do for name, _, do in keys if name == "Same bets"), None)
        if again is not None:
            return [(path, body) for path, body in again]
        answers = [do for _, _, do in keys if do and do[0][0].endswith("/decision")]
        usual = [do for do in answers if do[0][1]["answer"].capitalize() not in OPTIONAL] or answers
        if not usual:
            raise RuntimeError(f"nothing can be pressed at {self.table}")
        first = [do for do in usual if do[0][1]["seat"] == usual[0][0][1]["seat"]]
        return [(path, body) for path, body in self._chance.choice(first)]

    def _keys(self) -> Iterator[tuple[str, str, list[tuple[str, Any]]]]:
        """Every available key: its name, its key on the keyboard, and its requests."""
        for button in BUTTON.findall(self._now):
            said = {name: html.unescape(value) for name, _, value in SAID.findall(button)}
            if "do" in said and "refused" not in said:
                yield said["name"], said.get("key", ""), json.loads(said["do"])

    def _cards(self, count: int) -> str:
        return " ".join(self._shoe.pop() for _ in range(count))

    def _shuffled(self) -> list[str]:
        shoe = card_names(list(range(52)) * DECKS).split()
        self._chance.shuffle(shoe)
        return shoe
