"""A network between clients and servers that loses, repeats, delays and cuts requests and answers."""

import random
import socket
from collections import Counter, defaultdict
from collections.abc import Sequence
from contextlib import suppress
from itertools import cycle
from threading import Lock, Thread
from time import sleep
from typing import Final

FATES: Final = {"fine": 50, "request lost": 10, "answer lost": 12, "twice": 12, "late": 10, "cut": 6}
"""The fates of a request, each with its percentage."""
LATEST_SECONDS: Final = 0.5
PATIENCE_SECONDS: Final = 30.0


class BadNetwork:
    """Clients send requests to its port; it sends each on to one of the servers, over a new connection."""

    def __init__(self, ports: Sequence[int], seed: int) -> None:
        self._ports = cycle(ports)
        self._random = random.Random(seed)
        self._turn = Lock()
        self._under_way: list[Thread] = []
        self.happened: Counter[str] = Counter()
        self.answers: defaultdict[str, list[tuple[int, bytes]]] = defaultdict(list)
        """Status and body of every answer, by its key; answers that were lost on the way are included."""
        self._door = socket.create_server(("127.0.0.1", 0), backlog=256)
        self.port = int(self._door.getsockname()[1])
        Thread(target=self._serve, daemon=True).start()

    def close(self) -> None:
        """Closes the port, and waits until all requests under way have arrived."""
        self._door.shutdown(socket.SHUT_RDWR)
        self._door.close()
        for thread in self._under_way:
            thread.join()

    def _serve(self) -> None:
        with suppress(OSError):  # closed
            while True:
                client, _ = self._door.accept()
                thread = Thread(target=self._carry, args=(client,), daemon=True)
                self._under_way.append(thread)
                thread.start()

    def _carry(self, client: socket.socket) -> None:
        with client, suppress(OSError):
            client.settimeout(PATIENCE_SECONDS)
            request = _read_request(client)
            with self._turn:
                fate = self._random.choices(list(FATES), list(FATES.values()))[0]
                wait = self._random.uniform(0, LATEST_SECONDS)
                self.happened[fate] += 1
            match fate:
                case "fine":
                    client.sendall(self._ask(request))
                case "answer lost":
                    self._ask(request)
                case "twice":
                    other = Thread(target=self._ask, args=(request,), daemon=True)
                    other.start()
                    client.sendall(self._ask(request))
                    other.join()
                case "late":
                    client.close()
                    sleep(wait)
                    self._ask(request)
                case "cut":
                    self._ask(request[: len(request) * 3 // 4])

    def _ask(self, request: bytes) -> bytes:
        """A server's answer; empty for an incomplete request, and if the server cannot be reached."""
        with self._turn:
            port = next(self._ports)
        answer = bytearray()
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), PATIENCE_SECONDS) as server:
            server.sendall(request)
            if not _is_whole(request):
                return b""
            while more := server.recv(65_536):
                answer += more
        key = _header(request, b"idempotency-key")
        if key and answer:
            head, _, body = bytes(answer).partition(b"\r\n\r\n")
            with self._turn:
                self.answers[key].append((int(head.split()[1]), body))
        return bytes(answer)


def _read_request(client: socket.socket) -> bytes:
    request = bytearray()
    while not _is_whole(request):
        more = client.recv(65_536)
        if not more:
            raise ConnectionError
        request += more
    return bytes(request)


def _is_whole(request: bytes | bytearray) -> bool:
    head, end, body = bytes(request).partition(b"\r\n\r\n")
    return bool(end) and len(body) >= int(_header(head, b"content-length") or 0)


def _header(request: bytes, name: bytes) -> str:
    for line in request.partition(b"\r\n\r\n")[0].split(b"\r\n")[1:]:
        found, _, value = line.partition(b":")
        if found.strip().lower() == name:
            return value.strip().decode()
    return ""
