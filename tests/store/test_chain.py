"""Hash chains with several concurrent servers: no row is lost, no chain forks, no deadlock."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime

import pytest
from sqlalchemy import func, select

from pitbook.errors import BadInput
from pitbook.room.audit.history_proof import prove_history
from pitbook.room.days.records import write_record
from pitbook.store import schema
from pitbook.store.chain import Head, chained, seal
from pitbook.store.database import Database
from pitbook.store.work import UnitOfWork, Work
from pitbook.store.worker import Worker
from pitbook.store.write_connection import WriteConflict
from pitbook.table.events import Event
from tests.room.table_rig import SHOE_KEY, journal

SERVERS, TIMES = 4, 12


def clock() -> str:
    return datetime.now(UTC).isoformat()


def serve(store: str, server: int) -> list[int]:
    """Notes and answers by a worker, records of sign-ins beside it, and events of a table of its own."""
    database = Database(store)
    worker = Worker(database, clock)
    keep = journal(database, f"{server}", SHOE_KEY)

    def note(unit: UnitOfWork) -> int:
        unit.note("advice", "dana", {"by": server})
        return server

    try:
        for number in range(1, TIMES + 1):
            worker.run(Work(note, request=f"{server}/{number}", what="a note"))
            with database.writing() as connection:
                write_record(connection, "sign-in", "dana", clock(), {"server": server})
            keep(Event(number, "opened", {}, clock(), "sam"))
        return [worker.connection.lane]
    finally:
        worker.close()
        database.close()


def test_many_servers_add_to_the_same_chains(store: str) -> None:
    Database(store).close()
    with ThreadPoolExecutor(SERVERS) as pool:
        lanes = [lane for found in pool.map(lambda server: serve(store, server), range(SERVERS)) for lane in found]
    database = Database(store)
    proofs = {proof.chain: proof for proof in prove_history(database)}
    assert all(proof.holds for proof in proofs.values()), proofs
    assert proofs["records"].rows == 2 * SERVERS * TIMES
    assert sum(proof.rows for chain, proof in proofs.items() if chain.startswith("requests ")) == SERVERS * TIMES
    assert sum(proof.rows for chain, proof in proofs.items() if chain.startswith("events ")) == SERVERS * TIMES
    # No server waits for another's answers: concurrent PostgreSQL servers use separate lanes.
    assert len(set(lanes)) > 1 or not database.is_postgresql
    database.close()


def test_two_servers_at_one_table_do_not_fork_its_record(store: str) -> None:
    database = Database(store)
    first, second = Worker(database, clock), Worker(database, clock)

    def add(after: int, key: str) -> Work[int]:
        def work(unit: UnitOfWork) -> int:
            unit.add_events("7", after, [f'[{after + 1},"opened",{{}},"","{key}"]'])
            return after + 1

        return Work(work, request=key, events_of="7")

    assert first.run(add(0, "a")) == 1
    with pytest.raises(BadInput, match="someone else has just acted") as refusal:
        second.run(add(0, "b"))
    assert isinstance(refusal.value.__cause__, WriteConflict)
    assert second.run(add(1, "c")) == 2
    assert first.run(add(2, "d")) == 3  # what it remembers is two events old
    both = first.run_all([add(3, "e"), add(3, "f")])
    assert [type(answer.refusal) for answer in both] == [type(None), BadInput]
    (proof,) = [each for each in prove_history(database) if each.chain == "events 7"]
    assert (proof.holds, proof.rows) == (True, 4)
    with database.reading_snapshot() as connection:
        assert connection.execute(select(func.count()).select_from(schema.requests)).scalar() == 4
    first.close()
    second.close()
    database.close()


def test_a_hash_covers_its_table_its_columns_and_the_row_before() -> None:
    row = {"table": "1", "number": 1, "at": "noon", "by": "dana", "data": "{}"}
    (made,), head = chained("presses", [row], Head())
    assert (made["hash"], head.number) == (head.hash, 1)
    others = [seal("presses", row | {name: f"{value}x"}, Head().hash) for name, value in row.items()]
    others += [seal("presses", row, head.hash), seal("presses", row | {"by": "dananoon", "at": ""}, Head().hash)]
    assert len({head.hash, *others}) == len(others) + 1
