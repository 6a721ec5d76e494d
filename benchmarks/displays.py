"""Many displays in one process, which record when each showed which change.

    python -m benchmarks.displays PORT JACKPOT DISPLAYS FILE

Prints ``looking`` when every display shows the meter, and writes the file when it reads a line of input.
"""

import asyncio
import json
import sys
import time
from pathlib import Path

Seen = list[tuple[float, int]]
"""The time, on the monotonic clock that all processes of the machine share, and the transaction."""


async def display(port: int, jackpot: str, seen: Seen, shows: asyncio.Event) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"GET /api/v1/displays/{jackpot} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    async for line in reader:
        if line.startswith(b"id: "):
            seen.append((time.monotonic(), int(line[4:])))
            shows.set()


async def main(port: int, jackpot: str, displays: int, file: Path) -> None:
    seen: list[Seen] = [[] for _ in range(displays)]
    shows = [asyncio.Event() for _ in range(displays)]
    looking = [asyncio.create_task(display(port, jackpot, *pair)) for pair in zip(seen, shows, strict=True)]
    await asyncio.gather(*(each.wait() for each in shows))
    print("looking", flush=True)
    await asyncio.to_thread(sys.stdin.readline)
    for task in looking:
        task.cancel()
    file.write_text(json.dumps(seen))


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]), sys.argv[2], int(sys.argv[3]), Path(sys.argv[4])))
