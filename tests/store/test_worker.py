"""Units of work: done once, completely or not at all, and independent of each other."""

import json
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import count
from threading import Event
from time import monotonic, sleep
from typing import Any

import psycopg
import pytest
from sqlalchemy import func, select

from pitbook.errors import BadInput, NotApproved, NotFound
from pitbook.jackpot.book import Action
from pitbook.jackpot.ledger import Transaction
from pitbook.room.audit.ledger_proof import prove
from pitbook.store import schema
from pitbook.store.database import Database
from pitbook.store.work import UnitOfWork, Work
from pitbook.store.worker import Worker
from pitbook.store.write_connection import ExpectedVersions, LockedRows, Rows, StoreUnavailable, WriteConnection
from pitbook.store.writer import MAX_BATCH, Writer
from tests.jackpot.test_book import PAPERS, SETUP, TERMS

CONTRIBUTION = 109_100


def ticks() -> Callable[[], str]:
    seconds = count()
    return lambda: f"2026-11-02T20:00:00.{next(seconds):06}+00:00"


@pytest.fixture
def worker(store: str) -> Iterator[Worker]:
    database = Database(store)
    made = Worker(database, ticks())
    made.run(opening("royal"))
    yield made
    made.close()
    database.close()


def opening(book: str) -> Work[int]:
    return Work(lambda unit: unit.open_book(replace(SETUP, id=book), "open", "eve").number, (book,))


def coin_in(key: str, request: str = "", book: str = "royal", seats: int = 1, what: str = "coin") -> Work[Any]:
    wagers = {str(seat): 100 for seat in range(1, seats + 1)}

    def work(unit: UnitOfWork) -> dict[str, Any]:
        item = unit.do(book, Action("coin-in", {"table": "1", "round": 1, "wagers": wagers}), key, "dana")
        return {"number": item.number, "shown": item.result["shown_cents"]}

    return Work(work, (book,), (), request, what)


def displayed(worker: Worker, book: str = "royal") -> int:
    with worker.database.reading_snapshot() as connection:
        state = connection.execute(select(schema.books.c.state).where(schema.books.c.id == book)).scalar_one()
    return int(json.loads(state)["meter"][0])


def rows(worker: Worker, table: str) -> int:
    with worker.database.reading_snapshot() as connection:
        return int(connection.execute(select(func.count()).select_from(schema.metadata.tables[table])).scalar_one())


def test_the_same_request_is_done_once(worker: Worker) -> None:
    first = worker.run(coin_in("a", "request 1"))
    assert worker.run(coin_in("a", "request 1")) == first
    assert worker.run(coin_in("other key, same request", "request 1")) == first
    assert displayed(worker) == TERMS.seed + CONTRIBUTION
    assert rows(worker, "requests") == 1


def test_the_same_request_twice_in_one_moment_is_done_once(worker: Worker) -> None:
    answers = worker.run_all([coin_in("a", "request 1"), coin_in("b", "request 1")])
    assert answers[0] == answers[1]
    assert displayed(worker) == TERMS.seed + CONTRIBUTION


def test_a_request_for_something_else_is_refused(worker: Worker) -> None:
    worker.run(coin_in("a", "request 1"))
    with pytest.raises(BadInput, match="used for something else: coin"):
        worker.run(coin_in("b", "request 1", what="other"))
    same = worker.run_all([coin_in("c", "request 2"), coin_in("d", "request 2", what="other")])
    assert isinstance(same[1].refusal, BadInput)
    assert displayed(worker) == TERMS.seed + 2 * CONTRIBUTION


def test_idempotency_key_is_booked_once_for_any_caller(worker: Worker) -> None:
    worker.run(coin_in("a", "request 1"))
    with pytest.raises(BadInput, match="booked before"):
        worker.run(coin_in("a", "request 2"))
    both = worker.run_all([coin_in("b", "request 3"), coin_in("b", "request 4")])
    assert both[0].get()["number"] == 3
    with pytest.raises(BadInput, match="booked already"):
        both[1].get()
    assert rows(worker, "transactions") == 3
    assert rows(worker, "requests") == 2
    # A refusal was not stored: repeated under a new key, the act is done.
    assert worker.run(coin_in("c", "request 4"))["number"] == 4


def test_refused_work_leaves_no_trace(worker: Worker) -> None:
    def half_done(unit: UnitOfWork) -> None:
        unit.do("royal", Action("coin-in", {"wagers": {"1": 100}}), "half", "dana")
        unit.note("advice", "dana", {"half": True})
        raise NotApproved("on second thoughts, no")

    def broken(unit: UnitOfWork) -> None:
        unit.do("royal", Action("coin-in", {"wagers": {"1": 100}}), "broken", "dana")
        raise ZeroDivisionError

    def unknown(unit: UnitOfWork) -> None:
        unit.do("nothing", Action("coin-in", {"wagers": {"1": 100}}), "unknown", "dana")

    works: list[Work[Any]] = [
        coin_in("a", "request a"),
        Work(half_done, ("royal",), (), "request b"),
        Work(broken, ("royal",), (), "request c"),
        Work(unknown, ("royal", "nothing"), (), "request d"),
        Work(lambda _desk: object(), ("royal",), (), "request e"),  # no answer that could be given again
        coin_in("f", "request f", seats=3),
    ]
    answers = worker.run_all(works)
    kinds = [type(answer.refusal) for answer in answers]
    assert kinds == [type(None), NotApproved, ZeroDivisionError, NotFound, TypeError, type(None)]
    assert displayed(worker) == TERMS.seed + 4 * CONTRIBUTION
    assert (rows(worker, "transactions"), rows(worker, "requests"), rows(worker, "records")) == (3, 2, 0)
    assert prove(worker.database, "royal").holds


def test_database_refusal_does_not_affect_other_work(worker: Worker) -> None:
    worker.run(coin_in("a", "request a"))
    works = [coin_in("b", "request b"), coin_in("a", "again"), coin_in("c" * 500, "c"), coin_in("d", "request d")]
    answers = worker.run_all(works)
    refused = [isinstance(answer.refusal, BadInput) for answer in answers]
    # SQLite takes names of any length; PostgreSQL does not.
    assert refused == [False, True, worker.database.is_postgresql, False]
    assert displayed(worker) == TERMS.seed + (3 + (not worker.database.is_postgresql)) * CONTRIBUTION
    assert prove(worker.database, "royal").holds


def test_work_without_a_record_is_refused(worker: Worker) -> None:
    with pytest.raises(ValueError, match="needs an idempotency key"):
        worker.run(Work(lambda unit: unit.note("advice", "dana", {})))
    assert rows(worker, "records") == 0


def test_a_jackpot_is_opened_once(worker: Worker) -> None:
    with pytest.raises(BadInput, match="already"):
        worker.run(opening("royal"))
    twice = worker.run_all([opening("other"), opening("other")])
    assert [type(answer.refusal) for answer in twice] == [type(None), BadInput]


def test_two_workers_take_turns(store: str) -> None:
    """The cached state of one worker is compared with the other's writes before anything is booked."""
    database = Database(store)
    one, other = Worker(database, ticks()), Worker(database, ticks())
    one.run(opening("royal"))
    numbers: list[int] = []
    for turn in range(12):
        for worker in (one, other, one):
            numbers.append(worker.run(coin_in(f"{len(numbers)}", f"request {len(numbers)}"))["number"])
        if turn % 3 == 0:
            # Only booked actions change it; a refusal never comes from the cache either.
            one.run(change_status("suspend", turn))
            with pytest.raises(NotApproved, match="suspended"):
                other.run(coin_in(f"no {turn}", f"no {turn}"))
            other.run(change_status("resume", turn))
    assert len(set(numbers)) == 36
    assert displayed(one) == TERMS.seed + 36 * CONTRIBUTION
    assert prove(database, "royal").holds
    one.close()
    other.close()
    database.close()


def change_status(kind: str, turn: int) -> Work[int]:
    return Work(lambda unit: unit.do("royal", Action(kind, PAPERS), f"{kind} {turn}", "eve").number, ("royal",))


def test_listeners_hear_of_commits_and_cannot_undo_them(worker: Worker) -> None:
    heard: list[Transaction] = []

    def deaf(_items: object) -> None:
        raise RuntimeError("cannot hear")

    worker.listeners += [deaf, heard.extend]
    answers = worker.run_all([coin_in("a", "a"), coin_in("a", "b"), coin_in("c", "c")])
    assert [answer.refusal is None for answer in answers] == [True, False, True]
    assert [item.key for item in heard] == ["a", "c"]


def test_many_threads_on_one_meter(worker: Worker) -> None:
    writer = Writer(worker)
    with ThreadPoolExecutor(16) as pool:
        done = list(pool.map(lambda number: writer.run(coin_in(f"k{number}", f"r{number}", seats=3)), range(200)))
    writer.close()
    assert sorted(answer["number"] for answer in done) == list(range(2, 202))
    assert displayed(worker) == TERMS.seed + 600 * CONTRIBUTION
    assert prove(worker.database, "royal").holds


def test_the_same_request_from_many_threads_is_done_once(worker: Worker) -> None:
    writer = Writer(worker)
    with ThreadPoolExecutor(16) as pool:
        done = pool.map(lambda number: writer.run(coin_in(f"k{number % 4}", f"r{number % 4}")), range(64))
        answers = [answer["number"] for answer in done]
    writer.close()
    assert sorted(set(answers)) == [2, 3, 4, 5]
    assert displayed(worker) == TERMS.seed + 4 * CONTRIBUTION


def test_work_beyond_one_transaction_is_queued(worker: Worker) -> None:
    """Concurrent writers are included, and work that no caller waits for."""
    writer, held = Writer(worker), Event()
    told: list[int] = []

    def listen(items: Sequence[Transaction]) -> None:
        if items[0].key == "first":
            held.wait(30)
        else:
            told.append(len(items))

    worker.listeners.append(listen)
    with ThreadPoolExecutor(2 * MAX_BATCH) as pool:
        first = pool.submit(writer.run, coin_in("first", "first"))
        _until(lambda: displayed(worker) > TERMS.seed)
        for number in range(MAX_BATCH):
            writer.submit(coin_in(f"s{number}", f"s{number}"))
        done = [pool.submit(writer.run, coin_in(f"k{number}", f"k{number}")) for number in range(MAX_BATCH)]
        _until(lambda: writer.waiting == 2 * MAX_BATCH)
        held.set()
        numbers = sorted(each.result(30)["number"] for each in done)
        assert first.result(30)["number"] == 2
        assert numbers == list(range(MAX_BATCH + 3, 2 * MAX_BATCH + 3))
    writer.close()
    assert told == [MAX_BATCH] * 2
    assert displayed(worker) == TERMS.seed + (2 * MAX_BATCH + 1) * CONTRIBUTION


def test_fatal_work_stops_only_itself(worker: Worker) -> None:
    writer = Writer(worker)

    def stopped(_desk: UnitOfWork) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        writer.run(Work(stopped))
    assert writer.run(coin_in("b", "b"))["number"] == 2
    writer.close()
    with pytest.raises(RuntimeError, match="closed"):
        writer.run(coin_in("c", "c"))


def _until(holds: Callable[[], bool]) -> None:
    give_up = monotonic() + 30
    while not holds():
        assert monotonic() < give_up
        sleep(0.005)


def test_many_workers_act_like_many_servers(store: str) -> None:
    """Each has its own connection and its own memory; several books are locked in any order asked for."""
    database = Database(store)
    books = ["a", "b", "c"]
    first = Worker(database, ticks())
    for book in books:
        first.run(opening(book))

    def play(server: int) -> None:
        worker = Worker(database, ticks())
        for turn in range(15):
            wanted = [books[(server + turn + step) % 3] for step in range(3)]

            def work(unit: UnitOfWork, wanted: list[str] = wanted, turn: int = turn) -> list[int]:
                action = Action("coin-in", {"wagers": {"1": 100}})
                return [unit.do(book, action, f"{server}/{turn}", "dana").number for book in wanted]

            assert len(worker.run(Work(work, tuple(wanted), (), f"{server}/{turn}"))) == 3
            worker.run_all([coin_in(f"{server}/{turn}/{book}", f"{server}/{turn}/{book}", book) for book in wanted])
        worker.close()

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(play, range(4)))
    for book in books:
        assert displayed(first, book) == TERMS.seed + 4 * 15 * 2 * CONTRIBUTION
        assert prove(database, book).holds
    first.close()
    if database.is_postgresql:
        with database.reading_snapshot() as connection:
            counted = "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()"
            assert connection.exec_driver_sql(counted).scalar() == 0
    database.close()


def test_the_same_request_at_many_servers_is_done_once(store: str) -> None:
    database = Database(store)
    first = Worker(database, ticks())
    first.run(opening("royal"))
    workers = [Worker(database, ticks()) for _ in range(4)]
    for turn in range(8):
        with ThreadPoolExecutor(4) as pool:
            work = coin_in(f"k{turn}", f"r{turn}")
            answers: list[Any] = list(pool.map(lambda worker, work=work: worker.run(work), workers))
        assert answers == [answers[0]] * 4
    assert displayed(first) == TERMS.seed + 8 * CONTRIBUTION
    for worker in (first, *workers):
        worker.close()
    database.close()


class Flaky:
    """A connection that is cut: before the commit, or after it and before the answer."""

    def __init__(self, connection: WriteConnection, cuts: list[str]) -> None:
        self._connection, self.cuts = connection, cuts
        self.retry_seconds = 5.0

    @property
    def lane(self) -> int:
        return self._connection.lane

    @property
    def process(self) -> int:
        return self._connection.process

    def lock(self, chain: str) -> Sequence[tuple[str, int, str]]:
        return self._connection.lock(chain)

    def begin(
        self, books: Sequence[str], tables: Sequence[str], chains: Sequence[str], keys: Sequence[str]
    ) -> LockedRows:
        if self._cut("begin"):
            raise StoreUnavailable("cut before anything was said")
        return self._connection.begin(books, tables, chains, keys)

    def commit(self, rows: Rows, notes: Sequence[str]) -> None:
        self._commit(lambda: self._connection.commit(rows, notes))

    def commit_if_unchanged(self, expected: ExpectedVersions, rows: Rows, notes: Sequence[str]) -> None:
        self._commit(lambda: self._connection.commit_if_unchanged(expected, rows, notes))

    def rollback(self) -> None:
        self._connection.rollback()

    def close(self) -> None:
        self._connection.close()

    def _commit(self, write: Callable[[], None]) -> None:
        if self._cut("before"):
            self._connection.rollback()
            raise StoreUnavailable("cut before the commit")
        write()
        if self._cut("after"):
            raise StoreUnavailable("cut after the commit")

    def _cut(self, where: str) -> bool:
        if self.cuts and self.cuts[0] == where:
            self.cuts.pop(0)
            return True
        return False


@pytest.mark.parametrize(
    "cuts",
    [["begin"], ["before"], ["after"], ["after", "begin", "begin"], ["before", "after"], ["before", "begin", "before"]],
)
@pytest.mark.parametrize("request_key", ["a request", ""])
def test_a_cut_connection_books_nothing_twice_and_loses_nothing(
    worker: Worker, cuts: list[str], request_key: str
) -> None:
    worker.run(coin_in("warm", "warm"))
    worker.run(coin_in("warmer", "warmer"))
    flaky = Flaky(worker.connection, list(cuts))
    worker.connection = flaky
    answers = worker.run_all([coin_in("a", request_key), coin_in("b", "another", seats=2)])
    assert flaky.cuts == [] or cuts[0] == "begin"
    assert [answer.get()["number"] for answer in answers] == [4, 5]
    assert displayed(worker) == TERMS.seed + 5 * CONTRIBUTION
    assert prove(worker.database, "royal").holds


def test_callers_get_an_error_while_the_store_is_unavailable(worker: Worker) -> None:
    flaky = Flaky(worker.connection, ["before"] * 1000)
    flaky.retry_seconds = 0.3
    worker.connection = flaky
    writer = Writer(worker)
    with pytest.raises(StoreUnavailable, match="cut"):
        writer.run(coin_in("a", "a"))
    flaky.cuts.clear()
    assert writer.run(coin_in("a", "a"))["number"] == 2
    writer.close()


def test_a_server_that_ends_a_connection_is_asked_again(postgres_store: str) -> None:
    database = Database(postgres_store)
    worker = Worker(database, ticks())
    worker.run(opening("royal"))
    for turn in range(3):
        with psycopg.connect(**database.arguments, autocommit=True) as other:
            other.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE pid <> pg_backend_pid() AND datname = current_database()"
            )
        other.close()
        assert worker.run(coin_in(f"{turn}", f"{turn}"))["number"] == turn + 2
        assert displayed(worker) == TERMS.seed + (turn + 1) * CONTRIBUTION
    worker.close()
    database.close()
