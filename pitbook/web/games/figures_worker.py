"""The process that counts for the pages: it reads one wish after the other, answers each, and ends with its input."""

import os
import pickle
import sys
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from typing import Any, Final

from pitbook.errors import PitbookError
from pitbook.exact.outside import Given, ensure
from pitbook.web.games.sheet_key import NoFigure, Wanted

NICE: Final = 15


def main() -> None:
    """Works until nobody is at the other end."""
    with suppress(OSError, AttributeError):
        os.nice(NICE)  # the machine is the server's
    read, write = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # whatever is printed is no answer
    wishes: SimpleQueue[tuple[tuple[Given, ...], Wanted[Any]]] = SimpleQueue()

    def listen() -> None:
        try:
            while True:
                wishes.put(pickle.load(read))
        except EOFError:
            os._exit(0)  # the server is gone: nobody wants what is being counted

    Thread(target=listen, daemon=True).start()
    while True:
        games, wanted = wishes.get()
        try:
            ensure(games)
            found = wanted.make()
        except PitbookError as error:
            found = NoFigure(str(error))
        pickle.dump(found, write)
        write.flush()


if __name__ == "__main__":
    main()
