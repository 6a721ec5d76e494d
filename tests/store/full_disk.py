"""A full disk that gets free space again: a small private file system with a room on it.

    python -m tests.store.full_disk sqlite postgresql

While the disk is full, writes are refused with a sentence and leave nothing behind, and reads continue; when there is
space again, everything continues without a restart. The file system is mounted for this process only and disappears
with it.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any, Final

from tests.postgres import Server
from tests.store.crash import check, say, until
from tests.store.room_operations import content
from tests.web.card_room import CardRoom, card_room

MEGABYTES: Final = {"sqlite": 8, "postgresql": 120}
MOST_ACTS: Final = 4_000
"""More requests than the rest of a full disk can store."""
INSIDE: Final = "PITBOOK_TEST_DISK"
"""Set in a process that has its own mounts."""


def alone() -> list[str]:
    """The command that starts a process with its own mounts: as root, or as root of a user namespace."""
    return ["unshare", "--mount"] if os.geteuid() == 0 else ["unshare", "--map-root-user", "--mount"]


def can_mount() -> bool:
    try:
        done = subprocess.run([*alone(), "mount", "-t", "tmpfs", "none", "/mnt"], capture_output=True, check=False)
    except OSError:
        return False
    return done.returncode == 0


def run(kind: str, turns: int) -> "subprocess.CompletedProcess[str]":
    """The whole test, in a separate process."""
    command = [*alone(), sys.executable, "-m", "tests.store.full_disk", kind, "--turns", str(turns)]
    root = Path(__file__).resolve().parents[2]
    return subprocess.run(
        command, cwd=root, env=os.environ | {INSIDE: "yes"}, capture_output=True, text=True, check=False
    )


class Disk:
    """A small disk that a foreign file fills up."""

    def __init__(self, folder: Path, megabytes: int) -> None:
        self.folder, self._filler = folder, folder / "somebody else's"
        size = f"size={megabytes}m,mode=0755"
        subprocess.run(["mount", "-t", "tmpfs", "-o", size, "none", str(folder)], check=True)

    def fill(self) -> None:
        with self._filler.open("ab", buffering=0) as file:
            for size in (1 << 20, 1 << 12):
                try:
                    while file.write(b"x" * size) == size:
                        pass
                except OSError:
                    continue

    def clear(self) -> None:
        self._filler.unlink()


@contextmanager
def small_disk(megabytes: int) -> Iterator[Disk]:
    with tempfile.TemporaryDirectory(prefix="pitbook-disk-", ignore_cleanup_errors=True) as folder:
        disk = Disk(Path(folder), megabytes)
        try:
            yield disk
        finally:
            subprocess.run(["umount", "-l", folder], check=True)


def until_refused(own_room: CardRoom) -> tuple[dict[str, Any], Any]:
    """Switches a sensor on and off until the disk is full; returns that request and its answer."""
    for _ in range(MOST_ACTS):
        body = {"key": "sense", "seat": 1}
        request: dict[str, Any] = {
            "person": "dana", "path": "/controllers/1/presses", "body": body, "key": own_room.key(),
        }  # fmt: skip
        answer = own_room.post(**request)
        if answer.status_code != 200:
            return request, answer
    raise AssertionError("the disk was never full")


def full(store: str, disk: Disk, turns: int) -> float:
    """Repeats this many times; returns the longest wait for a refusal."""
    slowest = 0.0
    with card_room(store) as own_room:
        services = own_room.client.app.state.services  # type: ignore[attr-defined]  # of our own application
        check(own_room.open().status_code == 200, "the jackpot does not open")
        own_room.open_tables()
        for person in own_room.badges:
            own_room.sign_in(person)
        now = services.sessions.now
        for turn in range(1, turns + 1):
            # Reading also records that the session was used, which needs the disk.
            services.sessions.now = lambda turn=turn: now() + timedelta(minutes=2 * turn)
            disk.fill()
            request, answer = until_refused(own_room)
            before = content(services.database)
            for _ in range(2):
                begun = time.monotonic()
                again = own_room.post(**request)
                slowest = max(slowest, time.monotonic() - begun)
                check(again.status_code == 503, f"{again.status_code}: {again.text}")
            said = answer.json()
            check(answer.status_code == 503, f"refused with {answer.status_code}: {said}")
            check(said["title"] == "The store cannot be written to", f"refused with {said}")
            check(said["detail"].startswith("the store cannot be written to: "), f"refused with {said}")
            check("retry-after" in answer.headers, "the answer to a full disk asks the client to retry")
            check(content(services.database) == before, "a part of a refused change remains")
            for path in ("/jackpots", "/controllers/1", "/jackpots/royal"):
                check(own_room.get("dana", path).status_code == 200, f"{path} cannot be looked at")
            check(own_room.get("otto", "/jackpots/royal/proof").json()["holds"], "the ledger does not verify")
            ready = own_room.client.get("/ready")
            check(ready.status_code == 503 and "cannot be written to" in ready.json()["why"], f"ready: {ready.text}")
            check(own_room.client.get("/health").status_code == 200, "not alive")
            signed = own_room.client.post("/api/v1/sign-in", json=own_room.second("dana"))
            # A few rows may still find room on a page that is there already.
            check(signed.status_code in (200, 503), f"signing in: {signed.status_code} {signed.text}")
            disk.clear()
            answer = own_room.post(**request)
            check(answer.status_code == 200, f"there is room again: {answer.status_code} {answer.text}")
            check(own_room.post(**request).json() == answer.json(), "the same request was answered otherwise")
            until(lambda: own_room.client.get("/ready").status_code == 200, "ready again")
            say(f"full {turn}: {said['detail']}")
        check(own_room.get("otto", "/jackpots/royal/proof").json()["holds"], "the ledger does not verify")
    return slowest


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("kinds", nargs="+", choices=MEGABYTES)
    options.add_argument("--turns", type=int, default=3)
    asked = options.parse_args()
    if not os.environ.get(INSIDE):
        for kind in asked.kinds:
            done = run(kind, asked.turns)
            print(done.stdout or done.stderr, end="")
            done.check_returncode()
        return
    for kind in asked.kinds:
        with small_disk(MEGABYTES[kind]) as disk:
            if kind == "sqlite":
                slowest = full(str(disk.folder / "room.db"), disk, asked.turns)
            else:
                tempfile.tempdir = str(disk.folder)
                server = Server()
                try:
                    slowest = full(server.fresh(), disk, asked.turns)
                finally:
                    server.stop()
                    tempfile.tempdir = None
        print(f"{kind}: full {asked.turns} times, refused within {slowest:.1f} s, and went on by itself")


if __name__ == "__main__":
    main()
