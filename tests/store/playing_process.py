"""Tables that play automatically in a separate process, and log their requests and answers.

Every step is logged before its request and after its answer, in a file that survives the process. The next process
repeats a step without an answer with the same key.
"""

import json
import os
import random
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Any

from pitbook.errors import PitbookError
from pitbook.jackpot.controller import ControllerState
from pitbook.jackpot.links import Member
from pitbook.jackpot.people import Person
from pitbook.jackpot.setup import Setup, parse_terms
from pitbook.money import dollars
from pitbook.room.jackpots.service import Jackpots
from pitbook.store.database import Database
from pitbook.store.write_connection import StoreUnavailable

DEALER = Person("dana", "Dana Dealer", frozenset({"dealer"}))
SUPERVISOR = Person("sue", "Sue Supervisor", frozenset({"supervisor"}))
EXECUTIVE = Person("eve", "Eve Executive", frozenset({"executive"}))
ACCOUNTANT = Person("ann", "Ann Accountant", frozenset({"accounting"}))
PEOPLE = {person.id: person for person in (DEALER, SUPERVISOR, EXECUTIVE, ACCOUNTANT)}
TOP, QUARTER = "double_royal_match_suited", "double_royal_match"
SEED, CONTRIBUTION, RESERVE = 500_000_000, 109_100, 20_000
"""The seed and the contributions in millionths: $500, and 10.91% and 2% of a dollar."""
TABLES = ("t1", "t2", "t3", "t4", "t5", "t6")
JACKPOT = "royal"
OPENING = "the one opening"


@dataclass(frozen=True, slots=True)
class Step:
    """Something to ask for."""

    key: str
    do: str
    arguments: Mapping[str, Any]


def opened(store: str) -> Jackpots:
    return Jackpots(Database(store), lambda: datetime.now(UTC).isoformat())


def open_jackpot(jackpots: Jackpots) -> None:
    terms = parse_terms("$500", "10.91%", "2%")
    setup = Setup(JACKPOT, "royal-match-21", "royal-match-progressive", "RMP", 6, "progressive", terms, dollars(1))
    members = [Member(table, setup.game, setup.wager, setup.table, setup.decks, "main", True) for table in TABLES]
    jackpots.open(setup, members, EXECUTIVE, OPENING)


def ask(jackpots: Jackpots, step: Step) -> dict[str, Any]:
    """Does a step; while the store cannot be reached, it is asked for again under its key."""
    while True:
        try:
            return _ask(jackpots, step)
        except StoreUnavailable:
            time.sleep(0.05)


def _ask(jackpots: Jackpots, step: Step) -> dict[str, Any]:
    said = dict(step.arguments)
    match step.do:
        case "press":
            person = PEOPLE[said.pop("person")]
            return jackpots.press(said.pop("table"), said.pop("button"), person, step.key, **said)
        case "fixed-pay":
            return jackpots.fixed_pay(said["table"], said["seat"], "suited_hand", DEALER, step.key)
        case "void":
            return jackpots.void_round(said["table"], "misdeal", "D-1", EXECUTIVE, step.key)
        case "back-out":
            people = [EXECUTIVE, ACCOUNTANT]
            return jackpots.back_out(JACKPOT, said["award"], "wrong hand", "D-2", people, step.key)
    raise AssertionError(step.do)


class Diary:
    """The requests and answers of one table; a line is in the file when ``write`` returns."""

    def __init__(self, path: Path) -> None:
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)

    def write(self, *words: Any) -> None:
        os.write(self._file, (json.dumps(words) + "\n").encode())


def read_diary(path: Path) -> Iterator[list[Any]]:
    """A line that was cut off by the kill was never written."""
    for line in path.read_bytes().splitlines(keepends=True) if path.exists() else ():
        if line.endswith(b"\n"):
            yield json.loads(line)


class Table:
    """One table: continues from the state of its controller."""

    def __init__(self, jackpots: Jackpots, table: str, folder: Path, seed: str) -> None:
        self.jackpots, self.table = jackpots, table
        self.random = random.Random(f"{seed} {table}")
        self.path = folder / f"{table}.diary"
        self.diary = Diary(self.path)
        self.steps, self.name = 0, seed

    def catch_up(self) -> None:
        """Asks again for what was asked for and not answered."""
        open_steps: dict[str, Step] = {}
        for what, key, *rest in read_diary(self.path):
            if what == "asked":
                open_steps[key] = Step(key, *rest)
            else:
                open_steps.pop(key, None)
        for step in open_steps.values():
            self._answered(step)

    def _step(self, do: str, **arguments: Any) -> dict[str, Any]:
        self.steps += 1
        step = Step(f"{self.name}/{self.table}/{self.steps}", do, arguments)
        self.diary.write("asked", step.key, do, arguments)
        return self._answered(step)

    def _answered(self, step: Step) -> dict[str, Any]:
        try:
            answer = ask(self.jackpots, step)
        except PitbookError as error:
            self.diary.write("refused", step.key, str(error))
            raise
        self.diary.write("answered", step.key, step.do, dict(step.arguments), answer)
        return answer

    def _controller(self) -> ControllerState:
        while True:
            try:
                return self.jackpots.controller(self.table)
            except StoreUnavailable:
                time.sleep(0.05)

    def press(self, button: str, person: Person = DEALER, **more: Any) -> dict[str, Any]:
        return self._step("press", table=self.table, button=button, person=person.id, **more)

    def play(self) -> None:
        """One round, or the rest of an interrupted one."""
        controller = self._controller()
        choose = self.random.random
        if controller.phase == "betting":
            if not controller.lit:
                for seat in self.random.sample(range(1, 6), self.random.randint(1, 3)):
                    self.press("sense", seat=seat)
            self.press("lock")
            controller = self._controller()
        if controller.phase == "playing" and not controller.wins:
            if not controller.recorded and choose() < 0.15:
                self._step("void", table=self.table)
                return
            free = [seat for seat in controller.lit if seat not in {prize["seat"] for prize in controller.recorded}]
            if free and choose() < 0.5:
                if controller.spot:
                    self.press("spot", seat=controller.spot)  # off again
                self.press("spot", seat=self.random.choice(free))
                self.press("hand", outcome=TOP if choose() < 0.3 else QUARTER)
                controller = self._controller()
        if controller.phase == "playing" and controller.wins:
            self.press("verify", SUPERVISOR)
            controller = self._controller()
        if controller.phase == "verifying":
            paid = self.press("record", EXECUTIVE)["told"]
            # A share leaves its money on the meter, so that it can always be undone.
            if paid["outcome"] == QUARTER and choose() < 0.4:
                self._step("back-out", award=paid["transaction"])
        self.press("end")


def play(store: str, folder: Path, seed: str, rounds: int | None = None, tables: Sequence[str] = TABLES) -> None:
    """Plays these tables concurrently, for this many rounds or until the process is ended."""
    jackpots = opened(store)
    open_jackpot(jackpots)

    def run(table: str) -> None:
        playing = Table(jackpots, table, folder, seed)
        playing.catch_up()
        for _ in count() if rounds is None else range(rounds):
            playing.play()

    with ThreadPoolExecutor(len(tables)) as pool:
        running = [pool.submit(run, table) for table in tables]
        for done in as_completed(running):
            if done.exception() is not None:
                print(f"a table stopped: {done.exception()!r}", file=sys.stderr, flush=True)
                os._exit(1)  # otherwise the other tables would play on for ever
    jackpots.close()
    jackpots.database.close()


if __name__ == "__main__":
    store, folder, seed, rounds, *tables = sys.argv[1:]
    play(store, Path(folder), seed, int(rounds), tables)
