"""Runs a simulation on a Dask cluster: the same call and the same totals, on any number of machines.

Ranges of blocks are sent out as tasks and return totals. Only this process records a range as finished, once, when its
totals arrive; a range whose worker died is sent again. So nothing is lost or counted twice when workers fail. Needs the
extra ``cluster``.
"""

import pickle
import queue
import threading
from collections import deque
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Any, Final, NamedTuple
from uuid import uuid4

from pitbook.errors import BadInput
from pitbook.exact.outside import Given, ensure, given
from pitbook.simulate.blocks import Row, Simulation, Totals, add
from pitbook.simulate.run import LOOK_EVERY, Report, RunLog, SimulationRun, no_report, stopped_by_signals

TASK_SECONDS: Final = 2.0
"""The target duration of a task: long compared with the scheduler's overhead, short compared with the cost of a lost
worker."""
TASKS_A_SECOND: Final = 200
"""The most tasks per second for one scheduler; with many threads, tasks are longer."""
AHEAD: Final = 2
"""Tasks sent out for each thread of the cluster, so that no thread is idle."""
MOST_TRIES: Final = 10
"""Retries of a range before the simulation itself is considered faulty."""
PACK_FROM: Final = 1 << 20
"""Bytes from which on an array is packed before it is sent."""
PATIENCE: Final = 30.0
"""Seconds to wait for a scheduler, or for its first worker."""


def run_on_cluster(
    simulation: Simulation,
    address: str,
    report: Report = no_report,
    checkpoint: Path | None = None,
    stop: threading.Event | None = None,
) -> SimulationRun:
    """The same as :func:`pitbook.simulate.run.run`, on the workers of the scheduler at this address."""
    log = RunLog(simulation, checkpoint, report)
    client = _connected(address)
    try:
        threads = _wait_for_workers(client, address)
        preparing = log.begin()
        asked = stop or threading.Event()
        with stopped_by_signals(asked), log.kept():
            _Sender(client, simulation, log).work_through(asked)
        return log.ran(threads, preparing)
    except OSError as error:
        from distributed.comm.core import CommClosedError

        # The client notices a lost scheduler only a moment after its connection was cut.
        if client.status == "running" and not isinstance(error, CommClosedError):  # not the cluster's fault
            raise
        kept = f": the finished work is saved in {checkpoint}" if checkpoint is not None else ""
        raise BadInput(f"the Dask scheduler at {address} no longer answers{kept}") from None
    finally:
        client.close()


def _connected(address: str) -> Any:
    import distributed

    if not address.strip():
        raise BadInput("give the address of a Dask scheduler, such as tcp://10.0.0.1:8786")
    try:
        return _closing_client(distributed)(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, TimeoutError, ValueError, TypeError) as error:
        why = " ".join(str(error).split())[:160] or type(error).__name__
        raise BadInput(f"no Dask scheduler answers at {address} ({why})") from None


def _closing_client(distributed: Any) -> Any:
    """Dask's client class, made to close itself when it cannot connect.

    Dask leaves such a client open. The garbage collector closes it later, and deadlocks when it does so while the next
    client is starting: that one holds the lock of ``LoopRunner`` that closing waits for.
    """

    class ClosingClient(distributed.Client):  # type: ignore[misc]  # has no type information
        def start(self, **options: Any) -> None:
            try:
                super().start(**options)
            except BaseException:
                self.close()
                self._loop_runner.stop()  # Dask leaves its thread running after some errors
                raise

    return ClosingClient


def _wait_for_workers(client: Any, address: str) -> int:
    """The total number of threads."""
    try:
        client.wait_for_workers(1, timeout=PATIENCE)
    except TimeoutError:
        raise BadInput(f"the cluster at {address} has no workers: start some with dask worker {address}") from None
    return _threads(client)


def _threads(client: Any) -> int:
    held: dict[str, int] = client.nthreads()
    return max(1, sum(held.values()))


class Sent(NamedTuple):
    """A simulation as sent to workers. Unpacking it loads its games from outside, from the same path and with the same
    hash as here."""

    games: tuple[Given, ...]
    simulation: bytes


class _Sender:
    """Sends out ranges of blocks and enters their totals."""

    def __init__(self, client: Any, simulation: Simulation, log: RunLog) -> None:
        self._client, self._log = client, log
        self._sent = Sent(given(simulation), pickle.dumps(simulation))
        self._key = simulation.key
        self._left = deque(log.finished.left(simulation.blocks))
        self._out: dict[Any, range] = {}
        """The blocks in progress, by task."""
        self._tries: dict[range, int] = {}
        self._done: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._blocks_a_second = 0.0
        self._threads, self._counted = _threads(client), monotonic()

    def work_through(self, asked: threading.Event) -> None:
        try:
            while (self._left or self._out) and not asked.is_set():
                self._send()
                with suppress(queue.Empty):
                    self._enter(self._done.get(timeout=LOOK_EVERY))
                self._log.look()
        finally:
            with suppress(OSError):
                self._client.cancel(list(self._out), force=True)

    def _send(self) -> None:
        if monotonic() - self._counted > 1:  # workers come and go
            self._threads, self._counted = _threads(self._client), monotonic()
        while self._left and len(self._out) < AHEAD * self._threads:
            self._submit(self._next())

    def _next(self) -> range:
        """The next blocks: as many as fill a task, but few enough to leave work for all threads."""
        first = self._left.popleft()
        fair = (len(first) + sum(map(len, self._left))) // (2 * self._threads)
        seconds = max(TASK_SECONDS, self._threads / TASKS_A_SECOND)
        size = max(1, min(int(seconds * self._blocks_a_second), fair))
        if size < len(first):
            self._left.appendleft(first[size:])
        return first[:size]

    def _submit(self, blocks: range) -> None:
        name = f"pitbook-{blocks.start}-{blocks.stop}-{uuid4().hex}"
        task = self._client.submit(work, self._sent, self._key, blocks.start, blocks.stop, key=name, pure=False)
        self._out[task] = blocks
        task.add_done_callback(self._done.put)

    def _enter(self, task: Any) -> None:
        blocks = self._out.pop(task, None)
        if blocks is None:
            return
        if task.status == "finished":
            packed, seconds = task.result()
            self._log.add(blocks, {name: unpacked(row) for name, row in packed.items()})
            self._blocks_a_second = len(blocks) / max(seconds, 1e-6)
        else:
            self._try_again(task, blocks)

    def _try_again(self, task: Any, blocks: range) -> None:
        """Retries blocks whose worker died; an exception of the simulation itself is raised."""
        from concurrent.futures import CancelledError

        from distributed import KilledWorker

        error = None if task.status == "cancelled" else task.exception()
        if error is not None and not isinstance(error, KilledWorker | CancelledError):
            raise error
        self._tries[blocks] = self._tries.get(blocks, 0) + 1
        if self._tries[blocks] > MOST_TRIES:
            raise BadInput(f"workers died {MOST_TRIES} times over blocks {blocks.start} to {blocks.stop - 1}")
        self._submit(blocks)


# This part runs on a worker.

_HELD: dict[str, Simulation] = {}
"""The simulations that this process has prepared, by key."""
_READY: Final = threading.Lock()


def work(sent: Sent, key: str, start: int, stop: int) -> tuple[dict[str, Any], float]:
    """Runs blocks from ``start`` to before ``stop``, and returns their packed totals and the time it took."""
    ready = _ready(sent, key)
    began = monotonic()
    totals: Totals = {}
    for block in range(start, stop):
        totals = add(totals, ready.run(block))
    return {name: packed(row) for name, row in totals.items()}, monotonic() - began


class PackedRow(NamedTuple):
    """A large array as sent over the network: only the parts along its first axis that are not all 0."""

    shape: tuple[int, ...]
    places: Any
    parts: Any


def packed(row: Row) -> Row | PackedRow:
    """A row of totals as sent over the network. A piece of a solver's work fills a small part of a large array."""
    if isinstance(row, tuple) or row.nbytes < PACK_FROM:
        return row
    import numpy as np

    places = np.flatnonzero(row.reshape(len(row), -1).any(axis=1))
    return PackedRow(row.shape, places, row[places])


def unpacked(row: Row | PackedRow) -> Row:
    """The row as it was."""
    if not isinstance(row, PackedRow):
        return row
    import numpy as np

    whole = np.zeros(row.shape, np.int64)
    whole[row.places] = row.parts
    return whole


def _ready(sent: Sent, key: str) -> Simulation:
    """The compiled simulation; refused if this worker would get different totals."""
    with _READY:
        if key not in _HELD:
            ensure(sent.games)
            simulation: Simulation = pickle.loads(sent.simulation)
            if simulation.key != key:
                raise BadInput(
                    "a worker of the cluster has another version of Pitbook: install the same version everywhere"
                )
            simulation.prepare()
            _HELD[key] = simulation
        return _HELD[key]
