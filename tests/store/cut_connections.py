r"""A proxy before PostgreSQL that cuts the connection before the n-th message, in either direction.

    python -m tests.store.cut_connections

It reads the messages of the protocol and forwards them up to the cut; then both ends find the connection closed. The
room continues by itself, or its process ends and another one repeats the request.
"""

import argparse
import shutil
import socket
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Lock, Thread
from typing import Final, Literal
from urllib.parse import quote

from pitbook.store.write_connection import StoreUnavailable
from tests.postgres import Server
from tests.store.room_operations import KINDS, check_after, content, room_of

Way = Literal["there", "back"]
WAYS: Final[tuple[Way, ...]] = ("there", "back")
MOST_TRIES: Final = 20
MOST_CUTS: Final = 200
"""More messages than any act has."""


class Cut:
    """The proxy: connections to its folder go to the server's."""

    def __init__(self, server: Server) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="pitbook-cut-"))
        self._server = f"{server.data}/.s.PGSQL.5432"
        self._door = socket.socket(socket.AF_UNIX)
        self._door.bind(f"{self.folder}/.s.PGSQL.5432")
        self._door.listen(64)
        self._turn = Lock()
        self._way: Way | None = None
        self._left = 0
        self.done = False
        """Whether the cut was made."""
        Thread(target=self._serve, daemon=True).start()

    def address(self, of: str) -> str:
        """A store of the server, through this proxy."""
        database = of.partition("?")[0].rpartition("/")[2]
        return f"postgresql://postgres@/{database}?host={quote(str(self.folder), safe='')}"

    def arm(self, way: Way, number: int) -> None:
        """From now on, the message of this number is not delivered."""
        with self._turn:
            self._way, self._left, self.done = way, number, False

    def disarm(self) -> None:
        with self._turn:
            self._way = None

    def close(self) -> None:
        self._door.shutdown(socket.SHUT_RDWR)
        self._door.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _serve(self) -> None:
        with suppress(OSError):  # closed
            while True:
                client, _ = self._door.accept()
                Thread(target=self._talk, args=(client,), daemon=True).start()

    def _talk(self, client: socket.socket) -> None:
        with client, socket.socket(socket.AF_UNIX) as server, suppress(OSError):
            server.connect(self._server)
            back = Thread(target=self._carry, args=("back", server, client), daemon=True)
            back.start()
            self._carry("there", client, server)
            back.join()

    def _carry(self, way: Way, source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError, EOFError):
            if way == "there":
                target.sendall(_message(source, kind=0))  # the first says which protocol is spoken, without a kind
            while True:
                message = _message(source, kind=1)
                if self._is_cut(way):
                    break
                target.sendall(message)
        for end in (source, target):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def _is_cut(self, way: Way) -> bool:
        with self._turn:
            if self._way != way:
                return False
            self._left -= 1
            if self._left:
                return False
            self._way, self.done = None, True
            return True


def _message(source: socket.socket, kind: int) -> bytes:
    head = _bytes(source, kind + 4)
    return head + _bytes(source, int.from_bytes(head[kind:], "big") - 4)


def _bytes(source: socket.socket, count: int) -> bytes:
    found = bytearray()
    while len(found) < count:
        more = source.recv(count - len(found))
        if not more:
            raise EOFError
        found += more
    return bytes(found)


@contextmanager
def cut_of(server: Server) -> Iterator[Cut]:
    cut = Cut(server)
    try:
        yield cut
    finally:
        cut.close()


def cuts(server: Server, store: str, name: str, way: Way, *, dies: bool, step: int = 1) -> tuple[int, int]:
    """Cuts at every message of an operation, or at every ``step``-th; returns how often, and how often
    it was stored.
    """
    kind, times, whole, turn = KINDS[name], 0, 0, 0
    with room_of(store, 0):
        pass
    with cut_of(server) as cut:
        while True:
            turn += 1
            if turn > MOST_CUTS:
                raise AssertionError("the act never ends")
            with room_of(cut.address(store), turn) as house:
                kind.before(house, turn)
                before = content(house.server.database)
                if dies:
                    house.jackpots.worker.connection.retry_seconds = 0.0
                cut.arm(way, 1 + (turn - 1) * step * kind.apart)
                for _ in range(1 if dies else MOST_TRIES):
                    with suppress(StoreUnavailable):
                        kind.act(house, turn, f"{turn}/the act")
                        break
                    time.sleep(0.01)
                cut.disarm()
            there = check_after(store, kind, turn, before)
            if not cut.done:
                return times, whole
            if not dies and not there:
                raise AssertionError("the room did not go on by itself")
            times, whole = times + 1, whole + there


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--step", type=int, default=1)
    options.add_argument("--acts", nargs="+", choices=KINDS)
    asked = options.parse_args()
    server = Server()
    try:
        for name in asked.acts or KINDS:
            for way in WAYS:
                for dies in (False, True):
                    times, whole = cuts(server, server.fresh(), name, way, dies=dies, step=asked.step)
                    end = "the room dies" if dies else "the room goes on"
                    print(f"{name}, cut on the way {way}, {end}: {times} cuts, all there after {whole}; once each")
    finally:
        server.stop()


if __name__ == "__main__":
    main()
