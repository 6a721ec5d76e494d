"""Kills the process that plays, or the PostgreSQL server under it, at random moments, and proves that nothing is lost.

    python -m tests.store.crash sqlite=500 postgresql=300 server=200

After every kill the ledger verifies, every answered request is stored with its answer, and nothing is stored twice. At
the end of a part, unanswered requests are repeated, and the meter must equal an independent sum of the answers.
"""

import argparse
import json
import multiprocessing
import os
import random
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import select

from pitbook.room.audit.ledger_proof import prove
from pitbook.store import schema
from pitbook.store.database import Database
from pitbook.store.work import read_book
from pitbook.store.write_connection import StoreUnavailable
from tests.postgres import Server, end_with_parent
from tests.store.playing_process import CONTRIBUTION, JACKPOT, OPENING, RESERVE, SEED, TABLES, TOP, play, read_diary

CHAPTER = 25
"""Kills on one store before a new one is used, so that verifying it stays fast."""
ASIDE = "aside/"
"""The prefix of the keys of requests that do not come from these tables."""
LONGEST_PLAY = 0.9
"""Seconds; some kills hit a process that has not opened the store yet."""
forking = multiprocessing.get_context("fork")  # a new process need not load everything again


def check(holds: bool, words: str) -> None:
    if not holds:
        raise AssertionError(words)


def answers(folder: Path) -> Iterator[list[Any]]:
    """Key, act, arguments and answer of every answered step."""
    for table in TABLES:
        for what, *rest in read_diary(folder / f"{table}.diary"):
            check(what != "refused", f"a step that could be done was refused: {rest}")
            if what == "answered":
                yield rest


def in_doubt(folder: Path) -> set[str]:
    """Steps that were requested and not answered."""
    found: set[str] = set()
    for table in TABLES:
        for what, key, *_ in read_diary(folder / f"{table}.diary"):
            (found.add if what == "asked" else found.discard)(key)
    return found


def check_store(address: str, folder: Path) -> int:
    """Asserts that everything answered before is stored; returns the number of transactions."""
    before = list(answers(folder))
    database = Database(address)
    with database.reading_snapshot() as connection:
        requests = {key: json.loads(answer) for key, answer in _requests(connection)}
        ledger = {item.number: item for item in read_book(connection, JACKPOT)}
    if ledger:
        proof = prove(database, JACKPOT)
        check(proof.holds, f"the ledger does not verify: {proof.fault}")
    database.close()
    for key, _, _, answer in before:
        check(requests.get(key) == answer, f"the answer to {key} is lost: {answer} was given, {requests.get(key)} kept")
    booked = Counter(number for answer in requests.values() if (number := _transaction(answer)))
    twice = [number for number, times in booked.items() if times > 1]
    check(not twice, f"transactions {twice} were given to two requests")
    # Every transaction except the opening was requested at a table, and none is stored twice.
    check(set(booked) == set(ledger) - {1}, f"{len(ledger)} transactions, but {len(booked)} requests for them")
    keys = Counter(item.key for item in ledger.values())
    check(max(keys.values(), default=1) == 1, "a round was counted twice")
    return len(ledger)


def _requests(connection: Any) -> Iterator[Any]:
    table = schema.requests
    for key, answer in connection.execute(select(table.c.key, table.c.answer)):
        own = key.rpartition(": ")[2]  # over HTTP a key is its person's
        if own != OPENING and not own.startswith(ASIDE):
            yield own, answer


def _transaction(answer: Any) -> int:
    told = answer.get("told", answer) if isinstance(answer, dict) else {}
    return int(told.get("transaction", 0))


def check_meter(address: str, folder: Path) -> None:
    """When no request is pending, the meter is the sum of the answers."""
    check(not in_doubt(folder), "a step was never answered")
    done: dict[int, tuple[str, dict[str, Any], dict[str, Any]]] = {}
    lit: dict[str, int] = {}
    for _, do, arguments, answer in answers(folder):
        if (number := _transaction(answer)) != 0:
            # A void returns the wagers that its round was locked with.
            table = str(arguments.get("table", ""))
            if do == "press" and arguments["button"] == "lock":
                lit[table] = len(answer["lit"])
            done[number] = (do, arguments | {"wagers": lit.get(table, 0)}, answer.get("told", answer))
    displayed, reserve = SEED, 0
    prizes: dict[int, int] = {}
    for number, (do, arguments, told) in sorted(done.items()):
        if do == "void" or arguments.get("button") == "lock":
            sign = -1 if do == "void" else 1
            displayed += sign * arguments["wagers"] * CONTRIBUTION
            reserve += sign * arguments["wagers"] * RESERVE
            # Money that a 100% award has moved to the display since then is taken off the display.
            displayed, reserve = displayed + min(0, reserve), max(0, reserve)
        elif do == "back-out":
            displayed += prizes[arguments["award"]]
        elif told["outcome"] == TOP:
            check(told["prize_cents"] == displayed // 10_000, f"prize of transaction {number}")
            displayed, reserve = SEED + reserve + displayed % 10_000, 0
        else:
            check(told["prize_cents"] == displayed // 10_000 // 4, f"prize of transaction {number}")
            prizes[number] = told["prize_cents"] * 10_000
            displayed -= prizes[number]
        check(told["shown_cents"] == displayed // 10_000, f"what was shown after transaction {number}")
    database = Database(address)
    proof = prove(database, JACKPOT)
    database.close()
    check(proof.transactions == len(done) + 1, f"{proof.transactions} booked, {len(done)} answered and the opening")
    check(proof.state is not None, "no book")
    if proof.state is not None:
        meter = proof.state.meter
        check((meter.displayed, meter.reserve) == (displayed, reserve), f"{meter} is not {displayed}, {reserve}")


def _player(address: str, folder: Path, seed: str, rounds: int | None) -> None:
    end_with_parent()
    # The error output of a killed process would only clutter the report.
    if rounds is None:
        os.dup2(os.open(folder / "said", os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600), 2)
    play(address, folder, seed, rounds)


@contextmanager
def playing(address: str, folder: Path, seed: str, rounds: int | None = None) -> Iterator[Any]:
    """A process with tables that play; killed at the end unless it has ended."""
    process = forking.Process(target=_player, args=(address, folder, seed, rounds))
    process.start()
    try:
        yield process
    finally:
        process.kill()
        process.join()


def kill_processes(address: str, folder: Path, kills: int, chance: random.Random) -> int:
    count = 0
    for number in range(kills):
        with playing(address, folder, f"{chance.random()}") as process:
            time.sleep(chance.uniform(0, LONGEST_PLAY))
            check(process.is_alive(), f"the player ended by itself: {(folder / 'said').read_text()[-2000:]}")
        count = check_store(address, folder)
        say(f"kill {number + 1}: {count} transactions, {len(in_doubt(folder))} steps in doubt")
    return count


def kill_server(server: Server, address: str, folder: Path, kills: int, chance: random.Random) -> int:
    """Kills the server again and again while one process plays on."""
    count = 0
    with playing(address, folder, f"{chance.random()}") as process:
        for number in range(kills):
            before = _lines(folder)
            until(lambda before=before: _lines(folder) > before + 20, "play goes on")
            time.sleep(chance.uniform(0, 0.3))
            server.kill(chance.choice([signal.SIGKILL, signal.SIGQUIT]))
            server.restart()
            count = _checked(address, folder)
            check(process.is_alive(), f"the player ended: {(folder / 'said').read_text()[-2000:]}")
            say(f"server kill {number + 1}: {count} transactions, {len(in_doubt(folder))} steps in doubt")
    return count


def _checked(address: str, folder: Path) -> int:
    """Checks the store while others play: its snapshot is newer than the answers that it looks for."""
    for _ in range(3):
        try:
            return check_store(address, folder)
        except StoreUnavailable:  # a server that has just come back
            time.sleep(0.2)
    return check_store(address, folder)


def _lines(folder: Path) -> int:
    return sum(1 for _ in answers(folder))


def until(holds: Any, words: str, seconds: float = 60) -> None:
    until = time.monotonic() + seconds
    while not holds():
        check(time.monotonic() < until, f"not in {seconds:.0f} seconds: {words}")
        time.sleep(0.02)


def chapter(kind: str, server: Server | None, kills: int, chance: random.Random) -> int:
    with tempfile.TemporaryDirectory(prefix="pitbook-crash-") as name:
        folder = Path(name)
        address = server.fresh() if server is not None else str(folder / "room.db")
        if kind == "server" and server is not None:
            kill_server(server, address, folder, kills, chance)
        else:
            kill_processes(address, folder, kills, chance)
        with playing(address, folder, "the last", rounds=1) as process:
            process.join(120)
            check(process.exitcode == 0, f"the last round ended with {process.exitcode}")
        check_meter(address, folder)
        return check_store(address, folder)


def say(words: str) -> None:
    print(words, file=sys.stderr, flush=True)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument(
        "kills", nargs="+", help="sqlite=N, postgresql=N: kills of the process; server=N: of the server"
    )
    options.add_argument("--seed", type=int, default=1)
    asked = options.parse_args()
    chance = random.Random(asked.seed)
    wanted = [(kind, int(number)) for kind, _, number in (each.partition("=") for each in asked.kills)]
    server = Server() if any(kind != "sqlite" for kind, _ in wanted) else None
    try:
        for kind, kills in wanted:
            booked = sum(
                chapter(kind, server if kind != "sqlite" else None, min(CHAPTER, kills - before), chance)
                for before in range(0, kills, CHAPTER)
            )
            print(f"{kind}: {kills} kills, {booked} transactions: every ledger verifies, nothing lost, nothing twice")
    finally:
        if server is not None:
            server.stop()


if __name__ == "__main__":
    main()
