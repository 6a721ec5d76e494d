r"""Concurrent clients of a real server: controllers, the back office, a player, displays; each retries until answered.

A client repeats an unanswered request with the same idempotency key. At the end every answered request is stored once,
and the meters equal the sum of the answers.
"""

import json
import random
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from http.client import HTTPConnection, HTTPException
from itertools import count
from pathlib import Path
from threading import Event, Lock, Thread
from typing import TYPE_CHECKING, Any, Final, cast

from pitbook.jackpot.controller import ControllerState
from pitbook.jackpot.links import Member
from pitbook.jackpot.people import Person
from pitbook.room.audit.ledger_proof import prove
from pitbook.room.days.records import read_records
from pitbook.room.tables.log import PLAY, last_opening
from pitbook.room.tables.service import Tables
from pitbook.store.database import Database
from pitbook.table.replay import Replay
from tests.controller_tables import open_for_controllers
from tests.room.table_rig import MILD, SHOE_KEY, usual_bets
from tests.store.crash import ASIDE, check, check_meter, check_store
from tests.store.playing_process import EXECUTIVE, JACKPOT, PEOPLE, SEED, TABLES, Table, open_jackpot, opened
from tests.web.card_room import PIN, hire_staff

if TYPE_CHECKING:
    from pitbook.room.jackpots.service import Jackpots

LONGEST_SECONDS: Final = 240.0
"""Statuses that are retried."""
VISITOR: Final = "v" * 43
GAME: Final = "match-n-poker"
OTHER: Final = "other"
"""A jackpot that only manual acts change."""
AGAIN: Final = frozenset({429, 503})


class UnexpectedRefusal(AssertionError):
    """The server refused a request that it should carry out."""


class Client:
    """Tries one server after the other until one answers."""

    def __init__(self, ports: Sequence[int]) -> None:
        self.ports, self.asked, self.tries = list(ports), 0, 0
        self.tokens: dict[str, str] = {}
        self._turn = Lock()
        self.statuses: set[int] = set()

    def sign_in(self) -> None:
        for person in PEOPLE:
            body = {"badge": f"{person}:token of {person}", "pin": PIN}
            self.tokens[person] = self.ask("POST", "/sign-in", body)["token"]

    def ask(self, method: str, path: str, body: Any = None, person: str = "", key: str = "") -> Any:
        give_up = time.monotonic() + LONGEST_SECONDS
        self.asked += 1
        while True:
            self.tries += 1
            try:
                status, answer = self._once(method, path, body, person, key)
            except (OSError, HTTPException, ValueError):
                status, answer = 0, "no answer"
            self.statuses.add(status)
            if status == 200:
                return answer
            if status and status not in AGAIN:
                raise UnexpectedRefusal(f"{method} {path} {body} {key}: {status} {answer}")
            check(time.monotonic() < give_up, f"not answered in time: {method} {path}: {status} {answer}")
            time.sleep(random.uniform(0.01, 0.05) if status != 429 else 1.0)

    def _once(self, method: str, path: str, body: Any, person: str, key: str) -> tuple[int, Any]:
        connection = HTTPConnection("127.0.0.1", random.choice(self.ports), timeout=15)
        headers = {"Content-Type": "application/json", "Connection": "close", "Cookie": f"pitbook-player={VISITOR}"}
        if person:
            headers["Authorization"] = f"Bearer {self.tokens[person]}"
        if key:
            headers["Idempotency-Key"] = key
        try:
            connection.request(method, f"/api/v1{path}", json.dumps(body) if body is not None else None, headers)
            answer = connection.getresponse()
            return answer.status, json.loads(answer.read())
        finally:
            connection.close()


class Remote:
    """The room's jackpots over HTTP, for the tables of the crash tests (``tests/store/playing_process.py``)."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self._by_hand = Lock()
        """Each badge is used by one client at a time."""

    def controller(self, table: str) -> ControllerState:
        return ControllerState.from_dict(self.client.ask("GET", f"/controllers/{table}", person="dana"))

    def press(self, table: str, button: str, person: Person, request: str, **more: Any) -> dict[str, Any]:
        found: dict[str, Any] = self.client.ask(
            "POST", f"/controllers/{table}/presses", {"key": button, **more}, person.id, request
        )
        return found

    def void_round(self, table: str, why: str, document: str, person: Person, request: str) -> dict[str, Any]:
        body = {"reason": "misdeal", **_papers("dana", why, document)}
        with self._by_hand:
            self.client.ask("POST", f"/floor/tables/{table}/voids", body, person.id, request)
        # Its answer is the record to be signed; the ledger has the rest.
        item = self._last(f"{table}/", "/void")
        return dict(item["result"]) | {"transaction": item["number"]}

    def back_out(
        self, jackpot: str, award: int, why: str, document: str, people: Sequence[Person], request: str
    ) -> dict[str, Any]:
        body = {"award": award, **_papers(people[1].id, why, document)}
        with self._by_hand:
            found: dict[str, Any] = self.client.ask(
                "POST", f"/jackpots/{jackpot}/back-outs", body, people[0].id, request
            )
        return found

    def _last(self, begins: str, ends: str) -> Mapping[str, Any]:
        found: dict[str, Any] | None = None
        after = 0
        while page := self.client.ask("GET", f"/jackpots/{JACKPOT}/transactions?after={after}", person="eve"):
            after = page[-1]["number"]
            for item in page:
                if item["key"].startswith(begins) and item["key"].endswith(ends):
                    found = item
        check(found is not None, f"no transaction {begins}…{ends}")
        return found or {}


def _papers(second: str, why: str, document: str) -> dict[str, Any]:
    return {"why": why, "document": document, "second": {"badge": f"{second}:token of {second}", "pin": PIN}}


def prepare(store: str) -> None:
    """Prepares people, the tables' jackpot, and another that only manual acts change."""
    jackpots = opened(store)
    with jackpots.database.writing() as connection:
        hire_staff(connection)
    open_jackpot(jackpots)
    setup = replace(jackpots.book(JACKPOT).setup, id=OTHER)
    member = Member("o1", setup.game, setup.wager, setup.table, setup.decks, "main", True)
    jackpots.open(setup, [member], EXECUTIVE, f"{ASIDE}open")
    open_for_controllers(jackpots, Tables(jackpots, lambda: datetime.now(UTC), SHOE_KEY))
    jackpots.close()
    jackpots.database.close()


class Fleet:
    """All clients, one thread each, until they are stopped; requests under way are finished."""

    def __init__(self, client: Client, folder: Path, seed: str) -> None:
        self.client, self.folder, self.seed = client, folder, seed
        self.stop = Event()
        self.adjusted: list[int] = []
        self.deposited: list[int] = []
        self.bought = self.rounds = 0
        self.play_table = ""
        self.faults: list[BaseException] = []
        works: list[Callable[[], None]] = [partial(self._deal, table) for table in TABLES]
        works += [self._adjust, self._deposit, self._play]
        self._threads = [Thread(target=self._until_stopped, args=(work,), daemon=True) for work in works]

    def begin(self) -> None:
        self.client.sign_in()
        for thread in self._threads:
            thread.start()

    def end(self) -> None:
        """Waits for all clients, and raises their errors."""
        self.stop.set()
        for thread in self._threads:
            thread.join(2 * LONGEST_SECONDS)
            check(not thread.is_alive(), "a client is still waiting")
        if self.faults:
            raise self.faults[0]

    def _until_stopped(self, work: Callable[[], None]) -> None:
        try:
            work()
        except BaseException as fault:  # noqa: BLE001 (raised again when the clients are joined)
            self.faults.append(fault)

    def _deal(self, table: str) -> None:
        # The tables of the crash tests have only those fields of a jackpot that are used here.
        playing = Table(cast("Jackpots", Remote(self.client)), table, self.folder, self.seed)
        while not self.stop.is_set():
            playing.play()

    def _adjust(self) -> None:
        for number in count(1):
            body = {"pool": "displayed", "micros": number * 10_000, "reason": "malfunction", **_papers("ann", "w", "D")}
            path, key = f"/jackpots/{OTHER}/adjustments", f"{ASIDE}adjust-{self.seed}-{number}"
            self.client.ask("POST", path, body, "eve", key)
            self.adjusted.append(number * 10_000)
            if self.stop.wait(0.1):
                return

    def _deposit(self) -> None:
        for number in count(1):
            body = {"amount": f"${number}", "document": f"S-{number}"}
            self.client.ask("POST", "/deposits", body, "ann", f"{ASIDE}deposit-{self.seed}-{number}")
            self.deposited.append(number * 1_000_000)
            if self.stop.wait(0.1):
                return

    def _play(self) -> None:
        """A visitor at a private table, for play money."""
        numbers = count(1)

        def act(what: str, body: Any = None) -> dict[str, Any]:
            key = f"{ASIDE}{what}-{self.seed}-{next(numbers)}"
            path = f"/play/tables/{self.play_table}/{what}" if self.play_table else "/play/tables"
            found: dict[str, Any] = self.client.ask("POST", path, body, key=key)
            return found

        self.play_table = act("open", {"game": GAME, "private": True})["table"]
        act("seat", {"player": "Vi"})
        bets = [{"wager": bet.wager, "cents": bet.cents, "spot": bet.spot} for bet in usual_bets(f"{GAME}-1")]
        while not self.stop.is_set():
            act("buy")
            self.bought += 1
            act("bets", {"bets": bets})
            view = act("ready")
            while (step := view["step"]) is not None:
                answer = {"answer": MILD.get(step["name"], "no"), "hand": step["open"][0]["hand"]}
                try:
                    view = act("decision", answer)
                except UnexpectedRefusal:  # the time limit has passed, and the table gave the default answer
                    view = self.client.ask("GET", f"/play/tables/{self.play_table}")
            self.rounds += 1
            self.stop.wait(0.3)

    def check(self, store: str) -> int:
        """Asserts that every answered request is stored once; returns the number of transactions."""
        number = check_store(store, self.folder)
        check_meter(store, self.folder)
        database = Database(store)
        with database.reading_snapshot() as connection:
            deposits = [int(record.data["micros"]) for record in read_records(connection, "deposit")]
            events = last_opening(connection, PLAY + self.play_table)[1]
        proof = prove(database, OTHER)
        database.close()
        check(deposits == self.deposited, f"deposits: {deposits} are there, {self.deposited} were answered")
        check(proof.holds and proof.transactions == 1 + len(self.adjusted), f"adjustments: {proof}")
        displayed = proof.state.meter.displayed if proof.state is not None else 0
        check(displayed == SEED + sum(self.adjusted), f"the other meter: {displayed}")
        kinds = Counter(event.kind for event in events)
        check(Replay.begin(events).run().differences == [], "the table's record is not what the rules say")
        check(kinds["bought"] == self.bought, f"{kinds['bought']} times chips, {self.bought} answered")
        return number


class Display:
    """A display of a meter, which reconnects when it loses the connection."""

    def __init__(self, port: int) -> None:
        self.port, self.shown, self.times = port, 0, 0
        self._stop = Event()
        self._thread = Thread(target=self._look, daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._stop.set()
        self._thread.join(10)

    def _look(self) -> None:
        while not self._stop.is_set():
            with suppress(OSError, HTTPException):
                connection = HTTPConnection("127.0.0.1", self.port, timeout=2)
                try:
                    connection.request("GET", f"/api/v1/displays/{JACKPOT}")
                    answer = connection.getresponse()
                    self.times += 1
                    while not self._stop.is_set() and (line := answer.readline()):
                        if line.startswith(b"data: "):
                            self.shown = int(line[6:])
                finally:
                    connection.close()
            self._stop.wait(0.1)
