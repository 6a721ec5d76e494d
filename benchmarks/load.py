"""Load test: a whole property at many times real speed, on the real server, with dealers' consoles and displays.

    python -m benchmarks.load                  ten minutes on PostgreSQL: 15 tables of 7 seats, 100 displays
    python -m benchmarks.load --bend           the speed at which an action takes too long
    python -m benchmarks.load --store sqlite   the same on the embedded store

Server, database and this program share the machine's cores.
"""

import asyncio
import json
import os
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median, quantiles
from typing import Any, Final

import click
import uvloop

from benchmarks.dealer import Dealer, Figures, HttpConnection, listen
from benchmarks.jackpot import serving
from benchmarks.line import say
from pitbook.compliance.property import parse_property
from pitbook.reports.postings.notices import postings
from pitbook.room.people.service import People
from pitbook.store.database import Database

TABLES, SEATS, DISPLAYS, SPEED, MINUTES = 15, 7, 100, 10.0, 10.0
ROUNDS_AN_HOUR: Final = 52
"""The rounds of blackjack with seven players that a real dealer deals in an hour."""
PRESSES: Final = 56
"""A dealer's key presses in such a round: bets, single cards, answers, and each payment."""
GAP: Final = 3600 / ROUNDS_AN_HOUR / PRESSES
PROMISED: Final = 0.05
"""The promised 99th percentile of a dealer's action, in seconds."""
GROWTH: Final = 0.02
"""The allowed growth of the server's memory after warm-up; less is noise."""
PIN: Final = "4071"
STEPS: Final = (10.0, 15.0, 20.0, 25.0, 30.0, 40.0)
"""The speeds that ``--bend`` tries."""

HEAD: Final = """
[property]
name = "Load"
kind = "card room"
location = "spokane"
tables_authorised = 15
dispute = "Ask for the floor supervisor."
employees = "Employees do not play here."

[cash]
on_hand = "$500,000"
last_year_receipts = "$1,500,000"
prize_funds = "$1,000,000"
prize_account = "Example Savings Bank, account 4410, for progressive jackpots only"

[approvals.royal-match-21.conditions]
commercial-internal-controls = { document = "IC 2026-03", day = 2026-03-02, person = "D. Reyes" }
equipment-licensed = { document = "licences", day = 2026-02-11, person = "D. Reyes" }
"""
TABLE: Final = """
[[table]]
id = "{id}"
game = "royal-match-21"
decks = 6
seats = {seats}
cards = "entered"
wagers = ["base", "royal-match", "royal-match-progressive"]
pay_tables = {{ royal-match = "RM-04" }}
limits = {{ base = "$5 to $300", royal-match = "$1 to $100" }}
postings = "{postings}"
"""
JACKPOT: Final = """
[[jackpot]]
id = "royal"
game = "royal-match-21"
wager = "royal-match-progressive"
pay_table = "RMP"
decks = 6
seed = "$5,000"
contribution = "10.91%"
reserve = "2%"
controller = "card"
tables = [{tables}]

[jackpot.components]
"Nexus Command Game Manager" = "v1.3.0"
"Nexus Command Table Controller Software" = "v2.0.0"
"ViPS display" = "v1.2.0"
"""
BETS: Final = [
    {"wager": "base", "cents": 1000},
    {"wager": "royal-match", "cents": 500},
    {"wager": "royal-match-progressive", "cents": 100},
]
CHIPS: Final = 50_000_000


def property_text(tables: list[str]) -> str:
    """The file of a property with these tables on one linked jackpot, including the numbers of its notices."""

    def text(numbers: dict[str, str]) -> str:
        listed = ", ".join(f'"{table}"' for table in tables)
        each = "".join(TABLE.format(id=table, seats=SEATS, postings=numbers.get(table, "")) for table in tables)
        return HEAD + each + JACKPOT.format(tables=listed)

    of = parse_property(text({}))
    return text({table: postings(of, table).number for table in tables})


@dataclass(frozen=True, slots=True)
class Result:
    """The measurements of one period."""

    speed: float
    seconds: float
    acts: int
    acts_a_second: float
    rounds_an_hour: float
    """Rounds of one table, converted to real speed."""
    answer_median: float
    answer_p99: float
    shown_p99: float
    display_steps: int
    errors: int
    processor: float
    """Seconds of processor time of the server's processes per action."""
    memory_before: float
    memory_after: float
    """The memory of all server processes, in megabytes: the medians of the first and the last fifth of the period."""

    @property
    def growth(self) -> float:
        return self.memory_after / self.memory_before - 1

    def words(self) -> str:
        return (
            f"{self.speed:g} times real speed for {self.seconds:.0f} s: {self.acts:,} actions, "
            f"{self.acts_a_second:.0f} a second, {self.rounds_an_hour:.0f} rounds an hour at a table, "
            f"{self.errors} errors; answered in {1000 * self.answer_median:.1f} ms (median), "
            f"{1000 * self.answer_p99:.1f} ms (99th percentile), on the console in "
            f"{1000 * self.shown_p99:.1f} ms (99th percentile); {self.display_steps:,} steps on displays; "
            f"{1000 * self.processor:.2f} ms of the server's processor time an action; "
            f"memory {self.memory_before:.0f} to {self.memory_after:.0f} MB ({100 * self.growth:+.1f}%)"
        )


class Property:
    """The simulated dealers and displays of a property."""

    def __init__(self, port: int, process: int) -> None:
        self.port, self.process = port, process
        self.figures = Figures()
        self.speed = 1.0
        self.steps = 0
        self._running: list[asyncio.Task[None]] = []

    async def begin(self, tables: list[str], displays: int) -> None:
        """Opens and fills the tables, and starts all dealers and displays."""
        eve = await self._sign_in("eve")
        for table in tables:
            status, said = await eve.post(f"/api/v1/tables/{table}/open", {"checked": True}, f"load-open-{table}")
            if status != 200:
                raise RuntimeError(f"table {table} could not be opened: {said}")
        supervisors = [_badge("sue"), _badge("eve")]
        for table in tables:
            token = (await self._sign_in("dana")).token
            dealer = Dealer(self.port, table, token, supervisors, self.figures)
            await dealer.sit(SEATS, CHIPS, BETS)
            path = f"/room/dealer/{table}/live"
            self._running.append(asyncio.create_task(listen(self.port, path, token, dealer.hear)))
            self._running.append(asyncio.create_task(dealer.play(lambda: GAP / self.speed)))
        for _ in range(displays):
            self._running.append(asyncio.create_task(listen(self.port, "/api/v1/displays/royal", "", self._step)))

    def _step(self, _data: bytes) -> None:
        self.steps += 1

    async def _sign_in(self, person: str) -> HttpConnection:
        connection = HttpConnection(self.port)
        status, said = await connection.post("/api/v1/sign-in", _badge(person))
        if status != 200:
            raise RuntimeError(f"{person} cannot sign in: {said}")
        connection.token = said["token"]
        return connection

    async def run(self, speed: float, seconds: float, warm: float) -> Result:
        """Plays at a speed; the warm-up is not measured."""
        self.speed = speed
        await asyncio.sleep(warm)
        self.figures.clear()
        self.steps, start, memory = 0, time.perf_counter(), []
        worked = processor_of(self.process)
        while time.perf_counter() < start + seconds:
            await asyncio.sleep(min(1.0, seconds / 10))
            memory.append(memory_of(self.process))
            for task in self._running:
                if task.done():
                    task.result()
        took, figures = time.perf_counter() - start, self.figures
        fifth, acts = max(1, len(memory) // 5), len(figures.answered)
        tables = sum(1 for _ in self._tables())
        return Result(
            speed, took, acts, acts / took, figures.rounds / tables / took * 3600 / speed,
            median(figures.answered), quantiles(figures.answered, n=100)[98], quantiles(figures.shown, n=100)[98],
            self.steps, len(figures.errors), (processor_of(self.process) - worked) / acts,
            median(memory[:fifth]), median(memory[-fifth:]),
        )  # fmt: skip

    def _tables(self) -> Iterator[None]:
        return (None for task in self._running if "Dealer.play" in repr(task.get_coro()))

    async def end(self) -> None:
        for task in self._running:
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)


def _badge(person: str) -> dict[str, str]:
    return {"badge": f"{person}:token of {person}", "pin": PIN}


def memory_of(process: int) -> float:
    """The resident memory of a process and its children, in megabytes."""
    total = 0
    for each in (process, *_children(process)):
        with suppress(OSError):  # it may have just ended
            total += int(Path(f"/proc/{each}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return total / 2**20


def processor_of(process: int) -> float:
    """The CPU seconds of a process and its children."""
    ticks = 0
    for each in (process, *_children(process)):
        with suppress(OSError):
            ticks += sum(map(int, Path(f"/proc/{each}/stat").read_text().rpartition(")")[2].split()[11:13]))
    return ticks / os.sysconf("SC_CLK_TCK")


def _children(process: int) -> Iterator[int]:
    with suppress(OSError):
        for child in Path(f"/proc/{process}/task/{process}/children").read_text().split():
            yield int(child)
            yield from _children(int(child))


async def _measure(port: int, process: int, tables: list[str], options: dict[str, Any]) -> list[Result]:
    of, found = Property(port, process), []
    try:
        await of.begin(tables, options["displays"])
        if not options["bend"]:
            found.append(await of.run(options["speed"], 60 * options["minutes"], options["warm"]))
            say(found[-1].words())
        for speed in STEPS if options["bend"] else ():
            found.append(await of.run(speed, 30.0, 10.0 if found else options["warm"]))
            say(found[-1].words())
            if found[-1].answer_p99 > 4 * PROMISED:
                break
    finally:
        await of.end()
        for error in of.figures.errors[:5]:
            say(error)
    return found


def measure(store: str, workers: int, tables: int, **options: Any) -> list[Result]:
    """Runs the load test on a new store with a real server."""
    names = [f"royal-{number}" for number in range(1, tables + 1)]
    people = People(database := Database(store))
    for person, role in (("dana", "dealer"), ("sue", "supervisor"), ("eve", "executive")):
        people.add(person, person.title(), [role], f"token of {person}", PIN)
    database.close()
    with tempfile.TemporaryDirectory() as folder:
        (file := Path(folder) / "property.toml").write_text(property_text(names), "utf-8")
        with serving(store, "--property", str(file), "--workers", str(workers)) as (port, process):
            return uvloop.run(_measure(port, process, names, options))


@contextmanager
def _postgresql() -> Iterator[str]:
    from tests.postgres import Server

    server = Server()
    try:
        yield server.fresh()
    finally:
        server.stop()


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--store", type=click.Choice(["postgresql", "sqlite"]), default="postgresql", show_default=True)
@click.option("--workers", default=2, show_default=True, help="Processes of the server, with PostgreSQL.")
@click.option("--tables", default=TABLES, show_default=True)
@click.option("--displays", default=DISPLAYS, show_default=True)
@click.option("--speed", default=SPEED, show_default=True, help="Times real speed.")
@click.option("--minutes", default=MINUTES, show_default=True)
@click.option("--warm", type=float, help="Seconds of warm-up; by default a fifth of the time, at most 60.")
@click.option("--bend", is_flag=True, help="Raise the speed until an action takes too long.")
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON.")
def main(store: str, workers: int, tables: int, as_json: bool, **options: Any) -> None:
    """Load a property and measure it; exit code 1 if a promise is broken."""
    if options["warm"] is None:
        options["warm"] = min(60.0, 12 * options["minutes"])
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    with tempfile.TemporaryDirectory() as folder:
        place = _postgresql() if store == "postgresql" else nullcontext(str(Path(folder) / "room.db"))
        with place as address:
            found = measure(address, workers if store == "postgresql" else 1, tables, **options)
    if as_json:
        click.echo(json.dumps([asdict(each) for each in found], indent=2))
    first = found[0]
    kept = first.answer_p99 < PROMISED and not first.errors and (options["bend"] or first.growth < GROWTH)
    sys.exit(0 if kept else 1)


if __name__ == "__main__":
    main()
