"""Jackpots: durable coin-ins compared with ``pgbench`` on the same server, and the delay of a hundred displays.

A ``pgbench`` transaction writes the same rows as a coin-in, to Pitbook's own tables: one transaction, its four entries,
and the meter. Rounds of both alternate, and the best of each is compared: other load can make a round slower, but never
faster.
"""

import json
import re
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import UTC, datetime
from http.client import HTTPConnection
from pathlib import Path
from statistics import quantiles
from typing import Any

from benchmarks.line import Line, say
from pitbook.jackpot.book import Action
from pitbook.jackpot.setup import Setup, parse_terms
from pitbook.money import dollars
from pitbook.room.people.service import People
from pitbook.store.database import Database
from pitbook.store.work import UnitOfWork, Work
from pitbook.store.worker import Worker
from pitbook.store.writer import Writer
from pitbook.web.app import freeze_gc
from tests.controller_tables import open_in_store
from tests.postgres import Server

TABLES, SECONDS, ROUNDS = 16, 3.0, 3
DISPLAYS, STEPS = 100, 200
LINKED, SEPARATE = 0.5, 0.7
"""The promised share of pgbench's rate."""
PIN = "4071"

_SCRIPT = """
BEGIN;
UPDATE books SET number = number + 1, hash = repeat('0', 64), state = state WHERE id = {book} RETURNING number \\gset
INSERT INTO transactions VALUES ({book}, :number, 'coin-in', {book} || '/' || :number::text || '/coin-in',
  '2026-11-02T20:00:00.000000+00:00', 'dana', '{{"round":1,"table":"1","wagers":{{"1":100}}}}',
  '{{"shown_cents":500010}}', repeat('0', 64), repeat('0', 64));
INSERT INTO entries VALUES ({book}, :number, 'tray', 1000000), ({book}, :number, 'displayed', -109100),
  ({book}, :number, 'reserve', -20000), ({book}, :number, 'revenue', -870900);
COMMIT;
"""


def jackpots() -> Iterator[Line]:
    """Coin-ins a second, and displays."""
    freeze_gc()  # as the server does
    say("starting PostgreSQL ...")
    server = Server()
    try:
        yield from _coin_ins(server)
        yield _sqlite()
        yield from _displays(server)
    finally:
        server.stop()


def _coin_ins(server: Server) -> Iterator[Line]:
    ours: dict[int, list[float]] = {1: [], TABLES: []}
    theirs: dict[int, list[float]] = {1: [], TABLES: []}
    for number in range(ROUNDS):
        for meters in (1, TABLES):
            say(f"coin-ins on {meters} meters against pgbench, {number + 1} of {ROUNDS} ...")
            ours[meters].append(coin_ins(server.fresh(), meters))
            theirs[meters].append(pgbench(server, meters))
    linked, separate = max(ours[1]), max(ours[TABLES])
    one, many = max(theirs[1]), max(theirs[TABLES])
    what = f"coin-ins, {TABLES} tables on one linked meter"
    yield Line(what, linked, "/s", LINKED * one, True, "pgbench on one meter", one)
    yield Line(f"{what}, strictly", linked, "/s", LINKED * many, True, f"pgbench on {TABLES} meters", many)
    what = f"coin-ins, {TABLES} tables on {TABLES} meters"
    yield Line(what, separate, "/s", SEPARATE * many, True, f"pgbench on {TABLES} meters", many)


def _sqlite() -> Line:
    with tempfile.TemporaryDirectory() as folder:
        best = max(coin_ins(str(Path(folder) / f"{number}.db"), 1) for number in range(ROUNDS))
    return Line(f"coin-ins, {TABLES} tables on one linked meter, SQLite", best, "/s")


def coin_ins(store: str, meters: int) -> float:
    """Durable coin-ins a second: each table continues when its coin-in is committed."""
    database = Database(store)
    worker = Worker(database, lambda: datetime.now(UTC).isoformat())
    writer = Writer(worker)
    for number in range(meters):
        writer.run(_opening(number))
    until = time.perf_counter() + SECONDS

    def play(table: int) -> int:
        book, rounds = f"meter-{table % meters}", 0
        while time.perf_counter() < until:
            rounds += 1
            writer.run(_coin_in(book, table, rounds))
        return rounds

    start = time.perf_counter()
    with ThreadPoolExecutor(TABLES) as pool:
        done = sum(pool.map(play, range(TABLES)))
    seconds = time.perf_counter() - start
    writer.close()
    worker.close()
    database.close()
    return done / seconds


def _opening(number: int) -> Work[int]:
    name, terms = f"meter-{number}", parse_terms("$5,000", "10.91%", "2%")
    setup = Setup(name, "royal-match-21", "royal-match-progressive", "RMP", 6, "progressive", terms, dollars(1))
    return Work(lambda unit: unit.open_book(setup, "open", "eve").number, (name,))


def _coin_in(book: str, table: int, number: int) -> Work[dict[str, Any]]:
    action = Action("coin-in", {"table": str(table), "round": number, "wagers": {"1": 100}})

    def work(unit: UnitOfWork) -> dict[str, Any]:
        item = unit.do(book, action, f"{table}/{number}/coin-in", "dana")
        return {"transaction": item.number, **item.result}

    return Work(work, (book,), (), f"{table}/{number}", "coin in")


def pgbench(server: Server, meters: int) -> float:
    """Transactions a second of pgbench, with as many clients as there are tables."""
    address = server.fresh()
    database = Database(address)
    worker = Worker(database, lambda: datetime.now(UTC).isoformat())
    for number in range(meters):
        worker.run(_opening(number))
    worker.close()
    database.close()
    with tempfile.NamedTemporaryFile("w", suffix=".sql") as script:
        script.write(_SCRIPT.format(book="'meter-0'" if meters == 1 else "'meter-' || :client_id::text"))
        script.flush()
        said = server.run(
            "pgbench", "-n", "-M", "prepared", "-c", str(TABLES), "-j", "2", "-T", f"{SECONDS:.0f}", "-f", script.name,
            address,
        )  # fmt: skip
    found = re.search(r"tps = ([\d.]+)", said)
    if found is None or "number of failed transactions: 0" not in said:
        raise RuntimeError(f"pgbench did not do its work: {said[-500:]}")
    return float(found[1])


def _displays(server: Server) -> Iterator[Line]:
    say(f"{DISPLAYS} displays ...")
    store = server.fresh()
    people = People(database := Database(store))
    for person, role in (("dana", "dealer"), ("eve", "executive")):
        people.add(person, person.title(), [role], f"token of {person}", PIN)
    database.close()
    with serving(store) as (port, _), tempfile.TemporaryDirectory() as folder:
        eve, dana = Asking(port, "eve"), Asking(port, "dana")
        game = {"game": "royal-match-21", "wager": "royal-match-progressive", "pay_table": "RMP", "decks": 6}
        terms = {"seed": "$5,000", "contribution": "10.91%", "reserve": "2%"}
        tables = [{"table": "1", **game}]
        eve.ask("/jackpots", {"id": "royal", **game, "terms": terms, "tables": tables})
        open_in_store(store)
        seen = Path(folder) / "seen"
        command = [sys.executable, "-m", "benchmarks.displays", str(port), "royal", str(DISPLAYS), str(seen)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stdin=subprocess.PIPE, text=True) as looking:
            for _ in looking.stdout or ():  # until the process reports that all displays show the meter
                break
            steps = [_step(dana) for _ in range(STEPS)]
            time.sleep(0.5)
            looking.communicate("enough\n")
        shown = [[tuple(each) for each in display] for display in json.loads(seen.read_text())]
    since_press, since_answer = [], []
    for number, pressed, answered in steps:
        slowest = max(next(at for at, step in display if step >= number) for display in shown)
        since_press.append(slowest - pressed)
        since_answer.append(slowest - answered)
    what = f"a step on the slowest of {DISPLAYS} displays, 99th percentile"
    yield Line(f"{what}, after the button", _p99(since_press), "s", 0.1)
    yield Line(f"{what}, after the answer", max(0.0, _p99(since_answer)), "s", 0.1)


def _p99(values: list[float]) -> float:
    return quantiles(values, n=100)[98]


class Asking:
    """A client with a persistent connection."""

    def __init__(self, port: int, person: str) -> None:
        self._connection = HTTPConnection("127.0.0.1", port, timeout=60)
        self._headers = {"Content-Type": "application/json"}
        self._count = 0
        token = self.ask("/sign-in", {"badge": f"{person}:token of {person}", "pin": PIN})["token"]
        self._headers["Authorization"] = f"Bearer {token}"

    def ask(self, path: str, body: Any) -> Any:
        self._count += 1
        headers = self._headers | {"Idempotency-Key": f"benchmark-{self._count}"}
        self._connection.request("POST", f"/api/v1{path}", json.dumps(body), headers)
        answer = self._connection.getresponse()
        text = answer.read()
        if answer.status != 200:
            raise RuntimeError(text.decode())
        return json.loads(text)


def _step(dana: Asking) -> tuple[int, float, float]:
    """Plays a round with one wager; returns its transaction, the time of the press and the time of the answer."""
    dana.ask("/controllers/1/presses", {"key": "sense", "seat": 1})
    pressed = time.monotonic()
    told = dana.ask("/controllers/1/presses", {"key": "lock"})["told"]
    answered = time.monotonic()
    dana.ask("/controllers/1/presses", {"key": "end"})
    time.sleep(0.02)
    return int(told["transaction"]), pressed, answered


def _ready(port: int) -> bool:
    """Whether a server is ready; its port may accept connections before it is."""
    connection = HTTPConnection("127.0.0.1", port, timeout=5)
    try:
        connection.request("GET", "/ready")
        return connection.getresponse().status == 200
    except OSError:
        return False
    finally:
        connection.close()


@contextmanager
def serving(store: str, *options: str) -> Iterator[tuple[int, int]]:
    """Runs a real server in a separate process; gives its port and process id."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = int(free.getsockname()[1])
    command = [sys.executable, "-m", "pitbook", "serve", "--store", store, "--port", str(port), *options]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as process:
        try:
            until = time.monotonic() + 60
            while not _ready(port):
                if process.poll() is not None or time.monotonic() > until:
                    raise RuntimeError("the server does not start")
                time.sleep(0.05)
            yield port, process.pid
        finally:
            process.terminate()
            process.wait(30)
