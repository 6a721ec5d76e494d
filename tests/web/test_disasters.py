"""A bad network, servers restarted and killed under load, lost databases: nothing is lost or done twice."""

import json
import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from urllib.request import urlopen

import psycopg
import pytest

from tests.postgres import Server, end_with_parent
from tests.store.crash import ASIDE, check, until
from tests.store.playing_process import JACKPOT, opened
from tests.web.bad_network import BadNetwork
from tests.web.load_clients import Client, Display, Fleet, prepare

ROOT = Path(__file__).resolve().parents[2]
ENDS_WITHIN = 10.0
"""Seconds until a stop, with open displays and requests under way, on an idle machine."""
STARTS_WITHIN = 240.0
"""The same on a busy machine."""


class Serving:
    """``pitbook serve`` at a port of its own, which it keeps when it is started again."""

    def __init__(self, store: str, workers: int = 1) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = int(free.getsockname()[1])
        self._command = [sys.executable, "-m", "pitbook", "serve", "--store", store, "--port", str(self.port)]
        self._command += ["--workers", str(workers)]
        self.slowest_end = 0.0
        self._process = self._started()

    def _started(self) -> "subprocess.Popen[bytes]":
        return subprocess.Popen(
            self._command,
            cwd=ROOT,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            preexec_fn=end_with_parent,
        )

    def wait(self) -> None:
        until(self._is_ready, "the server is ready", STARTS_WITHIN)

    def _is_ready(self) -> bool:
        check(self._process.poll() is None, "the server has ended by itself")
        try:
            with urlopen(f"http://127.0.0.1:{self.port}/ready", timeout=5) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False

    def restart(self) -> None:
        """Stops it as an administrator does; it must end in time although clients are connected."""
        self.wait()  # a worker that is still starting must have started before it is stopped
        begun, busy = time.monotonic(), os.getloadavg()[0] / (os.cpu_count() or 1)
        self._process.terminate()
        self._process.wait(STARTS_WITHIN)
        took = time.monotonic() - begun
        check(took < ENDS_WITHIN * max(1.0, busy), f"the server took {took:.1f} s to end")
        self.slowest_end = max(self.slowest_end, took)
        self._process = self._started()

    def kill(self) -> None:
        """Kills the whole server, and starts it again."""
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait(60)
        self._process = self._started()

    def kill_worker(self, chance: random.Random) -> None:
        """Kills one of its processes; the others continue, and it is replaced."""
        children = Path(f"/proc/{self._process.pid}/task/{self._process.pid}/children").read_text().split()
        # The first child tracks the resources that all processes share; the others serve requests.
        os.kill(int(chance.choice(children[1:])), signal.SIGKILL)

    def close(self) -> None:
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait(60)


@contextmanager
def serving(store: str, workers: int = 1) -> Iterator[Serving]:
    server = Serving(store, workers)
    try:
        server.wait()
        yield server
    finally:
        server.close()


# -- a bad network -----------------------------------------------------------------------------------------------------


def bad_network(store: str, servers: int, seconds: float, seed: int, folder: Path) -> tuple[int, BadNetwork]:
    """All clients use the bad network; returns the number of transactions, and the fates of the requests."""
    prepare(store)
    with ExitStack() as stack:
        ports = [stack.enter_context(serving(store)).port for _ in range(servers)]
        network = BadNetwork(ports, seed)
        fleet = Fleet(Client([network.port]), folder, f"net{seed:05}")
        fleet.begin()
        time.sleep(seconds)
        fleet.end()
        network.close()
    check_same_answers(network)
    return fleet.check(store), network


def check_same_answers(network: BadNetwork) -> None:
    """A request that arrives repeatedly or late gets the same answer as the first time."""
    for key, answers in network.answers.items():
        said = {_of_the_act(key, body) for status, body in answers if status == 200}
        refused = {status for status, _ in answers} - {200, 429, 503}
        check(len(said) == 1 and not refused, f"{key}: {answers}")


def _of_the_act(key: str, body: bytes) -> str:
    """Tables and accounts are shown as they are now; the result of the act is the same."""
    told = json.loads(body)
    if "deposit" in key:
        return ""
    return json.dumps(told["table"] if key.startswith(f"{ASIDE}open") else told.get("done", told), sort_keys=True)


@pytest.mark.slow
def test_bad_network_loses_and_repeats_nothing(tmp_path: Path) -> None:
    booked, network = bad_network(str(tmp_path / "room.db"), 1, 1.0, 1, tmp_path)
    assert booked > 2
    assert set(network.happened) >= {"answer lost", "twice", "late"}


@pytest.mark.slow
@pytest.mark.parametrize("seed", [11, 12])
@pytest.mark.parametrize("servers", [1, 2])
def test_long_bad_network_on_postgresql(postgres_store: str, tmp_path: Path, servers: int, seed: int) -> None:
    booked, network = bad_network(postgres_store, servers, 30.0, seed, tmp_path)
    assert booked > 20
    print(f"{servers} servers: {booked} transactions, {dict(network.happened)}")


@pytest.mark.slow
@pytest.mark.parametrize("seed", [21, 22])
def test_long_bad_network_on_sqlite(tmp_path: Path, seed: int) -> None:
    booked, network = bad_network(str(tmp_path / "room.db"), 1, 30.0, seed, tmp_path)
    assert booked > 20
    print(f"{booked} transactions, {dict(network.happened)}")


# -- restarts, kills, cuts ---------------------------------------------------------------------------------------------

Blow = Callable[[random.Random], None]


def under_load(store: str, server: Serving, folder: Path, blows: int, blow: Blow, seed: int, pause: float = 1.0) -> int:
    """Failures while all clients play on; then everything is stored, and the display shows it."""
    chance, client = random.Random(seed), Client([server.port])
    fleet, display = Fleet(client, folder, f"load{seed:05}"), Display(server.port)
    fleet.begin()
    for _ in range(blows):
        before = len(fleet.deposited)
        until(lambda before=before: len(fleet.deposited) > before + 1 or fleet.faults, "play goes on", STARTS_WITHIN)
        time.sleep(chance.uniform(0, pause))
        blow(chance)
    fleet.end()
    jackpots = opened(store)
    shown = jackpots.book(JACKPOT).shown
    jackpots.close()
    jackpots.database.close()
    until(lambda: display.shown == shown, f"the display shows {shown}, not {display.shown}")
    display.close()
    return fleet.check(store)


@pytest.mark.slow
def test_a_server_is_restarted_and_killed_under_load(tmp_path: Path) -> None:
    store = str(tmp_path / "room.db")
    prepare(store)
    with serving(store) as server:

        def blow(chance: random.Random) -> None:
            chance.choice([server.restart, server.kill])()

        booked = under_load(store, server, tmp_path, 10, blow, seed=2)
    print(f"10 restarts and kills, {booked} transactions, ended within {server.slowest_end:.1f} s")


@pytest.mark.slow
def test_workers_and_servers_on_postgresql(postgres_store: str, tmp_path: Path) -> None:
    prepare(postgres_store)
    with serving(postgres_store, workers=2) as server:

        def blow(chance: random.Random) -> None:
            match chance.choice(["worker", "worker", "restart", "kill"]):
                case "worker":
                    server.kill_worker(chance)
                case "restart":
                    server.restart()
                case _:
                    server.kill()

        booked = under_load(postgres_store, server, tmp_path, 10, blow, seed=3)
    print(f"10 kills and restarts, {booked} transactions, ended within {server.slowest_end:.1f} s")


def cut_all(store: str) -> None:
    """Ends every connection to the database."""
    with psycopg.connect(store, autocommit=True) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
    connection.close()


@pytest.mark.slow
def test_connections_are_ended_at_any_moment(postgres_store: str, tmp_path: Path) -> None:
    prepare(postgres_store)
    with serving(postgres_store, workers=2) as server:
        booked = under_load(postgres_store, server, tmp_path, 60, lambda _: cut_all(postgres_store), seed=4, pause=0.2)
    print(f"60 times every connection, {booked} transactions")


@pytest.mark.slow
def test_postgresql_is_restarted_under_load(tmp_path: Path) -> None:
    database = Server()
    try:
        store = database.fresh()
        prepare(store)
        with serving(store, workers=2) as server:

            def blow(chance: random.Random) -> None:
                database.kill(chance.choice([signal.SIGQUIT, signal.SIGKILL, signal.SIGINT]))
                time.sleep(chance.uniform(0, 1))
                database.restart()

            booked = under_load(store, server, tmp_path, 10, blow, seed=5)
        print(f"10 restarts of PostgreSQL, {booked} transactions")
    finally:
        database.stop()
