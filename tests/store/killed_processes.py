"""A process that dies on SQLite at a chosen point: before its n-th statement, or in the middle of a write.

    python -m tests.store.killed_processes statement write

Before every statement of every act, and after each commit before its answer; then at regular byte offsets of the act's
writes, where the kernel ends the process with a partly written page.
"""

import argparse
import multiprocessing
import os
import pickle
import resource
import signal
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from pitbook.store.write_connection import Rows
from pitbook.store.write_sqlite import SqliteWriteConnection
from tests.room.test_tables_room import RoomServer
from tests.store.room_operations import KINDS, Content, Kind, check_after, content, room_of

forking = multiprocessing.get_context("fork")  # a new process need not load everything again
DEAD: Final = 86
BYTES: Final = 1_021
"""The distance between two deaths in a write: less than a page, and no divisor of its size."""
Arm = Callable[[RoomServer, int], None]
"""Prepares the n-th death of a kind."""


def before_statement(room: RoomServer, number: int) -> None:
    """Dies before the n-th statement; the last death comes after the commit, before the answer."""
    connection, left = room.jackpots.worker.connection, number
    if not isinstance(connection, SqliteWriteConnection):
        raise TypeError("this is for SQLite")
    commit = connection.commit

    def burn(_statement: object = None) -> None:
        nonlocal left
        left -= 1
        if left == 0:
            os._exit(DEAD)

    def committed(rows: Rows, notes: Sequence[str]) -> None:
        commit(rows, notes)
        burn()

    connection._connection.set_trace_callback(burn)
    connection.commit = committed  # type: ignore[method-assign]  # commits, then dies


def in_a_write(room: RoomServer, number: int) -> None:
    """Limits the growth of files to this many bytes: a write beyond it ends the process with a partial write."""
    log = Path(f"{room.server.database.engine.url.database}-wal")
    signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
    resource.setrlimit(resource.RLIMIT_FSIZE, (log.stat().st_size + (number - 1) * BYTES + 1, resource.RLIM_INFINITY))


WAYS: Final[dict[str, Arm]] = {"statement": before_statement, "write": in_a_write}


def _live(store: str, kind: Kind, turn: int, arm: Arm, number: int) -> None:
    with room_of(store, turn) as room:
        kind.before(room, turn)
        Path(f"{store}.before").write_bytes(pickle.dumps(content(room.server.database)))
        arm(room, number)
        kind.act(room, turn, f"{turn}/the act")
        os._exit(0)


def deaths(folder: Path, name: str, way: str, step: int = 1) -> tuple[int, int]:
    """Dies at every point of an act, or at every ``step``-th; returns how often, and how often everything was stored by
    then."""
    store, kind, times, whole = str(folder / "room.db"), KINDS[name], 0, 0
    with room_of(store, 0):
        pass
    turn = 0
    while True:
        turn += 1
        process = forking.Process(target=_live, args=(store, kind, turn, WAYS[way], 1 + (turn - 1) * step))
        process.start()
        process.join()
        died = process.exitcode in (DEAD, -signal.SIGXFSZ)
        if not died and process.exitcode != 0:
            raise AssertionError(f"the process ended with {process.exitcode}")
        before: Content = pickle.loads(Path(f"{store}.before").read_bytes())
        there = check_after(store, kind, turn, before)
        if not died:
            return times, whole
        times, whole = times + 1, whole + there


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("ways", nargs="+", choices=WAYS)
    options.add_argument("--acts", nargs="+", choices=KINDS)
    options.add_argument("--step", type=int, default=1)
    asked = options.parse_args()
    for way in asked.ways:
        for name in asked.acts or KINDS:
            with tempfile.TemporaryDirectory(prefix="pitbook-deaths-") as folder:
                times, whole = deaths(Path(folder), name, way, asked.step)
            print(f"{name}, {way}: {times} deaths, {whole} of them after the act was there; nothing half-done")


if __name__ == "__main__":
    main()
